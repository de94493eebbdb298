//! Follows the groups of a set that grows: `Code::LinkGoals`.
//!
//! Every piece has the name of its group: the place of one of its pieces. A new piece takes the name of a neighbour's group.
//! Only where it links two groups is one of them renamed, in a pass over all names without branches. (Union-find writes
//! less, but its loops of unknown length defeat branch prediction.) What is known is of use where the set has only grown
//! since; else the groups are found anew, so that the result depends on the set alone.

use lusory_compile::linking::{LinkGoal, Linking, MOST_NEIGHBOURS, Surface};

/// The groups of one set in one lane. `W` words a set.
#[derive(Clone, Debug)]
pub(crate) struct LinkedGroups<const W: usize> {
    /// The cells whose groups are known.
    known: [u64; W],
    /// The goals that some group has reached.
    reached: u32,
    /// For each cell which of its neighbours are known.
    beside: Box<[[u8; 64]; W]>,
    /// For each known cell the name of its group.
    names: Box<[[u16; 64]; W]>,
    /// For each name the regions that the group touches.
    regions: Box<[[u32; 64]; W]>,
}

impl<const W: usize> Default for LinkedGroups<W> {
    fn default() -> Self {
        let (beside, names, regions) = (Box::new([[0; 64]; W]), Box::new([[0; 64]; W]), Box::new([[0; 64]; W]));
        LinkedGroups { known: [0; W], reached: 0, beside, names, regions }
    }
}

impl<const W: usize> LinkedGroups<W> {
    /// The goals that some group of the set has reached.
    #[inline(always)]
    pub fn reached(&mut self, linking: &Linking, of: &[u64; W]) -> u64 {
        let shrunk = self.known.iter().zip(of).fold(0, |all, (known, of)| all | known & !of);
        if shrunk != 0 {
            (self.known, self.reached) = ([0; W], 0);
            self.beside.as_flattened_mut().fill(0);
        }
        for (word, of) in of.iter().enumerate() {
            let mut new = of & !self.known[word];
            while new != 0 {
                self.place(linking, 64 * word + new.trailing_zeros() as usize);
                new &= new - 1;
            }
        }
        self.reached.into()
    }

    #[inline(always)]
    fn name(&self, place: u16) -> u16 {
        self.names[usize::from(place) / 64 % W][usize::from(place) % 64]
    }

    #[inline(always)]
    fn regions(&mut self, name: u16) -> &mut u32 {
        &mut self.regions[usize::from(name) / 64 % W][usize::from(name) % 64]
    }

    #[inline(always)]
    fn place(&mut self, linking: &Linking, place: usize) {
        let Surface { near, bits, regions, runs, .. } = linking.surface(place);
        let own = self.beside[place / 64 % W][place % 64];
        let mut runs = runs[usize::from(own)];
        let (mut name, mut regions, mut closed) = (place as u16, regions, false);
        if runs != 0 {
            name = self.name(first_of(near, runs));
            regions |= *self.regions(name);
            runs >>= 4;
        }
        while runs != 0 {
            let other = self.name(first_of(near, runs));
            closed |= other == name;
            regions |= *self.regions(other);
            self.rename(other, name);
            runs >>= 4;
        }
        self.names[place / 64 % W][place % 64] = name;
        *self.regions(name) = regions;
        self.known[place / 64 % W] |= 1 << (place % 64);
        for (&other, bit) in near.iter().zip(bits) {
            self.beside[usize::from(other) / 64 % W][usize::from(other) % 64] |= bit;
        }
        for (nth, goal) in linking.goals.iter().enumerate() {
            let is_reached = match goal {
                LinkGoal::Regions { regions: wanted, n } => (regions & wanted).count_ones() >= *n,
                LinkGoal::Ring => self.has_ring(linking, place, (own, closed)),
            };
            self.reached |= u32::from(is_reached) << nth;
        }
    }

    /// All pieces of one group get the name of another.
    #[inline(always)]
    fn rename(&mut self, from: u16, to: u16) {
        for name in self.names.as_flattened_mut() {
            *name = if *name == from { to } else { *name };
        }
    }

    /// Whether a piece beside so many pieces has made a ring: it, or one of them, has pieces on all sides, or, where it has
    /// linked a group with itself, a cell beside it is cut off from the border.
    #[inline(always)]
    fn has_ring(&self, linking: &Linking, place: usize, (own, closed): (u8, bool)) -> bool {
        own.count_ones() >= 3 && self.fills(linking, place, own) || closed && self.cuts_off(linking, place)
    }

    fn fills(&self, linking: &Linking, place: usize, own: u8) -> bool {
        let near = linking.surface(place).near.iter().enumerate().filter(|(nth, _)| own >> nth & 1 != 0);
        near.map(|(_, &other)| other.into()).chain([place]).any(|piece| self.is_full(linking, piece))
    }

    fn is_full(&self, linking: &Linking, piece: usize) -> bool {
        let (word, bit) = (piece / 64 % W, piece % 64);
        self.beside[word][bit] == linking.surface(piece).every && linking.border[word] >> bit & 1 == 0
    }

    /// Whether a cell beside a place has no way to the border past the pieces.
    #[inline(never)]
    fn cuts_off(&self, linking: &Linking, place: usize) -> bool {
        let Surface { near, every, runs, .. } = linking.surface(place);
        let mut free = runs[usize::from(every & !self.beside[place / 64 % W][place % 64])];
        while free != 0 {
            if !self.reaches_border(linking, first_of(near, free)) {
                return true;
            }
            free >>= 4;
        }
        false
    }

    /// Whether a cell has a way to the border past the pieces.
    fn reaches_border(&self, linking: &Linking, start: u16) -> bool {
        let (mut seen, mut found) = (self.known, vec![start]);
        while let Some(place) = found.pop().map(usize::from) {
            let (word, bit) = (place / 64 % W, place % 64);
            if seen[word] >> bit & 1 != 0 {
                continue;
            }
            if linking.border[word] >> bit & 1 != 0 {
                return true;
            }
            seen[word] |= 1 << bit;
            found.extend(linking.surface(place).near);
        }
        false
    }
}

/// The first neighbour of the first of these runs.
fn first_of(near: &[u16; MOST_NEIGHBOURS], runs: u32) -> u16 {
    near[(runs as usize - 1) % MOST_NEIGHBOURS]
}

#[cfg(test)]
mod tests;
