"""What answers to commands by mail say, in the language of who wrote."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ...texts import gettext, ngettext
from ..accounts.challenge_terms import terms_text
from ..accounts.challenges import Challenge


def help_text() -> str:
    """The commands of mails that stand by themselves."""
    return gettext(
        """Commands, one a line, in the subject or in the body before its first empty line.
ID PASSWORD is your user id and your password for mail; they may be left out where the mail host vouches for you.
signup ID PASSWORD              makes an account with this address and this password for mail
list                            the games; GAME help tells the rules and options of one
my ID PASSWORD                  your boards and the challenges to you
GAME challenge [-OPTION=VALUE ...] ID PASSWORD OPPONENT
GAME seek [-OPTION=VALUE ...] ID PASSWORD     a challenge to anybody; -standing keeps it
accept CHALLENGE ID PASSWORD    decline, withdraw likewise
GAME move BOARD ID PASSWORD PLY[#NUMBER]      the number of the ply guards against a stale mail
GAME show BOARD[#NUMBER]        the board, as anybody may see it
GAME showas ID PASSWORD BOARD   the board as you see it
GAME preview|propose|accept|reject|resign|chat BOARD ID PASSWORD ...
GAME games, GAME history BOARD  boards of a game; the plies of one
GAME standings                  who plays it how well
message ID PASSWORD OPPONENT TEXT    says something at the boards that you both play at
vacation ID PASSWORD DAYS       for so many days no notices come and your clocks of days wait; 0 ends it
subscribe ID PASSWORD each|daily|none    which notices you get
limit ID PASSWORD NUMBER        nobody challenges you while you play so many games; none lifts that
limit ID PASSWORD               withdraws your challenges to anybody
signoff ID PASSWORD             no more mails; asks back first
Clocks: -totaltime=DAYS for the game, -increment=DAYS more after each turn, -forfeittime=DAYS at most for a turn,
-nagtime=DAYS of a turn until a reminder; 36h and 90m are hours and minutes. Sides: -side=first, second or any.
An answer to a mail about a board needs none of this: write your ply in its first line."""
    )


def standings_told(game: str, rows: list[dict[str, Any]]) -> list[str]:
    """The standings of a game, a line a player."""
    if not rows:
        return [gettext("No rated game of %(game)s has been played yet.") % {"game": game}, ""]
    games = gettext("won %(won)s, drawn %(drawn)s, lost %(lost)s")
    lines = [f"{at:>3}. {row['player']:<20} {row['text']:>6}  {games % row}" for at, row in enumerate(rows, 1)]
    head = gettext("Standings of %(game)s; a question mark: too few games for a certain rating.")
    return [head % {"game": game}, *lines, ""]


def clocks_wait(until: int, paused_until: int | None, days_a_year: int) -> list[str]:
    """How long the clocks of somebody wait who is on vacation until then."""
    waits = gettext("Your clocks of days wait until %(day)s.") % {"day": day(paused_until)} if paused_until else ""
    most = ngettext("They wait at most %(n)s day a year.", "They wait at most %(n)s days a year.", days_a_year)
    is_short = days_a_year and (paused_until or 0) < until
    return [waits or gettext("Your clocks do not wait."), *([most % {"n": days_a_year}] if is_short else [])]


def day(moment: int) -> str:
    """A day, in the same form in every language."""
    return f"{datetime.fromtimestamp(moment / 1000, UTC):%Y-%m-%d}"


def withdrawn(count: int) -> str:
    """How many challenges to anybody were withdrawn."""
    text = ngettext("%(n)s open challenge withdrawn.", "%(n)s open challenges withdrawn.", count)
    return text % {"n": count}


def described(challenge: Challenge, verb: str = "accept") -> str:
    """What somebody is challenged to, and how to accept or withdraw it."""
    return f"{challenge.title} ({terms_text(challenge)}): {verb} {challenge.id}"
