"""Explains an illegal ply: which word of the rules forbids it and by which fact, as the mover sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import Phrase
from ..rules import logic
from ..rules import turns as t
from ..rules.actions import END, Actions, key_of
from ..rules.ends import Repeats
from ..rules.english import phrase, result_text
from ..rules.english.conditions import negate
from ..rules.english.grammar import Speech, ordinal
from ..rules.english.plies import VERBS
from ..rules.geometry import bits
from ..rules.logic import BySide, If
from .evaluation import part_of
from .evaluation_context import Scene
from .move_generation import OFFER, entry, filter_unless, is_chance_ply, may_end, offered_plies, steps
from .offered_ply import Agenda, OfferedPly
from .progression import look
from .refusals import REFUSE, Reason, brief, expression_text, outside, short
from .state import State
from .tentative_ply import acting_word, scene_after, violates_unless

if TYPE_CHECKING:
    from .interpreter import Reference


OTHERWISE = "you now have"
CELL = re.compile(r"[a-z]{1,2}\d{1,3}$", re.IGNORECASE)
"""A text that looks like the name of a cell."""


NO_GATE = Reason("")


class ExpectedWord(NamedTuple):
    """A ply word that the turn now asks for. gate: what keeps it from being on offer, whatever its cells."""

    word: Any
    rest: Agenda
    gate: Reason = NO_GATE


def why_not(reference: Reference, state: State, text: str) -> Phrase:
    """The reason for players: one sentence, or several joined with "; ", all in one language. See reasons."""
    by_text = {reason.text: reason.fact for reason in reasons(reference, state, text)}
    facts = [fact for fact in by_text.values() if isinstance(fact, Phrase)]
    if len(facts) < len(by_text):
        return Phrase.verbatim("; ".join(by_text))
    return reduce(lambda one, other: Phrase("%(one)s; %(other)s", {"one": one, "other": other}), facts)


def forbidden_by(reference: Reference, state: State, text: str) -> str:
    """The reason for authors: the expressions of the rules that forbid a ply, joined with "; "; else an
    empty text."""
    return "; ".join(dict.fromkeys(reason.rule for reason in reasons(reference, state, text) if reason.rule))


def reasons(reference: Reference, state: State, text: str) -> list[Reason]:
    """Why a text is no legal ply here. It looks at nothing the player to move may not know."""
    if state.result is not None:
        value = result_text(reference.game, state.result, state.seats).rstrip(".")
        return [Reason(f"the game is over: {value}", short(state.result.by))]
    action = find(reference, text)
    legal = reference.legal(state)
    if action is not None and not is_whole_ply(reference, reference.tables.actions.split(action)[0]):
        action = None
    marked = [] if action in legal else marked_plies(reference, text)
    if marked and (action is None or not set(legal).isdisjoint(marked)):
        return mark_is_missing(reference, state, marked, legal)
    if action is None:
        return [Reason(unread(reference, text, legal))]
    if action in legal:
        return [Reason(Phrase("it is legal here"))]
    found_reasons = reason_for_refusal(reference, state, action)
    another_word = all(reason.text.startswith(OTHERWISE) for reason in found_reasons)
    return mark_is_missing(reference, state, marked, legal) if marked and another_word else found_reasons


def mark_is_missing(reference: Reference, state: State, marked: list[int], legal: Sequence[int]) -> list[Reason]:
    """A cell is right but what follows it is missing: `A1` where `A1 row` is a ply."""
    fitting = [action for action in marked if action in legal]
    if fitting:
        add = reference.tables.actions.split(fitting[0])[0][0] == "commit"
        plies = [Phrase(f"`{reference.printed(action)}`" if add else reference.printed(action)) for action in fitting]
        values: dict[str, str | Phrase] = {"plies": reduce(either, plies)}
        return [
            Reason(
                Phrase("add what you announce: %(plies)s", values) if add else Phrase("it is written %(plies)s", values)
            )
        ]
    all_reasons = [reason for action in marked for reason in reason_for_refusal(reference, state, action)]
    return [reason for reason in all_reasons if not reason.text.startswith(OTHERWISE)] or all_reasons


def either(one: Phrase, other: Phrase) -> Phrase:
    """One or the other."""
    return Phrase("%(one)s or %(other)s", {"one": one, "other": other})


def unread(reference: Reference, text: str, legal: Sequence[int]) -> Phrase:
    """The fault of a text that no ply of the game has: its cells, or its form."""
    names = {name.casefold() for name in reference.tables.actions.geometry.names}
    parts = re.split(r"[^a-z0-9]+|(?<=\d)x", text, flags=re.IGNORECASE)
    off = [part for part in parts if CELL.match(part) and part.casefold() not in names]
    if off:
        return not_on_board(list(dict.fromkeys(off)))
    if normalize_spelling(text) in ("", "pass"):
        return Phrase("this game has no passing") if text else Phrase("expected a move")
    suggestions = get_close_matches(text, [reference.text(a) for a in legal[:5000]], 3, 0.1)
    if not suggestions:
        return Phrase("no move of this game is written like this")
    plies: dict[str, str | Phrase] = {"plies": ", ".join(suggestions)}
    return Phrase("no move of this game is written like this; legal here and like it: %(plies)s", plies)


def not_on_board(cells: list[str]) -> Phrase:
    """The board has no such cells."""
    if len(cells) == 1:
        return Phrase("%(cell)s is not on the board", {"cell": cells[0]})
    each = reduce(lambda one, other: Phrase("%(one)s and %(other)s", {"one": one, "other": other}), map(Phrase, cells))
    return Phrase("%(cells)s are not on the board", {"cells": each})


def normalize_spelling(text: str) -> str:
    """A text as all its spellings are read: case, blanks and the shape of arrows do not matter."""
    return re.sub(r"\s*(->|→|–|—|-)\s*", "-", " ".join(text.split()).casefold())


def find(reference: Reference, text: str) -> int | None:
    """The ply that a text means in any spelling, legal or not."""
    spelled = normalize_spelling(text)
    actions = reference.tables.actions
    if spelled == "pass" and END in actions.blocks and ("word", "pass") not in actions.blocks:
        return actions.blocks[END][0]
    spelled = "reveal:none" if spelled == "none" else spelled
    first, _, arguments = spelled.partition(" ")
    readings = (spelled, *(spelled.replace(" ", sign) for sign in ":-x"), f"{first}:{arguments.replace(' ', ',')}")
    return next((a for spelled in readings for a in _matches(reference, spelled)), None)


def marked_plies(reference: Reference, text: str) -> list[int]:
    """The plies on one cell that are written so before their marks: `a1:0`, `a1:1`."""
    actions, cell = reference.tables.actions, normalize_spelling(text)
    places = [c for name, c in actions.geometry.index.items() if name.casefold() == cell]
    cells = len(actions.geometry.names)
    marked = [key for key in actions.blocks if key[0] in ("cell", "commit") and is_whole_ply(reference, key)]
    blocks = [actions.blocks[key] for key in marked]
    return [base + c + cells * k for c in places for base, size in blocks for k in range(size // cells)]


def _matches(reference: Reference, spelling: str) -> Iterator[int]:
    """Numbers of plies with this text in lower case, block by block, for a game of any size."""
    actions = reference.tables.actions
    index, head = {name.casefold(): c for name, c in actions.geometry.index.items()}, spelling.partition(":")[0]
    n = len(index)
    for key, (base, size) in actions.blocks.items():
        if key[0] == "reveal":
            yield from _match_reveal(actions, key, index, spelling)
            continue
        places: list[int] = []
        if key[0] in ("word", "roll"):
            places = list(range(size))
        elif key[0] in ("move", "jump"):
            cuts = [(head[:i], head[i + 1 :]) for i in range(1, len(head))]
            places = [index[a] * n + index[b] for a, b in cuts if a in index and b in index]
        else:
            name = head[1:] if key[0] == "lift" else head
            places = [index[name] + n * k for k in range(size // n)] if name in index else []
        texts = ((base + place, actions.text(base + place).casefold()) for place in places)
        yield from (action for action, text in texts if text == spelling or _is_abbreviated(text, spelling))


def _is_abbreviated(text: str, spelling: str) -> bool:
    """Whether a word after the cell is cut short: `a1:col`."""
    (head, sign, mark), (typed_head, _, typed_mark) = text.partition(":"), spelling.partition(":")
    return bool(sign) and head == typed_head and len(typed_mark) > 1 and mark.startswith(typed_mark)


def _match_reveal(actions: Actions, key: Any, index: dict[str, int], spelling: str) -> Iterator[int]:
    """The reveal of the cells that are listed, in any order."""
    head, _, cell_list = spelling.partition(":")
    if head != "reveal" or not cell_list:
        return
    cells = [index.get(name, -1) for name in cell_list.split(",") if name != "none"]
    mask = sum(1 << cell for cell in set(cells) if cell >= 0)
    if -1 not in cells and any(mask & ~region == 0 for region in actions.regions):
        yield actions.reveal(key, mask)


def reason_for_refusal(reference: Reference, state: State, action: int) -> list[Reason]:
    """Why a ply of this game is not legal here."""
    from .interpreter import as_answerer

    scene = Scene(reference.tables, state)
    key, place = reference.tables.actions.split(action)
    if scene.pending is not None:
        answer_word = reference.tables.parts[scene.pending.node].answer
        return [no_answer_reason(reference, as_answerer(scene), answer_word, key, place)]
    view = look(scene, scene.agenda)
    view.is_chance = is_chance_ply(view, scene.agenda)
    expected = list(leaves(view, view.agenda))
    words = [leaf.word for leaf in expected]
    expectation = what_turn_asks(reference, words)
    if key == END:
        return [Reason(f"the turn cannot end here: you have to {expectation}", spelt(words))]
    matching = [leaf for leaf in expected if key_of(leaf.word) == key]
    if view.is_chance:
        ply_reasons = [_because(view, matching[0], action, place)] if matching else []
        return [Reason(f"chance plays now and may {expectation}", spelt(words)), *ply_reasons]
    if not matching:
        ending = ", or to end the turn" if may_end(view, view.agenda) else ""
        return [Reason(f"{OTHERWISE} to {expectation}{ending}", f"{spelt(words)}, not {kind_of(reference, key)}")]
    return [_because(view, leaf, action, place) for leaf in matching]


def what_turn_asks(reference: Reference, words: list[Any]) -> str:
    """What a turn asks for: `place a stone on an empty cell`."""
    phrases = dict.fromkeys(ply_phrase(reference, word) for word in words)
    return brief(" or to ".join(phrases))


def spelt(words: list[Any]) -> str:
    """The expressions of what a turn asks for."""
    return short(" or ".join(dict.fromkeys(expression_text(word) for word in words)))


def ply_phrase(reference: Reference, word: Any) -> str:
    """A ply word in English without its conditions."""
    return VERBS[type(word)](Speech(reference.game), word).partition(";")[0]


def no_answer_reason(reference: Reference, view: Scene, word: t.Reveal, key: Any, place: int) -> Reason:
    """Why this is no answer to a committed ply."""
    if key != key_of(word):
        text = brief(ply_phrase(reference, word))
        return Reason(f"you now answer, and may {text}", f"{expression_text(word)}, not {kind_of(reference, key)}")
    may = view.cells(word.what)
    wrong_cell = next(bits(reference.tables.actions.revealed(place) & ~(may & view.announced & view.secret())))
    cell: dict[str, str | Phrase] = {"cell": view.geometry.names[wrong_cell]}
    if not view.announced >> wrong_cell & 1:
        return Reason(Phrase("%(cell)s is not in what was announced", cell), expression_text(word))
    if may >> wrong_cell & 1:
        return Reason(Phrase("%(cell)s holds no hidden piece of yours", cell), expression_text(word))
    return outside(view, word, "what", wrong_cell)


def is_whole_ply(reference: Reference, key: Any) -> bool:
    """Whether a ply that is written so is ever a whole ply, and not only a part of one."""
    return key == END or bool(kind_of(reference, key))


def kind_of(reference: Reference, key: Any) -> str:
    """The words of the game that are written like this ply; empty where it is only a part of one."""
    parts = reference.tables.parts
    inner = {word.ply for word in parts if isinstance(word, t.Commit)}
    forms = (w for w in parts if w not in inner and (type(w) in REFUSE or isinstance(w, (t.Commit, t.Reveal))))
    forms_of_key = [expression_text(word) for word in forms if key_of(word) == key]
    return short(" or ".join(dict.fromkeys(forms_of_key)))


def leaves(scene: Scene, agenda: Agenda, gate: Reason = NO_GATE) -> Iterator[ExpectedWord]:
    """The ply words an agenda asks for next."""
    if not agenda:
        return
    word, stop, rest = scene.tables.parts[agenda[0] >> 1], agenda[0] & 1, agenda[1:]
    if isinstance(word, t.Sequence):
        yield from leaves(scene, steps(scene, word, stop, rest), gate)
    elif isinstance(word, (If, BySide)):
        part = part_of(scene, word)
        yield from leaves(scene, rest if part is None else (entry(scene, part, stop), *rest), gate)
    elif isinstance(word, t.Either):
        for part in word.parts:
            yield from leaves(scene, (entry(scene, part, stop), *rest), gate)
    elif isinstance(word, t.First):
        yield from _by_priority(scene, word, stop, rest, gate)
    elif isinstance(word, t.Repeat):
        yield from _again(scene, word, stop, rest, gate)
    elif isinstance(word, t.Chance):
        yield from leaves(scene, (entry(scene, word.ply, stop), *rest), gate)
    else:
        yield ExpectedWord(word, rest, gate)


def _by_priority(scene: Scene, word: t.First, stop: int, rest: Agenda, gate: Reason) -> Iterator[ExpectedWord]:
    """Once a part has plies, what comes after it waits."""
    for part in word.parts:
        agenda = (entry(scene, part, stop), *rest)
        yield from leaves(scene, agenda, gate)
        if gate == NO_GATE and can(scene, agenda):
            text = brief(phrase(part, scene.tables.game))
            gate = Reason(f"you can {text}, and that comes first", f"First({expression_text(part)}, ...)")


def _again(scene: Scene, word: t.Repeat, stop: int, rest: Agenda, gate: Reason) -> Iterator[ExpectedWord]:
    """Once more; or on, where one need not go on."""
    repetition = (entry(scene, word, stop), *rest)
    if repetition in scene.repeating:  # its ply came to nothing
        return
    agenda = (entry(scene, word.ply, stop), *repetition)
    going = word.while_ is None or scene.holds(word.while_)[0]
    loop_fault = NO_GATE if going else _missing(scene, word, "while_")
    scene.repeating.append(repetition)
    yield from leaves(scene, agenda, loop_fault if gate == NO_GATE else gate)
    scene.repeating.pop()
    must = word.must and going and can(scene, agenda)
    forced = (
        Reason(Phrase("this turn can go on, and must"), f"{expression_text(word.ply)}, in Repeat(must=True)")
        if must
        else NO_GATE
    )
    yield from leaves(scene, rest, forced if gate == NO_GATE else gate)


def can(scene: Scene, agenda: Agenda) -> bool:
    """Whether there is any ply."""
    return next(filter_unless(scene, offered_plies(scene, agenda)), None) is not None


def _because(scene: Scene, leaf: ExpectedWord, action: int, place: int) -> Reason:
    """Why one word of the turn does not offer the ply."""
    option = next((o for o in OFFER[type(leaf.word)](scene, leaf.word, 0, leaf.rest) if o.id == action), None)
    if option is not None:
        return _spoilt(scene, option) if violates_unless(scene, option) else leaf.gate
    word = acting_word(leaf.word)
    refusal = REFUSE[type(word)](scene, word, place)
    return refusal or _missing(scene, word, "needs")


def _missing(scene: Scene, word: Any, field: str) -> Reason:
    """The part of a condition that does not hold."""
    part = getattr(word, field)
    while isinstance(part, logic.All):
        part = next(conjunct for conjunct in part.parts if not scene.holds(conjunct)[0])
    text = brief(negate(Speech(scene.tables.game, of_ply=field == "needs"), part))
    return Reason(text, _part(word, field, part))


def _part(word: Any, field: str, part: Any) -> str:
    """The word that says so, or the part of it that does: `Repeats(2), in Place(unless=...)`."""
    if part is getattr(word, field):
        return f"{type(word).__name__}({field}={expression_text(part)})"
    return f"{expression_text(part)}, in {type(word).__name__}({field}=...)"


def _spoilt(scene: Scene, option: OfferedPly) -> Reason:
    """The part of an `unless` that would hold."""
    word = acting_word(option.word)
    after, part = scene_after(scene, option), word.unless
    while isinstance(part, logic.Any):
        part = next(alternative for alternative in part.parts if after.holds(alternative)[0])
    cells = after.holds(part)[1]
    at = f" ({short(' '.join(scene.geometry.named(cells)))})" if cells else ""
    if isinstance(part, Repeats):
        return Reason(_would_repeat(part.n), _part(word, "unless", part))
    text = f"after it {brief(phrase(part, scene.tables.game, condition=True))}"
    return Reason(f"{text}{at}", _part(word, "unless", part))


def _would_repeat(n: int) -> Phrase | str:
    """The same position would stand once too often."""
    if n == 2:
        return Phrase("the same position would stand for the second time")
    if n == 3:
        return Phrase("the same position would stand for the third time")
    return f"the same position would stand for the {ordinal(n)} time"
