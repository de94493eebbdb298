//! Positions of games that fall into independent parts (see `local_plies`), without the engine: who is to move chooses
//! one of the parts. Positions whose parts are worth the same are the same to a search: of small parts the value counts
//! (see `part_values`), whatever they look like and wherever they are; parts of which one is worth as much to the first
//! side as the other to the second cancel out; numbers are added up. Where only numbers are left, their sum decides.
//! Nobody needs to move to what is dominated, in parts that cancel out, or in a number while there is a part that is
//! none (the number avoidance theorem: Siegel, Combinatorial Game Theory, chapter II.3).

use crate::local_plies::SideCells;
use crate::part_store::{Part, PartStore, Worth};
use crate::part_values::{ONE, mixed};
use crate::sum_rules::SumRules;
use lusory_play::PositionKey;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
struct State {
    sets: SideCells,
    side: usize,
    /// The place of its first part in the list of those of all positions on the path.
    first_part: usize,
}

/// A position, and those before it; see the module.
#[derive(Debug)]
pub struct SumBoard {
    rules: Arc<SumRules>,
    state: State,
    before: Vec<State>,
    store: PartStore,
    /// Those of all positions on the path.
    parts: Vec<Part>,
    /// The parts of the present position that are no numbers, and do not cancel out; and the sum of the numbers.
    kept: Vec<Part>,
    total: i64,
    /// Whether these two are of the present position.
    is_reduced: bool,
}

impl SumBoard {
    /// The solver's position. memory: so many bytes for what is known of parts.
    #[must_use]
    pub fn new(rules: Arc<SumRules>, memory: usize) -> Self {
        let state = State { sets: rules.start, side: rules.side, first_part: 0 };
        let mut board = SumBoard {
            store: PartStore::new(rules.clone(), memory),
            rules,
            state,
            before: Vec::new(),
            parts: Vec::new(),
            kept: Vec::new(),
            total: 0,
            is_reduced: false,
        };
        board.store.add_parts(state.sets, &mut board.parts);
        board
    }

    /// The player to move.
    #[must_use]
    pub fn to_move(&self) -> u8 {
        self.rules.players[self.state.side]
    }

    /// Replaces the list with the ids of the legal plies, ascending.
    pub fn legal(&self, ids: &mut Vec<u32>) {
        ids.clear();
        ids.extend(self.rules.plies.legal(self.state.side, self.state.sets).map(|ply| ply.id));
        ids.sort_unstable();
    }

    /// Replaces the list with the ids of the legal plies that a search has to try, ascending: if any ply wins, one of them
    /// does.
    pub fn useful_plies(&mut self, ids: &mut Vec<u32>) {
        ids.clear();
        self.reduce();
        let kept = std::mem::take(&mut self.kept);
        for (number, part) in kept.iter().enumerate() {
            if !kept[..number].iter().any(|other| other.key == part.key) {
                self.store.add_plies(part, self.state.side, ids);
            }
        }
        if !kept.iter().any(|part| part.worth == Worth::NoNumber) {
            for place in self.state.first_part..self.parts.len() {
                let part = self.parts[place];
                if let Worth::Number(_) = part.worth {
                    self.store.add_plies(&part, self.state.side, ids);
                }
            }
        }
        self.kept = kept;
        ids.sort_unstable();
    }

    /// Plays a ply; `false`, without any change, where it is illegal.
    pub fn play(&mut self, id: u32) -> bool {
        let State { sets, side, first_part } = self.state;
        let Some(&ply) = self.rules.plies.ply(side, id).filter(|ply| ply.fits(sets)) else { return false };
        self.before.push(self.state);
        self.is_reduced = false;
        let after = ply.after(sets);
        self.state = State { sets: after, side: 1 - side, first_part: self.parts.len() };
        let (touched, mut rest) = (ply.touched(), 0);
        for place in first_part..self.parts.len() {
            let part = self.parts[place];
            if part.cells() & touched == 0 {
                self.parts.push(part);
            } else {
                rest |= part.cells();
            }
        }
        self.store.add_parts([after[0] & rest, after[1] & rest], &mut self.parts);
        true
    }

