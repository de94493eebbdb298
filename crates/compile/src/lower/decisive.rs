//! Decisive plies of playouts: a ply that wins at once is taken; else one that stops a win of the other side; else one
//! that does not lose at once (Teytaud and Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree search",
//! 2010).
//!
//! Nor is a win given away: no piece goes where it makes the other side's winning placement legal (under a cell of a
//! column that pieces drop into), nor, if there is another ply, where the other side may then spoil an own win.
//!
//! They are found as sets: the cells where one more piece of a side ends the game. Only ends that such a set can say
//! are seen: lines, and regions that a piece comes to. What is drawn is judged by the ends as any ply, so that a cell
//! that is named wrongly costs strength and nothing else.

use super::offers::{Landing, OfferGroup};
use super::scene::SideView;
use super::{Lowered, Lowering};
use crate::builder::Value;
use crate::program::Kind;
use lusory_engine::lowering_input::LoweringInput;
use lusory_engine::rule::{Action, Cells, Condition, End, EndKind, Phase, Side};

/// Cells where one more piece of a side ends the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndingCells {
    /// It wins.
    wins: Value,
    /// It loses.
    loses: Value,
}

/// How a piece comes to a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// From outside of the board: all other pieces stay.
    Placed,
    /// From another cell.
    Moved,
}

