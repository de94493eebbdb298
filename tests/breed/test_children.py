"""Tests of variation: children are nearly always valid, reproducible by seed and number, and fit their boards."""

import random
import subprocess
import sys

import pytest

from lusory.breed.children import (
    ON_ANOTHER_SHAPE,
    can_be_bred,
    child,
    cross_clause,
    cross_field,
    cross_part,
    on_shape,
    stream,
)
from lusory.breed.fit import fit_fields
from lusory.breed.founders import CELLS, founders, unfit
from lusory.breed.mutation import MUTATIONS, twin
from lusory.breed.parts import parts, rules_of, spots, without_part
from lusory.errors import LusoryError, RuleError
from lusory.games import find
from lusory.rules import Capture, Enclosed, Hexagon, Line, Loss, Place, Win, codec, enemy, own
from lusory.rules.game import Game
from lusory.rules.traversal import exchange, part_at

KNOWN = founders()


def born(seed, number):
    rng = stream(seed, number)
    return child([rng.choice(KNOWN), rng.choice(KNOWN)], rng, KNOWN)


def test_nine_of_ten_drafts_are_valid():
    children = [born(1, number) for number in range(600)]
    refused = sum(child.refused for child in children)
    assert refused <= 0.1 * (len(children) + refused)
    games = [child.game for child in children if child.game is not None]
    assert len(games) > 0.99 * len(children)
    assert len({game.hash for game in games}) > 0.8 * len(games)
    assert all(codec.read(codec.write(game)) == game and can_be_bred(game) for game in games)


def test_a_child_is_known_by_its_seed_and_number():
    code = (
        "from tests.breed.test_children import born\n"
        "print(*[born(7, n).game.hash[:12] for n in (3, 40, 5)], *born(7, 40).steps)"
    )
    env = {"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": "11"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    hashes = [born(7, n).game.hash[:12] for n in (3, 40, 5)]
    assert result.stdout.split() == [*hashes, *" ".join(born(7, 40).steps).split()]


def test_a_child_differs_from_its_parents_and_names_them():
    for number in range(60):
        rng = stream(2, number)
        pair = [rng.choice(KNOWN), rng.choice(KNOWN)]
        newborn = child(pair, rng, KNOWN)
        assert newborn.game not in pair and newborn.steps and set(newborn.parents) <= {0, 1}


@pytest.mark.parametrize("name", MUTATIONS)
def test_each_mutation_changes_something(name):
    changes = 0
    for number in range(120):
        rng = random.Random(f"{name}:{number}")
        game = rng.choice(KNOWN)
        try:
            changed = Game(**fit_fields(MUTATIONS[name][1](rules_of(game), rng, KNOWN)))
        except RuleError:
            continue
        changes += changed != game
    assert changes > 40


def test_rules_move_to_another_shape_of_board():
    for name, shape in (("yavalath", "Square"), ("gomoku", "Hexagon"), ("havannah", "Triangle")):
        game = find(name).build()
        birth = on_shape(game, shape, stream(1, 2))
        assert birth.game is not None and type(birth.game.board).__name__ == shape and birth.parents == (0,)
        assert birth.game.turn == game.turn and birth.steps == (ON_ANOTHER_SHAPE,)


def test_a_clause_twice_differs_from_itself():
    fields = rules_of(Game(Hexagon(4), Place(), effects=[Capture(Enclosed(enemy))], ends=[Win(Line(4))]))
    twins = [twin(fields, random.Random(number), ()) for number in range(200)]
    assert all(len(new["ends"]) + len(new["effects"]) == 3 and new["turn"] == fields["turn"] for new in twins)
    assert any(Capture(Enclosed(own)) in new["effects"] for new in twins)
    assert any(new["ends"] == (Win(Line(4)), Win(Line(5))) for new in twins)
    assert any(isinstance(new["ends"][0], Loss) for new in twins)


@pytest.mark.parametrize("cross", [cross_part, cross_field, cross_clause])
def test_each_crossover_has_something_of_the_other(cross):
    hexed, boxed = find("havannah").build(size=4), find("reversi").build()
    origins = set()
    for number in range(40):
        fields, step = cross(hexed, boxed, random.Random(number))
        child_ = Game(**fit_fields(fields))
        origins.add(step)
        assert step
        if child_ != hexed:
            assert {type(w) for w in child_.words} <= {type(w) for w in (*hexed.words, *boxed.words)} | EXTRA
    assert len(origins) > 1 or cross is cross_clause


def test_words_are_fitted_to_the_board():
    connect = find("connect-four").build()
    for name in ("havannah", "y", "hex", "serendipity", "breakthrough"):
        other = find(name).build()
        game = Game(**fit_fields(rules_of(connect) | {"board": other.board}))
        assert game.board == other.board
    for name in ("konane", "reversi", "hex", "breakthrough", "doppel"):
        other = find(name).build()
        assert Game(**fit_fields(rules_of(other) | {"board": find("y").build(size=6).board})).ends


def test_every_part_has_its_way():
    for game in KNOWN:
        for part in parts(game):
            value_there = part_at(getattr(game, part.top), part.steps[1:])
            assert value_there == part.value
            assert exchange(getattr(game, part.top), part.steps[1:], value_there) == getattr(game, part.top)
            if part.listed and part.top == "ends" and len(part.steps) == 2:
                assert len(without_part(game, part.steps)["ends"]) == len(game.ends) - 1
        assert spots(rules_of(game)) == parts(game)


def test_founders_are_small_and_fit():
    assert len(KNOWN) >= 50 and "chess" not in {game.name for game in KNOWN}
    assert all(len(game.geometry.names) <= CELLS and not unfit(game) and game.name for game in KNOWN)
    assert [game.name for game in founders(["susan", "hex"])] == ["susan", "hex"]


def test_what_cannot_be_bred_from_is_said():
    with pytest.raises(LusoryError, match="hidden-gomoku cannot be bred from: it has secret placements"):
        founders(["hidden-gomoku"])
    with pytest.raises(LusoryError, match="no such game"):
        founders(["nosuch"])


EXTRA = {type(w) for w in Game(**fit_fields(rules_of(find("reversi").build()))).words}
EXTRA |= {type(w) for name in ("hex", "y", "havannah", "serendipity") for w in find(name).build().words}
