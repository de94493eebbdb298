//! Information states: all that one player knows, as text. Equal texts, equal knowledge.

use super::information_state::{InformationState, KnownPly, Observation, VisibleState, cells_of, labels};
use super::ply_texts::{block, printed};
use super::state_text;
use crate::bits::Bits;
use crate::event::{Event, EventKind, ReasonPart};
use crate::game::Game;
use crate::history::PlyHistory;
use crate::plan::Plan;
use crate::rule::Form;
use crate::state::{Outcome, State};

/// All the player knows, one observation per line; without secrets the whole state. The referee (no player) knows all.
#[must_use]
pub fn information<const W: usize>(game: &Game<W>, state: &State<W>, past: &PlyHistory, viewer: Option<u8>) -> String {
    if !game.plan.rules.hidden {
        return state_text::whole(game, state).join("\n");
    }
    let writer = InformationWriter { plan: &game.plan, labels: labels(&game.plan.rules) };
    let knows = InformationState::new(game, state, past, viewer);
    let mut lines = Vec::new();
    for observation in &knows.past {
        writer.ply(observation, knows.viewer, &mut lines);
    }
    lines.extend(visible_lines(&game.plan, &knows.present));
    match &state.result {
        Some(outcome) => lines.push(result_line(&game.plan, outcome)),
        None => {
            let verb = if state.pending.is_some() { "answer" } else { "move" };
            lines.push(format!("to {verb}: {}", player_name(knows.present.to_move)));
        }
    }
    lines.join("\n")
}

/// The name of a player in the text.
#[must_use]
pub(super) fn player_name(player: i8) -> &'static str {
    ["first", "second", "third", "fourth"].get(player as usize).copied().unwrap_or("chance")
}

/// Texts joined by blanks.
pub(super) fn joined_by_blanks<T: ToString>(parts: impl IntoIterator<Item = T>) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(" ")
}

