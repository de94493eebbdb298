"""Values of the plies of a game's positions from the solver, with a limit of positions for each question."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from ..play.position import Position
from ..rules.ends import Repeats
from ..rules.traversal import words
from ..rules.turns import Chance
from ..solve import Unsolvable
from ..solve.bounded_questions import BoundedQuestions
from ..solve.past_positions import past_matters
from ..solve.reduction import without_repetition

METHODS = ("descent", "proof")


class JudgedPly(NamedTuple):
    """A ply that was judged. work: positions that the answer took."""

    action: int
    holds: bool
    work: int


class PuzzleJudge:
    """Answers whether a player gets a win, or at least a draw, after plies from the start of a game.

    positions: searched for one question by each method; a question that takes more has no answer. seconds: from now on,
    for all questions. Raises Unsolvable where the rules cannot be solved.
    """

    def __init__(self, start: Position, positions: int, seconds: float = inf) -> None:
        if any(isinstance(word, Chance) for word in words(start.game.turn)):
            raise Unsolvable("with dice or other chance plies the solver cannot show that one ply alone is right")
        self.questions = BoundedQuestions(start, positions, seconds, METHODS)
        if least_repetition(start) < 3 and without_repetition(self.questions.solver.game) is not None:
            raise Unsolvable("a position that comes again draws at once: what came before a puzzle would matter")

    def needs_past(self, position: Position) -> bool:
        """Whether the verdicts on a position may be wrong, since positions before it count for a draw by repetition."""
        return self.questions.solver.unrepeated and past_matters(position.game, position, plies=True)

    def gets(self, after: Position, player: int, halves: int, *further: int) -> bool | None:
        """Whether the player gets so many half points there, or after further plies. None: not found out."""
        return self.questions.gets(player, halves, *line_of(after), *further)

    def keeping(self, position: Position, player: int, halves: int, most: int | None = None) -> list[int] | None:
        """The plies after which the player gets so much; None where one was not found out. most: stop after so many."""
        plies: list[int] = []
        for action in position.moves().ids:
            is_keeping = self.gets(position, player, halves, action)
            if is_keeping is None:
                return None
            if is_keeping:
                plies.append(action)
            if len(plies) == most:
                break
        return plies

    def judge_plies(self, position: Position, player: int, halves: int) -> list[JudgedPly]:
        """The verdict on each ply that was solved, with the number of positions searched."""
        judged = []
        for action in position.moves().ids:
            before = self.questions.engine.nodes
            is_keeping = self.gets(position, player, halves, action)
            if is_keeping is not None:
                judged.append(JudgedPly(action, is_keeping, self.questions.engine.nodes - before))
        return judged

    def winning(self, position: Position, player: int, halves: int) -> int | None:
        """A ply that keeps so much, one that ends the game if there is one, else the first that was found."""
        return self.questions.keeping_ply(position, player, halves, *line_of(position))

    def hardest_to_prove(self, position: Position, player: int, halves: int) -> int | None:
        """The ply against which it takes the most work to show that the other `player` gets so much."""
        holding = [judged for judged in self.judge_plies(position, player, halves) if judged.holds]
        return max(holding, key=lambda judged: judged.work).action if holding else None

    def refuting_ply(self, position: Position, player: int, halves: int) -> int | None:
        """A ply that keeps the other `player` from so much: one that wins, if there is one."""
        opponent = 1 - player
        for outcome in range(2, 2 - halves, -1):
            if self.gets(position, opponent, outcome):
                return self.winning(position, opponent, outcome)
        return None


def line_of(position: Position) -> list[int]:
    """The plies from the start to a position."""
    return [ply.action for ply in position.past]


def least_repetition(position: Position) -> int:
    """How often a position must stand until the rules notice, at least."""
    return min((word.n for word in words(position.game) if isinstance(word, Repeats)), default=3)
