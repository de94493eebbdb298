use super::*;
use crate::winning_sets::WayToWin;
use lusory_engine::machine::{Position, compile};

const COLUMNS: usize = 7;

fn start() -> std::sync::Arc<dyn Position> {
    let path = format!("{}/../engine/tests/data/connect-four.json", env!("CARGO_MANIFEST_DIR"));
    let golden: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    compile(&golden["program"].to_string()).unwrap().start()
}

/// Lines of four on seven columns and six rows.
fn lines() -> Vec<u128> {
    let mut lines = Vec::new();
    for (x, y) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for cell in 0..6 * COLUMNS as i32 {
            let (column, row) = (cell % COLUMNS as i32, cell / COLUMNS as i32);
            if (0..COLUMNS as i32).contains(&(column + 3 * x)) && row + 3 * y < 6 {
                lines.push((0..4).fold(0, |all, k| all | one((cell + k * (x + COLUMNS as i32 * y)) as usize)));
            }
        }
    }
    lines
}

fn sets() -> WinningSets {
    let goals = || vec![WayToWin::Lines(lines())];
    let below = |cell: usize| cell.checked_sub(COLUMNS).map_or(0, one);
    let supports = Some((0..6 * COLUMNS).map(below).collect());
    WinningSets { goals: [goals(), goals()], losses: Default::default(), cells: 6 * COLUMNS, is_free: false, supports }
}

fn mirror() -> Symmetry {
    let cells = (0..6 * COLUMNS as u16).map(|cell| cell / 7 * 7 + 6 - cell % 7).collect();
    Symmetry { cells, directions: Vec::new(), exchange: false }
}

/// The plies of a random game.
fn random_game(seed: u64) -> Vec<u32> {
    let (mut at, mut ids, mut plies, mut state) = (start().explorer(), Vec::new(), Vec::new(), seed);
    while at.values().is_none() {
        at.legal(&mut ids);
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        plies.push(ids[(state >> 33) as usize % ids.len()]);
        at.play(plies[plies.len() - 1]);
    }
    plies
}

fn legal(at: &mut dyn Explorer) -> u128 {
    let mut ids = Vec::new();
    at.legal(&mut ids);
    ids.iter().fold(0, |all, &id| all | one(id as usize))
}

fn board(at: &dyn Explorer, symmetries: &[Symmetry]) -> LineBoard {
    LineBoard::new(at, &sets(), symmetries).unwrap()
}

/// The half points of the player to move, by all plies or by those that need a search.
fn worth(board: &mut LineBoard, all: bool) -> u8 {
    if let Some(halves) = board.halves(board.to_move()) {
        return halves;
    }
    let cells = match board.plies() {
        _ if all => board.legal(),
        BoardPlies::Win => return 2,
        BoardPlies::Lose(_) => return 0,
        BoardPlies::Fill => return 1,
        BoardPlies::Cells(cells) => cells,
    };
    let after = |cell: usize| {
        board.play(cell);
        let halves = 2 - worth(board, all);
        board.undo();
        halves
    };
    cells_of(cells).map(after).max().unwrap()
}

#[test]
fn a_board_follows_the_engine_forwards_and_back() {
    for seed in 0..200 {
        let mut at = start().explorer();
        let mut board = board(at.as_ref(), &[]);
        let said = |board: &LineBoard| {
            let State { threats, traps, .. } = board.state;
            let completing = [threats, traps].map(|sides| sides.map(|cells| cells & board.empty()));
            (board.key(), board.legal(), completing, board.state.open)
        };
        let mut before = Vec::new();
        for id in random_game(seed) {
            assert_eq!((board.legal(), board.to_move() as i8), (legal(at.as_mut()), at.to_move()));
            assert_eq!(said(&self::board(at.as_ref(), &[])), said(&board), "set up anew");
            before.push(said(&board));
            let next = board.key_after(id as usize);
            assert!(board.play(id as usize) && at.play(id));
            assert_eq!((board.key(), board.halves(0)), (next, at.values().map(|values| (values[0] * 2.0) as u8)));
        }
        for state in before.into_iter().rev() {
            board.undo();
            assert_eq!(said(&board), state);
        }
    }
}

