//! Liberty features for rules with `Enclosed`: pieces by the number of empty neighbours, alone or with their group.
//! Pieces short of liberties are soon enclosed, which is bad unless the rules make it win.

use super::tally::Tally;
use super::{Feature, Part, Parts};
use crate::bits::Bits;
use crate::board::{WaySet, ways};
use crate::evaluate::Reader;
use crate::plan::Plan;
use crate::rule::visit::{cells_in, cells_of};
use crate::rule::{Cells, Effect, Phase};

/// Pieces with more are not distinguished.
const MOST_LEFT: u32 = 4;

struct Liberties {
    group: bool,
    ways: WaySet,
}

pub(super) fn parts<const W: usize>(plan: &Plan<W>) -> Parts<W> {
    let mut found: Vec<Liberties> = Vec::new();
    let blank = plan.blank();
    let reader = Reader::new(plan, &blank);
    let mut see = |cells: &Cells| {
        let Cells::Enclosed(word) = cells else { return };
        let ways = reader.ways(&word.ways);
        if !found.iter().any(|known| known.group == word.group && known.ways == ways) && ways.count_ones() < 16 {
            found.push(Liberties { group: word.group, ways });
        }
    };
    super::goals::sets(&plan.rules, |cells, _| see(cells));
    plan.rules.effects.iter().for_each(|effect| captured(effect, &mut see));
    found.into_iter().map(|liberties| Box::new(liberties) as Box<dyn Part<W>>).collect()
}

/// The cells whose pieces an effect captures.
fn captured(effect: &Phase<Effect>, see: &mut impl FnMut(&Cells)) {
    match effect {
        Phase::Plain(Effect::Capture(of)) => cells_of(of, see),
        Phase::Plain(_) => {}
        Phase::If(choice) => {
            cells_in(&choice.when, see);
            captured(&choice.then, see);
            choice.otherwise.iter().for_each(|part| captured(part, see));
        }
        Phase::BySide(parts) => parts.iter().for_each(|part| captured(part, see)),
    }
}

impl<const W: usize> Part<W> for Liberties {
    fn features(&self) -> Vec<Feature> {
        let what = if self.group { "group-liberties" } else { "liberties" };
        let named = |left| Feature::new(format!("{what}.{left}"), -0.5f32.powi(left as i32));
        let all = Feature::new(format!("{what}.all"), 0.05);
        (1..=MOST_LEFT).map(named).chain([all]).collect()
    }

    fn read(&self, reader: &Reader<'_, W>, out: &mut [f32]) {
        let (own, empty) = (reader.own(), reader.empty());
        let board = &reader.plan.board;
        if self.group {
            self.groups(reader, own, empty, out)
        } else {
            self.alone(reader, own, empty, out)
        }
        if let Some(all) = out.last_mut() {
            *all = (board.spread(own, self.ways) & empty).count() as f32;
        }
    }
}

impl Liberties {
    fn alone<const W: usize>(&self, reader: &Reader<'_, W>, own: Bits<W>, empty: Bits<W>, out: &mut [f32]) {
        let mut tally = Tally::NONE;
        ways(self.ways).for_each(|d| tally.add(reader.plan.board.before(empty, d)));
        for (left, out) in (1..).zip(out.iter_mut()) {
            *out = tally.are(left, own).count() as f32;
        }
    }

    fn groups<const W: usize>(&self, reader: &Reader<'_, W>, own: Bits<W>, empty: Bits<W>, out: &mut [f32]) {
        let board = &reader.plan.board;
        out.fill(0.0);
        for group in board.groups(own, own, self.ways) {
            let left = (board.spread(group, self.ways) & empty).count();
            if let (1..=MOST_LEFT, Some(out)) = (left, out.get_mut(left.wrapping_sub(1) as usize)) {
                *out += group.count() as f32;
            }
        }
    }
}
