//! Parses words for sets of directions.

use super::Read;
use super::json_part::{JsonPart, names};
use super::symbols::Symbols;
use crate::rule::{Directions, Heading};

impl Symbols<'_> {
    /// A set of directions.
    pub fn ways(&self, at: &JsonPart<'_>) -> Read<Directions> {
        let word = at.word("a set of directions")?;
        match word {
            "every" => at.refuse_other_fields(&[]).map(|()| Directions::Every),
            "orthogonal" => at.refuse_other_fields(&[]).map(|()| Directions::Orthogonal),
            "diagonal" => at.refuse_other_fields(&[]).map(|()| Directions::Diagonal),
            "ply-heading" => at.refuse_other_fields(&[]).map(|()| Directions::PlyHeading),
            "forward" if self.layout.forward.is_empty() => Err(at.fault("directions this board has, unlike forward")),
            "forward" => at.refuse_other_fields(&[]).map(|()| Directions::Forward),
            "dir" => self.labels(at),
            "heading" => self.heading(at).map(|heading| Directions::Heading(Box::new(heading))),
            "opposite" => self.turned(at).map(|of| Directions::Opposite(Box::new(of))),
            "not" => self.turned(at).map(|of| Directions::Not(Box::new(of))),
            "and" => self.parts(at, &|at| self.ways(at)).map(Directions::And),
            "or" => self.parts(at, &|at| self.ways(at)).map(Directions::Or),
            "if" => self.chosen(at, &|at| self.ways(at)).map(Directions::If),
            "by-side" => self.by_side(at, &|at| self.ways(at)).map(Directions::BySide),
            _ => Err(at.fault("a set of directions")),
        }
    }

    /// The directions of a neighbour word; by default those in which cells share a side.
    pub fn ways_in(&self, at: &JsonPart<'_>) -> Read<Directions> {
        Ok(at.optional("directions", |at| self.ways(&at))?.unwrap_or(Directions::Orthogonal))
    }

    fn turned(&self, at: &JsonPart<'_>) -> Read<Directions> {
        at.refuse_other_fields(&["of"])?;
        self.ways(&at.required("of")?)
    }

    fn labels(&self, at: &JsonPart<'_>) -> Read<Directions> {
        at.refuse_other_fields(&["names"])?;
        let at = at.required("names")?;
        let direction_bit = |set: u64, label| self.direction(&at, label).map(|way| set | 1 << way);
        names(at.text()?).try_fold(0, direction_bit).map(Directions::Dir)
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
