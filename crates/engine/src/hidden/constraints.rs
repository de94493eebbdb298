//! Replays one player's observations and collects constraints on secret placements.

use super::information_state::{InformationState, KnownPly, Observation, cells_of, labels};
use super::pieces_stay::{avoids_public_pieces, places_own};
use super::ply_texts::block;
use super::targets::{AnnouncedLine, SecretPlacement, SideConstraints};
use crate::bits::Bits;
use crate::board::Place;
use crate::evaluate::WordEvaluator;
use crate::event::{Event, EventKind, ReasonPart};
use crate::game::Game;
use crate::hash::BuildFold;
use crate::plan::Plan;
use crate::rule::{Cells, Condition, Directions, Effect, Form, NodeKind, Phase, Rules, Side};
use std::collections::HashMap;

/// The targets that would be announced so, by label and cells announced.
type AnnouncedTargets<const W: usize> = HashMap<(usize, Bits<W>), Bits<W>, BuildFold>;

/// The constraints found so far.
pub struct Constraints<'g, const W: usize> {
    game: &'g Game<W>,
    /// By side: its secret placements still to be located.
    pub sides: Vec<SideConstraints<W>>,
    /// Targets of failed plies.
    pub failed_targets: Vec<(usize, Place)>,
    /// Announced lines.
    pub lines: Vec<AnnouncedLine>,
    /// By side: the cells it is known to hold.
    known_cells: Vec<Bits<W>>,
    /// The cells with a public piece.
    open: Bits<W>,
    /// True if no secret placement aims at those.
    avoids_public: bool,
    /// The targets of every possible announcement.
    regions: AnnouncedTargets<W>,
    /// The player of each side.
    seats: Vec<u8>,
    /// The secret ply that is being answered: side and number.
    answered_ply: Option<(usize, usize)>,
}

impl<'g, const W: usize> Constraints<'g, W> {
    /// Collects the constraints from all that the viewer knows.
    pub fn of(game: &'g Game<W>, information: &InformationState<W>) -> Self {
        let mut constraints = Constraints::new(game);
        for (number, observation) in information.past.iter().enumerate() {
            constraints.add_ply(number, observation);
            observation.events.iter().for_each(|event| constraints.add_event(event, observation));
        }
        for side in 0..constraints.known_cells.len() {
            let observation =
                game.plan.owned(side + 1).fold(Bits::EMPTY, |all, plane| all | information.present.pieces[plane]);
            constraints.demand_cells(side, observation & !constraints.known_cells[side]);
        }
        constraints
    }

    fn new(game: &'g Game<W>) -> Self {
        let (plan, start) = (&game.plan, game.start());
        let owner = |owner: usize| plan.owned(owner).fold(Bits::EMPTY, |all, plane| all | start.pieces[plane]);
        let sides = plan.rules.sides;
        Constraints {
            game,
            sides: vec![SideConstraints { placements: Vec::new(), demands: Bits::EMPTY }; sides],
            failed_targets: Vec::new(),
            lines: Vec::new(),
            known_cells: (1..=sides).map(owner).collect(),
            open: (0..=sides).fold(Bits::EMPTY, |all, side| all | owner(side)),
            avoids_public: avoids_public_pieces(&plan.rules),
            regions: targets_by_announcement(plan),
            seats: (0..sides as u8).collect(),
            answered_ply: None,
        }
    }

    fn side_of(&self, player: i8) -> Option<usize> {
        self.seats.iter().position(|&seat| i16::from(seat) == i16::from(player))
    }

    /// A secret ply opens a placement; its answer keeps it current; any other ply closes it.
    fn add_ply(&mut self, number: usize, observation: &Observation<W>) {
        match observation.ply {
            KnownPly::Secret { announcement: announcement_label, region } => {
                let Some(side) = self.side_of(observation.player) else { return };
                let known_cells = self.known_cells[side];
                let closed = if self.avoids_public { known_cells | self.open } else { known_cells };
                let domain = self.regions.get(&(announcement_label, region)).copied().unwrap_or(Bits::EMPTY) & !closed;
                self.sides[side].placements.push(SecretPlacement { ply: number, domain, held: known_cells });
                self.answered_ply = Some((side, number));
            }
            KnownPly::Id(action) => {
                let form = block(&self.game.plan.rules, action).map(|(block, _)| &block.form);
                if form != Some(&Form::Reveal) {
                    self.answered_ply = None;
                }
            }
        }
    }

