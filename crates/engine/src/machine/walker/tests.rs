//! Tests of the walker: playouts and plies by kernels against the general engine.

use super::*;
use crate::compile::compile_for_board;
use crate::game::Game;
use crate::history::PlyHistory;
use crate::rule::parse;

fn walk<const W: usize>(program: &str) -> EngineWalker<W> {
    let (rules, graph, layout) = parse::read(program).unwrap();
    let numbering = crate::board::width(&graph).1;
    let game = Game { plan: compile_for_board::<W>(rules, &graph, numbering.as_ref(), layout).unwrap() };
    let state = game.start();
    let table = Arc::new(SharedGame::new(game, program));
    EngineWalker::new(&EnginePosition { shared: table, state, past: PlyHistory::default() })
}

#[test]
fn kernels_play_the_random_games_of_the_general_way_from_anywhere() {
    let golden: serde_json::Value = serde_json::from_str(include_str!("../../../tests/data/hex.json")).unwrap();
    let mut walk = walk::<2>(&golden["program"].to_string());
    let (mut way, stop, mut taken) = (Stream::new(1, 0), AtomicBool::new(false), 0);
    for _ in 0..200 {
        match walk.draw(&mut way).filter(|_| walk.values().is_none()) {
            Some(ply) => assert!(walk.play(ply)),
            None => {
                walk.rewind();
                walk.leave_kernel();
            }
        }
        let (state, offers) = (walk.state.clone(), walk.offers.clone());
        for cut in [0, 3, 200] {
            let ([mut first_walk, mut other], mut lists) =
                ([Stream::new(2, u64::from(cut)), Stream::new(2, u64::from(cut))], [vec![], vec![]]);
            let manner = PlayoutSettings { max_plies: cut, decisive: false };
            let fast = walk.kernel_playout(&mut first_walk, manner, Some(&mut lists[0]));
            let stepper = walk.stepper.take();
            let slow = walk.playout(&mut other, manner, &stop, Some(&mut lists[1]));
            walk.stepper = stepper;
            assert!(fast.is_none_or(|fast| fast == slow && lists[0] == lists[1] && first_walk == other));
            taken += u32::from(fast.is_some());
            walk.state.clone_from(&state);
            walk.offers.groups.clone_from(&offers.groups);
        }
    }
    assert!(taken > 100, "{taken}");
}

#[test]
fn playouts_for_lines_play_by_the_rules_from_anywhere() {
    let mut walk = walk::<2>(include_str!("../../../tests/data/kernels/hidden-gomoku-9.json"));
    assert!(walk.shared.line_policy().is_some());
    let (mut way, mut stream, stop) = (Stream::new(1, 0), Stream::new(2, 0), AtomicBool::new(false));
    for _ in 0..150 {
        match walk.draw(&mut way).filter(|_| walk.values().is_none()) {
            Some(ply) => assert!(walk.play(ply)),
            None => walk.rewind(),
        }
        let (state, offers) = (walk.state.clone(), walk.offers.clone());
        let (mut plies, mut priors, mut legal) = (Vec::new(), Vec::new(), Vec::new());
        walk.ply_priors(&mut priors);
        walk.legal(&mut legal);
        assert!(priors.iter().all(|prior| legal.contains(&prior.id)));
        let settings = PlayoutSettings { max_plies: 1000, decisive: true };
        let played = walk.playout(&mut stream, settings, &stop, Some(&mut plies));
        walk.state.clone_from(&state);
        walk.offers.groups.clone_from(&offers.groups);
        walk.is_listed = false;
        for ply in plies {
            assert!(walk.to_move() == ply.player && walk.play(ply.id));
        }
        assert_eq!(walk.values().map(PlayoutResult::Over), Some(played));
        walk.state.clone_from(&state);
        walk.offers.groups.clone_from(&offers.groups);
        walk.is_listed = false;
    }
}
