//! Counts offered plies, selects one by its number, and computes the ids of plies.

use super::{GroupForm, Offers, Ply, PlyGroup};
use crate::bits::Bits;
use crate::board::{Board, Place};
use crate::plan::Plan;
use crate::rule::{Action, Atomic, NodeKind};

/// The id of a ply that no turn uses.
const NO_ID: u32 = u32::MAX;

impl<const W: usize> Offers<W> {
    /// How many plies are on offer. Where the rules let one be offered twice (`Rules::doubled`) it counts twice: see
    /// `list`.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u64 {
        self.groups.iter().fold(0, |all: u64, group| all.saturating_add(group.count()))
    }

    /// The ply with this number, from 0; none beyond the last.
    #[inline]
    #[must_use]
    pub fn get(&self, plan: &Plan<W>, mut number: u64) -> Option<Ply<W>> {
        for group in &self.groups {
            let count = group.count();
            if number < count {
                return group.get(&plan.board, number);
            }
            number -= count;
        }
        None
    }

    /// All plies with their ids, ascending; of two with the same id the first generated is kept.
    #[must_use]
    pub fn list(&self, plan: &Plan<W>) -> Vec<(u32, Ply<W>)> {
        let mut all = Vec::with_capacity(usize::try_from(self.count()).unwrap_or(0).min(1 << 16));
        self.list_into(plan, &mut all);
        all
    }

    /// `list` into a reusable buffer.
    pub fn list_into(&self, plan: &Plan<W>, all: &mut Vec<(u32, Ply<W>)>) {
        all.clear();
        for group in &self.groups {
            let plies = (0..group.count()).map_while(|number| group.get(&plan.board, number));
            all.extend(plies.map(|ply| (id(plan, &ply), ply)));
        }
        all.sort_by_key(|&(id, _)| id);
        all.dedup_by_key(|&mut (id, _)| id);
    }
}

impl<const W: usize> PlyGroup<W> {
    /// How many plies the group holds.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u64 {
        let members = self.set.count();
        if self.shape == GroupForm::Subsets {
            1u64.checked_shl(members).unwrap_or(u64::MAX)
        } else {
            u64::from(members)
        }
    }

    /// The ply with this number, from 0. Of subsets number k holds the cells that are the bits of k, in the order of
    /// the board.
    #[inline]
    #[must_use]
    pub fn get(&self, board: &Board<W>, number: u64) -> Option<Ply<W>> {
        if self.shape != GroupForm::Subsets {
            return self.set.select(u32::try_from(number).ok()?).map(|member| self.ply(board, member));
        }
        let cells = board.listed(self.set);
        let revealed = cells.iter().enumerate().filter(|&(i, _)| number.checked_shr(i as u32).unwrap_or(0) & 1 != 0);
        let revealed_cells = revealed.map(|(_, &cell)| board.place[usize::from(cell)] as u32).collect();
        (number < self.count()).then(|| Ply { shown: revealed_cells, ..Ply::without_cells(Some(self.node), self.rest) })
    }

    /// Calls `take` for every ply of the group in order, until it returns an error.
    #[inline]
    pub fn each<E>(&self, board: &Board<W>, mut take: impl FnMut(Ply<W>) -> Result<(), E>) -> Result<(), E> {
        if self.shape == GroupForm::Subsets {
            return (0..self.count()).map_while(|number| self.get(board, number)).try_for_each(take);
        }
        self.set.iter().try_for_each(|member| take(self.ply(board, member)))
    }

    /// The ply of a member of the set; of `Subsets` the one that shows this cell alone.
    #[inline]
    #[must_use]
    pub fn ply(&self, board: &Board<W>, member: u32) -> Ply<W> {
        let (place, ply) = (member as Place, Ply::without_cells(Some(self.node), self.rest));
        match self.shape {
            GroupForm::Cell => Ply { to: place, ..ply },
            GroupForm::Way { way, steps } => {
                let to = (0..steps).fold(place, |place_count, _| board.next(place_count, usize::from(way)));
                Ply { to, origin: place, way: way as i8, ..ply }
            }
            GroupForm::From(origin) => Ply { to: place, origin, ..ply },
            GroupForm::Jump(way) => {
                let over = board.next(place, usize::from(way));
                Ply { to: board.next(over, usize::from(way)), origin: place, over, way: way as i8, ..ply }
            }
            GroupForm::Secret(choice) => Ply { to: place, choice, ..ply },
            GroupForm::Subsets => Ply { shown: Bits::one(member), ..ply },
            GroupForm::Bare => ply,
            GroupForm::End => Ply::without_cells(None, 0),
            GroupForm::Face(choice, _) => Ply { choice, ..ply },
        }
    }
}

