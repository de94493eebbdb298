//! The information state of one player as a value: all he has observed. Everything inferred for him is computed from
//! this alone.

use super::ply_texts::announcement;
use crate::bits::Bits;
use crate::board::set_of_place;
use crate::event::{Event, EventKind};
use crate::game::Game;
use crate::history::{PlyHistory, RecordedPly};
use crate::plan::Plan;
use crate::rule::{Form, Rules};
use crate::state::{SIDES, State};

/// A ply as one player observed it.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Observation<const W: usize> {
    /// Who made it; -1 is chance.
    pub player: i8,
    /// Which ply, as far as he knows.
    pub ply: KnownPly<W>,
    /// Those of its events that he may know of.
    pub events: Vec<Event>,
}

/// What a player knows of a ply.
#[derive(Clone, Copy, PartialEq, Hash, Debug)]
pub enum KnownPly<const W: usize> {
    /// The one with this id.
    Id(u32),
    /// A secret placement of another player's.
    Secret {
        /// Its announcement: an index into `labels`.
        announcement: usize,
        /// The cells announced, if any.
        region: Bits<W>,
    },
}

/// What a player sees of the current state, without his memory.
#[derive(Clone, PartialEq, Debug)]
pub struct VisibleState<const W: usize> {
    /// A player, or chance.
    pub to_move: i8,
    /// The pieces he sees, in the sets of `State::pieces`.
    pub pieces: Vec<Bits<W>>,
    /// Those of them that are not public.
    pub hidden: Vec<Bits<W>>,
    /// Pieces captured, one number per side.
    pub captured: [i64; SIDES],
    /// Points, one number per side.
    pub scores: [i64; SIDES],
    /// Pieces in hand.
    pub hands: Vec<i32>,
    /// The quiet counters.
    pub quiet: Vec<u32>,
    /// The player of each side.
    pub seats: [u8; SIDES],
    /// Whether the game is over.
    pub over: bool,
}

/// The information state of a player in a game with secrets.
#[derive(Clone, PartialEq, Debug)]
pub struct InformationState<const W: usize> {
    /// None sees everything: the referee, and every player once the game is over.
    pub viewer: Option<u8>,
    /// Ply by ply.
    pub past: Vec<Observation<W>>,
    /// What he sees now.
    pub present: VisibleState<W>,
}

impl<const W: usize> InformationState<W> {
    /// What the viewer knows; everything once the game is over.
    #[must_use]
    pub fn new(game: &Game<W>, state: &State<W>, past: &PlyHistory, viewer: Option<u8>) -> Self {
        let viewer = if state.result.is_some() { None } else { viewer };
        let labels = labels(&game.plan.rules);
        let past = past.iter().map(|ply| observation(&game.plan, &labels, ply, viewer)).collect();
        InformationState { viewer, past, present: VisibleState::new(game, state, viewer) }
    }
}

/// One ply, with the events the viewer may know of.
#[must_use]
pub fn observation<const W: usize>(
    plan: &Plan<W>,
    labels: &[&str],
    ply: &RecordedPly,
    viewer: Option<u8>,
) -> Observation<W> {
    let events: Vec<Event> = ply.events.iter().filter(|event| event.is_visible_to(viewer)).cloned().collect();
    let mine = viewer.is_none_or(|viewer| i16::from(viewer) == i16::from(ply.player));
    let announcement = if mine { None } else { announcement(&plan.rules, plan.board.count, ply.action) };
    let ply_seen = match announcement.and_then(|announced| labels.iter().position(|label| *label == announced)) {
        Some(announced) => KnownPly::Secret { announcement: announced, region: announced_cells(plan, &events) },
        None => KnownPly::Id(ply.action),
    };
    Observation { player: ply.player, ply: ply_seen, events }
}

fn announced_cells<const W: usize>(plan: &Plan<W>, events: &[Event]) -> Bits<W> {
    let announced = events.iter().filter(|event| event.kind == EventKind::Announce);
    announced.fold(Bits::EMPTY, |all, event| all | cells_of(plan, &event.cells))
}

/// A list of cells as a set.
#[must_use]
pub fn cells_of<const W: usize>(plan: &Plan<W>, cells: &[u16]) -> Bits<W> {
    cells
        .iter()
        .filter_map(|&cell| plan.board.place.get(usize::from(cell)))
        .fold(Bits::EMPTY, |all, &p| all | set_of_place(p))
}

/// All ways in which a secret placement may be announced, each once.
#[must_use]
pub fn labels(rules: &Rules) -> Vec<&str> {
    let mut distinct: Vec<&str> = Vec::new();
    for block in &rules.blocks {
        if let Form::Commit(labels) = &block.form {
            let new = labels.iter().map(String::as_str);
            new.for_each(|label| {
                if !distinct.contains(&label) {
                    distinct.push(label)
                }
            });
        }
    }
    distinct
}

impl<const W: usize> VisibleState<W> {
    /// What the viewer sees of a state.
    #[must_use]
    pub fn new(game: &Game<W>, state: &State<W>, viewer: Option<u8>) -> Self {
        let planes = game.plan.planes;
        VisibleState {
            to_move: game.to_move(state),
            pieces: (0..planes).map(|plane| visible_pieces(&game.plan, state, viewer, plane)).collect(),
            hidden: (0..planes).map(|plane| hidden_pieces(&game.plan, state, viewer, plane)).collect(),
            captured: state.captured,
            scores: state.scores,
            hands: state.hands.clone(),
            quiet: state.quiet.clone(),
            seats: state.seats,
            over: state.result.is_some(),
        }
    }

    /// Whether the viewer has exactly this information in a state. Called for many states, so it allocates nothing.
    #[must_use]
    pub fn is_same_in(&self, game: &Game<W>, state: &State<W>, viewer: Option<u8>) -> bool {
        let viewer = if state.result.is_some() { None } else { viewer };
        let open = (state.captured, state.scores, state.seats, state.result.is_some());
        open == (self.captured, self.scores, self.seats, self.over)
            && state.hands == self.hands
            && state.quiet == self.quiet
            && self.has_same_pieces(&game.plan, state, viewer)
            && game.to_move(state) == self.to_move
    }

    fn has_same_pieces(&self, plan: &Plan<W>, state: &State<W>, viewer: Option<u8>) -> bool {
        let pieces = |(plane, set): (usize, &Bits<W>)| visible_pieces(plan, state, viewer, plane) == *set;
        let hidden = |(plane, set): (usize, &Bits<W>)| hidden_pieces(plan, state, viewer, plane) == *set;
        self.pieces.iter().enumerate().all(pieces) && self.hidden.iter().enumerate().all(hidden)
    }
}

/// The pieces of a set that the viewer sees: his own, and public ones.
fn visible_pieces<const W: usize>(plan: &Plan<W>, state: &State<W>, viewer: Option<u8>, plane: usize) -> Bits<W> {
    let (owner, pieces) = (plane / plan.rules.kinds.len().max(1), state.pieces[plane]);
    let mine = viewer.is_none() || (owner > 0 && state.seats.get(owner - 1).copied() == viewer);
    if mine { pieces } else { pieces & public_pieces(state, plane) }
}

/// Those of them that are not public.
fn hidden_pieces<const W: usize>(plan: &Plan<W>, state: &State<W>, viewer: Option<u8>, plane: usize) -> Bits<W> {
    visible_pieces(plan, state, viewer, plane) & !public_pieces(state, plane)
}

/// The public part of a set; all of it where there are no secrets.
fn public_pieces<const W: usize>(state: &State<W>, plane: usize) -> Bits<W> {
    state.shown.get(plane).copied().unwrap_or(state.pieces[plane])
}
