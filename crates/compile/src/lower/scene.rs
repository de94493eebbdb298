//! The evaluation context of words: values of the pieces and of the current ply.

use super::NeededState;
use crate::builder::{Builder, Value};
use crate::program::Kind;
use lusory_engine::evaluate::Viewer;
use lusory_engine::lowering_input::LoweringInput;
use lusory_engine::rule::{Action, Atomic};
use lusory_engine::state_slots::StateSlot;

/// Everything that a state holds, as values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StateValues {
    /// owner * kinds + kind.
    pub pieces: Vec<Value>,
    /// The public part of each set of a side, sides * kinds of them; only where something is hidden.
    pub shown: Vec<Value>,
    /// One a side.
    pub captured: Vec<Value>,
    /// One a side.
    pub scores: Vec<Value>,
    /// side * kinds + kind; none where the kind is without number.
    pub hands: Vec<Option<Value>>,
    /// The quiet counters.
    pub quiet: Vec<Value>,
    /// The sets of marked cells.
    pub marks: Vec<Value>,
    /// For each side where its recent plies ended, the latest first.
    pub lasts: Vec<Vec<Value>>,
    /// For each side where the recent plies of all others ended, the latest first. Only where words or
    /// `LoweringOptions::all_slots` ask for it.
    pub lasts_of_others: Vec<Vec<Value>>,
    /// The face of the die; only where there is one, and words or `LoweringOptions::all_slots` ask for it.
    pub rolled: Option<Value>,
    /// Whether the first two sides are exchanged between their players. Only where a ply may do so.
    pub swapped: Option<Value>,
    /// Whether each side is out. Only where a loss may put one of several sides out.
    pub out: Vec<Value>,
}

/// The registers of the state.
#[derive(Clone, Debug)]
pub(super) struct Stores {
    pub position: StateValues,
    pub result: Value,
    /// How many positions have been noted; only where words ask for repetition.
    pub noted: Option<Value>,
}

impl Stores {
    pub fn new(laid: &LoweringInput, b: &mut Builder, needed: NeededState) -> Self {
        let rules = &laid.rules;
        let pieces = (0..)
            .zip(&laid.pieces)
            .map(|(plane, set)| b.stored(Kind::Set, Some(StateSlot::Pieces(plane)), set.clone()))
            .collect();
        let kinds = rules.kinds.len();
        let sides = (kinds..laid.pieces.len()).filter(|_| rules.hidden);
        let mut shown = |plane| b.stored(Kind::Set, Some(StateSlot::Shown(plane)), laid.pieces[plane].clone());
        let shown = sides.map(&mut shown).collect();
        let mut numbers = |wanted: bool, slot: fn(usize) -> StateSlot| -> Vec<Value> {
            let count = if wanted { rules.sides } else { 0 };
            (0..count).map(|side| b.stored(Kind::Number, Some(slot(side)), vec![0])).collect()
        };
        let captured = numbers(needed.captured, StateSlot::Captured);
        let scores = numbers(needed.scores, StateSlot::Score);
        let handed = (0..rules.sides).flat_map(|_| rules.handed.iter());
        let mut hand = |at, in_hand: u32| b.stored(Kind::Number, Some(StateSlot::Hand(at)), vec![u64::from(in_hand)]);
        let hands = (0..).zip(handed).map(|(at, in_hand)| in_hand.map(|in_hand| hand(at, in_hand))).collect();
        let quiets = 0..rules.quiets.len();
        let quiet = quiets.map(|at| b.stored(Kind::Number, Some(StateSlot::Quiet(at)), vec![0])).collect();
        let layers = 0..rules.mark_layers();
        let empty = vec![0; laid.width];
        let marks = layers.map(|layer| b.stored(Kind::Set, Some(StateSlot::Marks(layer)), empty.clone())).collect();
        let memory = if needed.lasts { rules.memory } else { 0 };
        let mut last = |side, age| b.stored(Kind::Set, Some(StateSlot::Last { side, age }), empty.clone());
        let lasts = (0..rules.sides).map(|side| (0..memory).map(|age| last(side, age)).collect()).collect();
        let memory = if needed.lasts_of_others { rules.memory } else { 0 };
        let mut last = |side, age| b.stored(Kind::Set, Some(StateSlot::LastOfOthers { side, age }), empty.clone());
        let lasts_of_others = (0..rules.sides).map(|side| (0..memory).map(|age| last(side, age)).collect()).collect();
        let result = b.stored(Kind::Number, None, vec![0]);
        let has = |test: fn(&Atomic) -> bool| rules.nodes.iter().filter_map(|node| node.atomic()).any(test);
        let is_rolled = needed.rolled && has(|atomic| matches!(atomic.action, Action::Roll { .. }));
        let rolled = is_rolled.then(|| b.stored(Kind::Number, Some(StateSlot::Dice), vec![0]));
        let swapped = has(|atomic| matches!(atomic.action, Action::Swap))
            .then(|| b.stored(Kind::Condition, Some(StateSlot::Swapped), vec![0]));
        let noted = rules.repeats.then(|| b.stored(Kind::Number, Some(StateSlot::Recorded), vec![0]));
        let leaving = if rules.eliminates() { rules.sides } else { 0 };
        let out = (0..leaving).map(|side| b.stored(Kind::Condition, Some(StateSlot::Out(side)), vec![0])).collect();
        let position = StateValues {
            pieces,
            shown,
            captured,
            scores,
            hands,
            quiet,
            marks,
            lasts,
            lasts_of_others,
            rolled,
            swapped,
            out,
        };
        Stores { noted, position, result }
    }
}

