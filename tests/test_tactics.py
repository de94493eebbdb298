"""Tests of one-turn tactics: no searching player misses a winning turn or an avoidable loss in the next; worths of
kinds of piece; the choice of `best` for a new game."""

import random

import pytest

import lusory
from lusory._engine import features
from lusory.errors import UnknownPlayer
from lusory.games import studied_games
from lusory.play.program import contract_of
from lusory.players import player, read_spec
from lusory.players.levels import LevelPlayer, level_of
from lusory.players.search_choice import SETTING, choose_search, kept_choices, play_match
from lusory.players.tactics import loses, winning_ply
from lusory.rules import (
    At,
    Either,
    Game,
    Kind,
    Line,
    Place,
    Put,
    Ranks,
    Sequence,
    Square,
    Step,
    Win,
    empty,
    neutral,
    orthogonal,
    own,
)
from tests.plain_chess import chess
from tests.rule_values import rule_value
from tools.search_choices import unmeasured_games

SEEDS = range(3)


def after(game, *plies):
    position = game.start()
    for ply in plies:
        position = position.play(ply)
    return position


def after_choice(spec, position, seed):
    """The position after the ply that a player of this spec chooses."""
    return position.play(player(spec, position.game).choose(position, random.Random(seed)))


def last(position):
    """The last ply as text."""
    return position.contract.text(position.past[-1].action)


def winning_turn(position, tries):
    """Whether some turn that begins here wins. tries: an iterator that ends after the most plies to try."""
    for ply in position.moves().ids:
        if next(tries, None) is None:
            return False
        after_ply = position.follow(ply)
        if after_ply.result is not None:
            if after_ply.result.values[position.to_move] == 1:
                return True
        elif (
            not after_ply.past[-1].turn_over
            and after_ply.to_move == position.to_move
            and winning_turn(after_ply, tries)
        ):
            return True
    return False


def won_by_a_turn(game, seed):
    """The beginning of one of the last turns of a random game that can win; None if none can."""
    rng, position, turns = random.Random(seed), game.start(), []
    while position.result is None and position.ply < 300:
        if position.to_move == -1:
            position = position.chance(rng)
            continue
        if not position.past or position.past[-1].turn_over:
            turns.append(position)
        position = position.follow(rng.choice(position.moves().ids))
    return next((turn for turn in turns[-4:] if winning_turn(turn, iter(range(3_000)))), None)


def after_turn_of(chooser, position):
    """The position after a whole turn, of which the player `chooser` chooses every ply."""
    rng, after_turn = random.Random(1), position
    while after_turn.result is None and (after_turn is position or not after_turn.past[-1].turn_over):
        after_turn = after_turn.play(chooser.choose(after_turn, rng))
    return after_turn


TWO_IN_A_ROW = ("a1", "c3", "b1")
"""The second player must take c1."""


class TestOneTurn:
    @pytest.mark.parametrize("spec", ["mcts:1", "mcts:20", "alphabeta:1", "alphabeta:3", "level:3", "level:5"])
    def test_a_loss_to_the_next_turn_is_avoided(self, spec):
        position = after(lusory.load("tic-tac-toe"), *TWO_IN_A_ROW)
        for seed in range(8):
            assert last(after_choice(spec, position, seed)) == "c1"

    @pytest.mark.parametrize("spec", ["mcts:1", "alphabeta:1", "level:3"])
    def test_a_win_is_not_overlooked(self, spec):
        position = after(lusory.load("tic-tac-toe"), *TWO_IN_A_ROW, "c2")
        for seed in range(8):
            assert after_choice(spec, position, seed).result.values == (1, 0)

    @pytest.mark.parametrize("name", [name for name in studied_games() if not lusory.load(name).start().hidden])
    def test_a_win_in_a_random_game_is_not_overlooked(self, name):
        """The winning turn is sought here by trying every ply of the turn, without the player's own search."""
        position = next(
            winning for seed in range(60) if (winning := won_by_a_turn(lusory.load(name), seed)) is not None
        )
        for spec in ("mcts:1", "alphabeta:1", "level:3"):
            chooser = player(spec, position.game)
            assert after_turn_of(chooser, position).result.values[position.to_move] == 1

    def test_random_plies_of_the_first_levels_overlook_it(self):
        position = after(lusory.load("tic-tac-toe"), *TWO_IN_A_ROW)
        careless = {last(after_choice("level:1", position, seed)) for seed in range(20)}
        assert len(careless) > 1

    def test_wins_and_losses_of_a_position(self):
        position = after(lusory.load("tic-tac-toe"), *TWO_IN_A_ROW)
        contract = contract_of(position.game)
        safe = [contract.text(ply) for ply in position.moves().ids if not loses(position, ply)]
        assert safe == ["c1"] and winning_ply(position) is None
        won = winning_ply(position.play("a3"))
        assert won is not None and contract.text(won) == "c1"

    def test_the_reference_says_the_same(self, monkeypatch):
        monkeypatch.setenv("LUSORY_ENGINE", "reference")
        game = Game(board=Square(3), turn=Place(), ends=[Win(Line(3))], name="three")
        position = after(game, *TWO_IN_A_ROW)
        assert [loses(position, ply) for ply in position.moves().ids].count(False) == 1
        assert winning_ply(position.play("a3")) is not None

    def test_turns_of_several_plies(self):
        game = Game(board=Square(5), turn=Sequence(Place(), Place()), ends=[Win(Line(4))], name="two at a time")
        position = after(game, "a1", "b1", "a5", "b5")
        won = winning_ply(position)
        assert won is not None
        after_both = position.follow(won)
        assert after_both.follow(winning_ply(after_both)).result.values[0] == 1

    def test_a_level_of_ones_own_may_be_careful(self):
        game = lusory.load("tic-tac-toe")
        assert level_of("32,random=0.5,careful=yes", game).careful and not level_of("32,random=0.5", game).careful
        assert level_of("3", game).careful and not level_of("2", game).careful
        with pytest.raises(UnknownPlayer, match="expected yes or no"):
            level_of("32,random=0.5,careful=maybe", game)

    def test_a_careful_level_of_random_plies(self):
        position = after(lusory.load("tic-tac-toe"), *TWO_IN_A_ROW)
        careful = LevelPlayer(player("mcts:1", position.game), 1.0, careful=True)
        assert {last(position.play(careful.choose(position, random.Random(seed)))) for seed in range(9)} == {"c1"}


