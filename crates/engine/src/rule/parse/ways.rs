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
            "every" => at.refuse_other_fields(&[]).map(|()| Ways::Every),
            "orthogonal" => at.refuse_other_fields(&[]).map(|()| Ways::Orthogonal),
            "diagonal" => at.refuse_other_fields(&[]).map(|()| Ways::Diagonal),
            "ply-heading" => at.refuse_other_fields(&[]).map(|()| Ways::PlyHeading),
            "forward" if self.layout.forward.is_empty() => Err(at.fault("directions this board has, unlike forward")),
            "forward" => at.refuse_other_fields(&[]).map(|()| Ways::Forward),
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
        Ok(at.optional("directions", |at| self.ways(&at))?.unwrap_or(Ways::Orthogonal))
    }

    fn turned(&self, at: &JsonPart<'_>) -> Read<Ways> {
        at.refuse_other_fields(&["of"])?;
        self.ways(&at.required("of")?)
    }

    fn labels(&self, at: &JsonPart<'_>) -> Read<Ways> {
        at.refuse_other_fields(&["names"])?;
        let at = at.required("names")?;
        let one = |set: u64, label| self.direction(&at, label).map(|way| set | 1 << way);
        names(at.text()?).try_fold(0, one).map(Ways::Dir)
    }

    fn heading(&self, at: &JsonPart<'_>) -> Read<Heading> {
        at.refuse_other_fields(&["start", "end", "distance", "directions"])?;
        Ok(Heading {
            start: self.cells(&at.required("start")?)?,
            end: self.cells(&at.required("end")?)?,
            distance: at.optional("distance", |at| at.at_least(1))?,
            ways: self.ways_in(at)?,
        })
    }
}
