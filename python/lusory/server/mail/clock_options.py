"""The clock of a challenge by mail: `-totaltime=30 -increment=1 -forfeittime=14 -nagtime=7`, in days."""

from __future__ import annotations

from ..table import Clock, Refused

CLOCKS = {"totaltime", "increment", "forfeittime", "nagtime", "days"}
"""Options of a clock; `days` is another name of `forfeittime`."""
UNITS = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0}
DAY = UNITS["d"]


def clock_of(options: dict[str, str]) -> Clock | None:
    """The clock that options of a challenge ask for: a bank of days, days for each turn, or, where the whole time is
    less than a day, minutes; None where they ask for none. Raises Refused."""
    times = {name: seconds_of(name, options[name]) for name in sorted(CLOCKS & options.keys())}
    if not times:
        return None
    turn = times.get("forfeittime", times.get("days", 0.0))
    total, increment, nag = (times.get(name, 0.0) for name in ("totaltime", "increment", "nagtime"))
    if not total and not turn:
        raise Refused(422, "clock: expected -totaltime or -forfeittime, too")
    try:
        if not total:
            if increment:
                raise Refused(422, "-increment: expected -totaltime, too")
            return Clock("days", days=turn / DAY, remind_days=nag / DAY)
        if total < DAY:
            if turn or nag:
                raise Refused(422, "-totaltime: expected a day or more with -forfeittime or -nagtime")
            return Clock("increment" if increment else "sudden", seconds=total, add=increment)
        days = {"days": total, "add_days": increment, "turn_days": turn, "remind_days": nag}
        return Clock("bank", **{name: seconds / DAY for name, seconds in days.items()})
    except ValueError as fault:
        if isinstance(fault, Refused):
            raise
        raise Refused(422, f"clock: {fault}") from None


def seconds_of(name: str, text: str) -> float:
    """A time: days, or hours, minutes, seconds with their letter behind them. Raises Refused."""
    number, unit = (text[:-1], text[-1:]) if text[-1:] in UNITS else (text, "d")
    try:
        seconds = float(number) * UNITS[unit]
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 366 * DAY:
        found = f"-{name}={text[:20]}"
        raise Refused(422, "%(found)s: expected a number of days at most 366, or as 36h, 90m, 5s", found=found)
    return seconds
