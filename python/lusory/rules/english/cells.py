"""Generates a noun phrase for each word that means a set of cells."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import cells as c
from ..boards import Checkered, Square
from ..cells import Empty
from ..directions import Diagonal, Dir, Forward, Orthogonal
from ..logic import BySide, If
from ..time_limit import check_time
from ..word import And, Not, Or
from .cell_names import announced_cells, by_letter, line_labels, lines_by_label, listed_cells
from .cell_patterns import LINE_OF_THE_MOVE, in_sight, knights_start, seen_each_way
from .direction_text import direction_phrase, manner, touching_phrase
from .figures import FIGURES, MEMBERS, is_figure, pieces, pieces_of, regions
from .grammar import Speech, a, join_with_and, number, ordinal, plural
from .nouns import Noun, cell_noun, join, or_
from .ply_cells import just_done, just_piece, last_cell, participles, sharing, the_piece, where_from
from .terms import cells_named


def cellwise(s: Speech, word: Any) -> Noun:
    """The noun where single cells are counted: your stones in lines of three or more, not lines of your stones."""
    if isinstance(word, Or) and set(word.parts) == LINE_OF_THE_MOVE:
        return noun(s, word)
    if isinstance(word, Or):
        return or_([cellwise(s, part) for part in word.parts])
    if isinstance(word, And):
        parts: list[Any] = list(word.parts)
        figures_of = [pieces_of(part) for part in parts if is_figure(part)]
        denied: list[Any] = [part.of for part in parts if isinstance(part, Not) and is_figure(part.of)]
        lesser = [figure for figure in denied if pieces_of(figure) in figures_of]
        result, *others = (cellwise(s, part) for part in parts if not isinstance(part, Not) or part.of not in lesser)
        for phrase in others:
            result = join(result, phrase)
        for figure in lesser:
            result = result.with_post(f"but not {members(s, figure)}")
        return result
    return (
        noun(s, pieces_of(word)).with_post(members(s, word)) if is_figure(word) and not s.term(word) else noun(s, word)
    )


def members(s: Speech, word: Any) -> str:
    """The phrase for pieces in a figure: in lines of three or more."""
    return MEMBERS[type(word)](s, word)


def noun(s: Speech, word: Any) -> Noun:
    """The noun phrase for a set of cells."""
    check_time()
    short = s.name(word)
    if short:
        return Noun(s.cell, definite=short)
    if term := s.term(word):
        return cells_named(s, term, word)
    if isinstance(word, tuple):
        return regions(s, word)
    return NOUNS[type(word)](s, word)


def _own(s: Speech, word: Any = None) -> Noun:
    kind = s.kind_of("own")
    return Noun(kind or s.stone, True, s.your, only="side" if kind and s.single(kind) else "")


def _enemy(s: Speech, word: Any = None) -> Noun:
    head = s.kind_of("enemy") or s.stone
    by_whom = "side" if s.kind_of("enemy") and s.single(head) else ""
    if s.whose:
        return Noun(head, True, s.whose, only=by_whom)
    return Noun(head, True, adj=("enemy",), only=by_whom)


def _neutral(s: Speech, word: Any = None) -> Noun:
    if s.fills:
        return Noun(s.cell, adj=("filled",))
    kind = s.kind_of("neutral") or (s.stone if len(s.kinds) == 1 and s.only_neutral(s.stone) else "")
    if kind and s.only_neutral(kind):
        return Noun(kind, True, only="nobody")
    if kind and s.alone(kind):
        return Noun(kind, True)
    return Noun(kind or s.stone, True, adj=() if s.nobody else ("neutral",))


def _kind(s: Speech, word: c.Kind) -> Noun:
    by_whom = "nobody" if s.only_neutral(word.kind) else "side" if s.single(word.kind) else ""
    return Noun(word.kind, True, kind=True, only=by_whom)


def _at(s: Speech, word: c.At) -> Noun:
    names = word.names.split()
    return Noun(s.cell, definite=names[0]) if len(names) == 1 else cell_noun(s, f"among {listed_cells(s, names)}")


def _ranks(s: Speech, word: c.Ranks) -> Noun:
    last = word.last or word.first
    n = last - word.first + 1
    row = "row" if s.game.players <= 2 else "line"
    nearest = word.first == 1 or last == -1
    if n == 1 and nearest:
        return cell_noun(
            s, f"in {s.your} home {row}" if word.first == 1 else f"in the {row} farthest from {s.your} side"
        )
    if nearest:
        position_text = "nearest to" if word.first == 1 else "farthest from"
        return cell_noun(s, f"in the {number(n)} {row}s {position_text} {s.your} side")
    row_numbers = join_with_and((ordinal(abs(k)) for k in range(word.first, last + 1)), "or")
    return cell_noun(s, f"in the {row_numbers} {row} from {f'{s.your} side' if word.first > 0 else 'the far side'}")


def _shade(s: Speech, word: c.Shade) -> Noun:
    if isinstance(s.game.board, Square):
        return Noun(s.cell, adj=(("dark", "light")[word.index % 2],))
    if isinstance(s.game.board, Checkered):
        return cell_noun(s, f"in an {('odd', 'even')[word.index % 2]} row")
    return cell_noun(s, f"of colour {word.index + 1}")


def _other_shade(s: Speech, word: c.Shade) -> Noun:
    if isinstance(s.game.board, Square):
        return _shade(s, c.Shade(1 - word.index % 2))
    return cell_noun(s, "not " + _shade(s, word).post[0][0])


def _corners(s: Speech, word: Any) -> Noun:
    return cell_noun(s, "in a corner", "in the corners")


def _edges(s: Speech, word: c.Edges) -> Noun:
    names = join_with_and(word.names.split(), "or")
    rest = "" if word.corners else " (corners excepted)"
    return cell_noun(s, f"on the {names} edge{rest}" if names else f"on the edge{rest}")


def _adjacent(s: Speech, word: c.Adjacent) -> Noun:
    of = "the centre" if isinstance(word.of, c.Center) else noun(s, word.of).one()
    return cell_noun(s, touching_phrase(s, word.directions, of))


BESIDE = re.compile(
    r"((?:at least|at most|exactly|not|no|none) .+) (?:is|are) ((?:directly or )?(?:diagonally )?next to) it"
)


def _where(s: Speech, word: c.Where) -> Noun:
    """Cells for which a condition holds: your stones with three or more enemy stones next to them."""
    from .conditions import clause

    of, text = noun(s, word.of), clause(s, word.when)
    beside = BESIDE.fullmatch(text)
    if not beside:
        return of.with_post(f"such that {text}")
    return of.with_post(*(f"with {beside[1]} {beside[2]} {pronoun}" for pronoun in ("it", "them")))


def _all_round(s: Speech, word: c.Adjacent) -> Noun | None:
    """Cells with no other neighbours: with one of your stones on every adjacent square."""
    if not isinstance(word.of, Not) or isinstance(word.of.of, Empty) or manner(s, word.directions):
        return None
    if word.directions is not None and not isinstance(word.directions, Orthogonal):
        return None
    phrase = noun(s, word.of.of)
    if phrase.definite:
        return None
    is_plain = phrase.piece and not phrase.figure and not phrase.either
    text = f"with {phrase.one()} on every adjacent {s.cell}" if is_plain else ""
    return cell_noun(
        s, text or f"with only {phrase.many()} next to it", text or f"with only {phrase.many()} next to them"
    )


def _shift(s: Speech, word: c.Shift) -> Noun:
    if text := in_sight(s, word):
        return text
    ahead, aside = And(Forward(), Orthogonal()), And(Forward(), Diagonal())
    if isinstance(word.of, c.Shift) and (word.of.directions, word.directions) == (ahead, aside):
        return cell_noun(s, f"two {s.cell}s ahead of {noun(s, word.of.of).one()} and one to the side")
    start, direction_text = noun(s, word.of), direction_phrase(s, word.directions) or "in any direction"
    direction_text += "," if direction_text.endswith(" from") else ""
    single = not isinstance(word.directions, Dir) or len(word.directions.names.split()) == 1
    beside = {"up": "right above", "down": "right below", "left": "just left of", "right": "just right of"}.get(
        direction_text
    )
    if start.definite and start.definite.endswith(","):
        return cell_noun(s, f"one step {direction_text} from {start.definite.rstrip(',')}")
    if start.definite and single and not start.post:
        place_text = f"{beside} {start.definite}" if beside else f"next to {start.definite}, {direction_text},"
        return Noun(s.cell, definite=f"the {s.cell} {place_text}")
    return cell_noun(s, f"{beside} {start.one()}" if beside else f"one step {direction_text} from {start.one()}")


def _row(s: Speech, word: Any) -> Noun:
    line_noun = "row" if isinstance(word, c.Row) else "column"
    if labels := lines_by_label(s, word):
        return cell_noun(s, f"in {line_noun if len(labels) == 1 else plural(line_noun)} {line_labels(labels)}")
    return cell_noun(s, f"in the {line_noun} of {noun(s, word.of).one()}")


def _and_(s: Speech, word: And) -> Noun:
    if text := the_only_one(s, word):
        return text
    s, word = sharing(s, word), by_other_kind(s, word)
    if any(isinstance(part, (c.Ray, c.Enclosed)) and is_figure(part) and not s.term(part) for part in word.parts):
        return cellwise(s, word)
    result, *rest = (noun(s, part) for part in word.parts)
    for part in rest:
        result = join(result, part)
    return result


def by_other_kind(s: Speech, word: And) -> And:
    """Of two kinds of piece, those of a side that are not of one kind are of the other: own & Kind("soldier")."""
    if len(s.kinds) != 2 or not any(isinstance(part, (c.Own, c.Enemy)) for part in word.parts):
        return word
    other = dict(zip(s.kinds, reversed(s.kinds), strict=True))
    parts: list[Any] = list(word.parts)
    renamed_parts = [
        c.Kind(other[part.of.kind])
        if isinstance(part, Not) and isinstance(part.of, c.Kind) and part.of.kind in other
        else part
        for part in parts
    ]
    return And(*renamed_parts) if renamed_parts != parts else word


def the_only_one(s: Speech, word: Any) -> Noun | None:
    """Your king, where a side can never have more than one."""
    if not isinstance(word, And):
        return None
    owner, kind = (word.parts if isinstance(word.parts[0], (c.Own, c.Enemy)) else word.parts[::-1])[:2]
    if len(word.parts) != 2 or not isinstance(kind, c.Kind) or not s.single(kind.kind):
        return None
    if isinstance(owner, c.Own):
        return Noun(kind.kind, True, definite=f"{s.your} {kind.kind}")
    if isinstance(owner, c.Enemy):
        return Noun(kind.kind, True, definite=f"{s.whose} {kind.kind}" if s.whose else f"the enemy {kind.kind}")
    return None


def not_(s: Speech, word: Not) -> Noun:
    """The complement of a set: an occupied cell, a stone that has not moved."""
    of = word.of
    if s.term(of) and (term_noun := noun(s, of)).post and not (term_noun.piece or term_noun.adj):
        return cell_noun(s, *(f"not {post}" for post in term_noun.post[0]))
    if type(of) in NOT:
        return NOT[type(of)](s, of)
    if isinstance(of, Not):
        return noun(s, of.of)
    if isinstance(of, Or) and not s.term(of):
        return noun(s, And(*(Not(part) for part in of.parts)))
    phrase = noun(s, of)
    if isinstance(of, c.Ray) and of.until is None and len(phrase.post) == 1 and phrase.bare:
        post = phrase.post[0][0].replace("that can be", "that cannot be") if of.length is None else ""
        return cell_noun(s, post or f"not {phrase.post[0][0]}")
    if phrase.figure:
        return cell_noun(s, f"that is not part of {phrase.one()}", f"that are not part of {phrase.one()}")
    if phrase.definite:
        return cell_noun(s, f"that is not {phrase.definite}", f"that are not {phrase.definite}")
    if phrase.piece and phrase.post:
        posts = f"that is not {phrase.one()}", f"that are not {phrase.many() if not phrase.own else phrase.one()}"
        return Noun(s.stone, True, post=(posts,), bare=True, cellwise=f"that does not hold {phrase.one()}")
    if phrase.piece and s.term(of) and not phrase.own:
        posts = f"that is not {phrase.indefinite()}", f"that are not {phrase.many()}"
        return Noun(s.stone, True, post=(posts,), bare=True, cellwise=f"with no {phrase.none()} on it")
    if phrase.piece:
        owner_text = f"of {s.your} own" if phrase.own == s.your else ""
        head = " ".join(["no", phrase.none(), owner_text]).strip()
        return cell_noun(s, f"with {head} on it", f"with {head} on them")
    if not phrase.adj and len(phrase.post) == 1 and not phrase.post[0][0].startswith("that "):
        return cell_noun(s, *(f"not {post}" for post in phrase.post[0]))
    if len(phrase.adj) == 1 and not phrase.post:
        return cell_noun(s, f"that is not {phrase.adj[0]}", f"that are not {phrase.adj[0]}")
    return cell_noun(s, f"that is not {phrase.one()}", f"that are not {phrase.many()}")


def occupied_cells(s: Speech, word: Any) -> Noun:
    """Cells that are not empty."""
    return Noun(s.cell, adj=("filled",)) if s.fills else Noun(s.stone, True)


def _or__(s: Speech, word: Or) -> Noun:
    if (start := knights_start(s, word)) is not None:
        return cell_noun(s, f"a knight's move away from {noun(s, start).one()}")
    if each_way := seen_each_way(s, word):
        return each_way
    if set(word.parts) == LINE_OF_THE_MOVE:
        return cell_noun(s, "anywhere on the line of the move, before and behind")
    return or_([noun(s, part) for part in word.parts])


def _by_side(s: Speech, word: BySide) -> Noun:
    parts = [noun(s, part) for part in word.parts]
    if len(set(parts)) == 1:
        return parts[0]
    if all(part.definite and not part.piece for part in parts):
        return cell_noun(s, "at " + by_letter([part.definite for part in parts]))
    if all(len(part.post) == 1 and part == cell_noun(s, *part.post[0]) for part in parts):
        return cell_noun(
            s, by_letter([part.post[0][0] for part in parts]), by_letter([part.post[0][1] for part in parts])
        )
    return cell_noun(s, "that " + by_letter([" and ".join(part.preds()) or f"is {a(s.cell)}" for part in parts]))


def _if_(s: Speech, word: If) -> Noun:
    from .conditions import clause

    condition = clause(s, word.when)
    noun_if_true = noun(s, word.then)
    if word.otherwise is None:
        return noun_if_true.with_post(f"(only if {condition})")
    return replace(
        noun_if_true.with_post(f"if {condition}, otherwise {noun(s, word.otherwise).one()}"),
        definite=noun_if_true.definite,
    )


def _moved_(s: Speech, word: Any) -> Noun:
    verbs = participles(s)
    return Noun(
        s.stone, not s.fills, post=((f"that has {verbs} this turn", f"that have {verbs} this turn"),), bare=True
    )


NOUNS: dict[type, Callable[[Speech, Any], Noun]] = {
    c.Own: _own,
    c.Enemy: _enemy,
    c.Neutral: _neutral,
    c.Empty: lambda s, w: Noun(s.cell, adj=("empty",)),
    c.Everywhere: lambda s, w: Noun(s.cell, bare=True),
    c.Kind: _kind,
    c.At: _at,
    c.Ranks: _ranks,
    c.Row: _row,
    c.Column: _row,
    c.Center: lambda s, w: cell_noun(s, "in the centre"),
    c.Shade: _shade,
    c.Edges: _edges,
    c.Corners: _corners,
    c.To: just_done,
    c.Origin: where_from,
    c.Just: just_piece,
    c.Moved: _moved_,
    c.Visited: lambda s, w: cell_noun(s, "used earlier this turn"),
    c.Last: last_cell,
    c.Marked: lambda s, w: cell_noun(s, f'marked "{w.name}"'),
    c.Adjacent: _adjacent,
    c.Shift: _shift,
    c.Here: lambda s, w: Noun(s.cell, definite="it"),
    c.Where: _where,
    c.Open: lambda s, w: Noun(s.stone, True, adj=("open",)),
    c.Announced: lambda s, w: cell_noun(s, announced_cells(s)),
    c.Revealed: lambda s, w: Noun(s.stone, True, adj=("revealed",)),
    And: _and_,
    Or: _or__,
    Not: not_,
    If: _if_,
    BySide: _by_side,
    **FIGURES,
}

NOT: dict[type, Callable[[Speech, Any], Noun]] = {
    c.Empty: occupied_cells,
    c.Neutral: lambda s, w: Noun(s.cell, adj=("empty",)) if s.fills else cell_noun(s, "without a neutral piece on it"),
    c.Moved: lambda s, w: cell_noun(
        s, f"that has not {participles(s)} this turn", f"that have not {participles(s)} this turn"
    ),
    c.Visited: lambda s, w: cell_noun(s, "not used earlier this turn"),
    c.Marked: lambda s, w: cell_noun(s, f'not marked "{w.name}"'),
    c.Kind: lambda s, w: Noun(
        s.stone,
        True,
        post=((f"that is not {a(w.kind)}", f"that are not {plural(w.kind)}"),),
        bare=True,
        cellwise=f"with no {w.kind} on it",
    ),
    c.Shade: lambda s, w: _other_shade(s, w),
    c.Open: lambda s, w: Noun(s.stone, True, adj=("hidden",), bare=True, cellwise=f"with no open {s.stone} on it"),
    c.Everywhere: lambda s, w: cell_noun(s, "outside the board"),
    c.Just: lambda s, w: Noun(s.stone, True, post=((f"other than {the_piece(s)}",) * 2,), bare=True),
    c.Adjacent: lambda s, w: _all_round(s, w) or cell_noun(s, "not " + _adjacent(s, w).post[0][0]),
    c.Center: lambda s, w: cell_noun(s, "outside the centre"),
    c.Edges: lambda s, w: cell_noun(s, "not " + _edges(s, w).post[0][0]),
    c.Corners: lambda s, w: cell_noun(s, "not in a corner"),
    c.Row: lambda s, w: cell_noun(s, "not " + _row(s, w).post[0][0]),
    c.Column: lambda s, w: cell_noun(s, "not " + _row(s, w).post[0][0]),
    c.Ranks: lambda s, w: cell_noun(s, "not " + _ranks(s, w).post[0][0]),
    c.At: lambda s, w: cell_noun(
        s, *(f"other than {listed_cells(s, w.names.split(), last)}" for last in ("or", "and"))
    ),
}

__all__ = ["NOUNS", "noun", "pieces", "the_piece"]
