"""Tests of players and their specs: parsing, error messages, and what a player gets to see."""

import operator
import pickle
import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import lusory
from lusory.errors import LusoryError, UnfitPlayer, UnknownPlayer
from lusory.games import find
from lusory.play.view import View
from lusory.players import KINDS, Player, PlayerKind, imagine, legal, player, read_spec, seen_by
from lusory.players.alphabeta import AlphaBetaPlayer
from lusory.players.levels import CAREFUL, BestSpec, LevelPlayer, best_spec, load_best, load_levels, table_of
from lusory.players.limits import Argument, Limit, argument, limit
from lusory.players.spec import read
from lusory.reference import Reference
from lusory.rules import Adjacent, Game, NoPly, Place, Square, Win, empty, neutral


class First(Player):
    """Takes the first ply."""

    def choose(self, view, rng):
        return legal(view)[0]


def fitting(game: Any) -> str:
    return "it sees everything; use random" if game.start().hidden else ""


FIRST = PlayerKind("first", ("first:3", "first:1s"), "the first", lambda argument, game: _first(argument), fitting)


def _first(text: str) -> Player:
    limit(text, "tries")
    return First()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("deepblue", "deepblue: no such player; expected one of human, random"),
        ("randon", "randon: no such player; did you mean random?"),
        ("random:3", "random:3: no such player; expected random"),
        ("human", "human: a person plays at the table"),
        ("", ": no such player; expected one of human"),
    ],
)
def test_unknown_specs_list_the_specs(spec, message):
    with pytest.raises(UnknownPlayer) as fault:
        player(spec, lusory.load("tic-tac-toe"))
    assert str(fault.value).startswith(message)


@pytest.mark.parametrize(
    "text", ["first", "first:", "first:0", "first:-1", "first:0s", "first:1e9s", "first:99999999999"]
)
def test_absurd_limits_are_refused(text):
    with pytest.raises(UnknownPlayer, match="expected"):
        read(text, [FIRST]).player(lusory.load("tic-tac-toe"))


def test_a_spec_the_game_cannot_have_says_why():
    message = "first:3: hidden-gomoku cannot have it: it sees everything; use random"
    with pytest.raises(UnfitPlayer, match=message):
        read("first:3", [FIRST]).player(lusory.load("hidden-gomoku"))


def test_limits():
    assert limit("1000", "tries") == Limit(1000, None) and limit("0.5s", "tries") == Limit(None, 0.5)
    assert limit("20ms", "tries") == Limit(None, 0.02) and limit("2s", "tries") == Limit(None, 2.0)
    assert read("first:1s", [FIRST]).timed and not read("first:1", [FIRST]).timed and not read_spec("random").timed
    assert argument("5,a=b,c=", ("a", "c")) == Argument("5", {"a": "b", "c": ""})
    for wrong in ("5,a", "5,d=1"):
        with pytest.raises(UnknownPlayer, match="expected one of a="):
            argument(wrong, ("a",))


def test_every_form_of_every_kind_is_a_spec():
    for kind in KINDS:
        assert kind.about and [read_spec(form).kind for form in kind.forms] == [kind] * len(kind.forms)


def test_the_mirror_copies_by_a_half_turn():
    """Stones that may not touch, on a board without a middle: the copy of a legal ply is legal, and Second wins."""
    game = Game(Square(4), Place(owner=neutral, to=empty & ~Adjacent(neutral)), ends=[Win(NoPly())])
    mirror = player("mirror", game)
    for seed in range(10):
        position, rng = game.start(), random.Random(seed)
        while position.result is None:
            position = position.follow(rng.choice(position.moves().ids))
            if position.result is None:
                position = position.play(mirror.choose(position, rng))
                first, other = (position.contract.text(played.action) for played in position.past[-2:])
                assert (ord(first[0]) + ord(other[0]), int(first[1]) + int(other[1])) == (ord("a") + ord("d"), 5)
        assert position.result.winner == 1


