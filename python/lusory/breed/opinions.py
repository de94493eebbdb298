"""What people say of games, as votes: comparisons of two, stars or marks, and surveys that a server exports.

One vote counts for each person and pair of games. Who gave two games equally many stars has said nothing of that pair.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import NamedTuple

from ..club import survey
from ..club.rankings import Ranking
from ..errors import LusoryError

LONGEST = 1_000_000
"""Characters of a file of votes."""
COLUMNS = "voter,better,worse or voter,game,stars"


class Vote(NamedTuple):
    """Somebody preferred a game to another, by their names."""

    voter: str
    better: str
    worse: str


def read_votes(text: str) -> list[Vote]:
    """The votes of a file: a CSV with the columns `better` and `worse`, or `game` and `stars`, and `voter` if there are
    several people; or a survey as JSON. Of a person and pair, or of a person and game, the last counts. Raises
    LusoryError, which names the line."""
    if len(text) > LONGEST:
        raise LusoryError(f"{len(text):,} characters of votes: expected at most {LONGEST:,}")
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return list(last_of_each(votes_of_survey(survey.read(text))))
    rows = csv.DictReader(io.StringIO(text))
    columns = {plain(name) for name in rows.fieldnames or ()}
    if {"game", "stars"} <= columns:
        return list(votes_of_stars(rows))
    if missing := sorted({"better", "worse"} - columns):
        raise LusoryError(f"votes, line 1: no column {missing[0]}; expected {COLUMNS}")
    return list(last_of_each(comparisons(rows)))


def last_of_each(votes: Iterable[Vote]) -> Iterable[Vote]:
    """One vote a person and pair: the last."""
    last_votes: dict[tuple[str, frozenset[str]], Vote] = {}
    for vote in votes:
        last_votes.pop(key := (vote.voter, frozenset((vote.better, vote.worse))), None)
        last_votes[key] = vote
    return last_votes.values()


def comparisons(rows: csv.DictReader[str]) -> Iterator[Vote]:
    """A vote a line."""
    for row in rows:
        cells = cells_of(row)
        vote = Vote(cells.get("voter", ""), cells["better"], cells["worse"])
        if not vote.better or not vote.worse or vote.better == vote.worse:
            raise LusoryError(f"votes, line {rows.line_num}: expected the names of two games, better and worse")
        yield vote


def votes_of_stars(rows: csv.DictReader[str]) -> Iterator[Vote]:
    """Who gave one game more stars than another prefers it. A game that was played and got none stands with 0; a game
    that is not named was not judged."""
    stars: dict[str, dict[str, float]] = {}
    for row in rows:
        cells = cells_of(row)
        try:
            star_count = float(cells["stars"])
        except ValueError:
            star_count = -1.0
        if not cells["game"] or not 0 <= star_count <= 10:
            raise LusoryError(f"votes, line {rows.line_num}: expected the name of a game, and its stars from 0 to 10")
        stars.setdefault(cells.get("voter", ""), {})[cells["game"]] = star_count
    for voter, marks in stars.items():
        for a, b in combinations(marks, 2):
            if marks[a] != marks[b]:
                yield Vote(voter, *sorted((a, b), key=marks.__getitem__, reverse=True))


def votes_of_survey(survey_export: survey.Survey) -> Iterator[Vote]:
    """The comparisons that rankings imply. An export names nobody: each opinion without a voter is a person's."""
    for number, opinion in enumerate(survey_export.opinions, 1):
        for better, worse in preferences(opinion):
            yield Vote(opinion.voter or f"opinion {number}", better, worse)


def preferences(opinion: Ranking) -> Iterator[tuple[str, str]]:
    """Each pair of which the first stands on a better place."""
    places = [*opinion.places, opinion.rest]
    for at, place in enumerate(places):
        for better in place:
            yield from ((better, worse) for worse in chain(*places[at + 1 :]))


def cells_of(row: dict[str, str]) -> dict[str, str]:
    """The cells of a line by their columns, without blanks and the apostrophe that neutralises a formula."""
    return {plain(name): (value or "").strip().lstrip("'") for name, value in row.items() if isinstance(name, str)}


def plain(name: str) -> str:
    """The name of a column as it is compared."""
    return name.strip().lower()
