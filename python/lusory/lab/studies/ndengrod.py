"""The study of ndengrod: whether the shape of the board matters."""

from __future__ import annotations

from collections.abc import Sequence

from ...solve.known import common_outcome, headline
from ..figures import Figure
from ..significance import equivalent
from .plots import dots
from .results import StudyResults
from .sentences import capital, figure_text, gap, join_list, settled_difference, who
from .study import Contender, Study, StudyPlot, Version

PAIRS = (("hexagon 4", "trapezium 5"), ("hexagon 5", "trapezium 7"), ("hexagon 6", "trapezium 8"))
"""Boards of nearly as many cells; the middle pair are the board of today and that of the original."""
CELLS = {"hexagon 4": 37, "trapezium 5": 35, "hexagon 5": 61, "trapezium 7": 70, "hexagon 6": 91, "trapezium 8": 92}
NEAR = (PAIRS[0], PAIRS[2])
PLAIN, ORIGINAL = "hexagon 5", "trapezium 7"
SHORT, LONG, FORBIDDEN = "length 4", "length 6", "suicide forbidden"
PLAYERS = (
    Contender("random", "random", 100_000),
    Contender("middling", "mcts:100", 300),
    Contender("strong", "alphabeta:2", 200, opening=2),
    Contender("stronger", "alphabeta:3", 200, opening=2),
)
BEST = "stronger"
FIGURES = ("score", "draws", "plies", "branching", "captures")
"""The figures compared. The last three grow with the number of cells in any case."""
RESULTS = FIGURES[:2]
MUCH = 0.05
"""The designer says that the shape does not affect play *much*: a difference of fewer points is not much."""
POINTS = f"{100 * MUCH:.0f} points in a hundred"
TITLES = {"score": "First's score", "draws": "draws", "plies": "length", "branching": "choices", "captures": "captures"}


def list_differences(
    results: StudyResults, pair: tuple[str, str], player: str, names: Sequence[str] = FIGURES
) -> list[str]:
    """The figures in which two versions are shown to differ."""
    return [
        f"{TITLES[name]} ({figure_text(first)} and {figure_text(second)})"
        for name in names
        if settled_difference(
            first := results.figure(pair[0], player, name), second := results.figure(pair[1], player, name)
        )
    ]


def shape(results: StudyResults, pair: tuple[str, str], player: str, name: str = "score") -> Figure:
    """How much greater a figure is on the first board of a pair."""
    return gap(results.figure(pair[0], player, name), results.figure(pair[1], player, name))


def large_differences(results: StudyResults, pair: tuple[str, str]) -> list[Contender]:
    """The players whose results differ by much between the two boards of a pair, and surely differ."""
    return [
        c
        for c in PLAYERS
        for name in RESULTS
        if abs(shape(results, pair, c.label, name).value or 0.0) >= MUCH
        and settled_difference(results.figure(pair[0], c.label, name), results.figure(pair[1], c.label, name))
    ]


def answer(results: StudyResults) -> list[str]:
    """The paragraphs of the answer."""
    return [headline("ndengrod"), *(shape_effect(results, pair) for pair in reversed(NEAR)), size(results)]


def alike(results: StudyResults, pair: tuple[str, str]) -> list[Contender]:
    """The players whose results are shown to differ by less than MUCH between the two boards of a pair."""
    return [
        c
        for c in PLAYERS
        if all(equivalent(shape(results, pair, c.label, name), 0.0, MUCH, len(PLAYERS)) for name in RESULTS)
    ]


def shape_effect(results: StudyResults, pair: tuple[str, str]) -> str:
    """How the shape changes the results, on boards of about one size, and for whom that is open."""
    first, second = pair
    gaps = join_list(f"{figure_text(shape(results, pair, c.label))} (`{c.spec}`)" for c in PLAYERS)
    return (
        f"Between boards of {CELLS[first]} and {CELLS[second]} cells ({first}, {second}) First's score is higher on "
        f"the hexagon by {gaps}. {capital(effects(results, pair))}."
    )