impl Lowering<'_> {
    /// Registers for the cells where a placement ends the game, a pair for each side; none where no end is seen so.
    pub(super) fn keep_ending_cells(&mut self) -> Lowered<()> {
        let sides = self.laid.rules.sides;
        if !self.decisive || sides != 2 || self.laid.rules.hidden {
            return Ok(());
        }
        let mut is_seen = false;
        for side in 0..sides {
            for arrival in [Arrival::Placed, Arrival::Moved] {
                let EndingCells { wins, loses } = self.ending_cells(&self.start(side), arrival)?;
                is_seen |= !self.b.is_nothing(wins) || !self.b.is_nothing(loses);
            }
        }
        self.b.take();
        if is_seen {
            let empty = vec![0; self.laid.width];
            let mut set = || self.b.stored(Kind::Set, None, empty.clone());
            self.ending = (0..sides).map(|_| EndingCells { wins: set(), loses: set() }).collect();
        }
        Ok(())
    }

    /// What the registers become after a ply: those of its side, and of the other one where the ply may have changed
    /// its pieces.
    pub(super) fn ending_cells_after(&mut self, scene: &SideView) -> Lowered<Vec<(Value, Value)>> {
        let mut stores = Vec::new();
        for (side, ending_cells) in self.ending.clone().into_iter().enumerate() {
            let after = self.upcoming(scene, side);
            let cells_after = self.ending_cells_of(&after, ending_cells)?;
            if side == scene.side {
                stores.extend(cells_after);
                continue;
            }
            let (before, after) = (self.owner(&self.start(side), side + 1), self.owner(scene, side + 1));
            let changed = self.b.xor(before, after);
            let changed = self.b.any(changed);
            stores.extend(
                cells_after.map(|(ending_cells, cells_after)| {
                    (ending_cells, self.b.choose(changed, cells_after, ending_cells))
                }),
            );
        }
        Ok(stores)
    }

    /// The registers at a position where a game begins.
    pub(super) fn ending_cells_here(&mut self) -> Lowered<Vec<(Value, Value)>> {
        let mut stores = Vec::new();
        for (side, ending_cells) in self.ending.clone().into_iter().enumerate() {
            stores.extend(self.ending_cells_of(&self.start(side).next_turn(side), ending_cells)?);
        }
        Ok(stores)
    }

    fn ending_cells_of(&mut self, scene: &SideView, ending_cells: EndingCells) -> Lowered<[(Value, Value); 2]> {
        let EndingCells { wins, loses } = self.ending_cells(scene, Arrival::Placed)?;
        Ok([(ending_cells.wins, wins), (ending_cells.loses, loses)])
    }

    /// What may be drawn of what is on offer.
    pub(super) fn decisive(&mut self, side: usize, groups: &[OfferGroup], open: Vec<Value>) -> Lowered<Vec<Value>> {
        let (Some(&own), Some(&enemy)) = (self.ending.get(side), self.ending.get(1 - side.min(1))) else {
            return Ok(open);
        };
        let landing = self.ending_cells(&self.start(side).next_turn(side), Arrival::Moved)?;
        let (giving, spoils) = self.giving_away(side, groups, &open, (own.wins, enemy.wins))?;
        let nothing = self.b.nothing();
        let (mut wins, mut blocks, mut best, mut safe) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (group, &set) in groups.iter().zip(&open) {
            let (win, lose, block) = match self.arrival(group) {
                Some(Arrival::Placed) => (own.wins, self.b.or(own.loses, giving), enemy.wins),
                Some(Arrival::Moved) => (landing.wins, landing.loses, nothing),
                None => (nothing, nothing, nothing),
            };
            wins.push(self.b.and(set, win));
            blocks.push(self.b.and(set, block));
            let alive = self.b.without(set, lose);
            safe.push(alive);
            best.push(self.b.without(alive, spoils));
        }
        let mut choice = open;
        for better in [safe, best, blocks, wins] {
            let any = self.b.union(&better);
            let any = self.b.any(any);
            choice = better.into_iter().zip(choice).map(|(better, other)| self.b.choose(any, better, other)).collect();
        }
        Ok(choice)
    }

    /// Cells where a placement makes legal a placement of the other side that wins for it, and one that spoils an own
    /// win. Only a neighbour of the cell is looked at, and only where turns have one ply. All such neighbours in one
    /// direction are filled at once: where two of them are, a cell may be named that one alone would not have made
    /// legal.
    fn giving_away(
        &mut self,
        side: usize,
        groups: &[OfferGroup],
        open: &[Value],
        (own_wins, enemy_wins): (Value, Value),
    ) -> Lowered<(Value, Value)> {
        let (mut giving, mut spoils) = (self.b.nothing(), self.b.nothing());
        let (laid, enemy) = (self.laid, 1 - side);
        let replies = if self.turn.is_none() { self.offered[enemy].clone() } else { Vec::new() };
        let words: Vec<&Cells> = replies.iter().filter_map(|group| placement(laid, group)).map(|(to, _)| to).collect();
        let Some(&to) = words.iter().find(|to| looks_around(to)) else { return Ok((giving, spoils)) };
        let now = self.start(enemy).next_turn(enemy);
        let legal = self.cells(&now, to)?;
        let wins = self.b.or(own_wins, enemy_wins);
        let empty = self.empty(&now);
        let wins = self.b.and(wins, empty);
        let wins = self.b.without(wins, legal);
        for (group, &cells) in groups.iter().zip(open) {
            let Some((_, kind)) = placement(laid, group) else { continue };
            for way in (0..laid.directions.len()).filter(|way| laid.every >> way & 1 != 0) {
                let (forth, back) = (self.step(way), self.step_back(way)?);
                let under = self.b.step(wins, back);
                let filled = self.b.and(cells, under);
                let mut then = now.clone();
                let plane = &mut then.now.pieces[(side + 1) * laid.rules.kinds.len() + kind];
                *plane = self.b.or(*plane, filled);
                let above = self.b.step(filled, forth);
                let above = self.b.and(above, wins);
                let answered = self.cells(&then, to)?;
                let opened = self.b.and(above, answered);
                for (cells, all) in [(enemy_wins, &mut giving), (own_wins, &mut spoils)] {
                    let opened = self.b.and(opened, cells);
                    let under = self.b.step(opened, back);
                    *all = self.b.or(*all, under);
                }
            }
        }
        Ok((giving, spoils))
    }

    /// How a player's piece comes to the cells of a group; none where it does not.
    fn arrival(&self, group: &OfferGroup) -> Option<Arrival> {
        match group.landing {
            Landing::Cell => placement(self.laid, group).map(|_| Arrival::Placed),
            Landing::Move { .. } | Landing::Slide(_) if !group.chance => Some(Arrival::Moved),
            Landing::Move { .. } | Landing::Slide(_) | Landing::Bare | Landing::Face(_) => None,
            Landing::Secret(_) | Landing::Answer => None,
        }
    }

    /// The cells where one more piece of the side ends the game.
    fn ending_cells(&mut self, scene: &SideView, arrival: Arrival) -> Lowered<EndingCells> {
        let laid = self.laid;
        let (mut left, nothing) = (self.b.everything(), self.b.nothing());
        let mut all = EndingCells { wins: nothing, loses: nothing };
        for end in laid.rules.ends.iter().filter_map(|phase| end_of(phase, scene.side)) {
            let Some(cells) = self.completing(scene, &end.when, arrival)? else { continue };
            let cells_here = self.b.and(cells, left);
            match end.kind {
                EndKind::Win => all.wins = self.b.or(all.wins, cells_here),
                EndKind::Loss => all.loses = self.b.or(all.loses, cells_here),
                EndKind::Draw | EndKind::Most(_) => {}
            }
            left = self.b.without(left, cells);
        }
        Ok(all)
    }

    /// The cells where one more piece of the side makes a condition true; none where that cannot be said.
    fn completing(&mut self, scene: &SideView, when: &Condition, arrival: Arrival) -> Lowered<Option<Value>> {
        match when {
            Condition::Some(part) => self.completing(scene, part, arrival),
            Condition::Cells(Cells::Line(line)) if arrival == Arrival::Placed && is_own(&line.of) => {
                self.line_gaps(scene, line)
            }
            Condition::Cells(Cells::And(parts)) if parts.iter().any(is_own) => {
                let mut region = self.b.everything();
                for part in parts.iter().filter(|part| !is_own(part)) {
                    let part = self.cells(scene, part)?;
                    region = self.b.and(region, part);
                }
                Ok(self.b.constants.contains_key(&region).then_some(region))
            }
            Condition::Any(parts) => {
                let mut all = None;
                for part in parts {
                    if let Some(cells) = self.completing(scene, part, arrival)? {
                        all = Some(all.map_or(cells, |all| self.b.or(all, cells)));
                    }
                }
                Ok(all)
            }
            Condition::BySide(parts) => match parts.get(scene.side) {
                Some(part) => self.completing(scene, part, arrival),
                None => Ok(None),
            },
            Condition::Cells(_) | Condition::No(_) | Condition::All(_) | Condition::Compare(..) => Ok(None),
            Condition::Quiet { .. } | Condition::Repeats(_) | Condition::NoPly { .. } | Condition::If(_) => Ok(None),
        }
    }
}