def priors(game):
    return {name: prior for name, prior, _ in features(contract_of(game).start())}


class TestChess:
    def test_worths_of_kinds_come_from_the_rules(self):
        worth = priors(chess)
        kinds = [worth[f"material.{kind}"] for kind in ("queen", "rook", "bishop", "knight", "pawn")]
        assert kinds == sorted(kinds, reverse=True) and kinds[0] > 5 * kinds[-1]
        assert worth["material.king"] == max(kinds)

    def test_who_gives_check_is_not_worth_a_king(self):
        """The goal of chess as the library writes it names the pieces that attack, too."""
        worth = priors(lusory.load("chess"))
        kinds = [worth[f"material.{kind}"] for kind in ("queen", "rook", "bishop", "knight", "pawn")]
        assert kinds == sorted(kinds, reverse=True) and kinds[0] > 1.5 * kinds[3]
        assert worth["material.king"] == worth["material.unmoved-king"] == max(kinds)

    def test_a_single_kind_is_worth_one(self):
        assert {prior for name, prior in priors(lusory.load("breakthrough")).items() if name.startswith("mat")} == {1.0}

    @pytest.mark.parametrize("spec", ["alphabeta:0.3s", "mcts:0.3s"])
    def test_mate_in_one_is_not_allowed(self, spec):
        position = after(chess, "e2 e4", "e7 e5", "f1 c4", "b8 c6", "d1 h5")
        for seed in SEEDS:
            assert winning_ply(after_choice(spec, position, seed)) is None

    def test_a_hanging_queen_is_taken(self):
        position = after(chess, "e2 e4", "e7 e5", "g1 f3", "d8 g5")
        for seed in SEEDS:
            assert last(after_choice("alphabeta:0.3s", position, seed)) == "f3-g5"


def walls():
    """A game of reaching the far side, in which a player may place a neutral wall instead of moving."""
    runner = own & Kind("runner")
    return Game(
        board=Square(5),
        setup=[Put(At("c1"), side=1, kind="runner"), Put(At("c5"), side=2, kind="runner")],
        turn=Either(
            Step(runner, to=empty, directions=orthogonal),
            Place(to=empty, kind="wall", owner=neutral),
        ),
        ends=[Win(runner & Ranks(-1))],
        name="walls",
    )


class TestPaths:
    def test_a_wall_makes_the_way_longer(self):
        position = walls().start()
        path = [_path(position)]
        for wall in ("c2", "b1", "d1"):
            position = position.play(wall)
            path.append(_path(position))
        assert path[:2] == [0, 0]
        assert path[-1] < -30  # the first player is walled in; the other still has a way


def _path(position):
    return {name: value for name, _, value in features(position.state)}["race.path"]


class TestBestSearch:
    def test_it_is_measured_once_and_says_so(self):
        game = lusory.load("susan", size=4)
        choose_search.cache_clear()
        first = read_spec("best:1s").remark(game)
        search = choose_search(game)
        assert choose_search.cache_info().misses == 1 and search.text in first and "by a short match" in first
        assert search.best in ("mcts", "alphabeta") and first.startswith(f"best:1s is {search.best}:1s")

    def test_it_is_the_same_each_time(self):
        game = lusory.load("tic-tac-toe")
        first = choose_search(game)
        choose_search.cache_clear()
        assert choose_search(game) == first and first.points <= first.games

    def test_a_game_of_other_players_is_not_measured(self):
        assert "not measured yet" in read_spec("best:1s").remark(lusory.load("hidden-gomoku"))


def test_the_matches_of_all_games_of_the_catalogue_are_kept():
    """Else the first `best` of a game plays one: `python -m tools.search_choices`."""
    assert kept_choices().setting == SETTING
    assert {game.hash for game in unmeasured_games()} == set(kept_choices().choices)


def test_a_match_that_is_kept_is_what_would_be_played():
    game = rule_value("three-mens-morris")
    assert play_match(game) == kept_choices().choices[game.hash]
