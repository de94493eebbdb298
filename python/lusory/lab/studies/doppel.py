"""The study of doppel: for which sizes of the board is it fair?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...solve.known import SolvedRow, from_first_plies
from ..figures import Figure
from .plots import bounds, lines
from .probes.solved import solve_versions
from .results import StudyResults
from .sentences import as_share, figure_text, gap, join_list, lean, pooled_mean
from .study import Contender, Probe, Study, StudyPlot, Version

SIZES = range(2, 13)
SOLVED = (2, 3, 4)
PLAYERS = (
    Contender("random", "random", 200_000),
    Contender("middling", "mcts:100", 200),
    Contender("strong", "mcts:1000", 100),
    Contender("stronger", "mcts:4000", 40, versions=tuple(f"n = {n}" for n in SIZES if n > max(SOLVED))),
)
BEST = "strong"
LARGE = tuple(n for n in SIZES if n > max(SOLVED))


CAUTION = (
    "With so many sizes, one interval in twenty misses the true score by chance: one size that stands out by little "
    "proves little."
)


def label(size: int, growth: bool = False) -> str:
    """The label of a version."""
    return f"n = {size}, filled before" if growth else f"n = {size}"


def score(results: StudyResults, size: int, player: str, growth: bool = False) -> Figure:
    """The score of First."""
    return results.figure(label(size, growth), player, "score")


def leaning_sizes(results: StudyResults, player: str, verdict: str, growth: bool = False) -> list[int]:
    """The sizes at which a player's games favour one side, or neither."""
    scores = [(size, score(results, size, player, growth)) for size in SIZES]
    return [size for size, figure in scores if figure.value is not None and lean(figure) == verdict]


def sizes(counts: Sequence[int]) -> str:
    """n = 3, 5 and 7."""
    return f"n = {join_list(map(str, counts))}" if counts else "no n"


def answer(results: StudyResults) -> list[str]:
    """The paragraphs of the answer."""
    return [
        truth(from_first_plies("doppel")),
        favour_by_player(results, BEST),
        larger_sizes(results),
        random(results),
    ]


def larger_sizes(results: StudyResults) -> str:
    """A sentence about the pooled score of all larger sizes, since single sizes settle little."""
    colours = [(c, large(results, c.label)) for c in PLAYERS[1:]]
    parts = [f"{figure_text(figure)} with `{c.spec}`" for c, figure in colours if figure.value is not None]
    return f"Averaged over all sizes from {LARGE[0]} to {LARGE[-1]}, First scores {join_list(parts)}."


def large(results: StudyResults, player: str) -> Figure:
    """What First scores on the boards that were not solved, on average."""
    return pooled_mean(score(results, n, player) for n in LARGE)


def truth(rows: Sequence[SolvedRow]) -> str:
    """A sentence about the exact values from the first squares."""
    solved = [row for row in rows if row.solution.is_solved]
    if not solved or len(solved) < len(rows):
        return "Solving settled nothing." if not solved else f"{len(solved)} of {len(rows)} first squares were solved."
    most = max(row.options["size"] for row in solved)
    if all(row.solution.value == "draw" for row in solved):
        return (
            f"With best play it is fair on every board up to {most} × {most}, from every first square and "
            f"in both readings: each of the {len(solved)} cases that we solved is a draw."
        )
    by_value = {value: [row.key for row in solved if row.solution.value == value] for value in ("first", "second")}
    won, lost = (join_list(keys) if keys else "no square" for keys in by_value.values())
    return f"Solved up to {most} × {most}: First wins from {won}, Second from {lost}, all others are drawn."


def favour_by_player(results: StudyResults, player: str) -> str:
    """Where a player's games favour one side."""
    first, second, balanced, unsettled = (
        leaning_sizes(results, player, verdict) for verdict in ("first", "second", "even", "open")
    )
    played_sizes = [n for n in SIZES if score(results, n, player).value is not None]
    if not played_sizes:
        return f"Players of `{spec(player)}` were not measured."
    if not first and not second:
        width = max((f.high or 1) - (f.low or 0) for f in (score(results, n, player) for n in played_sizes)) / 2
        return (
            f"Between players of `{spec(player)}` no size from {played_sizes[0]} to {played_sizes[-1]} shows an edge "
            f"for either side (each score has an interval of at most ± {100 * width:.0f} points in a hundred)."
        )
    parts = [
        f"{side} has the edge at {sizes(sizes_of_edge)}"
        for side, sizes_of_edge in (("First", first), ("Second", second))
        if sizes_of_edge
    ]
    rest = [f"fair within two points in a hundred at {sizes(balanced)}"] * bool(balanced) + [
        f"open at {sizes(unsettled)}"
    ] * bool(unsettled)
    return (
        f"Between players of `{spec(player)}` {join_list(parts)}" + (f"; it is {join_list(rest)}" if rest else "") + "."
    )


def random(results: StudyResults) -> str:
    """A sentence about random games."""
    first, second, balanced = (leaning_sizes(results, "random", verdict) for verdict in ("first", "second", "even"))
    return (
        f"Between random players First has the edge at {sizes(first)}, Second at {sizes(second)}, and it is "
        f"within two points in a hundred at {sizes(balanced)}."
    )


