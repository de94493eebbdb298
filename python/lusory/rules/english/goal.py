"""The goal of a game: how to win, in one sentence, and the conditions of wins and losses that it names by letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from .. import cells as c
from .. import ends as e
from ..logic import All, BySide, If, No
from ..numbers import Captured, Score
from ..word import Compare
from .conditions import clause
from .effects import explain_count, is_end, who_has_more
from .grammar import (
    LETTERS,
    Speech,
    count_phrase,
    join_long_parts,
    join_with_and,
    sentence,
)
from .notes import FOREMOST, OTHER, letters_for
from .own_captures import captures_own, has_neutral, own_note


def goal(s: Speech) -> str:
    """How to win, in one sentence; in one for each side, where their aims differ."""
    if any(isinstance(ending, BySide) for ending in s.game.ends):
        parts = [goal_of(s, side) for side in range(s.game.players)]
        text = " ".join(f"For {LETTERS[side]}: {text[0].lower()}{text[1:]}" for side, text in enumerate(parts))
    else:
        text = goal_of(s, -1)
    return f"{text} {where_letters_are_told(text)}".strip()


def where_letters_are_told(text: str) -> str:
    """The sentence that says where the lettered conditions of a text are told; empty if there are none."""
    letters = sorted(set(re.findall(r"\b[Cc]ondition ([A-Z])\b", text)))
    if not letters:
        return ""
    subject = f"Condition {letters[0]} is" if len(letters) == 1 else f"Conditions {join_with_and(letters)} are"
    return f"{subject} told under Terms."


def goal_of(s: Speech, side: int) -> str:
    """How to win. side: for which side, from 0; -1 where the aims are the same for all."""
    end_words = [word for ending in s.game.ends for word in ends_with_conditions(ending, side=side)]
    s = replace(s, brief=True, side=side)
    aims = [word for word in end_words if isinstance(word, (e.Win, e.Loss))]
    foremost = next((word for word in aims if isinstance(word, e.Win)), aims[0] if aims else None)
    # Another end with the same condition adds nothing here.
    wins = list(dict.fromkeys(aim(s, word, word is foremost) for word in aims if isinstance(word, e.Win)))
    losses = [aim(s, word, word is foremost) for word in aims if isinstance(word, e.Loss)]
    ply = f"after your {s.move}" if s.move == "move" else f"after a {s.move} of yours"
    count_ends = [word for word in end_words if isinstance(word, e.Most)]
    if side < 0 and (race := first_to(s, end_words)):
        return race
    if wins:
        counts = sentence(f"at the end {who_has_more(s, count_ends[0].number)} wins") if count_ends else ""
        wins_text = sentence(f"you {'also ' if count_ends else ''}win if, {ply}, {join_long_parts(wins, 'or')}")
        return " ".join(
            text for text in (counts, wins_text, ways_to_lose(s, end_words, losses) if losses else "") if text
        )
    if losses:
        return losses_and_counts(s, end_words, f"you lose if, {ply}, {join_long_parts(losses, 'or')}")
    if count_ends:
        hint = " (under End it is said what is counted)" if explain_count(s, count_ends[0].number) else ""
        return sentence(f"at the end {who_has_more(s, count_ends[0].number)} wins{hint}")
    return "The game has no winner."


def losses_and_counts(s: Speech, end_words: list[Any], loss: str) -> str:
    """How to lose, and who wins where pieces or points are counted; first the one that is judged first."""
    first = {type(word): word for word in reversed(end_words)}
    if e.Most not in first:
        return sentence(loss)
    winner = f"{who_has_more(s, first[e.Most].number)} wins"
    if end_words.index(first[e.Most]) < end_words.index(first[e.Loss]):
        return f"{sentence(f'at the end {winner}')} {sentence(f'otherwise {loss}')}"
    return f"{sentence(loss)} {sentence(f'otherwise, at the end, {winner}')}"


def ends_with_conditions(word: Any, conditions: tuple[Any, ...] = (), side: int = -1) -> Iterator[Any]:
    """The ends in a clause, each with the conditions that lead to it. side: those of one side alone, where told."""
    if is_end(word):
        yield msgspec.structs.replace(word, when=All(*conditions, word.when)) if conditions else word
    elif isinstance(word, If):
        yield from ends_with_conditions(word.then, (*conditions, word.when), side)
        if word.otherwise is not None:
            yield from ends_with_conditions(word.otherwise, (*conditions, No(word.when)), side)
    else:
        parts = getattr(word, "parts", ())
        for part in parts[side : side + 1] if side >= 0 else parts:
            yield from ends_with_conditions(part, conditions, side)


def first_to(s: Speech, end_words: list[Any]) -> str:
    """Where captures or points win and nothing else does: who has so many first."""
    decisive = [word for word in end_words if isinstance(word, (e.Win, e.Loss))]
    if len(decisive) != 1 or not isinstance(decisive[0], e.Win) or decisive[0].at != "ply":
        return ""
    condition = decisive[0].when
    if not (isinstance(condition, Compare) and condition.op == ">=" and isinstance(condition.right, int)):
        return ""
    if condition.left == Captured(c.own):
        of_enemy = captures_own(s) and not has_neutral(s.game)
        stones = count_phrase(condition.right, f"enemy {s.stone}" if of_enemy else s.stone)
        return f"The first to capture {stones}{'' if of_enemy else own_note(s)} wins."
    return (
        f"The first to score {count_phrase(condition.right, 'point')} wins." if condition.left == Score(c.own) else ""
    )


def ways_to_lose(s: Speech, end_words: list[Any], losses: list[str]) -> str:
    """How to lose, and which of the two counts where both would apply."""
    kinds = [type(word) for word in end_words]
    but = "but " if kinds.index(e.Loss) < kinds.index(e.Win) else "otherwise "
    return sentence(f"{but}you lose if, after your own {s.move}, {join_long_parts(losses, 'or')}")


def aim(s: Speech, word: Any, foremost: bool) -> str:
    """The condition of a win or loss; of a long one parts have letters, and the foremost may be longer than others."""
    term = s.term(word.when)
    text = clause(replace(s, telling=term.name) if term and term.note else s, word.when)
    return text if len(text) <= (FOREMOST if foremost else OTHER) else clause(s, word.when)


def aims_with_letters(s: Speech) -> Speech:
    """The same, with letters for the parts of the conditions of wins and losses that are too long for the headline."""
    sides: Iterable[int] = range(s.game.players) if any(isinstance(ending, BySide) for ending in s.game.ends) else (-1,)
    for side in sides:
        end_words = [word for ending in s.game.ends for word in ends_with_conditions(ending, side=side)]
        aims = [word for word in end_words if isinstance(word, (e.Win, e.Loss))]
        foremost = next((word for word in aims if isinstance(word, e.Win)), aims[0] if aims else None)
        for word in aims:
            speech = replace(s, brief=True, side=side, after=True)
            new_letters = letters_for(speech, word.when, FOREMOST if word is foremost else OTHER)
            s = replace(s, notes=new_letters)
    return s
