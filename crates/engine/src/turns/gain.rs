//! The gain of a turn for its player, derived from the rules.

pub use lusory_play::Gain;

use crate::evaluate::WordEvaluator;
use crate::game::Game;
use crate::plan::Plan;
use crate::rule::{End, EndKind, Number, Phase, Side};
use crate::state::{SIDES, State};

/// The counted quantity: points if the rules give any, else the number that decides by the most, else captured pieces.
/// (A game without any of these counts nothing: then only a turn that ends the game has a gain.)
#[derive(Clone, Debug)]
enum CountedQuantity {
    Points,
    Number(Number),
    Captured,
}

/// Evaluates the gain of turns of one player from one state.
#[derive(Clone, Debug)]
pub struct GainEvaluator {
    scale: CountedQuantity,
    player: u8,
    before: i64,
}

impl GainEvaluator {
    /// For the turns of the player to move; chance gains nothing.
    #[must_use]
    pub fn new<const W: usize>(game: &Game<W>, state: &State<W>) -> Self {
        let player = u8::try_from(game.to_move(state)).unwrap_or(0);
        let mut gauge = GainEvaluator { scale: scale(&game.plan), player, before: 0 };
        gauge.before = gauge.lead(&game.plan, state);
        gauge
    }

    /// The gain when this state is reached.
    #[must_use]
    pub fn gain<const W: usize>(&self, game: &Game<W>, state: &State<W>) -> Gain {
        let counted = self.lead(&game.plan, state).saturating_sub(self.before);
        let value = state.result.as_ref().map(|outcome| outcome.values[usize::from(self.player) & (SIDES - 1)]);
        let result = value.map_or(0, |value| i8::from(value >= 1.0) - i8::from(value <= 0.0));
        Gain { margin: counted, result }
    }

    /// Whether captured pieces are counted. They are never given back, so that no gain is negative.
    #[must_use]
    pub fn counts_captures(&self) -> bool {
        matches!(self.scale, CountedQuantity::Captured)
    }

    /// The player's lead.
    fn lead<const W: usize>(&self, plan: &Plan<W>, state: &State<W>) -> i64 {
        let sign = |side: usize| if state.seats[side] == self.player { 1 } else { -1 };
        let count = |side: usize| self.count(plan, state, side).saturating_mul(sign(side));
        (0..plan.rules.sides.min(SIDES)).fold(0, |sum: i64, side| sum.saturating_add(count(side)))
    }

    fn count<const W: usize>(&self, plan: &Plan<W>, state: &State<W>, side: usize) -> i64 {
        match &self.scale {
            CountedQuantity::Points => state.scores[side],
            CountedQuantity::Captured => state.captured[side],
            CountedQuantity::Number(number) => {
                WordEvaluator { side: side as u8, ..WordEvaluator::new(plan, state) }.number(number)
            }
        }
    }
}

fn scale<const W: usize>(plan: &Plan<W>) -> CountedQuantity {
    if plan.rules.scores {
        return CountedQuantity::Points;
    }
    match plan.rules.ends.iter().find_map(most) {
        Some(Number::Captured(Side::Own)) | None => CountedQuantity::Captured,
        Some(number) => CountedQuantity::Number(number.clone()),
    }
}

/// The number of which the most wins, if an end decides so.
fn most(end: &Phase<End>) -> Option<&Number> {
    match end {
        Phase::Plain(end) => match &end.kind {
            EndKind::Most(number) => Some(number),
            _ => None,
        },
        Phase::If(choice) => most(&choice.then).or_else(|| choice.otherwise.as_ref().and_then(most)),
        Phase::BySide(parts) => parts.iter().find_map(most),
    }
}
