//! Sets of cells as 128 bits.

/// The cells of a set, ascending.
pub fn cells_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The set of one cell.
#[must_use]
pub fn one(cell: usize) -> u128 {
    1 << (cell & 127)
}
