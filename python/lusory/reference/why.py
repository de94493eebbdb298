"""Why a text is no legal ply here: the word of the rules that forbids it, with the fact, as the mover sees it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from ..rules import turns as t
from ..rules.actions import END, key_of
from ..rules.geometry import bits
from ..rules.logic import BySide, If
from ..rules.spelling import spell
from .course import look
from .option import Agenda, Option
from .options import OFFER, by_nature, entry, offered, part_here, permitted, steps
from .refusals import REFUSE, outside
from .scene import Scene
from .state import State
from .trial import acting, spoilt, tried

if TYPE_CHECKING:
    from .interpreter import Reference


class Asked(NamedTuple):
    """A ply word that the turn now asks for. gate: what keeps it from being on offer, whatever its cells."""

    word: Any
    rest: Agenda
    gate: str = ""


def why_not(reference: Reference, state: State, text: str) -> str:
    """One sentence, or several joined with "; ". It looks at nothing the player to move may not know."""
    if state.result is not None:
        shown = f" ({' '.join(state.result.witness)})" if state.result.witness else ""
        return f"the game is over: {state.result.by}{shown}"
    action = find(reference, text)
    legal = reference.legal(state)
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


def _matches(reference: Reference, said: str) -> Iterator[int]:
    """Numbers of plies with exactly this text, block by block, for a game of any size."""
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
    wanted = " or ".join(dict.fromkeys(spell(leaf.word) for leaf in asked))
    if key == END:
        return f"the turn cannot end here: it asks for {wanted}"
    same = [leaf for leaf in asked if key_of(leaf.word) == key]
    if view.nature:
        return f"chance plays now: {wanted}" + (f"; {_because(view, same[0], action, place)}" if same else "")
    if not same:
        return f"the turn now asks for {wanted}, not for {kind_of(reference, key)}"
    return "; ".join(dict.fromkeys(_because(view, leaf, action, place) for leaf in same))


def unanswered(reference: Reference, view: Scene, word: t.Reveal, key: Any, place: int) -> str:
    """Why this is no answer to a committed ply."""
    if key != key_of(word):
        return f"the other player now answers: {spell(word)}, not {kind_of(reference, key)}"
    may = view.cells(word.what)
    wrong = next(bits(reference.tables.actions.revealed(place) & ~(may & view.announced & view.secret())))
    if not view.announced >> wrong & 1:
        return f"{view.geometry.names[wrong]} is not in what was announced: {spell(word)}"
    if may >> wrong & 1:
        return f"{view.geometry.names[wrong]} holds no hidden piece of yours: {spell(word)}"
    return outside(view, word, "what", wrong)


def kind_of(reference: Reference, key: Any) -> str:
    """The words of the game that are written like this ply."""
    parts = reference.tables.parts
    inner = {word.ply for word in parts if isinstance(word, t.Commit)}
    forms = (w for w in parts if w not in inner and (type(w) in REFUSE or isinstance(w, (t.Commit, t.Reveal))))
    like = [spell(word) for word in forms if key_of(word) == key]
    return " or ".join(dict.fromkeys(like)) or str(key[0])


def leaves(scene: Scene, agenda: Agenda, gate: str = "") -> Iterator[Asked]:
    """The ply words an agenda asks for next."""
    if not agenda:
        return
    word, stop, rest = scene.tables.parts[agenda[0] >> 1], agenda[0] & 1, agenda[1:]
    if isinstance(word, t.Sequence):
        yield from leaves(scene, steps(scene, word, stop, rest), gate)
    elif isinstance(word, (If, BySide)):
        part = part_here(scene, word)
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
        yield Asked(word, rest, gate)


def _by_priority(scene: Scene, word: t.First, stop: int, rest: Agenda, gate: str) -> Iterator[Asked]:
    """Once a part has plies, what comes after it waits."""
    for part in word.parts:
        agenda = (entry(scene, part, stop), *rest)
        yield from leaves(scene, agenda, gate)
        if not gate and can(scene, agenda):
            gate = f"{spell(part)} can be played, and comes first: First"


def _again(scene: Scene, word: t.Repeat, stop: int, rest: Agenda, gate: str) -> Iterator[Asked]:
    """Once more; or on, where one need not go on."""
    here = (entry(scene, word, stop), *rest)
    if here in scene.repeating:  # its ply came to nothing
        return
    agenda = (entry(scene, word.ply, stop), *here)
    going = word.while_ is None or scene.holds(word.while_)[0]
    ended = "" if going else f"{spell(word.while_)} does not hold: Repeat(while_=...)"
    scene.repeating.append(here)
    yield from leaves(scene, agenda, gate or ended)
    scene.repeating.pop()
    must = word.must and going and can(scene, agenda)
    yield from leaves(
        scene, rest, gate or (f"{spell(word.ply)} can go on, and must: Repeat(must=True)" if must else "")
    )


def can(scene: Scene, agenda: Agenda) -> bool:
    """Is there any ply?"""
    return next(permitted(scene, offered(scene, agenda)), None) is not None


def _because(scene: Scene, leaf: Asked, action: int, place: int) -> str:
    """Why one word of the turn does not offer the ply."""
    found = next((o for o in OFFER[type(leaf.word)](scene, leaf.word, 0, leaf.rest) if o.id == action), None)
    if found is not None:
        return _spoilt(scene, found) if spoilt(scene, found) else leaf.gate
    word = acting(leaf.word)
    why: str | None = REFUSE[type(word)](scene, word, place)
    return why or f"{spell(word.needs)} does not hold: {type(word).__name__}(needs=...)"


def _spoilt(scene: Scene, option: Option) -> str:
    """What would be, and may not be."""
    word = acting(option.word)
    cells = tried(scene, option).holds(word.unless)[1]
    at = f" ({' '.join(scene.geometry.named(cells))})" if cells else ""
    return f"after it {spell(word.unless)} would hold{at}: {type(word).__name__}(unless=...)"
