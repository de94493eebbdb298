"""Plays the versions of a game side by side."""

from __future__ import annotations

import contextlib
import operator
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from ..._renamed import renamed_argument
from ...errors import LusoryError
from ...play.program import Program
from ...rules.game import Game
from ..collect.series import MOST_GAMES
from ..confidence_sequence import ALPHA, looks
from ..confidence_sequence import ConfidenceSequence as Confidence
from ..figures import Measurement
from ..intervals import WIDTH
from ..measure import measure, version
from ..outcomes import Games, GameSource, OutcomeSetting
from ..playouts import Playouts
from ..pool import WorkerSpec
from ..quantities import ENGINE, Quantity, counted_quantities
from .comparison import Comparison, Settle
from .differences import Difference, differences
from .gap import Gap, PairBlocks, PairedGames, normal, unpaired_gap

CHUNK = 1000
"""Games of each version that are held at a time."""
BLOCKS = 400
"""So many observations, or more, of what is counted in several games at once."""
BEST = 4
"""Where something is to be settled, the intervals are tightest at one in so many of the most games."""
Version = Game | Program


class Progress(NamedTuple):
    """The progress: pairs of games played, of so many."""

    done: int
    games: int


@renamed_argument("told", "on_progress")
def compare(
    versions: Sequence[Version],
    names: Sequence[str] = (),
    *,
    games: int = 1000,
    player: str = "random",
    seed: int = 0,
    workers: WorkerSpec = 0,
    settle: Settle | str | None = None,
    log: Path | str | None = None,
    command: str = "",
    on_progress: Callable[[Progress], object] = lambda progress: None,
) -> Comparison:
    """Play several versions of a game, or several games, and say by how much their figures differ from the first's.

    names: what the versions are called. games: of each version; with `settle` at most. player: a spec, in every seat.
    Game number i of all versions uses the same random numbers. settle: stop as soon as the difference of that figure is
    known.
    log: a folder from which interrupted games between players go on. on_progress: called periodically. Raises
    LusoryError for equal versions, players that cannot play them, and invalid numbers.
    """
    started = time.monotonic()
    names = version_labels(versions, names)
    stop_rule = Settle.read(settle) if isinstance(settle, str) else settle
    most_games = check_games(games)
    check_versions(versions, names)
    setting = OutcomeSetting(player, seed)
    aim = stop_rule.quantity(versions) if stop_rule is not None else None
    with folder(log, setting, versions) as path:
        logs = [
            path / log_file(i, compared) if path and slow(compared, setting) else None
            for i, compared in enumerate(versions)
        ]
        with Games(setting, workers, [aim] if aim is not None else []) as source:
            match = Match([source.of(*pair) for pair in zip(versions, logs, strict=True)], stop_rule, most_games, aim)
            match.play(on_progress)
        options: Any = {"games": match.played, "player": player, "seed": setting.seed, "workers": workers}
        measurements = [measure(compared, log=file, **options) for compared, file in zip(versions, logs, strict=True)]
    return Comparison(
        names=names,
        versions=tuple(measurements),
        changes=tuple(changes(versions[0], compared) for compared in versions),
        gaps=tuple(gaps(match, measurements)),
        player=player,
        seed=setting.seed,
        games=match.played,
        settle=stop_rule,
        command=command,
        lusory=version(),
        seconds=time.monotonic() - started,
        notes=tuple(match.notes(names)),
    )


@contextlib.contextmanager
def folder(path: Path | str | None, setting: OutcomeSetting, versions: Sequence[Version]) -> Iterator[Path | None]:
    """The folder where slow games are kept until they are measured, one file a version."""
    if not any(slow(each_version, setting) for each_version in versions):
        yield None
    elif path is not None:
        Path(path).mkdir(parents=True, exist_ok=True)
        yield Path(path)
    else:
        with TemporaryDirectory() as name:
            yield Path(name)


def slow(version: Version, setting: OutcomeSetting) -> bool:
    """Whether its games are played once and kept. The engine replays random games faster than they could be read; games
    of a Python class may differ when played again, and then the differences would not match the figures."""
    return not setting.random or not isinstance(version, Game)


def log_file(number: int, version: Version) -> str:
    """The file of a version's games: by its rules, or where it has none by its place and name."""
    if isinstance(version, Game):
        return f"{version.hash[:16]}.jsonl"
    return f"{number}-{re.sub(r'[^0-9A-Za-z_-]+', '-', version.name)[:60]}.jsonl"


def version_labels(versions: Sequence[Version], names: Sequence[str]) -> tuple[str, ...]:
    """The labels of the versions: if not given, by their games, with a number where that is not enough."""
    if len(versions) < 2:
        raise LusoryError(f"{len(versions)} version to compare: expected two or more")
    if names and len(names) != len(versions):
        raise LusoryError(f"{len(names)} names for {len(versions)} versions: expected one each")
    labels = tuple(names) or tuple(version.name or "game" for version in versions)
    if len(set(labels)) == len(labels):
        return labels
    return tuple(f"{name} ({number})" for number, name in enumerate(labels, 1))


def check_games(games: int) -> int:
    """So many games, as a plain number. Raises LusoryError."""
    if not 2 <= games <= MOST_GAMES:
        raise LusoryError(f"{games} games: expected 2 to {MOST_GAMES:,}")
    return operator.index(games)


