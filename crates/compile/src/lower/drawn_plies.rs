//! What was drawn of all groups on offer, taken together.

use super::bounds::{self, Planes};
use super::offers::{Landing, OfferGroup};
use super::scene::{PlyValues, SideView};
use super::{Lowered, Lowering};
use crate::builder::Value;
use lusory_engine::rule::{Action, Cells};

/// What was drawn, taken together: of all of this one ply alone is there.
pub(super) struct DrawnPlies {
    /// Whether they are chance plies.
    pub chance: bool,
    /// Where plies end that have cells; where pieces came from; what was jumped over and is captured.
    pub to: Value,
    pub origin: Value,
    pub over: Value,
    /// Where moves end; what is lifted.
    pub moved: Value,
    pub lifted: Value,
    /// Cells filled: by plane, with the kind in hand where the pieces are the mover's.
    pub placed: Vec<(usize, Value)>,
    /// The same of secret placements; whether one failed; where they aim.
    pub hidden: Vec<(usize, Value)>,
    pub failed: Value,
    pub aimed: Value,
    /// Directions of moves.
    pub headings: Vec<(usize, Value)>,
    /// The pieces that may have moved; those that may stand where plies end.
    pub movers: Planes,
    pub hit: Planes,
}

impl Lowering<'_> {
    /// The cells of the ply alone, for what is judged before it.
    pub(super) fn candidate(&mut self, scene: &SideView, groups: &[OfferGroup], hits: &[Value]) -> Lowered<PlyValues> {
        let outer = std::mem::replace(&mut self.supposing, true);
        let plies = self.taken_together(scene, groups, hits);
        self.supposing = outer;
        let plies = plies?;
        let (nothing, before) = (self.b.nothing(), scene.ply.as_ref());
        let [just, moved, visited] = before.map_or([nothing; 3], |before| [before.just, before.moved, before.visited]);
        let (to, origin, headings) = (plies.to, plies.origin, plies.headings);
        Ok(PlyValues { to, origin, headings, just, moved, visited })
    }

    pub(super) fn taken_together(
        &mut self,
        scene: &SideView,
        groups: &[OfferGroup],
        hits: &[Value],
    ) -> Lowered<DrawnPlies> {
        let nothing = self.b.nothing();
        let (headings, placed) = (Vec::new(), Vec::new());
        let mut all = DrawnPlies {
            chance: groups.iter().any(|group| group.chance),
            to: nothing,
            origin: nothing,
            over: nothing,
            moved: nothing,
            lifted: nothing,
            placed,
            hidden: Vec::new(),
            failed: self.b.truth(false),
            aimed: nothing,
            headings,
            movers: 0,
            hit: 0,
        };
        for (group, &hit) in groups.iter().zip(hits) {
            self.take_in(scene, group, hit, &mut all)?;
        }
        Ok(all)
    }

    /// Adds what a group's ply does.
    fn take_in(&mut self, scene: &SideView, group: &OfferGroup, hit: Value, all: &mut DrawnPlies) -> Lowered<()> {
        if group.node.is_some_and(|node| self.is_secret(node)) && !self.supposing {
            return self.take_in_secret(scene, group, hit, all);
        }
        let scene = &self.seen_by_mover(scene, group.chance);
        let (rules, side) = (&self.laid.rules, scene.side);
        let may_hold = |word: &Cells| bounds::may_hold(rules, side, word);
        match self.action(group) {
            Some(Action::Place { to, kind, own, shape }) => {
                all.hit |= may_hold(to);
                let plane = if *own { side + 1 } else { 0 } * rules.kinds.len() + kind;
                let mut cells = hit;
                for walk in shape {
                    let mut end = hit;
                    for &way in walk {
                        let step = self.step(way);
                        end = self.b.step(end, step);
                    }
                    cells = self.b.or(cells, end);
                }
                all.to = self.b.or(all.to, hit);
                self.put(&mut all.placed, plane, cells);
            }
            Some(Action::Remove { what }) => {
                all.hit |= may_hold(what);
                all.to = self.b.or(all.to, hit);
                all.lifted = self.b.or(all.lifted, hit);
            }
            Some(Action::Step { what, to, .. } | Action::Leap { what, to, .. }) => {
                self.move_in(scene, group, hit, (what, to), None, all)?;
            }
            Some(Action::Slide { what, to, through, .. }) => {
                self.move_in(scene, group, hit, (what, to), Some(through), all)?;
            }
            Some(Action::Hop { what, over, to, captures, .. }) => {
                self.move_in(scene, group, hit, (what, to), None, all)?;
                if let (true, Landing::Move { over: Some(table), .. }) = (captures, &group.landing) {
                    all.hit |= may_hold(over);
                    let way = self.by_table(table);
                    let jumped = self.b.step(hit, way);
                    all.over = self.b.or(all.over, jumped);
                }
            }
            // Plies without cells; others are on offer nowhere.
            Some(Action::Pass | Action::Swap | Action::Keep | Action::Roll { .. } | Action::Reveal { .. }) | None => {}
        }
        Ok(())
    }

    /// Adds a secret placement where it takes place now.
    fn take_in_secret(
        &mut self,
        scene: &SideView,
        group: &OfferGroup,
        hit: Value,
        all: &mut DrawnPlies,
    ) -> Lowered<()> {
        if self.awaited(group).is_some() {
            return Ok(());
        }
        let (cells, failed) = self.take_place(scene, group, hit)?;
        if let Some(Action::Place { kind, .. }) = self.action(group) {
            let plane = (scene.side + 1) * self.kinds() + kind;
            all.to = self.b.or(all.to, cells);
            all.failed = self.b.or(all.failed, failed);
            all.aimed = self.b.or(all.aimed, hit);
            self.put(&mut all.hidden, plane, cells);
        }
        Ok(())
    }

    fn put(&mut self, placed: &mut Vec<(usize, Value)>, plane: usize, cells: Value) {
        match placed.iter_mut().find(|(other, _)| *other == plane) {
            Some((_, held)) => *held = self.b.or(*held, cells),
            None => placed.push((plane, cells)),
        }
    }

    fn move_in(
        &mut self,
        scene: &SideView,
        group: &OfferGroup,
        hit: Value,
        (what, to): (&Cells, &Cells),
        through: Option<&Cells>,
        all: &mut DrawnPlies,
    ) -> Lowered<()> {
        all.movers |= bounds::may_hold(&self.laid.rules, scene.side, what);
        all.hit |= bounds::may_hold(&self.laid.rules, scene.side, to);
        let (origin, heading) = match (&group.landing, through) {
            (Landing::Move { origin, heading, .. }, _) => {
                let relation = self.by_table(origin);
                (self.b.step(hit, relation), *heading)
            }
            (Landing::Slide(relation), Some(through)) => {
                let (pieces, pass) = (self.standing(scene, what)?, self.cells(scene, through)?);
                (self.slid_from(*relation, hit, pass, pieces)?, Some(*relation))
            }
            (Landing::Slide(_) | Landing::Cell | Landing::Bare | Landing::Face(_), _) => (self.b.nothing(), None),
            (Landing::Secret(_) | Landing::Answer, _) => (self.b.nothing(), None),
        };
        all.to = self.b.or(all.to, hit);
        all.moved = self.b.or(all.moved, hit);
        all.origin = self.b.or(all.origin, origin);
        if let Some(relation) = heading {
            let going = self.b.any(hit);
            match all.headings.iter_mut().find(|(other, _)| *other == relation) {
                Some((_, held)) => *held = self.b.or(*held, going),
                None => all.headings.push((relation, going)),
            }
        }
        Ok(())
    }
}
