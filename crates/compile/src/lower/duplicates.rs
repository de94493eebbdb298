//! Plies that several words offer: each is on offer once, by the first word that offers it.

use super::offers::{Landing, OfferGroup};
use super::scene::SideView;
use super::{Lowered, Lowering, bounds, not_lowered};
use crate::builder::Value;
use lusory_engine::rule::Action;

/// Which plies of two groups are the same.
enum Shared {
    None,
    /// Those that end on the same cell.
    All,
    /// Those that end on the same of these places.
    At(Vec<usize>),
    /// That depends on what stands on the board.
    Unknown,
}

impl Lowering<'_> {
    /// What an agenda offers (`offer`), each ply once.
    pub(super) fn offer_once(
        &mut self,
        scene: &SideView,
        agenda: u16,
        gate: Option<Value>,
    ) -> Lowered<Vec<OfferGroup>> {
        let mut groups = self.offer(scene, agenda, gate)?;
        if !self.laid.rules.may_duplicate_plies && !self.laid.tangled {
            return Ok(groups);
        }
        for later in 1..groups.len() {
            let (before, rest) = groups.split_at_mut(later);
            for earlier in before {
                self.leave_out(&mut rest[0], earlier)?;
            }
        }
        Ok(groups)
    }

    /// Takes the plies of an earlier group out of a later one.
    fn leave_out(&mut self, later: &mut OfferGroup, earlier: &OfferGroup) -> Lowered<()> {
        if self.base(later).is_none() || self.base(later) != self.base(earlier) {
            return Ok(());
        }
        let same = match self.shared(earlier, later) {
            Shared::None => return Ok(()),
            Shared::Unknown => return not_lowered("duplicate"),
            // What is not drawn from, or not legal, takes nothing from a later group.
            _ if earlier.tried || later.tried || earlier.after != later.after => return not_lowered("duplicate"),
            Shared::All => earlier.set,
            Shared::At(places) => {
                let mut words = vec![0; self.laid.width];
                places.into_iter().for_each(|place| words[place / 64] |= 1 << (place % 64));
                let places = self.b.set(&words);
                self.b.and(earlier.set, places)
            }
        };
        later.set = self.b.without(later.set, same);
        Ok(())
    }

    fn shared(&self, earlier: &OfferGroup, later: &OfferGroup) -> Shared {
        match (&earlier.landing, &later.landing) {
            (Landing::Cell, Landing::Cell) | (Landing::Bare, Landing::Bare) => Shared::All,
            (Landing::Secret(_), Landing::Secret(_)) => Shared::All,
            (Landing::Face(face), Landing::Face(other)) if face == other => Shared::All,
            (Landing::Face(_), Landing::Face(_)) => Shared::None,
            (Landing::Move { origin, .. }, Landing::Move { origin: other, .. }) => {
                let is_same = |place: &usize| origin[*place] >= 0 && origin[*place] == other[*place];
                let places: Vec<usize> = (0..origin.len().min(other.len())).filter(is_same).collect();
                if places.is_empty() { Shared::None } else { Shared::At(places) }
            }
            (Landing::Slide(way), Landing::Slide(other)) => self.shared_slides(*way == *other, earlier, later),
            (Landing::Slide(way), Landing::Move { heading, .. }) => {
                self.shared_slides(*heading == Some(*way), earlier, later)
            }
            (Landing::Move { heading, .. }, Landing::Slide(way)) => {
                self.shared_slides(*heading == Some(*way), later, earlier)
            }
            // Other forms of plies have other ids.
            (Landing::Cell | Landing::Bare | Landing::Face(_) | Landing::Move { .. } | Landing::Slide(_), _) => {
                Shared::None
            }
            (Landing::Secret(_) | Landing::Answer, _) => Shared::None,
        }
    }

    /// Which plies a slide shares with another move. Where both go along one direction and pass no piece, what ends on one
    /// cell comes from the nearest piece behind it.
    fn shared_slides(&self, is_same_way: bool, slide: &OfferGroup, other: &OfferGroup) -> Shared {
        if !is_same_way {
            return if self.laid.tangled { Shared::Unknown } else { Shared::None };
        }
        let passes_nothing = |group: &OfferGroup| match self.action(group) {
            Some(Action::Slide { through, .. }) => {
                (0..self.laid.rules.sides).all(|side| bounds::is_empty(&self.laid.rules, side, through))
            }
            Some(Action::Step { .. }) => true,
            _ => false,
        };
        if passes_nothing(slide) && passes_nothing(other) { Shared::All } else { Shared::Unknown }
    }
}
