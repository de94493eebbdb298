//! Evaluates words for straight lines.

use super::WordEvaluator;
use crate::bits::Bits;
use crate::board::{Place, set_of_place};
use crate::rule::Line;

impl<const W: usize> WordEvaluator<'_, W> {
    /// All cells of lines.
    pub(super) fn line(&self, word: &Line) -> Bits<W> {
        let of = self.cells(&word.of);
        if of.count() < word.n {
            return Bits::EMPTY;
        }
        let board = &self.plan.board;
        let ways = board.lines_along(self.ways(&word.ways));
        if word.times > 1 {
            let windows = self.windows(word, of);
            let is_combined = |window: &&Bits<W>| is_in_combination(**window, &windows, word.times, word.share);
            return windows.iter().filter(is_combined).fold(Bits::EMPTY, |all, &window| all | window);
        }
        ways.fold(Bits::EMPTY, |all, d| all | board.long_runs(of, d, word.n, word.exact))
    }

    /// Whether there is such a line, or as many as required.
    pub(super) fn has_line(&self, word: &Line) -> bool {
        let of = self.cells(&word.of);
        if of.count() < word.n {
            return false;
        }
        let board = &self.plan.board;
        if word.times > 1 {
            return has_combination(&self.windows(word, of), word.times, word.share);
        }
        board.lines_along(self.ways(&word.ways)).any(|d| board.has_long_run(of, d, word.n, word.exact))
    }

    /// All stretches of exactly `n` cells, if there are as many as required.
    fn windows(&self, word: &Line, of: Bits<W>) -> Vec<Bits<W>> {
        let (board, n) = (&self.plan.board, word.n as usize);
        let mut windows = Vec::new();
        for d in board.lines_along(self.ways(&word.ways)) {
            if board.has_parallel_paths || board.steps[d].loops.any() {
                board.runs(of, d, |run| windows_of(run, n, board.is_closed(run), &mut windows));
                continue;
            }
            let window = |first: u32| {
                board.ray(first as Place, d).take(n - 1).fold(Bits::one(first), |all, p| all | set_of_place(p))
            };
            windows.extend(board.stretches(of, d, word.n).iter().map(window));
        }
        windows
    }
}

/// All stretches of n cells of a run; for a closed loop, those across its ends too.
fn windows_of<const W: usize>(run: &[Place], n: usize, closed: bool, windows: &mut Vec<Bits<W>>) {
    let starts = if closed && run.len() > n { run.len() } else { (run.len() + 1).saturating_sub(n) };
    let cells = |start: usize| run.iter().cycle().skip(start).take(n);
    windows.extend((0..starts).map(|start| cells(start).fold(Bits::EMPTY, |all, &p| all | set_of_place(p))));
}

/// Whether the window is one of `times`, any two of which share at most `share` cells.
#[must_use]
pub fn is_in_combination<const W: usize>(window: Bits<W>, windows: &[Bits<W>], times: u32, share: u32) -> bool {
    has_combination(&apart(window, windows, share), times - 1, share)
}

/// Whether there are so many of the windows, any two of which share at most `share` cells.
#[must_use]
pub fn has_combination<const W: usize>(windows: &[Bits<W>], times: u32, share: u32) -> bool {
    if times <= 1 {
        return times == 0 || !windows.is_empty();
    }
    let with_later = |at: usize| has_combination(&apart(windows[at], &windows[at + 1..], share), times - 1, share);
    (0..windows.len()).any(with_later)
}

/// The windows that share at most so many cells with one.
fn apart<const W: usize>(window: Bits<W>, windows: &[Bits<W>], share: u32) -> Vec<Bits<W>> {
    windows.iter().filter(|&&other| (other & window).count() <= share).copied().collect()
}
