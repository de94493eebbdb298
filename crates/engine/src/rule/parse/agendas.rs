//! Enumerates the agendas (what can be left of a turn) that play can reach from a turn, before play begins.

use super::json_part::{JsonPart, tag};
use super::plies::children;
use super::survey::Survey;
use super::{Read, excess};
use crate::rule::{Agendas, Link};
use std::collections::HashMap;

const MOST_AGENDAS: usize = 65535;

/// The composition of a part of a turn.
struct Shape {
    form: Form,
    /// Its own `stop`.
    stop: bool,
    /// The numbers of its parts.
    parts: Vec<usize>,
}

#[derive(PartialEq, Eq)]
enum Form {
    /// One ply.
    Single,
    /// Its parts one after the other.
    Chain,
    /// Its part, then itself again.
    Loop,
    /// One of its parts.
    Choice,
}

/// Interns agendas: equal ones have equal numbers.
struct Maker {
    shapes: Vec<Shape>,
    known: HashMap<(usize, bool, u16), u16>,
    links: Vec<Link>,
}

/// All agendas; those of the turns; those that NoPly tests, by node.
pub(super) struct ParsedAgendas {
    pub agendas: Agendas,
    pub turns: Vec<u16>,
    pub tested: HashMap<usize, u16>,
}

/// Enumerates all agendas.
pub(super) fn make(survey: &Survey<'_>) -> Read<ParsedAgendas> {
    let shapes = survey.parts.iter().map(|part| shape(survey, &part.spot())).collect::<Read<Vec<_>>>()?;
    let mut maker = Maker { shapes, known: HashMap::new(), links: Vec::new() };
    for &node in survey.turns.iter().chain(&survey.tested) {
        numbered(survey, &survey.parts[node].spot())?;
    }
    let turns = survey.turns.iter().map(|&node| maker.link(node, false, 0)).collect::<Read<Vec<_>>>()?;
    let tested = survey.tested.iter().map(|&node| Ok((node, maker.link(node, false, 0)?))).collect::<Read<_>>()?;
    let mut done = 0;
    while done < maker.links.len() {
        maker.links[done].next = maker.next(done)?;
        done += 1;
    }
    Ok(ParsedAgendas { agendas: Agendas { links: maker.links }, turns, tested })
}

impl Maker {
    /// The number of an agenda.
    fn link(&mut self, node: usize, stop: bool, rest: u16) -> Read<u16> {
        if let Some(&known) = self.known.get(&(node, stop, rest)) {
            return Ok(known);
        }
        self.links.push(Link { node, stop, rest, next: Vec::new() });
        excess("turn", "agendas", self.links.len(), MOST_AGENDAS)?;
        let number = self.links.len() as u16;
        self.known.insert((node, stop, rest), number);
        Ok(number)
    }

    /// The agendas that an agenda leads to.
    fn next(&mut self, index: usize) -> Read<Vec<u16>> {
        let Link { node, stop, rest, .. } = self.links[index];
        let count = self.shapes[node].parts.len();
        let part = |maker: &Maker, i: usize| maker.shapes[node].parts[i];
        match self.shapes[node].form {
            Form::Single => Ok(Vec::new()),
            Form::Chain => {
                let stop = stop || self.shapes[node].stop;
                let steps = (0..count).rev().try_fold(rest, |rest, i| self.link(part(self, i), stop, rest));
                steps.map(|steps| vec![steps])
            }
            Form::Loop => self.link(part(self, 0), stop, index as u16 + 1).map(|next| vec![next]),
            Form::Choice => (0..count).map(|i| self.link(part(self, i), stop, rest)).collect(),
        }
    }
}

fn shape(survey: &Survey<'_>, at: &JsonPart<'_>) -> Read<Shape> {
    let form = match at.word("a ply")? {
        "sequence" => Form::Chain,
        "repeat" => Form::Loop,
        "either" | "first" | "chance" | "if" | "by-side" => Form::Choice,
        _ => Form::Single,
    };
    let mut parts = Vec::new();
    children(at, &mut |part| {
        parts.push(numbered(survey, &part)?);
        Ok(())
    })?;
    if parts.is_empty() && form != Form::Single {
        return Err(at.fault("a ply with parts"));
    }
    Ok(Shape { form, stop: at.flag("stop", false)?, parts })
}

/// The number of a part that play can reach.
fn numbered(survey: &Survey<'_>, at: &JsonPart<'_>) -> Read<usize> {
    if tag(at.value) == Some("reveal") {
        return Err(at.fault("a ply other than reveal, which only answers a commit"));
    }
    survey.node(at)
}