impl StateValues {
    /// All values, in one order.
    pub fn all(&self) -> Vec<Value> {
        let numbers = self.captured.iter().chain(&self.scores).chain(self.hands.iter().flatten()).chain(&self.quiet);
        let single = self.rolled.iter().chain(&self.swapped);
        self.pieces
            .iter()
            .chain(&self.shown)
            .chain(numbers)
            .chain(&self.marks)
            .chain(self.lasts.iter().chain(&self.lasts_of_others).flatten())
            .chain(single)
            .chain(&self.out)
            .copied()
            .collect()
    }
}

/// What is known of the ply.
#[derive(Clone, Debug)]
pub(super) struct PlyValues {
    /// Where it ends, and where its piece came from.
    pub to: Value,
    pub origin: Value,
    /// Its direction: for each that there may be, where it is the one.
    pub headings: Vec<(usize, Value)>,
    /// Where its piece stands; the pieces moved; the cells visited.
    pub just: Value,
    pub moved: Value,
    pub visited: Value,
}

/// The answer to a secret placement: the cells announced, and those revealed.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerValues {
    pub announced: Value,
    pub revealed: Value,
}

/// A position from the point of view of one side.
#[derive(Clone, Debug)]
pub(super) struct SideView {
    pub side: usize,
    pub now: StateValues,
    /// Who looks at the board, where something is hidden.
    pub viewer: Viewer,
    /// The answer to the secret placement that is being made or answered.
    pub answer: Option<AnswerValues>,
    /// The cell that a `Where` asks about, by its number in the rules.
    pub here: Option<u32>,
    /// None: no ply is known, or the turn has not begun.
    pub ply: Option<PlyValues>,
    /// Whether the next side may play something. Given where the ends are judged.
    pub next: Option<Next>,
    /// Whether the side has another turn. None: no effect says so.
    pub again: Option<Value>,
    /// How often the position has occurred, where its turn is over.
    pub times: Option<Value>,
}

/// What the ends ask of the next turn.
#[derive(Clone, Debug)]
pub(super) struct Next {
    /// The sides that may be next, each with where it is.
    pub sides: Vec<(usize, Value)>,
    /// Whether the side has a ply.
    pub able: Value,
    /// Whether its plies may be tried out: whether it has one is then seen a tick later.
    pub tried: bool,
    /// Whether the turn is over. None: every ply ends its turn.
    pub over: Option<Value>,
}

impl SideView {
    /// What the referee sees, with nothing known of a ply.
    pub fn new(side: usize, now: StateValues) -> SideView {
        let (viewer, answer, here, ply, next, again, times) = (Viewer::All, None, None, None, None, None, None);
        SideView { side, now, viewer, answer, here, ply, next, again, times }
    }

    /// The position at the start of a turn of this side.
    pub fn next_turn(&self, side: usize) -> SideView {
        SideView::new(side, self.now.clone())
    }
}
