"""What a mail about a table says: in plain text, and as HTML with the board as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .seat_view import SeatView

WIDE = 400
"""Pixels of the picture as it is shown; it has half as many again, for fine screens."""
STYLE = "font-family: sans-serif; max-width: 40em"


def headline(view: SeatView, board: int) -> str:
    """The subject of every mail about a table, so that they stay together: nothing in it changes."""
    return f"{view.title}, board {board}: {' - '.join(view.names)}"


def stands(view: SeatView) -> str:
    """How it stands, in a sentence."""
    if view.result is not None:
        return f"The game is over: {view.result.text}"
    if view.to_move == view.player:
        sign = view.symbols[view.player]
        return f"It is your turn{f': you play {sign}' if sign else ''}."
    if view.to_move is None or view.to_move < 0:
        return "The next ply is a matter of chance."
    return f"{view.names[view.to_move]} is to move."


def offers(view: SeatView) -> list[str]:
    """What is offered."""
    found = []
    for player, what in view.offers:
        asked = {"draw": "a draw", "undo": "to take a ply back", "rematch": "another game"}.get(what, what)
        if player == view.player:
            found.append(f"You have proposed {asked}; not answered yet.")
        else:
            found.append(f"{view.names[player]} proposes {asked}.")
    return found


def last_plies(view: SeatView) -> list[str]:
    """The last plies, a line each."""
    return [
        f"{ply.turn:>3}. {view.names[ply.player] if ply.player >= 0 else 'Chance'}: {ply.text}" for ply in view.last
    ]


def time_left(view: SeatView) -> str:
    """How much time everybody has; nothing where no clock runs."""
    if view.clock is None or view.result is not None:
        return ""
    return ", ".join(f"{name} {span(left)}" for name, left in zip(view.names, view.clock.left, strict=True))


def span(seconds: float) -> str:
    """`3 days 4 hours`: two units, the rest is left out."""
    left, found = int(seconds), []
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        count, left = divmod(left, size)
        if count:
            found.append(f"{count} {unit}{'s' if count > 1 else ''}")
    return " ".join(found[:2]) or "no time"


def sections(view: SeatView) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """What stands above the board, and below it under headings."""
    above = [*view.recent, *offers(view), stands(view)]
    scores = [", ".join(f"{name} {score}" for name, score in zip(view.names, view.scores, strict=False))]
    below = [
        ("Last plies", last_plies(view)),
        (view.counts.capitalize() or "Points", scores if view.counts else []),
        ("What you know", view.known),
        ("Time left", [left] if (left := time_left(view)) else []),
        ("The whole game", view.record.splitlines()),
    ]
    return above, [(head, rows) for head, rows in below if rows]


def plain(view: SeatView, link: str, less: str = "", hint: str = "") -> str:
    """The mail as text. link: to the table. less: where notices are switched off; empty where that is at the table.
    hint: how to answer."""
    above, below = sections(view)
    parts = [
        "\n".join(above),
        view.board,
        *(f"{head}:\n" + "\n".join(rows) for head, rows in below),
        *([hint] if hint else []),
        link,
    ]
    return "\n\n".join([*parts, *([f"Less mail, or none: {less}"] if less else [])]) + "\n"


def html(view: SeatView, link: str, picture: str, less: str = "", answer: Sequence[str] = (), hint: str = "") -> str:
    """The same with a picture of the board. picture: its Content-ID. answer: lines of an answer, above all else."""
    above, below = sections(view)
    drawn = f'<p><img src="cid:{escape(picture)}" width="{WIDE}" alt="the board"></p>'
    parts = [f"<pre>{escape(chr(10).join(answer))}</pre>"] if answer else []
    parts += [lines(above), drawn]
    parts += [f"<p><b>{escape(head)}</b></p><pre>{escape(chr(10).join(rows))}</pre>" for head, rows in below]
    parts += [f"<p>{escape(hint)}</p>"] if hint else []
    parts += [f"<p>{head}{anchor(to)}</p>" for head, to in (("", link), ("Less mail, or none: ", less)) if to]
    return f'<html><body style="{STYLE}">{"".join(parts)}</body></html>'


def anchor(link: str) -> str:
    """A link that shows where it leads."""
    return f'<a href="{escape(link)}">{escape(link)}</a>'


def lines(found: list[str]) -> str:
    """A paragraph of lines."""
    return f"<p>{'<br>'.join(map(escape, found))}</p>" if found else ""
