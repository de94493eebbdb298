//! Inverted conditions: not whether one holds for a ply, but the set of plies for which it holds.
//!
//! A word made of `to` (or `origin`) by steps, runs, intersections and unions is a sum over cells: what it comes to of
//! a set is the union of what it comes to of each. Such a word is gone backwards: from a set of cells wanted to the
//! cells of which it comes to some of them.

use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;
use crate::program::Code;
use lusory_engine::rule::parts::{cells_in, cells_of, ways_of};
use lusory_engine::rule::{Cells, Condition, Directions, Ray};

/// Where the pieces of plies come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<'t> {
    /// From nowhere.
    Nowhere,
    /// By a table of the places where plies end.
    By(&'t [i16]),
    /// That depends on what stands on the board.
    Open,
}

/// The cells of candidate plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<'t> {
    /// Where their pieces come from.
    pub origin: Origin<'t>,
    /// The direction, if all have one.
    pub heading: Option<usize>,
}

impl Lowering<'_> {
    /// The cells where a ply may end that fulfils a condition; none where that cannot be said for all at once.
    pub(super) fn plies_for_which(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        word: &Condition,
    ) -> Lowered<Option<Value>> {
        if !asks_of_ply(word) {
            let (truth, all) = (self.holds(scene, word)?, self.b.everything());
            return Ok(Some(self.b.keep(all, truth)));
        }
        match word {
            Condition::Cells(cells) => {
                let all = self.b.everything();
                self.meeting(scene, ply, cells, all)
            }
            Condition::Some(part) => self.plies_for_which(scene, ply, part),
            Condition::No(part) => Ok(self.plies_for_which(scene, ply, part)?.map(|set| self.b.not(set))),
            Condition::All(parts) => {
                let all = self.b.everything();
                self.folded(scene, ply, parts, all, |lowering, a, b| lowering.b.and(a, b))
            }
            Condition::Any(parts) => {
                let none = self.b.nothing();
                self.folded(scene, ply, parts, none, |lowering, a, b| lowering.b.or(a, b))
            }
            Condition::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.plies_for_which(scene, ply, part),
                None => Ok(Some(self.b.nothing())),
            },
            Condition::Compare(left, sign, right) => self.counting(scene, ply, (left, *sign, right)),
            Condition::If(_) | Condition::Quiet { .. } => Ok(None),
            Condition::Repeats(_) | Condition::NoPly { .. } => Ok(None),
        }
    }

    fn folded(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        parts: &[Condition],
        first: Value,
        join: impl Fn(&mut Self, Value, Value) -> Value,
    ) -> Lowered<Option<Value>> {
        let mut all = first;
        for part in parts {
            let Some(part) = self.plies_for_which(scene, ply, part)? else { return Ok(None) };
            all = join(self, all, part);
        }
        Ok(Some(all))
    }

    /// The ends of plies of which the word comes to some cell of `wanted`.
    fn meeting(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        word: &Cells,
        wanted: Value,
    ) -> Lowered<Option<Value>> {
        if !cells_ask(word) {
            let set = self.cells(scene, word)?;
            let (hit, all) = (self.b.and(set, wanted), self.b.everything());
            let hit = self.b.any(hit);
            return Ok(Some(self.b.keep(all, hit)));
        }
        match word {
            Cells::To => Ok(Some(wanted)),
            Cells::Origin => match ply.origin {
                Origin::By(table) => self.ends_of(table, wanted),
                Origin::Nowhere => Ok(Some(self.b.nothing())),
                Origin::Open => Ok(None),
            },
            Cells::And(parts) => self.meeting_all(scene, ply, parts, wanted),
            Cells::Or(parts) => {
                let mut all = self.b.nothing();
                for part in parts {
                    let Some(part) = self.meeting(scene, ply, part, wanted)? else { return Ok(None) };
                    all = self.b.or(all, part);
                }
                Ok(Some(all))
            }
            Cells::Adjacent(of, ways) | Cells::Shift(of, ways) => {
                let Some(ways) = self.known(scene, ply, ways)? else { return Ok(None) };
                let mut home = Vec::new();
                for way in ways {
                    home.push(self.step_back(way)?);
                }
                let before = self.b.spread(wanted, home);
                self.meeting(scene, ply, of, before)
            }
            Cells::Ray(ray) => self.meeting_runs(scene, ply, ray, wanted),
            Cells::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.meeting(scene, ply, part, wanted),
                None => Ok(Some(self.b.nothing())),
            },
            Cells::Fixed(_) | Cells::Of(_) | Cells::Empty | Cells::Everywhere | Cells::Kind(_) | Cells::At(_) => {
                Ok(None)
            }
            Cells::Ranks { .. } | Cells::Row(_) | Cells::Column(_) | Cells::Center | Cells::Shade(_) => Ok(None),
            Cells::Regions(_) | Cells::Just | Cells::Moved | Cells::Visited | Cells::Last { .. } => Ok(None),
            Cells::Enclosed(_) | Cells::Line(_) | Cells::Group(_) | Cells::Connected(_) | Cells::Ring(_) => Ok(None),
            Cells::Open | Cells::Announced | Cells::Revealed | Cells::Not(_) | Cells::If(_) => Ok(None),
            Cells::Here | Cells::Where(_) | Cells::Marked(_) => Ok(None),
        }
    }

    /// An intersection of which one part alone speaks of the ply: the others restrict what is wanted of it.
    fn meeting_all(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        parts: &[Cells],
        wanted: Value,
    ) -> Lowered<Option<Value>> {
        let Some((asking, wanted)) = self.asking_part(scene, parts, wanted)? else { return Ok(None) };
        self.meeting(scene, ply, asking, wanted)
    }

    /// The one part of an intersection that speaks of the ply, and what the others leave of `wanted`; none where
    /// several speak of it.
    pub(super) fn asking_part<'p>(
        &mut self,
        scene: &SideView,
        parts: &'p [Cells],
        wanted: Value,
    ) -> Lowered<Option<(&'p Cells, Value)>> {
        let (asking, other_parts): (Vec<&Cells>, Vec<&Cells>) = parts.iter().partition(|part| cells_ask(part));
        let [asking] = asking[..] else { return Ok(None) };
        let mut left = wanted;
        for other in other_parts {
            let other = self.cells(scene, other)?;
            left = self.b.and(left, other);
        }
        Ok(Some((asking, left)))
    }

    /// Starts of runs that meet what is wanted.
    fn meeting_runs(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        word: &Ray,
        wanted: Value,
    ) -> Lowered<Option<Value>> {
        let until_asks = word.until.as_ref().is_some_and(cells_ask);
        if cells_ask(&word.through) || until_asks || word.length.is_some() {
            return Ok(None);
        }
        let Some(ways) = self.known(scene, ply, &word.ways)? else { return Ok(None) };
        ways.iter().try_for_each(|&way| self.straight(way))?;
        let through = self.cells(scene, &word.through)?;
        let until = word.until.as_ref().map(|until| self.cells(scene, until)).transpose()?;
        let pass = until.map_or(through, |until| self.b.without(through, until));
        let all = self.b.everything();
        let mut chains = Vec::new();
        for way in ways {
            let home = self.home(way)?;
            chains.push(self.chain(&home));
        }
        let starts = match until {
            Some(until) if wanted == all => self.b.chained(Code::Behind, &[until, pass], chains),
            _ => {
                let mut starts = self.b.nothing();
                for chain in chains {
                    let back = chain[0];
                    let on = match until {
                        Some(until) => self.b.chained(Code::Run, &[until, pass], vec![chain.clone()]),
                        None => pass,
                    };
                    let targets = self.b.and(on, wanted);
                    let before = self.b.chained(Code::Run, &[targets, on], vec![chain]);
                    let runs_reached = self.b.or(targets, before);
                    let runs_reached = self.b.step(runs_reached, back);
                    starts = self.b.or(starts, runs_reached);
                }
                starts
            }
        };
        self.meeting(scene, ply, &word.start, starts)
    }

    /// Where plies end whose origins lie in a set.
    fn ends_of(&mut self, origins: &[i16], wanted: Value) -> Lowered<Option<Value>> {
        let pairs = (0..).zip(origins).filter(|(_, from)| **from >= 0).map(|(to, &from)| (i32::from(from), to));
        let relation = self.b.ways.relation(self.laid, pairs);
        Ok(Some(self.b.step(wanted, relation)))
    }

    /// The directions of a word, if all are known beforehand.
    pub(super) fn known(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        word: &Directions,
    ) -> Lowered<Option<Vec<usize>>> {
        if let Directions::PlyHeading = word {
            return Ok(ply.heading.map(|way| vec![way]));
        }
        if let Directions::Opposite(of) = word {
            let opposite = |way: usize| self.laid.directions[way].opposite;
            return Ok(self.known(scene, ply, of)?.map(|ways| ways.into_iter().filter_map(opposite).collect()));
        }
        if let (Directions::Or(parts) | Directions::And(parts), true) = (word, ways_ask(word)) {
            return self.known_of_each(scene, ply, parts, matches!(word, Directions::And(_)));
        }
        if ways_ask(word) {
            return Ok(None);
        }
        let ways = self.ways(scene, word)?;
        let sure = |(way, when): (usize, Option<Value>)| when.is_none().then_some(way);
        Ok(ways.into_iter().map(sure).collect())
    }

    /// The directions of all parts, or of any, if all are known.
    fn known_of_each(
        &mut self,
        scene: &SideView,
        ply: Candidates<'_>,
        parts: &[Directions],
        all: bool,
    ) -> Lowered<Option<Vec<usize>>> {
        let mut joined: Option<Vec<usize>> = None;
        for part in parts {
            let Some(ways) = self.known(scene, ply, part)? else { return Ok(None) };
            let ways = match joined {
                None => ways,
                Some(mut before) if all => {
                    before.retain(|way| ways.contains(way));
                    before
                }
                Some(mut before) => {
                    before.extend(ways);
                    before
                }
            };
            joined = Some(ways);
        }
        let mut ways = joined.unwrap_or_default();
        ways.sort_unstable();
        ways.dedup();
        Ok(Some(ways))
    }
}

