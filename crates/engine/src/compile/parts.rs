//! Visits the direct parts of words of any kind.

use crate::rule::{Action, Cells, Condition, Effect, End, EndKind, If, Node, NodeKind, Number, Phase, Regions, Ways};

/// A part of a word.
pub(super) enum Part<'a> {
    Cells(&'a mut Cells),
    Regions(&'a mut Regions),
    Ways(&'a mut Ways),
    Number(&'a mut Number),
    Condition(&'a mut Condition),
}

/// The callback for each part.
type Do<'d> = &'d mut dyn FnMut(Part<'_>);

impl Part<'_> {
    /// Calls `go` for every part of the word.
    pub(super) fn each(&mut self, go: Do<'_>) {
        match self {
            Part::Cells(word) => cells(word, go),
            Part::Regions(word) => regions(word, go),
            Part::Ways(word) => ways(word, go),
            Part::Number(word) => number(word, go),
            Part::Condition(word) => condition(word, go),
        }
    }
}

fn cells(word: &mut Cells, go: Do<'_>) {
    match word {
        Cells::Row(of) | Cells::Column(of) | Cells::Not(of) => go(Part::Cells(of)),
        Cells::Adjacent(of, ways) | Cells::Shift(of, ways) => pair(of, ways, go),
        Cells::Regions(of) => go(Part::Regions(of)),
        Cells::And(parts) | Cells::Or(parts) | Cells::BySide(parts) => {
            parts.iter_mut().for_each(|p| go(Part::Cells(p)))
        }
        Cells::If(choice) => chosen(choice, Part::Cells, go),
        Cells::Enclosed(word) => pair(&mut word.of, &mut word.ways, go),
        Cells::Line(word) => pair(&mut word.of, &mut word.ways, go),
        Cells::Ring(word) => pair(&mut word.of, &mut word.ways, go),
        Cells::Group(word) => {
            pair(&mut word.of, &mut word.ways, go);
            word.at.iter_mut().for_each(|at| go(Part::Cells(at)));
            go(Part::Number(&mut word.size));
        }
        Cells::Connected(word) => {
            pair(&mut word.of, &mut word.ways, go);
            go(Part::Regions(&mut word.regions));
        }
        Cells::Ray(word) => {
            pair(&mut word.start, &mut word.ways, go);
            go(Part::Cells(&mut word.through));
            word.until.iter_mut().for_each(|until| go(Part::Cells(until)));
            word.length.iter_mut().for_each(|length| go(Part::Number(length)));
        }
        _ => {}
    }
}

fn pair(of: &mut Cells, ways: &mut Ways, go: Do<'_>) {
    go(Part::Cells(of));
    go(Part::Ways(ways));
}

fn chosen<'a, T>(choice: &'a mut If<T>, part: impl Fn(&'a mut T) -> Part<'a>, go: Do<'_>) {
    go(Part::Condition(&mut choice.when));
    go(part(&mut choice.then));
    choice.otherwise.iter_mut().for_each(|otherwise| go(part(otherwise)));
}

fn regions(word: &mut Regions, go: Do<'_>) {
    match word {
        Regions::Edges { .. } | Regions::Corners => {}
        Regions::List(parts) => parts.iter_mut().for_each(|p| go(Part::Cells(p))),
        Regions::If(choice) => chosen(choice, Part::Regions, go),
        Regions::BySide(parts) => parts.iter_mut().for_each(|p| go(Part::Regions(p))),
    }
}

fn ways(word: &mut Ways, go: Do<'_>) {
    match word {
        Ways::Heading(word) => {
            pair(&mut word.start, &mut word.ways, go);
            go(Part::Cells(&mut word.end));
        }
        Ways::Opposite(of) | Ways::Not(of) => go(Part::Ways(of)),
        Ways::And(parts) | Ways::Or(parts) | Ways::BySide(parts) => parts.iter_mut().for_each(|p| go(Part::Ways(p))),
        Ways::If(choice) => chosen(choice, Part::Ways, go),
        _ => {}
    }
}

fn number(word: &mut Number, go: Do<'_>) {
    match word {
        Number::Count(of) => go(Part::Cells(of)),
        Number::Groups(of, ways) => pair(of, ways, go),
        Number::Sum(parts) | Number::BySide(parts) => parts.iter_mut().for_each(|p| go(Part::Number(p))),
        Number::Minus(left, right) => {
            go(Part::Number(left));
            go(Part::Number(right));
        }
        Number::If(choice) => chosen(choice, Part::Number, go),
        _ => {}
    }
}

fn condition(word: &mut Condition, go: Do<'_>) {
    match word {
        Condition::Cells(cells) => go(Part::Cells(cells)),
        Condition::Some(part) | Condition::No(part) => go(Part::Condition(part)),
        Condition::All(parts) | Condition::Any(parts) | Condition::BySide(parts) => {
            parts.iter_mut().for_each(|p| go(Part::Condition(p)));
        }
        Condition::Compare(left, _, right) => {
            go(Part::Number(left));
            go(Part::Number(right));
        }
        Condition::If(choice) => chosen(choice, Part::Condition, go),
        Condition::Quiet { .. } | Condition::Repeats(_) | Condition::NoPly { .. } => {}
    }
}

/// Calls `go` for the words of a part of a turn.
pub(super) fn of_node(node: &mut Node, go: Do<'_>) {
    match &mut node.kind {
        NodeKind::Atomic(atomic) => {
            of_action(&mut atomic.action, go);
            let conditions = atomic.needs.iter_mut().chain(&mut atomic.unless);
            conditions.for_each(|word| go(Part::Condition(word)));
            atomic.then.iter_mut().for_each(|phase| of_effect(phase, go));
        }
        NodeKind::Commit { announce, fails, .. } => {
            announce.iter_mut().for_each(|word| go(Part::Cells(word)));
            fails.iter_mut().for_each(|word| go(Part::Condition(word)));
        }
        NodeKind::Repeat { still, .. } => still.iter_mut().for_each(|word| go(Part::Condition(word))),
        NodeKind::If(when, _) => go(Part::Condition(when)),
        _ => {}
    }
}

fn of_action(action: &mut Action, go: Do<'_>) {
    match action {
        Action::Place { to, .. } => go(Part::Cells(to)),
        Action::Remove { what } | Action::Reveal { what } => go(Part::Cells(what)),
        Action::Step { what, to, ways } | Action::Leap { what, to, ways, .. } => {
            pair(what, ways, go);
            go(Part::Cells(to));
        }
        Action::Slide { what, to, ways, distance, through } => {
            pair(what, ways, go);
            go(Part::Cells(to));
            go(Part::Cells(through));
            distance.iter_mut().for_each(|distance| go(Part::Number(distance)));
        }
        Action::Hop { what, over, to, ways, .. } => {
            pair(what, ways, go);
            go(Part::Cells(over));
            go(Part::Cells(to));
        }
        Action::Pass | Action::Swap | Action::Keep | Action::Roll { .. } => {}
    }
}

/// Calls `go` for the words of an effect.
pub(super) fn of_effect(phase: &mut Phase<Effect>, go: Do<'_>) {
    of_phase(phase, go, &mut |effect, go| match effect {
        Effect::Capture(cells) | Effect::Flip(cells) | Effect::Promote(cells, _) => go(Part::Cells(cells)),
        Effect::Earn(number, when) => {
            go(Part::Number(number));
            when.iter_mut().for_each(|when| go(Part::Condition(when)));
        }
        Effect::Again(when) => when.iter_mut().for_each(|when| go(Part::Condition(when))),
        Effect::Tell { fact, .. } => go(Part::Condition(fact)),
    });
}

/// Calls `go` for the words of an end.
pub(super) fn of_end(phase: &mut Phase<End>, go: Do<'_>) {
    of_phase(phase, go, &mut |end, go| {
        go(Part::Condition(&mut end.when));
        if let EndKind::Most(number) = &mut end.kind {
            go(Part::Number(number));
        }
    });
}

fn of_phase<T>(phase: &mut Phase<T>, go: Do<'_>, plain: &mut dyn FnMut(&mut T, Do<'_>)) {
    match phase {
        Phase::Plain(part) => plain(part, go),
        Phase::BySide(parts) => parts.iter_mut().for_each(|part| of_phase(part, go, plain)),
        Phase::If(choice) => {
            go(Part::Condition(&mut choice.when));
            of_phase(&mut choice.then, go, plain);
            choice.otherwise.iter_mut().for_each(|part| of_phase(part, go, plain));
        }
    }
}
