//! First parser pass: collects kinds of piece, counters and parts of turns, numbered in the order in which the document
//! first names them, as `reference/tables.py` numbers them.

use super::json_part::{JsonPart, push_field, tag};
use super::{Fault, Read, excess};
use crate::rule::{MarkLayers, QuietCounter};
use crate::state::{ANYTHING, CAPTURE, PLACEMENT};
use serde_json::Value;
use std::collections::HashMap;

const MOST_KINDS: usize = 255;
const MOST_NODES: usize = 65535;
/// How many sets of marked cells a state may hold, and for how many turns after its own a mark may stay.
const MOST_MARK_LAYERS: usize = 255;

/// Words that read counters and history, on which legal plies may depend.
const COUNTER_WORDS: [&str; 3] = ["quiet", "repeats", "no-ply"];

/// Words that are plies.
const PLIES: [&str; 17] = [
    "place", "step", "slide", "leap", "hop", "remove", "pass", "swap", "keep", "roll", "reveal", "either", "first",
    "sequence", "repeat", "chance", "commit",
];

/// The events that reset a quiet counter.
pub(super) const WITHOUT: [(&str, u8); 3] = [("anything", ANYTHING), ("placement", PLACEMENT), ("capture", CAPTURE)];

/// The units of a quiet counter, and whether each counts turns.
pub(super) const UNITS: [(&str, bool); 2] = [("ply", false), ("turn", true)];

/// A part of a turn, at its first occurrence.
pub(super) struct TurnPart<'v> {
    /// The word.
    pub value: &'v Value,
    /// Its path.
    pub path: String,
}

impl TurnPart<'_> {
    /// The word with its path.
    pub fn json_part(&self) -> JsonPart<'_> {
        JsonPart::start(self.value, &self.path)
    }
}

/// The collected names. Equal words have one number.
#[derive(Default)]
pub(super) struct Survey<'v> {
    /// The kinds of piece.
    pub kinds: Vec<&'v str>,
    /// The quiet counters.
    pub quiets: Vec<QuietCounter>,
    /// The numbers of all Tell.
    pub tells: HashMap<&'v Value, usize>,
    /// The names of marks, and their sets of cells.
    pub marks: Vec<(&'v str, MarkLayers)>,
    /// How many plies of a side `Last` looks back.
    pub memory: usize,
    /// Whether there is hidden information.
    pub hidden: bool,
    /// Whether any word depends on repetition.
    pub repeats: bool,
    /// Whether the legal plies can change between the end of one ply and the next.
    pub plies_depend_on_counters: bool,
    /// See `Rules::offers_depend_on_counters`.
    pub offers_depend_on_counters: bool,
    /// The parts of turns, and of the plies that NoPly tests.
    pub parts: Vec<TurnPart<'v>>,
    /// Their numbers.
    pub nodes: HashMap<&'v Value, usize>,
    /// The opening's turns, and the turn.
    pub turns: Vec<usize>,
    /// The plies that NoPly tests.
    pub tested: Vec<usize>,
}

impl<'v> Survey<'v> {
    /// Collects the names in the rules.
    pub fn of(rules: &'v Value) -> Read<Self> {
        let mut survey = Survey::default();
        let mut tested = Vec::new();
        for (field, value) in rules.as_object().into_iter().flatten().filter(|(name, _)| *name != "board") {
            walk(value, &mut field.clone(), &mut |path, word, value| {
                survey.add_word(word, value);
                let by_counters = field != "ends" && COUNTER_WORDS.contains(&word);
                survey.plies_depend_on_counters |= by_counters;
                let judges_ply = word == "repeats" && path.split(['.', '[']).any(|part| part == "unless");
                survey.offers_depend_on_counters |= by_counters && !judges_ply;
                if field == "ends" && word == "no-ply" && value.get("ply").is_some_and(|ply| !ply.is_null()) {
                    tested.push((format!("{path}.ply"), &value["ply"]));
                }
            });
        }
        if survey.kinds.is_empty() {
            survey.kinds.push("stone");
        }
        excess("", "kinds of piece", survey.kinds.len(), MOST_KINDS)?;
        excess("", "sets of marked cells", survey.mark_layers(), MOST_MARK_LAYERS)?;
        survey.number(rules, tested)?;
        Ok(survey)
    }

