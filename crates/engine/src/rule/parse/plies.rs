//! Parses plies and the words that compose them.

use super::Read;
use super::json_part::{JsonPart, names};
use super::symbols::{Symbols, is, whose};
use crate::rule::{Action, Atomic, Cells, Node, NodeKind, Side};

/// Fields of every atomic ply.
const COMMON: [&str; 4] = ["needs", "unless", "then", "mark"];

impl Symbols<'_> {
    /// A part of a turn. base: the first id of its plies.
    pub fn part(&self, at: &JsonPart<'_>, base: Option<u32>) -> Read<Node> {
        let kind = match at.word("a ply")? {
            "sequence" => at.refuse_other_fields(&["parts", "stop"]).map(|()| NodeKind::Sequence)?,
            "either" => at.refuse_other_fields(&["parts"]).map(|()| NodeKind::Either)?,
            "first" => at.refuse_other_fields(&["parts"]).map(|()| NodeKind::First)?,
            "chance" => at.refuse_other_fields(&["ply"]).map(|()| NodeKind::Chance)?,
            "by-side" => self.by_side(at, &|_| Ok(())).map(|_| NodeKind::BySide)?,
            "repeat" => self.repeat(at)?,
            "commit" => self.commit(at, base)?,
            "if" => {
                at.refuse_other_fields(&["when", "then", "otherwise"])?;
                let when = self.condition(&at.required("when")?)?;
                NodeKind::If(Box::new(when), at.field("otherwise").is_some())
            }
            _ => NodeKind::Atomic(Box::new(self.atomic(at, base)?)),
        };
        Ok(Node { kind })
    }

    fn repeat(&self, at: &JsonPart<'_>) -> Read<NodeKind> {
        at.refuse_other_fields(&["ply", "must", "while_"])?;
        let condition = at.optional("while_", |at| self.condition(&at))?;
        Ok(NodeKind::Repeat { must: at.flag("must", false)?, still: condition })
    }

    fn commit(&self, at: &JsonPart<'_>, base: Option<u32>) -> Read<NodeKind> {
        at.refuse_other_fields(&["ply", "announce", "answer", "fails"])?;
        let node = |at: JsonPart<'_>, word: &str| match is(at.value, word) {
            true => self.survey.node(&at),
            false => Err(at.fault(&format!("a {word}"))),
        };
        Ok(NodeKind::Commit {
            place: node(at.required("ply")?, "place")?,
            announce: at.each_in("announce", |at| self.cells(&at))?,
            answer: at.optional("answer", |at| node(at, "reveal"))?,
            fails: at.optional("fails", |at| self.condition(&at))?,
            base,
        })
    }

    fn atomic(&self, at: &JsonPart<'_>, base: Option<u32>) -> Read<Atomic> {
        Ok(Atomic {
            action: self.action(at)?,
            needs: at.optional("needs", |at| self.condition(&at))?,
            unless: at.optional("unless", |at| self.condition(&at))?,
            then: self.effects(at, "then")?,
            base,
        })
    }

    fn action(&self, at: &JsonPart<'_>) -> Read<Action> {
        let word = at.word("a ply")?;
        let fields: &[&str] = match word {
            "place" => &["to", "kind", "owner", "shape"],
            "step" => &["what", "to", "directions"],
            "slide" => &["what", "to", "directions", "distance", "through"],
            "leap" => &["what", "to", "distance", "directions"],
            "hop" => &["what", "over", "to", "directions", "captures"],
            "remove" | "reveal" => &["what"],
            "pass" | "swap" | "keep" => &["text"],
            "roll" => &["sides", "weights"],
            _ => return Err(at.fault("a ply")),
        };
        at.refuse_other_fields(&[fields, &COMMON].concat())?;
        match word {
            "place" => self.place(at),
            "remove" => Ok(Action::Remove { what: self.what(at)? }),
            "reveal" => Ok(Action::Reveal { what: self.what(at)? }),
            "pass" => Ok(Action::Pass),
            "swap" if self.sides != 2 => Err(at.fault("a ply other than swap, which needs two sides")),
            "swap" => Ok(Action::Swap),
            "keep" => Ok(Action::Keep),
            "roll" => roll(at),
            _ => self.movement(at, word),
        }
    }

    fn what(&self, at: &JsonPart<'_>) -> Read<Cells> {
        self.cells(&at.required("what")?)
    }

    fn movement(&self, at: &JsonPart<'_>, word: &str) -> Read<Action> {
        let (pieces, to) = (self.what(at)?, self.cells_in(at, "to", Cells::Empty)?);
        let ways = self.ways_in(at)?;
        Ok(match word {
            "step" => Action::Step { what: pieces, to, ways },
            "leap" => Action::Leap { what: pieces, to, distance: at.optional("distance", |at| at.at_least(1))?, ways },
            "hop" => {
                let over = self.cells_in(at, "over", Cells::Not(Box::new(Cells::Empty)))?;
                Action::Hop { what: pieces, over, to, ways, captures: at.flag("captures", true)? }
            }
            _ => {
                let distance = at.optional("distance", |at| self.number(&at))?;
                Action::Slide { what: pieces, to, ways, distance, through: self.cells_in(at, "through", Cells::Empty)? }
            }
        })
    }

    fn place(&self, at: &JsonPart<'_>) -> Read<Action> {
        let owner = at.optional("owner", |at| match whose(&at)? {
            Side::Enemy => Err(at.fault("own or neutral")),
            side => Ok(side == Side::Own),
        })?;
        let walk = |at: JsonPart<'_>| names(at.text()?).map(|label| self.direction(&at, label)).collect();
        Ok(Action::Place {
            to: self.cells_in(at, "to", Cells::Empty)?,
            kind: self.kind(at, "kind")?,
            own: owner.unwrap_or(true),
            shape: at.each_in("shape", walk)?,
        })
    }
}

fn roll(at: &JsonPart<'_>) -> Read<Action> {
    let faces = at.optional("sides", |at| at.integer(2, 1000))?.unwrap_or(6) as u32;
    let weights = at.each_in("weights", |at| at.at_least(1))?;
    let are_valid = weights.is_empty() || weights.len() == faces as usize;
    if are_valid { Ok(Action::Roll { faces, weights }) } else { Err(at.required("weights")?.fault("a weight a face")) }
}

/// Calls `see` for every part of a part of a turn; a single ply has none.
pub(super) fn children(at: &JsonPart<'_>, see: &mut dyn FnMut(JsonPart<'_>) -> Read<()>) -> Read<()> {
    match at.word("a ply")? {
        "sequence" | "either" | "first" | "by-side" => at.required("parts")?.items()?.try_for_each(see),
        "repeat" | "chance" => see(at.required("ply")?),
        "if" => {
            see(at.required("then")?)?;
            at.field("otherwise").map_or(Ok(()), see)
        }
        _ => Ok(()),
    }
}
