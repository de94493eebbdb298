"""Generates English sentences for effects and ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from .. import effects as f
from .. import ends as e
from .. import plies as p
from ..cells import Enclosed, Enemy, Everywhere, Just, Kind, Last, Own, To
from ..game import Game
from ..logic import All, BySide, If
from ..numbers import Captured, Count, Groups, Hand, Score
from ..traversal import words
from ..word import And, Word
from .cells import cellwise, noun
from .conditions import always, amount, clause
from .figures import is_figure
from .grammar import LETTERS, LONG, Speech, a, count_phrase, join_long_parts, join_with_and, ordinal, plural
from .holdings import single
from .nouns import Noun
from .occupants import occupants
from .own_captures import own_note
from .ply_cells import has_shapes

IF_IT = "if it "


def letters_for_cells(s: Speech, word: Any) -> tuple[Speech, str]:
    """Letters for the cells of several past plies, and the sentence that introduces them."""
    lasts = sorted({w for w in words(word) if isinstance(w, Last)}, key=lambda w: -w.back)
    if len(lasts) < 2:
        return s, ""
    own_letters = iter("pqrst")
    enemy_letters = iter("bcdef")
    pairs = [(w, next(own_letters if isinstance(w.side, Own) else enemy_letters)) for w in lasts]
    pairs.sort(key=lambda pair: (pair[1] < "p", pair[1]))
    text = join_with_and(f"{letter} be {noun(s, w).one()}" if i == 0 else f"{letter} {noun(s, w).one()}"
                  for i, (w, letter) in enumerate(pairs))  # fmt: skip
    of_this_ply = [(To(), letter) for w, letter in pairs if s.after and w == Last(Own(), 1)]
    return s.named(*pairs, *of_this_ply), f"Let {text}. "


def effect(s: Speech, word: Any) -> str:
    """One effect, as a sentence without its full stop."""
    return EFFECTS[type(word)](s, word)


def happens(s: Speech, cells: Any, consequence: str) -> str:
    """The effect on the pieces on cells; the condition for the piece of the ply comes last: `... if it is a hen`."""
    phrase, condition_text = affected_pieces(s, cells), ""
    other_conditions = [part for part in cells.parts if part not in (To(), Own())] if isinstance(cells, And) else []
    kinds = [part for part in other_conditions if isinstance(part, Kind)]
    if kinds and To() in cells.parts and (condition := demands(s, kinds, other_conditions)):
        phrase, condition_text = noun(s, To()), condition
    elif phrase.definite and phrase.post and all(post.startswith(IF_IT) for post, _ in phrase.post):
        condition_text = " and ".join(post.removeprefix(IF_IT) for post, _ in phrase.post)
        phrase = replace(phrase, post=())
    return f"{phrase.each()} {consequence}{f' {IF_IT}{condition_text}' if condition_text else ''}"


def affected_pieces(s: Speech, cells: Any) -> Noun:
    """The noun for pieces to which something happens: each of them, not a whole line of which some are meant."""
    return occupants(s, _affected_cells(s, cells))


def _affected_cells(s: Speech, cells: Any) -> Noun:
    if not isinstance(cells, And):
        return noun(s, cells)
    if set(cells.parts) == {Own(), To()}:
        return noun(s, To()) if moves_own_alone(s) else noun(s, To()).with_post(f"if it is {s.your}s")
    return cellwise(s, cells) if any(is_figure(part) for part in cells.parts) else noun(s, cells)


def moves_own_alone(s: Speech) -> bool:
    """Whether every ply that ends on a cell is one with a piece of the mover's own."""
    plies = [w for w in words((s.game.opening, s.game.turn)) if isinstance(w, (p.Place, *p.MOVES))]
    return all(isinstance(w.owner, Own) if isinstance(w, p.Place) else moves_own(w.what) for w in plies)


def moves_own(cells: Any) -> bool:
    """Whether these are the mover's own pieces, or the one moved before."""
    if isinstance(cells, And):
        return any(moves_own(part) for part in cells.parts)
    return isinstance(cells, (Own, Just))


def demands(s: Speech, kinds: list[Any], rest: list[Any]) -> str:
    """The requirement on the piece of a ply: `is a man in the row farthest from your side`."""
    other_nouns = [noun(s, part) for part in rest if part not in kinds]
    if any(
        other_noun.piece or other_noun.definite or other_noun.either or other_noun.figure for other_noun in other_nouns
    ):
        return ""
    return f"is {noun(s, rest[0] if len(rest) == 1 else And(*rest)).indefinite()}"


def _capture(s: Speech, word: f.Capture) -> str:
    phrase = affected_pieces(s, word.of)
    text = [part.each() for part in phrase.either] or [phrase.each()]
    if max(map(len, text)) > LONG:
        return "; so is ".join([f"{text[0]} is captured and leaves the board", *text[1:]])
    return happens(s, word.of, "is captured and leaves the board")