    /// Undoes the last ply.
    pub fn undo(&mut self) {
        if let Some(state) = self.before.pop() {
            self.parts.truncate(self.state.first_part);
            self.state = state;
            self.is_reduced = false;
        }
    }

    /// The half points of a player, if the game is over, or decided: where only numbers are left.
    pub fn halves(&mut self, player: u8) -> Option<u8> {
        let side = self.winner().or_else(|| {
            let can_move = self.rules.plies.legal(self.state.side, self.state.sets).next().is_some();
            (!can_move).then_some(1 - self.state.side)
        })?;
        Some(if self.rules.players[side] == player { 2 } else { 0 })
    }

    /// The side that wins for certain: the one that has more plies left, or as many and is not to move. Where only
    /// numbers are left, one of them does.
    fn winner(&mut self) -> Option<usize> {
        self.reduce();
        let bound = |end: usize| self.total + ONE * self.kept.iter().map(|part| part.lead.bounds[end]).sum::<i64>();
        let (least, most) = (bound(0), bound(1));
        let [first_waits, second_waits] = [self.state.side == 1, self.state.side == 0];
        if least > 0 || (least == 0 && first_waits) {
            Some(0)
        } else {
            (most < 0 || (most == 0 && second_waits)).then_some(1)
        }
    }

    /// About how many more plies the side has that is not to move, in halves: by those that fit at most. 0 where nothing
    /// is known.
    #[must_use]
    pub fn lead(&self) -> i64 {
        let of_part = |part: &Part| match part.worth {
            Worth::Number(number) => 2 * number / ONE,
            Worth::NoNumber | Worth::Unknown => part.lead.guess,
        };
        let lead: i64 = self.parts[self.state.first_part..].iter().map(of_part).sum();
        if self.state.side == 1 { lead } else { -lead }
    }

    /// The key of the position. Whoever is to move is the first side of it.
    pub fn key(&mut self) -> PositionKey {
        self.reduce();
        let side = self.state.side;
        let total = if side == 0 { self.total } else { -self.total };
        let of_numbers = if total == 0 { 0 } else { mixed(u128::from(total as u64), 5) };
        let key = self.kept.iter().fold(of_numbers, |sum, part| sum.wrapping_add(mixed(part.key[side], 3)));
        PositionKey { key, player: self.to_move() }
    }