def effects(results: StudyResults, pair: tuple[str, str]) -> str:
    """For which players the shape changes the results, for which it does not by much, and for which that is open."""
    differing, equal = large_differences(results, pair), alike(results, pair)
    groups = (
        ([c for c in PLAYERS if c in differing], "the shape changes the results for {}"),
        ([c for c in equal if c not in differing], f"the shape changes the results by less than {POINTS} for {{}}"),
        (
            [c for c in PLAYERS if c not in (*differing, *equal)],
            "whether the shape changes the results by much is open for {}",
        ),
    )
    return "; ".join(text.format(specs(players)) for players, text in groups if players)


def specs(players: Sequence[Contender]) -> str:
    """Players by their specs."""
    return join_list(f"`{player.spec}`" for player in players)


def size(results: StudyResults) -> str:
    """How the size of the board changes who wins."""
    small, large = (results.figure(pair[0], BEST, "score") for pair in NEAR)
    cells = f"from {CELLS[NEAR[0][0]]} to {CELLS[NEAR[1][0]]} cells on the hexagon"
    text = f"First's score between our best players changes by {figure_text(gap(large, small))}"
    return f"The size {'matters' if settled_difference(large, small) else 'is not shown to matter'}: {cells} {text}."


def lengths(results: StudyResults) -> str:
    """Four, five or six in a row."""
    parts = [
        f"{words} in a row First scores {figure_text(results.figure(label, BEST, 'score'))} in "
        f"{figure_text(results.figure(label, BEST, 'plies'))}"
        for words, label in (("four", SHORT), ("five", PLAIN), ("six", LONG))
    ]
    most_draws = max(
        (results.figure(label, BEST, "draws") for label in (SHORT, PLAIN, LONG)), key=lambda f: f.value or 0.0
    )
    return (
        f"Between our best players, with {'; with '.join(parts)}; at most {figure_text(most_draws)} of games are drawn."
    )


def suicide(results: StudyResults) -> str:
    """How permitted suicide changes the results."""
    skilled = [
        f"`{c.spec}` in {join_list(versions)}"
        for c in PLAYERS[1:]
        if (versions := list_differences(results, (PLAIN, FORBIDDEN), c.label))
    ]
    chance = list_differences(results, (PLAIN, FORBIDDEN), "random")
    change = "Forbidding suicide (a ply that leaves one's own group captured)"
    if skilled:
        return f"{change} makes a difference for {join_list(skilled)}."
    chance_note = f"; random players differ in {join_list(chance)}" if chance else ""
    return f"{change} shows no difference for players that search{chance_note}."


def details(results: StudyResults) -> list[str]:
    """The sentences about the tables of results."""
    parts = [
        f"*{pair[0]} and {pair[1]}* ({CELLS[pair[0]]} and {CELLS[pair[1]]} cells): {pair_sentence(results, pair)}"
        for pair in PAIRS
    ]
    ahead = "; ".join(f"`{c.spec}`: {who(results.figure(PLAIN, c.label, 'score'))}" for c in PLAYERS)
    return [lengths(results), suicide(results), *parts, f"*Who is ahead* on the {PLAIN}: {ahead}."]


def pair_sentence(results: StudyResults, pair: tuple[str, str]) -> str:
    """The differences between a pair of boards, for all players."""
    parts = []
    for contender in PLAYERS:
        differs = list_differences(results, pair, contender.label)
        parts.append(
            f"`{contender.spec}` differs in {join_list(differs)}"
            if differs
            else f"`{contender.spec}` shows no difference"
        )
    return "; ".join(parts) + "."


def sentence(results: StudyResults) -> str:
    """The result in one sentence."""
    small, large = NEAR
    today = (
        f"with our best player First scores {figure_text(results.figure(PLAIN, BEST, 'score'))} on the hexagon of "
        "today and "
        f"{figure_text(results.figure(ORIGINAL, BEST, 'score'))} on the trapezium of the original"
    )
    return f"{common_outcome('ndengrod')} {verdict(results, small, large)}; {captures(results, large)}{today}."


