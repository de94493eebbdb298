//! Sums that measures need besides results and lengths. Whole numbers only.

use super::add_all;
use crate::results::Results;

/// Fixed-point unit of logarithms: parts of a bit.
pub const BIT: u64 = 1 << PLACES;
/// Binary places of the fixed-point format.
const PLACES: u32 = 20;

/// The binary logarithm of a number in parts of a bit, rounded to the nearest; 0 of 0.
///
/// Repeated squaring: whether the square passes a power of two gives the next digit. No floats, so that every machine
/// gives the same result.
#[must_use]
pub fn logarithm(number: u64) -> u64 {
    if number == 0 {
        return 0;
    }
    let mut bits = u64::from(63 - number.leading_zeros());
    let mut mantissa = u128::from(number << number.leading_zeros());
    for _ in 0..=PLACES {
        let square = mantissa * mantissa;
        let is_above = square >> 127;
        bits = bits << 1 | is_above as u64;
        mantissa = if is_above == 1 { square >> 64 } else { square >> 63 };
    }
    bits.div_ceil(2)
}

/// Sums over the plies of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameSums {
    /// Plies of players; not those of chance.
    pub choices: u64,
    /// Legal plies before those.
    pub legal: u64,
    /// Those that were the only legal one.
    pub forced: u64,
    /// Pieces captured (see `ObservedPly::captured`).
    pub captured: u64,
    /// Logarithms of the numbers of legal plies, before plies of chance too (see `logarithm`).
    pub tree: u64,
}

/// Sums over games of these numbers, their squares and products: enough for intervals of means and ratios. Games cut
/// off are included, as far as they went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    /// Sums of each number: choices, legal, forced, captured, tree.
    pub sums: [u128; 5],
    /// Sums of its square.
    pub squares: [u128; 5],
    /// Sums of its product with the number of choices.
    pub by_choices: [u128; 5],
}

impl Moments {
    /// Adds a game.
    #[inline]
    pub fn add(&mut self, game: &GameSums) {
        let numbers = [game.choices, game.legal, game.forced, game.captured, game.tree];
        for (i, number) in numbers.into_iter().enumerate() {
            self.sums[i] += u128::from(number);
            self.squares[i] += u128::from(number) * u128::from(number);
            self.by_choices[i] += u128::from(number) * u128::from(game.choices);
        }
    }

    fn merge(&mut self, other: &Self) {
        for i in 0..self.sums.len() {
            self.sums[i] += other.sums[i];
            self.squares[i] += other.squares[i];
            self.by_choices[i] += other.by_choices[i];
        }
    }
}

/// Numbers for each cell of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CellNumbers {
    /// How many plies went to it, those of games cut off among them.
    pub played: Vec<u64>,
    /// Finished games whose first ply went to it.
    pub first: Vec<Results>,
    /// Finished games in which it was the last cell that a ply went to.
    pub last: Vec<u64>,
    /// Finished games with a piece on it at the end: for each owner (neutral, first side, ...) one number per cell.
    pub owned: Vec<Vec<u64>>,
}

/// Sums for measures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measures {
    /// Results of the games that each end clause ended.
    pub ends: Vec<Results>,
    /// Results of the games in which no side had a legal ply.
    pub nothing_legal: Results,
    /// How many finished games had each number of turns; a turn counts once it has a ply.
    pub turns: Vec<u64>,
    /// Moments of the numbers of a game.
    pub moments: Moments,
    /// Sums over finished games of the number of occupied cells at the end, and of its square.
    pub occupied: [u128; 2],
    /// Sums by cell.
    pub cells: CellNumbers,
}

impl Measures {
    /// Adds the sums of other games.
    pub fn merge(&mut self, other: &Self) {
        add_all(&mut self.ends, &other.ends, Results::merge);
        self.nothing_legal.merge(&other.nothing_legal);
        add_all(&mut self.turns, &other.turns, |total, addend| *total += addend);
        self.moments.merge(&other.moments);
        (0..2).for_each(|i| self.occupied[i] += other.occupied[i]);
        self.cells.merge(&other.cells);
    }
}

impl CellNumbers {
    fn merge(&mut self, other: &Self) {
        let add = |total: &mut u64, addend: &u64| *total += addend;
        add_all(&mut self.played, &other.played, add);
        add_all(&mut self.first, &other.first, Results::merge);
        add_all(&mut self.last, &other.last, add);
        add_all(&mut self.owned, &other.owned, |total, addend| add_all(total, addend, add));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floats() {
        for number in (1..5000).chain([u64::MAX, u64::MAX / 3, 1 << 40, (1 << 53) - 1]) {
            let expected = ((number as f64).log2() * BIT as f64).round();
            assert!((logarithm(number) as f64 - expected).abs() <= f64::from(u8::from(number > 1 << 30)), "{number}");
        }
        assert_eq!([0, 1, 2, 1 << 63].map(logarithm), [0, 0, BIT, 63 * BIT]);
    }

    #[test]
    fn moments_are_sums_of_numbers_squares_and_products() {
        let mut moments = Moments::default();
        moments.add(&GameSums { choices: 3, legal: 12, forced: 1, captured: 0, tree: 4 });
        moments.add(&GameSums { choices: 2, legal: 5, forced: 0, captured: 2, tree: u64::MAX });
        assert_eq!(moments.sums[..4], [5, 17, 1, 2]);
        assert_eq!(moments.squares[..4], [13, 169, 1, 4]);
        assert_eq!(moments.by_choices[..4], [13, 46, 3, 4]);
        assert_eq!(moments.squares[4], 16 + u128::from(u64::MAX).pow(2));
    }
}
