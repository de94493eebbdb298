"""The terms of a challenge in words: options, who begins, the clock, whether it counts."""

from __future__ import annotations

from typing import Any

from ...texts import gettext, ngettext
from .challenges import Challenge


def terms_text(challenge: Challenge) -> str:
    """What a challenge offers, on one line."""
    shown = challenge.shown()
    sides = {"first": gettext("challenger first"), "second": gettext("challenger second"),
             "any": gettext("random sides")}  # fmt: skip
    options = [f"{name}={value}" for name, value in shown["options"].items()]
    marks = (gettext(", rated") if challenge.rated else "") + (gettext(", standing") if challenge.standing else "")
    return ", ".join([*options, sides[shown["side"]], clock_text(shown["clock"])]) + marks


def days(count: float) -> str:
    """A number of days in words."""
    return ngettext("%(n)s day", "%(n)s days", 1 if count == 1 else 2) % {"n": f"{count:g}"}


def time_added(count: float) -> str:
    """The same, in hours where that is shorter."""
    return days(count) if count == int(count) else gettext("%(n)s hours") % {"n": f"{count * 24:g}"}


def clock_text(clock: dict[str, Any] | None) -> str:
    """A clock in words."""
    if clock is None:
        return gettext("no clock")
    if clock["kind"] == "days":
        return gettext("%(time)s per turn") % {"time": days(clock["days"])}
    if clock["kind"] == "bank":
        text = days(clock["days"])
        if clock.get("add_days"):
            text += gettext(" + %(time)s per turn") % {"time": time_added(clock["add_days"])}
        if clock.get("turn_days"):
            text += gettext(", a turn at most %(time)s") % {"time": days(clock["turn_days"])}
        return text
    minutes = gettext("%(n)s minutes") % {"n": f"{clock['seconds'] / 60:g}"}
    return minutes + (gettext(" + %(n)s seconds") % {"n": f"{clock['add']:g}"} if clock.get("add") else "")
