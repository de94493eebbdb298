//! Drawing a ply at random from those on offer.

use crate::movegen::{GroupForm, Offers, Ply, weight};
use crate::plan::Plan;
use crate::rule::{Action, Node};
use crate::stream::Stream;
use std::num::NonZeroU64;

/// How a ply is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlyDrawing {
    /// By its number in the groups of offers.
    Number,
    /// From a deduplicated list: a ply may be offered twice.
    List,
    /// By the weights of a chance ply.
    Weight,
}

impl PlyDrawing {
    /// The drawing method for a game.
    #[must_use]
    pub fn of<const W: usize>(plan: &Plan<W>) -> Self {
        let loaded = |action: &Action| matches!(action, Action::Roll { weights, .. } if !weights.is_empty());
        if plan.rules.may_duplicate_plies || plan.board.has_parallel_paths {
            PlyDrawing::List
        } else if plan.rules.nodes.iter().filter_map(Node::atomic).any(|atomic| loaded(&atomic.action)) {
            PlyDrawing::Weight
        } else {
            PlyDrawing::Number
        }
    }

    /// How many plies are on offer.
    #[inline]
    pub fn count<const W: usize>(self, plan: &Plan<W>, offers: &Offers<W>) -> u64 {
        if self == PlyDrawing::List { offers.list(plan).len() as u64 } else { offers.count() }
    }

    /// Every ply on offer, once, until one is refused.
    pub fn each<const W: usize, E>(
        self,
        plan: &Plan<W>,
        offers: &Offers<W>,
        mut take: impl FnMut(&Ply<W>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self == PlyDrawing::List {
            return offers.list(plan).iter().try_for_each(|(_, ply)| take(ply));
        }
        offers.groups.iter().try_for_each(|group| group.each(&plan.board, |ply| take(&ply)))
    }

    /// Draws one of the plies on offer; nothing where there is none.
    #[inline]
    pub fn draw<const W: usize>(self, plan: &Plan<W>, offers: &Offers<W>, stream: &mut Stream) -> Option<Ply<W>> {
        if self == PlyDrawing::Number {
            let count = NonZeroU64::new(offers.count())?;
            return offers.get(plan, stream.below(count));
        }
        self.draw_from_list(plan, offers, stream)
    }

    fn draw_from_list<const W: usize>(self, plan: &Plan<W>, offers: &Offers<W>, stream: &mut Stream) -> Option<Ply<W>> {
        let faces = |shape| matches!(shape, GroupForm::Face(..));
        if self == PlyDrawing::Weight && !offers.groups.iter().any(|group| faces(group.shape)) {
            return PlyDrawing::Number.draw(plan, offers, stream);
        }
        let list = offers.list(plan);
        let all = NonZeroU64::new(list.iter().map(|(_, ply)| u64::from(weight(plan, ply))).sum())?;
        let mut draw = stream.below(all);
        let ply_drawn = list.iter().find(|(_, ply)| {
            let ply_weight = u64::from(weight(plan, ply));
            let is_drawn = draw < ply_weight;
            draw = draw.saturating_sub(ply_weight);
            is_drawn
        });
        ply_drawn.map(|(_, ply)| *ply)
    }
}
