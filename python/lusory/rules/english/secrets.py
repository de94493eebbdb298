"""Generates the sheet's section on hidden information. It is complete: players know `nothing else`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import effects as f
from .. import ends as e
from .. import plies as p
from .. import turns as t
from ..cells import Empty
from ..chance import can_be_skipped
from ..setup import InHand
from ..traversal import walk, words
from ..word import Word
from .grammar import Speech, join_with_and, plural, sentence
from .sheet import Clause

DASH = "–"


def secrets(s: Speech) -> Iterator[Clause]:
    """The section on what each player knows in a game with hidden stones."""
    commits = [word for word in words((*s.game.opening, s.game.turn)) if isinstance(word, t.Commit)]
    if not commits:
        return
    vocabulary, stones, announcements = list(s.game.words), plural(s.stone), list(_announcements(s))
    yield Clause(f"A {s.stone} is open when everybody sees it, and hidden when only its owner does.", "turn")
    if opens := list(_opening(vocabulary)):
        yield Clause(f"A {s.stone} that is {join_with_and(opens, 'or')} is open from then on.", "turn")
    facts = [f"your own {stones}", f"all open {stones}", *_of_commits(s, commits)]
    if any(isinstance(word, f.Tell) for word in vocabulary):
        facts.append("the facts that had to be told")
    facts += ["what everybody is told (below)"] if announcements else []
    yield Clause(
        sentence(f"you know {join_with_and(facts)}, and nothing else. When the game is over everything is shown"),
        "turn",
    )
    if announcements:
        yield Clause("Everybody is told, those who only watch too:", "turn")
        yield from (Clause(sentence(text), path, DASH, 1) for text, path in announcements)
    moves = "whether a player can move by what that player knows"
    stuck = any(isinstance(word, e.NoPly) for word in vocabulary)
    yield Clause(
        f"What follows from a {s.move}, and whether the game has ended, is judged by what really stands on the board, "
        f"hidden {stones} too{f', but {moves}' if stuck else ''}.",
        "turn",
    )


def _opening(parts: list[Word]) -> Iterator[str]:
    """The plies and effects other than an answer that reveal a hidden piece to all."""
    if any(isinstance(word, p.MOVES) for word in parts):
        yield "moved"
    if any(isinstance(word, f.Flip) for word in parts):
        yield "turned over"
    if any(isinstance(word, f.Promote) for word in parts):
        yield "changed into another kind"


def _of_commits(s: Speech, commits: list[Any]) -> Iterator[str]:
    """The facts that secret placements themselves reveal."""
    if any(commit.announce for commit in commits):
        yield "what was announced for each hidden move"
    if any(commit.answer is not None for commit in commits):
        yield f"which {plural(s.stone)} were revealed to which announcement"
    if any(commit.fails is not None for commit in commits):
        yield "the targets of failed moves"


def _announcements(s: Speech) -> Iterator[tuple[str, str]]:
    """The referee's announcements to all, each with the path of the rule that it follows from."""
    stones = plural(s.stone)
    words_by_path = list(walk(s.game))
    secret = [f"{path}.ply" for path, word in words_by_path if isinstance(word, t.Commit)]
    public_words = [(path, word) for path, word in words_by_path if path not in secret]
    plain_words = (p.Place, p.Swap, p.Keep)  # in an opening: open pieces say it all
    moves = [
        (path, word)
        for path, word in public_words
        if path.startswith("turn") or not isinstance(word, plain_words)
        if is_public_ply(word)
    ]
    turns = [("turn", s.game.turn), *((f"opening[{i}]", turn) for i, turn in enumerate(s.game.opening))]
    uneven = [(path, turn) for path, turn in turns if can_be_skipped(turn)]  # such a turn may be empty
    parts: list[tuple[str, list[tuple[str, Word]]]] = [
        (f"every {s.move} that is not made in secret", moves),
        (f"where {stones} are captured, who captures them, and how many of them were not the captor's own",
         [(path, word) for path, word in public_words if captures(word)]),
        (f"how many points a player earns with each {s.move}, but not what for",
         words_of_classes(words_by_path, f.Earn)),
        (f"how many {stones} each player has in hand", words_of_classes(words_by_path, InHand)),
        ("who is out of the game", words_of_classes(words_by_path, e.Loss) if s.game.players > 2 else []),
        ("whose turn it is, and when a turn ends",
         [*words_of_classes(words_by_path, t.Sequence, t.Repeat, t.First, f.Again, p.Pass), *uneven]),
    ]  # fmt: skip
    yield from ((text, places[0][0]) for text, places in parts if places)


def words_of_classes(words_by_path: list[tuple[str, Word]], *kinds: type) -> list[tuple[str, Word]]:
    """The words of these classes."""
    return [(path, word) for path, word in words_by_path if isinstance(word, kinds)]


def is_public_ply(word: Word) -> bool:
    """Whether it is a ply, of a player or of chance, that all players see."""
    return isinstance(word, p.ActionWord) and not isinstance(word, t.Reveal)


def captures(word: Word) -> bool:
    """Whether it may take pieces off the board."""
    onto = isinstance(word, p.Place) and not isinstance(word.to, Empty)
    return onto or isinstance(word, (f.Capture, p.Remove, *p.MOVES))
