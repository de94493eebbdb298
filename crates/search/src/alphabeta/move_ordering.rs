//! Move ordering: the best ply of the transposition table, captures, killers (plies that caused a cut-off in a sibling
//! node), then the history heuristic.

/// Entries of the history per player; ids are taken modulo this.
const HISTORY_SIZE: usize = 1 << 14;
/// Nodes at this distance from the root, or deeper, have no killers.
const KILLER_DEPTHS: usize = 256;
/// So many plies of a node are sought before the others are sorted.
const SOUGHT: usize = 4;
const TABLE_RANK: i32 = i32::MAX;
const CAPTURE_RANK: i32 = 1 << 29;
const KILLER_RANK: i32 = 1 << 28;

/// The move-ordering statistics: killers and history.
pub(super) struct MoveOrdering {
    killers: Vec<[u32; 2]>,
    history: Vec<i32>,
}

impl MoveOrdering {
    pub(super) fn new() -> Self {
        MoveOrdering { killers: vec![[u32::MAX; 2]; KILLER_DEPTHS], history: vec![0; HISTORY_SIZE * 2] }
    }

    /// Starts a new search: clears the killers and divides the history by 8.
    pub(super) fn begin_search(&mut self) {
        self.killers.fill([u32::MAX; 2]);
        self.history.iter_mut().for_each(|count| *count /= 8);
    }

    /// Ranks each ply. `captures` is ascending.
    pub(super) fn rank(
        &self,
        plies: &mut [(i32, u32)],
        table_ply: Option<u32>,
        captures: &[u32],
        player: usize,
        depth: usize,
    ) {
        let killers = self.killers.get(depth).copied().unwrap_or([u32::MAX; 2]);
        for (rank, id) in plies.iter_mut() {
            *rank = match *id {
                id if Some(id) == table_ply => TABLE_RANK,
                id if captures.binary_search(&id).is_ok() => {
                    CAPTURE_RANK + self.history[history_index(player, id)].min(CAPTURE_RANK / 2)
                }
                id if id == killers[0] => KILLER_RANK + 1,
                id if id == killers[1] => KILLER_RANK,
                id => self.history[history_index(player, id)].min(KILLER_RANK - 1),
            };
        }
    }

    /// Records a ply that caused a cut-off with `remaining` plies of depth to search.
    pub(super) fn record_cutoff(&mut self, id: u32, player: usize, depth: usize, remaining: i32) {
        let count = &mut self.history[history_index(player, id)];
        *count = count.saturating_add(remaining * remaining);
        if let Some(killers) = self.killers.get_mut(depth) {
            if killers[0] != id {
                *killers = [id, killers[0]];
            }
        }
    }
}

/// The order of ranked plies: by rank, ties by id.
pub(super) fn order(&(rank, id): &(i32, u32)) -> impl Ord + use<> {
    (std::cmp::Reverse(rank), id)
}

/// Puts ply number `number` of the order in its place. To be called for each number from 0 on: a few plies are sought one
/// by one, since a cut-off mostly comes among them; then the others are sorted.
pub(super) fn put_in_place(plies: &mut [(i32, u32)], number: usize) {
    let rest = plies.get_mut(number..).unwrap_or_default();
    if number == SOUGHT {
        rest.sort_unstable_by_key(order);
    } else if number < SOUGHT
        && let Some((best, _)) = rest.iter().enumerate().min_by_key(|(_, ply)| order(ply))
    {
        rest.swap(0, best);
    }
}

fn history_index(player: usize, id: u32) -> usize {
    (player & 1) * HISTORY_SIZE + id as usize % HISTORY_SIZE
}
