//! Lists every position that can be reached, breadth first, without keeping their states: a position is known by the one
//! before it and the ply between, and the explorer walks from each to the next along their common plies.

use lusory_play::Explorer;

/// A position on the way, or to be explored.
#[derive(Clone, Copy, Debug)]
struct Origin {
    before: u32,
    ply: u32,
}

/// See the module. Position 0 is where the explorer stands at first.
pub struct Exploration<'e> {
    at: &'e mut dyn Explorer,
    origins: Vec<Origin>,
    /// The positions from the start to where the explorer stands.
    path: Vec<u32>,
    /// The position that comes next.
    next: u32,
    /// How many plies it has before it, and the last position with so many.
    depth: usize,
    last: u32,
}

impl<'e> Exploration<'e> {
    /// Bytes that a position takes here, while the list of them grows.
    pub const EACH: usize = 3 * size_of::<Origin>();

    /// From an explorer's position.
    pub fn new(at: &'e mut dyn Explorer) -> Self {
        Exploration { at, origins: vec![Origin { before: 0, ply: 0 }], path: vec![0], next: 0, depth: 0, last: 0 }
    }

    /// The explorer.
    pub fn explorer(&mut self) -> &mut dyn Explorer {
        self.at
    }

    /// Adds the position after a ply: positions have the numbers in which they are added.
    pub fn add(&mut self, before: u32, ply: u32) {
        self.origins.push(Origin { before, ply });
    }

    /// Goes to the next position; none where all were entered.
    pub fn enter_next(&mut self) -> Option<u32> {
        let number = self.next;
        if number as usize >= self.origins.len() {
            return None;
        }
        if number > self.last {
            self.depth += 1;
            self.last = self.origins.len() as u32 - 1;
        }
        self.next += 1;
        self.walk(number).then_some(number)
    }

    /// Walks back to the last common position, and on from there.
    fn walk(&mut self, number: u32) -> bool {
        let (mut further, mut from, mut place) = (Vec::new(), number, self.depth);
        while self.path.get(place) != Some(&from) {
            let Some(origin) = self.origins.get(from as usize) else { return false };
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
