//! Visits the direct parts of words of any kind.

use crate::rule::{
    Action, Cells, Condition, Directions, Effect, End, EndKind, If, Node, NodeKind, Number, Phase, Regions,
};

/// A part of a word.
pub(super) enum WordPart<'a> {
    Cells(&'a mut Cells),
    Regions(&'a mut Regions),
    Directions(&'a mut Directions),
    Number(&'a mut Number),
    Condition(&'a mut Condition),
}

/// A condition with `Cells::To` for the cell that a `Where` asks about: what asks of a ply asks of each cell so.
#[must_use]
pub fn here_as_to(word: &Condition) -> Condition {
    fn replace(part: &mut WordPart<'_>) {
        match part {
            WordPart::Cells(Cells::Where(inner)) => replace(&mut WordPart::Cells(&mut inner.of)), // its `Here` is another
            WordPart::Cells(word) if matches!(word, Cells::Here) => **word = Cells::To,
            _ => part.each(&mut |mut inner| replace(&mut inner)),
        }
    }
    let mut word = word.clone();
    replace(&mut WordPart::Condition(&mut word));
    word
}

/// The callback for each part.
type PartVisitor<'d> = &'d mut dyn FnMut(WordPart<'_>);

impl WordPart<'_> {
    /// Calls `go` for every part of the word.
    pub(super) fn each(&mut self, go: PartVisitor<'_>) {
        match self {
            WordPart::Cells(word) => cells(word, go),
            WordPart::Regions(word) => regions(word, go),
            WordPart::Directions(word) => ways(word, go),
            WordPart::Number(word) => number(word, go),
            WordPart::Condition(word) => condition(word, go),
        }
    }
}

fn cells(word: &mut Cells, go: PartVisitor<'_>) {
    match word {
        Cells::Row(of) | Cells::Column(of) | Cells::Not(of) => go(WordPart::Cells(of)),
        Cells::Adjacent(of, ways) | Cells::Shift(of, ways) => pair(of, ways, go),
        Cells::Regions(of) => go(WordPart::Regions(of)),
        Cells::And(parts) | Cells::Or(parts) | Cells::BySide(parts) => {
            parts.iter_mut().for_each(|p| go(WordPart::Cells(p)))
        }
        Cells::If(choice) => chosen(choice, WordPart::Cells, go),
        Cells::Where(word) => {
            go(WordPart::Cells(&mut word.of));
            go(WordPart::Condition(&mut word.when));
        }
        Cells::Enclosed(word) => pair(&mut word.of, &mut word.ways, go),
        Cells::Line(word) => pair(&mut word.of, &mut word.ways, go),
        Cells::Ring(word) => pair(&mut word.of, &mut word.ways, go),
        Cells::Group(word) => {
            pair(&mut word.of, &mut word.ways, go);
            word.at.iter_mut().for_each(|at| go(WordPart::Cells(at)));
            go(WordPart::Number(&mut word.size));
        }
        Cells::Connected(word) => {
            pair(&mut word.of, &mut word.ways, go);
            go(WordPart::Regions(&mut word.regions));
        }
        Cells::Ray(word) => {
            pair(&mut word.start, &mut word.ways, go);
            go(WordPart::Cells(&mut word.through));
            word.until.iter_mut().for_each(|until| go(WordPart::Cells(until)));
            word.length.iter_mut().for_each(|length| go(WordPart::Number(length)));
        }
        _ => {}
    }
}

fn pair(of: &mut Cells, ways: &mut Directions, go: PartVisitor<'_>) {
    go(WordPart::Cells(of));
    go(WordPart::Directions(ways));
}

fn chosen<'a, T>(choice: &'a mut If<T>, part: impl Fn(&'a mut T) -> WordPart<'a>, go: PartVisitor<'_>) {
    go(WordPart::Condition(&mut choice.when));
    go(part(&mut choice.then));
    choice.otherwise.iter_mut().for_each(|otherwise| go(part(otherwise)));
}

fn regions(word: &mut Regions, go: PartVisitor<'_>) {
    match word {
        Regions::Edges { .. } | Regions::Corners => {}
        Regions::List(parts) => parts.iter_mut().for_each(|p| go(WordPart::Cells(p))),
        Regions::If(choice) => chosen(choice, WordPart::Regions, go),
        Regions::BySide(parts) => parts.iter_mut().for_each(|p| go(WordPart::Regions(p))),
    }
}

fn ways(word: &mut Directions, go: PartVisitor<'_>) {
    match word {
        Directions::Heading(word) => {
            pair(&mut word.start, &mut word.ways, go);
            go(WordPart::Cells(&mut word.end));
        }
        Directions::Opposite(of) | Directions::Not(of) => go(WordPart::Directions(of)),
        Directions::And(parts) | Directions::Or(parts) | Directions::BySide(parts) => {
            parts.iter_mut().for_each(|p| go(WordPart::Directions(p)))
        }
        Directions::If(choice) => chosen(choice, WordPart::Directions, go),
        _ => {}
    }
}

fn number(word: &mut Number, go: PartVisitor<'_>) {
    match word {
        Number::Count(of) => go(WordPart::Cells(of)),
        Number::Groups(of, ways) => pair(of, ways, go),
        Number::Distance(word) => {
            pair(&mut word.start, &mut word.ways, go);
            go(WordPart::Cells(&mut word.end));
            go(WordPart::Cells(&mut word.through));
        }
        Number::Sum(parts) | Number::BySide(parts) => parts.iter_mut().for_each(|p| go(WordPart::Number(p))),
        Number::Minus(left, right) => {
            go(WordPart::Number(left));
            go(WordPart::Number(right));
        }
        Number::If(choice) => chosen(choice, WordPart::Number, go),
        _ => {}
    }
}

fn condition(word: &mut Condition, go: PartVisitor<'_>) {
    match word {
        Condition::Cells(cells) => go(WordPart::Cells(cells)),
        Condition::Some(part) | Condition::No(part) => go(WordPart::Condition(part)),
        Condition::All(parts) | Condition::Any(parts) | Condition::BySide(parts) => {
            parts.iter_mut().for_each(|p| go(WordPart::Condition(p)));
        }
        Condition::Compare(left, _, right) => {
            go(WordPart::Number(left));
            go(WordPart::Number(right));
        }
        Condition::If(choice) => chosen(choice, WordPart::Condition, go),
        Condition::Quiet { .. } | Condition::Repeats(_) | Condition::NoPly { .. } => {}
    }
}

/// Calls `go` for the words of a part of a turn.
pub(super) fn of_node(node: &mut Node, go: PartVisitor<'_>) {
    match &mut node.kind {
        NodeKind::Atomic(atomic) => {
            of_action(&mut atomic.action, go);
            let conditions = atomic.needs.iter_mut().chain(&mut atomic.unless);
            conditions.for_each(|word| go(WordPart::Condition(word)));
            atomic.then.iter_mut().for_each(|phase| of_effect(phase, go));
        }
        NodeKind::Commit { announce, fails, .. } => {
            announce.iter_mut().for_each(|word| go(WordPart::Cells(word)));
            fails.iter_mut().for_each(|word| go(WordPart::Condition(word)));
        }
        NodeKind::Repeat { still, .. } => still.iter_mut().for_each(|word| go(WordPart::Condition(word))),
        NodeKind::If(when, _) => go(WordPart::Condition(when)),
        _ => {}
    }
}

fn of_action(action: &mut Action, go: PartVisitor<'_>) {
    match action {
        Action::Place { to, .. } => go(WordPart::Cells(to)),
        Action::Remove { what } | Action::Reveal { what } => go(WordPart::Cells(what)),
        Action::Step { what, to, ways } | Action::Leap { what, to, ways, .. } => {
            pair(what, ways, go);
            go(WordPart::Cells(to));
        }
        Action::Slide { what, to, ways, distance, through } => {
            pair(what, ways, go);
            go(WordPart::Cells(to));
            go(WordPart::Cells(through));
            distance.iter_mut().for_each(|distance| go(WordPart::Number(distance)));
        }
        Action::Hop { what, over, to, ways, .. } => {
            pair(what, ways, go);
            go(WordPart::Cells(over));
            go(WordPart::Cells(to));
        }
        Action::Pass | Action::Swap | Action::Keep | Action::Roll { .. } => {}
    }
}

/// Calls `go` for the words of an effect.
pub(super) fn of_effect(phase: &mut Phase<Effect>, go: PartVisitor<'_>) {
    of_phase(phase, go, &mut |effect, go| match effect {
        Effect::Capture(cells) | Effect::Flip(cells) | Effect::Promote(cells, _) => go(WordPart::Cells(cells)),
        Effect::Mark(cells, _) | Effect::Unmark(cells, _) => go(WordPart::Cells(cells)),
        Effect::Earn(number, when) => {
            go(WordPart::Number(number));
            when.iter_mut().for_each(|when| go(WordPart::Condition(when)));
        }
        Effect::Again(when) => when.iter_mut().for_each(|when| go(WordPart::Condition(when))),
        Effect::Tell { fact, .. } => go(WordPart::Condition(fact)),
    });
}

/// Calls `go` for the words of an end.
pub(super) fn of_end(phase: &mut Phase<End>, go: PartVisitor<'_>) {
    of_phase(phase, go, &mut |end, go| {
        go(WordPart::Condition(&mut end.when));
        if let EndKind::Most(number) = &mut end.kind {
            go(WordPart::Number(number));
        }
    });
}

fn of_phase<T>(phase: &mut Phase<T>, go: PartVisitor<'_>, plain_phase: &mut dyn FnMut(&mut T, PartVisitor<'_>)) {
    match phase {
        Phase::Plain(part) => plain_phase(part, go),
        Phase::BySide(parts) => parts.iter_mut().for_each(|part| of_phase(part, go, plain_phase)),
        Phase::If(choice) => {
            go(WordPart::Condition(&mut choice.when));
            of_phase(&mut choice.then, go, plain_phase);
            choice.otherwise.iter_mut().for_each(|part| of_phase(part, go, plain_phase));
        }
    }
}