    /// Adds up the numbers, and lists the other parts that do not cancel out.
    fn reduce(&mut self) {
        if std::mem::replace(&mut self.is_reduced, true) {
            return;
        }
        self.kept.clear();
        self.total = 0;
        for part in &self.parts[self.state.first_part..] {
            if let Worth::Number(number) = part.worth {
                self.total += number;
                continue;
            }
            match self.kept.iter().position(|other| [other.key[1], other.key[0]] == part.key) {
                Some(other) => _ = self.kept.swap_remove(other),
                None => self.kept.push(*part),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell_set::one;
    use crate::local_plies::{LocalPlies, LocalPly};
    use lusory_play::Symmetry;
    use std::collections::HashMap;

    /// The bytes of what is known of parts: so few that it is often forgotten.
    const MEMORY: usize = 1 << 17;

    /// Stones in a row capture their neighbours.
    fn row(cells: usize) -> LocalPlies {
        let ply = |from: usize, to: usize, side: usize| {
            let sets = |own: u128, other: u128| if side == 0 { [own, other] } else { [other, own] };
            let (needs, adds) = (sets(one(from), one(to)), sets(one(to), 0));
            LocalPly { id: (from * cells + to) as u32, side, needs, takes: needs, adds }
        };
        let pairs = (1..cells).flat_map(|cell| [(cell, cell - 1), (cell - 1, cell)]);
        LocalPlies::new(pairs.flat_map(|(from, to)| [ply(from, to, 0), ply(from, to, 1)]).collect(), cells).unwrap()
    }

    /// A piece on a cell keeps the own side from its neighbours.
    fn apart(cells: usize) -> LocalPlies {
        let ply = |cell: usize, side: usize| {
            let beside = (one(cell) << 1 | one(cell) >> 1) & ((1 << cells) - 1);
            let sets = |own: u128, other: u128| if side == 0 { [own, other] } else { [other, own] };
            let (needs, takes) = (sets(one(cell), 0), sets(one(cell) | beside, one(cell)));
            LocalPly { id: cell as u32, side, needs, takes, adds: [0; 2] }
        };
        LocalPlies::new((0..cells).flat_map(|cell| [ply(cell, 0), ply(cell, 1)]).collect(), cells).unwrap()
    }

    /// A piece keeps the other side from the next cell, too, and the own side from none but its own.
    fn one_way(cells: usize) -> LocalPlies {
        let ply = |cell: usize, side: usize| {
            let next = (one(cell) << 1) & ((1 << cells) - 1);
            let sets = |own: u128, other: u128| if side == 0 { [own, other] } else { [other, own] };
            let (needs, takes) = (sets(one(cell), 0), sets(one(cell), one(cell) | next));
            LocalPly { id: cell as u32, side, needs, takes, adds: [0; 2] }
        };
        LocalPlies::new((0..cells).flat_map(|cell| [ply(cell, 0), ply(cell, 1)]).collect(), cells).unwrap()
    }

    fn symmetries(cells: usize) -> Vec<Symmetry> {
        let symmetry = |mirrored: bool, exchange: bool| Symmetry {
            cells: (0..cells as u16).map(|cell| if mirrored { cells as u16 - 1 - cell } else { cell }).collect(),
            directions: Vec::new(),
            exchange,
        };
        vec![symmetry(true, false), symmetry(true, true), symmetry(false, true)]
    }

    impl SumBoard {
        fn kept_is_empty(&mut self) -> bool {
            self.reduce();
            self.kept.is_empty()
        }
    }

    fn board(plies: LocalPlies, cells: usize, start: SideCells, side: usize) -> SumBoard {
        let rules = SumRules::new(plies, cells, (start, side, [0, 1]), &symmetries(cells)).unwrap();
        SumBoard::new(Arc::new(rules), MEMORY)
    }

    /// Whether who is to move wins, by all plies; notes the answer for each key.
    fn wins(board: &mut SumBoard, known: &mut HashMap<u128, bool>) -> bool {
        let mut ids = Vec::new();
        board.legal(&mut ids);
        let mut wins_here = false;
        for &id in &ids {
            let before = (board.key(), board.state.sets);
            assert!(board.play(id));
            wins_here |= !wins(board, known);
            board.undo();
            assert_eq!((board.key(), board.state.sets), before);
        }
        assert_eq!(*known.entry(board.key().key).or_insert(wins_here), wins_here);
        let (side, mover) = (board.state.side, board.to_move());
        assert!(board.winner().is_none_or(|winner| (winner == side) == wins_here));
        assert!(board.halves(mover).is_none_or(|halves| (halves == 2) == wins_here));
        board.useful_plies(&mut ids);
        let wins_usefully = ids.iter().any(|&id| {
            assert!(board.play(id));
            let halves = board.halves(mover);
            let answer = halves.map_or_else(|| !known[&board.key().key], |halves| halves == 2);
            board.undo();
            answer
        });
        assert_eq!(wins_usefully, wins_here);
        wins_here
    }

    fn random_sets(cells: usize, seed: &mut u64) -> SideCells {
        *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        [*seed >> 20, *seed >> 40].map(|cells_of_side| u128::from(cells_of_side) & ((1 << cells) - 1))
    }

    #[test]
    fn positions_of_a_key_are_worth_the_same() {
        let (mut known, mut seed, mut zeros) = ([HashMap::new(), HashMap::new()], 7, 0);
        for game in 0..300 {
            let [first, second] = random_sets(11, &mut seed);
            let games = [(row(11), [first & !second, second & !first]), (apart(11), [first, second])];
            for ((plies, start), known) in games.into_iter().zip(&mut known) {
                let mut board = board(plies, 11, start, game % 2);
                zeros += usize::from(board.winner().is_some());
                wins(&mut board, known);
            }
        }
        assert!(known.iter().all(|known| known.len() > 40) && zeros > 10, "{known:?} {zeros}");
    }

    /// Dominoes on a board of four columns: the first side's stand, the other's lie.
    fn dominoes(cells: usize) -> LocalPlies {
        let ply = |cell: usize, side: usize| {
            let both = one(cell) | one(cell + if side == 0 { 4 } else { 1 });
            let needs = if side == 0 { [both, 0] } else { [0, both] };
            LocalPly { id: cell as u32, side, needs, takes: [both; 2], adds: [0; 2] }
        };
        let standing = (0..cells - 4).map(|cell| ply(cell, 0));
        let lying = (0..cells).filter(|cell| cell % 4 != 3).map(|cell| ply(cell, 1));
        LocalPlies::new(standing.chain(lying).collect(), cells).unwrap()
    }

    /// Holds who wins by the bounds against all plies, from random sets of cells.
    fn check_winners(
        (plies, cells): (LocalPlies, usize),
        mut seed: u64,
        symmetries: &[Symmetry],
        start: impl Fn(SideCells) -> SideCells,
    ) {
        let (mut known, mut decided) = (HashMap::new(), 0);
        for game in 0..400 {
            let sets = start(random_sets(cells, &mut seed));
            let rules = SumRules::new(plies.clone(), cells, (sets, game % 2, [0, 1]), symmetries).unwrap();
            let mut board = SumBoard::new(Arc::new(rules), MEMORY);
            decided += usize::from(!board.kept_is_empty() && board.winner().is_some());
            wins(&mut board, &mut known);
        }
        assert!(decided > 5, "{decided}");
    }

    #[test]
    fn games_of_dominoes_are_won_by_who_has_more_plies_for_certain() {
        check_winners((dominoes(16), 16), 3, &symmetries(16)[..1], |[some, others]| [some | others; 2]);
    }

    #[test]
    fn pieces_that_block_one_way_are_bounded_by_what_is_gone_for_certain() {
        check_winners((one_way(11), 11), 5, &symmetries(11)[2..], |sets| sets);
    }

    #[test]
    fn parts_and_their_mirror_images_with_sides_exchanged_cancel_out() {
        // xxoxxxx.ooooxoo, of which no part is small.
        let start = [0b1111011 | 1 << 12, 1 << 2 | 0b1101111 << 8];
        let mut all = board(row(15), 15, start, 0);
        assert_eq!(all.winner(), Some(1));
        assert_eq!(board(row(15), 15, [start[0] & !1, start[1]], 0).winner(), None);
        assert!(!all.play(14 * 15 + 13) && all.play(15 + 2));
        assert_eq!(all.winner(), None);
    }

    #[test]
    fn plies_that_add_cells_of_no_side_have_no_rules() {
        let grows = LocalPly { id: 0, side: 0, needs: [1, 0], takes: [1, 0], adds: [2, 0] };
        assert!(LocalPlies::new(vec![grows], 4).is_none());
        assert!(LocalPlies::new(vec![LocalPly { needs: [0; 2], ..grows }], 4).is_none());
        assert!(LocalPlies::new(vec![LocalPly { takes: [0; 2], adds: [0; 2], ..grows }], 4).is_none());
        let odd = Symmetry { cells: vec![0, 1], directions: Vec::new(), exchange: false };
        assert!(SumRules::new(row(4), 4, ([1, 2], 0, [0, 1]), &[odd]).is_none());
    }
}
