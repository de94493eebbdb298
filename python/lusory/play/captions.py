"""What is written under an example."""

from __future__ import annotations

from typing import Any

from ..reference.scene import Scene
from ..rules import effects as f
from ..rules import ends as e
from ..rules.english.effects import lettered
from ..rules.english.speech import LETTERS, Speech, counted, joined, number, plural, sentence


def caption(word: Any, scene: Scene, good: bool, without: str = "", row: int = 0) -> str:
    """The marked stones are captured; with c3 empty they are not."""
    s = Speech(scene.tables.game, after=True)
    yes, no = outcome(s, word, scene)
    if good:
        return sentence(f"{_letters(s, word, scene)}{yes}")
    if row:
        return sentence(f"{number(row)} {plural(s.stone)} in a row: {no}")
    return sentence(f"{_letters(s, word, scene)}with {without}, {no}")


def precedence(word: Any, scene: Scene, first: int, second: int) -> str:
    """Two ends apply."""
    yes, _ = outcome(Speech(scene.tables.game, after=True), word, scene)
    return sentence(f"both {first} and {second} apply; {first} comes first: {yes}")


def outcome(s: Speech, word: Any, scene: Scene) -> tuple[str, str]:
    """What happens where the clause applies, and where it does not."""
    who = LETTERS[scene.side] if not s.nobody else "the player"
    stones = plural(s.stone)
    if isinstance(word, f.Capture):
        return f"the marked {stones} are captured", "nothing is captured"
    if isinstance(word, f.Flip):
        return f"the marked {stones} turn over to {who}", "nothing is turned over"
    if isinstance(word, f.Promote):
        return f"it becomes a {word.kind}", f"it becomes no {word.kind}"
    if isinstance(word, f.Earn):
        points = counted(word.n, "point") if isinstance(word.n, int) else "points"
        return f"{who} earns {points}", f"{who} earns nothing"
    if isinstance(word, f.Again):
        return f"so {who} has another turn", f"{who} has no other turn"
    if isinstance(word, f.Tell):
        return "everybody is told", "there is nothing to tell"
    return (
        (f"here {who} loses", f"{who} does not lose")
        if isinstance(word, e.Loss)
        else (f"here {who} wins", "no win yet")
    )


def _letters(s: Speech, word: Any, scene: Scene) -> str:
    """Where p, q and b are."""
    when = getattr(word, "when", None)
    named, letters = lettered(s, when) if when is not None else (s, "")
    if not letters:
        return ""
    places = [(text, scene.geometry.named(scene.cells(w))) for w, text in named.names]
    told = list(dict.fromkeys(f"{text} is {' '.join(names)}" for text, names in places if names))
    return f"where {joined(told)}: " if told else ""
