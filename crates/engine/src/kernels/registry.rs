//! Registry of kernels: which rules have one, and how it is assembled from the parts found in the rules.
//!
//! To add one: add its form to `recognise` (turns, effects or ends) if that is new; write its table in `moves`,
//! `effects` or `ends`, with the functions of the traits in `parts`; and add an arm below that joins them to a
//! `Kernel`. Every arm is compiled once for each width named in `fast`, some 5 kB of code and 0.1 s of compilation:
//! name those that pay. `tests/test_engine_shapes.py` compares it with the general engine: add a case there.

use super::BoxedKernel;
use super::effects::{CaptureEnclosed, Echo};
use super::ends::{Connected, Full, Goal, MostPoints, Repeats, Windows};
use super::kernel::{Kernel, Stuck};
use super::lattice::{Axes, Fan, Lanes, Lattice, neighbours};
use super::moves::{Fill, Frontier, Place, PlaceAlive};
use super::parts::{Effects, Ends, Moves, Nothing, Position};
use super::recognise::{Clause, EffectForm, EndForm, RecognisedRules, Turn};
use super::turns::turns;
use crate::bits::Bits;
use crate::board::{Board, DirectionSet, Place as Cell, ways};
use crate::game::Game;
use std::any::Any;

/// A kernel for the shape of this game; none where it has no supported shape, or a board of another width.
#[must_use]
pub fn fast<const W: usize>(game: &Game<W>) -> Option<BoxedKernel> {
    kernel(game).or_else(|| alone(game))
}

/// Shapes whose turns have several plies: each has its own runner.
fn alone(game: &dyn Any) -> Option<BoxedKernel> {
    if let Some(game) = game.downcast_ref::<Game<1>>() {
        return turns(game);
    }
    turns(game.downcast_ref::<Game<2>>()?)
}

/// Shapes whose turns are single plies.
fn kernel(game: &dyn Any) -> Option<BoxedKernel> {
    if let Some(game) = game.downcast_ref::<Game<1>>() {
        return one(&RulesOnBoard::of(game)?);
    }
    if let Some(game) = game.downcast_ref::<Game<2>>() {
        return wide::<2>(&RulesOnBoard::of(game)?);
    }
    if let Some(game) = game.downcast_ref::<Game<4>>() {
        return wide::<4>(&RulesOnBoard::of(game)?);
    }
    wide::<6>(&RulesOnBoard::of(game.downcast_ref::<Game<6>>()?)?)
}

/// The parts found, and the initial state.
struct RulesOnBoard<'a, const W: usize> {
    board: &'a Board<W>,
    recognised: RecognisedRules<W>,
    start: Position<W>,
    /// All clauses but a last NoPly.
    clauses: Vec<Clause<W>>,
    stuck: Stuck,
    /// Of a turn after the opening.
    agenda: u16,
}

/// Small boards use smaller types.
const FEWEST: u32 = 4;

impl<'a, const W: usize> RulesOnBoard<'a, W> {
    fn of(game: &'a Game<W>) -> Option<Self> {
        let (board, found, state) = (&game.plan.board, RecognisedRules::of(&game.plan)?, game.start());
        let [neutral, own, enemy] = state.pieces[..] else { return None };
        let shared = (own & enemy).any() || neutral.any();
        if shared || state.result.is_some() || board.count < FEWEST {
            return None;
        }
        let empty = board.all & !(own | enemy);
        let start = Position { own, enemy, empty, to: 0, near: Bits::EMPTY, side: 0 };
        let mut clauses = found.clauses.clone();
        let stuck = match clauses.last() {
            Some(Clause { what: EndForm::NoPly, end: (by, halves) }) => Stuck::Clause(*by, 2 - halves),
            _ => Stuck::Nothing,
        };
        clauses.truncate(clauses.len() - usize::from(stuck != Stuck::Nothing));
        let agenda = game.plan.rules.turns.last().copied().unwrap_or(0);
        Some(RulesOnBoard { board, recognised: found, start, clauses, stuck, agenda })
    }

    /// Whether the board is empty at the start.
    fn bare(&self) -> bool {
        self.start.empty == self.board.all
    }

    fn ids(&self, base: u32) -> Vec<u32> {
        (0..64 * W).map(|place| base + self.board.cell_of(place as Cell)).collect()
    }

    fn joined<M, F, E>(&self, moves: M, effects: F, ends: E) -> Option<BoxedKernel>
    where
        M: Moves<W> + 'static,
        F: Effects<W> + 'static,
        E: Ends<W> + 'static,
    {
        let (start, swap, stuck, agenda) = (self.start, self.recognised.swap, self.stuck, self.agenda);
        Some(Box::new(Kernel { moves, effects, ends, start, swap, stuck, agenda }))
    }

    fn place(&self, base: u32, near: DirectionSet) -> Place<W> {
        Place { near: neighbours(self.board, near), ids: self.ids(base) }
    }
}

/// Boards of one word.
fn one(shape: &RulesOnBoard<'_, 1>) -> Option<BoxedKernel> {
    of_lattice::<1, Fan>(shape)
}

/// Boards of more words.
fn wide<const W: usize>(shape: &RulesOnBoard<'_, W>) -> Option<BoxedKernel> {
    of_lattice::<W, Axes<W, 3>>(shape)
}

