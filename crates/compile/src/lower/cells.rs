//! Lowers words for sets of cells.

use super::scene::SideView;
use super::turns::{JUST, MOVED, ORIGIN, TO, VISITED};
use super::{Lowered, Lowering, not_lowered};
use crate::builder::Value;
use lusory_engine::evaluate::Viewer;
use lusory_engine::rule::{Cells, If, Regions, Side};

impl Lowering<'_> {
    /// The set of cells of a word.
    pub(super) fn cells(&mut self, scene: &SideView, word: &Cells) -> Lowered<Value> {
        match word {
            Cells::Fixed(index) => Ok(self.b.set(&self.laid.fixed[*index][scene.side])),
            Cells::Of(side) => Ok(self.of(scene, *side)),
            Cells::Empty => Ok(self.empty(scene)),
            Cells::Everywhere => Ok(self.b.everything()),
            Cells::Kind(kind) => Ok(self.kind(scene, *kind)),
            Cells::At(cells) => Ok(self.places(cells)),
            Cells::Ranks { first, last } => Ok(self.ranks(scene.side, *first, *last)),
            Cells::Center => Ok(self.b.set(&self.laid.center)),
            Cells::Shade(index) => Ok(self.shade(*index)),
            Cells::Row(of) => self.touching(scene, of, true),
            Cells::Column(of) => self.touching(scene, of, false),
            Cells::Regions(regions) => {
                let sets = self.regions(scene, regions)?;
                Ok(self.b.union(&sets))
            }
            Cells::Here => Ok(self.places(scene.here.as_slice())),
            Cells::Where(word) => self.cells_where(scene, word),
            Cells::Marked(mark) => Ok(self.b.union(&scene.now.marks[self.laid.rules.marks[*mark].all()])),
            Cells::To => Ok(self.of_ply(scene, TO, |ply| ply.to)),
            Cells::Origin => Ok(self.of_ply(scene, ORIGIN, |ply| ply.origin)),
            Cells::Just => Ok(self.of_ply(scene, JUST, |ply| ply.just)),
            Cells::Moved => Ok(self.of_ply(scene, MOVED, |ply| ply.moved)),
            Cells::Visited => Ok(self.of_ply(scene, VISITED, |ply| ply.visited)),
            Cells::Last { side, back } => self.last(scene, *side, *back),
            Cells::Adjacent(of, ways) | Cells::Shift(of, ways) => {
                let of = self.cells(scene, of)?;
                self.spread(scene, of, ways)
            }
            Cells::Ray(ray) => self.ray(scene, ray),
            Cells::Enclosed(word) => self.enclosed(scene, word),
            Cells::Line(line) => self.line(scene, line),
            Cells::Group(group) => self.group(scene, group),
            Cells::Connected(word) => self.connected(scene, word),
            Cells::Ring(ring) => self.ring(scene, ring),
            Cells::Open => Ok(self.occupied(&SideView { viewer: Viewer::Everybody, ..scene.clone() })),
            Cells::Announced => Ok(self.of_answer(scene, |answer| answer.announced)),
            Cells::Revealed => Ok(self.of_answer(scene, |answer| answer.revealed)),
            Cells::And(parts) => {
                let all = self.b.everything();
                self.each(scene, parts)?.into_iter().try_fold(all, |all, part| Ok(self.b.and(all, part)))
            }
            Cells::Or(parts) => {
                let parts = self.each(scene, parts)?;
                Ok(self.b.union(&parts))
            }
            Cells::Not(of) => {
                let of = self.cells(scene, of)?;
                Ok(self.b.not(of))
            }
            Cells::If(choice) => self.chosen(scene, choice),
            Cells::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.cells(scene, part),
                None => Ok(self.b.nothing()),
            },
        }
    }

    fn each(&mut self, scene: &SideView, parts: &[Cells]) -> Lowered<Vec<Value>> {
        parts.iter().map(|part| self.cells(scene, part)).collect()
    }

    fn chosen(&mut self, scene: &SideView, choice: &If<Cells>) -> Lowered<Value> {
        let when = self.holds(scene, &choice.when)?;
        let then = self.cells(scene, &choice.then)?;
        let otherwise = match &choice.otherwise {
            Some(part) => self.cells(scene, part)?,
            None => self.b.nothing(),
        };
        Ok(self.b.choose(when, then, otherwise))
    }

    /// The sets of a list of regions. Where a condition chooses the list, sets that it does not have are empty.
    pub(super) fn regions(&mut self, scene: &SideView, word: &Regions) -> Lowered<Vec<Value>> {
        match word {
            Regions::List(parts) => self.each(scene, parts),
            Regions::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.regions(scene, part),
                None => Ok(Vec::new()),
            },
            Regions::Edges { which: edges, corners } => Ok(self.edges(edges, *corners)),
            Regions::Corners => Ok(self.laid.corners.iter().map(|set| self.b.set(set)).collect()),
            // How many regions there are depends on the condition, and with it how many must be linked.
            Regions::If(_) => not_lowered("regions"),
        }
    }

    /// What is known of the ply; nothing where none is.
    fn of_ply(&mut self, scene: &SideView, word: u8, part: impl Fn(&super::scene::PlyValues) -> Value) -> Value {
        self.needed.turn |= word;
        match &scene.ply {
            Some(ply) => part(ply),
            None => self.b.nothing(),
        }
    }

    fn last(&mut self, scene: &SideView, side: Side, back: usize) -> Lowered<Value> {
        let now = &scene.now;
        let is_known = match scene.viewer {
            Viewer::All => true,
            Viewer::Side(_) => side == Side::Own,
            Viewer::Everybody => false,
        };
        if self.laid.rules.hidden && !is_known {
            // What is known of it is not kept.
            return not_lowered("hidden");
        }
        let lasts = match (side, self.laid.rules.sides) {
            (Side::Neutral, _) | (Side::Enemy, 0..=1) => return Ok(self.b.nothing()),
            (Side::Enemy, 3..) => {
                self.needed.lasts_of_others = true;
                now.lasts_of_others.get(scene.side)
            }
            (Side::Own | Side::Enemy, _) => {
                self.needed.lasts = true;
                now.lasts.get(if side == Side::Own { scene.side } else { 1 - scene.side })
            }
        };
        let last = back.checked_sub(1).and_then(|back| lasts?.get(back).copied());
        Ok(last.unwrap_or_else(|| self.b.nothing()))
    }

    /// The cells with a piece of an owner: 0 none, 1 the first side.
    pub(super) fn owner(&mut self, scene: &SideView, owner: usize) -> Value {
        let kinds = self.kinds();
        let pieces = self.pieces_seen(scene);
        self.b.union(&pieces[owner * kinds..(owner + 1) * kinds])
    }

    fn of(&mut self, scene: &SideView, side: Side) -> Value {
        match side {
            Side::Own => self.owner(scene, scene.side + 1),
            Side::Neutral => self.owner(scene, 0),
            Side::Enemy => {
                let other_sides = (0..self.laid.rules.sides).filter(|&other| other != scene.side);
                let sets: Vec<Value> = other_sides.map(|other| self.owner(scene, other + 1)).collect();
                self.b.union(&sets)
            }
        }
    }

    /// The cells with any piece.
    pub(super) fn occupied(&mut self, scene: &SideView) -> Value {
        let pieces = self.pieces_seen(scene);
        self.b.union(&pieces)
    }

    pub(super) fn empty(&mut self, scene: &SideView) -> Value {
        let occupied = self.occupied(scene);
        self.b.not(occupied)
    }

    fn kind(&mut self, scene: &SideView, kind: usize) -> Value {
        let kinds = self.kinds();
        let sets: Vec<Value> = self.pieces_seen(scene).iter().skip(kind).step_by(kinds).copied().collect();
        self.b.union(&sets)
    }

    /// Whole rows, or columns, with a cell of the set.
    fn touching(&mut self, scene: &SideView, of: &Cells, rows: bool) -> Lowered<Value> {
        let of = self.cells(scene, of)?;
        let mut all = self.b.nothing();
        for line in if rows { &self.laid.rows } else { &self.laid.columns } {
            let line = self.b.set(line);
            let ends_met = self.b.and(of, line);
            let ends_met = self.b.any(ends_met);
            let line = self.b.keep(line, ends_met);
            all = self.b.or(all, line);
        }
        Ok(all)
    }
}
