//! Move ordering: first the best ply of the transposition table, then captures, then killers (plies that cut off a sibling
//! node), then by the history heuristic.

/// Plies share entries of the history by their id.
const HISTORY: usize = 1 << 14;
/// Nodes deeper than this have no killers.
const DEEPEST: usize = 256;
const FIRST: i32 = i32::MAX;
const LOUD: i32 = 1 << 29;
const KILLER: i32 = 1 << 28;

/// The move-ordering statistics: killers and history.
pub(super) struct Order {
    killers: Vec<[u32; 2]>,
    history: Vec<i32>,
}

impl Order {
    pub(super) fn new() -> Self {
        Order { killers: vec![[u32::MAX; 2]; DEEPEST], history: vec![0; HISTORY * 2] }
    }

    /// Starts a new search: clears the killers and halves the history.
    pub(super) fn age(&mut self) {
        self.killers.fill([u32::MAX; 2]);
        self.history.iter_mut().for_each(|count| *count /= 8);
    }

    /// Ranks each ply and sorts by rank, equal ones by id; `loud` (captures) is ascending.
    pub(super) fn sort(&self, plies: &mut [(i32, u32)], first: Option<u32>, loud: &[u32], player: usize, depth: usize) {
        let killers = self.killers.get(depth).copied().unwrap_or([u32::MAX; 2]);
        for (rank, id) in plies.iter_mut() {
            *rank = match *id {
                id if Some(id) == first => FIRST,
                id if loud.binary_search(&id).is_ok() => LOUD + self.history[place(player, id)].min(LOUD / 2),
                id if id == killers[0] => KILLER + 1,
                id if id == killers[1] => KILLER,
                id => self.history[place(player, id)].min(KILLER - 1),
            };
        }
        plies.sort_unstable_by_key(|&(rank, id)| (std::cmp::Reverse(rank), id));
    }

    /// Records a ply that caused a cut-off, with `left` plies of depth remaining.
    pub(super) fn cut(&mut self, id: u32, player: usize, depth: usize, left: i32) {
        let count = &mut self.history[place(player, id)];
        *count = count.saturating_add(left * left);
        if let Some(killers) = self.killers.get_mut(depth) {
            if killers[0] != id {
                *killers = [id, killers[0]];
            }
        }
    }
}

fn place(player: usize, id: u32) -> usize {
    (player & 1) * HISTORY + id as usize % HISTORY
}