@pytest.mark.parametrize("game", ["hidden-gomoku", "race"])
def test_what_cannot_be_copied_has_no_mirror(game):
    rules = Game(Square(3), Place(), players=3) if game == "race" else lusory.load(game)
    with pytest.raises(UnfitPlayer, match="use random"):
        player("mirror", rules)


def test_players_of_open_games_get_the_position_those_of_hidden_ones_a_view():
    position = lusory.load("susan", size=3).start()
    assert seen_by(position, 0) is position and imagine(position, random.Random(1)) is position
    assert isinstance(seen_by(hidden(), 1), View)


def hidden(target: str = "B2:row") -> lusory.Position:
    position = lusory.load("hidden-gomoku", size=5).start()
    for ply in ["C3", "x", target, "reveal:none"]:
        position = position.play(ply)
    return position


@pytest.mark.parametrize("engine", ["", "reference"])
def test_a_view_draws_positions_and_knows_no_secret(engine, monkeypatch):
    from lusory.play.program import contract_of

    monkeypatch.setenv("LUSORY_ENGINE", engine)
    contract_of.cache_clear()
    first, other = hidden().view(1), hidden("D2:row").view(1)
    assert isinstance(hidden().contract, Reference) == bool(engine)
    assert first == other and hash(first.knows) == hash(other.knows) and hidden().view(0) != hidden("D2:row").view(0)
    assert operator.ne(first, other) is False and first != hidden().view(0)
    samples = [first.sample(random.Random(seed)) for seed in range(20)]
    assert samples == [other.sample(random.Random(seed)) for seed in range(20)]
    assert len(set(samples)) == 5 and all(position.view(1).information == first.information for position in samples)
    contract_of.cache_clear()


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("engine", ["", "reference"])
def test_a_view_is_pickled_and_tells_no_secret(engine, player, monkeypatch):
    from lusory.play.program import contract_of

    monkeypatch.setenv("LUSORY_ENGINE", engine)
    contract_of.cache_clear()
    view, other = hidden().view(player), hidden("D2:row").view(player)
    copy = pickle.loads(pickle.dumps(view))
    assert copy == view and copy.knows == view.knows and copy.game == view.game
    assert copy.sample(random.Random(1)) == view.sample(random.Random(1))
    assert (pickle.dumps(view) == pickle.dumps(other)) == (player == 1)
    contract_of.cache_clear()


def test_a_view_of_a_program_is_pickled():
    view = lusory.load("tests/readings/hidden_gomoku.py:HiddenGomoku").start().view(0)
    assert pickle.loads(pickle.dumps(view)).information == view.information


def test_a_view_of_an_open_game_draws_the_position():
    position = lusory.load("susan", size=3).start().play("b2")
    assert position.view(1).sample(random.Random(1)) == position


def test_a_program_without_knowledge_says_so():
    view = lusory.load("tests/readings/hidden_gomoku.py:HiddenGomoku").start().view(0)
    with pytest.raises(LusoryError, match="expected `knowledge`"):
        view.sample(random.Random(1))


@pytest.mark.parametrize("name", sorted(lusory.catalogue()))
def test_random_plays_every_game(name):
    position, rng = lusory.load(name).start(), random.Random(name)
    chooser = player("random", position.game)
    for _ in range(10):
        position = position.roll(rng)
        if position.result is None:
            assert position.to_move is not None
            position = position.play(chooser.choose(seen_by(position, position.to_move), rng))
    chooser.begin()
    chooser.close()


