"""What variations miss that are left out, in the language of who asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..texts import gettext

MOST = 5
"""At most so many reasons are told, those of most variations."""
ON_THIS_SERVER = "on this server"
"""The screen that is missed by variations that are too large for this server."""


def reasons(missed: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Why variations were left out: `said`, and of how many `times`. missed: as breed.vary.Missed."""
    times_by_reason = Counter[str]()
    for threshold in missed:
        times_by_reason[reason(threshold)] += threshold["times"]
    return [{"said": said, "times": times} for said, times in times_by_reason.most_common(MOST)]


def reason(missed: dict[str, Any]) -> str:
    """What one threshold says of the variations that missed it."""
    if missed["screen"] == ON_THIS_SERVER:
        return gettext("this server does not play games as large")
    below, above = sentences().get(missed["figure"], ("", ""))
    is_low = missed["high"] is None
    bound = missed["low"] if is_low else missed["high"]
    text = below if is_low else above
    if not text or bound is None:
        return gettext("they could not be measured: games take too long, or the rules fail in one")
    return text % {"n": f"{bound:g}", "share": f"{100 * bound:.0f} %"}


def sentences() -> dict[str, tuple[str, str]]:
    """By figure, what is said of a variation below its bound, and above it; empty where it has none."""
    return of_rules() | of_random_games() | of_searches()


def of_rules() -> dict[str, tuple[str, str]]:
    """Of figures that need no games."""
    return {
        "cells": (gettext("the board has fewer than %(n)s cells"), gettext("the board has more than %(n)s cells")),
        "words": (gettext("the rules have fewer than %(n)s words"), gettext("the rules have more than %(n)s words")),
        "moves known": (gettext("there are no moves"), gettext("there are too many different moves")),
    }


def of_random_games() -> dict[str, tuple[str, str]]:
    """Of figures of games of random moves."""
    return {
        "completion": (gettext("games of random moves do not end"), ""),
        "plies": (
            gettext("games of random moves are shorter than %(n)s moves"),
            gettext("games of random moves are longer than %(n)s moves"),
        ),
        "branching": (
            gettext("there is hardly a choice of moves"),
            gettext("there are more than %(n)s moves to choose from"),
        ),
        "shortest": (gettext("games may end in fewer than %(n)s moves"), ""),
        "forced": ("", gettext("more than %(share)s of the moves are forced")),
        "draws": ("", gettext("more than %(share)s of the games of random moves are drawn")),
        "first": (
            gettext("the first player wins less than %(share)s of the games of random moves"),
            gettext("the first player wins more than %(share)s of the games of random moves"),
        ),
        "unused ends": ("", gettext("some ways to end a game never come about")),
        "coverage": (gettext("less than %(share)s of the board is used"), ""),
        "difference": (gettext("games go as with your rules"), ""),
    }


def of_searches() -> dict[str, tuple[str, str]]:
    """Of figures of games that machines play."""
    return {
        "skill": (gettext("a machine that thinks longer wins too rarely"), ""),
        "draws played": ("", gettext("more than %(share)s of the games between equal machines are drawn")),
        "plies played": (
            gettext("games between equal machines are shorter than %(n)s moves"),
            gettext("games between equal machines are longer than %(n)s moves"),
        ),
        "uncertainty": (gettext("games do not stay open for long"), ""),
        "decided after": (gettext("games are decided within the first %(share)s of their moves"), ""),
        "score": (
            gettext("the first of two equal machines scores less than %(share)s"),
            gettext("the first of two equal machines scores more than %(share)s"),
        ),
    }
