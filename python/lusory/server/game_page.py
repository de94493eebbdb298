"""A game for its page and for the lobby: names, story, versions, sample game, study, and controls for its options."""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import urlencode

from ..draw import svg
from ..games import shelf
from ..games.shelves import ShelfGame, litter, shelved
from ..play.position import Position
from ..puzzles import shipped_games
from ..rules.english.background import options_text
from ..rules.events import CHANCE, PLAYER_NAMES
from ..rules.options import DRAW_TITLES, Definition, Heads, Option
from ..solve.known import common_options, largest_solved, row_of_rules
from .game_service import option_control
from .studies import studies
from .typical_openings import length


@cache
def list_games() -> list[dict[str, Any]]:
    """All games for the lobby."""
    return [card(definition) for definition in shelf() if not isinstance(definition, ShelfGame)]


@cache
def newborn() -> list[dict[str, Any]]:
    """The games of the shelf, the best first: as pages show them, with what their litter tells."""
    cards = [card(definition) | {"litter": litter().get(name)} for name, definition in shelved().items()]
    return sorted(cards, key=lambda game: -game["litter"]["quality"][0] if game["litter"] else 0)


@cache
def card(definition: Definition) -> dict[str, Any]:
    """A game as pages show it."""
    game, about = definition.build(), definition.about
    position = game.start()
    return {
        "name": definition.name,
        "title": about.title or definition.name,
        "other_names": about.other_names,
        "line": about.like or (definition.__doc__ or "").strip().partition("\n")[0],
        "story": about.story,
        "naming": about.naming,
        "rights": about.rights,
        "inventor": about.inventor,
        "year": about.year,
        "source": about.source,
        "versions": [
            {
                "options": options_text(version.options),
                "query": urlencode(version.options, safe=":"),
                "text": version.text,
            }
            for version in about.versions
        ],
        "sample": sample(definition),
        "exact": exact_value(definition),
        "study": studies().get(definition.name),
        "puzzles": definition.name in shipped_games(),
        "players": game.players,
        "hidden": position.hidden,
        "length": roughly(length(game)),
        "options": [control(option) for option in definition.options],
    }


def exact_value(definition: Definition) -> dict[str, str] | None:
    """Who wins with best play, or `draw`: by the rules as they are, else on the largest boards that are solved, where
    that is the same in each version; None where nothing is known. board: the options
    that those have in common."""
    if row := row_of_rules(definition.build()):
        return {"value": row.solution.value, "board": ""}
    rows = largest_solved(definition.name)
    if len({row.solution.value for row in rows}) != 1:
        return None
    return {"value": rows[0].solution.value, "board": common_options(rows)}


@cache
def sample_positions(definition: Definition) -> tuple[Position, ...]:
    """The positions of the sample game, the one before the first ply included."""
    position = definition.build(**definition.about.sample_options).start()
    positions = [position]
    for text in definition.about.sample.split():
        position = position.play(text)
        positions.append(position)
    return tuple(positions)


def sample(definition: Definition) -> dict[str, Any] | None:
    """The sample game: its options and its plies, each with who played it and the remark on it."""
    about = definition.about
    if not about.sample:
        return None
    last = sample_positions(definition)[-1]
    notes = {note.ply: note.text for note in about.notes}
    plies = [
        {
            "ply": number,
            "player": "Chance" if past_ply.player == CHANCE else PLAYER_NAMES[past_ply.player],
            "printed": last.contract.printed(past_ply.action),
            "note": notes.get(number, ""),
        }
        for number, past_ply in enumerate(last.past, 1)
    ]
    return {"options": options_text(about.sample_options), "plies": plies}


def sample_board(definition: Definition, ply: int) -> str | None:
    """The board of the sample game after so many plies, as SVG, with all its secrets; None where there is none."""
    positions = sample_positions(definition) if definition.about.sample else ()
    return drawn_sample(definition, ply) if ply < len(positions) else None


@cache
def drawn_sample(definition: Definition, ply: int) -> str:
    """The same, of a ply that there is: a cache that holds whatever number is asked for has no bound."""
    board = sample_positions(definition)[ply].picture()
    return svg.board(board, title=f"{definition.about.title or definition.name}, after {ply} plies")


def roughly(plies: int) -> int:
    """A length rounded to ten."""
    return round(plies / 10) * 10 if plies >= 10 else plies


def control(option: Option) -> dict[str, Any]:
    """How an option is chosen on a page: a number, a switch, a list, or a text where nothing else fits."""
    described = option_control(option) | {"range": option.expectation}
    if "choices" in described:
        return described | {"kind": "switch" if set(described["choices"]) == {"true", "false"} else "list"}
    if "least" in described:
        return described | {"kind": "number"}
    if isinstance(option.reader, Heads):
        choices = [{"head": head, "title": DRAW_TITLES[head], "least": least} for head, least in option.reader.least]
        return described | {"kind": "heads", "choices": choices}
    return described | {"kind": "text"}