def _flip(s: Speech, word: f.Flip) -> str:
    owner = f"{s.your}s" if s.your == "your" else s.your
    return happens(s, word.of, f"is turned over and becomes {owner}")


def _promote(s: Speech, word: f.Promote) -> str:
    return happens(s, word.of, f"becomes {a(word.kind)}")


def _mark(s: Speech, word: f.Mark) -> str:
    cells, condition = marked_cells(s, word.of)
    return f'{cells} is marked "{word.name}"{_how_long(word.turns)}{condition}'


def _unmark(s: Speech, word: f.Unmark) -> str:
    if isinstance(word.of, Everywhere):
        return f'all marks "{word.name}" are taken off'
    cells, condition = marked_cells(s, word.of)
    return f'{cells} is no longer marked "{word.name}"{condition}'


def marked_cells(s: Speech, cells: Any) -> tuple[str, str]:
    """The cells that get a mark, and on what condition. They are told as cells: a mark stands on no piece."""
    of_move = f"the {'first ' if has_shapes(s) else ''}{s.cell} of the {s.move}"
    if isinstance(cells, And) and To() in cells.parts:
        rest = [part for part in cells.parts if part != To()]
        demanded = noun(s, rest[0] if len(rest) == 1 else And(*rest)).indefinite()
        return of_move, f" if it is {demanded}"
    if cells == To():
        return of_move, ""
    phrase = cellwise(s, cells)
    if not phrase.piece:
        return phrase.each(), ""
    each_stone = f"each {s.cell} with {phrase.one()} on it"
    return (f"the {s.cell} of {phrase.one()}" if phrase.definite else each_stone), ""


def _how_long(turns: int | None) -> str:
    if turns is None:
        return ""
    return (
        " until the end of the next turn"
        if turns == 1
        else f" until the end of the {ordinal(turns)} turn after this one"
    )


def _earn(s: Speech, word: f.Earn) -> str:
    s, letters = letters_for_cells(s, word.when)
    points, conditions = _points(s, word.n)
    conditions += [clause(s, word.when)] if word.when is not None else []
    condition_text = f" if {join_long_parts(conditions)}" if conditions else ""
    first = ""
    if letters:
        first = ". Where one of these moves has not been made yet, nothing is earned. All is judged after your move"
        this_cell = s.name(To())
        first += f", and {this_cell} itself may be that {s.cell}" if this_cell and To() not in words(word.when) else ""
    return f"{letters}{s.you if not letters else s.you.capitalize()} {s.do('earn')} {points}{condition_text}{first}"


def _points(s: Speech, n: Any) -> tuple[str, list[str]]:
    """The number of points, and the conditions for them."""
    if isinstance(n, int):
        return count_phrase(n, "point"), []
    if isinstance(n, Count):
        if single(s, n.of):
            return "one point", [clause(s, n.of)]
        phrase = cellwise(s, n.of)
        return f"one point for {phrase.each()}{' on the board' if phrase.piece and not phrase.post else ''}", []
    return f"as many points as this number: {amount(s, n)}", []


def _again(s: Speech, word: f.Again) -> str:
    condition_text = "" if word.when is None else f" if {clause(s, word.when)}"
    return f"{s.you} {s.do('have')} another turn after this one{condition_text}"


def _tell(s: Speech, word: f.Tell) -> str:
    first_time = " for the first time" if word.once else ""
    often = ", once a game for each side" if word.once else ""
    return f"if {clause(s, word.fact)}{first_time}, everybody is told so (the fact, not the place){often}"


def _if(say: Callable[[Speech, Any], str]) -> Callable[[Speech, Any], str]:
    def phrase(s: Speech, w: If) -> str:
        inner_effect: Any = w.then
        if w.otherwise is None and is_end(inner_effect):
            condition = w.when if always(inner_effect.when) else All(w.when, inner_effect.when)
            return say(s, msgspec.structs.replace(inner_effect, when=condition))
        otherwise_text = f"; otherwise {say(s, w.otherwise)}" if w.otherwise is not None else ""
        if not otherwise_text and "; " in clause(s, w.when):
            return f"{say(s, w.then)} if {clause(s, w.when)}"
        return f"if {clause(s, w.when)}, {say(s, w.then)}{otherwise_text}"

    return phrase


def _by_side(say: Callable[[Speech, Any], str]) -> Callable[[Speech, Any], str]:
    def phrase(s: Speech, w: BySide) -> str:
        if len(set(w.parts)) == 1:
            return say(s, w.parts[0])
        return "; ".join(f"for {LETTERS[i]}: {say(replace(s, side=i), part)}" for i, part in enumerate(w.parts))

    return phrase


