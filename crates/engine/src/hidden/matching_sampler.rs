//! Samples a bipartite matching of secret placements to cells.
//!
//! Each ply has its candidate cells; some cells are demanded: a ply must have filled them. All plies went to different
//! cells. By the theorem of Mendelsohn and Dulmage a matching of all plies that covers all demanded cells exists if
//! each half exists by itself: a cell for each ply, and a ply for each demanded cell.

use super::matching::Matching;
use crate::bits::Bits;
use crate::board::Board;
use crate::stream::Stream;
use std::num::NonZeroU64;

/// The problem: the candidate cells of each ply, and the cells that must be filled.
#[derive(Clone, Debug)]
pub struct MatchingProblem<const W: usize> {
    /// By ply.
    pub domains: Vec<Bits<W>>,
    /// The cells that must be filled.
    pub demands: Bits<W>,
}

impl<const W: usize> MatchingProblem<W> {
    /// Whether there is a solution.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        MatchingSampler::new(self).is_some()
    }

    /// Samples a solution, a cell for each ply; none where there is none. The most constrained choice is made
    /// first: which ply filled a demanded cell, or where a ply went. Each answer that leaves a solution is equally
    /// likely.
    #[must_use]
    pub fn sample(&self, board: &Board<W>, stream: &mut Stream) -> Option<Vec<u32>> {
        let mut sampler = MatchingSampler::new(self)?;
        let mut targets = vec![0; self.domains.len()];
        while sampler.plies.any() {
            let (ply, cell) = sampler.assign_next(board, stream)?;
            targets[ply as usize] = cell;
        }
        Some(targets)
    }

    /// For each cell, the plies that can have gone there.
    fn plies_by_cell(&self) -> Vec<Bits<W>> {
        let mut plies_by_cell = vec![Bits::EMPTY; 64 * W];
        for (ply, domain) in self.domains.iter().enumerate() {
            domain.iter().for_each(|cell| plies_by_cell[cell as usize] |= Bits::one(ply as u32));
        }
        plies_by_cell
    }
}

/// A uniform random member of a set.
pub fn random_member<const W: usize>(set: Bits<W>, stream: &mut Stream) -> Option<u32> {
    let count = NonZeroU64::new(u64::from(set.count()))?;
    set.select(stream.below(count) as u32)
}

/// The plies still without a cell, and a matching that proves that they have a solution.
struct MatchingSampler<'q, const W: usize> {
    domains: &'q [Bits<W>],
    /// By cell.
    plies_by_cell: Vec<Bits<W>>,
    /// Plies without an answer.
    plies: Bits<W>,
    /// Cells not assigned to a ply.
    cells: Bits<W>,
    /// Demanded cells not yet filled.
    demands: Bits<W>,
    /// Number of candidate cells of each ply, and of candidate plies of each cell.
    candidate_counts: [Vec<u16>; 2],
    matchings: Matchings<W>,
    scratch: Matchings<W>,
}

/// The two matchings: a cell for each ply, and a ply for each demanded cell.
struct Matchings<const W: usize> {
    by_ply: Matching<W>,
    by_cell: Matching<W>,
}

impl<'q, const W: usize> MatchingSampler<'q, W> {
    fn new(problem: &'q MatchingProblem<W>) -> Option<Self> {
        let count = problem.domains.len();
        if count > 64 * W {
            return None; // more plies than places
        }
        let (plies, cells) = (Bits::below(count as u32), !Bits::EMPTY);
        let plies_by_cell = problem.plies_by_cell();
        let empty = || Matchings { by_ply: Matching::new(count), by_cell: Matching::new(64 * W) };
        let mut proof = empty();
        let is_possible = (0..count).all(|ply| proof.by_ply.augment(&problem.domains, cells, ply))
            && problem.demands.iter().all(|cell| proof.by_cell.augment(&plies_by_cell, plies, cell as usize));
        let sizes = |sets: &[Bits<W>]| sets.iter().map(|set| set.count() as u16).collect();
        let choices = [sizes(&problem.domains), sizes(&plies_by_cell)];
        let (domains, demands) = (&problem.domains[..], problem.demands);
        is_possible.then(|| MatchingSampler {
            domains,
            plies_by_cell,
            plies,
            cells,
            demands,
            candidate_counts: choices,
            matchings: proof,
            scratch: empty(),
        })
    }

    /// Makes the most constrained choice: a cell for a ply, or a ply for a demanded cell.
    fn assign_next(&mut self, board: &Board<W>, stream: &mut Stream) -> Option<(u32, u32)> {
        let by_cell = |cell: u32| (self.candidate_counts[1][cell as usize], 0, board.cell_of(cell as i16), cell);
        let by_ply = |ply: u32| (self.candidate_counts[0][ply as usize], 1, ply, ply);
        let least = self.demands.iter().map(by_cell).chain(self.plies.iter().map(by_ply)).min()?;
        let (of_ply, index) = (least.1 == 1, least.3);
        let mut choices = if of_ply {
            self.domains[index as usize] & self.cells
        } else {
            self.plies_by_cell[index as usize] & self.plies
        };
        while let Some(choice) = random_member(choices, stream) {
            let (ply, cell) = if of_ply { (index, choice) } else { (choice, index) };
            if self.remains_solvable(ply, cell) {
                self.assign(ply, cell);
                return Some((ply, cell));
            }
            choices &= !Bits::one(choice);
        }
        None
    }

