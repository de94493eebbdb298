//! Lowers words about connected groups. Two cells are connected whichever way a step leads between them.

use super::directions::DirectionList;
use super::scene::SideView;
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use crate::ways::{back, forth};
use lusory_engine::rule::{Cells, Connected, Directions, Enclosed, Group, Number, Ring};

impl Lowering<'_> {
    /// The ways by which cells are linked: steps and, where no step leads back, steps backwards.
    pub(super) fn links(&mut self, ways: &[usize]) -> Vec<u32> {
        let mut links = Vec::new();
        for &way in ways {
            links.push(self.step(way));
            links.extend(self.steps_home(way));
        }
        links.sort_unstable();
        links.dedup();
        links
    }

    /// Steps backwards; where several places lead to one, one way for each of them.
    fn steps_home(&mut self, way: usize) -> Vec<u32> {
        let table = forth(self.laid, way);
        match back(&table) {
            Some(table) => vec![self.b.ways.of(self.laid, &table)],
            None => {
                let pairs: Vec<(i32, i32)> = (0..).zip(&table).map(|(from, &to)| (i32::from(to), from)).collect();
                vec![self.b.ways.relation(self.laid, pairs.into_iter().filter(|&(from, _)| from >= 0))]
            }
        }
    }

    /// The directions of a word that are known beforehand.
    pub(super) fn certain(&mut self, scene: &SideView, word: &Directions) -> Lowered<Vec<usize>> {
        let ways: DirectionList = self.ways(scene, word)?;
        let sure =
            |(way, when): (usize, Option<Value>)| if when.is_none() { Ok(way) } else { not_lowered("direction") };
        ways.into_iter().map(sure).collect()
    }

    /// What is found along the directions of a word. Where one of them depends on the position, it is found along each that
    /// it may be, and chosen.
    fn along(
        &mut self,
        scene: &SideView,
        word: &Directions,
        mut find: impl FnMut(&mut Self, &[usize]) -> Lowered<Value>,
    ) -> Lowered<Value> {
        let ways = self.ways(scene, word)?;
        let sure: Vec<usize> = ways.iter().filter(|(_, when)| when.is_none()).map(|&(way, _)| way).collect();
        if sure.len() < ways.len() && !is_at_most_one(word) {
            return not_lowered("direction");
        }
        let mut found = find(self, &sure)?;
        for (way, when) in ways {
            if let Some(when) = when {
                let along_it = find(self, &[sure.as_slice(), &[way]].concat())?;
                found = self.b.choose(when, along_it, found);
            }
        }
        Ok(found)
    }

    /// Pieces without an empty neighbour: one flood from those that have one leaves those whose group has none.
    pub(super) fn enclosed(&mut self, scene: &SideView, word: &Enclosed) -> Lowered<Value> {
        self.along(scene, &word.ways, |lowering, ways| lowering.enclosed_along(scene, word, ways))
    }

    fn enclosed_along(&mut self, scene: &SideView, word: &Enclosed, ways: &[usize]) -> Lowered<Value> {
        let (occupied, empty) = (self.occupied(scene), self.empty(scene));
        let of = self.cells(scene, &word.of)?;
        let of = self.b.and(of, occupied);
        let mut touching = Vec::new();
        for &way in ways {
            touching.extend(self.steps_home(way));
        }
        let near = self.b.spread(empty, touching.clone());
        if !word.group {
            return Ok(self.b.without(of, near));
        }
        let begun = self.may_be_enclosed(scene, (word, ways), (of, near), touching);
        let of = begun.map_or(of, |begun| self.b.keep(of, begun));
        let links = self.links(ways);
        let seed = self.b.and(near, of);
        let free = self.b.flood(seed, of, links);
        let enclosed = self.b.without(of, free);
        Ok(begun.map_or(enclosed, |begun| self.b.keep(enclosed, begun)))
    }

    /// The groups that hold one of `at`.
    pub(super) fn group(&mut self, scene: &SideView, word: &Group) -> Lowered<Value> {
        self.along(scene, &word.ways, |lowering, ways| lowering.group_along(scene, word, ways))
    }

    fn group_along(&mut self, scene: &SideView, word: &Group, ways: &[usize]) -> Lowered<Value> {
        let of = self.cells(scene, &word.of)?;
        let links = self.links(ways);
        let groups = match &word.at {
            Some(at) => {
                let at = self.cells(scene, at)?;
                let seed = self.b.and(at, of);
                self.b.flood(seed, of, links.clone())
            }
            None => of,
        };
        match word.size {
            Number::Whole(..=1) => Ok(groups),
            Number::Whole(2) => {
                // A cell that is linked with another one.
                let near = self.b.spread(groups, links);
                Ok(self.b.and(groups, near))
            }
            _ => {
                let least = self.number(scene, &word.size)?;
                Ok(self.b.large_groups(groups, least, links))
            }
        }
    }

    /// How many groups a set has.
    pub(super) fn count_groups(&mut self, scene: &SideView, of: &Cells, ways: &Directions) -> Lowered<Value> {
        let of = self.cells(scene, of)?;
        self.along(scene, ways, |lowering, ways| {
            let links = lowering.links(ways);
            Ok(lowering.b.groups(of, links))
        })
    }

    /// The groups that touch enough regions: for each region the groups that touch it, and of these cells those that are
    /// in enough of them.
    pub(super) fn connected(&mut self, scene: &SideView, word: &Connected) -> Lowered<Value> {
        self.along(scene, &word.ways, |lowering, ways| lowering.connected_along(scene, word, ways))
    }

    fn connected_along(&mut self, scene: &SideView, word: &Connected, ways: &[usize]) -> Lowered<Value> {
        let of = self.cells(scene, &word.of)?;
        let (regions, links) = (self.regions(scene, &word.regions)?, self.links(ways));
        let n = word.n.map_or(regions.len().max(1), |n| n as usize);
        if n > regions.len() {
            return Ok(self.b.nothing());
        }
        if n == regions.len() {
            let mut groups = of;
            for region in regions {
                let seed = self.b.and(groups, region);
                groups = self.b.flood(seed, groups, links.clone());
            }
            return Ok(groups);
        }
        // in_at_least[k]: cells that are in more than k of the sets so far.
        let mut in_at_least = vec![self.b.nothing(); n];
        for region in regions {
            let seed = self.b.and(of, region);
            let touching = self.b.flood(seed, of, links.clone());
            for k in (0..n).rev() {
                let in_both = if k == 0 { touching } else { self.b.and(touching, in_at_least[k - 1]) };
                in_at_least[k] = self.b.or(in_at_least[k], in_both);
            }
        }
        Ok(in_at_least.last().copied().unwrap_or(of))
    }

    /// Loops round a cell: what cannot reach the border past the pieces is ringed; so is a piece with pieces on every
    /// side. Where pieces connect by their sides, what they hold in may not slip out by a corner either; where they
    /// connect by corners too, it has to cross a side.
    pub(super) fn ring(&mut self, scene: &SideView, word: &Ring) -> Lowered<Value> {
        self.along(scene, &word.ways, |lowering, ways| lowering.ring_along(scene, word, ways))
    }

    fn ring_along(&mut self, scene: &SideView, word: &Ring, ways: &[usize]) -> Lowered<Value> {
        let of = self.cells(scene, &word.of)?;
        let border = self.b.set(&self.laid.border);
        if self.b.is_nothing(border) {
            return Ok(border);
        }
        let wanted = ways.iter().fold(0, |all, way| all | 1 << way);
        let across = if wanted == self.laid.sides { self.laid.every } else { self.laid.sides };
        let across: Vec<usize> = (0..self.laid.directions.len()).filter(|way| across >> way & 1 != 0).collect();
        let out: Vec<u32> = across.iter().map(|&way| self.step(way)).collect();
        let home: Vec<u32> = across.iter().flat_map(|&way| self.steps_home(way)).collect();
        let free = self.b.not(of);
        let seed = self.b.and(border, free);
        let reached = self.b.flood(seed, free, out.clone());
        let inside = self.b.without(free, reached);
        let near = self.b.spread(free, home);
        let full = self.b.without(of, border);
        let full = self.b.without(full, near);
        let ringed = self.b.or(inside, full);
        let round = self.b.spread(ringed, out);
        Ok(self.b.and(round, of))
    }
}

/// Whether a word stands for at most one of the directions that depend on the position.
fn is_at_most_one(word: &Directions) -> bool {
    match word {
        Directions::PlyHeading => true,
        Directions::Opposite(of) => is_at_most_one(of),
        Directions::And(parts) => parts.iter().any(is_at_most_one),
        Directions::BySide(parts) => parts.iter().all(is_at_most_one),
        Directions::If(choice) => is_at_most_one(&choice.then) && choice.otherwise.as_ref().is_none_or(is_at_most_one),
        Directions::Fixed(_) | Directions::Every | Directions::Orthogonal | Directions::Diagonal => false,
        Directions::Forward | Directions::Dir(_) | Directions::Or(_) | Directions::Not(_) => false,
        // Two directions may lead from one cell to another.
        Directions::Heading(_) => false,
    }
}
