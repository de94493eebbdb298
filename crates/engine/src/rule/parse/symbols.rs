//! Symbol tables of the parser: the numbers of everything that words name.

use super::json_part::{JsonPart, names};
use super::survey::Survey;
use super::{Fault, Read};
use crate::board::Layout;
use crate::rule::{If, Side};
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::HashMap;

/// Symbol tables: numbers of kinds, cells, directions, edges, counters and agendas.
pub(super) struct Symbols<'v> {
    /// The names in the rules.
    pub survey: Survey<'v>,
    /// The board.
    pub layout: &'v Layout,
    /// How many sides.
    pub sides: usize,
    /// The agenda of each part that NoPly tests.
    pub tested: HashMap<usize, u16>,
    cells: OnceCell<HashMap<&'v str, u32>>,
}

impl<'v> Symbols<'v> {
    /// tested: the agenda of each part that NoPly tests.
    pub fn new(survey: Survey<'v>, layout: &'v Layout, sides: usize, tested: HashMap<usize, u16>) -> Self {
        Symbols { survey, layout, sides, tested, cells: OnceCell::new() }
    }

    /// A choice by condition.
    pub fn chosen<T>(&self, at: &JsonPart<'_>, read: &dyn Fn(&JsonPart<'_>) -> Read<T>) -> Read<Box<If<T>>> {
        at.refuse_other_fields(&["when", "then", "otherwise"])?;
        let when = self.condition(&at.required("when")?)?;
        let then = read(&at.required("then")?)?;
        Ok(Box::new(If { when, then, otherwise: at.optional("otherwise", |at| read(&at))? }))
    }

    /// A part for each side.
    pub fn by_side<T>(&self, at: &JsonPart<'_>, read: &dyn Fn(&JsonPart<'_>) -> Read<T>) -> Read<Vec<T>> {
        let parts = self.parts(at, read)?;
        let fits = parts.len() == self.sides;
        if fits {
            Ok(parts)
        } else {
            Err(at.required("parts")?.fault(&format!("a part for each of {} sides", self.sides)))
        }
    }

    /// The parts of a word that has no other fields.
    pub fn parts<T>(&self, at: &JsonPart<'_>, read: &dyn Fn(&JsonPart<'_>) -> Read<T>) -> Read<Vec<T>> {
        at.refuse_other_fields(&["parts"])?;
        at.required("parts")?.each(|at| read(&at))
    }

    /// The kind in a field; `stone` where it is not given.
    pub fn kind(&self, at: &JsonPart<'_>, name: &str) -> Read<usize> {
        let at = at.field(name);
        let kind = at.map_or(Ok("stone"), |at| at.text())?;
        let index = self.survey.kinds.iter().position(|other| *other == kind);
        index.ok_or_else(|| at.map_or_else(|| unnamed("stone"), |at| at.fault("a kind of piece of this game")))
    }

    /// The number of the mark with the name in the field `name`.
    pub fn mark(&self, at: &JsonPart<'_>) -> Read<usize> {
        let name = at.required("name")?;
        let text = name.text()?;
        let index = self.survey.marks.iter().position(|(mark, _)| *mark == text);
        index.ok_or_else(|| name.fault("the name of a mark of this game"))
    }

    /// The owner in a field.
    pub fn side(&self, at: &JsonPart<'_>, default: Side) -> Read<Side> {
        let Some(at) = at.field("side") else { return Ok(default) };
        whose(&at)
    }

    /// The cells with these names.
    pub fn cells_named(&self, at: &JsonPart<'_>) -> Read<Vec<u32>> {
        let index = || self.layout.names.iter().zip(0..).map(|(name, cell)| (name.as_str(), cell)).collect();
        let cells = self.cells.get_or_init(index);
        let cell = |name| cells.get(name).copied().ok_or_else(|| at.fault("names of cells"));
        names(at.text()?).map(cell).collect()
    }

    /// The direction with this label.
    pub fn direction(&self, at: &JsonPart<'_>, label: &str) -> Read<usize> {
        let index = self.layout.directions.iter().position(|label_known| label_known == label);
        index.ok_or_else(|| at.fault("labels of directions"))
    }

    /// The edges with these names; all where there is no name.
    pub fn edges_named(&self, at: &JsonPart<'_>) -> Read<Vec<usize>> {
        let at = at.field("names");
        let text = at.as_ref().map_or(Ok(""), JsonPart::text)?;
        let labels: Vec<&str> = names(text).collect();
        let edges = || self.layout.edges.iter().map(|(label, _)| label.as_str());
        match labels.iter().find(|name| !edges().any(|label| label == **name)).and(at) {
            Some(at) => Err(at.fault("names of edges")),
            None => Ok((0..)
                .zip(edges())
                .filter(|(_, label)| labels.is_empty() || labels.contains(label))
                .map(|(i, _)| i)
                .collect()),
        }
    }
}

/// own, enemy or neutral.
pub(super) fn whose(at: &JsonPart<'_>) -> Read<Side> {
    let side = match at.word("own, enemy or neutral")? {
        "own" => Side::Own,
        "enemy" => Side::Enemy,
        "neutral" => Side::Neutral,
        _ => return Err(at.fault("own, enemy or neutral")),
    };
    at.refuse_other_fields(&[]).map(|()| side)
}

fn unnamed(kind: &str) -> Fault {
    Fault { path: String::new(), message: format!("expected a game with pieces of the kind {kind}, found none") }
}

/// A list of texts.
pub(super) fn texts(at: &JsonPart<'_>) -> Read<Vec<String>> {
    at.each(|at| at.text().map(str::to_string))
}

/// Whether this value is the named word.
pub(super) fn is(value: &Value, word: &str) -> bool {
    super::json_part::tag(value) == Some(word)
}
