"""Generates English for conditions (clauses that can follow `if`) and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from .. import cells as c
from .. import ends as e
from .. import logic as o
from .. import numbers as n
from ..effects import Mark
from ..plies import ActionWord, Place, Roll, Step
from ..terms import exchange_sides
from ..time_limit import check_time
from ..traversal import words
from ..turns import Chance, Reveal
from ..word import Compare, Minus, Sum, plain, sort_of
from .cell_names import lines_by_label
from .distances import distance
from .existence import there_is, there_is_no
from .figures import pieces
from .grammar import LONG, Speech, count_phrase, join_long_parts, join_with_and, number, ordinal, plural
from .holdings import HAS, count_text, linkage_text, subject_has
from .own_captures import own_note
from .terms import condition_phrase, number_named

Table: TypeAlias = dict[type, Callable[[Speech, Any], str]]


def clause(s: Speech, word: Any) -> str:
    """A condition that holds: `your opponent cannot move`."""
    check_time()
    if text := next((text for condition, text in s.conditions if condition == word), ""):
        return text
    if (term := s.term(word)) and plain(sort_of(term.word)) == "condition":
        return condition_phrase(s, term)
    if type(word) in CLAUSES:
        return CLAUSES[type(word)](s, word)
    return there_is(s, word)


def negate(s: Speech, word: Any) -> str:
    """The negated condition."""
    check_time()
    if (term := s.term(word)) and plain(sort_of(term.word)) == "condition":
        return condition_phrase(s, term, True)
    if type(word) in DENIED:
        return DENIED[type(word)](s, word)
    return there_is_no(s, word)


def amount(s: Speech, word: Any) -> str:
    """A number: eleven, the number of your stones."""
    if not isinstance(word, int) and (term := s.term(word)):
        return number_named(s, term)
    return number(word) if isinstance(word, int) and word else "0" if word == 0 else AMOUNTS[type(word)](s, word)


def _some(s: Speech, w: o.Some) -> str:
    return clause(s, w.of)


def _no(s: Speech, w: o.No) -> str:
    return negate(s, w.of)


def either_player(s: Speech, word: Any) -> bool:
    """Whether it is one condition applied to both sides."""
    if s.game.players > 2 or not isinstance(word, o.Any) or len(word.parts) != 2:
        return False
    return bool(exchange_sides(word.parts[0]) == word.parts[1]) and any(
        isinstance(w, c.Own) for w in words(word.parts[0])
    )


ONE = "that player"
"""The noun for either player in a condition of both."""


def _one_of(s: Speech) -> Speech:
    """The Speech about either player."""
    return replace(s, you=ONE, your=f"{ONE}'s", third=True, foe="the other")


def of_either(player_text: str, text: str) -> str:
    """A condition of either player: `neither player can still reach 13`, where that player is its subject alone."""
    subject, rest = text[: len(ONE) + 1], text[len(ONE) + 1 :]
    alone = (
        subject == f"{ONE} "
        and ONE not in rest
        and "the other" not in rest
        and re.match(r"(is|has|can|may|must) ", rest)
    )
    return f"{player_text} {rest}" if alone else f"it is true of {player_text} that {text}"


def _any(s: Speech, w: o.Any) -> str:
    if either_player(s, w):
        return of_either("at least one player", clause(_one_of(s), w.parts[0]))
    parts = [clause(s, part) for part in w.parts]
    return in_one_line(s, w, parts) or join_long_parts(parts, "or")


def in_one_line(s: Speech, w: o.Any, texts: list[str]) -> str:
    """One condition of several rows and columns: `every musketeer is in one and the same row or column`."""
    lines = [{part for part in words(word) if isinstance(part, (c.Row, c.Column))} for word in w.parts]
    if len(texts) < 3 or any(len(places) != 1 for places in lines):
        return ""
    rows: dict[str, list[str]] = {"row": [], "column": []}
    shapes = set()
    for text, (line,) in zip(texts, lines, strict=True):
        labels = lines_by_label(s, line)
        if len(labels) != 1:
            return ""
        kind = "row" if isinstance(line, c.Row) else "column"
        rows[kind] += labels
        shapes.add(text.replace(f"in {kind} {labels[0]}", GAP))
    shape = shapes.pop()
    if shapes or shape.count(GAP) != 1:
        return ""
    all_lines = {"row": s.game.geometry.rows, "column": s.game.geometry.columns}
    line_names = [
        kind if len(set(labels)) == len(all_lines[kind]) else f"{kind} ({join_with_and(labels, 'or')})"
        for kind, labels in rows.items()
        if labels
    ]
    return shape.replace(GAP, f"in one and the same {join_with_and(line_names, 'or')}")


GAP = "…"
"""Stands for a row or column while texts are compared."""


def _all(s: Speech, w: o.All) -> str:
    parts = [part for part in exact_counts(w.parts) if not always(part)]
    return join_long_parts(merge_subjects(s, [clause(s, part) for part in parts]))


def exact_counts(parts: tuple[Any, ...]) -> list[Any]:
    """The conditions, two bounds that meet as one: at least three and at most three are exactly three."""
    joined: list[Any] = []
    for part in parts:
        bounds = (part.left, part.right) if isinstance(part, Compare) and part.op in (">=", "<=") else None
        opposite_bounds = [
            i for i, w in enumerate(joined) if bounds and isinstance(w, Compare) and (w.left, w.right) == bounds
        ]
        if opposite_bounds and {joined[opposite_bounds[0]].op, part.op} == {">=", "<="}:
            joined[opposite_bounds[0]] = Compare(part.left, "==", part.right)
        else:
            joined.append(part)
    return joined


def always(word: Any) -> bool:
    """Whether a condition is one that always holds: there is a cell."""
    return isinstance(word, c.Everywhere) or (isinstance(word, o.Some) and always(word.of))


def _not_any(s: Speech, w: o.Any) -> str:
    if either_player(s, w):
        return of_either("neither player", clause(_one_of(s), w.parts[0]))
    return join_long_parts(negate(s, part) for part in w.parts)


def _compare(s: Speech, w: Compare) -> str:
    return _comparison_text(s, w.left, w.op, w.right)


def _not_compare(s: Speech, w: Compare) -> str:
    negated = {">=": "<", "<": ">=", ">": "<=", "<=": ">", "==": "!="}
    return _comparison_text(s, w.left, negated[w.op], w.right)


def _comparison_text(s: Speech, left: Any, op: str, right: Any) -> str:
    """A comparison, where possible with a constant: `you have captured eleven stones or more`."""
    if isinstance(left, int) and not isinstance(right, int):
        mirrored = {">=": "<=", "<=": ">=", "<": ">", ">": "<"}
        return _comparison_text(s, right, mirrored.get(op, op), left)
    if isinstance(right, int):
        op, right = (">=", right + 1) if op == ">" else ("<=", right - 1) if op == "<" else (op, right)
        if type(left) in HAS and not s.term(left):
            return HAS[type(left)](s, left, _range(op, right))
    signs = {">=": "is at least", "<=": "is at most", "==": "equals", "!=": "differs from",
             ">": "is greater than", "<": "is less than"}  # fmt: skip
    sign = signs[op]
    if isinstance(next(_terms(left))[1], n.Score) and not s.term(left):  # your points are greater than theirs
        sign = re.sub(r"^is\b|(?<=equal)s|(?<=differ)s", lambda verb: "are" if verb[0] == "is" else "", sign)
    return f"{amount(s, left)} {sign} {amount(s, right)}"


def _range(op: str, n: int) -> Callable[[str], str]:
    """A function from a noun to a phrase such as `three stones or fewer`."""

    def phrase(noun_text: str) -> str:
        if not noun_text:  # a number alone
            signs = {">=": "at least ", "<=": "at most ", "!=": "not ", "==": "exactly "}
            return f"{signs[op]}{number(n) if n else 0}"
        count_text = count_phrase(n, noun_text) if n else f"no {noun_text}"
        if op in (">=", "<=") and not (n == 0 and op == "<="):
            return f"at least {count_text}" if op == ">=" else f"at most {count_text}"
        return f"not exactly {count_text}" if op == "!=" else count_text if n == 0 else f"exactly {count_text}"

    return phrase


def _terms(word: Any) -> Iterator[tuple[int, Any]]:
    """A sum as its signed parts."""
    if isinstance(word, Sum):
        for part in word.parts:
            yield from _terms(part)
    elif isinstance(word, Minus):
        yield from _terms(word.left)
        yield from ((-sign, part) for sign, part in _terms(word.right))
    else:
        yield 1, word


def _sum(s: Speech, word: Any) -> str:
    (_, first), *rest = _terms(word)
    parts = [(sign, amount(s, part)) for sign, part in rest]
    begin = amount(s, first)
    link = ", " if len(begin) > LONG else " "
    return begin + "".join(f"{link}{'plus' if sign > 0 else 'less'} {part}" for sign, part in parts)


def _captured(s: Speech, w: n.Captured) -> str:
    return f"the number of {plural(s.stone)} {subject_has(s, w.side)} captured{own_note(s)}"


def _score(s: Speech, w: n.Score) -> str:
    if w.side.atom == "own":
        return f"{s.your} points"
    return f"{s.enemy_of} points{' together' if s.game.players > 2 else ''}"


def _hand(s: Speech, w: n.Hand) -> str:
    return f"the number of {plural(w.kind)} {subject_has(s, w.side)} in hand"


def _if(s: Speech, w: o.If) -> str:
    otherwise_text = f", and otherwise {clause(s, w.otherwise)}" if w.otherwise is not None else ""
    return f"{clause(s, w.then)}, where {clause(s, w.when)}{otherwise_text}"


def _amount_if(s: Speech, w: o.If) -> str:
    return f"{amount(s, w.then)} if {clause(s, w.when)}, otherwise {amount(s, w.otherwise or 0)}"


def _by_side(say: Callable[[Speech, Any], str]) -> Callable[[Speech, Any], str]:
    """Wraps `say` for BySide: one clause a side."""

    def phrase(s: Speech, w: o.BySide) -> str:
        lettered = s.by_side(w.parts)
        if len(lettered) == 1:
            return say(s, lettered[0][0])
        if say is amount:
            amounts = [(say(s, part), letter) for part, letter in lettered]
            return join_with_and(f"{figure} for {letter}" for figure, letter in amounts if figure != "0") or "0"
        return join_long_parts((f"{say(s, part)} (for {letter})" for part, letter in lettered), "or")

    return phrase


def _flexible(of_cells: Callable[[Speech, Any], str], of_others: Callable[[Speech, Any], str]) -> Any:
    """Handles If and BySide: those of cells as conditions use `of_cells`, all others `of_others`."""

    def phrase(s: Speech, w: Any) -> str:
        return of_cells(s, w) if plain(sort_of(w)) == "cells" else of_others(s, w)

    return phrase


def quiet(s: Speech, w: e.Quiet) -> str:
    """The condition Quiet."""
    together = " together" if s.game.players > 1 else ""
    if w.unit == "turn" and w.n == s.game.players and w.without == "anything":
        subject = "both players have" if s.game.players == 2 else "all players have"
        return f"{subject} passed their whole turn, one after the other"
    missing_event = {"placement": f"a {s.stone} being placed", "capture": f"a {s.stone} being captured",
            "anything": "anything being played"}[w.without]  # fmt: skip
    unit = "turn" if w.unit == "turn" else s.move
    owners = "both players'" if s.game.players == 2 else "all players'"
    if slides_alone(s) and w.without == "placement" and w.unit == "ply":
        slides = f"{number(w.n)} slides in a row have been made, {owners} counted together"
        return slides if w.n > 1 else f"a {s.stone} slides"
    if w.n == 1:
        return f"a {unit} went by without {missing_event}"
    counting = f"{owners} counted{together}{', but not those of chance' if w.unit == 'ply' and has_chance(s) else ''}"
    return f"{count_phrase(w.n, unit)} in a row, {counting}, went by without {missing_event}"


def slides_alone(s: Speech) -> bool:
    """Whether every ply that places nothing is a slide: there is no pass and the like."""
    plies = {type(word) for word in words((s.game.opening, s.game.turn)) if isinstance(word, ActionWord)}
    return s.slides and plies - {Roll, Reveal} == {Place, Step}


def has_chance(s: Speech) -> bool:
    """Whether chance has a part in the turns."""
    return any(isinstance(word, Chance) for word in words(s.game.turn))


def repeats(s: Speech, w: e.Repeats) -> str:
    """The condition Repeats."""
    marks = " and marks" if any(isinstance(word, Mark) for word in s.game.words) else ""
    what_repeats = (
        f"the same {plural(s.stone)}{marks} on the board and the same player to move; the starting position counts too"
    )
    text = "" if s.brief else f" ({what_repeats})"
    if w.n == 2:
        return f"the position has stood before{text}"
    return f"the same position{text} stands for the {ordinal(w.n)} time"


def brief(s: Speech, ply: Any) -> str:
    """A ply of the next player; without its conditions if it was described before."""
    from .plies import VERBS, verb

    is_in_turn = any(w == ply for w in words(s.game.turn))
    return VERBS[type(ply)](s.they(), ply) if is_in_turn else verb(s.they(), ply)


def no_ply(s: Speech, w: e.NoPly) -> str:
    """The condition NoPly."""
    subject = "nobody" if w.by == "all" else s.upcoming
    can = "can" if w.by == "all" else "cannot"
    return f"{subject} {can} {'make any legal move' if w.ply is None else brief(s, w.ply)}"


def _may_ply(s: Speech, w: e.NoPly) -> str:
    subject = "somebody" if w.by == "all" else s.upcoming
    return f"{subject} can {'make a legal move' if w.ply is None else brief(s, w.ply)}"


def merge_subjects(s: Speech, clauses: list[str]) -> list[str]:
    """Of two clauses about the opponent the second without its subject: `your opponent cannot move and is in check`."""
    head = f"{s.opponent} "
    if len(clauses) == 2 and all(re.match(re.escape(head) + r"(is|has|cannot|can) ", text) for text in clauses):
        return [clauses[0], clauses[1].removeprefix(head)]
    return clauses


CLAUSES: Table = {
    o.Some: _some,
    o.No: _no,
    o.All: _all,
    o.Any: _any,
    Compare: _compare,
    e.Quiet: quiet,
    e.Repeats: repeats,
    e.NoPly: no_ply,
    o.If: _flexible(there_is, _if),
    o.BySide: _flexible(there_is, _by_side(clause)),
}
DENIED: Table = {
    o.Some: lambda s, w: negate(s, w.of),
    o.No: lambda s, w: clause(s, w.of),
    o.All: lambda s, w: join_long_parts((negate(s, part) for part in w.parts), "or"),
    o.Any: _not_any,
    Compare: _not_compare,
    e.Quiet: lambda s, w: f"it is not so that {quiet(s, w)}",
    e.Repeats: lambda s, w: f"the position has stood fewer than {w.n} times",
    e.NoPly: _may_ply,
    o.If: _flexible(there_is_no, lambda s, w: f"it is not so that {_if(s, w)}"),
    o.BySide: _flexible(there_is_no, _by_side(negate)),
}
AMOUNTS: Table = {
    n.Count: count_text,
    n.Distance: distance,
    n.Groups: lambda s, w: f"the number of connected groups of {pieces(s, w.of)}{linkage_text(s, w)}",
    n.Captured: _captured,
    n.Score: _score,
    n.Hand: _hand,
    n.Rolled: lambda s, w: "the number rolled",
    Sum: _sum,
    Minus: _sum,
    o.If: _amount_if,
    o.BySide: _by_side(amount),
}
