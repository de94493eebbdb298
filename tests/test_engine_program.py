"""Tests of the programs that Python writes for the engine, and the golden programs of its Rust tests.

`python -m tests.test_engine_program` writes those again; with a file's name behind it, the programs of all games and of
many random rule values, one a line. `LUSORY_PROGRAMS=file cargo test -p lusory-engine --test programs -- --ignored`
reads them.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lusory.engine.program import board, program
from lusory.games import catalogue
from lusory.reference.evaluation_context import HAPPENS
from lusory.reference.tables import Tables
from lusory.rules.actions import key_of
from lusory.rules.ends import NoPly
from lusory.rules.game import Game
from lusory.rules.geometry import bits
from lusory.rules.logic import BySide, If
from lusory.rules.traversal import words
from lusory.rules.turns import Chance, Either, First, Repeat, Sequence
from lusory.testing import draw_game

from .games import games_by_name

DATA = Path(__file__).parent.parent / "crates" / "engine" / "tests" / "data"
GOLDEN: dict[str, dict[str, Any]] = {
    "tic-tac-toe": {},
    "susan": {"size": 2},
    "serendipity": {"size": 4},
    "hidden-gomoku": {"size": 3},
    "konane": {"size": 4},
    "ataxx": {"size": 3},
    "nine-mens-morris": {},
    "connect-four": {},
    "hex": {"size": 4},
    "havannah": {"size": 4},
    "yavalath": {},
    "gomoku": {"size": 9},
    "pente": {"size": 9},
    "ndengrod": {"size": 3},
    "doppel": {"size": 4},
    "reversi": {"size": 6},
    "breakthrough": {},
}
"""The games whose programs the engine's own tests read. Nine men's morris stands on a board given as a graph; those
after it are played by kernels."""

RANDOM = 60
"""How many random rule values are looked at here; five times as many are written for the engine."""
Agenda = tuple[int, ...]


def build(name: str, **options: Any) -> Game:
    definitions = catalogue() | games_by_name()
    return definitions[name].build(**options)


def every_game(random_ones: int) -> Iterator[Game]:
    yield from (definition.build() for definition in (catalogue() | games_by_name()).values())
    yield from (draw_game(random.Random(seed).randrange) for seed in range(random_ones))


@pytest.fixture(scope="module")
def games() -> tuple[Game, ...]:
    return tuple(every_game(RANDOM))


def expected(game: Game) -> dict[str, Any]:
    """What the reference makes of the same rules."""
    tables = Tables(game)
    return {
        "kinds": tables.kinds,
        "hidden": tables.hidden,
        "quiets": [[HAPPENS[without], unit == "turn"] for without, unit in tables.quiets],
        "repeats": tables.repeats,
        "memory": tables.memory,
        "tells": len(tables.tells),
        "handed": [tables.handed.get(kind) for kind in tables.kinds],
        "parts": [type(part).tag() for part in tables.parts],
        "turns": [tables.agenda(turn) for turn in range(len(tables.turns))],
        "agendas": sorted(reachable_agendas(tables)),
    }


def reachable_agendas(tables: Tables) -> set[Agenda]:
    """Every agenda that play can come to, whatever holds: as options.py takes them apart."""
    plies_of_ends = [word.ply for word in words(tables.game.ends) if isinstance(word, NoPly) and word.ply is not None]
    agendas = [tables.agenda(turn) for turn in range(len(tables.turns))] + [
        (tables.nodes[word] * 2,) for word in plies_of_ends
    ]
    reachable: set[Agenda] = set()
    while agendas:
        agenda = agendas.pop()
        if agenda and agenda not in reachable:
            reachable.add(agenda)
            agendas += [agenda[1:], *after(tables, agenda)]
    return reachable


def after(tables: Tables, agenda: Agenda) -> Iterator[Agenda]:
    """What the first part of an agenda can put in its place."""
    word, stop, rest = tables.parts[agenda[0] >> 1], agenda[0] & 1, agenda[1:]
    if isinstance(word, Sequence):
        yield (*(tables.nodes[part] * 2 + (stop | word.stop) for part in word.parts), *rest)
    elif isinstance(word, Repeat):
        yield (tables.nodes[word.ply] * 2 + stop, *agenda)
    elif isinstance(word, (Either, First, BySide)):
        yield from ((tables.nodes[part] * 2 + stop, *rest) for part in word.parts)
    elif isinstance(word, If):
        yield from ((tables.nodes[part] * 2 + stop, *rest) for part in (word.then, word.otherwise) if part is not None)
    elif isinstance(word, Chance):
        yield (tables.nodes[word.ply] * 2 + stop, *rest)


def golden(game: Game) -> str:
    """A program with what is expected of its reader."""
    return json.dumps({"expected": expected(game), "program": json.loads(program(game))}, separators=(",", ":")) + "\n"


@pytest.mark.parametrize("name", GOLDEN)
def test_the_programs_of_the_engines_tests_are_up_to_date(name: str) -> None:
    stored = (DATA / f"{name}.json").read_text(encoding="utf-8")
    assert stored == golden(build(name, **GOLDEN[name])), "write them again: python -m tests.test_engine_program"


def tags(value: Any) -> Iterator[str]:
    """Every word's tag in the order of the document."""
    if isinstance(value, dict):
        yield from ([value["word"]] if "word" in value else [])
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from tags(part)


