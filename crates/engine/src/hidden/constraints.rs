//! Replays one player's observations and collects constraints on secret placements.

use super::known::{Known, Observation, Observed, cells_of, labels};
use super::pieces_stay::{places_own, shuns_open};
use super::ply_texts::block;
use super::targets::{AnnouncedLine, SecretPlacement, SideConstraints};
use crate::bits::Bits;
use crate::board::Place;
use crate::evaluate::Reader;
use crate::event::{Event, EventKind, ReasonPart};
use crate::game::Game;
use crate::hash::BuildFold;
use crate::plan::Plan;
use crate::rule::{Cells, Condition, Effect, Form, NodeKind, Phase, Rules, Side, Ways};
use std::collections::HashMap;

/// The targets that would be announced so, by label and cells announced.
type Regions<const W: usize> = HashMap<(usize, Bits<W>), Bits<W>, BuildFold>;

/// The constraints found so far.
pub struct Constraints<'g, const W: usize> {
    game: &'g Game<W>,
    /// By side: its secret placements still to be located.
    pub sides: Vec<SideConstraints<W>>,
    /// Targets of failed plies.
    pub fixed: Vec<(usize, Place)>,
    /// Announced lines.
    pub lines: Vec<AnnouncedLine>,
    /// By side: the cells it is known to hold.
    held: Vec<Bits<W>>,
    /// The cells with a public piece.
    open: Bits<W>,
    /// True if no secret placement aims at those.
    shy: bool,
    /// The targets of every possible announcement.
    regions: Regions<W>,
    /// The player of each side.
    seats: Vec<u8>,
    /// The secret ply that is being answered: side and number.
    aim: Option<(usize, usize)>,
}

impl<'g, const W: usize> Constraints<'g, W> {
    /// Collects the constraints from all that the viewer knows.
    pub fn of(game: &'g Game<W>, knows: &Known<W>) -> Self {
        let mut watch = Constraints::new(game);
        for (number, seen) in knows.past.iter().enumerate() {
            watch.ply(number, seen);
            seen.events.iter().for_each(|event| watch.event(event, seen));
        }
        for side in 0..watch.held.len() {
            let seen = game.plan.owned(side + 1).fold(Bits::EMPTY, |all, plane| all | knows.present.pieces[plane]);
            watch.demand(side, seen & !watch.held[side]);
        }
        watch
    }

    fn new(game: &'g Game<W>) -> Self {
        let (plan, start) = (&game.plan, game.start());
        let owner = |owner: usize| plan.owned(owner).fold(Bits::EMPTY, |all, plane| all | start.pieces[plane]);
        let sides = plan.rules.sides;
        Constraints {
            game,
            sides: vec![SideConstraints { placements: Vec::new(), demands: Bits::EMPTY }; sides],
            fixed: Vec::new(),
            lines: Vec::new(),
            held: (1..=sides).map(owner).collect(),
            open: (0..=sides).fold(Bits::EMPTY, |all, side| all | owner(side)),
            shy: shuns_open(&plan.rules),
            regions: regions(plan),
            seats: (0..sides as u8).collect(),
            aim: None,
        }
    }

    fn side_of(&self, player: i8) -> Option<usize> {
        self.seats.iter().position(|&seat| i16::from(seat) == i16::from(player))
    }

    /// A secret ply opens a placement; its answer keeps it current; any other ply closes it.
    fn ply(&mut self, number: usize, seen: &Observation<W>) {
        match seen.ply {
            Observed::Secret { said, region } => {
                let Some(side) = self.side_of(seen.player) else { return };
                let held = self.held[side];
                let closed = if self.shy { held | self.open } else { held };
                let domain = self.regions.get(&(said, region)).copied().unwrap_or(Bits::EMPTY) & !closed;
                self.sides[side].placements.push(SecretPlacement { ply: number, domain, held });
                self.aim = Some((side, number));
            }
            Observed::Known(action) => {
                let form = block(&self.game.plan.rules, action).map(|(block, _)| &block.form);
                if form != Some(&Form::Reveal) {
                    self.aim = None;
                }
            }
        }
    }

