"""Generates a verb phrase for each word that means a ply."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from .. import cells as c
from .. import plies as p
from .. import turns as t
from ..boards import Square
from ..cells import Empty, Everywhere, Just, Origin, Own, To
from ..directions import Every, Orthogonal
from ..effects import Capture
from ..logic import BySide, If
from ..setup import InHand
from ..time_limit import check_time
from ..traversal import words
from ..word import And, Not, Or
from .cell_patterns import knights_start
from .cells import noun
from .conditions import amount, clause
from .direction_text import COMPASS, direction_phrase, step_note
from .grammar import LETTERS, LONG, Speech, a, count_phrase, join_long_parts, join_with_and, number
from .nouns import Noun
from .occupants import occupants
from .ply_cells import moved_again


def verb(s: Speech, word: Any) -> str:
    """A ply: `place a stone of your own on an empty cell`."""
    check_time()
    if not isinstance(word, (p.Swap, p.Keep)) and (text := s.name(word)):
        return text
    if term := s.term(word):
        return f"{s.do('make')} move {term.name}" if term.note else s.do(term.name)
    word = fold_target(s, word)
    text = VERBS[type(word)](s, word)
    return text + conditions(s, word) if isinstance(word, p.ActionWord) else text


REGIONS = (c.Ranks, c.At, c.Edges, c.Corners, c.Shade, c.Center)


def fold_target(s: Speech, word: Any) -> Any:
    """The same ply, where `needs` only bounds where it ends: to a cell of that region."""
    needed = getattr(word, "needs", None)
    if (
        isinstance(word, p.Hop)
        or bool(getattr(word, "shape", ()))
        or not isinstance(needed, And)
        or To() not in needed.parts
        or isinstance(word.to, Or)
    ):
        return word
    rest = [part for part in needed.parts if part != To()]
    if not all(isinstance(part, REGIONS) for part in rest):
        return word
    return msgspec.structs.replace(word, to=And(word.to, *rest), needs=None)


def knights_leap(s: Speech, word: p.Leap) -> bool:
    """Whether this ply goes where a knight goes in chess, by its `needs`."""
    needs, directions = word.needs, {3: Orthogonal, 2: Every}.get(word.distance or 0)
    is_knights_leap = directions is not None and isinstance(
        Orthogonal() if word.directions is None else word.directions, directions
    )
    if not is_knights_leap or not isinstance(needs, And):
        return False
    rest = [part for part in needs.parts if part != To()]
    return len(rest) == 1 and isinstance(rest[0], Or) and knights_start(s, rest[0]) == Origin()


def conditions(s: Speech, word: p.ActionWord) -> str:
    """`needs`, `unless` and `then` of a ply."""
    from .effects import effect

    text = ""
    is_captured = any(isinstance(part, Capture) and part.of == word.needs for part in word.then)
    if word.needs is not None and not is_captured and not (isinstance(word, p.Leap) and knights_leap(s, word)):
        text += (
            f", provided that {clause(replace(s, of_ply=True, shaped=bool(getattr(word, 'shape', ()))), word.needs)}"
        )
    if word.unless is not None:
        text += f", but not if afterwards {clause(speech_after_ply(s), word.unless)}"
    if word.then:
        text += "; then " + join_long_parts(effect(speech_after_ply(s), part) for part in word.then)
        text += "; there must be at least one" if is_captured else ""
    return text + (f" (written with `:{mark}`)" if (mark := getattr(word, "mark", "")) else "")


def speech_after_ply(s: Speech) -> Speech:
    """The Speech for words evaluated after the ply."""
    return replace(s, after=True)


def piece(s: Speech, word: p.Place) -> str:
    """The piece that is placed."""
    kind = word.kind if word.kind != "stone" or len(s.kinds) > 1 else s.stone
    if word.owner.atom != "own":
        return a(kind) if s.nobody or (s.alone(kind) and len(s.kinds) > 1) else f"a neutral {kind}"
    return f"{a(kind)} of {s.your} own{f' from {s.your} hand' if handed(s, word) else ''}"


def handed(s: Speech, word: p.Place) -> bool:
    """Whether the piece that is placed comes from the hand."""
    return any(isinstance(w, InHand) and w.kind == word.kind for w in s.game.words)


def on_a_hidden_one(s: Speech) -> str:
    """What becomes of a placement where another player has a hidden piece."""
    other = s.opponent if s.game.players == 2 else "another player"
    return f"even where {other} has a hidden {s.stone} on the same {s.cell}: then both stand there"


def _place(s: Speech, word: p.Place) -> str:
    text = f"fill {noun(s, word.to).one()}" if s.fills else f"place {piece(s, word)} {_placed_on(s, word.to)}"
    text += ("," if text.endswith(" captured") and word.shape else "") + shape(s, word)
    hides = any(isinstance(w, t.Commit) for w in words(s.game.turn))
    return f"{text}, {on_a_hidden_one(s)}, and nobody is told" if hides else text


def _placed_on(s: Speech, word: Any) -> str:
    """Where a piece is placed; a piece there is captured."""
    takes = any(fate for _, fate in landings(s, word, "on", "on"))
    return landing_phrase(s, word, "on", "on") if takes else f"on {noun(s, word).one()}"


def shape(s: Speech, word: p.Place) -> str:
    """The further cells of a placement, each given as a path of steps. `to` holds for all of them."""
    if not word.shape:
        return ""
    walks = [f"by going {', then '.join(_label(s, label) for label in walk.split())}" for walk in word.shape]
    on, empty = "" if s.fills else "on ", isinstance(word.to, Empty)
    if len(walks) == 1:
        same = "empty" if empty else f"such a {s.cell}"
        return f" and {on}the {s.cell} reached from there {walks[0]}, which must be {same}, too"
    listed = join_with_and(f"one {walk}" for walk in walks)
    same = "empty" if empty else f"such {s.cell}s"
    return f" and {on}the {s.cell}s reached from there, {listed}, which must be {same}, too"


def _label(s: Speech, label: str) -> str:
    names = COMPASS["square"] | COMPASS["corner"] if isinstance(s.game.board, Square) else COMPASS["hexagon"]
    return names.get(label, label)


def landing_phrase(s: Speech, word: Any, to: str = "to", onto: str = "onto") -> str:
    """The landing cell; a piece there is captured. What has such a clause comes last, lest it seem to go on."""
    ways = sorted(landings(s, word, to, onto), key=lambda way: bool(way[1]))
    texts = [place + fate for place, fate in ways]
    several = sum(1 for _, fate in ways if fate) > 1
    return f"{', '.join(texts[:-1])}, or {texts[-1]}" if several else join_with_and(texts, "or")


def holds_nothing(word: Any) -> bool:
    """Whether a ply that ends on any of these cells captures nothing. Those without an open piece hold hidden ones at
    most, which a placement does not capture."""
    if isinstance(word, And):
        return any(map(holds_nothing, word.parts))
    if isinstance(word, (Or, BySide)):
        return all(map(holds_nothing, word.parts))
    if isinstance(word, If):
        return all(holds_nothing(part) for part in (word.then, word.otherwise) if part is not None)
    return isinstance(word, Empty) or word == Not(c.Open()) or (isinstance(word, c.Where) and holds_nothing(word.of))


def landings(s: Speech, word: Any, to: str, onto: str) -> Iterator[tuple[str, str]]:
    """Where a ply may end, and what becomes of a piece there."""
    if isinstance(word, Or):
        for part in word.parts:
            yield from landings(s, part, to, onto)
    elif isinstance(word, Everywhere):
        yield f"{to} any {s.cell}", f" (a {s.stone} that stands there is captured)"
    else:
        for phrase in noun(s, word).either or (noun(s, word),):
            fate = ", which is captured" if phrase.piece else fate_there(s, word, phrase)
            yield f"{onto if phrase.piece else to} {phrase.one()}", fate


def fate_there(s: Speech, word: Any, phrase: Noun) -> str:
    """What becomes of a piece on cells that are called by their place. Of a single cell, what else the ply needs says
    whether one may stand there."""
    named = bool(phrase.definite) and not isinstance(word, (c.Last, c.At))
    takes = not (named or holds_nothing(word) or "empty" in phrase.adj)
    return f" (a {s.stone} that stands there is captured)" if takes else ""


def moved_piece(s: Speech, word: Any) -> str:
    """The noun for the moved piece; in a chain it is the same piece again."""
    if isinstance(word, Just):
        return moved_again(s)
    if isinstance(word, And) and len(word.parts) > 1 and any(isinstance(part, Just) for part in word.parts):
        conditions = [part for part in word.parts if not isinstance(part, (Just, Own, Everywhere))]
        phrase = noun(s, conditions[0] if len(conditions) == 1 else And(*conditions)) if conditions else None
        if phrase is None:
            return moved_again(s)
        if not (phrase.definite or phrase.either or phrase.figure):
            on = "" if phrase.piece else "on "
            demand = f"is {on}{phrase.one()}" if phrase.piece or phrase.adj else join_with_and(phrase.preds())
            return f"{moved_again(s)}, if it {demand},"
    return occupants(s, noun(s, word)).one()


def _step(s: Speech, word: p.Step) -> str:
    directions_text = direction_phrase(s, word.directions)
    moving = moved_piece(s, word.what)
    if not directions_text and isinstance(word.to, Empty):
        directions_text = "diagonally " if _only_diagonal(s, word) else ""
        return f"{'slide' if s.slides else 'move'} {moving} {directions_text}to an adjacent empty {s.cell}"
    directions_text = (
        f"diagonally, in any of the {_direction_count(s)} directions," if _only_diagonal(s, word) else directions_text
    )
    moves = "slide" if s.slides else "move"
    return (
        f"{moves} {moving} one {s.cell}{f' {directions_text}' if directions_text else ''} {landing_phrase(s, word.to)}"
    )


def _only_diagonal(s: Speech, word: Any) -> bool:
    """Whether the directions are diagonal by default: on a board of dark squares every neighbour is."""
    geometry = s.game.geometry
    return word.directions is None and geometry.sides == geometry.diagonals


def _direction_count(s: Speech) -> str:
    return number(len(s.game.geometry.directions))


def _slide(s: Speech, word: p.Slide) -> str:
    directions_text = direction_phrase(s, word.directions)
    distance_text = "any distance" if word.distance is None else f"exactly {_steps(s, word.distance)}"
    over = noun(s, word.through)
    over_what = join_with_and(part.many() for part in over.either) if over.either else over.many()
    passing = f" over {over_what} only" if not isinstance(word.through, Empty) else ""
    if over.bare:
        passing = " over anything"
    clear = f" through empty {s.cell}s" if isinstance(word.through, Empty) and not isinstance(word.to, Empty) else ""
    line = (
        directions_text
        if directions_text.startswith("straight ")
        else f"in a straight line{f' {directions_text}' if directions_text else ''}"
    )
    if len(distance_text) > LONG:
        return (
            f"move {moved_piece(s, word.what)} {line}, {distance_text},{passing}{clear}, {landing_phrase(s, word.to)}"
        )
    return f"move {moved_piece(s, word.what)} {distance_text} {line}{passing}{clear} {landing_phrase(s, word.to)}"


def _steps(s: Speech, word: Any) -> str:
    if isinstance(word, int):
        return count_phrase(word, s.cell)
    text = amount(replace(s, of_ply=True), word)
    text = re.sub(r"^the number of your (\S+)", r"there are \1 of yours", text)
    return f"as many {s.cell}s as {text.replace('the number of', 'there are', 1)}"


def _leap(s: Speech, word: p.Leap) -> str:
    if word.distance is None:
        anywhere = "" if noun(s, word.to).definite else ", anywhere on the board"
        if anywhere and not isinstance(word.to, Empty):
            anywhere = ", however far away"
        return f"move {moved_piece(s, word.what)} {landing_phrase(s, word.to)}{anywhere}"
    if knights_leap(s, word):
        leaper = moved_piece(s, word.what)
        return (f"leap with {leaper} a knight's move away (two {s.cell}s straight and one to the side), "
                f"whatever lies between, {landing_phrase(s, word.to)}")  # fmt: skip
    moving = moved_piece(s, word.what)
    moving += "," if noun(s, word.what).post else ""
    return (f"leap with {moving} exactly {count_phrase(word.distance, 'step')} away"
            f"{step_note(s, word.directions)}, whatever lies between, {landing_phrase(s, word.to)}")  # fmt: skip


def _hop(s: Speech, word: p.Hop) -> str:
    over = noun(s, word.over)
    jumped = over.one() if not over.bare else f"a {s.stone}"
    if over.either and all(n.piece for n in over.either):
        jumped = over.one()
    directions_text = (
        "diagonally "
        if _only_diagonal(s, word)
        else (f"{direction_phrase(s, word.directions)} " if direction_phrase(s, word.directions) else "")
    )
    beyond = (
        landing_phrase(s, word.to)
        if not isinstance(word.to, Empty)
        else f"to the {s.cell} right beyond it, which must be empty"
    )
    fate = "the jumped {0} is captured and leaves the board at once" if word.captures else "the jumped {0} stays"
    jumped = jumped.removeprefix("an ").removeprefix("a ") if not over.own else jumped
    adjacent = f"an adjacent {jumped}"
    if over.own:
        adjacent = replace(over, adj=("adjacent", *over.adj)).one()
    moving = moved_piece(s, word.what)
    moving += "," if directions_text and moving.endswith(directions_text.strip()) else ""
    return f"jump with {moving} {directions_text}over {adjacent} {beyond}; {fate.format(s.stone)}"


def _remove(s: Speech, word: p.Remove) -> str:
    return f"take {moved_piece(s, word.what)} off the board"


def _swap(s: Speech, word: p.Swap) -> str:
    return (
        s.name(SEATS) or f"exchange sides with {s.opponent}{who_is_next(s, word, ', who moves next')}"
    ) + f" (written `{word.text}`)"


def who_is_next(s: Speech, word: Any, note: str) -> str:
    """A note on who moves next, where such a ply is one of every turn. Of an opening a later sentence says it."""
    return note if any(isinstance(part, type(word)) for part in words(s.game.turn)) else ""


def _keep(s: Speech, word: p.Keep) -> str:
    return (
        s.name(STAY) or f"keep the sides as they are{who_is_next(s, word, ', and move again')}"
    ) + f" (written `{word.text}`)"


SEATS, STAY = p.Swap(), p.Keep()


def _roll(s: Speech, word: p.Roll) -> str:
    odds = f" (with weights {join_with_and(map(str, word.weights))})" if word.weights else ""
    return f"roll a die with {number(word.sides)} faces{odds}"


def _either(s: Speech, word: Any) -> str:
    return join_with_and((verb(s, part) for part in word.parts), "or")


def _first(s: Speech, word: t.First) -> str:
    return "; if that is impossible, ".join(verb(s, part) for part in word.parts)


def _sequence(s: Speech, word: t.Sequence) -> str:
    return ", then ".join(verb(s, part) for part in word.parts)


def _repeat(s: Speech, word: t.Repeat) -> str:
    condition = f" and while {clause(s, word.while_)}" if word.while_ is not None else ""
    if word.must:
        return f"as long as it is possible{condition}, you must again {verb(s, word.ply)}"
    return f"as often as {s.you} can and like{condition}, {verb(s, word.ply)}"


def _if_(s: Speech, word: If) -> str:
    otherwise_text = f"; otherwise {verb(s, word.otherwise)}" if word.otherwise is not None else ""
    return f"if {clause(s, word.when)}, {verb(s, word.then)}{otherwise_text}"


def _by_side(s: Speech, word: BySide) -> str:
    return "; ".join(f"as {letter}, {verb(s, part)}" for part, letter in zip(word.parts, LETTERS, strict=False))


def hidden_noun(phrase: Noun) -> Noun:
    """The noun with `hidden`, since only hidden pieces can be shown."""
    return phrase if "hidden" in phrase.adj else replace(phrase, adj=("hidden", *phrase.adj))


def _reveal(s: Speech, word: t.Reveal) -> str:
    phrase = hidden_noun(noun(s, word.what))
    return f"reveal any number of {phrase.many()}, none included"


VERBS: dict[type, Callable[[Speech, Any], str]] = {
    p.Place: _place,
    p.Step: _step,
    p.Slide: _slide,
    p.Leap: _leap,
    p.Hop: _hop,
    p.Remove: _remove,
    p.Pass: lambda s, w: "pass" if w.text == "pass" else f"pass (written `{w.text}`)",
    p.Swap: _swap,
    p.Keep: _keep,
    p.Roll: _roll,
    t.Either: _either,
    t.First: _first,
    t.Sequence: _sequence,
    t.Repeat: _repeat,
    t.Chance: lambda s, w: f"chance decides: {verb(s, w.ply)}",
    t.Commit: lambda s, w: f"secretly {verb(s, w.ply)}",
    t.Reveal: _reveal,
    If: _if_,
    BySide: _by_side,
}