class TestStanding:
    def test_every_level_is_a_player_of_every_game(self):
        for name in ("tic-tac-toe", "hidden-gomoku"):
            position = lusory.load(name).start()
            for number in (1, 5, 10):
                chooser = player(f"level:{number}", position.game)
                assert chooser.choose(seen_by(position, 0), random.Random(1)) is not None

    @pytest.mark.parametrize(
        "spec",
        [
            "level:0",
            "level:11",
            "level:x",
            "level:",
            "level:8,random=2",
            "level:0,random=0.5",
            "level:8,x=1",
            "best:",
            "best:0s",
            "best:1s,a=1",
        ],
    )
    def test_nonsense(self, spec):
        with pytest.raises(UnknownPlayer, match="expected"):
            player(spec, lusory.load("susan"))

    def test_a_level_of_ones_own(self):
        position = lusory.load("susan").start()
        chooser = player("level:8,random=1", position.game)
        assert {chooser.choose(position, random.Random(seed)) for seed in range(30)} > {position.moves().ids[0]}
        assert not read_spec("level:8,random=0.25").timed

    def test_levels_rise_and_have_no_seconds(self):
        assert not read_spec("level:4").timed and read_spec("best:1s").timed
        for game in ("susan", "hidden-gomoku", "connect-four"):
            levels = table_of(lusory.load(game)).levels
            assert len(levels) == 10
            levels = tuple(level for level in levels if not level.net)
            assert len(levels) >= 9
            for level, next_ in (*pairwise(levels[: CAREFUL - 1]), *pairwise(levels[CAREFUL - 1 :])):
                assert level.simulations <= next_.simulations and level.random >= next_.random
                assert level.random > next_.random or level.simulations < next_.simulations

    def test_the_highest_level_is_the_net_where_one_is_shipped(self):
        shipped = {hash_ for hash_, best in load_best().games.items() if best.spec.startswith("net:")}
        nets = load_levels().nets
        assert set(nets) <= shipped
        for hash_, top in nets.items():
            assert top.beats and top.beats[0] >= 0.6 and top.spec == f"net:shipped,{top.net}", hash_
        susan = lusory.load("susan")
        assert table_of(susan).levels[-1].net and not any(level.net for level in table_of(susan).levels[:-1])
        assert not table_of(lusory.load("hidden-gomoku")).levels[-1].net
        assert not read_spec("level:10").timed
        chooser = player("level:10", susan)
        assert isinstance(chooser, LevelPlayer) and isinstance(chooser.inner, AlphaBetaPlayer)
        assert chooser.choose(susan.start(), random.Random(1)) in susan.start().moves().ids

    def test_a_level_plays_at_random_now_and_then(self):
        position, first = lusory.load("tic-tac-toe").start(), LevelPlayer(First(), 0.3)
        other_choices = sum(first.choose(position, random.Random(seed)) != 0 for seed in range(2000))
        assert 0.2 < other_choices / 2000 < 0.33  # a ninth of what is random is the first, too

    def test_what_was_measured_is_told(self):
        susan = lusory.load("susan")
        assert "not measured yet" in read_spec("level:2").remark(lusory.load("susan", size=4))
        assert read_spec("level:2").remark(susan) == ""
        assert read_spec("greedy").remark(susan) == ""

    def test_a_game_with_a_best_of_its_own(self, monkeypatch):
        susan = find("susan").build()
        table = msgspec.structs.replace(load_best(), games={susan.hash: BestSpec("greedy", "a match of 400 games")})
        monkeypatch.setattr("lusory.players.levels.load_best", lambda: table)
        assert best_spec("1s", susan) == "greedy" and best_spec("1s", lusory.load("hidden-gomoku")) == "mcts:1s"
        assert "a match of 400 games" in read_spec("best:1s").remark(susan)

    def test_the_best_has_the_limit_that_is_asked_for(self, monkeypatch):
        susan = find("susan").build()
        table = msgspec.structs.replace(load_best(), games={susan.hash: BestSpec("alphabeta:{}")})
        monkeypatch.setattr("lusory.players.levels.load_best", lambda: table)
        assert best_spec("1s", susan) == "alphabeta:1s"
        assert best_spec("1000", susan) == "mcts:1000", "alpha-beta counts no simulations"
