//! A state without secrets as text: every piece by cell, and every counter that affects the future.

use super::information_state::VisibleState;
use super::information_text::{cell_name, joined_by_blanks, names, player_name, result_line, visible_lines};
use crate::board::{Board, set_of_place};
use crate::game::Game;
use crate::plan::Plan;
use crate::state::State;
use sha2::{Digest, Sha256};

/// The lines of the text.
pub(super) fn whole<const W: usize>(game: &Game<W>, state: &State<W>) -> Vec<String> {
    let plan = &game.plan;
    let mut lines = visible_lines(plan, &VisibleState::new(game, state, None));
    let marks =
        [("to", set_of_place(state.to)), ("origin", set_of_place(state.origin)), ("just", set_of_place(state.just))];
    let marks = marks.into_iter().chain([("moved", state.moved), ("visited", state.visited)]);
    lines.extend(marks.filter(|(_, set)| set.any()).map(|(mark, set)| format!("{mark}: {}", names(plan, set))));
    lines.extend(state.marks.iter().any(|set| set.any()).then(|| format!("marks: {}", mark_sets(plan, state))));
    if !state.lasts.is_empty() {
        lines.push(format!("last: {}", lasts(plan, state)));
    }
    lines.push(course(plan, state));
    if !state.repetition_table.is_empty() {
        lines.push(history(plan, state));
    }
    lines.push(format!("to move: {}", player_name(game.to_move(state))));
    lines.extend(state.result.iter().map(|outcome| result_line(plan, outcome)));
    lines
}

/// The cells of each set of marks; `-` where it is empty.
fn mark_sets<const W: usize>(plan: &Plan<W>, state: &State<W>) -> String {
    let sets: Vec<String> = state.marks.iter().map(|&set| names(plan, set)).collect();
    sets.iter().map(|set| if set.is_empty() { "-" } else { set }).collect::<Vec<_>>().join(", ")
}

fn lasts<const W: usize>(plan: &Plan<W>, state: &State<W>) -> String {
    let cell = |place| cell_name(plan, plan.board.cell_of(place) as u16);
    joined_by_blanks(state.lasts.iter().map(|last| format!("{} {}", last.side + 1, cell(last.place))))
}

/// The remaining turn, and what has happened in it.
fn course<const W: usize>(plan: &Plan<W>, state: &State<W>) -> String {
    let heading = u32::try_from(state.heading).ok().and_then(|way| 1u64.checked_shl(way)).unwrap_or(0);
    let flags = (u8::from(state.acted), u8::from(state.again));
    let counters = (state.happened, state.told, state.out);
    format!(
        "turn {} agenda {} heading {heading} happened {} told {} out {} acted {} again {} dice {}",
        state.turn,
        agenda(plan, state.agenda),
        counters.0,
        counters.1,
        counters.2,
        flags.0,
        flags.1,
        state.dice
    )
}

/// Each remaining part as a number: twice its node, plus one where the turn may be ended before it.
fn agenda<const W: usize>(plan: &Plan<W>, agenda: u16) -> String {
    let links = &plan.rules.agendas;
    let chain = std::iter::successors(links.link(agenda), |link| links.link(link.rest));
    let parts: Vec<String> = chain.map(|link| (link.node * 2 + usize::from(link.stop)).to_string()).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join(",") }
}

/// The number of standings, and a digest of what Repeats compares with: the first 16 digits of the SHA-256 of the
/// sorted lines, one per standing. A line is `0,1c,8000 1 0,1 2`: the sets of pieces and of marked cells as hexadecimal
/// numbers with bit i for cell i, the side to move, the players of the sides, how often it occurred.
fn history<const W: usize>(plan: &Plan<W>, state: &State<W>) -> String {
    let mut all: Vec<&[u64]> = state.repetition_table.entries().collect();
    all.sort_unstable();
    let stretches = all.chunk_by(|a, b| a == b);
    let mut lines: Vec<String> = stretches.map(|run| standing(plan, run[0], run.len())).collect();
    lines.sort_unstable();
    let hash: String = Sha256::digest(lines.join("\n")).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("standings: {}, {hash}", lines.len())
}

fn standing<const W: usize>(plan: &Plan<W>, words: &[u64], times: usize) -> String {
    let sets_of_record = plan.planes + plan.rules.mark_layers();
    let sets: Vec<String> =
        words.chunks_exact(W).take(sets_of_record).map(|set| hexadecimal(&plan.board, set)).collect();
    let order = words.last().copied().unwrap_or(0);
    let seat = |side: usize| (order >> 3 >> (2 * side) & 3).to_string();
    let seats: Vec<String> = (0..plan.rules.sides).map(seat).collect();
    format!("{} {} {} {times}", sets.join(","), order & 7, seats.join(","))
}

/// A set of cells as a number with bit i for cell i.
fn hexadecimal<const W: usize>(board: &Board<W>, words: &[u64]) -> String {
    let has = |cell: usize| {
        let place = board.place.get(cell).map_or(0, |&place| place as usize);
        cell < board.place.len() && words.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 != 0)
    };
    let digit = |k: usize| (0..4).fold(0, |all, bit| all | u32::from(has(4 * k + bit)) << bit);
    let digits = (0..board.place.len().div_ceil(4)).rev().map(digit);
    let text: String = digits.skip_while(|&digit| digit == 0).filter_map(|digit| char::from_digit(digit, 16)).collect();
    if text.is_empty() { "0".to_owned() } else { text }
}
