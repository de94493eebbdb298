//! Tables with an entry for each place, indexed without bounds checks.

/// An entry for each of 64 * W places.
#[derive(Clone, Debug)]
pub struct PlaceTable<const W: usize, T>(Box<[[T; 64]; W]>);

impl<const W: usize, T> PlaceTable<W, T> {
    /// Computes every entry.
    pub fn new(mut entry: impl FnMut(usize) -> T) -> Self {
        PlaceTable(Box::new(std::array::from_fn(|word| std::array::from_fn(|bit| entry(64 * word + bit)))))
    }

    /// The entry of a place; numbers beyond the last place are taken for smaller ones.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, place: u32) -> &T {
        &self.0.as_flattened()[inside::<W>(place)]
    }
}

/// A mutable table stored inline, for the state of a game.
#[derive(Clone, Copy, Debug)]
pub struct InlineTable<const W: usize, T>([[T; 64]; W]);

impl<const W: usize, T: Copy> InlineTable<W, T> {
    /// The same entry everywhere.
    #[inline(always)]
    pub fn of(entry: T) -> Self {
        InlineTable([[entry; 64]; W])
    }

    /// The entry of a place; numbers beyond the last place are taken for smaller ones.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, place: u32) -> T {
        self.0.as_flattened()[inside::<W>(place)]
    }

    /// Changes the entry of a place.
    #[inline(always)]
    pub fn set(&mut self, place: u32, entry: T) {
        self.0.as_flattened_mut()[inside::<W>(place)] = entry;
    }

    /// All entries.
    #[inline(always)]
    pub fn entries(&mut self) -> &mut [T] {
        self.0.as_flattened_mut()
    }
}

/// A number below 64 * W: the place, if it is one.
#[inline(always)]
fn inside<const W: usize>(place: u32) -> usize {
    let last = 64 * W - 1;
    if W.is_power_of_two() { place as usize & last } else { usize::min(place as usize, last) }
}
