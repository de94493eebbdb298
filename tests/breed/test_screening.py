"""Tests of the ladder of screens: what is kept, where the others are dropped, and monsters."""

import time
from typing import Any

import pytest

from lusory.breed import playing
from lusory.breed.founders import founders
from lusory.breed.parts import rules_of
from lusory.breed.playing import Monster, clock, duel, outcomes
from lusory.breed.screening import KEPT, MONSTER, Climb, Ladder, Verdict, random_figures
from lusory.breed.screens import BUDGETS, SCREENS, TABLE, Bound, missed_threshold
from lusory.breed.search_figures import leads
from lusory.breed.vary import UNMEASURED, measure_figures, missed_of_rest, play_last_games, screen_variation
from lusory.games import find
from lusory.lab.measure import measure
from lusory.lab.measures import lead
from lusory.rules import (
    Again,
    Center,
    Connected,
    Draw,
    Edges,
    Either,
    Flip,
    Game,
    Hexagon,
    If,
    Leap,
    Line,
    Loss,
    No,
    NoPly,
    Pass,
    Place,
    Repeat,
    Sequence,
    Square,
    Step,
    Win,
    codec,
    empty,
    enemy,
    everywhere,
    just,
    own,
)


def test_games_without_a_ply_have_none():
    over = Game(Square(3), Step(own), ends=[Win(No(enemy))])
    assert random_figures(playing.counts(over, 100), over)["plies"] == 0


@pytest.mark.parametrize("name", ["race", "doppel"])
def test_choices_leave_out_what_chance_does(name):
    game = find(name).build()
    figures = random_figures(playing.counts(game, 2000), game)
    measured = measure(game, games=2000, workers=1, figures=["branching", "forced"])
    for figure in ("branching", "forced"):
        assert figures[figure] == pytest.approx(measured.figure(figure).value, rel=0.1, abs=0.02)


def test_the_table_speaks_of_every_screen():
    assert {bound.screen for bound in TABLE} == set(SCREENS)
    assert all(bound.low is None or bound.high is None or bound.low < bound.high for bound in TABLE)
    assert missed_threshold("skill", {"skill": 0.5}) == "skill 0.5, expected 0.65 or more"
    assert missed_threshold("skill", {}) == "skill unknown, expected 0.65 or more" and not missed_threshold(
        "skill", {"skill": 0.9}
    )


@pytest.mark.parametrize("name", ["hex", "yavalath", "reversi", "connect-four"])
def test_good_games_are_kept(name):
    game = founders([name])[0]
    verdict = Ladder().screen(game)
    assert verdict.fate == KEPT and verdict.reached == len(SCREENS) and verdict.quality is not None
    assert 0.5 < verdict.quality.low <= verdict.quality.value <= verdict.quality.high <= 1
    assert verdict.plies and game.start().play(verdict.plies[0])
    assert codec.read(verdict.rules).board.geometry().names


DROPPED = {
    "plays": [
        Game(Square(5), Place(), ends=[Win(own)]),
        Game(Square(5), Step(own), ends=[Win(NoPly())]),
        Game(Square(5), Pass(), ends=[Win(Line(3))]),
        Game(Square(5), Either(Place(), Pass()), ends=[]),
    ],
    "random games": [
        Game(Square(5), Place(), ends=[Draw(No(empty))]),
        Game(Square(4), Place(), ends=[Win(No(empty)), Loss(Line(4))]),
    ],
    "size": [Game(Hexagon(9), Place(), ends=[Win(Line(5))])],
}


@pytest.mark.parametrize(
    ("screen", "game"), [(name, game) for name, games_of_reason in DROPPED.items() for game in games_of_reason]
)
def test_bad_games_are_dropped(screen, game):
    verdict = Ladder().screen(game)
    assert (verdict.fate, bool(verdict.why)) == (screen, True), verdict


@pytest.mark.parametrize("finish", [Climb.niche, play_last_games])
def test_skill_is_told_by_all_of_its_games(finish, monkeypatch):
    """A search that wins the first games only has met the screen, and is not thought to win always."""
    most = int(BUDGETS["games at skill"])
    monkeypatch.setattr(Climb, "unequal_score", lambda climb, number: float(number < most - 2))
    climb = Climb(Ladder(), founders(["connect-four"])[0])
    climb.size()
    climb.random_games()
    climb.skill()
    assert climb.scores == [1.0] * (most - 2) and not missed_threshold("skill", climb.figures)
    climb.novelty()
    climb.balance()
    finish(climb)
    assert climb.scores == [1.0] * (most - 2) + [0.0, 0.0] and climb.figures["skill"] == (most - 2) / most


def test_a_game_without_skill_is_given_up_early(monkeypatch):
    monkeypatch.setattr(Climb, "unequal_score", lambda climb, number: 0.0)
    climb = Climb(Ladder(), founders(["connect-four"])[0])
    climb.skill()
    assert len(climb.scores) < BUDGETS["games at skill"] and missed_threshold("skill", climb.figures)


def fail(*_):
    raise Monster("too long")


LAST = ("different", "play_fresh_games", "measure_necessity")


@pytest.mark.parametrize("name", LAST)
def test_a_variation_that_cannot_be_measured_is_left_out(name, monkeypatch):
    game, parent = founders(["yavalath"])[0], founders(["susan"])[0]
    assert screen_variation(game, parent).quality is not None
    monkeypatch.setattr(Climb, name, fail)
    assert screen_variation(game, parent)[1:] == (None, UNMEASURED)
    assert measure_figures(game)["plies"] > 0


