//! Numbers positions with so many pieces: sets of occupied cells that the symmetries of the board map to each other share
//! one representative, and below it a position has the bits that say who owns each piece.
//!
//! ```text
//!   cells occupied: 0 1 1 0 1    owned by the player to move: 0 1 0 0 0    bits: 1 0 0
//! ```

/// More cells would take too much memory for the table of occupied sets.
pub const MOST_CELLS: usize = 26;
/// The number of symmetries fits in so many bits of an entry.
const SYMMETRY_BITS: u32 = 8;
/// The cells are mapped byte by byte.
const BYTES: usize = MOST_CELLS.div_ceil(8);

/// The image of every byte of a set of cells.
type ImageTable = [[u32; 256]; BYTES];

/// See the module.
pub struct Occupancy {
    cells: usize,
    /// By set of occupied cells: the number of its representative among those of its size, and the symmetry that leads
    /// to it.
    entries: Vec<u32>,
    /// By number of pieces: the representatives.
    representatives: Vec<Vec<u32>>,
    images: Vec<ImageTable>,
    /// By a byte of occupied cells, a byte of owned ones: the bits of these among those.
    compressed: Vec<[u8; 256]>,
}

fn image_table(image_of: &[u16]) -> ImageTable {
    let mut table = [[0; 256]; BYTES];
    for (number, row) in table.iter_mut().enumerate() {
        for (byte, image) in row.iter_mut().enumerate() {
            let cells = image_of.iter().enumerate().skip(8 * number).take(8);
            *image = cells.filter(|(cell, _)| byte >> (cell % 8) & 1 == 1).fold(0, |all, (_, &to)| all | 1 << to);
        }
    }
    table
}

fn map(table: &ImageTable, cells: u32) -> u32 {
    let bytes = cells.to_le_bytes();
    table.iter().zip(bytes).fold(0, |all, (row, byte)| all | row[usize::from(byte)])
}

fn compressed_byte(occupied: u8, owned: u8) -> u8 {
    let cells = (0..8).filter(|cell| occupied >> cell & 1 == 1);
    cells.enumerate().fold(0, |bits, (place, cell)| bits | (owned >> cell & 1) << place)
}

impl Occupancy {
    /// The numbers of bytes that it takes on a board of so many cells.
    #[must_use]
    pub fn bytes(cells: usize) -> usize {
        5 << cells
    }

    /// For a board with these symmetries (without the identity; a group with it). None where the board is too large.
    #[must_use]
    pub fn new(cells: usize, symmetries: &[Vec<u16>]) -> Option<Self> {
        if cells > MOST_CELLS || symmetries.len() >= 1 << SYMMETRY_BITS || symmetries.iter().any(|s| s.len() != cells) {
            return None;
        }
        let identity: Vec<u16> = (0..cells as u16).collect();
        let images: Vec<ImageTable> = [&identity].into_iter().chain(symmetries).map(|s| image_table(s)).collect();
        // The symmetry that leads back is found by trying: sets are few, compared with positions.
        let mut entries = vec![u32::MAX; 1 << cells];
        let mut representatives = vec![Vec::new(); cells + 1];
        for set in 0..1u32 << cells {
            if entries[set as usize] != u32::MAX {
                continue;
            }
            let layer = &mut representatives[set.count_ones() as usize];
            for back in 0..images.len() as u32 {
                let other = inverse_image(&images, back as usize, symmetries, set);
                if entries[other as usize] == u32::MAX {
                    entries[other as usize] = (layer.len() as u32) << SYMMETRY_BITS | back;
                }
            }
            layer.push(set);
        }
        let row = |occupied: u8| std::array::from_fn(|owned| compressed_byte(occupied, owned as u8));
        let compressed = (0..=u8::MAX).map(row).collect();
        Some(Occupancy { cells, entries, representatives, images, compressed })
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The representatives of the occupied sets with so many pieces.
    #[must_use]
    pub fn representatives(&self, pieces: usize) -> &[u32] {
        self.representatives.get(pieces).map_or(&[], Vec::as_slice)
    }

    /// How many positions have so many pieces.
    #[must_use]
    pub fn positions(&self, pieces: usize) -> usize {
        self.representatives(pieces).len() << pieces
    }

    /// The number of a position among those with as many pieces.
    #[must_use]
    pub fn number(&self, occupied: u32, owned: u32) -> usize {
        let entry = self.entries[occupied as usize];
        let (number, table) = (entry >> SYMMETRY_BITS, &self.images[(entry & ((1 << SYMMETRY_BITS) - 1)) as usize]);
        let set = self.representatives[occupied.count_ones() as usize][number as usize];
        (number as usize) << occupied.count_ones() | self.compress(set, map(table, owned)) as usize
    }

    fn compress(&self, occupied: u32, owned: u32) -> u32 {
        let (mut bits, mut length) = (0, 0);
        for (row, byte) in occupied.to_le_bytes().into_iter().zip(owned.to_le_bytes()) {
            bits |= u32::from(self.compressed[usize::from(row)][usize::from(byte)]) << length;
            length += row.count_ones();
        }
        bits
    }
}

/// The set whose image under a symmetry this is.
fn inverse_image(images: &[ImageTable], number: usize, symmetries: &[Vec<u16>], set: u32) -> u32 {
    let Some(symmetry) = number.checked_sub(1).and_then(|number| symmetries.get(number)) else {
        return map(&images[0], set);
    };
    symmetry.iter().enumerate().fold(0, |all, (cell, &to)| all | (set >> to & 1) << cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The symmetries of a row of four cells, and of a square of four.
    #[test]
    fn symmetric_positions_share_a_number_and_others_do_not() {
        for symmetries in [vec![vec![3, 2, 1, 0]], vec![vec![1, 2, 3, 0], vec![2, 3, 0, 1], vec![3, 0, 1, 2]]] {
            let index = Occupancy::new(4, &symmetries).unwrap();
            for occupied in 0..16u32 {
                for owned in (0..16).filter(|owned| owned & !occupied == 0) {
                    let number = index.number(occupied, owned);
                    assert!(number < index.positions(occupied.count_ones() as usize));
                    let set = index.representatives(occupied.count_ones() as usize)[number >> occupied.count_ones()];
                    let is_image = |symmetry: &Vec<u16>| map(&image_table(symmetry), occupied) == set;
                    assert!(set == occupied || symmetries.iter().any(is_image));
                    assert_eq!((number & ((1 << occupied.count_ones()) - 1)).count_ones(), owned.count_ones());
                }
            }
        }
    }
}
