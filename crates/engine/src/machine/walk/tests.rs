use super::*;
use crate::compile::lay;
use crate::game::Game;
use crate::past::Past;
use crate::rule::parse;
use std::sync::OnceLock;

fn walk<const W: usize>(program: &str) -> Walk<W> {
    let (rules, graph, layout) = parse::read(program).unwrap();
    let numbering = crate::board::width(&graph).1;
    let game = Game { plan: lay::<W>(rules, &graph, numbering.as_ref(), layout).unwrap() };
    let state = game.start();
    let table = Arc::new(Table { game, program: program.into(), kernel: OnceLock::new() });
    Walk::new(&Held { table, state, past: Past::default() })
}

#[test]
fn kernels_play_the_random_games_of_the_general_way_from_anywhere() {
    let golden: serde_json::Value = serde_json::from_str(include_str!("../../../tests/data/susan.json")).unwrap();
    let mut walk = walk::<1>(&golden["program"].to_string());
    let (mut way, stop, mut taken) = (Stream::new(1, 0), AtomicBool::new(false), 0);
    for _ in 0..200 {
        match walk.draw(&mut way).filter(|_| walk.values().is_none()) {
            Some(ply) => assert!(walk.play(ply)),
            None => {
                walk.rewind();
                walk.slow_down();
            }
        }
        let (state, offers) = (walk.state.clone(), walk.offers.clone());
        for cut in [0, 3, 200] {
            let ([mut one, mut other], mut lists) =
                ([Stream::new(2, u64::from(cut)), Stream::new(2, u64::from(cut))], [vec![], vec![]]);
            let manner = Manner { cut, wise: false };
            let fast = walk.by_kernel(&mut one, manner, Some(&mut lists[0]));
            let desk = walk.desk.take();
            let slow = walk.playout(&mut other, manner, &stop, Some(&mut lists[1]));
            walk.desk = desk;
            assert!(fast.is_none_or(|fast| fast == slow && lists[0] == lists[1] && one == other));
            taken += u32::from(fast.is_some());
            walk.state.clone_from(&state);
            walk.offers.groups.clone_from(&offers.groups);
        }
    }
    assert!(taken > 100, "{taken}");
}

#[test]
fn kernels_of_secret_games_play_by_the_rules_from_anywhere() {
    let mut walk = walk::<2>(include_str!("../../../tests/data/shapes/hidden-gomoku-9.json"));
    let (mut way, mut stream, mut taken) = (Stream::new(1, 0), Stream::new(2, 0), 0);
    for _ in 0..150 {
        match walk.draw(&mut way).filter(|_| walk.values().is_none()) {
            Some(ply) => assert!(walk.play(ply)),
            None => walk.rewind(),
        }
        let (state, offers) = (walk.state.clone(), walk.offers.clone());
        let (mut made, mut hints, mut legal) = (Vec::new(), Vec::new(), Vec::new());
        walk.hints(&mut hints);
        walk.legal(&mut legal);
        assert!(hints.iter().all(|hint| legal.contains(&hint.id)));
        if let Some(played) = walk.by_kernel(&mut stream, Manner { cut: 1000, wise: true }, Some(&mut made)) {
            for made in made {
                assert!(walk.to_move() == made.player && walk.play(made.id));
            }
            assert_eq!(walk.values().map(Played::Over), Some(played));
            taken += 1;
        }
        walk.state.clone_from(&state);
        walk.offers.groups.clone_from(&offers.groups);
        walk.is_listed = false;
    }
    assert!(taken > 100, "{taken}");
}