def test_the_order_of_the_document_is_that_of_the_walk(games: tuple[Game, ...]) -> None:
    """All words that are numbered come first where the walk first comes to them; defaults hold none of them."""
    numbered = {"put", "place", "promote", "in-hand", "quiet", "tell", "last", "commit", "either", "sequence", "repeat"}
    for game in games:
        rules = json.loads(program(game))["rules"]
        walked = [type(word).tag() for word in words(game)]
        assert [tag for tag in tags(rules) if tag in numbered] == [tag for tag in walked if tag in numbered]


def test_every_part_has_the_base_of_its_plies(games: tuple[Game, ...]) -> None:
    for game in games:
        data, tables = json.loads(program(game)), Tables(game)
        for part, base in zip(tables.parts, data["bases"], strict=True):
            single = not isinstance(part, (Sequence, Repeat, Either, First, If, BySide, Chance))
            block = game.actions.blocks.get(key_of(part)) if single else None
            assert base == (block[0] if block else None)


@pytest.mark.parametrize("name", ["ndengrod", "konane", "hidden-gomoku", "nine-mens-morris"])
def test_the_texts_of_plies_follow_from_the_blocks(name: str) -> None:
    game = build(name)
    data = json.loads(program(game))
    for action in {*range(0, game.num_actions, 97), game.num_actions - 1}:
        assert text_of(data, action) in ("", game.actions.text(action))


def text_of(block_data: dict[str, Any], action: int) -> str:
    """A ply's text made from the blocks alone; nothing of an answer."""
    names = block_data["board"]["names"]
    block = next(b for b in block_data["blocks"] if b["base"] <= action < b["base"] + b["size"])
    place, form, suffix = action - block["base"], block["form"], block.get("suffix", "")
    first, second = divmod(place, len(names))
    if form == "commit":
        return f"{names[second]}:{block['labels'][first]}{suffix}"
    if form in ("cell", "lift"):
        return f"{'x' if form == 'lift' else ''}{names[second]}{suffix}"
    if form in ("move", "jump"):
        return f"{names[first]}{'-' if form == 'move' else 'x'}{names[second]}{suffix}"
    return str({"word": block.get("text"), "roll": f"roll:{place + 1}", "reveal": ""}[form])


def test_a_board_is_written_once() -> None:
    first, other = build("hex", size=5), build("rex")
    assert board(first.geometry) is board(other.geometry)
    data = json.loads(program(first))["board"]
    assert data["steps"] == [list(row) for row in first.geometry.steps]
    assert data["ranks"][1][0] == list(bits(first.geometry.ranks[1][0]))


def write(arguments: list[str]) -> None:
    for path in arguments:
        Path(path).write_text("".join(golden(game) for game in every_game(5 * RANDOM)), encoding="utf-8")
    DATA.mkdir(parents=True, exist_ok=True)
    for name, options in GOLDEN.items():
        (DATA / f"{name}.json").write_text(golden(build(name, **options)), encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1:])
