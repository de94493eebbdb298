"""Writes the litter, which is the result of a breeding run, to a folder: a page that shows all games of the archive and
sorts them by any measure, a file for each game that every command of lusory accepts, and the archive as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..draw.svg import board as board_svg
from ..errors import LusoryError
from ..games import names as known_names
from ..lab.compare.differences import difference_lines, differences
from ..lab.report import theme
from ..lab.report.chart_svg import board as inline
from ..play.notation import turn_text
from ..play.position import Position
from ..rules import codec
from ..rules.about import About
from ..rules.english import rules_text, sheet
from ..rules.game import Game
from . import finalists
from .aim import games_behind, goal_of
from .archive import Kept, read
from .finalists import NetFigures
from .names import name
from .run import Bred
from .traits import NAMES

if TYPE_CHECKING:
    from jinja2 import Environment

PAGE, ARCHIVE, GAMES = "litter.html", "litter.json", "games"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What the name of a game of a litter looks like, made up or given: the name of its files, too."""
MEASURES: dict[str, str] = {
    "quality": "quality",
    "skill": "skill",
    "score": "first's score",
    "draws played": "draws",
    "plies played": "plies",
    "branching": "branching",
    "captures": "captures",
    "uncertainty": "openness",
    "decided after": "decided after",
    "drama": "drama",
    "lead change": "lead changes",
    "killer moves": "largest step",
    "permanence": "permanence",
    "completion": "completion",
    "novelty": "novelty",
    "needed": "needed rules",
    "words": "words",
}
"""Measures that the page shows: names of figures, each with its column heading."""


class Newborn(msgspec.Struct, frozen=True):
    """A game of the litter. name: a name that no other has. label: its number in the run. traits: by name. figures:
    measured. goal: in a sentence. rules: the sheet as text. turns: of a sample game; end: how it ended. ancestry: its
    parents and what changed, in words. near: the nearest known games, and how it differs. value: the rules as stored.
    miss: how far it is from the goal of the run, 0 where it meets it or there is none.
    """

    name: str
    label: str
    quality: tuple[float, float, float]
    traits: dict[str, str]
    figures: dict[str, float]
    goal: str
    rules: str
    turns: tuple[str, ...]
    end: str
    ancestry: tuple[str, ...]
    near: tuple[tuple[str, float, tuple[str, ...]], ...]
    value: str
    miss: float = 0.0


def litter(bred: Bred, chosen: Mapping[str, str] | None = None) -> list[Newborn]:
    """All games of an archive, the best first. The same run gives the same names. chosen: names that people gave
    instead, by the numbers of the games."""
    used_names = set(known_names())
    names_by_label: dict[str, str] = {}
    for elite in sorted(bred.elites, key=lambda elite: elite.number):
        names_by_label[elite.label] = name(f"{bred.setting.seed}:{elite.number}", used_names)
        used_names.add(names_by_label[elite.label])
    names_by_label |= chosen or {}
    return [newborn(bred, elite, names_by_label) for elite in bred.elites]


def newborn(bred: Bred, elite: Kept, names_by_label: dict[str, str]) -> Newborn:
    """A game of the archive with all that the page shows."""
    game = with_name(elite.game, names_by_label[elite.label], elite, names_by_label)
    end = final(game, elite.verdict.plies)
    verdict = elite.verdict
    assert verdict.quality is not None and verdict.traits is not None
    return Newborn(
        name=game.name,
        label=elite.label,
        quality=(verdict.quality.value, verdict.quality.low, verdict.quality.high),
        traits={trait: getattr(verdict.traits, trait) for trait in NAMES},
        figures={"quality": verdict.quality.value, **verdict.figures},
        goal=sheet(game).goal,
        rules=rules_text(game),
        turns=tuple(turns(end)),
        end=end.result.by if end.result else "",
        ancestry=tuple(ancestry(elite, game, names_by_label)),
        near=tuple(neighbours(bred, elite)),
        value=codec.write(game),
        miss=bred.setting.aim.miss(verdict.figures),
    )


def with_name(game: Game, new_name: str, elite: Kept, names: dict[str, str]) -> Game:
    """The game with a name and where it comes from."""
    parents = " and ".join(names.get(parent, parent) for parent in elite.parents)
    about = About(
        title=new_name.capitalize(),
        inventor="lusory breed",
        story=f"Bred from {parents}.",
        like=sheet(game).goal,
        sample=sample_of(game, elite.verdict.plies),
    )
    return msgspec.structs.replace(game, name=new_name, about=about)


def sample_of(game: Game, plies: tuple[str, ...]) -> str:
    """A game between two searches, as the text of a sample game; empty where it cannot be written as one."""
    end = final(game, plies)
    return " ".join(plies) if end.ply == len(plies) and not any(" " in text for text in plies) else ""


def ancestry(elite: Kept, game: Game, names_by_label: dict[str, str]) -> Iterator[str]:
    """The parents, what was done, and how the game differs from each."""
    names = [names_by_label.get(parent, parent) for parent in elite.parents]
    yield f"A child of {' and '.join(names)}: {'; '.join(elite.steps)}."
    for parent, rules in zip(names, elite.rules, strict=True):
        for line in difference_lines(differences(read(rules), game)):
            yield f"against {parent}, {line}"


def neighbours(bred: Bred, elite: Kept) -> Iterator[tuple[str, float, tuple[str, ...]]]:
    """The nearest known games: name, distance, and how the game differs."""
    for apart, number in elite.verdict.nearest:
        founder_name, rules = bred.setting.founders[number]
        yield founder_name, apart, tuple(difference_lines(differences(read(rules), elite.game)))