def check_versions(versions: Sequence[Version], names: Sequence[str]) -> None:
    """Refuses equal rules, and games for different numbers of players."""
    for i, rules in enumerate(versions):
        for j, other in enumerate(versions[:i]):
            if rules is other or (isinstance(rules, Game) and rules == other):
                raise LusoryError(f"{names[j]} and {names[i]} are the same rules: expected versions that differ")
        if rules.players != versions[0].players:
            raise LusoryError(
                f"{names[0]} is for {versions[0].players} and {names[i]} for {rules.players}: "
                "expected versions for as many players"
            )


def changes(base: Version, other: Version) -> tuple[Difference, ...]:
    """How the rules differ; unknown for a Python class."""
    if isinstance(base, Game) and isinstance(other, Game):
        return tuple(differences(base, other))
    return ()


class Match:
    """Plays all versions, game by game. With a figure to settle it looks at growing intervals, and stops when that is
    decided."""

    def __init__(
        self, sources: Sequence[GameSource], settle: Settle | None, games: int, aim: Quantity | None = None
    ) -> None:
        self.sources, self.settle, self.games = sources, settle, games
        players = sources[0].players
        for source in sources if aim is not None else ():
            if aim is not None and (reason := source.tells(aim)):
                raise LusoryError(f"settle {aim.name}: {reason}")
        base_quantities = [
            quantity
            for quantity in counted_quantities()
            if all(quantity.name in source.counted_names for source in sources)
        ]
        self.pairs = [
            PairedGames(players, [*base_quantities, *([aim] if aim is not None else [])]) for _ in sources[1:]
        ]
        self.sequence = Confidence(ALPHA / len(self.pairs), max(1, games // BEST))
        self.played, self.decided = 0, False
        fast = settle is None and all(isinstance(source, Playouts) for source in sources)
        self.blocks = (
            [
                PairBlocks([quantity for quantity in counted_quantities() if quantity.name in ENGINE])
                for _ in sources[1:]
            ]
            if fast
            else []
        )

    def play(self, on_progress: Callable[[Progress], object]) -> None:
        """Plays all games, or until the figure is decided."""
        for look in looks(self.games) if self.settle else (self.games,):
            while self.played < look:
                self.chunk(min(CHUNK, look - self.played))
                on_progress(Progress(self.played, self.games))
            if self.settle and all(self.settle.decided(gap) for gap in self.gaps_to_settle(self.settle.figure)):
                self.decided = True
                return

    def chunk(self, count: int) -> None:
        """Plays so many more games of each version."""
        base, *others = (source.take(self.played, count) for source in self.sources)
        for pairs, other in zip(self.pairs, others, strict=True):
            pairs.add(base, other)
        if self.blocks:
            self.block(count)
        self.played += count

    def block(self, count: int) -> None:
        """Adds what the engine counts in these games, in blocks: game by game it would be slow."""
        size = max(1, self.games // BLOCKS)
        blocks_by_source = [
            source.blocks(self.played, count, size) for source in self.sources if isinstance(source, Playouts)
        ]
        for at, (base, *others) in enumerate(zip(*blocks_by_source, strict=True)):
            for blocks, other in zip(self.blocks, others, strict=True):
                blocks.add(base, other, min(size, count - at * size))

    def gaps_to_settle(self, figure: str) -> list[Gap]:
        """The differences of the figure that is to be settled."""
        return [pairs.sequence(figure, i, self.sequence) for i, pairs in enumerate(self.pairs, 1)]

    def gap(self, figure: str, version: int) -> Gap:
        """The difference of a number of each game."""
        pair_counts = self.pairs[version - 1]
        if self.settle is not None:
            return pair_counts.sequence(figure, version, self.sequence)
        return (pair_counts if figure in pair_counts.of else self.blocks[version - 1]).gap(
            figure, version, len(self.pairs)
        )

    @property
    def widen(self) -> float:
        """How much wider than at one look, and for one version, intervals of games that are not paired have to be."""
        return (self.sequence.factor(self.played) if self.settle else normal(len(self.pairs))) / WIDTH

    def is_paired(self, figure: str) -> bool:
        """Whether the figure is a number of each pair of games."""
        return figure in self.pairs[0].of or bool(self.blocks and figure in self.blocks[0].of)

    def notes(self, names: Sequence[str]) -> Iterator[str]:
        """The remarks for the reader."""
        for name, pairs in zip(names[1:], self.pairs, strict=True):
            if pairs.cut:
                yield f"{pairs.cut} pairs of games with {name} left out: one was too long"
        if self.settle is not None:
            yield f"played for {self.settle.figure}: {self.why(names)}"
            yield "the intervals of the differences hold at every look; those of each version alone are for one look"

    def why(self, names: Sequence[str]) -> str:
        """Whether the figure was settled, as a sentence."""
        assert self.settle is not None
        clauses = []
        for name, gap in zip(names[1:], self.gaps_to_settle(self.settle.figure), strict=True):
            state = f"within {self.settle.margin:g}" if self.settle.alike(gap) else "open"
            clauses.append(f"{name} {'settled' if gap.settled else state}")
        return f"{', '.join(clauses)} after {self.played:,} games"


def gaps(match: Match, measurements: Sequence[Measurement]) -> Iterator[Gap]:
    """The differences of every figure that two versions share: paired where it is a number of each game."""
    names = [figure.name for figure in measurements[0].figures]
    if match.settle is not None and match.settle.figure not in names:
        names.append(match.settle.figure)
    for i, other in enumerate(measurements[1:], 1):
        other_names = {figure.name for figure in other.figures}
        for name in names:
            if match.is_paired(name):
                yield match.gap(name, i)
            elif name in other_names:
                yield unpaired_gap(measurements[0].figure(name), other.figure(name), i, widen=match.widen)
