"""Explains an illegal ply: which word of the rules forbids it and by which fact, as the mover sees it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from ..rules import logic
from ..rules import turns as t
from ..rules.actions import END, key_of
from ..rules.ends import Repeats
from ..rules.english import phrase, result_text
from ..rules.english.conditions import denied
from ..rules.english.plies import VERBS
from ..rules.english.speech import Speech, ordinal
from ..rules.geometry import bits
from ..rules.logic import BySide, If
from .evaluation import part_of
from .move_generation import OFFER, by_nature, entry, offered, permitted, steps
from .offered_ply import Agenda, OfferedPly
from .progression import look
from .refusals import LONGEST, REFUSE, outside, short, shown
from .scene import Scene
from .state import State
from .tentative_ply import acting, spoilt, tried

if TYPE_CHECKING:
    from .interpreter import Reference


OTHERWISE = "the turn now asks"


class ExpectedWord(NamedTuple):
    """A ply word that is next in the turn. gate: the reason why it is not on offer at all, whatever its cells."""

    word: Any
    rest: Agenda
    gate: str = ""


def why_not(reference: Reference, state: State, text: str) -> str:
    """One sentence, or several joined with "; ". It uses only what the player to move knows."""
    if state.result is not None:
        told = result_text(reference.game, state.result, state.seats).rstrip(".")
        return f"the game is over: {told}; by {short(state.result.by)}"
    action = find(reference, text)
    legal = reference.legal(state)
    if action is not None and not asked_for(reference, reference.tables.actions.split(action)[0]):
        action = None
    if action is None and (marked := begun(reference, text)):
        fitting = [reference.text(a) for a in marked if a in legal]
        if fitting:
            return f"it is written {' or '.join(fitting)}"
        why = list(dict.fromkeys(refused(reference, state, a) for a in marked))
        return "; ".join([told for told in why if not told.startswith(OTHERWISE)] or why)
    if action is None:
        near = get_close_matches(text, [reference.text(a) for a in legal[:5000]], 3, 0.1)
        return "no ply of this game is written so" + (f"; legal here and like it: {', '.join(near)}" if near else "")
    if action in legal:
        return "it is legal here"
    return refused(reference, state, action)


def find(reference: Reference, text: str) -> int | None:
    """The ply with this text, canonical or printed."""
    said = " ".join(text.split()).replace(" -> ", "-")
    first, _, rest = said.partition(" ")
    readings = (said, said.replace(" ", ":"), f"{first}:{rest.replace(' ', ',')}")
    return next((a for said in readings for a in _matches(reference, said)), None)


def begun(reference: Reference, text: str) -> list[int]:
    """The plies on one cell whose text is this one with a mark after it: `a1:0`, `a1:1`."""
    actions, cell = reference.tables.actions, " ".join(text.split())
    places = [c for name, c in actions.geometry.index.items() if name.casefold() == cell.casefold()]
    cells = len(actions.geometry.names)
    marked = [key for key in actions.blocks if key[0] in ("cell", "commit") and asked_for(reference, key)]
    blocks = [actions.blocks[key] for key in marked]
    return [base + c + cells * k for c in places for base, size in blocks for k in range(size // cells)]


def _matches(reference: Reference, said: str) -> Iterator[int]:
    """Ids of plies with exactly this text, block by block, for a game of any size."""
    actions = reference.tables.actions
    index, head = actions.geometry.index, said.partition(":")[0]
    n = len(index)
    for key, (base, size) in actions.blocks.items():
        places: list[int] = []
        if key[0] in ("word", "roll"):
            places = list(range(size))
        elif key[0] == "reveal":
            names = said.partition(":")[2].split(",")
            cells = [1 << index[name] for name in names if name in index]
            inside = any(sum(set(cells)) & ~region == 0 for region in actions.regions)
            places = [actions.reveal(key, sum(set(cells))) - base] if inside else []
        elif key[0] in ("move", "jump"):
            cuts = [(head[:i], head[i + 1 :]) for i in range(1, len(head))]
            places = [index[a] * n + index[b] for a, b in cuts if a in index and b in index]
        else:
            name = head[1:] if key[0] == "lift" else head
            places = [index[name] + n * k for k in range(size // n)] if name in index else []
        yield from (base + place for place in places if actions.text(base + place) == said)


def refused(reference: Reference, state: State, action: int) -> str:
    """Why a ply of this game is not legal here."""
    from .interpreter import as_answerer

    scene = Scene(reference.tables, state)
    key, place = reference.tables.actions.split(action)
    if scene.pending is not None:
        answer = reference.tables.parts[scene.pending.node].answer
        return unanswered(reference, as_answerer(scene), answer, key, place)
    view = look(scene, scene.agenda)
    view.nature = by_nature(view, scene.agenda)
    asked = list(leaves(view, view.agenda))
    wanted = named(reference, [leaf.word for leaf in asked])
    if key == END:
        return f"the turn cannot end here: it asks {wanted}"
    same = [leaf for leaf in asked if key_of(leaf.word) == key]
    if view.nature:
        why = f"; {_because(view, same[0], action, place)}" if same else ""
        return f"chance plays now and may {wanted.removeprefix('you to ')}{why}"
    if not same:
        return f"{OTHERWISE} {wanted}, not {kind_of(reference, key)}"
    return "; ".join(dict.fromkeys(_because(view, leaf, action, place) for leaf in same))


def named(reference: Reference, words: list[Any]) -> str:
    """The plies that a turn expects: `you to place a stone on an empty cell: Place()`."""
    told = dict.fromkeys(said(reference, word) for word in words)
    spelt = " or ".join(dict.fromkeys(shown(word) for word in words))
    return f"you to {short(' or to '.join(told), 2 * LONGEST)}: {short(spelt)}"


def said(reference: Reference, word: Any) -> str:
    """A ply word in English without its conditions."""
    return VERBS[type(word)](Speech(reference.game), word).partition(";")[0]


def unanswered(reference: Reference, view: Scene, word: t.Reveal, key: Any, place: int) -> str:
    """Why this is no answer to a committed ply."""
    if key != key_of(word):
        told = short(said(reference, word), 2 * LONGEST)
        return f"you now answer, and may {told}: {shown(word)}, not {kind_of(reference, key)}"
    may = view.cells(word.what)
    wrong = next(bits(reference.tables.actions.revealed(place) & ~(may & view.announced & view.secret())))
    if not view.announced >> wrong & 1:
        return f"{view.geometry.names[wrong]} is not in what was announced: {shown(word)}"
    if may >> wrong & 1:
        return f"{view.geometry.names[wrong]} holds no hidden piece of yours: {shown(word)}"
    return outside(view, word, "what", wrong)


def asked_for(reference: Reference, key: Any) -> bool:
    """Whether a ply of this key is ever a complete ply, not only a part of one."""
    return key == END or bool(kind_of(reference, key))


def kind_of(reference: Reference, key: Any) -> str:
    """The words of the game whose plies have this key; empty where these are only parts of plies."""
    parts = reference.tables.parts
    inner = {word.ply for word in parts if isinstance(word, t.Commit)}
    forms = (w for w in parts if w not in inner and (type(w) in REFUSE or isinstance(w, (t.Commit, t.Reveal))))
    like = [shown(word) for word in forms if key_of(word) == key]
    return short(" or ".join(dict.fromkeys(like)))


def leaves(scene: Scene, agenda: Agenda, gate: str = "") -> Iterator[ExpectedWord]:
    """The ply words that are next in an agenda."""
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


def _by_priority(scene: Scene, word: t.First, stop: int, rest: Agenda, gate: str) -> Iterator[ExpectedWord]:
    """The parts of a First: those after a part with plies are not on offer."""
    for part in word.parts:
        agenda = (entry(scene, part, stop), *rest)
        yield from leaves(scene, agenda, gate)
        if not gate and can(scene, agenda):
            told = short(phrase(part, scene.tables.game), 2 * LONGEST)
            gate = f"you can {told}, and that comes first: First({shown(part)}, ...)"


def _again(scene: Scene, word: t.Repeat, stop: int, rest: Agenda, gate: str) -> Iterator[ExpectedWord]:
    """The repeat again, or the rest where the repeat is optional."""
    here = (entry(scene, word, stop), *rest)
    if here in scene.repeating:  # its ply was skipped
        return
    agenda = (entry(scene, word.ply, stop), *here)
    going = word.while_ is None or scene.holds(word.while_)[0]
    ended = "" if going else _missing(scene, word, "while_")
    scene.repeating.append(here)
    yield from leaves(scene, agenda, gate or ended)
    scene.repeating.pop()
    must = word.must and going and can(scene, agenda)
    yield from leaves(
        scene, rest, gate or (f"{shown(word.ply)} can go on, and must: Repeat(must=True)" if must else "")
    )


def can(scene: Scene, agenda: Agenda) -> bool:
    """Whether there is any ply."""
    return next(permitted(scene, offered(scene, agenda)), None) is not None


def _because(scene: Scene, leaf: ExpectedWord, action: int, place: int) -> str:
    """Why one word of the turn does not offer the ply."""
    found = next((o for o in OFFER[type(leaf.word)](scene, leaf.word, 0, leaf.rest) if o.id == action), None)
    if found is not None:
        return _spoilt(scene, found) if spoilt(scene, found) else leaf.gate
    word = acting(leaf.word)
    why: str | None = REFUSE[type(word)](scene, word, place)
    return why or _missing(scene, word, "needs")


def _missing(scene: Scene, word: Any, field: str) -> str:
    """The part of a condition that does not hold."""
    part = getattr(word, field)
    while isinstance(part, logic.All):
        part = next(one for one in part.parts if not scene.holds(one)[0])
    told = short(denied(Speech(scene.tables.game), part), 2 * LONGEST)
    return f"{told}: {_part(word, field, part)}"


def _part(word: Any, field: str, part: Any) -> str:
    """The expression of a condition and its word: `Repeats(2), in Place(unless=...)`."""
    if part is getattr(word, field):
        return f"{type(word).__name__}({field}={shown(part)})"
    return f"{shown(part)}, in {type(word).__name__}({field}=...)"


def _spoilt(scene: Scene, option: OfferedPly) -> str:
    """The `unless` that would hold after the ply."""
    word = acting(option.word)
    after, part = tried(scene, option), word.unless
    while isinstance(part, logic.Any):
        part = next(one for one in part.parts if after.holds(one)[0])
    cells = after.holds(part)[1]
    at = f" ({short(' '.join(scene.geometry.named(cells)))})" if cells else ""
    if isinstance(part, Repeats):
        told = f"the same position would stand for the {ordinal(part.n)} time"
    else:
        told = f"after it {short(phrase(part, scene.tables.game, condition=True), 2 * LONGEST)}"
    return f"{told}{at}: {_part(word, 'unless', part)}"