    fn add_word(&mut self, word: &str, value: &'v Value) {
        let text = |name: &str, default: &'v str| value.get(name).map_or(Some(default), Value::as_str);
        match word {
            "put" | "place" | "promote" | "in-hand" => add_if_new(&mut self.kinds, text("kind", "stone")),
            "quiet" => add_if_new(&mut self.quiets, counter(&JsonPart::start(value, "")).ok()),
            "tell" => {
                let next = self.tells.len();
                self.tells.entry(value).or_insert(next);
            }
            "last" => {
                let back = value.get("back").map_or(Some(1), Value::as_u64);
                self.memory = self.memory.max(back.map_or(0, |back| back as usize));
            }
            "mark" => self.add_mark(text("name", ""), value.get("turns").and_then(Value::as_u64).unwrap_or(0)),
            "commit" => self.hidden = true,
            "repeats" => self.repeats = true,
            _ => {}
        }
    }

    fn add_mark(&mut self, name: Option<&'v str>, turns: u64) {
        let first = self.mark_layers();
        if first <= MOST_MARK_LAYERS && self.marks.iter().all(|(mark, _)| Some(*mark) != name) {
            let count = 1 + turns.min(MOST_MARK_LAYERS as u64) as usize;
            self.marks.extend(name.map(|name| (name, MarkLayers { first, count })));
        }
    }

    fn mark_layers(&self) -> usize {
        self.marks.last().map_or(0, |(_, layers)| layers.all().end)
    }

    /// Numbers the parts: those of the opening, of the turn, then those that NoPly tests.
    fn number(&mut self, rules: &'v Value, tested: Vec<(String, &'v Value)>) -> Read<()> {
        let opening = rules.get("opening").and_then(Value::as_array).into_iter().flatten();
        let turns = opening.enumerate().map(|(i, ply)| (format!("opening[{i}]"), ply));
        let turns = turns.chain(rules.get("turn").map(|turn| ("turn".to_string(), turn)));
        for (path, ply) in turns {
            let node = self.parts_of(path, ply)?;
            self.turns.push(node);
        }
        for (path, ply) in tested {
            let by_counters = depends_on_counters(ply);
            self.plies_depend_on_counters |= by_counters;
            self.offers_depend_on_counters |= by_counters;
            let node = self.parts_of(path, ply)?;
            self.tested.push(node);
        }
        excess("turn", "parts of turns", self.parts.len(), MOST_NODES - 1)
    }

    /// Numbers a ply and all plies within; its own number.
    fn parts_of(&mut self, path: String, ply: &'v Value) -> Read<usize> {
        if !is_ply(ply) {
            return Err(JsonPart::start(ply, &path).fault("a ply"));
        }
        walk(ply, &mut path.clone(), &mut |path, _, value| {
            if is_ply(value) && !self.nodes.contains_key(value) {
                self.nodes.insert(value, self.parts.len());
                self.parts.push(TurnPart { value, path: path.to_string() });
            }
        });
        self.node(&JsonPart::start(ply, &path))
    }

    /// The number of a part.
    pub fn node(&self, at: &JsonPart<'_>) -> Read<usize> {
        self.nodes.get(at.value).copied().ok_or_else(|| at.fault("a ply"))
    }
}

/// The counter that a Quiet refers to.
pub(super) fn counter(at: &JsonPart<'_>) -> Result<QuietCounter, Fault> {
    Ok(QuietCounter { without: at.choice("without", &WITHOUT)?, turns: at.choice("unit", &UNITS)? })
}

fn add_if_new<T: PartialEq>(list: &mut Vec<T>, item: Option<T>) {
    if list.len() <= MOST_KINDS {
        list.extend(item.filter(|item| !list.contains(item)));
    }
}

/// Whether the word is a ply.
fn is_ply(value: &Value) -> bool {
    match tag(value) {
        Some("if") => value.get("then").is_some_and(is_ply),
        Some("by-side") => value.get("parts").and_then(|parts| parts.get(0)).is_some_and(is_ply),
        Some(word) => PLIES.contains(&word),
        None => false,
    }
}

fn depends_on_counters(value: &Value) -> bool {
    let mut any = false;
    walk(value, &mut String::new(), &mut |_, word, _| any |= COUNTER_WORDS.contains(&word));
    any
}

/// Visits every word with its path, a word before its parts, in document order.
fn walk<'v>(value: &'v Value, path: &mut String, see: &mut impl FnMut(&str, &'v str, &'v Value)) {
    let end = path.len();
    match value {
        Value::Array(parts) => {
            for (i, part) in parts.iter().enumerate() {
                path.push_str(&format!("[{i}]"));
                walk(part, path, see);
                path.truncate(end);
            }
        }
        Value::Object(fields) => {
            if let Some(word) = tag(value) {
                see(path, word, value);
            }
            for (name, part) in fields {
                push_field(path, name);
                walk(part, path, see);
                path.truncate(end);
            }
        }
        _ => {}
    }
}
