//! Parser tests: programs written by Python (see tests/test_engine_program.py) are compared with what the reference
//! makes of the same rules; malformed programs must be refused with a clear fault.

use lusory_engine::rule::parse::read;
use lusory_engine::rule::{Agendas, NodeKind, Rules};
use proptest::prelude::*;
use serde_json::{Value, json};

const GOLDEN: [&str; 7] = [
    include_str!("data/tic-tac-toe.json"),
    include_str!("data/susan.json"),
    include_str!("data/serendipity.json"),
    include_str!("data/hidden-gomoku.json"),
    include_str!("data/konane.json"),
    include_str!("data/ataxx.json"),
    include_str!("data/nine-mens-morris.json"),
];

/// What a golden line holds: the program, and what is expected of it.
fn golden(line: &str) -> (Value, Value) {
    let mut example: Value = serde_json::from_str(line).unwrap();
    (example["program"].take(), example["expected"].take())
}

/// An agenda as the reference writes it: node * 2 + stop, part by part.
fn parts_of_agenda(agendas: &Agendas, mut agenda: u16) -> Vec<usize> {
    let mut parts = Vec::new();
    while let Some(link) = agendas.link(agenda) {
        parts.push(link.node * 2 + usize::from(link.stop));
        agenda = link.rest;
    }
    parts
}

/// The kind of a composed part; empty for a single ply, of which the reference knows more than the engine.
fn composed_kind(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Atomic(_) => "",
        NodeKind::Commit { .. } => "commit",
        NodeKind::Sequence => "sequence",
        NodeKind::Either => "either",
        NodeKind::First => "first",
        NodeKind::Repeat { .. } => "repeat",
        NodeKind::Chance => "chance",
        NodeKind::If(..) => "if",
        NodeKind::BySide => "by-side",
    }
}

/// What the golden file holds of rules, as the parser has read them.
fn summary_of(rules: &Rules, expected: &Value) -> Value {
    let numbers = 1..=rules.agendas.links.len() as u16;
    let mut agendas: Vec<_> = numbers.map(|agenda| parts_of_agenda(&rules.agendas, agenda)).collect();
    agendas.sort();
    let tags = expected["parts"].as_array().unwrap();
    let part = |(node, tag): (&lusory_engine::rule::Node, &Value)| match composed_kind(&node.kind) {
        "" => tag.clone(),
        composed => json!(composed),
    };
    json!({
        "kinds": rules.kinds,
        "hidden": rules.hidden,
        "quiets": rules.quiets.iter().map(|quiet| json!([quiet.without, quiet.turns])).collect::<Vec<_>>(),
        "repeats": rules.repeats,
        "memory": rules.memory,
        "tells": rules.tells,
        "handed": rules.handed,
        "parts": rules.nodes.iter().zip(tags).map(part).collect::<Vec<_>>(),
        "turns": rules.turns.iter().map(|&turn| parts_of_agenda(&rules.agendas, turn)).collect::<Vec<_>>(),
        "agendas": agendas,
    })
}

fn check(line: &str) {
    let (program, expected) = golden(line);
    let (rules, graph, layout) = read(&program.to_string()).unwrap_or_else(|fault| panic!("{fault:?} in {line}"));
    assert_eq!(summary_of(&rules, &expected), expected, "{line}");
    assert_eq!(rules.nodes.len(), expected["parts"].as_array().unwrap().len());
    assert_eq!(graph.cells() as usize, layout.names.len());
    check_indices(&rules);
}

/// Checks that every index is in range.
fn check_indices(rules: &Rules) {
    let count = rules.agendas.links.len();
    for (number, link) in (1..).zip(&rules.agendas.links) {
        assert!(link.node < rules.nodes.len() && usize::from(link.rest) <= count);
        let parts = match &rules.nodes[link.node].kind {
            NodeKind::Atomic(_) | NodeKind::Commit { .. } => 0..1,
            NodeKind::If(_, otherwise) => 1 + usize::from(*otherwise)..2 + usize::from(*otherwise),
            NodeKind::BySide => rules.sides..rules.sides + 1,
            NodeKind::Either | NodeKind::First => 1..usize::MAX,
            NodeKind::Sequence | NodeKind::Repeat { .. } | NodeKind::Chance => 1..2,
        };
        assert!(parts.contains(&link.next.len()), "agenda {number}");
        assert!(link.next.iter().all(|&next| next > 0 && usize::from(next) <= count));
    }
}

#[test]
fn parts_of_rules_are_numbered_as_in_the_reference() {
    GOLDEN.iter().for_each(|line| check(line));
}

#[test]
#[ignore = "reads the file that LUSORY_PROGRAMS names"]
fn programs_of_a_file_are_numbered_as_in_the_reference() {
    let path = std::env::var("LUSORY_PROGRAMS").expect("LUSORY_PROGRAMS=file");
    std::fs::read_to_string(path).unwrap().lines().for_each(check);
}

