//! How games ended, counted.

use crate::state::SIDES;

/// Units per point: divisible by two, three and four, so that shared points are whole.
pub const POINT: u64 = 12;

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// How many games there were.
    pub games: u64,
    /// Twelfths of a point, one number per player: `POINT` for a win, an equal share for a draw.
    pub points: [u64; SIDES],
    /// Games won, one number per player.
    pub wins: [u64; SIDES],
    /// Drawn games.
    pub draws: u64,
}

impl Results {
    /// Adds a game with these values, one per player.
    #[inline]
    pub fn add(&mut self, values: &[f64; SIDES]) {
        let mut wins = 0;
        for (player, &value) in values.iter().enumerate() {
            self.points[player] += (value * POINT as f64).round() as u64;
            self.wins[player] += u64::from(value == 1.0);
            wins |= u64::from(value == 1.0);
        }
        self.games += 1;
        self.draws += 1 - wins;
    }

    /// The results of one game with these values.
    #[must_use]
    pub fn of(values: &[f64; SIDES]) -> Self {
        let mut results = Results::default();
        results.add(values);
        results
    }

    /// The results of one two-player game that gave the first player so many half points.
    #[inline]
    #[must_use]
    pub fn of_halves(halves: u8) -> Self {
        const LOST: Results = Results { games: 1, points: [0, POINT, 0, 0], wins: [0, 1, 0, 0], draws: 0 };
        const DRAWN: Results = Results { games: 1, points: [POINT / 2, POINT / 2, 0, 0], wins: [0; SIDES], draws: 1 };
        const WON: Results = Results { games: 1, points: [POINT, 0, 0, 0], wins: [1, 0, 0, 0], draws: 0 };
        match halves {
            0 => LOST,
            1 => DRAWN,
            _ => WON,
        }
    }

    /// Adds the results of other games.
    #[inline]
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.draws += other.draws;
        for player in 0..SIDES {
            self.points[player] += other.points[player];
            self.wins[player] += other.wins[player];
        }
    }

    /// The sum of a player's values.
    #[must_use]
    pub fn value(&self, player: usize) -> f64 {
        self.points.get(player).map_or(0.0, |&points| points as f64 / POINT as f64)
    }
}
