//! Tests of the parser: agendas, numbering, and the faults of malformed programs.

use super::agendas::enumerate;
use super::json_part::tag;
use super::survey::Survey;
use super::{Fault, read};
use crate::rule::{Cells, Condition, Directions, EndKind, Number, Phase, Rules, Side};
use serde_json::{Value, json};

/// The program of a golden file.
fn golden(text: &str) -> Value {
    let mut both: Value = serde_json::from_str(text).unwrap();
    both["program"].take()
}

fn tic_tac_toe() -> Value {
    golden(include_str!("../../../tests/data/tic-tac-toe.json"))
}

/// Rules on a board of three by three; plies with one kind of text share their ids.
fn program(rules: &Value) -> Value {
    let mut program = tic_tac_toe();
    let base = |value: &Value| match tag(value) {
        Some("place") => json!(0),
        Some("remove") => json!(9),
        Some("step" | "slide" | "leap") => json!(18),
        Some("hop") => json!(99),
        Some("pass") => json!(180),
        _ => Value::Null,
    };
    let bases: Vec<Value> = Survey::of(rules).unwrap().parts.iter().map(|part| base(part.value)).collect();
    program["bases"] = json!(bases);
    program["rules"] = rules.clone();
    program
}

fn rules_of(rules: Value) -> Rules {
    read(&program(&rules).to_string()).unwrap().0
}

fn word(word: &str) -> Value {
    json!({"word": word})
}

fn step(to: &str, directions: Value) -> Value {
    json!({"word": "step", "what": word("own"), "to": word(to), "directions": directions})
}

fn both(word: &str, one: Value, other: Value) -> Value {
    json!({"word": word, "parts": [one, other]})
}

fn repeat(ply: Value) -> Value {
    json!({"word": "repeat", "ply": ply})
}

fn doubled(turn: Value) -> bool {
    rules_of(json!({"turn": turn})).may_duplicate_plies
}

fn negated(times: usize) -> Value {
    (0..times).fold(word("own"), |inner, _| json!({"word": "not", "of": inner}))
}