def verdict(results: StudyResults, small: tuple[str, str], large: tuple[str, str]) -> str:
    """Whether Browne is right: on the larger boards, which are of the usual size, and on the smaller ones."""
    cells = [f"{CELLS[first]} and {CELLS[second]} cells" for first, second in (small, large)]
    differing = [large_differences(results, pair) for pair in (small, large)]
    if differing[1]:
        return f"The shape does affect play, on boards of {cells[1]} for {specs(differing[1])}"
    if all(len(alike(results, pair)) == len(PLAYERS) for pair in (small, large)):
        return f"As Browne says, the shape does not much affect play, neither on boards of {cells[0]} nor of {cells[1]}"
    on_small = f"; with {cells[0]} it does for {specs(differing[0])}" if differing[0] else ""
    if len(alike(results, large)) == len(PLAYERS):
        return f"Browne is right for boards of the usual size, of {cells[1]}{on_small}"
    between = shape(results, large, BEST)
    most = 100 * max(abs(between.low or 0.0), abs(between.high or 0.0))
    return (
        f"Whether the shape affects play much is open on boards of the usual size: with {cells[1]} First's score may "
        f"differ by as much as {most:.0f} points in a hundred between our best players{on_small}"
    )


def captures(results: StudyResults, pair: tuple[str, str]) -> str:
    """The captures of the first player for whom they surely differ between two boards; empty where there is none."""
    for c in PLAYERS:
        first, second = (results.figure(label, c.label, "captures") for label in pair)
        if settled_difference(first, second):
            return f"captures differ (`{c.spec}`: {figure_text(first)} and {figure_text(second)}); "
    return ""


def mind(results: StudyResults) -> list[str]:
    """What would change our answer."""
    wide = max((f.high or 1) - (f.low or 0) for f in (shape(results, p, BEST) for p in NEAR)) / 2
    return [
        f"More games: between our best players a difference of less than {100 * wide:.0f} points in a hundred "
        "in First's score could not be shown.",
        "A stronger player: on the small boards, searches two and three plies deep favour different sides.",
        "Opening plies chosen by people: ours are random, so that deterministic players play different games.",
    ]


def board(label: str) -> dict[str, str]:
    """Options of a board, by its label."""
    kind, size = label.split()
    return {"board": kind, "size": size}


STUDY: Study = Study(
    name="ndengrod",
    game="ndengrod",
    title="Ndengrod: does the shape of the board matter?",
    question=(
        "Cameron Browne asserts that the shape of the board should not much affect play. We test it: a "
        "hexagon against a trapezium of nearly as many cells. We also ask what lines of 4 or 6 change, and what "
        "forbidding suicide changes, as later versions do."
    ),
    versions=(
        *(Version(label, board(label)) for pair in PAIRS for label in pair),
        Version(SHORT, {"length": "4"}, text=f"on the {PLAIN}, four in a row win"),
        Version(LONG, {"length": "6"}, text=f"on the {PLAIN}, six in a row win"),
        Version(FORBIDDEN, {"suicide": "forbidden"}, text=f"on the {PLAIN}"),
    ),
    contenders=PLAYERS,
    columns=("first", "second", "draws", "score", "plies", "branching", "captures"),
    answer=answer,
    details=details,
    sentence=sentence,
    mind=mind,
    plots=(
        StudyPlot(
            "score",
            "First's score in each version, in hundredths.",
            lambda results: dots(
                STUDY, results, lambda v, p: results.figure(v.label, p, "score"), "score of First, %", 50.0
            ),
        ),
        StudyPlot(
            "plies",
            "The length of games in each version, in plies.",
            lambda results: dots(STUDY, results, lambda v, p: results.figure(v.label, p, "plies"), "plies of a game"),
        ),
    ),
)