def spec(player: str) -> str:
    """The spec of a player."""
    return next(c.spec for c in PLAYERS if c.label == player)


def details(results: StudyResults) -> list[str]:
    """The sentences about the table of results."""
    return [
        parity(results),
        readings(results),
        favour_by_player(results, "middling"),
        favour_by_player(results, "stronger"),
        CAUTION,
    ]


def parity(results: StudyResults) -> str:
    """A sentence about even and odd boards: on odd ones both fill equally many squares, on even ones First one more."""
    parts = []
    for player in PLAYERS:
        even_sizes, odd = (
            pooled_mean(score(results, n, player.label) for n in LARGE if n % 2 == part) for part in (0, 1)
        )
        parts.append(f"{figure_text(even_sizes)} on even boards and {figure_text(odd)} on odd ones for `{player.spec}`")
    return (
        "After the square that chance fills, an even board leaves an odd number of squares: First fills one more than "
        f"Second. Averaged over the sizes from {LARGE[0]} on, First scores {'; '.join(parts)}."
    )


def readings(results: StudyResults) -> str:
    """A sentence about the effect of the other reading of the rule."""
    parts = []
    for player in PLAYERS[:3]:
        gaps = [(n, gap(score(results, n, player.label, True), score(results, n, player.label))) for n in SIZES]
        apart = [(n, g) for n, g in gaps if g.low is not None and g.high is not None and (g.low > 0 or g.high < 0)]
        if apart:
            n, widest = max(apart, key=lambda pair: abs(pair[1].value or 0))
            parts.append(
                f"for `{player.spec}` it changes First's score at {sizes([n for n, _ in apart])}, most at "
                f"n = {n}, by {figure_text(widest)}"
            )
        else:
            parts.append(f"for `{player.spec}` no size shows a difference")
    return (
        "The other reading, in which only squares filled before the opponent's last one count (`growth=true`): "
        f"{'; '.join(parts)}."
    )


def sentence(results: StudyResults) -> str:
    """The result in one sentence."""
    return f"{truth(from_first_plies('doppel'))} {edge(results)}"


def edge(results: StudyResults) -> str:
    """A clause about the larger boards."""
    first, second = leaning_sizes(results, BEST, "first"), leaning_sizes(results, BEST, "second")
    if not first and not second:
        return (
            "On larger boards no size shows an edge between good programs: averaged from "
            f"{LARGE[0]} × {LARGE[0]} to {LARGE[-1]} × {LARGE[-1]}, First scores {figure_text(large(results, BEST))}."
        )
    parts = [
        f"{side} an edge at {sizes(sizes_of_edge)}"
        for side, sizes_of_edge in (("First", first), ("Second", second))
        if sizes_of_edge
    ]
    widest = max((score(results, n, BEST) for n in (*first, *second)), key=lambda f: abs((f.value or 0.5) - 0.5))
    score_text = figure_text(as_share(widest))
    return f"On larger boards good play gives {join_list(parts)}, at most a score of {score_text} for First."


def mind(results: StudyResults) -> list[str]:
    """What would change our answer."""
    unsettled = leaning_sizes(results, BEST, "open")
    return [
        "The exact value of 6 × 6, which would tell whether larger boards stay fair.",
        *(
            [f"More games at {sizes(unsettled)}, where the score between good players is still open."]
            if unsettled
            else []
        ),
        "A stronger player whose games favour another side than those of ours.",
    ]


def plot(results: StudyResults, growth: bool) -> str:
    """First's score by size."""
    rows = [
        {"x": n, "player": c.label, **bounds(figure)}
        for c in PLAYERS
        for n in SIZES
        if (figure := score(results, n, c.label, growth)).value is not None
    ]
    return lines(rows, "columns and rows of the board", "score of First, %", 50.0)


STUDY: Study = Study(
    name="doppel",
    game="doppel",
    title="Doppel: for which boards is it fair?",
    question=(
        "Leroy Quet published the rules and asked for comments; he claims nothing about balance. We ask: is the game "
        "fair, and for which n has the first or the second player the edge? His text can be read in two ways: may the "
        "square that was just filled be the one that scores, or not? We measure both readings."
    ),
    versions=tuple(
        Version(label(n, growth), {"size": str(n), **({"growth": "true"} if growth else {})})
        for growth in (False, True)
        for n in SIZES
    ),
    contenders=PLAYERS,
    columns=("first", "second", "draws", "score"),
    answer=answer,
    details=details,
    sentence=sentence,
    mind=mind,
    probes=(
        Probe(
            "solved",
            "The exact value of the game to First from each first square (equivalent squares joined): 100 % is a win, "
            "50 % a draw.",
            lambda bench: solve_versions(bench, [label(n, growth) for growth in (False, True) for n in SOLVED]),
        ),
    ),
    plots=(
        StudyPlot(
            "score",
            "First's score by the size of the board, in hundredths.",
            partial(plot, growth=False),
        ),
        StudyPlot(
            "growth",
            "The same in the reading in which only squares filled before the opponent's last one count.",
            partial(plot, growth=True),
        ),
    ),
)
