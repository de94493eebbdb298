"""The study of hidden-gomoku: whether the choice of sides balances the opening, whether two lines are better than one,
and how much full information is worth."""

from __future__ import annotations

import msgspec

from ...solve.known import common_outcome, headline
from ..figures import Figure
from ..intervals import simultaneous
from ..significance import equivalent, homogeneity
from .plots import dots, score_board
from .probes.matchups import knowledge_table
from .probes.openings import beginnings
from .results import StudyResults
from .sentences import figure_text, interval, join_list, lean, settled_difference, value, who
from .study import Contender, Probe, Study, StudyPlot, Version

TWO, ONE = "two lines", "one line"
PLAYERS = (
    Contender("random", "random", 50_000),
    Contender("middling", "mcts:100", 1000),
    Contender("strong", "mcts:1000", 1000),
)
BEST = "strong"
POINTS = (
    Contender("random", "random", 0),
    Contender("middling", "mcts:100", 400),
)
"""The players that continue from each first point."""
JUDGE = "score of x, middling"
OTHERS = ("mcts:400,hint=0",)
"""Both players search a single position: one the true one, the other a position sampled from its knowledge."""
FAIR = 0.1
"""A first point is fair where x's score is shown to lie so near to a half."""


def answer(results: StudyResults) -> list[str]:
    """The paragraphs of the answer."""
    return [headline("hidden-gomoku"), sides(results), lines(results), knowledge(results)]


def points(results: StudyResults, version: str, column: str = JUDGE) -> list[tuple[str, Figure]]:
    """What x scores by its first point."""
    table = results.table(f"points, {version}")
    place = table.columns.index(column) if column in table.columns else -1
    return [
        (row.label, row.figures[place]) for row in table.rows if place >= 0 and row.figures[place].value is not None
    ]


def fair(results: StudyResults, version: str) -> list[str]:
    """The points that are shown to be fair within FAIR, all of them at once."""
    first_points = points(results, version)
    return [label for label, figure in first_points if equivalent(figure, 0.5, FAIR, len(first_points))]


def ahead(results: StudyResults, version: str, side: str) -> list[str]:
    """The points after which x (`first`) or o (`second`) is shown to be ahead, all of them at once."""
    first_points = points(results, version)
    return [label for label, figure in first_points if lean(at_once(figure, len(first_points))) == side]


def at_once(figure: Figure, rows: int) -> Figure:
    """With the interval that so many figures need to hold together."""
    bounds = simultaneous(interval(figure), rows)
    return msgspec.structs.replace(figure, low=bounds.low, high=bounds.high)


def nearest_to_half(results: StudyResults, version: str) -> tuple[str, Figure]:
    """The point nearest to a half."""
    return min(
        points(results, version),
        key=lambda point: abs(value(point[1]) - 0.5),
        default=("no point", Figure("score", why="not measured")),
    )


def sides(results: StudyResults) -> str:
    """How the choice of sides balances the opening."""
    best, figure = nearest_to_half(results, TWO)
    extremes = sorted(points(results, TWO), key=lambda point: value(point[1]))
    if not extremes:
        return "The opening was not measured."
    low, high = extremes[0], extremes[-1]
    span = f"from {figure_text(low[1])} at {name(low[0])} to {figure_text(high[1])} at {name(high[0])}"
    test = homogeneity([figure for _, figure in extremes])
    swing = "matters" if test.differ else "is not shown to matter"
    swing += f" (χ² = {test.statistic:.1f} with {test.freedom} degrees of freedom, p = {test.p:.2g})"
    return (
        f"The place of the first stone {swing}: between players of `{spec(POINTS[1])}` x scores {span}. In the "
        f"two-line game {choice(results, TWO)} ({name(best)} is the nearest to even, {figure_text(figure)}); in the "
        f"one-line game {choice(results, ONE)}. "
        f"{after_choice(results)}"
    )


def name(label: str) -> str:
    """A point without those that are like it."""
    return label.split()[0]