    /// Whether a solution remains if this ply went to this cell. If so, keeps the proof.
    fn remains_solvable(&mut self, ply: u32, cell: u32) -> bool {
        let (plies, cells) = (self.plies & !Bits::one(ply), self.cells & !Bits::one(cell));
        self.scratch.by_ply.clone_from(&self.matchings.by_ply);
        self.scratch.by_cell.clone_from(&self.matchings.by_cell);
        let is_solvable = self.scratch.by_ply.remove_pair(self.domains, cells, ply as usize, cell)
            && self.scratch.by_cell.remove_pair(&self.plies_by_cell, plies, cell as usize, ply);
        if is_solvable {
            std::mem::swap(&mut self.matchings, &mut self.scratch);
        }
        is_solvable
    }

    fn assign(&mut self, ply: u32, cell: u32) {
        self.plies &= !Bits::one(ply);
        self.cells &= !Bits::one(cell);
        self.demands &= !Bits::one(cell);
        let [of_plies, of_cells] = &mut self.candidate_counts;
        (self.plies_by_cell[cell as usize] & self.plies).iter().for_each(|other| of_plies[other as usize] -= 1);
        (self.domains[ply as usize] & self.cells).iter().for_each(|other| of_cells[other as usize] -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Layout};
    use crate::graph::samples::square;
    use std::collections::HashMap;

    type Answer = Vec<u32>;

    fn board() -> Board<1> {
        Board::new(&square(4, 2), None, Layout::default()).unwrap()
    }

    /// All solutions, by brute force.
    fn complete(domains: &[(usize, u64)], demands: u64) -> Vec<HashMap<usize, u32>> {
        let Some((&(ply, domain), rest)) = domains.split_first() else {
            return if demands == 0 { vec![HashMap::new()] } else { Vec::new() };
        };
        let mut completions = Vec::new();
        for cell in (0..64).filter(|cell| domain >> cell & 1 != 0) {
            let rest: Vec<_> = rest.iter().map(|&(ply, domain)| (ply, domain & !(1 << cell))).collect();
            for mut completion in complete(&rest, demands & !(1 << cell)) {
                completion.insert(ply, cell);
                completions.push(completion);
            }
        }
        completions
    }

    /// The documented probability of each solution, computed without matchings.
    fn chances(
        domains: &[(usize, u64)],
        demands: u64,
        chance: f64,
        answer: &mut Answer,
        out: &mut HashMap<Answer, f64>,
    ) {
        if domains.is_empty() {
            *out.entry(answer.clone()).or_default() += chance;
            return;
        }
        let plies_by_cell = |cell: u32| domains.iter().filter(move |(_, domain)| domain >> cell & 1 != 0);
        let cells = (0..64u32).filter(|cell| demands >> cell & 1 != 0);
        let of_cells = cells.map(|cell| (plies_by_cell(cell).count() as u32, 0, cell));
        let of_plies = domains.iter().map(|&(ply, domain)| (domain.count_ones(), 1, ply as u32));
        let (_, kind, index) = of_cells.chain(of_plies).min().unwrap();
        let tried: Vec<(usize, u32)> = if kind == 0 {
            plies_by_cell(index).map(|&(ply, _)| (ply, index)).collect()
        } else {
            let domain = domains.iter().find(|(ply, _)| *ply == index as usize).unwrap().1;
            (0..64).filter(|cell| domain >> cell & 1 != 0).map(|cell| (index as usize, cell)).collect()
        };
        let rest = |ply: usize, cell: u32| -> Vec<(usize, u64)> {
            domains.iter().filter(|(q, _)| *q != ply).map(|&(q, domain)| (q, domain & !(1 << cell))).collect()
        };
        let good: Vec<_> =
            tried.into_iter().filter(|&(p, c)| !complete(&rest(p, c), demands & !(1 << c)).is_empty()).collect();
        for &(ply, cell) in &good {
            answer[ply] = cell;
            chances(&rest(ply, cell), demands & !(1 << cell), chance / good.len() as f64, answer, out);
        }
    }

    #[test]
    fn answers_come_with_the_chance_that_is_documented() {
        let (mut stream, board, mut tried) = (Stream::new(8, 0), board(), 0);
        while tried < 12 {
            let count = 2 + stream.bits() % 3;
            let words: Vec<u64> = (0..count).map(|_| stream.bits() & stream.bits() & 0xff).collect();
            let demands = stream.bits() & stream.bits() & words.iter().fold(0, |all, word| all | word);
            let listed: Vec<(usize, u64)> = words.iter().copied().enumerate().collect();
            let problem =
                MatchingProblem { domains: words.iter().map(|&w| Bits::<1>([w])).collect(), demands: Bits([demands]) };
            let all = complete(&listed, demands);
            assert_eq!(problem.is_solvable(), !all.is_empty());
            if all.len() < 2 {
                continue;
            }
            tried += 1;
            let (mut expected, mut counted) = (HashMap::new(), HashMap::<Answer, f64>::new());
            chances(&listed, demands, 1.0, &mut vec![0; words.len()], &mut expected);
            let draws = 4000.0;
            for _ in 0..draws as usize {
                *counted.entry(problem.sample(&board, &mut stream).unwrap()).or_default() += 1.0;
            }
            assert!(counted.keys().all(|target| expected.contains_key(target)));
            let square = |(target, chance): (&Answer, &f64)| {
                let off = counted.get(target).copied().unwrap_or(0.0) - chance * draws;
                off * off / (chance * draws)
            };
            let (sum, free) = (expected.iter().map(square).sum::<f64>(), expected.len() as f64 - 1.0);
            assert!(sum < free + 5.0 * (2.0 * free).sqrt() + 5.0, "chi-square {sum} with {free} degrees of freedom");
        }
    }
}
