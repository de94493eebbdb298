//! Parses words for sets of cells and regions.

use super::Read;
use super::json_part::JsonPart;
use super::symbols::Symbols;
use crate::rule::{Cells, Connected, Directions, Enclosed, Group, Line, Number, Ray, Regions, Ring, Side, Where};

/// The most lines a Line may ask for at once.
const MOST_LINES: i64 = 4;

impl Symbols<'_> {
    /// A set of cells.
    pub fn cells(&self, at: &JsonPart<'_>) -> Read<Cells> {
        if at.value.is_array() {
            return Ok(Cells::Regions(Box::new(self.regions(at)?)));
        }
        let word = at.word("a set of cells")?;
        if let Some(atom) = word_without_fields(word) {
            return at.refuse_other_fields(&[]).map(|()| atom);
        }
        match word {
            "and" => self.parts(at, &|at| self.cells(at)).map(Cells::And),
            "or" => self.parts(at, &|at| self.cells(at)).map(Cells::Or),
            "not" => self.of(at).map(|of| Cells::Not(Box::new(of))),
            "if" => self.chosen(at, &|at| self.cells(at)).map(Cells::If),
            "by-side" => self.by_side(at, &|at| self.cells(at)).map(Cells::BySide),
            "edges" | "corners" => Ok(Cells::Regions(Box::new(self.regions(at)?))),
            "where" => {
                at.refuse_other_fields(&["of", "when"])?;
                let (of, when) = (self.cells(&at.required("of")?)?, self.condition(&at.required("when")?)?);
                Ok(Cells::Where(Box::new(Where { of, when })))
            }
            "ray" | "enclosed" | "line" | "group" | "connected" | "ring" => self.compound_word(at, word),
            _ => self.place_word(at, word),
        }
    }

    /// Words with no field but a set of cells `of`.
    fn of(&self, at: &JsonPart<'_>) -> Read<Cells> {
        at.refuse_other_fields(&["of"])?;
        self.cells(&at.required("of")?)
    }

    /// The set in a field; a default where it is missing.
    pub fn cells_in(&self, at: &JsonPart<'_>, name: &str, default: Cells) -> Read<Cells> {
        at.field(name).map_or(Ok(default), |at| self.cells(&at))
    }

    fn place_word(&self, at: &JsonPart<'_>, word: &str) -> Read<Cells> {
        match word {
            "row" => self.of(at).map(|of| Cells::Row(Box::new(of))),
            "column" => self.of(at).map(|of| Cells::Column(Box::new(of))),
            "kind" => at
                .refuse_other_fields(&["kind"])
                .and_then(|()| at.required("kind"))
                .and_then(|_| self.kind(at, "kind"))
                .map(Cells::Kind),
            "at" => at
                .refuse_other_fields(&["names"])
                .and_then(|()| self.cells_named(&at.required("names")?))
                .map(Cells::At),
            "ranks" => self.ranks(at),
            "shade" => {
                at.refuse_other_fields(&["index"])?;
                at.required("index")?.index(self.layout.shades.len()).map(Cells::Shade)
            }
            "last" => self.last(at),
            "marked" => at.refuse_other_fields(&["name"]).and_then(|()| self.mark(at)).map(Cells::Marked),
            "adjacent" => {
                at.refuse_other_fields(&["of", "directions"])?;
                Ok(Cells::Adjacent(Box::new(self.cells(&at.required("of")?)?), self.ways_in(at)?))
            }
            "shift" => {
                at.refuse_other_fields(&["of", "directions"])?;
                let of = self.cells(&at.required("of")?)?;
                Ok(Cells::Shift(Box::new(of), self.ways(&at.required("directions")?)?))
            }
            _ => Err(at.fault("a set of cells")),
        }
    }

    fn ranks(&self, at: &JsonPart<'_>) -> Read<Cells> {
        at.refuse_other_fields(&["first", "last"])?;
        let most = self.layout.ranks.iter().take(self.sides).map(Vec::len).min().unwrap_or(0) as i64;
        let rank = |at: JsonPart<'_>| match at.integer(-most, most)? {
            0 => Err(at.fault("a rank from 1, or from -1")),
            rank => Ok(rank),
        };
        let first = rank(at.required("first")?)?;
        match at.optional("last", rank)?.unwrap_or(first) {
            last if last >= first && (last > 0) == (first > 0) => Ok(Cells::Ranks { first, last }),
            _ => Err(at.required("last")?.fault("a rank after the first, counted from the same side")),
        }
    }

    fn last(&self, at: &JsonPart<'_>) -> Read<Cells> {
        at.refuse_other_fields(&["side", "back"])?;
        let side = super::symbols::whose(&at.required("side")?)?;
        let back = at.optional("back", |at| at.at_least(1))?.unwrap_or(1) as usize;
        Ok(Cells::Last { side, back })
    }

    fn compound_word(&self, at: &JsonPart<'_>, word: &str) -> Read<Cells> {
        match word {
            "ray" => self.ray(at).map(|ray| Cells::Ray(Box::new(ray))),
            "enclosed" => self.enclosed(at).map(|enclosed| Cells::Enclosed(Box::new(enclosed))),
            "line" => self.line(at).map(|line| Cells::Line(Box::new(line))),
            "group" => self.group(at).map(|group| Cells::Group(Box::new(group))),
            "connected" => self.connected(at).map(|connected| Cells::Connected(Box::new(connected))),
            _ => self.ring(at).map(|ring| Cells::Ring(Box::new(ring))),
        }
    }

    fn ray(&self, at: &JsonPart<'_>) -> Read<Ray> {
        at.refuse_other_fields(&["start", "directions", "through", "until", "length"])?;
        Ok(Ray {
            start: self.cells(&at.required("start")?)?,
            ways: self.ways_in(at)?,
            through: self.cells_in(at, "through", Cells::Empty)?,
            until: at.optional("until", |at| self.cells(&at))?,
            length: at.optional("length", |at| self.number(&at))?,
        })
    }

    fn enclosed(&self, at: &JsonPart<'_>) -> Read<Enclosed> {
        at.refuse_other_fields(&["of", "unit", "directions"])?;
        let of = self.cells(&at.required("of")?)?;
        Ok(Enclosed { of, group: at.choice("unit", &[("group", true), ("cell", false)])?, ways: self.ways_in(at)? })
    }

    fn line(&self, at: &JsonPart<'_>) -> Read<Line> {
        at.refuse_other_fields(&["n", "of", "exact", "times", "share", "directions"])?;
        let n = at.required("n")?.integer(2, self.layout.names.len() as i64)?;
        let within = |name, default, least, most| {
            at.optional(name, |at| at.integer(least, most)).map(|number| number.unwrap_or(default) as u32)
        };
        Ok(Line {
            n: n as u32,
            of: self.cells_in(at, "of", Cells::Of(Side::Own))?,
            exact: at.flag("exact", false)?,
            times: within("times", 1, 1, MOST_LINES)?,
            share: within("share", 0, 0, n - 1)?,
            ways: at.optional("directions", |at| self.ways(&at))?.unwrap_or(Directions::Every),
        })
    }

    fn group(&self, at: &JsonPart<'_>) -> Read<Group> {
        at.refuse_other_fields(&["of", "at", "size", "directions"])?;
        Ok(Group {
            of: self.cells_in(at, "of", Cells::Of(Side::Own))?,
            at: at.optional("at", |at| self.cells(&at))?,
            size: at.optional("size", |at| self.number(&at))?.unwrap_or(Number::Whole(1)),
            ways: self.ways_in(at)?,
        })
    }

    fn connected(&self, at: &JsonPart<'_>) -> Read<Connected> {
        at.refuse_other_fields(&["of", "regions", "n", "directions"])?;
        Ok(Connected {
            of: self.cells(&at.required("of")?)?,
            regions: self.regions(&at.required("regions")?)?,
            n: at.optional("n", |at| at.at_least(1))?,
            ways: self.ways_in(at)?,
        })
    }

    fn ring(&self, at: &JsonPart<'_>) -> Read<Ring> {
        at.refuse_other_fields(&["of", "directions"])?;
        Ok(Ring { of: self.cells_in(at, "of", Cells::Of(Side::Own))?, ways: self.ways_in(at)? })
    }

    /// A list of sets of cells.
    fn regions(&self, at: &JsonPart<'_>) -> Read<Regions> {
        if at.value.is_array() {
            return at.each(|at| self.cells(&at)).map(Regions::List);
        }
        match at.word("regions")? {
            "edges" => {
                at.refuse_other_fields(&["names", "corners"])?;
                Ok(Regions::Edges { which: self.edges_named(at)?, corners: at.flag("corners", true)? })
            }
            "corners" => at.refuse_other_fields(&[]).map(|()| Regions::Corners),
            "if" => self.chosen(at, &|at| self.regions(at)).map(Regions::If),
            "by-side" => self.by_side(at, &|at| self.regions(at)).map(Regions::BySide),
            _ => Err(at.fault("regions")),
        }
    }
}

/// Words that have no parts.
fn word_without_fields(word: &str) -> Option<Cells> {
    Some(match word {
        "own" => Cells::Of(Side::Own),
        "enemy" => Cells::Of(Side::Enemy),
        "neutral" => Cells::Of(Side::Neutral),
        "empty" => Cells::Empty,
        "everywhere" => Cells::Everywhere,
        "center" => Cells::Center,
        "here" => Cells::Here,
        "to" => Cells::To,
        "origin" => Cells::Origin,
        "just" => Cells::Just,
        "moved" => Cells::Moved,
        "visited" => Cells::Visited,
        "open" => Cells::Open,
        "announced" => Cells::Announced,
        "revealed" => Cells::Revealed,
        _ => return None,
    })
}