    fn add_event(&mut self, event: &Event, observation: &Observation<W>) {
        let cells = cells_of(&self.game.plan, &event.cells);
        match (event.kind, self.answered_ply) {
            (EventKind::Swap, _) => self.seats.reverse(),
            (EventKind::Show, Some((side, number))) => self.restrict_domain(side, number, cells),
            (EventKind::Fail, Some((side, number))) => {
                self.sides[side].placements.retain(|placement| placement.ply != number);
                self.failed_targets.extend(cells.first().map(|place| (number, place as Place)));
            }
            (EventKind::Place, _) => self.add_placement(event, observation, cells),
            (EventKind::Reveal, _) => {
                let Some(side) = self.side_of(event.player) else { return };
                self.demand_cells(side, cells & !self.known_cells[side]);
                self.known_cells[side] |= cells;
                self.open |= cells;
            }
            (EventKind::Tell, Some((side, number))) => self.add_announced_fact(event, side, number),
            _ => {}
        }
    }

    /// Restricts the target to these cells.
    fn restrict_domain(&mut self, side: usize, number: usize, cells: Bits<W>) {
        let of_ply = self.sides[side].placements.iter_mut().filter(|placement| placement.ply == number);
        of_ply.for_each(|placement| placement.domain &= cells);
    }

    /// A placement the viewer saw.
    fn add_placement(&mut self, event: &Event, observation: &Observation<W>, cells: Bits<W>) {
        let rules = &self.game.plan.rules;
        if event.seen_by.is_none() {
            self.open |= cells;
        }
        let Some(side) = self.side_of(event.player) else { return };
        if matches!(observation.ply, KnownPly::Id(action) if is_open_placement(rules, action) && !places_own(rules, action))
        {
            return;
        }
        self.known_cells[side] |= cells;
        if self.answered_ply.is_none() {
            self.sides[side].placements.iter_mut().for_each(|placement| placement.domain &= !cells);
        }
    }

    /// Demands cells that must have been filled in secret, where a secret ply can have done it.
    fn demand_cells(&mut self, side: usize, cells: Bits<W>) {
        let constraints = &mut self.sides[side];
        let within = constraints.placements.iter().fold(Bits::EMPTY, |all, placement| all | placement.domain);
        constraints.demands |= cells & within;
    }

    /// Uses an announced fact, if supported: the first line of a side, completed by the ply being answered.
    fn add_announced_fact(&mut self, event: &Event, side: usize, number: usize) {
        let inferred = self.sides[side].placements.iter().any(|placement| placement.ply == number);
        let line = announced_line_length(&self.game.plan, event).filter(|_| inferred);
        self.lines.extend(line.map(|n| AnnouncedLine { side, ply: number, n }));
    }
}

/// The length of the announced line, if it is the first of its side: every ply is checked for it, and it is announced
/// once.
fn announced_line_length<const W: usize>(plan: &Plan<W>, event: &Event) -> Option<u32> {
    let rules = &plan.rules;
    let fact_number = match event.witness.first() {
        Some((ReasonPart::Told(number), _)) => usize::from(*number),
        _ => 0,
    };
    let same_text_count =
        rules.told.get(fact_number).map_or(1, |text| rules.told.iter().filter(|other| *other == text).count());
    let always = rules.effects.iter().find_map(|effect| match effect {
        Phase::Plain(Effect::Tell { number, fact, once: true }) if *number == fact_number => Some(fact),
        _ => None,
    });
    match always {
        Some(Condition::Cells(Cells::Line(line))) if same_text_count == 1 => {
            let is_own = matches!(line.of, Cells::Of(Side::Own));
            let is_plain = is_own && line.times <= 1 && !line.exact && every_way(plan, &line.ways);
            is_plain.then_some(line.n)
        }
        _ => None,
    }
}

fn every_way<const W: usize>(plan: &Plan<W>, ways: &Directions) -> bool {
    match ways {
        Directions::Every => true,
        Directions::Fixed(sets) => sets.iter().all(|&set| set & plan.board.every == plan.board.every),
        _ => false,
    }
}

fn is_open_placement(rules: &Rules, action: u32) -> bool {
    block(rules, action).is_some_and(|(block, _)| block.form == Form::Cell)
}

/// The targets of every announcement of every Commit.
fn targets_by_announcement<const W: usize>(plan: &Plan<W>) -> AnnouncedTargets<W> {
    let (labels, blank) = (labels(&plan.rules), plan.blank());
    let mut targets = AnnouncedTargets::default();
    for node in &plan.rules.nodes {
        let NodeKind::Commit { announce, base: Some(base), .. } = &node.kind else { continue };
        let Some(Form::Commit(commit_form)) = block(&plan.rules, *base).map(|(block, _)| &block.form) else { continue };
        for (index, label) in commit_form.iter().enumerate() {
            let first_index = labels.iter().position(|other| other == label).unwrap_or(0);
            for place in plan.board.all.iter() {
                let evaluator = WordEvaluator { side: 0, to: place as Place, ..WordEvaluator::new(plan, &blank) };
                let region = announce.get(index).map_or(Bits::EMPTY, |word| evaluator.cells(word));
                *targets.entry((first_index, region)).or_insert(Bits::EMPTY) |= Bits::one(place);
            }
        }
    }
    targets
}
