//! The walker's playouts: by the kernel, by a program, or by the general engine with the playout policy of the game.

use super::EngineWalker;
use crate::line_policy::OfferedPlies;
use crate::machine::SharedGame;
use crate::movegen::id;
use crate::playouts::{LanePlayer, LeafPlayer};
use crate::stream::Stream;
use lusory_play::{Candidate, PlayedPly, PlayoutResult, PlayoutSettings, Values};
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of plies between two polls of the stop flag: a ply may take a millisecond.
const PLIES_PER_POLL: u32 = 4;

impl<const W: usize> EngineWalker<W> {
    /// Whether playouts are made one at a time, by a kernel or a playout policy.
    pub(super) fn plays_alone(&self) -> bool {
        self.shared.search_kernel().is_some() || self.shared.line_policy().is_some()
    }

    /// A playout by the kernel, if it supports this position. The kernel reports who made each ply.
    pub(super) fn kernel_playout(
        &mut self,
        stream: &mut Stream,
        settings: PlayoutSettings,
        plies: Option<&mut Vec<PlayedPly>>,
    ) -> Option<PlayoutResult> {
        let (kernel, stepper) = (self.shared.search_kernel()?, self.stepper.as_deref_mut()?);
        self.ids.clear();
        let (ids, max_plies) = (plies.is_some().then_some(&mut self.ids), settings.max_plies);
        if !self.in_kernel && !kernel.enter(stepper, &self.state) {
            return None;
        }
        let (first, ended) = (kernel.to_move(stepper), kernel.finish(stepper, stream, max_plies, ids));
        if let Some(plies) = plies {
            let player = |ply: usize| if ply & 1 == 0 { first } else { 1 - first };
            plies.extend(self.ids.iter().enumerate().map(|(ply, &id)| PlayedPly { player: player(ply), id }));
        }
        Some(ended.map_or(PlayoutResult::Cut, |(halves, _)| PlayoutResult::Over(values_of_halves(halves))))
    }

    /// Notes which of the legal plies end the game, where a program finds out.
    pub(super) fn mark_endings(&mut self, list: &mut [Candidate]) {
        if self.state.result.is_some() {
            return;
        }
        let Some(lanes) = lane_player(&mut self.lanes, &self.shared) else { return };
        self.endings.clear();
        lanes.endings(&self.state, lusory_play::MOST_TRIED, &mut self.endings);
        for &(id, halves) in &self.endings {
            if let Ok(place) = list.binary_search_by_key(&id, |candidate| candidate.id) {
                list[place].final_halves = Some(halves);
            }
        }
    }

    /// A playout by a program, where that is machine code or finds decisive plies: the general engine knows none.
    pub(super) fn program_playout(
        &mut self,
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        plies: Option<&mut Vec<PlayedPly>>,
    ) -> Option<PlayoutResult> {
        let is_better =
            |lanes: &&mut Box<dyn LeafPlayer>| lanes.is_fast_alone() || (settings.decisive && lanes.is_decisive());
        let player = lane_player(&mut self.lanes, &self.shared).as_mut().filter(is_better)?;
        let playout = &mut self.lane_playout;
        playout.prepare(1, plies.is_some());
        if !player.play(&self.state, stream, settings, stop, playout) {
            return None;
        }
        if let (Some(plies), Some(played)) = (plies, playout.plies.first()) {
            plies.extend_from_slice(played);
        }
        playout.results.first().copied()
    }

    /// A playout by the general engine, with the playout policy of the game if it has one.
    pub(super) fn general_playout(
        &mut self,
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        mut plies: Option<&mut Vec<PlayedPly>>,
    ) -> PlayoutResult {
        let (game, policy, max_plies) = (&self.shared.game, self.shared.line_policy(), settings.max_plies);
        for number in 0..=max_plies {
            if let Some(outcome) = &self.state.result {
                return PlayoutResult::Over(outcome.values);
            }
            if number == max_plies {
                break;
            }
            if number % PLIES_PER_POLL == PLIES_PER_POLL - 1 && stop.load(Ordering::Relaxed) {
                return PlayoutResult::Stopped;
            }
            let drawn = match policy {
                Some(policy) => {
                    let at = OfferedPlies { plan: &game.plan, state: &self.state, offers: &self.offers };
                    policy.draw(at, self.choice, &mut self.line_progress, stream)
                }
                None => self.choice.draw(&game.plan, &self.offers, stream),
            };
            let Some(ply) = drawn else { break };
            if let Some(plies) = plies.as_deref_mut() {
                plies.push(PlayedPly { player: game.to_move(&self.state), id: id(&game.plan, &ply) });
            }
            game.play_on(&mut self.state, &ply, &mut self.offers);
        }
        PlayoutResult::Cut
    }
}

/// What plays random games many at a time; made when it is first asked for.
pub(super) fn lane_player<'a, const W: usize>(
    player: &'a mut Option<Option<Box<dyn LeafPlayer>>>,
    shared: &SharedGame<W>,
) -> &'a mut Option<Box<dyn LeafPlayer>> {
    player.get_or_insert_with(|| shared.search_lanes().and_then(LanePlayer::leaf_player))
}

/// The values of a two-player game, from half points of the first player.
pub(super) fn values_of_halves(halves: u8) -> Values {
    let share = f64::from(halves) / 2.0;
    [share, 1.0 - share, 0.0, 0.0]
}
