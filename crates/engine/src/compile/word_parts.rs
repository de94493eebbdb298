//! Visits the words of parts of a turn, of effects and of ends, to change them.

use crate::rule::parts::{PartVisitorMut, WordPartMut};
use crate::rule::{Action, Cells, Condition, Effect, End, EndKind, Node, NodeKind, Phase};

/// A condition with `Cells::To` for the cell that a `Where` asks about: what asks of a ply asks of each cell so.
#[must_use]
pub fn here_as_to(word: &Condition) -> Condition {
    fn replace(part: &mut WordPartMut<'_>) {
        match part {
            WordPartMut::Cells(Cells::Where(inner)) => replace(&mut WordPartMut::Cells(&mut inner.of)), // its `Here` is another
            WordPartMut::Cells(word) if matches!(word, Cells::Here) => **word = Cells::To,
            _ => part.each(&mut |mut inner| replace(&mut inner)),
        }
    }
    let mut word = word.clone();
    replace(&mut WordPartMut::Condition(&mut word));
    word
}

/// Calls `go` for the words of a part of a turn.
pub(super) fn of_node(node: &mut Node, go: PartVisitorMut<'_>) {
    match &mut node.kind {
        NodeKind::Atomic(atomic) => {
            of_action(&mut atomic.action, go);
            let conditions = atomic.needs.iter_mut().chain(&mut atomic.unless);
            conditions.for_each(|word| go(WordPartMut::Condition(word)));
            atomic.then.iter_mut().for_each(|phase| of_effect(phase, go));
        }
        NodeKind::Commit { announce, fails, .. } => {
            announce.iter_mut().for_each(|word| go(WordPartMut::Cells(word)));
            fails.iter_mut().for_each(|word| go(WordPartMut::Condition(word)));
        }
        NodeKind::Repeat { still, .. } => still.iter_mut().for_each(|word| go(WordPartMut::Condition(word))),
        NodeKind::If(when, _) => go(WordPartMut::Condition(when)),
        NodeKind::Sequence | NodeKind::Either | NodeKind::First | NodeKind::Chance | NodeKind::BySide => {}
    }
}

fn of_action(action: &mut Action, go: PartVisitorMut<'_>) {
    match action {
        Action::Place { to, .. } => go(WordPartMut::Cells(to)),
        Action::Remove { what } | Action::Reveal { what } => go(WordPartMut::Cells(what)),
        Action::Step { what, to, ways } | Action::Leap { what, to, ways, .. } => {
            WordPartMut::pair(what, ways, go);
            go(WordPartMut::Cells(to));
        }
        Action::Slide { what, to, ways, distance, through } => {
            WordPartMut::pair(what, ways, go);
            go(WordPartMut::Cells(to));
            go(WordPartMut::Cells(through));
            distance.iter_mut().for_each(|distance| go(WordPartMut::Number(distance)));
        }
        Action::Hop { what, over, to, ways, .. } => {
            WordPartMut::pair(what, ways, go);
            go(WordPartMut::Cells(over));
            go(WordPartMut::Cells(to));
        }
        Action::Pass | Action::Swap | Action::Keep | Action::Roll { .. } => {}
    }
}

/// Calls `go` for the words of an effect.
pub(super) fn of_effect(phase: &mut Phase<Effect>, go: PartVisitorMut<'_>) {
    of_phase(phase, go, &mut |effect, go| match effect {
        Effect::Capture(cells) | Effect::Flip(cells) | Effect::Promote(cells, _) => go(WordPartMut::Cells(cells)),
        Effect::Mark(cells, _) | Effect::Unmark(cells, _) => go(WordPartMut::Cells(cells)),
        Effect::Earn(number, when) => {
            go(WordPartMut::Number(number));
            when.iter_mut().for_each(|when| go(WordPartMut::Condition(when)));
        }
        Effect::Again(when) => when.iter_mut().for_each(|when| go(WordPartMut::Condition(when))),
        Effect::Tell { fact, .. } => go(WordPartMut::Condition(fact)),
    });
}

/// Calls `go` for the words of an end.
pub(super) fn of_end(phase: &mut Phase<End>, go: PartVisitorMut<'_>) {
    of_phase(phase, go, &mut |end, go| {
        go(WordPartMut::Condition(&mut end.when));
        if let EndKind::Most(number) = &mut end.kind {
            go(WordPartMut::Number(number));
        }
    });
}

fn of_phase<T>(phase: &mut Phase<T>, go: PartVisitorMut<'_>, plain_phase: &mut dyn FnMut(&mut T, PartVisitorMut<'_>)) {
    match phase {
        Phase::Plain(part) => plain_phase(part, go),
        Phase::BySide(parts) => parts.iter_mut().for_each(|part| of_phase(part, go, plain_phase)),
        Phase::If(choice) => {
            go(WordPartMut::Condition(&mut choice.when));
            of_phase(&mut choice.then, go, plain_phase);
            choice.otherwise.iter_mut().for_each(|part| of_phase(part, go, plain_phase));
        }
    }
}
