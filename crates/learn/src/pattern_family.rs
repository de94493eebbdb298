//! Families of patterns (sets of cells) with weight sharing between symmetric patterns.
//!
//! A member labels its cells with tokens, on which the symmetries act; members whose tokens a symmetry maps to each other
//! are one class. With cells as tokens, members share weights only by symmetries of the board; with directions as tokens,
//! wherever they lie.

use crate::board_geometry::BoardGeometry;

/// One pattern: its cells, each with a token.
pub(crate) type PatternCells = Vec<(u16, u32)>;

/// A family of patterns; see the module.
pub(crate) struct PatternFamily {
    pub members: Vec<PatternCells>,
    /// The action of each symmetry without exchange of sides on tokens.
    pub actions: Vec<Vec<u32>>,
    /// The action of a symmetry that exchanges the sides, if the rules have one.
    pub exchange: Option<Vec<u32>>,
}

impl PatternFamily {
    /// The canonical form of a member: its sorted tokens, and for each cell the index among them.
    pub fn canonical(&self, member: &[(u16, u32)], exchanged: bool) -> (Vec<u32>, Vec<usize>) {
        let first = |token: u32| match &self.exchange {
            Some(exchange) if exchanged => image(exchange, token),
            _ => token,
        };
        let tokens: Vec<u32> = member.iter().map(|&(_, token)| first(token)).collect();
        let images = |action: &Vec<u32>| -> Vec<u32> { tokens.iter().map(|&token| image(action, token)).collect() };
        let sorted = |mut tokens: Vec<u32>| {
            tokens.sort_unstable();
            tokens
        };
        let best = self.actions.iter().map(images).min_by_key(|image| sorted(image.clone())).unwrap_or(tokens);
        let order = sorted(best.clone());
        let places = best.iter().map(|token| order.binary_search(token).unwrap_or(0)).collect();
        (order, places)
    }

    /// The stabiliser of a canonical member: the permutations of its places by symmetries that map it to itself.
    pub fn stabiliser(&self, order: &[u32]) -> Vec<Vec<usize>> {
        let places = |action: &Vec<u32>| -> Option<Vec<usize>> {
            order.iter().map(|&token| order.binary_search(&image(action, token)).ok()).collect()
        };
        let mut permutations: Vec<Vec<usize>> = self.actions.iter().filter_map(places).collect();
        permutations.sort_unstable();
        permutations.dedup();
        permutations
    }
}

fn image(action: &[u32], token: u32) -> u32 {
    action.get(token as usize).copied().unwrap_or(token)
}

/// Which members share weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WeightSharing {
    /// Those that symmetries of the board map to each other: members at different distances from its edges differ.
    ByPlace,
    /// All of the same shape, wherever they lie.
    ByShape,
}

/// Each cell with its neighbours in these directions.
pub(crate) fn neighbourhoods(board: &BoardGeometry, directions: &[usize], sharing: WeightSharing) -> PatternFamily {
    let neighbourhood = |cell: usize| {
        let mut member = vec![(cell as u16, if sharing == WeightSharing::ByPlace { cell as u32 } else { 0 })];
        for &direction in directions {
            if let Some(next) = board.step(direction, cell) {
                let token = if sharing == WeightSharing::ByPlace { next as u32 } else { direction as u32 + 1 };
                member.push((next as u16, token));
            }
        }
        without_duplicates(member)
    };
    let members = (0..board.cells).map(neighbourhood).collect();
    family(board, members, sharing, |image| {
        [0].into_iter().chain(image.iter().map(|direction| direction + 1)).collect()
    })
}

/// Each cell with each pair of neighbours that are consecutive around it; shared by place.
pub(crate) fn triples(board: &BoardGeometry) -> PatternFamily {
    let mut members = Vec::new();
    for cell in 0..board.cells {
        let around: Vec<usize> = (0..board.steps.len()).filter_map(|direction| board.step(direction, cell)).collect();
        for (number, &one) in around.iter().enumerate() {
            let other = around[(number + 1) % around.len()];
            members.push(without_duplicates([cell, one, other].map(|cell| (cell as u16, cell as u32)).to_vec()));
        }
    }
    close_under_symmetries(board, &mut members);
    family(board, members, WeightSharing::ByPlace, |_| Vec::new())
}

