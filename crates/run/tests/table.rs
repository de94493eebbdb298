//! Tests that docs/engine.md lists the words that are not lowered, as `NOT_LOWERED` does.

use lusory_compile::NOT_LOWERED;

#[test]
fn the_documents_say_what_is_not_lowered() {
    let page = include_str!("../../../docs/engine.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `not-lowered` ")).collect();
    let expected: Vec<String> =
        NOT_LOWERED.iter().map(|(word, missing)| format!("| `not-lowered` | {word} | {missing} |")).collect();
    assert_eq!(rows, expected);
}
