"""The pages of pupils: one's own, and each with its curve, its patterns and its versions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...lab.pupils import last_level
from ...players.levels import LEVELS
from ...texts import SOURCE, current, gettext, ngettext
from ..game_page import list_games
from ..pupil_service import Asker
from ..registry import NAME
from ..table import Refused
from .identity import signed_in
from .pages import page, unstored
from .pupils import asker_of, line, pupils_of

WIDE, HIGH, LEFT, LOW = 420, 180, 34, 26
"""Of the curve: its size, and the space for the figures beside it and below."""


class LevelCurve(NamedTuple):
    """A curve for the template. points: x, y, number of the version, its level. line: of a polyline. rows: y and level
    of the lines behind."""

    points: list[tuple[float, float, int, int]]
    line: str
    rows: list[tuple[float, int]]


def curve(versions: Sequence[dict[str, Any]]) -> LevelCurve:
    """The level by version."""
    measured = [(version["number"], version["level"]) for version in versions if version["level"] is not None]
    step = (WIDE - LEFT - 12) / max(len(measured) - 1, 1)

    def height(level: int) -> float:
        return round(8 + (HIGH - LOW - 8) * (1 - level / LEVELS), 1)

    points = [
        (round(LEFT + place * step, 1), height(level), number, level) for place, (number, level) in enumerate(measured)
    ]
    line = " ".join(f"{x},{y}" for x, y, *_ in points)
    return LevelCurve(points, line, [(height(level), level) for level in range(0, LEVELS + 1, 2)])


def whole(count: int) -> str:
    """A number of some digits."""
    return f"{count:,}" if current() == SOURCE else f"{count:,}".replace(",", "\u202f")


def told(before: dict[str, Any] | None, version: dict[str, Any]) -> str:
    """What a pupil did to become this version."""
    if before is None:
        return gettext("It begins: it knows the rules, and nothing else.")
    studied, practised = (version[name] - before[name] for name in ("studied", "practised"))
    parts = []
    if studied:
        text = ngettext("learnt from %(games)s game", "learnt from %(games)s games", studied)
        parts.append(text % {"games": whole(studied)})
    if practised:
        text = ngettext("played %(games)s game against itself", "played %(games)s games against itself", practised)
        parts.append(text % {"games": whole(practised)})
    if version["opening"] != before["opening"] and version["opening"]:
        parts.append(gettext("new favourite opening %(opening)s") % {"opening": " ".join(version["opening"])})
    if version["level"] is not None:
        parts.append(strength(version["level"]))
    sentence = "; ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def strength(level: int) -> str:
    """A level in words."""
    return gettext("now about level %(level)s") % {"level": level} if level else gettext("now below level 1")


def moment(seconds: int) -> str:
    """When a version was made; the page's script puts it in the reader's time."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def iso(seconds: int) -> str:
    """The same for programs."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


async def all_page(request: Request) -> Response:
    """The visitor's pupils, and a form for a new one."""
    await signed_in(request)
    service, asker = pupils_of(request), await asker_of(request)
    own = [
        line(pupil) | {"level": last_level(await service.stored.versions(pupil.id))}
        for pupil in await service.stored.of(asker.holders)
    ]
    lent = [line(pupil) | {"level": None} for pupil in await service.stored.lent_to(asker.holders)]
    games = await run_in_threadpool(for_pupils)
    limits = request.app.state.settings.limits
    return unstored(page(request, "pupils.html", own=own, lent=lent, catalogue=games, days=limits.pupil_days))


def for_pupils() -> list[dict[str, Any]]:
    """The games of the catalogue that pupils learn."""
    return [card for card in list_games() if card["players"] > 1]


async def one_page(request: Request) -> Response:
    """A pupil; for who may not seat it a page that asks whether he was given its link."""
    await signed_in(request)
    service, asker = pupils_of(request), await asker_of(request)
    name = request.path_params["pupil"]
    try:
        pupil = await service.usable(name, asker) if NAME.fullmatch(name) else None
    except Refused:
        pupil = None
    if pupil is None:
        return unstored(page(request, "pupil-join.html"))
    view = await service.shown(pupil, asker)
    versions = view.get("versions", [])
    lines = [
        version | {"told": told(before, version), "day": moment(version["made"]), "moment": iso(version["made"])}
        for before, version in zip([None, *versions], versions, strict=False)
    ]
    rivals = [rival for rival in await rivals_of(request, asker) if rival["hash"] == pupil.hash]
    frame = {"wide": WIDE, "high": HIGH, "left": LEFT}
    others = [rival for rival in rivals if rival["pupil"] != pupil.id]
    return unstored(
        page(request, "pupil.html", pupil=view, lines=lines[::-1], curve=curve(versions), rivals=others, **frame)
    )


async def rivals_of(request: Request, asker: Asker) -> list[dict[str, Any]]:
    """All pupils that the caller may seat."""
    stored = pupils_of(request).stored
    return [line(pupil) for pupil in [*await stored.of(asker.holders), *await stored.lent_to(asker.holders)]]


ROUTES = [Route("/pupils", all_page), Route("/pupils/{pupil}", one_page)]
