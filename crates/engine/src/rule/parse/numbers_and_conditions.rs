//! Parses numbers and conditions.

use super::Read;
use super::json_part::JsonPart;
use super::survey::counter;
use super::symbols::Symbols;
use crate::rule::{Cells, Condition, Distance, Number, Side, Sign};

const SIGNS: [(&str, Sign); 5] =
    [(">=", Sign::AtLeast), ("<=", Sign::AtMost), (">", Sign::More), ("<", Sign::Less), ("==", Sign::Equal)];

impl Symbols<'_> {
    /// A number.
    pub fn number(&self, at: &JsonPart<'_>) -> Read<Number> {
        if at.value.is_number() {
            return at.any_integer().map(Number::Whole);
        }
        match at.word("a number")? {
            "count" => {
                at.refuse_other_fields(&["of"])?;
                self.cells(&at.required("of")?).map(Number::Count)
            }
            "groups" => {
                at.refuse_other_fields(&["of", "directions"])?;
                Ok(Number::Groups(self.cells(&at.required("of")?)?, self.ways_in(at)?))
            }
            "distance" => {
                at.refuse_other_fields(&["start", "end", "through", "directions"])?;
                Ok(Number::Distance(Box::new(Distance {
                    start: self.cells(&at.required("start")?)?,
                    end: self.cells(&at.required("end")?)?,
                    through: self.cells_in(at, "through", Cells::Empty)?,
                    ways: self.ways_in(at)?,
                })))
            }
            "captured" => {
                at.refuse_other_fields(&["side"]).and_then(|()| self.side(at, Side::Own)).map(Number::Captured)
            }
            "score" => at.refuse_other_fields(&["side"]).and_then(|()| self.side(at, Side::Own)).map(Number::Score),
            "hand" => {
                at.refuse_other_fields(&["side", "kind"])?;
                Ok(Number::Hand(self.side(at, Side::Own)?, self.kind(at, "kind")?))
            }
            "rolled" => at.refuse_other_fields(&[]).map(|()| Number::Rolled),
            "sum" => self.parts(at, &|at| self.number(at)).map(Number::Sum),
            "minus" => {
                at.refuse_other_fields(&["left", "right"])?;
                let (left, right) = (self.number(&at.required("left")?)?, self.number(&at.required("right")?)?);
                Ok(Number::Minus(Box::new(left), Box::new(right)))
            }
            "if" => self.chosen(at, &|at| self.number(at)).map(Number::If),
            "by-side" => self.by_side(at, &|at| self.number(at)).map(Number::BySide),
            _ => Err(at.fault("a number")),
        }
    }

    /// A condition; a set of cells is one, too.
    pub fn condition(&self, at: &JsonPart<'_>) -> Read<Condition> {
        if at.value.is_array() {
            return self.cells(at).map(Condition::Cells);
        }
        match at.word("a condition")? {
            "some" => self.inner_condition(at).map(|of| Condition::Some(Box::new(of))),
            "no" => self.inner_condition(at).map(|of| Condition::No(Box::new(of))),
            "all" => self.parts(at, &|at| self.condition(at)).map(Condition::All),
            "any" => self.parts(at, &|at| self.condition(at)).map(Condition::Any),
            "if" => self.chosen(at, &|at| self.condition(at)).map(Condition::If),
            "by-side" => self.by_side(at, &|at| self.condition(at)).map(Condition::BySide),
            "compare" => self.compare(at),
            "quiet" => self.quiet(at),
            "repeats" => {
                at.refuse_other_fields(&["n"])?;
                Ok(Condition::Repeats(at.optional("n", |at| at.at_least(2))?.unwrap_or(3)))
            }
            "no-ply" => self.no_ply(at),
            _ => self.cells(at).map(Condition::Cells),
        }
    }

    fn inner_condition(&self, at: &JsonPart<'_>) -> Read<Condition> {
        at.refuse_other_fields(&["of"])?;
        self.condition(&at.required("of")?)
    }

    fn compare(&self, at: &JsonPart<'_>) -> Read<Condition> {
        at.refuse_other_fields(&["left", "op", "right"])?;
        at.required("op")?;
        let (left, right) = (self.number(&at.required("left")?)?, self.number(&at.required("right")?)?);
        Ok(Condition::Compare(left, at.choice("op", &SIGNS)?, right))
    }

    fn quiet(&self, at: &JsonPart<'_>) -> Read<Condition> {
        at.refuse_other_fields(&["n", "without", "unit"])?;
        let (n, counter_name) = (at.required("n")?.at_least(1)?, counter(at)?);
        let counter = self.survey.quiets.iter().position(|quiet| *quiet == counter_name);
        counter.map(|counter| Condition::Quiet { counter, n }).ok_or_else(|| at.fault("a known counter"))
    }

    fn no_ply(&self, at: &JsonPart<'_>) -> Read<Condition> {
        at.refuse_other_fields(&["ply", "by"])?;
        let tested = |at: JsonPart<'_>| {
            let node = self.survey.node(&at)?;
            self.tested.get(&node).copied().ok_or_else(|| at.fault("in `ends` only a ply"))
        };
        let agenda = at.optional("ply", tested)?;
        Ok(Condition::NoPly { agenda, all: at.choice("by", &[("next", false), ("all", true)])? })
    }
}
