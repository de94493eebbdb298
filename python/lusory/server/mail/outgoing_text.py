"""The content of a mail about a table: plain text, and HTML with the board as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...texts import gettext, ngettext
from .seat_view import SeatView

WIDE = 400
"""Pixels of the picture as it is shown; it has half as many again, for fine screens."""
STYLE = "font-family: sans-serif; max-width: 40em"


def headline(view: SeatView, board: int) -> str:
    """The subject of every mail about a table, so that they stay together: nothing in it changes."""
    values = {"title": view.title, "board": board, "names": " - ".join(view.names)}
    return gettext("%(title)s, board %(board)s: %(names)s") % values


def stands(view: SeatView) -> str:
    """How it stands, in a sentence."""
    if view.result is not None:
        return gettext("The game is over: %(result)s") % {"result": view.result.text}
    if view.to_move == view.player:
        sign = view.symbols[view.player]
        return gettext("It is your turn: you play %(sign)s.") % {"sign": sign} if sign else gettext("It is your turn.")
    if view.to_move is None or view.to_move < 0:
        return gettext("Chance decides the next move.")
    return gettext("%(player)s is to move.") % {"player": view.names[view.to_move]}


def offers(view: SeatView) -> list[str]:
    """What is offered, and what was declined."""
    sentences = []
    for player, proposal in view.offers:
        for_proposer, for_others = proposals().get(proposal, ("", ""))
        sentences.append(for_proposer if player == view.player else for_others % {"player": view.names[player]})
    for player, proposal in view.refused:
        for_proposer, for_others = declined()[proposal]
        sentences.append(for_proposer if player == view.player else for_others % {"player": view.names[player]})
    return sentences


def declined() -> dict[str, tuple[str, str]]:
    """What is said of each offer that was declined: to who made it, to others."""
    return {
        "draw": (gettext("Your draw offer was declined."), gettext("%(player)s’s draw offer was declined.")),
        "undo": (
            gettext("Your request to take back a move was declined."),
            gettext("%(player)s’s request to take back a move was declined."),
        ),
        "rematch": (
            gettext("Your rematch offer was declined."),
            gettext("%(player)s’s rematch offer was declined."),
        ),
    }


def proposals() -> dict[str, tuple[str, str]]:
    """What is said of each offer: to who made it, to others."""
    return {
        "draw": (gettext("You offered a draw. No answer yet."), gettext("%(player)s offers a draw.")),
        "undo": (
            gettext("You asked to take back a move. No answer yet."),
            gettext("%(player)s asks to take back a move."),
        ),
        "rematch": (
            gettext("You offered a rematch. No answer yet."),
            gettext("%(player)s offers a rematch."),
        ),
    }


def last_plies(view: SeatView) -> list[str]:
    """The last plies, a line each."""
    names = [*view.names, gettext("Chance")]  # the player of a matter of chance is -1
    return [f"{ply.turn:>3}. {names[ply.player]}: {ply.text}" for ply in view.last]


def time_left(view: SeatView) -> str:
    """How much time everybody has; nothing where no clock runs."""
    if view.clock is None or view.result is not None:
        return ""
    parts = [f"{name} {span(milliseconds)}" for name, milliseconds in zip(view.names, view.clock.left, strict=True)]
    if view.clock.held is not None:
        parts.append(gettext("the clock waits for a vacation"))
    elif view.clock.turn is not None:
        parts.append(gettext("%(span)s for this turn") % {"span": span(view.clock.turn)})
    return ", ".join(parts)


def span(seconds: float) -> str:
    """`3 days 4 hours`: two units, the rest is left out."""
    days, seconds_left = divmod(int(seconds), 86_400)
    hours, seconds_left = divmod(seconds_left, 3_600)
    minutes, seconds_left = divmod(seconds_left, 60)
    parts = [
        ngettext("%(n)s day", "%(n)s days", days) % {"n": days} if days else "",
        ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours} if hours else "",
        ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes} if minutes else "",
        ngettext("%(n)s second", "%(n)s seconds", seconds_left) % {"n": seconds_left} if seconds_left else "",
    ]
    return " ".join([part for part in parts if part][:2]) or gettext("no time")


def sections(view: SeatView) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """What stands above the board, and below it under headings."""
    above = [*view.recent, *offers(view), stands(view)]
    scores = [", ".join(f"{name} {score}" for name, score in zip(view.names, view.scores, strict=False))]
    below = [
        (gettext("Last moves"), last_plies(view)),
        (gettext("Captured") if view.counts == "captured" else gettext("Points"), scores if view.counts else []),
        (gettext("What you know"), view.known),
        (gettext("Chat"), [f"{view.names[line.player]}: {line.text}" for line in view.said]),
        (gettext("Time left"), [clock_text] if (clock_text := time_left(view)) else []),
        (gettext("The whole game"), view.record.splitlines()),
    ]
    return above, [(head, rows) for head, rows in below if rows]


def plain(view: SeatView, link: str, switched_off_link: str = "", hint: str = "") -> str:
    """The mail as text. link: to the table. switched_off_link: where notices are switched off; empty where
    that is at the table. hint: how to answer."""
    above, below = sections(view)
    parts = [
        "\n".join(above),
        view.board,
        *(f"{head}:\n" + "\n".join(rows) for head, rows in below),
        *([hint] if hint else []),
        link,
    ]
    return (
        "\n\n".join(
            [
                *parts,
                *(
                    [gettext("Get less mail, or none: %(link)s") % {"link": switched_off_link}]
                    if switched_off_link
                    else []
                ),
            ]
        )
        + "\n"
    )


def html(
    view: SeatView,
    link: str,
    picture: str,
    switched_off_link: str = "",
    reply_lines: Sequence[str] = (),
    hint: str = "",
) -> str:
    """The same with a picture of the board. picture: its Content-ID. reply_lines: of an answer, above all else."""
    above, below = sections(view)
    alt = escape(gettext("the board"))
    image = f'<p><img src="cid:{escape(picture)}" width="{WIDE}" alt="{alt}"></p>'
    parts = [f"<pre>{escape(chr(10).join(reply_lines))}</pre>"] if reply_lines else []
    parts += [lines(above), image]
    parts += [f"<p><b>{escape(head)}</b></p><pre>{escape(chr(10).join(rows))}</pre>" for head, rows in below]
    parts += [f"<p>{escape(hint)}</p>"] if hint else []
    parts += [f"<p>{anchor(link)}</p>"]
    parts += (
        [f"<p>{escape(gettext('Get less mail, or none: %(link)s')) % {'link': anchor(switched_off_link)}}</p>"]
        if switched_off_link
        else []
    )
    return f'<html><body style="{STYLE}">{"".join(parts)}</body></html>'


def anchor(link: str) -> str:
    """A link that shows where it leads."""
    return f'<a href="{escape(link)}">{escape(link)}</a>'


def lines(texts: list[str]) -> str:
    """A paragraph of lines."""
    return f"<p>{'<br>'.join(map(escape, texts))}</p>" if texts else ""
