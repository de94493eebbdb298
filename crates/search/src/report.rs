//! The report of a Monte Carlo tree search: best ply, its value and confidence interval, visits and values of all
//! plies.

use lusory_play::Values;

/// The result for one legal ply.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlyReport {
    /// Its id.
    pub id: u32,
    /// The number of simulations through it.
    pub visits: u64,
    /// Its value for its player, 0 to 1; none without visits.
    pub value: Option<f64>,
    /// Whether the value is proven.
    pub proven: bool,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The player of the next ply; -1 for chance.
    pub to_move: i8,
    /// The best ply; none before a chance ply or without legal plies.
    pub best: Option<u32>,
    /// The principal variation, beginning with the best ply.
    pub principal_variation: Vec<u32>,
    /// The value of the position for each player: proven, otherwise the mean of all simulations.
    pub values: Values,
    /// Whether the values are proven. Then there is nothing left to search.
    pub solved: bool,
    /// The value of the best ply for its player.
    pub value: f64,
    /// Wilson's 95 % interval of that value; it covers the variance of playouts, not the bias of the search.
    pub interval: (f64, f64),
    /// Whether the value of the best ply is proven.
    pub proven: bool,
    /// The number of simulations behind the statistics, including those of the subtree kept from earlier plies.
    pub visits: u64,
    /// The number of simulations run, in total.
    pub simulations: u64,
    /// The number of playouts that reached the ply limit.
    pub cut_playouts: u64,
    /// The number of nodes.
    pub nodes: usize,
    /// The memory they take, in bytes.
    pub bytes: usize,
    /// Whether the memory limit stopped the growth of a tree.
    pub is_full: bool,
    /// The legal plies, by descending visits.
    pub plies: Vec<PlyReport>,
}

/// The 95 % confidence interval of the mean of `number` values from 0 to 1 (Wilson 1927).
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
