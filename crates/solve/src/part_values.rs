//! Values of games in which the last player to move wins, and who may move in any of several parts: a value is what each
//! side can move to. Dominated and reversible moves are left out; then equal values have equal moves (Berlekamp, Conway
//! and Guy, Winning Ways, chapter 3; Siegel, Combinatorial Game Theory, chapter II).

use lusory_play::random_numbers::scrambled;
use std::collections::HashMap;

/// The number of a value in its list.
pub type ValueId = u32;

/// By side, the values that it can move to.
type Moves = [Vec<ValueId>; 2];

/// Nobody can move: whoever is to move loses.
pub const ZERO: ValueId = 0;

/// One, in the unit of numbers. Parts are so small that numbers are multiples of the unit.
pub const ONE: i64 = 1 << 20;

/// A list of values.
#[derive(Debug)]
pub struct PartValues {
    moves: Vec<Moves>,
    /// What each value is as a number; none where it is no number.
    numbers: Vec<Option<i64>>,
    ids: HashMap<Moves, ValueId>,
    /// Whether one value is at most another, for the first side.
    at_most: HashMap<(ValueId, ValueId), bool>,
    negatives: HashMap<ValueId, ValueId>,
    /// The same in every list.
    hashes: Vec<u128>,
}

impl Default for PartValues {
    fn default() -> Self {
        let none = Moves::default();
        PartValues {
            moves: vec![none.clone()],
            numbers: vec![Some(0)],
            ids: HashMap::from([(none, ZERO)]),
            at_most: HashMap::new(),
            negatives: HashMap::from([(ZERO, ZERO)]),
            hashes: vec![0],
        }
    }
}

impl PartValues {
    /// How many entries its lists have, one of which takes about a hundred bytes.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.moves.len() + self.at_most.len()
    }

    /// A hash that equal values have in all lists; 0 that of `ZERO`.
    #[must_use]
    pub fn hash(&self, value: ValueId) -> u128 {
        self.hashes[value as usize]
    }

    /// A value as a number, in units of which `ONE` is one; none where it is no number.
    #[must_use]
    pub fn number(&self, value: ValueId) -> Option<i64> {
        self.numbers[value as usize]
    }

    /// The number that has these moves in its simplest form, none or one for each side: the number halfway between, or
    /// one more, or less, than where only one side can move.
    fn number_of(&self, moves: &Moves) -> Option<i64> {
        let of_side = |side: usize| match moves[side][..] {
            [] => Some(None),
            [to] => self.number(to).map(Some),
            _ => None,
        };
        match (of_side(0)?, of_side(1)?) {
            (None, None) => Some(0),
            (Some(first), None) => Some(first + ONE),
            (None, Some(second)) => Some(second - ONE),
            (Some(first), Some(second)) => (first < second).then_some((first + second) / 2),
        }
    }

    /// Of these moves of a side, those to which no other one is as good; of equal ones the first.
    pub fn best(&mut self, moves: &[ValueId], side: usize) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for (number, &to) in moves.iter().enumerate() {
            let is_dominated = moves.iter().enumerate().any(|(other_number, &other)| {
                let is_equal = other == to;
                if is_equal { other_number < number } else { self.is_as_good(other, to, side) }
            });
            if !is_dominated {
                kept.push(number);
            }
        }
        kept
    }

    /// The value in which each side can move to these.
    pub fn value(&mut self, moves: Moves) -> ValueId {
        let mut moves = moves;
        loop {
            moves.iter_mut().for_each(|of_side| {
                of_side.sort_unstable();
                of_side.dedup();
            });
            let bypassed = [0, 1].map(|side| self.without_reversible(&moves, side));
            if bypassed == moves {
                break;
            }
            moves = bypassed;
        }
        let simplest = [0, 1].map(|side| {
            let best = self.best(&moves[side], side);
            best.into_iter().map(|place| moves[side][place]).collect()
        });
        self.intern(simplest)
    }

    fn intern(&mut self, moves: Moves) -> ValueId {
        if let Some(&id) = self.ids.get(&moves) {
            return id;
        }
        let id = self.moves.len() as ValueId;
        let sum = |side: usize| moves[side].iter().fold(0u128, |sum, &to| sum.wrapping_add(mixed(self.hash(to), side)));
        self.hashes.push(mixed(sum(0).wrapping_add(sum(1)), 2));
        self.ids.insert(moves.clone(), id);
        self.numbers.push(self.number_of(&moves));
        self.moves.push(moves);
        id
    }

    /// The value with the sides exchanged.
    pub fn negative(&mut self, value: ValueId) -> ValueId {
        if let Some(&negative) = self.negatives.get(&value) {
            return negative;
        }
        let moves = self.moves[value as usize].clone();
        let mut exchanged =
            [1, 0].map(|side: usize| moves[side].iter().map(|&to| self.negative(to)).collect::<Vec<_>>());
        exchanged.iter_mut().for_each(|of_side| of_side.sort_unstable());
        let negative = self.intern(exchanged);
        self.negatives.extend([(value, negative), (negative, value)]);
        negative
    }

    /// Whether a value is at least as good as another for a side.
    fn is_as_good(&mut self, value: ValueId, other: ValueId, side: usize) -> bool {
        if side == 0 { self.is_at_most(other, value) } else { self.is_at_most(value, other) }
    }

    /// Whether a value is at most another: the second side wins the difference even if the first begins.
    fn is_at_most(&mut self, value: ValueId, other: ValueId) -> bool {
        if let Some(&known) = self.at_most.get(&(value, other)) {
            return known;
        }
        let (left, right) = (self.moves[value as usize][0].clone(), self.moves[other as usize][1].clone());
        let answer = !left.into_iter().any(|to| self.is_at_most(other, to))
            && !right.into_iter().any(|to| self.is_at_most(to, value));
        self.at_most.insert((value, other), answer);
        answer
    }

    /// The same of the position with these moves, which has no number yet: whether it is as good as a value for a side.
    fn are_as_good(&mut self, moves: &Moves, other: ValueId, side: usize) -> bool {
        let [own, theirs] = [side, 1 - side];
        let others = self.moves[other as usize][own].clone();
        let holds = !moves[theirs].iter().any(|&to| self.is_as_good(other, to, side));
        holds && !others.into_iter().any(|to| self.are_at_most_as_good(moves, to, side))
    }

    fn are_at_most_as_good(&mut self, moves: &Moves, other: ValueId, side: usize) -> bool {
        let [own, theirs] = [side, 1 - side];
        let answers = self.moves[other as usize][theirs].clone();
        let holds = !moves[own].iter().any(|&to| self.is_as_good(to, other, side));
        holds && !answers.into_iter().any(|to| self.are_as_good(moves, to, side))
    }

    /// The moves of a side; in place of one that the other side can answer so that it is no better off than before, the
    /// moves after the answer.
    fn without_reversible(&mut self, moves: &Moves, side: usize) -> Vec<ValueId> {
        let mut kept = Vec::new();
        for &to in &moves[side] {
            let answers = self.moves[to as usize][1 - side].clone();
            match answers.into_iter().find(|&answer| self.are_as_good(moves, answer, side)) {
                Some(answer) => kept.extend(self.moves[answer as usize][side].iter().copied()),
                None => kept.push(to),
            }
        }
        kept.sort_unstable();
        kept.dedup();
        kept
    }
}

