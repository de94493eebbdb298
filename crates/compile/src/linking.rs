//! How pieces are linked, and what their groups are to reach: the table of `Code::LinkGoals`.
//!
//! Neighbours of a cell that are linked with each other belong to one group, whatever lies elsewhere: one of each such run
//! of neighbours is enough to find the groups beside a cell.
//!
//! ```text
//!      x x        two runs, the two at the top and the one below. Without * there may be two groups here, with it
//!     . * .       there is one. If there was one already, * closes a ring, and the cells between the runs on one side
//!      . x        of it are cut off from those on the other
//! ```

/// No cell of a table has more neighbours.
pub const MOST_NEIGHBOURS: usize = 8;
/// How many sets of neighbours there are.
pub const SETS: usize = 1 << MOST_NEIGHBOURS;
/// No table has more goals, and none has more regions.
pub const MOST_GOALS: usize = 32;

/// What one group is to reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkGoal {
    /// At least `n` of these regions, a bit each.
    Regions {
        /// Which.
        regions: u32,
        /// How many.
        n: u32,
    },
    /// A loop round a cell.
    Ring,
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linking {
    places: Vec<PlaceLinks>,
    /// For each sort of surroundings and each set of neighbours, a bit each: the first of each run, numbered from 1, four
    /// bits each.
    runs: Vec<[u32; SETS]>,
    /// The regions, as sets of places.
    regions: Vec<Vec<u64>>,
    /// What groups are to reach.
    pub goals: Vec<LinkGoal>,
    /// Cells without a neighbour across some side.
    pub border: Vec<u64>,
    /// All cells.
    pub all: Vec<u64>,
    sorts: Vec<Surroundings>,
}

/// What the table says of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PlaceLinks {
    near: [u16; MOST_NEIGHBOURS],
    bits: [u8; MOST_NEIGHBOURS],
    every: u8,
    regions: u32,
    sort: u32,
}

/// What is known of a place.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'a> {
    /// Its neighbours; the place itself instead of those that are missing.
    pub near: &'a [u16; MOST_NEIGHBOURS],
    /// For each neighbour the bit that this place has among its neighbours; 0 for those that are missing.
    pub bits: &'a [u8; MOST_NEIGHBOURS],
    /// All its neighbours, a bit each.
    pub every: u8,
    /// The regions that it lies in, a bit each.
    pub regions: u32,
    /// For each set of neighbours, a bit each: the first of each run, numbered from 1, four bits each.
    pub runs: &'a [u32; SETS],
}

/// What a cell has around it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Surroundings {
    /// For each neighbour, which of the others it is linked with.
    linked: Vec<u8>,
    /// The neighbours on the border.
    border: u8,
    /// Whether the cell is.
    is_border: bool,
}

impl Linking {
    /// The table for steps along these tables, forth and back. None where a cell has too many neighbours.
    #[must_use]
    pub fn new(steps: &[Vec<i16>], all: &[u64], border: &[u64]) -> Option<Self> {
        let places = 64 * all.len();
        let near = neighbours(places, steps);
        if near.iter().any(|near| near.len() > MOST_NEIGHBOURS) {
            return None;
        }
        let mut linking = Linking {
            places: Vec::with_capacity(places),
            runs: Vec::new(),
            regions: Vec::new(),
            goals: Vec::new(),
            border: border.to_vec(),
            all: all.to_vec(),
            sorts: Vec::new(),
        };
        for place in 0..places {
            let around = surroundings(&near, border, place);
            let sort = linking.sort(around);
            linking.places.push(PlaceLinks {
                near: padded(place as u16, &near[place]),
                bits: bits(&near, place as u16),
                every: ((1u32 << near[place].len()) - 1) as u8,
                regions: 0,
                sort,
            });
        }
        Some(linking)
    }

    /// What is known of a place.
    #[must_use]
    #[inline(always)]
    pub fn surface(&self, place: usize) -> Surface<'_> {
        let PlaceLinks { near, bits, every, regions, sort } = &self.places[place];
        Surface { near, bits, every: *every, regions: *regions, runs: &self.runs[*sort as usize] }
    }

    fn sort(&mut self, around: Surroundings) -> u32 {
        let known = self.sorts.iter().position(|other| *other == around);
        let sort = known.unwrap_or_else(|| {
            let mut runs = [0; SETS];
            (0..1 << around.linked.len()).for_each(|own: usize| runs[own] = firsts(&around.linked, own as u32));
            self.runs.push(runs);
            self.sorts.push(around);
            self.sorts.len() - 1
        });
        sort as u32
    }

    /// The bit of a goal; a new one where there is none like it. None where there are too many.
    pub fn goal(&mut self, goal: LinkGoal) -> Option<u32> {
        let known = self.goals.iter().position(|other| *other == goal);
        let number = known.unwrap_or(self.goals.len());
        if number >= MOST_GOALS {
            return None;
        }
        if known.is_none() {
            self.goals.push(goal);
        }
        Some(1 << number)
    }

    /// The bit of a region. None where there are too many.
    pub fn region(&mut self, cells: &[u64]) -> Option<u32> {
        let known = self.regions.iter().position(|other| other == cells);
        let number = known.unwrap_or(self.regions.len());
        if number >= MOST_GOALS {
            return None;
        }
        if known.is_none() {
            self.regions.push(cells.to_vec());
            let places = self.places.iter_mut().enumerate().filter(|&(place, _)| has(cells, place));
            places.for_each(|(_, links)| links.regions |= 1 << number);
        }
        Some(1 << number)
    }

    /// Whether a piece with one run of neighbours of its own cuts nothing off: the other neighbours are linked beside it, or
    /// each with the border. Then only pieces beside several runs close rings round empty cells.
    #[must_use]
    pub fn single_runs_cut_nothing_off(&self) -> bool {
        self.sorts.iter().zip(&self.runs).all(|(around, runs)| {
            let every = (1u32 << around.linked.len()) - 1;
            (0..=every).filter(|&own| runs[own as usize] < 16).all(|own| around.stays_linked(every & !own))
        })
    }
}

