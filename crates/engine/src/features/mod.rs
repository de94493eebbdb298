//! What can be said in numbers of how well a position stands, read from the words of the rules: lines still open, cells
//! missing to a link, pieces, plies, points. Games of two sides have them.
//!
//! ```text
//!   Win(Line(4))            ->  lines.4.1  lines.4.2  lines.4.3     windows not blocked, by the pieces they hold
//!   Win(Connected(own, ..)) ->  links  links.ways                   cells missing, and in how many places
//!   Loss(Enclosed(own))     ->  liberties.1  liberties.2  ...       pieces by their empty neighbours
//! ```
//!
//! Each is the first player's number less the second's. What it is worth is another matter: a `Feature` has a prior, a
//! guess from its meaning alone, in the logarithm of the odds to win.

use crate::plan::Plan;
use crate::read::Reader;
use crate::state::State;

mod goals;
mod lasts;
mod liberties;
mod lines;
mod links;
mod material;
mod mobility;
mod numbers;
mod places;
mod race;
mod tally;

pub use lusory_play::Feature;
pub use mobility::takes;

/// The most features that one part gives.
const MOST: usize = 16;

/// Some features that are read together.
trait Part<const W: usize>: Send + Sync {
    /// Which; at most `MOST`.
    fn features(&self) -> Vec<Feature>;
    /// The side's numbers, in place of what the list held: as many as there are features.
    fn read(&self, reader: &Reader<'_, W>, out: &mut [f32]);
}

type Parts<const W: usize> = Vec<Box<dyn Part<W>>>;

/// The features of a game.
pub struct Features<const W: usize> {
    parts: Vec<(Box<dyn Part<W>>, usize)>,
    features: Vec<Feature>,
}

impl<const W: usize> Features<W> {
    /// What the words of the rules give; nothing for games that are not of two sides.
    #[must_use]
    pub fn of(plan: &Plan<W>) -> Self {
        let mut found = Features { parts: Vec::new(), features: Vec::new() };
        if plan.rules.sides != 2 {
            return found;
        }
        let makers: [fn(&Plan<W>) -> Parts<W>; 9] = [
            numbers::parts,
            material::parts,
            lines::parts,
            links::parts,
            liberties::parts,
            race::parts,
            mobility::parts,
            lasts::parts,
            places::parts,
        ];
        makers.iter().flat_map(|make| make(plan)).for_each(|part| found.add(part));
        found
    }

    fn add(&mut self, part: Box<dyn Part<W>>) {
        let named = part.features();
        if named.is_empty() || named.len() > MOST {
            return;
        }
        self.parts.push((part, named.len()));
        for feature in named {
            let like = |known: &&Feature| known.name == feature.name || is_numbered(&known.name, &feature.name);
            let name = match self.features.iter().filter(like).count() {
                0 => feature.name,
                others => format!("{}#{}", feature.name, others + 1),
            };
            self.features.push(Feature { name, ..feature });
        }
    }

    /// Which there are.
    #[must_use]
    pub fn list(&self) -> &[Feature] {
        &self.features
    }

    /// Writes every feature: the first player's share less the second's. `out` has room for all of them.
    pub fn measure(&self, plan: &Plan<W>, state: &State<W>, out: &mut [f32]) {
        let [mine, other] = [0, 1].map(|side| Reader::new(plan, state).next_turn(side));
        let sign = if state.seats[0] == 0 { 1.0 } else { -1.0 };
        let mut rest = out;
        for (part, length) in &self.parts {
            let Some((here, after)) = rest.split_at_mut_checked(*length) else { return };
            let mut theirs = [0.0; MOST];
            part.read(&mine, here);
            part.read(&other, &mut theirs[..*length]);
            here.iter_mut().zip(theirs).for_each(|(one, other)| *one = sign * (*one - other));
            rest = after;
        }
    }
}

/// Is the name this one with a number, as `add` makes them?
fn is_numbered(name: &str, plain: &str) -> bool {
    name.strip_prefix(plain).is_some_and(|rest| rest.starts_with('#'))
}
