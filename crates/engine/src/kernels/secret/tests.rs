//! Tests of the kernel for secret placements against the general engine.

use super::super::turns::tests::{alike, changed};
use super::secret;
use serde_json::{Value, json};

const FIVE: &str = include_str!("../../../tests/data/kernels/hidden-gomoku-5.json");
const NINE: &str = include_str!("../../../tests/data/kernels/hidden-gomoku-9.json");

fn gomoku(program: &str, changes: &[(&str, Value)], games: u64) -> bool {
    alike(&changed(program, changes), (secret, secret), games)
}

fn line(n: u32, times: u32, share: u32) -> Value {
    json!({"word": "line", "n": n, "times": times, "share": share})
}

#[test]
fn boards_of_one_word_and_of_two() {
    assert!(gomoku(FIVE, &[], 200));
    assert!(gomoku(NINE, &[], 60));
}

#[test]
fn other_lines() {
    for (n, times, share) in [(2, 1, 0), (3, 2, 0), (3, 2, 1), (3, 2, 2), (3, 3, 1), (4, 3, 0)] {
        assert!(gomoku(FIVE, &[("ends/0/when", line(n, times, share))], 100), "{n} {times} {share}");
        assert!(gomoku(NINE, &[("ends/0/when", line(n, times, share))], 30), "{n} {times} {share}");
    }
    let exact = json!({"word": "line", "n": 3, "times": 2, "share": 2, "exact": true});
    assert!(gomoku(FIVE, &[("ends/0/when", exact)], 100));
}

#[test]
fn other_ends() {
    assert!(gomoku(FIVE, &[("ends/0", json!({"word": "loss", "when": line(3, 1, 0)}))], 100));
    assert!(gomoku(FIVE, &[("ends/1/word", json!("win")), ("ends/0/when", line(5, 3, 1))], 100));
    assert!(gomoku(FIVE, &[("ends", json!([]))], 100));
}

#[test]
fn other_announcements() {
    assert!(gomoku(FIVE, &[("turn/announce", json!([{"word": "column", "of": {"word": "to"}}]))], 60));
    let never = json!({"word": "and", "parts": [{"word": "revealed"}, {"word": "to"}]});
    assert!(gomoku(FIVE, &[("turn/fails", never)], 100));
}

#[test]
fn what_is_of_another_shape_is_left_alone() {
    assert!(!gomoku(FIVE, &[("turn/ply/to", json!({"word": "not", "of": {"word": "own"}}))], 0));
    assert!(!gomoku(FIVE, &[("turn/fails", json!({"word": "revealed"}))], 0));
    let exact = json!({"word": "line", "n": 3, "exact": true});
    assert!(!gomoku(FIVE, &[("ends/0/when", exact)], 0));
}