/// The result: each player's value.
pub(super) fn result_line<const W: usize>(plan: &Plan<W>, outcome: &Outcome<W>) -> String {
    let value = |value: &f64| {
        let text = format!("{value:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    format!("result: {}", joined_by_blanks(outcome.values.iter().take(plan.rules.sides).map(value)))
}

/// The visible pieces, the public numbers, and who plays which side.
pub(super) fn visible_lines<const W: usize>(plan: &Plan<W>, view: &VisibleState<W>) -> Vec<String> {
    let mut lines = board_lines(plan, view);
    lines.extend(counter_lines(plan, view));
    lines.push(format!(
        "seats: {}",
        joined_by_blanks(view.seats.iter().take(plan.rules.sides).map(|&player| player_name(player as i8)))
    ));
    lines
}

/// The pieces by side and kind; a star marks those that are not public.
fn board_lines<const W: usize>(plan: &Plan<W>, view: &VisibleState<W>) -> Vec<String> {
    let kinds = &plan.rules.kinds;
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    order.sort_by_key(|&kind| &kinds[kind]);
    let planes = (0..=plan.rules.sides).flat_map(|owner| order.iter().map(move |&kind| (owner, kind)));
    let mut lines = Vec::new();
    for (owner, kind) in planes {
        let plane = owner * kinds.len() + kind;
        let (pieces, hidden) = (view.pieces[plane], view.hidden[plane]);
        if pieces.any() {
            lines.push(format!("{}: {}", set_name(plan, plane), cells_with_stars(plan, pieces, hidden)));
        }
    }
    lines
}

/// The name of a set of pieces.
fn set_name<const W: usize>(plan: &Plan<W>, plane: usize) -> String {
    let kinds = &plan.rules.kinds;
    let (owner, kind) = (plane / kinds.len().max(1), kinds.get(plane % kinds.len().max(1)));
    let owner_name = if owner > 0 { format!("side {owner}") } else { "nobody".to_owned() };
    format!("{owner_name}, {}", kind.map_or("", String::as_str))
}

fn cells_with_stars<const W: usize>(plan: &Plan<W>, pieces: Bits<W>, hidden: Bits<W>) -> String {
    let star = |cell: &u16| if cells_of(plan, &[*cell]).within(hidden) { "*" } else { "" };
    joined_by_blanks(plan.board.listed(pieces).iter().map(|cell| format!("{}{}", cell_name(plan, *cell), star(cell))))
}

/// The name of a cell.
pub(super) fn cell_name<const W: usize>(plan: &Plan<W>, cell: u16) -> &str {
    plan.board.layout.names.get(usize::from(cell)).map_or("", String::as_str)
}

/// The names of a set of cells, in the order of the board.
pub(super) fn names<const W: usize>(plan: &Plan<W>, cells: Bits<W>) -> String {
    joined_by_blanks(plan.board.listed(cells).iter().map(|&cell| cell_name(plan, cell)))
}

/// The public numbers that are not 0.
fn counter_lines<const W: usize>(plan: &Plan<W>, view: &VisibleState<W>) -> Vec<String> {
    let sides = plan.rules.sides;
    let values: [(&str, Vec<i64>); 4] = [
        ("captured", view.captured[..sides].to_vec()),
        ("scores", view.scores[..sides].to_vec()),
        ("hands", view.hands.iter().map(|&in_hand| i64::from(in_hand)).collect()),
        ("quiet", view.quiet.iter().map(|&count| i64::from(count)).collect()),
    ];
    let nonzero = values.iter().filter(|(_, numbers)| numbers.iter().any(|&number| number != 0));
    nonzero.map(|(counter_name, numbers)| format!("{counter_name}: {}", joined_by_blanks(numbers))).collect()
}

/// Writes what one player observed.
struct InformationWriter<'a, const W: usize> {
    plan: &'a Plan<W>,
    labels: Vec<&'a str>,
}

impl<const W: usize> InformationWriter<'_, W> {
    /// Writes a ply, and those of its events that its text does not imply.
    fn ply(&self, observation: &Observation<W>, viewer: Option<u8>, lines: &mut Vec<String>) {
        lines.push(format!("{}: {}", player_name(observation.player), self.ply_text(observation, viewer)));
        for (number, event) in observation.events.iter().enumerate() {
            let is_known = matches!(observation.ply, KnownPly::Id(_));
            let is_plain = number == 0 && is_known && event.piece.is_none() && event.amount == 0;
            let landed = event.kind == EventKind::Place && event.seen_by.is_some(); // what does not fail is placed
            if !is_implied_by_ply(event.kind) && !is_plain && !landed {
                lines.push(format!("{}: {}", player_name(event.player), self.event_text(event)));
            }
        }
    }

    /// The text of a ply; of another player's secret ply, its announcement.
    fn ply_text(&self, observation: &Observation<W>, viewer: Option<u8>) -> String {
        let action = match observation.ply {
            KnownPly::Id(action) => action,
            KnownPly::Secret { announcement: announcement_label, region } => {
                let announcement_label = self.labels.get(announcement_label).copied().unwrap_or("");
                return format!("{announcement_label} {}", self.region_text(announcement_label, region))
                    .trim()
                    .to_owned();
            }
        };
        let text = printed(self.plan, action);
        let mine = viewer.is_some_and(|viewer| i16::from(viewer) == i16::from(observation.player));
        match block(&self.plan.rules, action).map(|(block, _)| &block.form) {
            Some(Form::Reveal) => text.replacen("reveal", "reveals", 1),
            Some(Form::Commit(_)) if mine => format!("{text} (secret)"),
            _ => text,
        }
    }

    /// The label of the row or column announced; other regions by their cells.
    fn region_text(&self, said: &str, region: Bits<W>) -> String {
        let (board, layout) = (&self.plan.board, &self.plan.board.layout);
        let (sets, lines) = match said.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "row" => (&board.rows[..], &layout.rows[..]),
            "column" => (&board.columns[..], &layout.columns[..]),
            _ => (&[][..], &[][..]),
        };
        let label = sets.iter().position(|&set| set == region).and_then(|line| lines.get(line));
        match label {
            Some((label, _)) if !label.is_empty() => label.clone(),
            _ => names(self.plan, region),
        }
    }

    /// The text of an event after its player: what happened, where, how much, why, and whether it is a secret.
    fn event_text(&self, event: &Event) -> String {
        let mut parts = vec![verb(event.kind).to_owned()];
        parts.extend(event.cells.iter().map(|&cell| cell_name(self.plan, cell).to_owned()));
        if event.amount != 0 {
            parts.push(event.amount.to_string());
        }
        parts.extend(event.piece.and_then(|kind| self.plan.rules.kinds.get(usize::from(kind)).cloned()));
        for (part, cells) in &event.witness {
            parts.push(self.reason_text(*part));
            parts.extend(cells.iter().map(|&cell| cell_name(self.plan, cell).to_owned()));
        }
        if event.seen_by.is_some() {
            parts.push("(secret)".to_owned());
        }
        joined_by_blanks(parts)
    }

    /// A part of a reason, written as its word in the rule value.
    fn reason_text(&self, part: ReasonPart) -> String {
        let side = |is_own: bool| if is_own { "own" } else { "enemy" };
        match part {
            ReasonPart::To => "to".to_owned(),
            ReasonPart::Origin => "origin".to_owned(),
            ReasonPart::Just => "just".to_owned(),
            ReasonPart::Last(is_own, 1) => format!("Last({})", side(is_own)),
            ReasonPart::Last(is_own, back) => format!("Last({}, back={back})", side(is_own)),
            ReasonPart::Set(plane) => set_name(self.plan, usize::from(plane)),
            // Games with secrets have no marks, and the whole state of others tells them.
            ReasonPart::Mark(_) => String::new(),
            ReasonPart::Told(number) => self.plan.rules.told.get(usize::from(number)).cloned().unwrap_or_default(),
        }
    }
}

/// Whether the ply implies the event.
fn is_implied_by_ply(kind: EventKind) -> bool {
    matches!(kind, EventKind::Commit | EventKind::Announce | EventKind::Reveal | EventKind::Roll)
}

fn verb(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Place => "places",
        EventKind::Move => "moves",
        EventKind::Capture => "captures",
        EventKind::Flip => "flips",
        EventKind::Promote => "promotes",
        EventKind::Mark => "marks",
        EventKind::Unmark => "unmarks",
        EventKind::Remove => "removes",
        EventKind::Earn => "earns",
        EventKind::Commit => "commit",
        EventKind::Announce => "announce",
        EventKind::Reveal => "reveal",
        EventKind::Fail => "fails at",
        EventKind::Tell => "tells",
        EventKind::Show => "shows",
        EventKind::Swap => "swap",
        EventKind::Keep => "keep",
        EventKind::Pass => "pass",
        EventKind::End => "end",
        EventKind::Roll => "roll",
        EventKind::Out => "is out",
        EventKind::Again => "has another turn",
        EventKind::Skip => "is passed over",
    }
}
