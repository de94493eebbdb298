"""Surveys: which games people like best. A survey holds the games and the opinions; its result is a table of strengths
beside measures of the games, to test which measures predict preference.

A survey is kept as JSON: `{"format": "lusory", "version": 1, "kind": "survey", "title": ..., "games": [...],
"opinions": [...]}`. What is exported counts voters and names none.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

import msgspec

from ..errors import LusoryError
from .bradley_terry import PRIOR, Strengths, fit
from .rank_correlation import holm, spearman
from .rankings import Ranking

FORMAT, VERSION, KIND = "lusory", 1, "survey"
LARGEST = 16 << 20
FORMULA = "=+-@\t\r"
"""What a spreadsheet would read as the beginning of a formula."""


class SurveyedGame(msgspec.Struct, frozen=True):
    """A game people are asked about. name: as opinions name it. hash: of its rules, if known."""

    name: str
    hash: str = ""


class Survey(msgspec.Struct, frozen=True):
    """What was asked and answered."""

    title: str
    games: tuple[SurveyedGame, ...]
    opinions: tuple[Ranking, ...] = ()

    def __post_init__(self) -> None:
        names = [game.name for game in self.games]
        if len(set(names)) < len(names):
            raise LusoryError("games: expected each name once")
        for number, opinion in enumerate(self.opinions, 1):
            if strange := sorted(set(opinion.items) - set(names)):
                raise LusoryError(
                    f"opinions: number {number} is about {strange[0][:60]}, which is no game of the survey"
                )

    def json(self) -> str:
        """The stored form."""
        head = {"format": FORMAT, "version": VERSION, "kind": KIND}
        return msgspec.json.format(msgspec.json.encode(head | msgspec.to_builtins(self)), indent=2).decode() + "\n"


class MeasureLink(msgspec.Struct, frozen=True):
    """How a measure goes with what people like. rho: Spearman's rank correlation; p: of a permutation test; corrected:
    the same for the number of measures tried (Holm). games: that have the measure."""

    measure: str
    rho: float
    p: float
    corrected: float
    games: int


def read(text: str | bytes) -> Survey:
    """A survey from its stored form. Raises LusoryError, which says what is wrong."""
    if len(text) > LARGEST:
        raise LusoryError(f"{len(text)} bytes, expected a survey of at most {LARGEST}")
    try:
        data = msgspec.json.decode(text)
        for key, expected in (("format", FORMAT), ("kind", KIND), ("version", VERSION)):
            if not isinstance(data, dict) or data.pop(key, None) != expected:
                raise LusoryError(f"{key}: expected {expected!r}, the JSON of a survey")
        if extra := sorted(set(data) - set(Survey.__struct_fields__)):
            raise LusoryError(f"{extra[0][:60]}: unknown field")
        return msgspec.convert(data, Survey)
    except msgspec.ValidationError as fault:
        raise LusoryError(f"survey: {fault}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise LusoryError(f"survey: not JSON: {fault}") from None


def result(survey: Survey, prior: float = PRIOR) -> Strengths:
    """The strengths of the games that somebody spoke of. Raises LusoryError as `fit` does."""
    return fit(survey.opinions, prior=prior)


def table(
    survey: Survey, measures: Mapping[str, Mapping[str, float]] | None = None, prior: float = PRIOR
) -> list[dict[str, str | float | None]]:
    """A row a game, the strongest first: name, strength, low, high, opinions, hash, then the measures (by name of the
    game) that any of them has. Games that nobody spoke of come last, without a strength."""
    item_results = {ranked_item.item: ranked_item for ranked_item in result(survey, prior).items}
    hashes = {game.name: game.hash for game in survey.games}
    order = [*item_results, *(game.name for game in survey.games if game.name not in item_results)]
    columns = sorted({name for game in order for name in (measures or {}).get(game, {})})
    rows: list[dict[str, str | float | None]] = []
    for name in order:
        ranked_item, own_measures = item_results.get(name), (measures or {}).get(name, {})
        row: dict[str, str | float | None] = {
            "game": name,
            "strength": ranked_item.value if ranked_item else None,
            "low": ranked_item.low if ranked_item else None,
            "high": ranked_item.high if ranked_item else None,
            "opinions": ranked_item.opinions if ranked_item else 0.0,
            "hash": hashes[name],
        }
        rows.append(row | {column: own_measures.get(column) for column in columns})
    return rows


def links(survey: Survey, measures: Mapping[str, Mapping[str, float]], prior: float = PRIOR) -> list[MeasureLink]:
    """How each measure goes with the strengths, the closest first; those that fewer than three games have, or that do
    not vary, are left out."""
    strengths = {strength.item: strength.value for strength in result(survey, prior).items}
    correlations = []
    for measure in sorted({name for game in strengths for name in measures.get(game, {})}):
        games = [game for game in strengths if measure in measures.get(game, {})]
        tested = spearman([strengths[game] for game in games], [measures[game][measure] for game in games])
        if tested:
            correlations.append((measure, *tested, len(games)))
    corrected = holm([p for _, _, p, _ in correlations])
    measure_links = [MeasureLink(m, rho, p, q, n) for (m, rho, p, n), q in zip(correlations, corrected, strict=True)]
    return sorted(measure_links, key=lambda link: (link.p, -abs(link.rho), link.measure))


def as_csv(rows: list[dict[str, str | float | None]]) -> str:
    """The table as CSV; texts that a spreadsheet would compute are quoted."""
    out = io.StringIO()
    sheet = csv.writer(out)
    sheet.writerow(map(quote_formula, rows[0] if rows else ()))
    sheet.writerows(
        [quote_formula(value) if isinstance(value, str) else value for value in row.values()] for row in rows
    )
    return out.getvalue()


def quote_formula(text: str) -> str:
    """With an apostrophe before what would be a formula."""
    return f"'{text}" if text[:1] and text[:1] in FORMULA else text