#[test]
fn mirrored_positions_share_a_key_and_others_do_not() {
    let at = start().explorer();
    let keys = |plies: &[usize]| {
        let mut board = board(at.as_ref(), &[mirror()]);
        plies.iter().for_each(|&cell| assert!(board.play(cell)));
        board.key().key
    };
    assert_eq!(keys(&[0, 7, 3]), keys(&[6, 13, 3]));
    assert_eq!(keys(&[0, 1, 3]), keys(&[3, 1, 0]));
    assert_ne!(keys(&[0, 1, 3]), keys(&[1, 0, 3]));
}

#[test]
fn no_ply_is_better_than_those_that_need_a_search() {
    let mut values = [0; 3];
    for seed in 0..400 {
        let (mut at, plies) = (start().explorer(), random_game(seed));
        let count = plies.len().saturating_sub(1).min(32);
        plies[..count].iter().for_each(|&id| assert!(at.play(id)));
        let mut board = board(at.as_ref(), &[]);
        if board.empty().count_ones() <= 14 {
            let halves = worth(&mut board, true);
            assert_eq!(worth(&mut board, false), halves);
            values[usize::from(halves)] += 1;
        }
    }
    assert!(!values.contains(&0), "{values:?}");
}

#[test]
fn a_side_may_win_while_a_line_is_open() {
    let (sets, mut at) = (sets(), start().explorer());
    let drawn = [0, 1, 2, 3, 4, 5, 6, 8, 7, 10, 9, 12, 11, 15, 13, 14, 17, 16, 19, 18, 20];
    let may_win = |at: &dyn Explorer| [0, 1].map(|player| board(at, &[]).may_win(player, &sets));
    assert_eq!(may_win(at.as_ref()), [true, true]);
    drawn.iter().for_each(|&id| assert!(at.play(id)));
    let lines = |side: usize| board(at.as_ref(), &[]).state.open[side].iter().any(|lines| *lines != 0);
    assert_eq!(may_win(at.as_ref()), [lines(0), lines(1)]);
}

#[test]
fn other_rules_have_no_board() {
    let at = start().explorer();
    let other = WinningSets { supports: None, ..sets() };
    let link = WayToWin::Connection { regions: vec![1], neighbours: vec![0; 42], needed: 1 };
    let linked = WinningSets { goals: [vec![link.clone()], vec![link]], ..sets() };
    assert!(LineBoard::new(at.as_ref(), &other, &[]).is_none());
    assert!(LineBoard::new(at.as_ref(), &linked, &[]).is_none());
}

/// Cells in a row, of which three adjacent ones win and two lose.
fn row(cells: usize) -> LineBoard {
    let windows = |of: u128, length: usize| vec![WayToWin::Lines((0..=cells - length).map(|at| of << at).collect())];
    let (goals, losses) = (|| windows(0b111, 3), || windows(0b11, 2));
    let sets = WinningSets {
        goals: [goals(), goals()],
        losses: [losses(), losses()],
        cells,
        is_free: false,
        supports: Some(vec![0; cells]),
    };
    LineBoard::new(start().explorer().as_ref(), &sets, &[]).unwrap()
}

fn after(cells: usize, plies: &[usize]) -> LineBoard {
    let mut board = row(cells);
    plies.iter().for_each(|&cell| assert!(board.play(cell)));
    board
}

#[test]
fn plies_that_complete_a_losing_line_are_left_out() {
    assert_eq!(after(4, &[0]).plies(), BoardPlies::Cells(0b1110));
    assert_eq!(after(4, &[0, 3]).plies(), BoardPlies::Cells(0b0100));
    assert_eq!(after(4, &[0, 3, 2]).plies(), BoardPlies::Fill);
    assert_eq!(after(4, &[0, 3, 2, 1]).halves(0), Some(1));
    assert_eq!([0, 1].map(|player| after(4, &[0, 3, 1]).halves(player)), [Some(0), Some(2)]);
    // Only the middle is left, where x would have two in a row.
    assert_eq!(after(3, &[0, 2]).plies(), BoardPlies::Lose(1));
}

#[test]
fn a_line_that_wins_and_loses_wins() {
    let mut board = after(6, &[0, 5, 2, 3]);
    assert_eq!(board.plies(), BoardPlies::Win);
    assert!(board.play(1));
    assert_eq!([0, 1].map(|player| board.halves(player)), [Some(2), Some(0)]);
}
