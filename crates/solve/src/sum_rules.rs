//! The rules of a game that falls into parts (see `local_plies`), with the symmetries of its board, and the position
//! from which it is solved.

use crate::cell_set::cells_of;
use crate::local_plies::{LocalPlies, SideCells};
use crate::part_values::mixed;
use lusory_play::Symmetry;
use lusory_play::random_numbers::random_number;

/// The rules, and the position of a solver.
#[derive(Clone, Debug)]
pub struct SumRules {
    /// The plies of both sides.
    pub plies: LocalPlies,
    /// The sets of both sides in the position.
    pub start: SideCells,
    /// The side to move there.
    pub side: usize,
    /// The player of each side.
    pub players: [u8; 2],
    /// The images of cells under the symmetries that keep the sides, and under those that exchange them; the former
    /// with the identity.
    images: [Vec<ImageNumbers>; 2],
}

/// The numbers of an image of the board: by side and cell, those of the cell's image.
type ImageNumbers = [Vec<u128>; 2];

impl SumRules {
    /// The rules and a position: the sets of both sides, the side to move, and the player of each side. None where a
    /// symmetry is of another board.
    #[must_use]
    pub fn new(
        plies: LocalPlies,
        cells: usize,
        (start, side, players): (SideCells, usize, [u8; 2]),
        symmetries: &[Symmetry],
    ) -> Option<Self> {
        let fits = |symmetry: &Symmetry| {
            symmetry.cells.is_empty()
                || symmetry.cells.len() == cells && symmetry.cells.iter().all(|&to| usize::from(to) < cells)
        };
        if side > 1 || cells > 128 || !symmetries.iter().all(fits) {
            return None;
        }
        let image = |symmetry: &Symmetry| numbers_of_image(cells, |cell| symmetry.cells.get(cell).copied());
        let of_kind =
            |exchange: bool| symmetries.iter().filter(move |symmetry| symmetry.exchange == exchange).map(image);
        let keeping = std::iter::once(numbers_of_image(cells, |_| None)).chain(of_kind(false)).collect();
        Some(SumRules { plies, start, side, players, images: [keeping, of_kind(true).collect()] })
    }

    /// The key of a part by its cells: the least among its images. With the sides exchanged it is that of the images
    /// with the sides exchanged; where the rules have no such symmetry, one of its own.
    #[must_use]
    pub fn key_by_cells(&self, part: SideCells) -> [u128; 2] {
        let [keeping, exchanging] = &self.images;
        let least =
            |images: &[ImageNumbers], part: SideCells| images.iter().map(|image| hash_of_image(image, part)).min();
        let own = least(keeping, part).unwrap_or(0);
        [own, least(exchanging, [part[1], part[0]]).unwrap_or_else(|| mixed(own, 4))]
    }
}

/// to: the image of a cell; none where it stays.
fn numbers_of_image(cells: usize, to: impl Fn(usize) -> Option<u16>) -> ImageNumbers {
    let number = |side: usize, cell: usize| {
        let image = to(cell).map_or(cell, usize::from);
        random_number(2 * image + side, [0x2545_f491_4f6c_dd1d, 0x9fb2_1c65_1e98_df25])
    };
    [0, 1].map(|side| (0..cells).map(|cell| number(side, cell)).collect())
}

fn hash_of_image(image: &ImageNumbers, part: SideCells) -> u128 {
    let of_side = |side: usize| cells_of(part[side]).fold(0u128, |sum, cell| sum.wrapping_add(image[side][cell]));
    of_side(0).wrapping_add(of_side(1))
}
