//! Scores for the first player: evaluations in thousandths of log-odds; beyond them proven results, where a faster win
//! scores higher.

use lusory_play::Values;

/// A score; see the module.
pub type Score = i32;

/// The score of a win at the root.
pub const WIN: Score = 1_000_000;
/// Scores above this are proven wins, scores below its negative proven losses.
pub const PROVEN: Score = WIN - 100_000;
/// The largest absolute evaluation.
pub const MAX_EVALUATION: Score = 100_000;
/// Score units per unit of log-odds.
pub const UNIT: f32 = 1000.0;

/// The score of a finished game, `plies` below the root.
#[must_use]
pub fn of_result(values: &Values, plies: usize) -> Score {
    let plies = plies.min(10_000) as Score;
    match values[0] - values[1] {
        more if more > 0.0 => WIN - plies,
        less if less < 0.0 => plies - WIN,
        _ => 0,
    }
}

/// The score of an evaluation in log-odds.
#[must_use]
pub fn of_evaluation(log_odds: f32) -> Score {
    ((log_odds * UNIT) as Score).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// The score as stored in the table: the distance of a win counts from the position, `plies` below the root.
#[must_use]
pub fn to_table(score: Score, plies: usize) -> Score {
    shift_win_distance(score, plies as Score)
}

/// The inverse of `to_table`.
#[must_use]
pub fn from_table(score: Score, plies: usize) -> Score {
    shift_win_distance(score, -(plies as Score))
}

fn shift_win_distance(score: Score, by: Score) -> Score {
    match score {
        score if score > PROVEN => score + by,
        score if score < -PROVEN => score - by,
        score => score,
    }
}

/// The first player's winning probability (logistic function); 0 or 1 if proven.
#[must_use]
pub fn win_probability(score: Score) -> f64 {
    match score {
        score if score > PROVEN => 1.0,
        score if score < -PROVEN => 0.0,
        score => 1.0 / (1.0 + (-f64::from(score) / f64::from(UNIT)).exp()),
    }
}

/// The score of a winning probability, never beyond `MAX_EVALUATION`.
#[must_use]
pub fn of_probability(probability: f64) -> Score {
    let odds = (probability / (1.0 - probability)).ln() * f64::from(UNIT);
    (odds as Score).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sooner_a_win_the_better() {
        let win = |plies| of_result(&[1.0, 0.0, 0.0, 0.0], plies);
        let loss = |plies| of_result(&[0.0, 1.0, 0.0, 0.0], plies);
        assert!(win(1) > win(3) && win(9999) > PROVEN && PROVEN > MAX_EVALUATION);
        assert!(loss(1) < loss(3) && loss(3) == -win(3));
        assert_eq!(of_result(&[0.5, 0.5, 0.0, 0.0], 3), 0);
        assert_eq!(from_table(to_table(win(7), 4), 2), win(5));
        assert_eq!(to_table(123, 9), 123);
    }

    #[test]
    fn chances_and_scores_agree() {
        for score in [-3000, -10, 0, 500, 4000] {
            assert!((of_probability(win_probability(score)) - score).abs() <= 1);
        }
        assert_eq!((of_probability(1.0), of_probability(0.0)), (MAX_EVALUATION, -MAX_EVALUATION));
        assert_eq!((win_probability(WIN - 5), win_probability(5 - WIN)), (1.0, 0.0));
    }
}
