"""Published results: boards that are solved, the rows of docs/solved.md (`python -m tools.solved`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

import msgspec

from ..rules.game import Game
from .forced_wins import NO_WIN
from .solution import Solution

FILE = "solved.json"
OUTCOMES = {"first": "First wins with best play", "second": "Second wins with best play"}
EVEN = "with best play neither side is ahead"
FULL = "all of "
"""How `checked` begins where every position of a proof was checked."""


class SolvedRow(msgspec.Struct, frozen=True):
    """A row of the page: the board, the result, and how its proof was checked (empty: there is none). start: plies from
    the start. proof: the first digits of the SHA-256 of the file of proofs. margin: by how much First is ahead, where
    that was asked. searched: how far forced wins were searched, in words, where it is open. ahead: the bounds of the
    margin, in words, where it is open. line: the plies of the win against the longest resistance, of proofs that were
    checked in full."""

    game: str
    options: dict[str, Any]
    solution: Solution
    checked: str = ""
    proof: str = ""
    start: str = ""
    margin: int | None = None
    searched: tuple[str, ...] = ()
    ahead: str = ""
    line: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The game and its options as the command line takes them."""
        start_option = (f"--start '{self.start}'",) if self.start else ()
        return " ".join((self.game, *(f"-o {name}={value}" for name, value in self.options.items()), *start_option))

    @property
    def outcome(self) -> str:
        """Who wins, in words."""
        if self.solution.is_expected:
            return f"First scores {self.solution.at_least:.3f} of a point with best play"
        return OUTCOMES.get(self.solution.value, EVEN)

    @property
    def is_settled(self) -> bool:
        """Whether its value is known, but for rounding."""
        return self.solution.is_solved or self.solution.is_expected

    @property
    def is_unforced(self) -> bool:
        """Whether the game is open, and no forced win of either side was found."""
        unfound = [search for search in self.searched if search.startswith(NO_WIN)]
        return not self.solution.is_solved and len(unfound) == len(self.searched) == 2

    @property
    def is_proven(self) -> bool:
        """Whether its proof was checked in full."""
        return self.checked.startswith(FULL)


@cache
def solved_rows() -> tuple[SolvedRow, ...]:
    """All rows, open ones included."""
    return msgspec.json.decode((files(__package__) / FILE).read_bytes(), type=tuple[SolvedRow, ...])


def solved_board(game: str, **options: Any) -> SolvedRow | None:
    """The row of a game with these options, if it is solved."""
    row = known_row(game, **options)
    return row if row is not None and row.solution.is_solved else None


def row_of_rules(rules: Game) -> SolvedRow | None:
    """The row of the start under these rules, if it is solved: by their hash, whatever options say them."""
    return next((row for row in solved_rows() if row.solution.hash == rules.hash and is_exact_start(row)), None)


def is_exact_start(row: SolvedRow) -> bool:
    """Whether a row tells who wins, or that nobody does, from the start of its game."""
    return row.solution.is_solved and not row.start


def known_row(game: str, **options: Any) -> SolvedRow | None:
    """The row of a game with these options, solved or open; None where it was not tried."""
    return next((row for row in of_game(game) if row.options == options), None)


def known_later(game: str, **options: Any) -> list[SolvedRow]:
    """The rows of a game with these options from later positions, solved or open."""
    return [row for row in from_first_plies(game) if row.options == options]


def of_game(game: str) -> list[SolvedRow]:
    """The rows of a game from its start."""
    return [row for row in solved_rows() if row.game == game and not row.start]


def from_first_plies(game: str) -> list[SolvedRow]:
    """The rows of a game from positions after its first ply."""
    return [row for row in solved_rows() if row.game == game and row.start]


def largest_solved(game: str) -> list[SolvedRow]:
    """The rows of the largest board that has any exact answer, by the game's first option."""
    solved = [row for row in of_game(game) if row.solution.is_solved and row.options]
    sizes = [next(iter(row.options.values())) for row in solved]
    return [row for row, size in zip(solved, sizes, strict=True) if size == max(sizes)]


def common_clause(game: str) -> str:
    """A clause with the exact answer on the largest board that has any; empty where it depends on other options."""
    largest = largest_solved(game)
    if len({row.outcome for row in largest}) != 1:
        return ""
    versions = f", in each of {len(largest)} versions that were solved" if len(largest) > 1 else ""
    return f"{largest[0].outcome} at `{common_options(largest)}`{versions}"


def common_options(rows: list[SolvedRow]) -> str:
    """The options that all of these rows have."""
    first = rows[0].options.items()
    return ", ".join(f"{name}={value}" for name, value in first if all(row.options.get(name) == value for row in rows))


def common_outcome(game: str) -> str:
    """The same as a sentence."""
    clause = common_clause(game)
    return f"{clause[:1].upper()}{clause[1:]}." if clause else ""


def headline(game: str) -> str:
    """A sentence with the exact answers on the largest board that has any, by its first option, for studies of larger
    boards; empty where none is solved."""
    largest = largest_solved(game)
    outcomes = [
        f"{outcome} at {boards(row for row in largest if row.outcome == outcome)}"
        for outcome in dict.fromkeys(row.outcome for row in largest)
    ]
    clause = common_clause(game) or "; ".join(outcomes)
    told = f"On the largest boards that are solved {clause}; on those of this study the exact answer is open."
    return told if clause else ""


def summary(game: str) -> str:
    """A paragraph about the solved and the open boards of a game; empty where none was tried."""
    rows = of_game(game)
    solved = [row for row in rows if row.is_settled]
    sentences = []
    for outcome in dict.fromkeys(row.outcome for row in solved):
        sentences.append(f"{outcome} at {boards(row for row in solved if row.outcome == outcome)}")
    if len(solved) < len(rows):
        sentences.append(f"open is {boards(row for row in rows if not row.is_settled)}")
    text = "; ".join(sentences)
    return text[:1].upper() + text[1:] + "." if text else ""


def proofs(game: str) -> str:
    """How the proofs of a game were checked, in a sentence; empty where there are none."""
    rows = [row for row in of_game(game) if row.proof]
    sampled = [row for row in rows if not row.is_proven]
    if not rows:
        return ""
    text = (
        "Every position of each proof was checked by a plain reading of the rules, which shares no code with the engine"
    )
    return text + (f"; but of {boards(sampled)} only random lines or positions were." if sampled else ".")


def boards(rows: Iterable[SolvedRow]) -> str:
    """Boards by their options; numbers that follow one another are drawn together: `size=8, target=3` to `11`."""
    listed_rows = list(rows)
    parts = []
    for _, group in groupby(enumerate(listed_rows), lambda pair: _series(*pair)):
        first, *others = [row for _, row in group]
        parts.append(f"`{options_text(first)}`" + (f" to `{list(others[-1].options.values())[-1]}`" if others else ""))
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1] if parts else ""


def _series(place: int, row: SolvedRow) -> tuple[Any, ...]:
    """Equal for rows that follow one another and differ in the last option alone, which grows by one."""
    *before, (name, last) = row.options.items() or [("", "")]
    step = last - place if isinstance(last, int) else f"{place}"
    return tuple(before), name, step


def options_text(row: SolvedRow) -> str:
    """The options of a row."""
    return ", ".join(f"{name}={value}" for name, value in row.options.items()) or "as it is"
