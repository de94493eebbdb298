//! Recognises the forms of effects that kernels support.

use super::{Cells, Plan, mutual, some};
use crate::board::DirectionSet;
use crate::rule::{Condition, Directions, Effect, Heading, Number, Phase, Side};

/// The supported forms of effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum EffectForm {
    /// Nothing.
    Nothing,
    /// Capture(Enclosed(enemy)), and then Capture(Enclosed(own)).
    Capture { ways: DirectionSet, own: bool },
    /// Earn(1, when=Shift(Last(enemy, 1), -Heading(Last(own, 2), Last(own, 1), distance=1)) & neutral); `before`: &
    /// ~to.
    Echo { ways: DirectionSet, before: bool },
}

pub(super) fn of<const W: usize>(plan: &Plan<W>) -> Option<EffectForm> {
    let effects = plan.rules.effects.iter().map(plain).collect::<Option<Vec<_>>>()?;
    match effects[..] {
        [] => Some(EffectForm::Nothing),
        [Effect::Capture(enemy)] => match super::enclosed(plan, enemy)? {
            (false, true, ways) => Some(EffectForm::Capture { ways, own: false }),
            _ => None,
        },
        [Effect::Capture(enemy), Effect::Capture(own)] => {
            match (super::enclosed(plan, enemy)?, super::enclosed(plan, own)?) {
                ((false, true, ways), (true, true, also)) if ways == also => {
                    Some(EffectForm::Capture { ways, own: true })
                }
                _ => None,
            }
        }
        [Effect::Earn(Number::Whole(1), Some(when))] => echo(plan, when),
        _ => None,
    }
}

fn echo<const W: usize>(plan: &Plan<W>, when: &Condition) -> Option<EffectForm> {
    let Cells::And(parts) = some(when)? else { return None };
    let (shifted, before) = match &parts[..] {
        [Cells::Shift(of, ways), Cells::Of(Side::Neutral)] => ((of, ways), false),
        [Cells::Shift(of, ways), Cells::Of(Side::Neutral), Cells::Not(last)] if matches!(**last, Cells::To) => {
            ((of, ways), true)
        }
        _ => return None,
    };
    let (Cells::Last { side: Side::Enemy, back: 1 }, Directions::Opposite(turned)) = (&**shifted.0, shifted.1) else {
        return None;
    };
    let Directions::Heading(heading) = &**turned else { return None };
    let Heading { start, end, distance: Some(1), ways } = &**heading else { return None };
    let last = |cells: &Cells, n| matches!(cells, Cells::Last { side: Side::Own, back } if *back == n);
    (last(start, 2) && last(end, 1)).then_some(EffectForm::Echo { ways: mutual(plan, ways)?, before })
}

/// The effect, if it is unconditional.
fn plain(phase: &Phase<Effect>) -> Option<&Effect> {
    if let Phase::Plain(effect) = phase { Some(effect) } else { None }
}