/// The end that is judged after plies of a side; none where that depends on the position.
fn end_of(phase: &Phase<End>, side: usize) -> Option<&End> {
    match phase {
        Phase::Plain(end) => Some(end),
        Phase::BySide(parts) => end_of(parts.get(side)?, side),
        Phase::If(_) => None,
    }
}

/// Whether the set holds every piece of the mover.
fn is_own(word: &Cells) -> bool {
    match word {
        Cells::Of(Side::Own) => true,
        Cells::Or(parts) => parts.iter().any(is_own),
        Cells::Fixed(_)
        | Cells::Of(Side::Neutral | Side::Enemy)
        | Cells::Empty
        | Cells::Everywhere
        | Cells::Kind(_)
        | Cells::At(_) => false,
        Cells::Ranks { .. }
        | Cells::Row(_)
        | Cells::Column(_)
        | Cells::Center
        | Cells::Shade(_)
        | Cells::Regions(_) => false,
        Cells::To | Cells::Origin | Cells::Just | Cells::Moved | Cells::Visited | Cells::Last { .. } | Cells::Open => {
            false
        }
        Cells::Announced | Cells::Revealed | Cells::If(_) | Cells::And(_) | Cells::Not(_) | Cells::BySide(_) => false,
        Cells::Adjacent(..) | Cells::Shift(..) | Cells::Ray(_) | Cells::Here | Cells::Where(_) => false,
        Cells::Marked(_) => false,
        Cells::Enclosed(_) | Cells::Line(_) | Cells::Group(_) | Cells::Connected(_) | Cells::Ring(_) => false,
    }
}

/// Where a player's single piece is placed by plies of a group, and its kind; none where they do something else.
fn placement<'l>(laid: &'l LoweringInput, group: &OfferGroup) -> Option<(&'l Cells, usize)> {
    let node = group.node.filter(|_| !group.chance)?;
    match &laid.rules.nodes[node].atomic()?.action {
        Action::Place { to, kind, own: true, shape } if shape.is_empty() => Some((to, *kind)),
        Action::Place { .. } | Action::Remove { .. } | Action::Step { .. } | Action::Slide { .. } => None,
        Action::Leap { .. } | Action::Hop { .. } | Action::Pass | Action::Swap | Action::Keep => None,
        Action::Roll { .. } | Action::Reveal { .. } => None,
    }
}

/// Whether a cell may belong to the set because of its neighbours.
fn looks_around(word: &Cells) -> bool {
    match word {
        Cells::And(parts) | Cells::Or(parts) | Cells::BySide(parts) => parts.iter().any(looks_around),
        Cells::Not(of) => looks_around(of),
        Cells::Adjacent(..) | Cells::Shift(..) | Cells::Ray(_) | Cells::Where(_) => true,
        Cells::Fixed(_) | Cells::Of(_) | Cells::Empty | Cells::Everywhere | Cells::Kind(_) | Cells::At(_) => false,
        Cells::Ranks { .. }
        | Cells::Row(_)
        | Cells::Column(_)
        | Cells::Center
        | Cells::Shade(_)
        | Cells::Regions(_) => false,
        Cells::To | Cells::Origin | Cells::Just | Cells::Moved | Cells::Visited | Cells::Last { .. } | Cells::Open => {
            false
        }
        Cells::Announced | Cells::Revealed | Cells::If(_) | Cells::Here | Cells::Marked(_) => false,
        Cells::Enclosed(_) | Cells::Line(_) | Cells::Group(_) | Cells::Connected(_) | Cells::Ring(_) => false,
    }
}