EFFECTS: dict[type, Callable[[Speech, Any], str]] = {
    f.Capture: _capture,
    f.Flip: _flip,
    f.Promote: _promote,
    f.Mark: _mark,
    f.Unmark: _unmark,
    f.Earn: _earn,
    f.Again: _again,
    f.Tell: _tell,
    If: _if(effect),
    BySide: _by_side(effect),
}


def end(s: Speech, word: Any) -> str:
    """One end clause, as a sentence without its full stop."""
    return ENDS[type(word)](s, word)


def by_turn(word: Word) -> bool:
    """Whether its value changes between turns only."""
    return isinstance(word, (e.NoPly, e.Repeats)) or (isinstance(word, e.Quiet) and word.unit == "turn")


def moment(s: Speech, word: Any) -> str:
    """When it is tested, where a turn has several plies."""
    if not s.steps:
        return ""
    late = word.at == "turn" or any(by_turn(w) for w in words(word.when))
    return "at the end of a turn, " if late else "at once, even before the turn is over, "


def if_clause(s: Speech, condition: Any) -> str:
    """The condition of an end; nothing where it always holds."""
    return "" if always(condition) else f" if {clause(s, condition)}"


def _win(s: Speech, word: e.Win) -> str:
    t, letters = letters_for_cells(s, word.when)
    return f"{letters}{moment(s, word)}{s.you} {s.do('win')}{if_clause(t, word.when)}"


def _loss(s: Speech, word: e.Loss) -> str:
    t, letters = letters_for_cells(s, word.when)
    rest = "" if s.game.players < 3 else f": {s.you} {s.do('be')} out, and the others play on; the last one left wins"
    return f"{letters}{moment(s, word)}{s.you} {s.do('lose')}{if_clause(t, word.when)}{rest}"


def _draw(s: Speech, word: e.Draw) -> str:
    t, letters = letters_for_cells(s, word.when)
    return f"{letters}{moment(s, word)}the game is a draw{if_clause(t, word.when)}"


def _most(s: Speech, word: e.Most) -> str:
    if s.game.players == 1:
        return f"{moment(s, word)}the game is over if {clause(s, word.when)}"
    winner = who_has_more(s, word.number)
    level = "equal numbers are a draw" if s.game.players == 2 else "those level at the top share the win"
    return (f"{moment(s, word)}the game is over if {clause(s, word.when)}: "
            f"{winner} wins, and {level}{explain_count(s, word.number)}")  # fmt: skip


def who_has_more(s: Speech, word: Any) -> str:
    """The player who has more of something, in the third person."""
    side = "has the most" if s.game.players > 2 else "has more"
    names = {Score: "points", Captured: None, Hand: None, Count: None, Groups: None}
    if isinstance(word, Score) and word.side == Own():
        return f"the player who {side} {names[Score]}"
    if isinstance(word, Captured) and word.side == Own():
        return f"the player who {side.replace('has', 'has captured')} {plural(s.stone)}{own_note(s)}"
    if isinstance(word, Count) and word.of == Own():
        return f"the player who {side} {plural(s.stone)} on the board"
    if isinstance(word, Count) and (counted := mover_pieces(s, word)):
        return f"the player who {side} {counted}"
    return f"the player with the {'greatest' if s.game.players > 2 else 'greater'} number"


def mover_pieces(s: Speech, word: Count) -> str:
    """What is counted, where it is pieces of the mover in one place: `stones next to a pawn`."""
    phrase = noun(s, word.of)
    is_plain = phrase.piece and phrase.own and not (phrase.figure or phrase.definite or phrase.either or phrase.only)
    if not is_plain or not phrase.post or any(isinstance(w, Enemy) for w in words(word)) or s.term(word.of):
        return ""
    text = replace(phrase, own="").many()
    return "" if re.search(rf"\b{s.your}\b|\byou\b|\(", text) else text


def explain_count(s: Speech, word: Any) -> str:
    """The explanation of a number that has no short name."""
    if not who_has_more(s, word).endswith("number"):
        return ""
    their = replace(s, you="the player", your="their", third=True)
    text = amount(their, word)
    return f". Each player's number is {'that' + text[10:] if text.startswith('the number of') else text}"


ENDS: dict[type, Callable[[Speech, Any], str]] = {
    e.Win: _win,
    e.Loss: _loss,
    e.Draw: _draw,
    e.Most: _most,
    If: _if(end),
    BySide: _by_side(end),
}


def is_end(word: Word) -> bool:
    """Whether this is one of the four ends."""
    return isinstance(word, (e.Win, e.Loss, e.Draw, e.Most))


def captures_enclosed(game: Game) -> bool:
    """Whether pieces are captured for one reason alone: no neighbour of theirs is empty."""
    effects = [word for word in words(game.effects) if isinstance(word, f.Capture)]
    moves = any(isinstance(word, (p.Step, p.Slide, p.Leap, p.Hop)) for word in words(game.turn))
    return bool(effects) and not moves and all(isinstance(word.of, Enclosed) for word in effects)