/// Whether a condition depends on the cells or the direction of the ply.
pub(super) fn asks_of_ply(word: &Condition) -> bool {
    let mut is_asking = false;
    cells_in(word, &mut |cells| is_asking |= speaks(cells));
    is_asking
}

/// The same of a set of cells.
pub(super) fn cells_ask(word: &Cells) -> bool {
    let mut is_asking = false;
    cells_of(word, &mut |cells| is_asking |= speaks(cells));
    is_asking
}

fn ways_ask(word: &Directions) -> bool {
    let mut is_asking = has_heading(word);
    ways_of(word, &mut |cells| is_asking |= speaks(cells));
    is_asking
}

/// Whether a word itself, without the cells in it, depends on the ply.
fn speaks(word: &Cells) -> bool {
    match word {
        Cells::To | Cells::Origin => true,
        Cells::Adjacent(_, ways) | Cells::Shift(_, ways) => has_heading(ways),
        Cells::Ray(word) => has_heading(&word.ways),
        Cells::Enclosed(word) => has_heading(&word.ways),
        Cells::Line(word) => has_heading(&word.ways),
        Cells::Group(word) => has_heading(&word.ways),
        Cells::Connected(word) => has_heading(&word.ways),
        Cells::Ring(word) => has_heading(&word.ways),
        Cells::Fixed(_) | Cells::Of(_) | Cells::Empty | Cells::Everywhere | Cells::Kind(_) | Cells::At(_) => false,
        Cells::Ranks { .. } | Cells::Row(_) | Cells::Column(_) | Cells::Center | Cells::Shade(_) => false,
        // What is known of former plies of the turn is the same for all plies on offer.
        Cells::Regions(_) | Cells::Just | Cells::Moved | Cells::Visited | Cells::Last { .. } => false,
        Cells::Open | Cells::Announced | Cells::Revealed | Cells::Not(_) | Cells::If(_) => false,
        Cells::And(_) | Cells::Or(_) | Cells::BySide(_) | Cells::Here | Cells::Where(_) | Cells::Marked(_) => false,
    }
}

/// Whether a word for directions, without the cells in it, depends on the direction of the ply.
fn has_heading(word: &Directions) -> bool {
    match word {
        Directions::PlyHeading => true,
        Directions::Heading(heading) => has_heading(&heading.ways),
        Directions::Opposite(of) | Directions::Not(of) => has_heading(of),
        Directions::And(parts) | Directions::Or(parts) | Directions::BySide(parts) => parts.iter().any(has_heading),
        Directions::If(choice) => has_heading(&choice.then) || choice.otherwise.as_ref().is_some_and(has_heading),
        Directions::Fixed(_)
        | Directions::Every
        | Directions::Orthogonal
        | Directions::Diagonal
        | Directions::Forward
        | Directions::Dir(_) => false,
    }
}
