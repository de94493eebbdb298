//! The same goals as found anew by floods, in sets that grow, shrink, and begin anew.

use super::LinkedGroups;
use lusory_base::stream::Stream;
use lusory_compile::linking::{LinkGoal, Linking};

const WIDTH: usize = 2;
type Set = [u64; WIDTH];

/// A board: its step tables, cells, border, and some regions.
struct Field {
    steps: Vec<Vec<i16>>,
    all: Set,
    border: Set,
}

/// Cells of a grid of 10 by 10 with steps to some sides. `is_in`: which of them the board has.
fn field(sides: &[(i32, i32)], is_in: impl Fn(i32, i32) -> bool) -> Field {
    let place = |x: i32, y: i32| (0..10).contains(&x) && (0..10).contains(&y) && is_in(x, y);
    let (mut steps, mut all, mut border) = (vec![vec![-1; 64 * WIDTH]; sides.len()], [0; WIDTH], [0; WIDTH]);
    for (x, y) in (0..100).map(|at| (at % 10, at / 10)).filter(|&(x, y)| place(x, y)) {
        let at = (10 * y + x) as usize;
        all[at / 64] |= 1 << (at % 64);
        for (table, (right, down)) in steps.iter_mut().zip(sides) {
            if place(x + right, y + down) {
                table[at] = (10 * (y + down) + x + right) as i16;
            } else {
                border[at / 64] |= 1 << (at % 64);
            }
        }
    }
    Field { steps, all, border }
}

const HEXAGONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const SQUARES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

impl Field {
    fn flood(&self, seed: Set, within: Set) -> Set {
        let mut reached = [seed[0] & within[0], seed[1] & within[1]];
        loop {
            let mut grown = reached;
            for (from, &to) in self.steps.iter().flat_map(|table| table.iter().enumerate()).filter(|(_, to)| **to >= 0)
            {
                if reached[from / 64] >> (from % 64) & 1 != 0 {
                    grown[to as usize / 64] |= 1 << (to % 64) & within[to as usize / 64];
                }
            }
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// Whether some group touches `n` of the regions.
    fn links(&self, of: Set, regions: &[Set], n: u32) -> bool {
        (0..64 * WIDTH).filter(|at| of[at / 64] >> (at % 64) & 1 != 0).any(|at| {
            let mut seed = [0; WIDTH];
            seed[at / 64] = 1 << (at % 64);
            let group = self.flood(seed, of);
            regions.iter().filter(|region| (0..WIDTH).any(|word| region[word] & group[word] != 0)).count() as u32 >= n
        })
    }

    /// Whether a cell is cut off from the border, or a piece has pieces on all sides.
    fn rings(&self, of: Set) -> bool {
        let free = [self.all[0] & !of[0], self.all[1] & !of[1]];
        let inner = |at: &usize| (of[at / 64] & !self.border[at / 64]) >> (at % 64) & 1 != 0;
        let is_full = |at: usize| {
            self.steps.iter().all(|table| table[at] >= 0 && of[table[at] as usize / 64] >> (table[at] % 64) & 1 != 0)
        };
        self.flood(self.border, free) != free || (0..64 * WIDTH).filter(inner).any(is_full)
    }
}

fn agrees(field: &Field, rings: bool, seed: u64) {
    let mut linking = Linking::new(&field.steps, &field.all, &field.border).expect("few neighbours");
    assert_eq!(linking.single_runs_cut_nothing_off(), rings, "rings are seen by runs on boards of hexagons alone");
    let third = 0x1249_2492_4924_9249;
    let regions = [[third, 0], [0, third & field.all[1]], [0x3ff, 0], [1 << 33, 1 << 20]];
    let bits: u32 = regions.iter().map(|region| linking.region(region).expect("few regions")).sum();
    let mut goals: Vec<LinkGoal> = (2..=3).map(|n| LinkGoal::Regions { regions: bits, n }).collect();
    goals.extend(rings.then_some(LinkGoal::Ring));
    goals.into_iter().for_each(|goal| assert!(linking.goal(goal).is_some()));
    let (mut groups, mut stream, mut reached_by) = (LinkedGroups::<WIDTH>::default(), Stream::new(seed, 1), [0; 3]);
    for round in 0..60 {
        let mut of = [0; WIDTH];
        for _ in 0..70 {
            (0..1 + stream.bits() % 2).for_each(|_| {
                let at = (stream.bits() % 128) as usize;
                of[at / 64] |= 1 << (at % 64) & field.all[at / 64];
            });
            if stream.bits() % 60 == 0 {
                of[0] &= stream.bits();
            }
            let expected = [field.links(of, &regions, 2), field.links(of, &regions, 3), rings && field.rings(of)];
            let found = groups.reached(&linking, &of);
            let found = [0, 1, 2].map(|goal| found >> goal & 1 != 0);
            assert_eq!(found, expected, "round {round}: {of:x?}");
            (0..3).for_each(|goal| reached_by[goal] += u32::from(expected[goal]));
        }
    }
    assert!(reached_by[0] > 100 && (!rings || reached_by[2] > 100), "{reached_by:?}");
}

#[test]
fn groups_and_rings_on_hexagons() {
    agrees(&field(&HEXAGONS, |x, y| (4..=14).contains(&(x + y))), true, 1);
    agrees(&field(&HEXAGONS, |_, _| true), true, 2);
}

#[test]
fn groups_on_squares() {
    agrees(&field(&SQUARES, |_, _| true), false, 3);
    agrees(&field(&SQUARES, |x, y| (x, y) != (4, 4) && x + y > 2), false, 4);
}

/// A cell in the middle is missing: its neighbours are border.
#[test]
fn a_board_with_a_hole() {
    let holed = field(&HEXAGONS, |x, y| (x, y) != (5, 5));
    let linking = Linking::new(&holed.steps, &holed.all, &holed.border).expect("few neighbours");
    if linking.single_runs_cut_nothing_off() {
        agrees(&holed, true, 5);
    }
}
