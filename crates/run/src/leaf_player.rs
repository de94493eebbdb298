//! Random games from the leaves of a search, several at a time, and the plies that end the game there.

use crate::by_width;
use crate::lane_run::LaneRun;
use crate::lanes::LaneTable;
use crate::leaf_sink::{LANES, LeafSink};
use crate::loaded_program::LoadedProgram;
use crate::vector::{Eight, One};
use lusory_engine::playouts::LeafPlayer;
use lusory_engine::state_slots::StateSlots;
use lusory_engine::stream::Stream;
use lusory_play::{LeafPlayouts, PlayoutSettings};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The lanes for games of one program, on sets of `W` words.
struct ProgramLanes<const W: usize> {
    several: LaneTable<Eight, W, 1>,
    /// For one game, and wherever there is machine code.
    single: LaneTable<One, W, 1>,
    is_native: bool,
    sides: usize,
}

impl<const W: usize> ProgramLanes<W> {
    fn new(program: &Arc<LoadedProgram>) -> Self {
        let (several, single) = (LaneTable::new(program), LaneTable::new(program));
        ProgramLanes { several, single, is_native: program.native().is_some(), sides: program.sides }
    }

    fn play(
        &mut self,
        state: &dyn StateSlots,
        (seed, limit): (u64, u64),
        stop: &AtomicBool,
        playouts: &mut LeafPlayouts,
    ) -> bool {
        let count = playouts.results.len();
        let one_by_one = count == 1 || self.is_native;
        let entered = if one_by_one { self.single.enter(state) } else { self.several.enter(state) };
        if !entered {
            return false;
        }
        let run = LaneRun { first: 0, games: count as u64, seed, lanes: count.min(LANES), limit };
        let mut sink = LeafSink::new(playouts, &[], self.sides);
        if one_by_one {
            self.single.play(&run, &mut sink, stop);
        } else {
            self.several.play(&run, &mut sink, stop);
        }
        true
    }
}

/// See the module.
struct LeafLanes<const W: usize> {
    plain: ProgramLanes<W>,
    /// With decisive plies; none where the program sees none.
    decisive: Option<ProgramLanes<W>>,
    /// Whether nothing is hidden: only then a ply that ends the game ends it whatever the mover knows.
    is_open: bool,
}

/// The programs that play from leaves; they must have entries.
pub(crate) struct LeafPrograms<'a> {
    pub plain: &'a Arc<LoadedProgram>,
    pub decisive: Option<&'a Arc<LoadedProgram>>,
    /// Whether nothing is hidden.
    pub is_open: bool,
}

fn of_width<const W: usize>(programs: &LeafPrograms<'_>) -> Box<dyn LeafPlayer> {
    let (plain, decisive) = (ProgramLanes::new(programs.plain), programs.decisive.map(ProgramLanes::new));
    Box::new(LeafLanes::<W> { plain, decisive, is_open: programs.is_open })
}

/// What plays from leaves.
pub(crate) fn leaf_player(programs: &LeafPrograms<'_>) -> Box<dyn LeafPlayer> {
    by_width!(programs.plain.width, of_width(programs))
}

impl<const W: usize> LeafPlayer for LeafLanes<W> {
    fn play(
        &mut self,
        state: &dyn StateSlots,
        stream: &mut Stream,
        settings: PlayoutSettings,
        stop: &AtomicBool,
        playouts: &mut LeafPlayouts,
    ) -> bool {
        let lanes = self.decisive.as_mut().filter(|_| settings.decisive).unwrap_or(&mut self.plain);
        lanes.play(state, (stream.bits(), u64::from(settings.max_plies)), stop, playouts)
    }

    fn is_decisive(&self) -> bool {
        self.decisive.is_some()
    }

    fn is_fast_alone(&self) -> bool {
        self.plain.is_native
    }

    fn endings(&mut self, state: &dyn StateSlots, most: usize, endings: &mut Vec<(u32, u8)>) -> bool {
        self.is_open && self.plain.several.endings(state, most, endings)
    }
}
