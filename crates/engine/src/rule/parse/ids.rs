//! Parses the numbering of plies, which Python computes.

use super::json_part::JsonPart;
use super::symbols::texts;
use super::{Read, excess};
use crate::rule::{Block, Form};

/// The blocks of ids.
pub(super) fn blocks(program: &JsonPart<'_>) -> Read<Vec<Block>> {
    program.required("blocks")?.each(|at| block(&at))
}

fn block(at: &JsonPart<'_>) -> Read<Block> {
    let base = at.required("base")?.at_least(0)?;
    let size = at.required("size")?.integer(1, (1 << 31) - i64::from(base))? as u32;
    Ok(Block {
        base,
        size,
        form: form(at)?,
        suffix: at.optional("suffix", |at| at.text().map(str::to_string))?.unwrap_or_default(),
    })
}

fn form(at: &JsonPart<'_>) -> Read<Form> {
    let form = at.required("form")?;
    Ok(match form.text()? {
        "cell" => Form::Cell,
        "move" => Form::Move,
        "jump" => Form::Jump,
        "lift" => Form::Lift,
        "word" => Form::Word(at.required("text")?.text()?.to_string()),
        "roll" => Form::Roll,
        "reveal" => Form::Reveal,
        "commit" => Form::Commit(texts(&at.required("labels")?)?),
        _ => return Err(form.fault("a form of plies")),
    })
}

/// For each part of a turn the first id of its plies.
pub(super) fn bases(program: &JsonPart<'_>, parts: usize) -> Read<Vec<Option<u32>>> {
    let at = program.required("bases")?;
    let base = |at: JsonPart<'_>| if at.value.is_null() { Ok(None) } else { at.at_least(0).map(Some) };
    let bases = at.each(base)?;
    if bases.len() == parts { Ok(bases) } else { Err(at.fault(&format!("a list of {parts}"))) }
}

/// The texts of the facts of all Tell.
pub(super) fn told(program: &JsonPart<'_>, tells: usize) -> Read<Vec<String>> {
    let Some(at) = program.field("told") else { return Ok(Vec::new()) };
    let told_texts = texts(&at)?;
    if told_texts.len() == tells { Ok(told_texts) } else { Err(at.fault(&format!("a list of {tells}"))) }
}

/// What may be announced.
pub(super) fn announced(program: &JsonPart<'_>, cells: u32) -> Read<Vec<Vec<u32>>> {
    let regions = program.each_in("announced", |at| at.each(|at| at.index(cells as usize).map(|cell| cell as u32)))?;
    excess("announced", "cells in a region", regions.iter().map(Vec::len).max().unwrap_or(0), cells as usize)?;
    Ok(regions)
}
