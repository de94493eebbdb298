"""How a game ended, in the language of the reader: by its rules, or by its players or the host."""

from __future__ import annotations

from ..play.narration import result_line
from ..texts import SOURCE, current, gettext
from .table.outline import Outline
from .table.table import ABORTED, CLOSED, Table


def ending_told(table: Table | Outline) -> str:
    """How a game ended. In English the log says it; names are those of the table, and of the game's own endings its
    names of players. Empty where it goes on. Of an outline, whose rules are elsewhere, the game's own endings are as
    the log says them."""
    ending = table.ending
    if ending is None or current() == SOURCE:
        return ending.text if ending else ""
    result = table.position.result if isinstance(table, Table) else None
    if isinstance(table, Table) and result and ending.by == result.by:
        return result_line(table.position)
    sentences = {
        "agreement": gettext("A draw: the players agreed."),
        ABORTED: gettext("The game was aborted. Nobody wins."),
        CLOSED: gettext("The host of the server closed this table."),
    }
    return sentences.get(ending.by) or _lost(table.names, ending.values, ending.by) or ending.text


def _lost(names: list[str], values: tuple[float, ...], by: str) -> str:
    """That somebody gave up or had no time left, and who wins where that is one."""
    sentence = {
        "resignation": gettext("%(player)s resigned."),
        "time": gettext("%(player)s ran out of time."),
    }.get(by)
    if sentence is None or 0.0 not in values:
        return ""
    text = sentence % {"player": names[values.index(0.0)]}
    winners = [name for name, value in zip(names, values, strict=True) if value]
    return f"{text} {gettext('%(player)s wins.') % {'player': winners[0]}}" if len(winners) == 1 else text
