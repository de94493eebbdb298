//! The directions of an operation along rays, four side by side: a function of vector code takes four steps at once, which
//! Cranelift, whose vectors shift all words alike, cannot.

use lusory_compile::Program;
use lusory_compile::program::{Code, Instruction, List, Relation};
use std::collections::HashMap;

/// Fewer directions are as fast one after the other.
const FEWEST: u32 = 4;

/// A step of four directions: shifts up and down (64 and more: none is left), and the cells where it arrives.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct FourSteps {
    /// By how many bits up.
    pub up: [u64; 4],
    /// By how many bits down.
    pub down: [u64; 4],
    /// The cells that may be reached.
    pub arrive: [u64; 4],
}

/// Which shifts four directions need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shifts {
    /// Up alone.
    Up,
    /// Down alone.
    Down,
    /// Both.
    Both,
}

/// Four directions: the steps of 1, 2, 4, ... cells.
#[derive(Clone, Debug)]
pub struct FourDirections {
    /// Which shifts all steps need.
    pub shifts: Shifts,
    /// By doublings.
    pub steps: Vec<FourSteps>,
}

/// See the module. Sets have one word.
#[derive(Clone, Debug)]
pub struct RayTable {
    /// All directions.
    pub directions: Vec<FourDirections>,
}

/// The tables of a program, by the list of their directions. The machine code has their addresses.
pub(crate) type RayTables = HashMap<List, Box<RayTable>>;

/// The tables of all operations of a program that go along many rays.
pub(crate) fn ray_tables(program: &Program) -> RayTables {
    let operations = program.bodies.iter().flatten().filter_map(Instruction::operation);
    let lists = operations.filter(|operation| matches!(operation.code, Code::Behind | Code::BetweenOne));
    let table = |list: List| Some((list, Box::new(RayTable::of(program, list)?)));
    lists.filter_map(|operation| table(operation.list)).collect()
}

impl RayTable {
    fn of(program: &Program, list: List) -> Option<Self> {
        if program.width != 1 || list.parts < FEWEST {
            return None;
        }
        let ways = &program.lists[list.at as usize..][..list.length as usize];
        let mut chains: Vec<&[u32]> = ways.chunks_exact((list.length / list.parts) as usize).collect();
        // Those up come together, and those down.
        chains.sort_by_key(|chain| program.ways[chain[0] as usize].parts.first().is_some_and(|shift| shift.offset < 0));
        let fours = chains.chunks(4).map(|four| {
            let doublings = 0..four.first().map_or(0, |chain| chain.len());
            let steps = doublings.map(|doubling| four_steps(program, four.iter().map(|chain| chain[doubling])));
            Some(FourDirections::of(steps.collect::<Option<_>>()?))
        });
        Some(RayTable { directions: fours.collect::<Option<_>>()? })
    }
}

impl FourDirections {
    fn of(steps: Vec<FourSteps>) -> Self {
        let has_none = |shift: fn(&FourSteps) -> [u64; 4]| steps.iter().flat_map(shift).all(|by| by >= 64);
        let shifts = match (has_none(|steps| steps.down), has_none(|steps| steps.up)) {
            (true, _) => Shifts::Up,
            (_, true) => Shifts::Down,
            _ => Shifts::Both,
        };
        FourDirections { shifts, steps }
    }
}

/// None where a way is no single shift.
fn four_steps(program: &Program, ways: impl Iterator<Item = u32>) -> Option<FourSteps> {
    let mut four = FourSteps { up: [64; 4], down: [64; 4], arrive: [0; 4] };
    for (number, way) in ways.enumerate() {
        let Relation { parts } = &program.ways[way as usize];
        let [shift] = &parts[..] else { return None };
        let offset = i64::from(shift.offset);
        (four.up[number], four.down[number]) = match shift.modulus.map(i64::from) {
            None if offset >= 0 => (offset as u64, 64),
            None => (64, offset.unsigned_abs()),
            Some(modulus) => {
                let up = offset.rem_euclid(modulus);
                (up as u64, (modulus - up) as u64)
            }
        };
        four.arrive[number] = shift.arrive.first().copied().unwrap_or(0);
    }
    Some(four)
}
