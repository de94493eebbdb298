//! Lists every position that can be reached, breadth first, without keeping their states: a position is known by the one
//! before it and the ply between, and the explorer walks from each to the next along their common plies.

use lusory_play::Explorer;

/// A position on the way, or to be explored.
#[derive(Clone, Copy, Debug)]
struct Origin {
    before: u32,
    ply: u32,
}

/// How every position was reached, and which are explored. Position 0 is the start.
#[derive(Clone, Debug)]
pub struct Origins {
    origins: Vec<Origin>,
    /// The position that comes next.
    next: u32,
    /// How many plies it has before it, and the last position with so many.
    depth: usize,
    last: u32,
}

impl Default for Origins {
    fn default() -> Self {
        Origins { origins: vec![Origin { before: 0, ply: 0 }], next: 0, depth: 0, last: 0 }
    }
}

impl Origins {
    /// Bytes that a position takes here, while the list of them grows: by an eighth, when there are two of them.
    pub const EACH: usize = 17 * size_of::<Origin>() / 8;

    /// As numbers, for a checkpoint.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let whole = [u64::from(self.next), self.depth as u64, u64::from(self.last)];
        let each = self.origins.iter().map(|origin| u64::from(origin.before) << 32 | u64::from(origin.ply));
        whole.into_iter().chain(each)
    }

    /// From those numbers. None where they are too few.
    pub fn from_numbers(mut numbers: impl Iterator<Item = u64>) -> Option<Self> {
        let (next, depth, last) = (numbers.next()? as u32, numbers.next()? as usize, numbers.next()? as u32);
        let origins = numbers.map(|number| Origin { before: (number >> 32) as u32, ply: number as u32 }).collect();
        Some(Origins { origins, next, depth, last })
    }
}

/// See the module.
pub struct Exploration<'e> {
    at: &'e mut dyn Explorer,
    list: Origins,
    /// The positions from the start to where the explorer stands.
    path: Vec<u32>,
}

impl<'e> Exploration<'e> {
    /// From the start, where an explorer stands.
    pub fn new(at: &'e mut dyn Explorer, list: Origins) -> Self {
        Exploration { at, list, path: vec![0] }
    }

    /// What was explored.
    #[must_use]
    pub fn into_origins(self) -> Origins {
        self.list
    }

    /// The explorer.
    pub fn explorer(&mut self) -> &mut dyn Explorer {
        self.at
    }

    /// How many positions were entered.
    #[must_use]
    pub fn entered(&self) -> usize {
        self.list.next as usize
    }

    /// Adds the position after a ply: positions have the numbers in which they are added.
    pub fn add(&mut self, before: u32, ply: u32) {
        let origins = &mut self.list.origins;
        if origins.len() == origins.capacity() {
            origins.reserve_exact(origins.len() / 8 + 2048);
        }
        origins.push(Origin { before, ply });
    }

    /// Goes to the next position; none where all were entered.
    pub fn enter_next(&mut self) -> Option<u32> {
        let number = self.list.next;
        if number as usize >= self.list.origins.len() {
            return None;
        }
        if number > self.list.last {
            self.list.depth += 1;
            self.list.last = self.list.origins.len() as u32 - 1;
        }
        self.list.next += 1;
        self.walk(number).then_some(number)
    }

    /// Walks back to the last common position, and on from there.
    fn walk(&mut self, number: u32) -> bool {
        let (mut further, mut from, mut place) = (Vec::new(), number, self.list.depth);
        while self.path.get(place) != Some(&from) {
            let Some(origin) = self.list.origins.get(from as usize) else { return false };
            further.push((from, origin.ply));
            from = origin.before;
            place = place.saturating_sub(1);
        }
        while self.path.len() > place + 1 {
            self.path.pop();
            self.at.undo();
        }
        further.iter().rev().all(|&(number, ply)| {
            self.path.push(number);
            self.at.play(ply)
        })
    }
}