def final(game: Game, plies: tuple[str, ...]) -> Position:
    """The last position of a sample game, or the one before its first illegal ply."""
    position = game.start()
    for text in plies:
        try:
            position = position.play(text)
        except LusoryError:
            break
    return position


def turns(position: Position) -> Iterator[str]:
    """The turns that led to a position, as they are printed."""
    plies: list[str] = []
    for number, past_ply in enumerate(position.past, 1):
        plies.append(position.contract.printed(past_ply.action))
        if past_ply.turn_over or number == position.ply:
            yield turn_text(plies, unfinished=not past_ply.turn_over and not position.result)
            plies = []


def with_nets(newborns: list[Newborn], nets: NetFigures) -> list[Newborn]:
    """The litter with the figures of its finalists."""
    return [
        msgspec.structs.replace(newborn, figures=newborn.figures | nets.get(newborn.name, {})) for newborn in newborns
    ]


def kept_nets(out: Path, newborns: list[Newborn]) -> NetFigures:
    """The figures of nets that a litter in a folder has, by the names that its games have now."""
    try:
        stored = msgspec.json.decode((out / ARCHIVE).read_bytes(), type=list[Newborn])
    except (OSError, msgspec.MsgspecError):
        return {}
    figures = {(old.label, old.goal): net_figures_of(old) for old in stored}
    return {newborn.name: figures.get((newborn.label, newborn.goal), {}) for newborn in newborns}


def net_figures_of(newborn: Newborn) -> dict[str, float]:
    """Those of its figures that nets made."""
    return {name: newborn.figures[name] for name in finalists.FIGURES if name in newborn.figures}


def written_names(out: Path) -> set[str] | None:
    """The names of the litter in a folder; None where there is none that can be read."""
    try:
        names = {entry["name"] for entry in msgspec.json.decode((out / ARCHIVE).read_bytes())}
    except (OSError, UnicodeDecodeError, msgspec.MsgspecError, KeyError, TypeError):
        return None
    return {given for given in names if isinstance(given, str) and NAME.fullmatch(given)}


def measures(newborns: list[Newborn]) -> dict[str, str]:
    """The measures that the page shows: those of nets only where there are any."""
    has_nets = any(finalists.MEASURES.keys() & newborn.figures.keys() for newborn in newborns)
    return {**MEASURES, **finalists.MEASURES} if has_nets else MEASURES


def page(bred: Bred, newborns: list[Newborn]) -> str:
    """The page, self-contained. The same archive always gives the same page."""
    from markupsafe import Markup

    goal = goal_of(bred.setting.aim.goal)
    boards = [Markup(board_of(elite, newborn)) for elite, newborn in zip(bred.elites, newborns, strict=True)]
    html: str = (
        pages()
        .get_template("litter.html")
        .render(
            bred=bred,
            games=list(zip(newborns, boards, strict=True)),
            measures=measures(newborns),
            games_behind=0 if goal is None else games_behind(goal),
            css=Markup(style()),
            script=Markup(text_of("lusory.breed", "litter.js")),
            parents=", ".join(founder for founder, _ in bred.setting.founders),
        )
    )
    return html


def pages() -> Environment:
    """The templates."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("lusory.breed", "templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def board_of(elite: Kept, newborn: Newborn) -> str:
    """The board at the end of the sample game, as inline SVG."""
    picture = final(elite.game, elite.verdict.plies).picture()
    return inline(board_svg(msgspec.structs.replace(picture, notes=())), f"{newborn.name}: the end of the sample game")


def style() -> str:
    """The style sheet of reports, with what the litter adds."""
    report_style = text_of("lusory.lab.report", "report.css")
    for place, colours in (("/*LIGHT*/", theme.LIGHT), ("/*DARK*/", theme.DARK)):
        report_style = report_style.replace(place, theme.variables(colours))
    return report_style + text_of("lusory.breed", "litter.css")


def text_of(room: str, file: str) -> str:
    """The text of a template file of a package."""
    return (resources.files(room) / "templates" / file).read_text("utf-8")


def write(bred: Bred, out: Path, nets: NetFigures | None = None, chosen: Mapping[str, str] | None = None) -> list[Path]:
    """Writes the page, the archive as JSON and a file for each game; returns their paths. nets: figures of finalists;
    without, those of the litter that stood there are kept. chosen: see litter. Files of other games of the litter that
    stood there are removed, but for games that people named; no other file is touched. Raises LusoryError."""
    newborns = litter(bred, chosen)
    gone = (written_names(out) or set()) - {item.name for item in newborns} - set((chosen or {}).values())
    newborns = with_nets(newborns, kept_nets(out, newborns) if nets is None else nets)
    files = {out / GAMES / f"{item.name}.json": item.value for item in newborns}
    files[out / ARCHIVE] = msgspec.json.format(msgspec.json.encode(newborns)).decode() + "\n"
    files[out / PAGE] = page(bred, newborns)
    try:
        (out / GAMES).mkdir(parents=True, exist_ok=True)
        for name_before in gone:
            (out / GAMES / f"{name_before}.json").unlink(missing_ok=True)
            (out / finalists.NETS / f"{name_before}.net").unlink(missing_ok=True)
        for file, text in files.items():
            file.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise LusoryError(f"{out}: the litter is not written: {fault.strerror or fault}") from None
    return sorted(files)