/// A hash of a hash and a small number.
pub(crate) fn mixed(hash: u128, number: usize) -> u128 {
    let (low, high) = (hash as u64, (hash >> 64) as u64);
    let tag = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let first = scrambled(low.wrapping_add(tag).wrapping_add(high.rotate_left(32)));
    let second = scrambled(high.wrapping_add(tag.rotate_left(17)) ^ first.wrapping_mul(0xd1b5_4a32_d192_ed03));
    u128::from(first) << 64 | u128::from(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_one_number_and_others_do_not() {
        let mut values = PartValues::default();
        let mut value = |first: &[ValueId], second: &[ValueId]| values.value([first.to_vec(), second.to_vec()]);
        let (star, one, minus_one) = (value(&[ZERO], &[ZERO]), value(&[ZERO], &[]), value(&[], &[ZERO]));
        let (up, two) = (value(&[ZERO], &[star]), value(&[one], &[]));
        assert_eq!([value(&[star], &[star]), value(&[minus_one], &[one])], [ZERO, ZERO]);
        // Zero is dominated by one, and the simplest number between is two where there is no upper end.
        assert_eq!([value(&[ZERO, one], &[]), value(&[ZERO, one], &[two])], [two, value(&[one], &[two])]);
        // Up and a star, in its canonical form and with a reversible move more (Winning Ways, chapter 3).
        let up_star = value(&[ZERO, star], &[ZERO]);
        assert_eq!(value(&[star, ZERO], &[ZERO, up]), up_star);
        let all = [ZERO, star, one, minus_one, up, two, up_star];
        assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), all.len());
    }

    #[test]
    fn numbers_are_told_from_what_is_none() {
        let mut values = PartValues::default();
        let mut value = |first: &[ValueId], second: &[ValueId]| {
            let value = values.value([first.to_vec(), second.to_vec()]);
            (value, values.number(value))
        };
        let (one, two) = (value(&[ZERO], &[]), value(&[1], &[]));
        assert_eq!((one, two), ((1, Some(ONE)), (2, Some(2 * ONE))));
        let (minus_one, half) = (value(&[], &[ZERO]), value(&[ZERO], &[1]));
        assert_eq!([minus_one.1, half.1], [Some(-ONE), Some(ONE / 2)]);
        assert_eq!(value(&[half.0], &[one.0]).1, Some(ONE * 3 / 4));
        assert_eq!(value(&[minus_one.0], &[half.0]), (ZERO, Some(0)));
        let (star, hot) = (value(&[ZERO], &[ZERO]), value(&[one.0], &[minus_one.0]));
        assert_eq!([star.1, hot.1, value(&[ZERO], &[star.0]).1, value(&[half.0], &[half.0]).1], [None; 4]);
        // One dominates a half and zero; of two equal moves the first is kept.
        assert_eq!(values.best(&[half.0, one.0, ZERO, one.0], 0), [1]);
        assert_eq!(values.best(&[half.0, one.0, ZERO, one.0], 1), [2]);
        assert_eq!(values.best(&[ZERO, star.0], 0), [0, 1]);
    }

    #[test]
    fn negatives_exchange_the_sides_and_hashes_do_not_depend_on_the_order() {
        let (mut values, mut other) = (PartValues::default(), PartValues::default());
        let star = values.value([vec![ZERO], vec![ZERO]]);
        let up = values.value([vec![ZERO], vec![star]]);
        let down = values.value([vec![star], vec![ZERO]]);
        assert_eq!([values.negative(up), values.negative(down), values.negative(star)], [down, up, star]);
        let one = other.value([vec![ZERO], vec![]]);
        let star_there = other.value([vec![ZERO], vec![ZERO]]);
        let up_there = other.value([vec![ZERO], vec![star_there]]);
        assert_eq!((values.hash(star), values.hash(up)), (other.hash(star_there), other.hash(up_there)));
        assert!(![star_there, up_there].iter().any(|&value| other.hash(value) == other.hash(one)));
    }
}
