"""The rules of a game for people: English and examples, as text, Markdown or HTML."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache

import msgspec

from ..draw import rules_sheet
from ..reference import Reference, State
from ..reference.offered_ply import OfferedPly
from ..reference.tentative_ply import violates_unless
from ..rules.actions import Key
from ..rules.codec import write
from ..rules.english import Example, Sheet, sheet
from ..rules.game import Game
from ..rules.geometry import bits
from ..rules.turns import Commit
from . import examples as found_by_play
from .random_plies import offers, wander, weight

FORMATS: dict[str, Callable[[Sheet], str]] = {
    "text": rules_sheet.text,
    "md": rules_sheet.markdown,
    "html": rules_sheet.html,
}
MOST = 10
"""Examples on a sheet: more do not fit on one page."""


def rules(game: Game, format: str = "text", examples: bool = True) -> str:
    """The rules in one of the formats text, md, html; `json` is the rule value itself."""
    if format == "json":
        return write(game)
    if format not in FORMATS:
        raise ValueError(f"format: {format!r}, expected text, md, html or json")
    return FORMATS[format](illustrated_sheet(game) if examples else sheet(game, samples(game)))


def illustrated_sheet(game: Game) -> Sheet:
    """The sheet with its examples and the board at the start."""
    terms = {name: repr(word) for name, word in game.terms.items()}
    return _cached_sheet(game, msgspec.json.encode((game.name, game.about, terms, game.colours)))


@lru_cache(maxsize=64)
def _cached_sheet(game: Game, texts: bytes) -> Sheet:
    """Made once for equal rules with equal texts: equal games may have other texts."""
    untitled = sheet(game, samples(game))
    reference = Reference(game)
    hidden = game.has_secrets
    note = "All boards are shown as the referee sees them, hidden stones too." if hidden else ""
    start = reference.picture(reference.start(), None) if game.setup else None
    return msgspec.structs.replace(
        untitled, examples=choose_examples(found_by_play.examples(game)), note=note, start=start
    )


@lru_cache(maxsize=64)
def samples(game: Game) -> dict[Key, tuple[int, ...]]:
    """Plies to show how they are written: of each block one made in a random game, as near the middle as there is."""
    reference, best = Reference(game), dict[Key, tuple[float, tuple[int, ...]]]()
    for state, _ in wander(reference, random.Random(1), min(PLIES, 1 + WALK // weight(game))):
        for key, option in nearest(reference, state).items():
            far = away(game, option)
            if key not in best or far < best[key][0]:
                best[key] = far, with_announcements(reference, state, option)
    return {key: ids for key, (_, ids) in best.items()}


def nearest(reference: Reference, state: State) -> dict[Key, OfferedPly]:
    """Of each block the legal ply nearest to the middle."""
    game, best = reference.game, dict[Key, OfferedPly]()
    view, options = offers(reference, state) if state.pending is None else (None, list(reference.options(state)))
    for option in sorted(options, key=lambda option: away(game, option)):
        key, _ = game.actions.split(option.id)
        if key not in best and (view is None or not violates_unless(view, option)):
            best[key] = option
    return best


PLIES, WALK = 60, 20_000
"""What bounds that game: plies, and plies times the weight of the game."""


def with_announcements(reference: Reference, state: State, option: OfferedPly) -> tuple[int, ...]:
    """The ply; of a target all the announcements it may have; before what is revealed, nothing."""
    if option.filled and state.pending is not None:
        return reference.options(state)[0].id, option.id
    if not isinstance(option.word, Commit):
        return (option.id,)
    return tuple(o.id for o in reference.options(state) if o.word == option.word and o.to == option.to)


def away(game: Game, option: OfferedPly) -> float:
    """How far from the middle a ply begins and ends; of what is revealed, how many more or fewer than two."""
    if option.to < 0:
        return abs(option.filled.bit_count() - 2)
    places = [game.geometry.centres[cell] for cell in (option.to, option.origin) if cell >= 0]
    middle = [game.geometry.centres[cell] for cell in bits(game.geometry.centre)]
    x, y = (sum(place[k] for place in middle) / len(middle) for k in (0, 1))
    return round(sum((place[0] - x) ** 2 + (place[1] - y) ** 2 for place in places), 6)


def choose_examples(candidates: tuple[Example, ...]) -> tuple[Example, ...]:
    """As many as fit, those of the most puzzling clauses: effects and ends before plain moves."""
    ranked = sorted(
        candidates, key=lambda example: (not example.path.startswith(("effects", "ends")), candidates.index(example))
    )
    best = ranked[:MOST]
    return tuple(example for example in candidates if example in best)