impl Surroundings {
    /// Whether the cells of this set of neighbours are linked with each other, and with the border where the cell was; or
    /// each run of them is with the border.
    fn stays_linked(&self, set: u32) -> bool {
        let (mut runs, mut apart, mut left) = (0, 0, set);
        while left != 0 {
            let run = run_of(&self.linked, set, left.trailing_zeros());
            runs += 1;
            apart += u32::from(run & u32::from(self.border) == 0);
            left &= !run;
        }
        apart == 0 || runs == 1 && !self.is_border
    }
}

fn has(set: &[u64], place: usize) -> bool {
    set[place / 64] >> (place % 64) & 1 != 0
}

/// The cells that each place is linked with, in order.
fn neighbours(places: usize, steps: &[Vec<i16>]) -> Vec<Vec<u16>> {
    let mut near = vec![Vec::new(); places];
    for table in steps {
        for (from, &to) in table.iter().enumerate().filter(|&(from, &to)| to >= 0 && to as usize != from) {
            near[from].push(to as u16);
            near[to as usize].push(from as u16);
        }
    }
    for near in &mut near {
        near.sort_unstable();
        near.dedup();
    }
    near
}

fn padded(place: u16, near: &[u16]) -> [u16; MOST_NEIGHBOURS] {
    std::array::from_fn(|nth| near.get(nth).copied().unwrap_or(place))
}

/// For each neighbour of a place the bit that the place has among its neighbours.
fn bits(near: &[Vec<u16>], place: u16) -> [u8; MOST_NEIGHBOURS] {
    let bit = |other: &u16| near[usize::from(*other)].iter().position(|&back| back == place).map_or(0, |nth| 1 << nth);
    std::array::from_fn(|nth| near[usize::from(place)].get(nth).map_or(0, bit))
}

fn surroundings(near: &[Vec<u16>], border: &[u64], place: usize) -> Surroundings {
    let bits = |is_in: &dyn Fn(u16) -> bool| {
        let numbered = near[place].iter().enumerate();
        numbered.fold(0, |all, (nth, &other)| all | u8::from(is_in(other)) << nth)
    };
    let linked = near[place].iter().map(|&one| bits(&|other| near[usize::from(one)].contains(&other))).collect();
    Surroundings { linked, border: bits(&|other| has(border, other.into())), is_border: has(border, place) }
}

/// The run of a set of neighbours that one of them belongs to.
fn run_of(linked: &[u8], set: u32, one: u32) -> u32 {
    let mut run = 1 << one;
    loop {
        let members = linked.iter().enumerate().filter(|(nth, _)| run >> nth & 1 != 0);
        let grown = members.fold(run, |all, (_, &links)| all | u32::from(links) & set);
        if grown == run {
            return run;
        }
        run = grown;
    }
}

/// The first of each run, numbered from 1, four bits each.
fn firsts(linked: &[u8], set: u32) -> u32 {
    let (mut firsts, mut digit, mut left) = (0, 0, set);
    while left != 0 {
        let first = left.trailing_zeros();
        firsts |= (first + 1) << (4 * digit);
        digit += 1;
        left &= !run_of(linked, set, first);
    }
    firsts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One more would have the bit of the first.
    #[test]
    fn goals_and_regions_beyond_the_most_are_refused() {
        let mut linking = Linking::new(&[vec![-1; 64]], &[u64::MAX], &[0]).expect("no neighbours");
        for number in 0..MOST_GOALS {
            let n = number as u32;
            assert_eq!(linking.goal(LinkGoal::Regions { regions: 1, n }), Some(1 << number));
            assert_eq!(linking.region(&[1 << number]), Some(1 << number));
        }
        assert_eq!((linking.goal(LinkGoal::Ring), linking.goals.len()), (None, MOST_GOALS));
        assert_eq!((linking.region(&[1 << 40]), linking.region(&[1])), (None, Some(1)));
    }
}
