//! Parses programs: rules as JSON, written by Python.
//!
//! ```text
//!   json_part                       a JSON value with its path, for error messages
//!   survey                          first pass: collects and numbers kinds of piece, counters, parts of turns
//!   agendas                         enumerates what can be left of a turn
//!   symbols                         symbol tables; by kind of word: cells, ways, numbers_and_conditions, plies, effects_and_ends
//!   board, ids                      the tables that Python computes
//!   duplicate_plies, disjoint       static analysis: whether one ply can be offered twice
//! ```

mod agendas;
mod board;
mod cells;
mod disjoint;
mod duplicate_plies;
mod effects_and_ends;
mod ids;
mod json_part;
mod numbers_and_conditions;
mod plies;
mod survey;
mod symbols;
#[cfg(test)]
mod tests;
mod ways;

use super::Rules;
use crate::board::Layout;
use crate::graph::Graph;
use crate::state::SIDES;
use agendas::ParsedAgendas;
use json_part::JsonPart;
use serde_json::Value;
use survey::Survey;
use symbols::Symbols;

/// Why a program cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, as a path: `turn.parts[1].to`.
    pub path: String,
    /// What was expected there, and what was found.
    pub message: String,
}

type Read<T> = Result<T, Fault>;

/// Bits that record which Tell has been announced for which side.
const MAX_TELL_BITS: usize = 128;

/// Reads the program that Python writes (see docs/engine.md): the rules, their board, the numbering of their plies.
pub fn read(text: &str) -> Result<(Rules, Graph, Layout), Fault> {
    let value = json(text).map_err(|message| Fault { path: String::new(), message })?;
    let program = JsonPart::start(&value, "");
    program.object()?;
    let (graph, layout) = board::read(&program.required("board")?)?;
    let rules = rules(&program, &graph, &layout)?;
    Ok((rules, graph, layout))
}

/// Maximum nesting of lists and objects. Parsing and evaluation are recursive, so this bounds the stack. Python lets
/// words nest less than 64 deep, each with at most one list in between.
const MOST_LEVELS: usize = 192;

/// Parses JSON.
fn json(text: &str) -> Result<Value, String> {
    if levels(text) > MOST_LEVELS {
        return Err(format!(
            "expected JSON of at most {MOST_LEVELS} levels, found more: this is more than the engine holds"
        ));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let mut values = reader.into_iter::<Value>();
    match (values.next(), values.next()) {
        (Some(Ok(value)), None) => Ok(value),
        (Some(Err(fault)), _) | (_, Some(Err(fault))) => Err(format!("expected JSON: {fault}")),
        (found, _) => Err(format!("expected one JSON value, found {}", if found.is_some() { "more" } else { "none" })),
    }
}

/// The nesting depth of lists and objects, ignoring brackets in strings.
fn levels(text: &str) -> usize {
    let (mut level, mut deepest, mut quoted, mut escaped) = (0usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => {
                level += 1;
                deepest = deepest.max(level);
            }
            b']' | b'}' => level = level.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn rules(program: &JsonPart<'_>, graph: &Graph, layout: &Layout) -> Read<Rules> {
    let rules = JsonPart::start(program.required("rules")?.value, "");
    let (symbols, parsed) = symbol_tables(&rules, layout)?;
    let bases = ids::bases(program, symbols.survey.parts.len())?;
    let parts = symbols.survey.parts.iter().zip(&bases);
    let nodes = parts.map(|(part, &base)| symbols.part(&part.json_part(), base)).collect::<Read<Vec<_>>>()?;
    let doubled = duplicate_plies::any(&symbols.survey, layout, symbols.sides, &nodes, &parsed.agendas);
    let (setup, handed) = (symbols.setup(&rules)?, symbols.handed(&rules)?);
    let (effects, ends) = (symbols.effects(&rules, "effects")?, symbols.ends(&rules)?);
    let (sides, survey) = (symbols.sides, symbols.survey);
    Ok(Rules {
        sides,
        kinds: survey.kinds.iter().map(ToString::to_string).collect(),
        hidden: survey.hidden,
        nodes,
        agendas: parsed.agendas,
        turns: parsed.turns,
        setup,
        handed,
        effects,
        ends,
        quiets: survey.quiets,
        repeats: survey.repeats,
        memory: survey.memory,
        marks: survey.marks.iter().map(|&(_, layers)| layers).collect(),
        tells: survey.tells.len(),
        told: ids::told(program, survey.tells.len())?,
        scores: program.flag("scores", false)?,
        end: program.optional("end", |at| at.at_least(0))?,
        blocks: ids::blocks(program)?,
        announced: ids::announced(program, graph.cells())?,
        may_duplicate_plies: doubled,
        plies_depend_on_counters: survey.plies_depend_on_counters,
        offers_depend_on_counters: survey.offers_depend_on_counters,
    })
}

/// Numbers everything that the rules name.
fn symbol_tables<'v>(rules: &JsonPart<'v>, layout: &'v Layout) -> Read<(Symbols<'v>, ParsedAgendas)> {
    rules.refuse_other_fields(&["board", "turn", "setup", "opening", "effects", "ends", "players"])?;
    rules.required("turn")?;
    let sides = rules.optional("players", |at| at.integer(1, SIDES as i64))?.unwrap_or(2) as usize;
    let survey = Survey::of(rules.value)?;
    excess("effects", "facts to tell", survey.tells.len() * sides, MAX_TELL_BITS)?;
    let parsed = agendas::enumerate(&survey)?;
    let tested = parsed.tested.clone();
    Ok((Symbols::new(survey, layout, sides, tested), parsed))
}

/// Refuses numbers over a limit.
fn excess(path: &str, subject: &str, count: usize, most: usize) -> Read<()> {
    let message = || format!("expected at most {most} {subject}, found {count}: this is more than the engine holds");
    if count <= most { Ok(()) } else { Err(Fault { path: path.into(), message: message() }) }
}
