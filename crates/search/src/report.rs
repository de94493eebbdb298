//! The report of a search as data: the best ply, its value and interval, all plies.

use lusory_play::Values;

/// The result for one legal ply.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlyReport {
    /// Its id.
    pub id: u32,
    /// How many simulations went through it.
    pub visits: u64,
    /// What it is worth to who makes it, from 0 to 1; nothing where it was never tried.
    pub value: Option<f64>,
    /// Is that proven?
    pub proven: bool,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Who plays the next ply: a player, or -1 for chance.
    pub to_move: i8,
    /// The best ply; nothing before a chance ply or nothing is legal.
    pub best: Option<u32>,
    /// The plies that are expected from here, the best one first.
    pub principal_variation: Vec<u32>,
    /// What the position is worth, one number a player: the mean of all simulations, or what is proven.
    pub values: Values,
    /// Are these proven? Then there is nothing left to search.
    pub solved: bool,
    /// What the best ply is worth to who makes it.
    pub value: f64,
    /// It lies between these with 95 % confidence, as far as chance in random games goes (Wilson's interval).
    pub interval: (f64, f64),
    /// Is the value of the best ply proven?
    pub proven: bool,
    /// How many simulations the statistics rest on, those kept from earlier plies included.
    pub visits: u64,
    /// How many simulations were made, all in all.
    pub simulations: u64,
    /// How many random games were cut.
    pub cut_playouts: u64,
    /// How many nodes there are.
    pub nodes: usize,
    /// How many bytes they take.
    pub bytes: usize,
    /// Did memory keep the tree from growing?
    pub is_full: bool,
    /// The legal plies, those with the most visits first.
    pub plies: Vec<PlyReport>,
}

/// Wilson's interval of a mean of numbers from 0 to 1, with 95 % confidence.
#[must_use]
pub fn wilson_interval(mean: f64, number: u64) -> (f64, f64) {
    if number == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (number as f64, 1.959_964);
    let (scale, middle) = (1.0 + z * z / n, mean + z * z / (2.0 * n));
    let half = z * (mean * (1.0 - mean) / n + z * z / (4.0 * n * n)).max(0.0).sqrt();
    (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_their_mean_and_get_narrower() {
        assert_eq!(wilson_interval(0.5, 0), (0.0, 1.0));
        let mut width = 1.0;
        for number in [1, 10, 100, 10_000] {
            let (low, high) = wilson_interval(0.3, number);
            assert!(low <= 0.3 && 0.3 <= high && high - low < width);
            width = high - low;
        }
        // Wilson 1927: 7 of 10 is between 0.3968 and 0.8922.
        let (low, high) = wilson_interval(0.7, 10);
        assert!((low - 0.3968).abs() < 1e-3 && (high - 0.8922).abs() < 1e-3);
    }
}