#[test]
fn words_stand_deep_in_each_other_but_not_too_deep() {
    let place = |times| json!({"turn": {"word": "place", "to": negated(times)}});
    let text = |times: usize| {
        let rules = place(0).to_string().replace(r#"{"word":"own"}"#, "HERE");
        let (open, close) = (r#"{"word":"not","of":"#.repeat(times), "}".repeat(times));
        let deep = rules.replace("HERE", &format!(r#"{open}{{"word":"own"}}{close}"#));
        program(&place(0)).to_string().replace(&place(0).to_string(), &deep)
    };
    let (levels_above, most) = (4, super::MOST_LEVELS);
    assert!(read(&text(most - levels_above)).is_ok());
    let message = read(&text(most - levels_above + 1)).unwrap_err().message;
    assert!(message.contains("at most 192 levels"), "{message}");
    assert!(read(&text(1_000_000)).is_err());
}

#[test]
fn brackets_in_texts_are_no_levels() {
    let levels = super::levels;
    assert_eq!([levels(r#"{"a": [1, [2]]}"#), levels(r#"["[[[", "\"[", "\\\\"]"#), levels("]][[")], [3, 1, 2]);
    assert!(read("").unwrap_err().message.contains("found none"));
    assert!(read("{} {}").unwrap_err().message.contains("found more"));
    assert!(read("{} x").unwrap_err().message.contains("expected JSON"));
}

#[test]
fn fields_left_out_have_their_defaults() {
    let line = json!({"word": "line", "n": 3});
    let rules = rules_of(json!({"turn": word("place"), "ends": [{"word": "win", "when": line}]}));
    assert_eq!((rules.sides, rules.kinds, rules.turns), (2, vec!["stone".to_string()], vec![1]));
    let Phase::Plain(end) = &rules.ends[0] else { panic!() };
    assert!(matches!(end.kind, EndKind::Win) && !end.at_turn);
    let Condition::Cells(Cells::Line(line)) = &end.when else { panic!() };
    assert!(matches!((&line.of, &line.ways), (Cells::Of(Side::Own), Directions::Every)));
    assert_eq!((line.n, line.exact, line.times, line.share), (3, false, 1, 0));
}

#[test]
fn a_repeat_comes_after_its_ply_and_equal_agendas_are_one() {
    let place = word("place");
    let twice = json!({"word": "sequence", "stop": true, "parts": [place, repeat(place.clone())]});
    let turn = both("either", twice.clone(), both("either", twice, word("pass")));
    let rules = json!({"turn": turn});
    let agendas = enumerate(&Survey::of(&rules).unwrap()).unwrap().agendas;
    let links: Vec<_> = agendas.links.iter().map(|l| (l.node, l.stop, l.rest, l.next.clone())).collect();
    // Nodes: 0 either, 1 sequence, 2 place, 3 repeat, 4 either, 5 pass.
    let expected = [
        (0, false, 0, vec![2, 3]),
        (1, false, 0, vec![5]),
        (4, false, 0, vec![2, 6]),
        (3, true, 0, vec![5]), // after the repeated place comes what comes after the first: the repeat
        (2, true, 4, vec![]),
        (5, false, 0, vec![]),
    ];
    assert_eq!(links, expected);
}

#[test]
fn plies_with_ids_of_their_own_are_offered_once() {
    assert!(!doubled(both("either", word("place"), step("empty", word("every")))));
    assert!(!doubled(both("sequence", word("place"), repeat(word("place")))));
    assert!(!doubled(both("first", word("place"), word("place"))));
    assert!(!doubled(json!({"word": "repeat", "must": true, "ply": word("place")})));
}

#[test]
fn the_same_ply_twice_is_doubled() {
    let place = || word("place");
    assert!(doubled(both("either", place(), json!({"word": "place", "then": [word("again")]}))));
    assert!(doubled(both("either", place(), both("either", place(), word("pass")))));
    assert!(doubled(both("either", both("sequence", place(), word("pass")), both("sequence", place(), place()))));
    assert!(doubled(repeat(repeat(place()))));
    assert!(doubled(both("sequence", repeat(place()), place())));
    assert!(doubled(both("either", step("empty", word("every")), step("everywhere", word("orthogonal")))));
}

#[test]
fn steps_that_differ_in_direction_or_in_cells_are_not_doubled() {
    let forward = |other: &str| both("and", word("forward"), word(other));
    assert!(!doubled(both("either", step("empty", forward("orthogonal")), step("everywhere", forward("diagonal")))));
    assert!(!doubled(both("either", step("empty", word("every")), step("enemy", word("every")))));
    let turned = json!({"word": "opposite", "of": word("forward")});
    assert!(!doubled(both("either", step("empty", word("forward")), step("own", turned))));
    let heading = |ways: &str| both("and", word(ways), json!({"word": "not", "of": word("ply-heading")}));
    assert!(!doubled(both("either", step("empty", heading("diagonal")), step("empty", heading("orthogonal")))));
    let near = json!({"word": "adjacent", "of": word("own")});
    let place = |to: Value| json!({"word": "place", "to": to});
    let far = both("and", word("empty"), json!({"word": "not", "of": near}));
    let next = both("and", word("empty"), near);
    assert!(!doubled(both("either", place(next), place(far))));
}

#[test]
fn what_counters_decide_is_restless() {
    let place = |unless: Value| json!({"turn": {"word": "place", "unless": unless}});
    assert!(rules_of(place(word("repeats"))).plies_depend_on_counters);
    assert!(!rules_of(place(word("own"))).plies_depend_on_counters);
    let end = json!({"word": "draw", "when": word("no-ply")});
    assert!(!rules_of(json!({"turn": word("place"), "ends": [end]})).plies_depend_on_counters);
}

#[test]
fn what_no_turn_makes_may_be_asked_for() {
    let no_ply = json!({"word": "no-ply", "ply": word("pass"), "by": "all"});
    let rules = rules_of(json!({"turn": word("place"), "ends": [{"word": "win", "when": no_ply, "at": "turn"}]}));
    let Phase::Plain(end) = &rules.ends[0] else { panic!() };
    assert!(end.at_turn && matches!(end.when, Condition::NoPly { agenda: Some(2), all: true }));
}

#[test]
fn regions_may_stand_for_cells_and_lists_for_regions() {
    let list = json!([word("own"), word("corners")]);
    let to = both("and", word("empty"), list);
    let size = json!({"word": "sum", "parts": [1, {"word": "count", "of": word("edges")}]});
    let condition = json!({"word": "compare", "left": size, "op": "==", "right": -3});
    let rules = rules_of(json!({"turn": {"word": "place", "to": to, "needs": condition}}));
    let atomic = rules.nodes[0].atomic().unwrap();
    let Some(Condition::Compare(Number::Sum(parts), _, Number::Whole(-3))) = &atomic.needs else { panic!() };
    assert!(matches!(&parts[1], Number::Count(Cells::Regions(_))));
}

/// The fault of a program with one part changed.
fn fault(pointer: &str, value: Value) -> Fault {
    let rules = json!({
        "turn": both("either", json!({"word": "place", "to": word("empty")}), step("empty", word("every"))),
        "setup": [{"word": "put", "at": {"word": "at", "names": "a1 b2"}}],
        "ends": [{"word": "win", "when": {"word": "line", "n": 3}}],
    });
    let mut program = program(&rules);
    *program.pointer_mut(pointer).unwrap() = value;
    read(&program.to_string()).unwrap_err()
}

#[test]
fn faults_say_where_and_what_was_expected() {
    let table = [
        ("/rules/turn/parts/0/to", json!(7), "turn.parts[0].to", "expected a set of cells, found 7"),
        ("/rules/turn/parts/1/directions", word("own"), "turn.parts[1].directions", "expected a set of directions"),
        ("/rules/turn/parts/1", word("own"), "turn.parts[1]", "expected a ply, found the word own"),
        ("/rules/turn/parts/0/to", json!({"word": "empty", "of": 1}), "turn.parts[0].to.of", "expected no such field"),
        ("/rules/setup/0/at/names", json!("a1 z9"), "setup[0].at.names", "expected names of cells, found \"a1 z9\""),
        ("/rules/ends/0/when/n", json!(1_u64 << 31), "ends[0].when.n", "more than the engine holds"),
        ("/rules/ends/0/when", json!({"word": "line"}), "ends[0].when.n", "expected something, found nothing"),
        ("/rules/ends/0/when", json!({"word": "repeats", "n": 1}), "ends[0].when.n", "expected a whole number from 2"),
        ("/rules/ends/0/word", json!("triumph"), "ends[0]", "expected an end, found the word triumph"),
        ("/board/cells", json!(4097), "board.cells", "more than the engine holds"),
        ("/board/steps/1/2", json!(9), "board.steps[1][2]", "expected a whole number from 0, less than 9, found 9"),
        ("/board/names", json!(["a"]), "board.names", "expected a list of 9, found a list of 1"),
        ("/bases", json!([0]), "bases", "expected a list of 3"),
        ("/rules", json!([]), "", "expected an object, found a list of 0"),
    ];
    for (pointer, value, path, message) in table {
        let fault = fault(pointer, value);
        assert_eq!(fault.path, path, "{}", fault.message);
        assert!(fault.message.contains(message), "{} in place of {message}", fault.message);
    }
}

#[test]
fn what_is_too_much_is_refused() {
    let kinds: Vec<Value> = (0..256).map(|i| json!({"word": "in-hand", "n": 1, "kind": format!("k{i}")})).collect();
    let facts: Vec<Value> = (2..70).map(|n| json!({"word": "tell", "fact": {"word": "repeats", "n": n}})).collect();
    let passes: Vec<Value> = (0..65535).map(|n| json!({"word": "pass", "text": format!("p{n}")})).collect();
    let rows = vec![json!([-1]); 65];
    let (place, either) = (word("place"), json!({"word": "either", "parts": passes}));
    let message = |rules: Value| read(&program(&rules).to_string()).unwrap_err().message;
    assert!(super::Survey::of(&json!({"turn": place, "setup": kinds})).is_err_and(|f| f.message.contains("255 kinds")));
    assert!(message(json!({"turn": place, "effects": facts})).contains("128 facts to tell"));
    assert!(Survey::of(&json!({"turn": either})).is_err_and(|fault| fault.message.contains("65534 parts of turns")));
    let mut wide = program(&json!({"turn": place}));
    wide["board"]["cells"] = json!(1);
    wide["board"]["steps"] = json!(rows);
    assert!(read(&wide.to_string()).unwrap_err().message.contains("64 directions"));
}