/// All straight segments of `length` cells with their directions, without duplicates.
fn segments(board: &BoardGeometry, length: usize) -> Vec<(usize, Vec<u16>)> {
    let mut segments = Vec::new();
    for direction in 0..board.steps.len() {
        let back = board.opposite.get(direction).copied().unwrap_or(-1);
        if back >= 0 && (back as usize) < direction {
            continue;
        }
        for cell in 0..board.cells {
            let along = std::iter::successors(Some(cell), |&cell| board.step(direction, cell)).take(length);
            let mut cells: Vec<u16> = along.map(|cell| cell as u16).collect();
            let segment = cells.clone();
            cells.sort_unstable();
            cells.dedup();
            if cells.len() == length {
                segments.push((direction, segment));
            }
        }
    }
    segments
}

/// Straight segments of `length` cells, shared by place.
pub(crate) fn placed_lines(board: &BoardGeometry, length: usize) -> PatternFamily {
    let by_place = |(_, cells): (usize, Vec<u16>)| cells.into_iter().map(|cell| (cell, u32::from(cell))).collect();
    let mut members: Vec<PatternCells> = segments(board, length).into_iter().map(by_place).collect();
    close_under_symmetries(board, &mut members);
    family(board, members, WeightSharing::ByPlace, |_| Vec::new())
}

/// Straight segments of `length` cells, shared by shape.
pub(crate) fn lines(board: &BoardGeometry, length: usize) -> PatternFamily {
    let with_tokens = |(direction, cells): (usize, Vec<u16>)| {
        cells.into_iter().enumerate().map(|(place, cell)| (cell, (direction * length + place) as u32)).collect()
    };
    let members = segments(board, length).into_iter().map(with_tokens).collect();
    let mut family = family(board, members, WeightSharing::ByShape, |image| {
        let token = |number: usize| image[number / length] * length as u32 + (number % length) as u32;
        (0..board.steps.len() * length).map(token).collect()
    });
    let reversed = |action: &Vec<u32>| -> Vec<u32> {
        let back = |&token: &u32| match board.opposite[token as usize / length] {
            back if back >= 0 => back as u32 * length as u32 + (length as u32 - 1 - token % length as u32),
            _ => token,
        };
        action.iter().map(back).collect()
    };
    let reversed_actions: Vec<Vec<u32>> = family.actions.iter().map(reversed).collect();
    family.actions.extend(reversed_actions);
    family
}

/// Closes a list of members under the symmetries, without duplicates.
fn close_under_symmetries(board: &BoardGeometry, members: &mut Vec<PatternCells>) {
    let mut sets: Vec<Vec<u16>> = Vec::new();
    for member in members.iter() {
        for symmetry in &board.symmetries {
            let mut cells: Vec<u16> = member.iter().map(|&(cell, _)| symmetry.images[usize::from(cell)]).collect();
            cells.sort_unstable();
            sets.push(cells);
        }
    }
    sets.sort_unstable();
    sets.dedup();
    *members = sets.into_iter().map(|cells| cells.into_iter().map(|cell| (cell, u32::from(cell))).collect()).collect();
}

/// Removes duplicate cells; each keeps its first token.
fn without_duplicates(member: PatternCells) -> PatternCells {
    let mut cells: PatternCells = Vec::new();
    for (cell, token) in member {
        if !cells.iter().any(|&(other, _)| other == cell) {
            cells.push((cell, token));
        }
    }
    cells
}

/// A family with the action of the board's symmetries on its tokens; `token_action` derives it from the images of
/// directions.
fn family(
    board: &BoardGeometry,
    members: Vec<PatternCells>,
    sharing: WeightSharing,
    token_action: impl Fn(&[u32]) -> Vec<u32>,
) -> PatternFamily {
    let action = |images: &[u16]| match sharing {
        WeightSharing::ByPlace => Some(images.iter().map(|&image| u32::from(image)).collect()),
        WeightSharing::ByShape => board.direction_images(images).map(|turned| token_action(&turned)),
    };
    let of = |exchange: bool| board.symmetries.iter().filter(move |symmetry| symmetry.exchange == exchange);
    let actions = of(false).filter_map(|symmetry| action(&symmetry.images)).collect();
    let exchange = of(true).find_map(|symmetry| action(&symmetry.images));
    PatternFamily { members, actions, exchange }
}
