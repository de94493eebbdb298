//! Parses the setup, effects and ends.

use super::Read;
use super::json_part::JsonPart;
use super::symbols::Symbols;
use crate::rule::{Effect, End, EndKind, Phase, Put};

impl Symbols<'_> {
    /// The pieces on the board.
    pub fn setup(&self, rules: &JsonPart<'_>) -> Read<Vec<Put>> {
        let put = |at: JsonPart<'_>| match at.word("a setup")? {
            "put" => self.put(&at).map(Some),
            "in-hand" => Ok(None),
            _ => Err(at.fault("a setup")),
        };
        rules.each_in("setup", put).map(|puts| puts.into_iter().flatten().collect())
    }

    fn put(&self, at: &JsonPart<'_>) -> Read<Put> {
        at.refuse_other_fields(&["at", "side", "kind"])?;
        let owner = at.optional("side", |at| at.index(self.sides + 1))?.unwrap_or(1);
        Ok(Put { at: self.cells(&at.required("at")?)?, owner, kind: self.kind(at, "kind")? })
    }

    /// For each kind, how many pieces each side has in hand.
    pub fn handed(&self, rules: &JsonPart<'_>) -> Read<Vec<Option<u32>>> {
        let mut handed = vec![None; self.survey.kinds.len()];
        rules.each_in("setup", |at| {
            if super::symbols::is(at.value, "in-hand") {
                at.refuse_other_fields(&["n", "kind"])?;
                handed[self.kind(&at, "kind")?] = Some(at.required("n")?.at_least(1)?);
            }
            Ok(())
        })?;
        Ok(handed)
    }

    fn phase<T>(&self, at: &JsonPart<'_>, plain_part: &dyn Fn(&JsonPart<'_>) -> Read<T>) -> Read<Phase<T>> {
        match at.word("a word")? {
            "if" => self.chosen(at, &|at| self.phase(at, plain_part)).map(Phase::If),
            "by-side" => self.by_side(at, &|at| self.phase(at, plain_part)).map(Phase::BySide),
            _ => plain_part(at).map(Phase::Plain),
        }
    }

    /// The effects in a field.
    pub fn effects(&self, at: &JsonPart<'_>, name: &str) -> Read<Vec<Phase<Effect>>> {
        at.each_in(name, |at| self.phase(&at, &|at| self.effect(at)))
    }

    fn effect(&self, at: &JsonPart<'_>) -> Read<Effect> {
        let word = at.word("an effect")?;
        let fields: &[&str] = match word {
            "capture" | "flip" => &["of"],
            "promote" => &["of", "kind"],
            "mark" => &["of", "name", "turns"],
            "unmark" => &["of", "name"],
            "earn" => &["n", "when"],
            "again" => &["when"],
            "tell" => &["fact", "once"],
            _ => return Err(at.fault("an effect")),
        };
        at.refuse_other_fields(fields)?;
        let of = || self.cells(&at.required("of")?);
        let when = || at.optional("when", |at| self.condition(&at));
        match word {
            "capture" => of().map(Effect::Capture),
            "flip" => of().map(Effect::Flip),
            "promote" => {
                at.required("kind")?;
                Ok(Effect::Promote(of()?, self.kind(at, "kind")?))
            }
            "mark" => Ok(Effect::Mark(of()?, self.mark(at)?)),
            "unmark" => Ok(Effect::Unmark(of()?, self.mark(at)?)),
            "earn" => Ok(Effect::Earn(self.number(&at.required("n")?)?, when()?)),
            "again" => when().map(Effect::Again),
            _ => self.tell(at),
        }
    }

    fn tell(&self, at: &JsonPart<'_>) -> Read<Effect> {
        let number = self.survey.tells.get(at.value).copied().ok_or_else(|| at.fault("a known fact"))?;
        let fact = self.condition(&at.required("fact")?)?;
        Ok(Effect::Tell { number, fact, once: at.flag("once", false)? })
    }

    /// The ends.
    pub fn ends(&self, rules: &JsonPart<'_>) -> Read<Vec<Phase<End>>> {
        rules.each_in("ends", |at| self.phase(&at, &|at| self.end(at)))
    }

    fn end(&self, at: &JsonPart<'_>) -> Read<End> {
        let word = at.word("an end")?;
        at.refuse_other_fields(if word == "most" { &["number", "when", "at"] } else { &["when", "at"] })?;
        let kind = match word {
            "win" => EndKind::Win,
            "loss" => EndKind::Loss,
            "draw" => EndKind::Draw,
            "most" => EndKind::Most(self.number(&at.required("number")?)?),
            _ => return Err(at.fault("an end")),
        };
        let at_turn = at.choice("at", &[("ply", false), ("turn", true)])?;
        Ok(End { kind, when: self.condition(&at.required("when")?)?, at_turn })
    }
}