/// One mutation of a program. Numbers choose where and with what.
#[derive(Clone, Debug)]
enum Mutation {
    /// Replaces a part by another value.
    Put(usize, usize),
    /// Replaces a part by another part of the program.
    Copy(usize, usize),
    /// Removes a field or an item.
    Drop(usize, usize),
    /// Adds a field or an item.
    Add(usize, usize),
    /// Wraps a part in words, many deep.
    Wrap(usize, usize, usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let number = || any::<u16>().prop_map(usize::from);
    prop_oneof![
        (number(), number()).prop_map(|(a, b)| Mutation::Put(a, b)),
        (number(), number()).prop_map(|(a, b)| Mutation::Copy(a, b)),
        (number(), number()).prop_map(|(a, b)| Mutation::Drop(a, b)),
        (number(), number()).prop_map(|(a, b)| Mutation::Add(a, b)),
        (number(), number(), 1..200_usize).prop_map(|(a, b, deep)| Mutation::Wrap(a, b, deep)),
    ]
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(parts) => parts.iter().map(count).sum::<usize>(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// The part with this number, counted from the root inwards.
fn pick(value: &mut Value, number: usize) -> &mut Value {
    if number == 0 {
        return value;
    }
    let mut left = number - 1;
    let parts: Box<dyn Iterator<Item = &mut Value>> = match value {
        Value::Array(parts) => Box::new(parts.iter_mut()),
        Value::Object(fields) => Box::new(fields.values_mut()),
        _ => unreachable!(),
    };
    for part in parts {
        let size = count(part);
        if left < size {
            return pick(part, left);
        }
        left -= size;
    }
    unreachable!()
}

/// A part: of the rules in three cases of four, else of the whole program.
fn place(program: &mut Value, number: usize) -> &mut Value {
    let rules = program.get("rules").map_or(0, count);
    if number % 4 == 0 || rules == 0 {
        let all = count(program);
        return pick(program, number / 4 % all);
    }
    pick(&mut program["rules"], number / 4 % rules)
}

fn arbitrary_value(number: usize) -> Value {
    let word = |word: &str| json!({"word": word});
    match number % 16 {
        0 => json!(null),
        1 => json!(true),
        2 => json!(-1),
        3 => json!(1_u64 << 40),
        4 => json!(1.5e300),
        5 => json!("own"),
        6 => json!([]),
        7 => json!({}),
        8 => json!(u64::MAX),
        9 => json!("\u{1c}N \u{3000}a1"),
        10 => word("no-ply"),
        11 => json!({"word": "by-side", "parts": [{"word": "place"}, {"word": "if", "then": 3}]}),
        12 => word("forward"),
        13 => json!({"word": "repeat", "ply": {"word": "place", "to": [{"word": "edges"}]}}),
        14 => json!({"word": "commit", "ply": {"word": "place"}}),
        _ => json!(number),
    }
}

fn wrapped(value: Value, number: usize) -> Value {
    match number % 6 {
        0 => json!({"word": "not", "of": value}),
        1 => json!({"word": "either", "parts": [value]}),
        2 => json!({"word": "if", "when": {"word": "own"}, "then": value}),
        3 => json!({"word": "sum", "parts": [value, 1]}),
        4 => json!({"word": "repeat", "ply": value}),
        _ => json!([value]),
    }
}

fn apply(program: &mut Value, mutation: &Mutation) {
    match *mutation {
        Mutation::Put(at, kind) => *place(program, at) = arbitrary_value(kind),
        Mutation::Copy(at, from) => {
            let copied = place(program, from).clone();
            *place(program, at) = copied;
        }
        Mutation::Drop(at, index) => match place(program, at) {
            Value::Array(parts) if !parts.is_empty() => drop(parts.remove(index % parts.len())),
            Value::Object(fields) if !fields.is_empty() => {
                let name = fields.keys().nth(index % fields.len()).cloned().unwrap();
                fields.shift_remove(&name);
            }
            _ => {}
        },
        Mutation::Add(at, kind) => match place(program, at) {
            Value::Array(parts) => parts.push(arbitrary_value(kind)),
            Value::Object(fields) => {
                let names = ["unless", "then", "directions", "otherwise", "ply", "stop", "kind", "strange"];
                fields.insert(names[kind / 16 % names.len()].into(), arbitrary_value(kind));
            }
            _ => {}
        },
        Mutation::Wrap(at, how, deep) => {
            let spot = place(program, at);
            *spot = (0..deep).fold(spot.take(), |value, _| wrapped(value, how));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(read(&String::from_utf8_lossy(&bytes)).is_err());
    }

    #[test]
    fn a_text_cut_or_changed_in_a_byte_is_refused_or_read(index in 0..GOLDEN.len(), at in any::<u16>(), byte in 32..127_u8) {
        let mut bytes = golden(GOLDEN[index]).0.to_string().into_bytes();
        let at = usize::from(at) % bytes.len();
        bytes[at] = byte;
        let _ = read(&String::from_utf8_lossy(&bytes));
        prop_assert!(read(&String::from_utf8_lossy(&bytes[..at])).is_err());
    }

    #[test]
    fn a_mutated_program_is_refused_or_has_valid_indices(
        index in 0..GOLDEN.len(),
        mutations in prop::collection::vec(mutation(), 1..5),
    ) {
        let (mut program, _) = golden(GOLDEN[index]);
        mutations.iter().for_each(|mutation| apply(&mut program, mutation));
        if let Ok((rules, _, _)) = read(&program.to_string()) {
            check_indices(&rules);
        }
    }
}

#[test]
fn words_nested_too_deep_are_refused() {
    for how in 0..6 {
        for deep in [10, 60, 90, 120, 126, 180, 190, 1000, 100_000] {
            let (mut program, _) = golden(GOLDEN[0]);
            let (open, close) = match how {
                0 => (r#"{"word":"not","of":"#, "}"),
                1 => (r#"{"word":"either","parts":["#, "]}"),
                2 => (r#"{"word":"if","when":{"word":"own"},"then":"#, "}"),
                3 => (r#"{"word":"sum","parts":[1,"#, "]}"),
                4 => (r#"{"word":"repeat","ply":"#, "}"),
                _ => ("[", "]"),
            };
            program["rules"]["turn"] = json!("HERE");
            let inner = format!("{}{}{}", open.repeat(deep), r#"{"word":"place"}"#, close.repeat(deep));
            let _ = read(&program.to_string().replace("\"HERE\"", &inner));
        }
    }
}