fn of_lattice<const W: usize, L: Lattice<W> + 'static>(shape: &RulesOnBoard<'_, W>) -> Option<BoxedKernel> {
    match (&shape.recognised.turn, &shape.recognised.follow) {
        (turn, EffectForm::Capture { ways, own }) => capturing::<W, L>(shape, turn, *ways, *own),
        (&Turn::Place { base }, EffectForm::Nothing) => linked(shape, base),
        (Turn::Frontier { bases, ways }, &EffectForm::Echo { ways: along, before })
            if along == *ways && shape.bare() =>
        {
            let [Clause { what: EndForm::MostPoints, end: (clause, _) }] = shape.clauses[..] else { return None };
            let moves = Frontier { near: neighbours(shape.board, *ways), ids: bases.map(|base| shape.ids(base)) };
            let distinct = Lanes::ahead(shape.board, &self::ways(*ways).collect::<Vec<_>>())?.distinct();
            distinct.then(|| shape.joined(moves, Echo { before }, MostPoints { clause }))?
        }
        _ => None,
    }
}

fn repeats<const W: usize>(clause: &Clause<W>, least: u32) -> Option<Repeats> {
    if let EndForm::Repeats(n) = clause.what { Some(Repeats { n, least, end: clause.end }) } else { None }
}

fn full<const W: usize>(clause: &Clause<W>) -> Option<Full> {
    if let EndForm::Full = clause.what { Some(Full { end: clause.end }) } else { None }
}

/// Games of placing in which groups without an empty neighbour are captured.
fn capturing<const W: usize, L: Lattice<W> + 'static>(
    shape: &RulesOnBoard<'_, W>,
    turn: &Turn,
    directions: DirectionSet,
    own: bool,
) -> Option<BoxedKernel> {
    let [line, rest @ ..] = &shape.clauses[..] else { return None };
    let EndForm::Line { n, exact: false, axes } = &line.what else { return None };
    let line = Windows::<W, 16>::new(shape.board, axes, *n, line.end)?;
    let extra_turn = match rest {
        [] => None,
        [clause] => Some(repeats(clause, 2)?),
        _ => return None,
    };
    let near = neighbours(shape.board, directions);
    let alone = shape.board.all.iter().any(|place| !near.at(place).any());
    if !shape.bare() || alone {
        return None;
    }
    let lattice = || L::new(shape.board, directions);
    match *turn {
        Turn::Place { base } if own => {
            let effects = CaptureEnclosed::<L, true> { lattice: lattice()? };
            shape.joined(shape.place(base, directions), effects, (line, extra_turn))
        }
        Turn::PlaceAlive { base, ways } if !own && ways == directions => {
            let moves = PlaceAlive { lattice: lattice()?, near, ids: shape.ids(base) };
            let effects = CaptureEnclosed::<L, false> { lattice: lattice()? };
            shape.joined(moves, effects, (line, extra_turn))
        }
        _ => None,
    }
}

/// The lines, and a full board after them.
fn lines<'s, const W: usize>(shape: &'s RulesOnBoard<'_, W>) -> Option<(&'s [Clause<W>], Option<Full>)> {
    let (lines, full) = match &shape.clauses[..] {
        [lines @ .., last] if full(last).is_some() => (lines, full(last)),
        lines => (lines, None),
    };
    shape.bare().then_some((lines, full))
}

/// Groups that link regions; then perhaps a ring, and a full board.
fn linked<const W: usize>(shape: &RulesOnBoard<'_, W>, base: u32) -> Option<BoxedKernel> {
    let (clauses, full) = lines(shape)?;
    let (linked, ring) = match clauses {
        [linked @ .., Clause { what: EndForm::Ring { ways }, end }] => (linked, Some((*ways, *end))),
        linked => (linked, None),
    };
    let (mut sets, mut goals, mut directions): ([Vec<Bits<W>>; 2], _, _) =
        ([vec![], vec![]], vec![], ring.map(|(ways, _)| ways));
    for clause in linked {
        let EndForm::Linked { regions, n, ways } = &clause.what else { return None };
        let first = sets[0].len();
        (0..2).for_each(|side| sets[side].extend(&regions[side]));
        let regions_of_side = (first..sets[0].len()).fold(0, |all, i| all | 1u16.checked_shl(i as u32).unwrap_or(0));
        goals.push(Goal { regions: regions_of_side, n: *n, end: clause.end });
        if *directions.get_or_insert(*ways) != *ways {
            return None;
        }
    }
    let (board, ways, sets, ring) = (shape.board, directions?, [&sets[0][..], &sets[1][..]], ring.map(|(_, end)| end));
    let fill = Fill { ids: shape.ids(base) };
    match (&goals[..], ring) {
        (&[goal], None) => {
            shape.joined(fill, Nothing, (Connected::<W, 1, false>::new(board, ways, sets, [goal], ring)?, full))
        }
        (some, _) if some.len() <= 2 => {
            let goals = std::array::from_fn(|i| some.get(i).copied().unwrap_or(Goal::NEVER));
            shape.joined(fill, Nothing, (Connected::<W, 2, true>::new(board, ways, sets, goals, ring)?, full))
        }
        _ => None,
    }
}