    fn event(&mut self, event: &Event, seen: &Observation<W>) {
        let cells = cells_of(&self.game.plan, &event.cells);
        match (event.kind, self.aim) {
            (EventKind::Swap, _) => self.seats.reverse(),
            (EventKind::Show, Some((side, number))) => self.narrow(side, number, cells),
            (EventKind::Fail, Some((side, number))) => {
                self.sides[side].placements.retain(|placement| placement.ply != number);
                self.fixed.extend(cells.first().map(|place| (number, place as Place)));
            }
            (EventKind::Place, _) => self.placed(event, seen, cells),
            (EventKind::Reveal, _) => {
                let Some(side) = self.side_of(event.player) else { return };
                self.demand(side, cells & !self.held[side]);
                self.held[side] |= cells;
                self.open |= cells;
            }
            (EventKind::Tell, Some((side, number))) => self.tell(event, side, number),
            _ => {}
        }
    }

    /// Restricts the target to these cells.
    fn narrow(&mut self, side: usize, number: usize, cells: Bits<W>) {
        let of_ply = self.sides[side].placements.iter_mut().filter(|placement| placement.ply == number);
        of_ply.for_each(|placement| placement.domain &= cells);
    }

    /// A placement the viewer saw.
    fn placed(&mut self, event: &Event, seen: &Observation<W>, cells: Bits<W>) {
        let rules = &self.game.plan.rules;
        if event.seen_by.is_none() {
            self.open |= cells;
        }
        let Some(side) = self.side_of(event.player) else { return };
        if matches!(seen.ply, Observed::Known(action) if is_open_placement(rules, action) && !places_own(rules, action))
        {
            return;
        }
        self.held[side] |= cells;
        if self.aim.is_none() {
            self.sides[side].placements.iter_mut().for_each(|placement| placement.domain &= !cells);
        }
    }

    /// Demands cells that must have been filled in secret, where a secret ply can have done it.
    fn demand(&mut self, side: usize, cells: Bits<W>) {
        let constraints = &mut self.sides[side];
        let within = constraints.placements.iter().fold(Bits::EMPTY, |all, placement| all | placement.domain);
        constraints.demands |= cells & within;
    }

    /// Uses an announced fact, if supported: the first line of a side, completed by the ply being answered.
    fn tell(&mut self, event: &Event, side: usize, number: usize) {
        let inferred = self.sides[side].placements.iter().any(|placement| placement.ply == number);
        let line = first_line(&self.game.plan, event).filter(|_| inferred);
        self.lines.extend(line.map(|n| AnnouncedLine { side, ply: number, n }));
    }
}

/// The length of the announced line, if it is the first of its side: every ply is checked for it, and it is announced
/// once.
fn first_line<const W: usize>(plan: &Plan<W>, event: &Event) -> Option<u32> {
    let rules = &plan.rules;
    let wanted = match event.why.first() {
        Some((ReasonPart::Told(number), _)) => usize::from(*number),
        _ => 0,
    };
    let alike = rules.told.get(wanted).map_or(1, |text| rules.told.iter().filter(|other| *other == text).count());
    let always = rules.effects.iter().find_map(|effect| match effect {
        Phase::Plain(Effect::Tell { number, fact, once: true }) if *number == wanted => Some(fact),
        _ => None,
    });
    match always {
        Some(Condition::Cells(Cells::Line(line))) if alike == 1 => {
            let own = matches!(line.of, Cells::Of(Side::Own));
            let plain = own && line.times <= 1 && !line.exact && every_way(plan, &line.ways);
            plain.then_some(line.n)
        }
        _ => None,
    }
}

fn every_way<const W: usize>(plan: &Plan<W>, ways: &Ways) -> bool {
    match ways {
        Ways::Every => true,
        Ways::Fixed(sets) => sets.iter().all(|&set| set & plan.board.every == plan.board.every),
        _ => false,
    }
}

fn is_open_placement(rules: &Rules, action: u32) -> bool {
    block(rules, action).is_some_and(|(block, _)| block.form == Form::Cell)
}

/// The targets of every announcement of every Commit.
fn regions<const W: usize>(plan: &Plan<W>) -> Regions<W> {
    let (labels, blank) = (labels(&plan.rules), plan.blank());
    let mut found = Regions::default();
    for node in &plan.rules.nodes {
        let NodeKind::Commit { announce, base: Some(base), .. } = &node.kind else { continue };
        let Some(Form::Commit(named)) = block(&plan.rules, *base).map(|(block, _)| &block.form) else { continue };
        for (which, label) in named.iter().enumerate() {
            let said = labels.iter().position(|other| other == label).unwrap_or(0);
            for place in plan.board.all.iter() {
                let reader = Reader { side: 0, to: place as Place, ..Reader::new(plan, &blank) };
                let region = announce.get(which).map_or(Bits::EMPTY, |word| reader.cells(word));
                *found.entry((said, region)).or_insert(Bits::EMPTY) |= Bits::one(place);
            }
        }
    }
    found
}