/// The id of a ply; `NEVER` for one that no turn uses.
#[must_use]
pub fn id<const W: usize>(plan: &Plan<W>, ply: &Ply<W>) -> u32 {
    let Some(base) = first_id(plan, ply.node) else { return NO_ID };
    let (board, to) = (&plan.board, plan.board.cell_of(ply.to));
    match ply.node.map(|node| &plan.rules.nodes[usize::from(node)].kind) {
        Some(NodeKind::Commit { .. }) => base + u32::from(ply.choice) * board.count + to,
        Some(NodeKind::Atomic(atomic)) => match &atomic.action {
            Action::Place { .. } | Action::Remove { .. } => base + to,
            Action::Pass | Action::Swap | Action::Keep => base,
            Action::Roll { .. } => base + u32::from(ply.choice) - 1,
            Action::Reveal { .. } => base + reveal_number(plan, ply.shown),
            _ => base + board.cell_of(ply.origin) * board.count + to,
        },
        _ => base,
    }
}

/// The first id of a node's block; without a node, the id of `end`.
pub(super) fn first_id<const W: usize>(plan: &Plan<W>, node: Option<u16>) -> Option<u32> {
    let Some(node) = node else { return plan.rules.end };
    match &plan.rules.nodes.get(usize::from(node))?.kind {
        NodeKind::Commit { base, .. } => *base,
        NodeKind::Atomic(atomic) => atomic.base,
        _ => None,
    }
}

fn reveal_number<const W: usize>(plan: &Plan<W>, shown: Bits<W>) -> u32 {
    let is_shown = |cell: u32| plan.board.place.get(cell as usize).is_some_and(|&p| shown.has(p as u32));
    answer_number(&plan.rules.announced, shown.count(), is_shown)
}

/// The offset of an answer in its block: first the empty answer, then the subsets of each region that may be announced,
/// as binary numbers. The first region that holds all shown cells (`count` of them) numbers them.
#[must_use]
pub fn answer_number(regions: &[Vec<u32>], count: u32, is_shown: impl Fn(u32) -> bool) -> u32 {
    if count == 0 {
        return 0;
    }
    let mut before = 1u64;
    for region in regions {
        let bits = region.iter().enumerate().filter(|&(_, &cell)| is_shown(cell));
        let (is_found, number) =
            bits.fold((0, 0u64), |(n, all), (i, _)| (n + 1, all | 1u64.checked_shl(i as u32).unwrap_or(0)));
        if is_found == count {
            return u32::try_from(before + number - 1).unwrap_or(NO_ID);
        }
        before += subsets(region);
    }
    NO_ID
}

/// The number of non-empty subsets.
pub(super) fn subsets(region: &[u32]) -> u64 {
    (1u64 << region.len().min(48)) - 1
}

/// The weight of a chance ply.
#[must_use]
pub fn weight<const W: usize>(plan: &Plan<W>, ply: &Ply<W>) -> u32 {
    let face = |weights: &Vec<u32>| weights.get(usize::from(ply.choice).wrapping_sub(1)).copied();
    match ply.node.and_then(|node| plan.rules.nodes.get(usize::from(node))?.atomic()) {
        Some(Atomic { action: Action::Roll { weights, .. }, .. }) => face(weights).unwrap_or(1),
        _ => 1,
    }
}
