//! Parses words for sets of directions.

use super::Read;
use super::json_part::{JsonPart, names};
use super::symbols::Symbols;
use crate::rule::{Heading, Ways};

impl Symbols<'_> {
    /// A set of directions.
    pub fn ways(&self, at: &JsonPart<'_>) -> Read<Ways> {
        let word = at.word("a set of directions")?;
        match word {
            "every" => at.only(&[]).map(|()| Ways::Every),
            "orthogonal" => at.only(&[]).map(|()| Ways::Orthogonal),
            "diagonal" => at.only(&[]).map(|()| Ways::Diagonal),
            "ply-heading" => at.only(&[]).map(|()| Ways::PlyHeading),
            "forward" if self.layout.forward.is_empty() => Err(at.fault("directions this board has, unlike forward")),
            "forward" => at.only(&[]).map(|()| Ways::Forward),
            "dir" => self.labels(at),
            "heading" => self.heading(at).map(|heading| Ways::Heading(Box::new(heading))),
            "opposite" => self.turned(at).map(|of| Ways::Opposite(Box::new(of))),
            "not" => self.turned(at).map(|of| Ways::Not(Box::new(of))),
            "and" => self.parts(at, &|at| self.ways(at)).map(Ways::And),
            "or" => self.parts(at, &|at| self.ways(at)).map(Ways::Or),
            "if" => self.chosen(at, &|at| self.ways(at)).map(Ways::If),
            "by-side" => self.by_side(at, &|at| self.ways(at)).map(Ways::BySide),
            _ => Err(at.fault("a set of directions")),
        }
    }

    /// The directions of a neighbour word; by default those in which cells share a side.
    pub fn ways_in(&self, at: &JsonPart<'_>) -> Read<Ways> {
        Ok(at.maybe("directions", |at| self.ways(&at))?.unwrap_or(Ways::Orthogonal))
    }

    fn turned(&self, at: &JsonPart<'_>) -> Read<Ways> {
        at.only(&["of"])?;
        self.ways(&at.need("of")?)
    }

    fn labels(&self, at: &JsonPart<'_>) -> Read<Ways> {
        at.only(&["names"])?;
        let at = at.need("names")?;
        let one = |set: u64, label| self.direction(&at, label).map(|way| set | 1 << way);
        names(at.text()?).try_fold(0, one).map(Ways::Dir)
    }

    fn heading(&self, at: &JsonPart<'_>) -> Read<Heading> {
        at.only(&["start", "end", "distance", "directions"])?;
        Ok(Heading {
            start: self.cells(&at.need("start")?)?,
            end: self.cells(&at.need("end")?)?,
            distance: at.maybe("distance", |at| at.at_least(1))?,
            ways: self.ways_in(at)?,
        })
    }
}
