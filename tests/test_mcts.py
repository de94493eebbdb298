"""Tests of the players that search by simulations (MCTS, ISMCTS)."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from lusory import load
from lusory._engine import Search
from lusory.errors import LusoryError, UnfitPlayer, UnknownPlayer
from lusory.play.position import begin
from lusory.players import Analysis, analyse, player
from lusory.players.mcts import Mcts
from lusory.reference import Reference

from .games import games_by_name

SMALL = ["tic-tac-toe", "susan", "doppel", "serendipity", "reversi"]


def play(game: str, spec: str, seed: int, plies: int = 6) -> list[str | int]:
    """The choices of a player who plays both sides."""
    best_plies: list[str | int] = []
    position, rng = load(game).start(seed=seed), random.Random(seed)
    mine = player(spec, position.game)
    while not position.result and len(best_plies) < plies:
        position = position.roll(rng)
        best_plies.append(mine.choose(position, rng))
        position = position.play(best_plies[-1])
    return best_plies


@pytest.mark.parametrize("game", SMALL)
def test_a_seed_means_the_same_choices(game: str) -> None:
    assert play(game, "mcts:60", 3) == play(game, "mcts:60", 3)


def test_a_player_begins_anew_like_a_new_one() -> None:
    position = load("susan").start()
    mine = player("mcts:50", position.game)
    first = mine.choose(position, random.Random(1))
    mine.choose(position.play(first).play(position.play(first).moves().ids[0]), random.Random(2))
    mine.begin()
    assert mine.choose(position, random.Random(1)) == first


def test_it_wins_in_one_and_does_not_lose_in_one() -> None:
    position = load("tic-tac-toe").start().line("a1 b1 a2 b2")
    choice = int(player("mcts:100", position.game).choose(position, random.Random(1)))
    assert position.contract.text(choice) == "a3"
    position = load("connect-four").start().line("a1 d1 a2 d2 b1 d3")
    choice = int(player("mcts:500", position.game).choose(position, random.Random(1)))
    assert position.contract.text(choice) == "d4"


def test_a_search_that_gives_no_wins_away_is_sure_of_the_middle() -> None:
    start = load("connect-four").start()
    search = Search(start.state, seed=1)
    search.run(simulations=400_000)
    report = search.report()
    assert report is not None
    share = next(visits for ply, visits, *_ in report["plies"] if start.contract.text(ply) == "d1") / report["visits"]
    assert share > 0.95  # where wins were given away in random games it was 0.8, and fell


def test_time_is_kept() -> None:
    position = load("hex").start()
    mine = player("mcts:0.05s", position.game)
    started = time.monotonic()
    assert mine.choose(position, random.Random(1)) in position.moves().ids
    assert time.monotonic() - started >= 0.05


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mcts", "mcts:1000"),
        ("mcts:0", "simulations"),
        ("mcts:x", "simulations"),
        ("mcts:10,explore=x", "explore=x"),
        ("mcts:10,threads=0", "threads=0"),
        ("mcts:10,threads=2000", "1 to 1024"),
        ("mcts:10,depth=3", "depth=3"),
    ],
)
def test_specs_that_make_no_sense_are_refused(spec: str, message: str) -> None:
    with pytest.raises(UnknownPlayer, match=message):
        player(spec, load("susan"))


def test_a_search_of_next_to_nothing_has_a_legal_ply() -> None:
    position = load("susan").start()
    search = Search(position.state, memory=0)
    assert search.run(simulations=0) and search.run(seconds=0.0) and search.run(simulations=64)
    report = search.report()
    assert report and report["best"] in position.moves().ids and report["full"] and report["simulations"] >= 64


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({}, "expected a number of simulations or of seconds"),
        ({"seconds": -1.0}, "-1 seconds, expected a number from 0"),
        ({"seconds": float("nan")}, "NaN seconds"),
        ({"seconds": float("inf")}, "inf seconds"),
        ({"simulations": 5, "ahead": -1.0}, "-1 seconds"),
    ],
)
def test_limits_that_make_no_sense_are_refused(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Search(load("susan").start().state).run(**limits)


def test_what_cannot_be_searched_is_refused() -> None:
    over = load("tic-tac-toe").start().line("a1 b1 a2 b2 a3")
    with pytest.raises(ValueError, match="the game is over"):
        Search(over.state)
    for threads in (0, 1025):
        with pytest.raises(ValueError, match="threads, expected 1 to 1024"):
            Search(load("susan").start().state, threads=threads)


def test_what_is_settled_is_chosen_at_once_and_the_same() -> None:
    position = load("connect-four").start()
    choices: list[object] = []
    analyses: list[Analysis] = []
    for _ in range(2):
        mine = player("mcts:3000", position.game)
        mine.tell = analyses.append
        choices.append(mine.choose(position, random.Random(5)))
    assert choices[0] == choices[1] and analyses[-1].simulations < 3000
    visits = [ply.visits for ply in analyses[-1].plies]
    assert visits[0] - visits[1] > 3000 - analyses[-1].simulations


def test_a_search_that_is_stopped_answers() -> None:
    position = load("hex").start()
    mine = player("mcts:86400s", position.game)
    mine.tell = lambda analysis: mine.stop()
    assert mine.heeds_stop and mine.choose(position, random.Random(1)) in position.moves().ids


def test_what_was_known_of_secrets_is_kept() -> None:
    position = load("hidden-gomoku", size=5).start()
    analyses: list[Analysis] = []
    mine, rng = player("mcts:300", position.game), random.Random(2)
    mine.tell = analyses.append
    while not position.result and position.ply < 12:
        moves = position.moves().ids
        position = position.play(mine.choose(position.view(0), rng) if position.to_move == 0 else rng.choice(moves))
    counts = [analysis.simulations for analysis in analyses]
    assert counts == sorted(set(counts)) and len(counts) > 2, "one search went on all the time"


def test_options_are_read() -> None:
    position = load("susan").start()
    spec = "mcts:50,threads=2,memory=1,explore=0.7,rave=off,reference=10,first=1.1,expand=1,cut=50"
    assert player(spec, position.game).choose(position, random.Random(1)) in position.moves().ids


def walk(seed: int, plies: int) -> Any:
    """A position of hidden-gomoku after random plies."""
    position, rng = load("hidden-gomoku", size=7, length=4).start(), random.Random(seed)
    for _ in range(plies):
        if not position.result:
            position = position.play(rng.choice(position.moves().ids))
    return position


def test_choices_are_the_same_whatever_the_other_player_hides() -> None:
    twins = 0
    for seed in range(12):
        position = walk(seed, 5 + seed)
        if position.result:
            continue
        mover = position.to_move
        ply = player("mcts:40", position.game).choose(position.view(mover), random.Random(seed))
        assert ply in position.moves()
        for k in range(3):
            state = position.contract.sample(position.state, mover, random.Random(k))
            twin = type(position)(position.game, position.contract, state, position.past)
            assert twin.view(mover).knows == position.view(mover).knows
            assert player("mcts:40", twin.game).choose(twin.view(mover), random.Random(seed)) == ply
            twins += twin != position
    assert twins > 10, "too few twins to say anything"


def test_a_view_is_analysed_by_what_its_player_knows() -> None:
    position = walk(1, 6)
    analysis = next(analyse(position.view(position.to_move), every=0.02))
    assert analysis.best in position.moves() and not analysis.proven and len(analysis.plies) == len(position.moves())
    with pytest.raises(LusoryError, match="another is to move"):
        next(analyse(position.view(1 - position.to_move)))


def test_secrets_that_the_engine_does_not_play_are_refused() -> None:
    game: Any = load("hidden-gomoku", size=5)
    position = begin(game, Reference(game), None)
    with pytest.raises(UnfitPlayer, match="hides something"):
        player("mcts:10", game).choose(position.view(0), random.Random(1))


def test_analyses_get_better_until_all_is_proven() -> None:
    position = load("tic-tac-toe").start().play("a1")
    analyses = list(analyse(position, every=0.01))
    last = analyses[-1]
    assert last.proven and last.solved and last.value == 0.5 and last.best == "b2"
    assert [analysis.simulations for analysis in analyses] == sorted(analysis.simulations for analysis in analyses)
    assert sum(ply.visits for ply in last.plies) == last.visits and len(last.plies) == 8
    assert last.line[0] == last.best and "proven" in str(last)


def test_a_win_that_needs_no_search_comes_first() -> None:
    position = load("gomoku").start().line("f8 o1 g8 o3 h8 o5 i8 o7")
    analysis = next(analyse(position, every=0.01))
    assert analysis.proven and analysis.plies[0].ply == analysis.best in ("e8", "j8")


def test_an_analysis_goes_on_for_as_long_as_one_likes() -> None:
    analyses = analyse(load("susan").start(), every=0.01)
    first, second = next(analyses), next(analyses)
    assert not first.proven and second.simulations > first.simulations
    assert first.interval[0] <= first.value <= first.interval[1] and len(first.plies) == 61


def test_what_cannot_be_analysed_says_so() -> None:
    over = load("tic-tac-toe").start().line("a1 b1 a2 b2 a3")
    with pytest.raises(LusoryError, match="over"):
        next(analyse(over))
    with pytest.raises(LusoryError, match="chance"):
        next(analyse(load("doppel").start()))


def test_what_the_engine_does_not_play_is_searched_in_python() -> None:
    game: Any = load("tic-tac-toe")
    position = begin(game, Reference(game), None).line("a1 b1 a2 b2")
    for spec in ("mcts:200", "mcts:0.05s"):
        choice = int(player(spec, game).choose(position, random.Random(1)))
        assert position.contract.text(choice) == "a3"
    game = load("doppel", size=2)
    position = begin(game, Reference(game), 1)
    assert player("mcts:20", game).choose(position, random.Random(1)) in position.moves().ids
    with pytest.raises(LusoryError, match="not played by the engine"):
        next(analyse(position))


def test_few_simulations_do_not_think_that_whoever_moves_is_ahead() -> None:
    """On a large board with everything open each of many plies gets a few: the best of them looks far too good."""
    position, rng = load("susan").start(), random.Random(5)
    mine, ahead = player("mcts:100", position.game), []
    for _ in range(20):
        position = position.follow(int(mine.choose(position, rng)))
        assert mine.thought is not None
        ahead.append(2 * mine.thought.value - 1)
    assert abs(sum(ahead) / len(ahead)) < 0.15 and max(map(abs, ahead)) < 0.6


def test_what_is_proven_is_thought() -> None:
    position = load("tic-tac-toe").start().line("a1 b1 a2 b2")
    mine = player("mcts:200", position.game)
    mine.choose(position, random.Random(1))
    assert mine.thought is not None and mine.thought.value == 1.0


def report_of(game: Any, leaf: int, simulations: int = 1001) -> dict[str, Any]:
    """The report of a search with so many random games from each leaf."""
    search = Search(game.start().state, seed=3, leaf=leaf)
    search.run(simulations=simulations)
    report = search.report()
    assert report is not None
    return report


@pytest.mark.parametrize("name", ["domineering", "three-mens-morris", "atari-go"])
def test_random_games_from_a_leaf_count_each(name: str) -> None:
    game = games_by_name()[name].build()
    assert game.start().state is not None
    several, single = report_of(game, 8), report_of(game, 1)
    assert several["simulations"] == single["simulations"] == 1001
    assert several == report_of(game, 8), "a seed means the same search"
    assert several["plies"] != single["plies"], "played by the program"
    assert several["value"] == pytest.approx(single["value"], abs=0.25)


def test_where_there_is_a_kernel_each_leaf_has_one_random_game() -> None:
    assert report_of(load("hex", size=5), 8) == report_of(load("hex", size=5), 1)


def test_wins_are_proven_with_several_random_games_a_leaf() -> None:
    position = games_by_name()["three-mens-morris"].build().start()
    for ply in ("a1", "c1", "a2", "c2"):
        position = position.play(ply)
    search = Search(position.state, seed=1, leaf=8)
    search.run(simulations=2000)
    report = search.report()
    assert report is not None and report["proven"] and report["value"] == 1
    won = position.play(report["best"]).result
    assert won is not None and won.winner == 0


@pytest.mark.parametrize("name", ["domineering", "dots-and-boxes", "race"])
def test_each_simulation_of_a_batch_is_backed_up_once(name: str) -> None:
    """Every node of the tree stores a state: turns of several plies and dice, too."""
    game = games_by_name()[name].build()
    report = report_of(game, 8, 2000)
    visits = sum(ply[1] for ply in report["plies"])
    assert report["visits"] == report["simulations"] == visits == 2000
    values = sum(ply[1] * ply[2] for ply in report["plies"]) / visits
    assert report["to_move"] < 0 or values == pytest.approx(report["values"][report["to_move"]], abs=1e-6)


def test_a_tree_of_states_follows_the_game() -> None:
    game = games_by_name()["domineering"].build()
    position = game.start()
    search = Search(position.state, seed=3, leaf=8)
    for _ in range(3):
        search.run(simulations=500)
        report = search.report()
        assert report is not None
        position = position.play(report["best"])
        assert search.advance(report["best"]) and search.state == position.state
    search.run(simulations=500)
    report = search.report()
    assert report is not None and {ply[0] for ply in report["plies"]} == set(position.moves().ids)


def test_a_search_for_a_time_plays_several() -> None:
    game = games_by_name()["domineering"].build()
    for spec, leaf in (("mcts:100", None), ("mcts:1s", 8), ("mcts:1s,leaf=2", 2)):
        searching = player(spec, game)
        assert isinstance(searching, Mcts) and searching._options.get("leaf") == leaf
    with pytest.raises(UnknownPlayer, match="leaf=0"):
        player("mcts:1s,leaf=0", game)
