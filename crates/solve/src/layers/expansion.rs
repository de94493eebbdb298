//! Lists the plies of every position of a layer: those that leave it have a value, those that stay are edges.

use super::LOST;
use super::occupancy::Occupancy;
use crate::question::Unanswered;
use lusory_play::{Candidate, StateCursor};

/// Lists of more plies do not say which of them end the game.
const MOST_PLIES: usize = 255;
/// The sets of a position: of nobody, of each side.
const SETS: usize = 3;

/// What a ply does, wherever it is legal.
#[derive(Clone, Copy, Debug)]
struct Effect {
    added: u32,
    removed: u32,
}

/// A position that is not decided by the plies that leave the layer: where it stands, how many edges it has, whether it
/// can be drawn without them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub position: u32,
    pub edges: u8,
    pub may_draw: bool,
}

/// Undecided positions, and their edges one after the other.
#[derive(Default, Debug)]
pub(super) struct OpenList {
    pub open: Vec<Open>,
    pub edges: Vec<u32>,
}

impl OpenList {
    pub(super) fn bytes(&self) -> usize {
        self.open.capacity() * size_of::<Open>() + self.edges.capacity() * 4
    }
}

/// Lists plies. The player to move is always the first one: sides are alike.
pub(super) struct Expansion<'s> {
    cursor: Box<dyn StateCursor>,
    start: Vec<u64>,
    index: &'s Occupancy,
    /// Values of the layer with one more piece; empty where there is none.
    next: &'s [u8],
    /// By id of a ply.
    effects: Vec<Option<Effect>>,
    plies: Vec<Candidate>,
    weights: Vec<u32>,
    targets: Vec<u32>,
}

/// What the plies of a position that leave the layer are worth, in half points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Exit(u8);

impl<'s> Expansion<'s> {
    /// From a cursor at the start of the game.
    pub(super) fn new(cursor: Box<dyn StateCursor>, index: &'s Occupancy, next: &'s [u8]) -> Self {
        let mut start = vec![0; cursor.words()];
        cursor.save(&mut start);
        let (effects, plies, weights, targets) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Expansion { cursor, start, index, next, effects, plies, weights, targets }
    }

    /// Lists all positions with these cells occupied. values: one for each; first: the number of the first one.
    pub(super) fn list(
        &mut self,
        occupied: u32,
        first: usize,
        values: &mut [u8],
        list: &mut OpenList,
    ) -> Result<(), Unanswered> {
        let mut owned = 0u32;
        for (number, value) in values.iter_mut().enumerate() {
            let exit = self.exit(occupied, owned)?;
            *value = match exit {
                Exit(2) => 1,
                Exit(0) if self.targets.is_empty() => LOST + 1,
                _ => 0,
            };
            if *value == 0 && !self.targets.is_empty() {
                list.edges.extend(&self.targets);
                let edges = self.targets.len() as u8;
                list.open.push(Open { position: (first + number) as u32, edges, may_draw: exit == Exit(1) });
            }
            owned = owned.wrapping_sub(occupied) & occupied;
        }
        Ok(())
    }

    /// The best exit of a position; the targets are the positions of this layer after one ply.
    fn exit(&mut self, occupied: u32, owned: u32) -> Result<Exit, Unanswered> {
        self.targets.clear();
        self.cursor.load(&mut std::iter::once(self.start.as_slice()));
        if !self.cursor.set_pieces(&[0, u64::from(owned), u64::from(occupied & !owned)]) {
            return Err(Unanswered::Undecided);
        }
        let (mut plies, mut weights) = (std::mem::take(&mut self.plies), std::mem::take(&mut self.weights));
        self.cursor.candidates(&mut plies, &mut weights);
        let exit = self.exit_of(&plies, occupied, owned);
        (self.plies, self.weights) = (plies, weights);
        exit
    }

    fn exit_of(&mut self, plies: &[Candidate], occupied: u32, owned: u32) -> Result<Exit, Unanswered> {
        let known = || plies.iter().filter_map(|ply| ply.final_halves);
        let mut best = Exit(known().max().unwrap_or(0));
        if best == Exit(2) {
            return Ok(best);
        }
        if plies.is_empty() {
            let values = self.cursor.values().ok_or(Unanswered::Undecided)?;
            return Ok(Exit((values[0] * 2.0) as u8));
        }
        if plies.len() >= MOST_PLIES {
            return Err(Unanswered::Memory);
        }
        for ply in plies.iter().filter(|ply| ply.final_halves.is_none()) {
            let Effect { added, removed } = self.effect(ply, occupied, owned)?;
            let (after, enemies) = (occupied & !removed | added, occupied & !owned);
            // The other player moves then, and owns what the enemy of the one who moved owned.
            let number = self.index.number(after, enemies);
            if removed == 0 {
                best = best.max(Exit(exit_value(self.next.get(number).copied().ok_or(Unanswered::Undecided)?)));
                if best == Exit(2) {
                    self.targets.clear();
                    return Ok(best);
                }
            } else {
                self.targets.push(number as u32);
            }
        }
        Ok(best)
    }

    /// What a ply does; it is tried once.
    fn effect(&mut self, ply: &Candidate, occupied: u32, owned: u32) -> Result<Effect, Unanswered> {
        let place = ply.id as usize;
        if let Some(Some(effect)) = self.effects.get(place) {
            return Ok(*effect);
        }
        self.cursor.load(&mut std::iter::once(self.start.as_slice()));
        let (enemies, mut sets) = (u64::from(occupied & !owned), [0; SETS]);
        self.cursor.set_pieces(&[0, u64::from(owned), enemies]);
        let mut listed = Vec::new();
        // Some engines tell the plies apart only after they listed them.
        self.cursor.candidates(&mut listed, &mut Vec::new());
        self.cursor.play(ply.id, ply.number);
        self.cursor.pieces(&mut sets);
        let after = sets[1] as u32;
        let effect = Effect { added: after & !owned, removed: owned & !after };
        let is_of_one_piece = effect.added.count_ones() == 1 && effect.removed.count_ones() <= 1;
        if sets[0] != 0 || sets[2] != enemies || !is_of_one_piece || self.cursor.to_move() != 1 {
            return Err(Unanswered::Undecided);
        }
        if self.effects.len() <= place {
            self.effects.resize(place + 1, None);
        }
        self.effects[place] = Some(effect);
        Ok(effect)
    }
}

/// Half points of the player who moved to a position of this value.
fn exit_value(value: u8) -> u8 {
    match value {
        0 => 1,
        LOST.. => 2,
        _ => 0,
    }
}
