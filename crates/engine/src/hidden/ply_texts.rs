//! Canonical and printed texts of plies.

use crate::board::Layout;
use crate::plan::Plan;
use crate::rule::{Block, Form, Rules};

/// The block of an id, and the offset in it.
#[must_use]
pub fn block(rules: &Rules, action: u32) -> Option<(&Block, u32)> {
    let place = |block: &Block| action.checked_sub(block.base).filter(|&place| place < block.size);
    rules.blocks.iter().find_map(|block| Some((block, place(block)?)))
}

/// The canonical text of a ply, without blanks; empty for an unknown id.
#[must_use]
pub fn text<const W: usize>(plan: &Plan<W>, action: u32) -> String {
    let (rules, layout) = (&plan.rules, &plan.board.layout);
    let Some((block, place)) = block(rules, action) else { return String::new() };
    let cells = (layout.names.len() as u32).max(1);
    let name = |cell: u32| layout.names.get(cell as usize).map_or("", String::as_str);
    let pair = |sign: &str| format!("{}{sign}{}", name(place / cells), name(place % cells));
    let plain = match &block.form {
        Form::Cell => name(place).to_owned(),
        Form::Lift => format!("x{}", name(place)),
        Form::Move => pair("-"),
        Form::Jump => pair("x"),
        Form::Word(word) => return word.clone(),
        Form::Roll => return format!("roll:{}", place + 1),
        Form::Reveal => return reveal_text(rules, layout, place),
        Form::Commit(labels) => {
            let label = labels.get((place / cells) as usize).map_or("", String::as_str);
            format!("{}:{label}", name(place % cells))
        }
    };
    plain + &block.suffix
}

/// The printed text of a ply.
#[must_use]
pub fn printed<const W: usize>(plan: &Plan<W>, action: u32) -> String {
    let text = text(plan, action);
    match block(&plan.rules, action).map(|(block, _)| &block.form) {
        Some(Form::Move) => text.replace('-', " -> "),
        Some(Form::Commit(_) | Form::Reveal | Form::Roll) => text.replace([':', ','], " "),
        _ => text,
    }
}

/// How a committed ply is announced, `secret` where it is not; nothing for any other ply.
#[must_use]
pub fn announcement(rules: &Rules, cells: u32, action: u32) -> Option<&str> {
    let (block, place) = block(rules, action)?;
    let Form::Commit(labels) = &block.form else { return None };
    labels.get((place / cells.max(1)) as usize).map(String::as_str)
}

fn reveal_text(rules: &Rules, layout: &Layout, place: u32) -> String {
    let cells = revealed_cells(rules, place);
    let column = |cell: &u32| layout.columns.iter().rposition(|(_, cells)| cells.contains(cell)).unwrap_or(0);
    let mut ordered = cells;
    ordered.sort_by_key(|cell| (column(cell), *cell));
    let names: Vec<&str> =
        ordered.iter().filter_map(|&cell| layout.names.get(cell as usize)).map(String::as_str).collect();
    format!("reveal:{}", if names.is_empty() { "none".to_owned() } else { names.join(",") })
}

/// The cells of a Reveal's place in its block.
fn revealed_cells(rules: &Rules, place: u32) -> Vec<u32> {
    let mut left = u64::from(place);
    for region in &rules.announced {
        let subsets = (1u64 << region.len().min(48)) - 1;
        if left <= subsets {
            let revealed = region.iter().enumerate().filter(|&(i, _)| left.checked_shr(i as u32).unwrap_or(0) & 1 != 0);
            return revealed.map(|(_, &cell)| cell).collect();
        }
        left -= subsets;
    }
    Vec::new()
}