@pytest.mark.parametrize("name", LAST)
def test_the_clock_runs_wherever_a_variation_is_played(name, monkeypatch):
    """An endless game stops at the clock."""
    monkeypatch.setitem(BUDGETS, "seconds of a screen", 0.5)
    monkeypatch.setattr(Climb, "run", lambda climb, skipped: Verdict(KEPT))
    climb = Climb(Ladder(), founders(["yavalath"])[0])
    for step in LAST:
        monkeypatch.setattr(Climb, step, lambda climb: 1.0)
    monkeypatch.setattr(Climb, name, lambda climb: endless())
    monkeypatch.setattr(Climb, "rest_of_skill", lambda climb: None)
    monkeypatch.setattr("lusory.breed.vary.missed_at", lambda screen, figures: None)
    assert missed_of_rest(climb) == UNMEASURED


def endless():
    while True:
        pass


def test_need_is_measured_of_what_meets_the_other_bounds(monkeypatch):
    monkeypatch.setattr(Climb, "measure_necessity", lambda climb: pytest.fail("it was measured"))
    monkeypatch.setattr(Climb, "play_fresh_games", lambda climb: climb.figures.update(score=1.0))
    game, parent = founders(["yavalath"])[0], founders(["susan"])[0]
    assert screen_variation(game, parent)[1:] == (None, Bound("niche", "score", None, 0.88))


def test_long_games_of_rules_that_are_not_lowered_are_dropped():
    (hexes,) = founders(["hex"])
    two: Any = [Center(), Edges()]
    one: Any = [Center()]
    regions = If(No(empty), two, otherwise=one)  # their number depends on the position
    longer = Game(**rules_of(hexes) | {"ends": (*hexes.ends, Win(Connected(own, regions) & empty))})
    assert not playing.is_lowered(longer) and playing.is_lowered(hexes)
    verdict = Ladder().screen(longer)
    assert verdict.fate == "speed" and verdict.figures["plies not lowered"] == verdict.figures["plies"] > 30
    assert Climb(Ladder(), longer).run(skipped=("speed", "hope", "skill", "balance", "niche")).fate == KEPT


def test_the_need_of_rules_that_are_too_long_is_not_measured(monkeypatch):
    climb = Climb(Ladder(), founders(["yavalath"])[0])
    climb.run(skipped=("niche",))
    climb.figures["words"] = 46.0
    monkeypatch.setattr(Climb, "size", lambda climb: climb.figures.update(words=46.0))
    monkeypatch.setattr(Climb, "measure_necessity", lambda *ignored: pytest.fail("measured"))
    climb.niche()
    assert missed_threshold("niche", climb.figures) == "words 46, expected 45 or less"


def test_a_known_game_is_not_new():
    yavalath = founders(["yavalath"])[0]
    larger = find("yavalath").build(size=6)
    assert Ladder([yavalath]).screen(larger).fate == "novelty"
    assert Ladder().screen(larger, [larger]).fate == "difference"


def test_a_niche_is_for_the_best():
    game = founders(["connect-four"])[0]
    free = Ladder().screen(game)
    assert free.traits is not None
    assert Ladder(niches={free.traits.cell: 1.0}).screen(game).fate in ("hope", "niche", "balance")
    assert Ladder(niches={free.traits.cell: 0.1}).screen(game).fate == KEPT


def test_screening_is_the_same_each_time():
    game = founders(["susan"])[0]
    first = Ladder().screen(game)
    playing.outcomes.cache_clear()
    playing.machine.cache_clear()
    assert Ladder().screen(game) == first


MONSTERS = {
    "endless turn": Game(Square(6), Sequence(Place(), Repeat(Step(just, to=empty))), ends=[Win(Line(4))]),
    "another turn for ever": Game(Square(5), Place(to=everywhere), effects=[Again()], ends=[Win(NoPly())]),
    "every way to leap": Game(Square(12), Leap(everywhere, to=everywhere), ends=[Draw(NoPly())]),
    "lines of lines": Game(Square(12), Place(), ends=[Win(Line(6, Line(3, times=4, share=2), times=4, share=5))]),
    "flipping to and fro": Game(Square(8), Either(Place(), Pass()), effects=[Flip(enemy)], ends=[Win(No(own))]),
    "great numbers": Game(Square(5), Place(), ends=[Win(Line(2, times=4, share=1)), Draw(No(empty))]),
}
"""Rules that explode in plies, in moves or in time, met while breeding or made up."""


@pytest.mark.parametrize("name", MONSTERS)
def test_a_monster_neither_stalls_nor_crashes(name):
    started = time.monotonic()
    verdict = Ladder().screen(MONSTERS[name])
    assert verdict.fate in (MONSTER, *SCREENS, KEPT)
    assert time.monotonic() - started < len(SCREENS) * BUDGETS["seconds of a screen"] + 5


def test_the_clock_stops_the_engine():
    game = find("havannah").build()
    with pytest.raises(Monster, match=r"not screened in 0\.05 seconds"), clock(0.05):
        playing.machine(game).start().playouts(10_000_000)
    with clock(5):
        assert outcomes(game, 3).lengths


def test_a_game_between_searches_is_the_same_each_time():
    game = founders(["konane"])[0]
    setting = playing.Duel((8, 2), 200)
    assert duel(game, setting, 4) == duel(game, setting, 4)
    assert duel(game, setting, 4).plies[:2] == duel(game, setting, 5).plies[:2]
    assert duel(game, playing.Duel((4, 4), 3), 1).cut


def test_permanence_is_a_ratio_over_all_games():
    games = [duel(founders(["konane"])[0], playing.Duel((8, 8), 200), number) for number in range(3)]
    parts = [part for game in games if isinstance(part := lead.permanence(game), tuple)]
    kept, whole = sum(kept for kept, _ in parts), sum(whole for _, whole in parts)
    assert 0 <= kept <= whole and leads(games)["permanence"] == pytest.approx(kept / whole)
    assert "permanence" not in leads([])
