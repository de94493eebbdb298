//! Enumerates the agendas (what can be left of a turn) that play can reach from a turn, before play begins.

use super::json_part::{JsonPart, tag};
use super::plies::children;
use super::survey::Survey;
use super::{Read, excess};
use crate::rule::{Agendas, Link};
use std::collections::HashMap;

const MOST_AGENDAS: usize = 65535;

/// The composition of a part of a turn.
struct Composition {
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
struct AgendaTable {
    compositions: Vec<Composition>,
    agenda_table: HashMap<(usize, bool, u16), u16>,
    links: Vec<Link>,
}

/// All agendas; those of the turns; those that NoPly tests, by node.
pub(super) struct ParsedAgendas {
    pub agendas: Agendas,
    pub turns: Vec<u16>,
    pub tested: HashMap<usize, u16>,
}

/// Enumerates all agendas.
pub(super) fn enumerate(survey: &Survey<'_>) -> Read<ParsedAgendas> {
    let compositions =
        survey.parts.iter().map(|part| composition(survey, &part.json_part())).collect::<Read<Vec<_>>>()?;
    let mut table = AgendaTable { compositions, agenda_table: HashMap::new(), links: Vec::new() };
    for &node in survey.turns.iter().chain(&survey.tested) {
        node_number(survey, &survey.parts[node].json_part())?;
    }
    let turns = survey.turns.iter().map(|&node| table.link(node, false, 0)).collect::<Read<Vec<_>>>()?;
    let tested = survey.tested.iter().map(|&node| Ok((node, table.link(node, false, 0)?))).collect::<Read<_>>()?;
    let mut finished = 0;
    while finished < table.links.len() {
        table.links[finished].next = table.next(finished)?;
        finished += 1;
    }
    Ok(ParsedAgendas { agendas: Agendas { links: table.links }, turns, tested })
}

impl AgendaTable {
    /// The number of an agenda.
    fn link(&mut self, node: usize, stop: bool, rest: u16) -> Read<u16> {
        if let Some(&known) = self.agenda_table.get(&(node, stop, rest)) {
            return Ok(known);
        }
        self.links.push(Link { node, stop, rest, next: Vec::new() });
        excess("turn", "agendas", self.links.len(), MOST_AGENDAS)?;
        let number = self.links.len() as u16;
        self.agenda_table.insert((node, stop, rest), number);
        Ok(number)
    }

    /// The agendas that an agenda leads to.
    fn next(&mut self, index: usize) -> Read<Vec<u16>> {
        let Link { node, stop, rest, .. } = self.links[index];
        let count = self.compositions[node].parts.len();
        let part = |maker: &AgendaTable, i: usize| maker.compositions[node].parts[i];
        match self.compositions[node].form {
            Form::Single => Ok(Vec::new()),
            Form::Chain => {
                let stop = stop || self.compositions[node].stop;
                let steps = (0..count).rev().try_fold(rest, |rest, i| self.link(part(self, i), stop, rest));
                steps.map(|steps| vec![steps])
            }
            Form::Loop => self.link(part(self, 0), stop, index as u16 + 1).map(|next| vec![next]),
            Form::Choice => (0..count).map(|i| self.link(part(self, i), stop, rest)).collect(),
        }
    }
}

fn composition(survey: &Survey<'_>, at: &JsonPart<'_>) -> Read<Composition> {
    let form = match at.word("a ply")? {
        "sequence" => Form::Chain,
        "repeat" => Form::Loop,
        "either" | "first" | "chance" | "if" | "by-side" => Form::Choice,
        _ => Form::Single,
    };
    let mut parts = Vec::new();
    children(at, &mut |part| {
        parts.push(node_number(survey, &part)?);
        Ok(())
    })?;
    if parts.is_empty() && form != Form::Single {
        return Err(at.fault("a ply with parts"));
    }
    Ok(Composition { form, stop: at.flag("stop", false)?, parts })
}

/// The number of a part that play can reach.
fn node_number(survey: &Survey<'_>, at: &JsonPart<'_>) -> Read<usize> {
    if tag(at.value) == Some("reveal") {
        return Err(at.fault("a ply other than reveal, which only answers a commit"));
    }
    survey.node(at)
}
