"""The page of a study: the question, the answer, its figures, pictures, and the command that made it.

A page is rendered from stored results alone: no game is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...solve import known as solved
from ..figures import Figure, FigureTable, Measurement
from ..report.figure_names import name_of
from .results import StudyResults
from .sentences import as_share, count_phrase, join_list, with_interval
from .study import Contender, Study

GENERATED_BY = "<!-- made by `lusory study {} --again`, from data/{}.json beside it -->"
NOTE = "Each figure has its own 95 % confidence interval."


def page(study: Study, results: StudyResults) -> str:
    """The page as Markdown."""
    return "\n".join(parts(study, results)).rstrip() + "\n"


def parts(study: Study, results: StudyResults) -> Iterator[str]:
    """The lines of the page."""
    yield f"# {study.title}\n"
    yield GENERATED_BY.format(study.name, study.name) + "\n"
    yield f"{study.question}\n"
    yield "## The answer\n"
    yield on_one_line(" ".join(study.answer(results))) + "\n"
    yield from (f"![{plot.about}]({study.name}-{plot.name}.svg)\n\n*{plot.about}*\n" for plot in study.plots)
    yield "## What was measured\n"
    yield "\n".join(grid(study, results)) + "\n"
    yield f"{NOTE}\n"
    yield from (f"{on_one_line(detail)}\n" for detail in study.details(results))
    yield from exact(study.game)
    for probe in study.probes:
        yield from probe_table(probe.about, results.table(probe.name))
    yield "## Method\n"
    yield "\n".join(f"- {line}" for line in conditions(study, results)) + "\n"
    yield "## In one sentence\n"
    yield f"> {study.sentence(results)}\n"
    yield "## What would change our mind\n"
    yield "\n".join(f"- {line}" for line in study.mind(results)) + "\n"
    yield "## Made by\n"
    yield f"    {command(study, results)}\n"
    yield "With `--logs` it resumes from its logs; `--games-scale 4` plays four times as many games. All"
    yield "figures are in the file of [data](data/" + f"{study.name}.json)."


def exact(game: str) -> Iterator[str]:
    """The exact values of the game, where it has any."""
    if text := solved.summary(game):
        yield "## What is solved\n"
        yield f"{text} {solved.proofs(game)} See [solved boards](../solved.md).\n".replace("  ", " ")


def on_one_line(text: str) -> str:
    """A paragraph on one line: Markdown renderers wrap lines."""
    return " ".join(text.split())


def grid(study: Study, results: StudyResults) -> Iterator[str]:
    """The table of results: a row for each version and player."""
    yield "| version | player | games | " + " | ".join(name_of(name).title for name in study.columns) + " |"
    yield "| --- | --- | ---: |" + " --- |" * len(study.columns)
    for version, contender in study.cells:
        measured = results.at(version.label, contender.label)
        if measured is not None:
            yield row(version.label, contender.label, measured, study.columns)


def row(version: str, player: str, measured: Measurement, columns: Sequence[str]) -> str:
    """The row of one version and player."""
    games = f"{measured.games:,}" + (f" ({measured.cut:,} cut)" if measured.cut else "")
    cells = [with_interval(as_share(measured.figure(name))) for name in columns]
    return f"| {version} | {player} | {games} | " + " | ".join(cells) + " |"


def probe_table(about: str, table: FigureTable) -> Iterator[str]:
    """The table of a probe."""
    yield f"{on_one_line(about)}\n"
    if not table.rows:
        yield f"Not measured: {table.why}.\n"
        return
    lines = ["| | " + " | ".join(table.columns) + " |", "| --- |" + " --- |" * len(table.columns)]
    lines += [f"| {row.label} | " + " | ".join(cell(figure) for figure in row.figures) + " |" for row in table.rows]
    yield "\n".join(lines) + "\n"


def cell(figure: Figure) -> str:
    """A figure in a table; exact ones are printed without an interval."""
    return with_interval(as_share(figure)) if figure.value is not None else figure.why or "–"


def conditions(study: Study, results: StudyResults) -> Iterator[str]:
    """The players and the conditions of the games."""
    yield from (contender(player, results) for player in study.contenders)
    yield from (f"**{v.label}**: {v.text}." for v in study.versions if v.text)
    yield from study.notes
    if short := fewer(study, results):
        yield (
            f"Played with fewer games than the study asks for now: {join_list(short)}. "
            f"`lusory study {study.name} --again` plays them."
        )
    scale = "" if results.scale == 1 else f", {results.scale:g} times the games that the study asks for"
    yield (
        f"lusory {results.lusory or 'of no version'}, seed {results.seed}{scale}; no player uses a clock, so the "
        "same command reproduces the figures."
    )


def fewer(study: Study, results: StudyResults) -> list[str]:
    """The players whose games in the data are not as many as the study asks for."""
    contenders = {contender.label: contender for contender in study.contenders}
    specs = (
        contenders[entry.player].spec
        for entry in results.entries
        if entry.player in contenders and entry.measurement.games + 1 < contenders[entry.player].games * results.scale
    )
    return [f"`{spec}`" for spec in dict.fromkeys(specs)]


def contender(player: Contender, results: StudyResults) -> str:
    """The line about a player."""
    games = sum(entry.measurement.games for entry in results.entries if entry.player == player.label)
    parts = [f"**{player.label}**: `{player.spec}` in every seat, {count_phrase(games, 'game')} in all"]
    if player.opening:
        parts.append(f"after {player.opening} random plies and the rest of that turn")
    if player.limit != type(player)._field_defaults["limit"]:
        parts.append(f"games cut off after {player.limit} plies")
    return "; ".join(parts) + "."


def command(study: Study, results: StudyResults) -> str:
    """The command that reproduces the page."""
    scale = "" if results.scale == 1 else f" --games-scale {results.scale:g}"
    return f"lusory study {study.name} --again --seed {results.seed}{scale}"


def index(pairs: Iterable[tuple[Study, StudyResults]]) -> str:
    """The page that lists all studies."""
    lines = [
        "# Studies\n",
        "<!-- made by `lusory study`, from the results beside it -->\n",
        "Questions about five games. Each page says what the designer wrote and what we ask: two designers asked a",
        "question, one asked for comments, and two made a claim. One command makes each page: it plays the games,",
        "counts them and writes the sentences from the figures; where the games do not settle one, it says so.\n",
    ]
    for study, results in pairs:
        lines += [f"## [{study.title}]({study.name}.md)\n", f"{study.question}\n", f"{study.sentence(results)}\n"]
    return "\n".join(lines).rstrip() + "\n"


def write(study: Study, results: StudyResults, folder: Path) -> tuple[Path, ...]:
    """The page, its pictures and its data. Gives the files that were written."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    texts = {
        folder / "data" / f"{study.name}.json": results.json().decode(),
        folder / f"{study.name}.md": page(study, results),
    }
    texts |= {folder / f"{study.name}-{plot.name}.svg": plot.draw(results) for plot in study.plots}
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    return tuple(texts)