def after_choice(results: StudyResults) -> str:
    """The results of the whole game with the choice of sides, for each player against itself."""
    parts = []
    for player in PLAYERS[1:]:
        figure = results.figure(TWO, player.label, "score")
        parts.append(f"between players of `{player.spec}` ({figure.games:,} games) {who(figure)}")
    return f"With the choice of sides, {join_list(parts)}."


def spec(contender: Contender) -> str:
    """The spec of a player."""
    return contender.spec


def lines(results: StudyResults) -> str:
    """Two lines against one."""
    two_lines, one_line = (results.figure(version, BEST, "score") for version in (TWO, ONE))
    long, short = (results.figure(version, BEST, "plies") for version in (TWO, ONE))
    length = "longer" if value(long) > value(short) else "shorter"
    length = f"is {length}" if settled_difference(long, short) else "is not shown to differ in length"
    draws = " and ".join(figure_text(results.figure(version, BEST, "draws")) for version in (TWO, ONE))
    draws = f"{draws} of games are drawn"
    fairer = "no difference in who wins is shown"
    if settled_difference(two_lines, one_line):
        fairer = "fairer" if abs(value(two_lines) - 0.5) < abs(value(one_line) - 0.5) else "less fair"
        fairer = f"it is {fairer} (First scores {figure_text(two_lines)}, in the one-line game {figure_text(one_line)})"
    lengths = f"{figure_text(long)} against {figure_text(short)} with our best player"
    return f"The two-line game {length} ({lengths}), {draws}, and {fairer}."


def knowledge(results: StudyResults) -> str:
    """How much full information is worth."""
    sentences = [
        (version, player, results.row("knowing", f"{version}, {player}", SEES))
        for version in (TWO, ONE)
        for player in OTHERS
    ]
    text = join_list(
        f"{figure_text(figure)} in the game of {version} (`{player}`)" for version, player, figure in sentences
    )
    sure = list(dict.fromkeys(version for version, _, figure in sentences if lean(figure) == "first"))
    rest = [version for version in (TWO, ONE) if version not in sure]
    parts = [f"full information is worth much in the game of {join_list(sure)}"] * bool(sure)
    parts += [f"its worth in the game of {join_list(rest)} is open"] * bool(rest)
    return (
        "A player that searches the true position, against the same search of a position sampled from its knowledge, "
        f"scores {text}: {', '.join(parts)}."
    )


SEES = "score of who sees everything"


def details(results: StudyResults) -> list[str]:
    """The sentences about the tables of results."""
    return [fair_points(results), hidden_figures(results)]


def fair_points(results: StudyResults) -> str:
    """Which first points are fair."""
    parts = []
    for version in (TWO, ONE):
        groups = [
            fair(results, version),
            ahead(results, version, "first"),
            ahead(results, version, "second"),
        ]
        name_lists = [join_list(map(name, group)) if group else "none" for group in groups]
        rest = len({label for label, _ in points(results, version)} - {label for group in groups for label in group})
        parts.append(
            f"*{version}*: fair to within {100 * FAIR:.0f} points in a hundred after {name_lists[0]}, x ahead after "
            f"{name_lists[1]}, "
            f"o ahead after {name_lists[2]}; after {rest} it is open"
        )
    return (
        "First points, one of each class under the board's symmetries, when the second player keeps to o, with "
        "simultaneous 95 % intervals: " + "; ".join(parts) + "."
    )


def hidden_figures(results: StudyResults) -> str:
    """Hidden information in bits, and failed moves."""
    parts = [
        f"with `{c.spec}` {figure_text(results.figure(TWO, c.label, 'hidden bits'))} are hidden from the mover "
        f"on average, and {figure_text(results.figure(TWO, c.label, 'thwarted'))} of moves fail"
        for c in PLAYERS
        if results.figure(TWO, c.label, "thwarted").value is not None
    ]
    return f"In the two-line game {'; '.join(parts)}." if parts else ""


def choice(results: StudyResults, version: str) -> str:
    """What the choice of sides can do in a version."""
    first_points = points(results, version)
    if not first_points:
        return "the opening was not measured"
    if fair_points := fair(results, version):
        count_text = (
            f"{len(fair_points)} of {len(first_points)} first points {'is' if len(fair_points) == 1 else 'are'}"
        )
        return f"the choice can work, since {count_text} fair to within {100 * FAIR:.0f} points in a hundred"
    number = len(first_points)
    for side, symbol in (("first", "x"), ("second", "o")):
        if len(ahead(results, version, side)) == number:
            return f"the choice cannot work, since {symbol} is ahead after every one of the {number} first points"
    return f"it is open whether the choice can work: none of {number} first points is shown to be fair, nor all unfair"


def sentence(results: StudyResults) -> str:
    """The result in one sentence."""
    best, figure = nearest_to_half(results, TWO)
    nearest = f"nearest to even: {name(best)}, where x scores {figure_text(figure)}"
    text = f"{common_outcome('hidden-gomoku')} In the two-line game {choice(results, TWO)} ({nearest})"
    return f"{text}; in the one-line game {choice(results, ONE)}. {lines(results)}"


def mind(results: StudyResults) -> list[str]:
    """What would change our answer."""
    wide = max(((f.high or 1) - (f.low or 0) for _, f in points(results, TWO)), default=1.0) / 2
    return [
        (
            f"More games from each first point (`--games-scale`): a lead of less than {100 * wide:.0f} points in a "
            "hundred cannot be shown now."
        ),
        (
            "Players with a better model of the opponent: ours sample positions that agree with their knowledge, and "
            "infer no plans."
        ),
        "Records of people: they bluff, which the rules are made for.",
    ]


def point_probe(version: str) -> Probe:
    """The first points of a version."""
    return Probe(
        f"points, {version}",
        (
            f"*{version}*: the score of x after each first point when the second player keeps to o (one point of each "
            "class under the board's symmetries):"
        ),
        lambda bench: beginnings(bench, version, POINTS, ("o",), "score of x"),
    )


STUDY: Study = Study(
    name="hidden-gomoku",
    game="hidden-gomoku",
    title="Hidden gomoku: is the opening fair, and what is full information worth?",
    question=(
        "The designers, teucer and Levitating Potato, assert that the earlier version with one line was of lower "
        "quality. They asked nothing; the questions are ours. Does the choice of sides balance the opening, and which "
        "first points are fair? How do the two-line and the one-line game differ? How much does it matter that stones "
        "are hidden?"
    ),
    versions=(Version(TWO, {"lines": "2"}), Version(ONE, {"lines": "1"})),
    contenders=PLAYERS,
    columns=("first", "second", "draws", "score", "plies", "hidden bits", "thwarted"),
    answer=answer,
    details=details,
    sentence=sentence,
    mind=mind,
    probes=(
        point_probe(TWO),
        point_probe(ONE),
        Probe(
            "knowing",
            (
                "A player that is shown the true position against the same player on a position sampled from its "
                "knowledge, in pairs from the same opening with seats swapped. Both search a single position in the "
                "same way (`hint=0`: no move-ordering prior), so they differ in information alone:"
            ),
            lambda bench: knowledge_table(bench, (TWO, ONE), OTHERS, 40),
        ),
    ),
    plots=(
        StudyPlot(
            "points",
            (
                "The score of x after each first point, in hundredths: `mcts:100` on both sides, two lines. Blue is "
                "good for x, vermilion for o."
            ),
            lambda results: score_board(STUDY, STUDY.version(TWO), points(results, TWO)),
        ),
        StudyPlot(
            "score",
            "First's score with the choice of sides, in hundredths.",
            lambda results: dots(
                STUDY, results, lambda v, p: results.figure(v.label, p, "score"), "score of First, %", 50.0
            ),
        ),
    ),
)
