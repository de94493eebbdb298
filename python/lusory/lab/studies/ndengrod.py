"""Does the shape of the board matter?"""

from __future__ import annotations

from collections.abc import Sequence

from ..figures import Figure
from .plots import dots
from .results import Results
from .study import Contender, Plot, Study, Version
from .words import apart, gap, listed, said, who

PAIRS = (("hexagon 4", "trapezium 5"), ("hexagon 5", "trapezium 7"), ("hexagon 6", "trapezium 8"))
"""Boards of nearly as many cells; the middle pair are the board of today and that of the original."""
CELLS = {"hexagon 4": 37, "trapezium 5": 35, "hexagon 5": 61, "trapezium 7": 70, "hexagon 6": 91, "trapezium 8": 92}
NEAR = (PAIRS[0], PAIRS[2])
PLAIN = "hexagon 5"
SHORT, LONG, FORBIDDEN = "length 4", "length 6", "suicide forbidden"
PLAYERS = (
    Contender("random", "random", 100_000),
    Contender("middling", "mcts:100", 300),
    Contender("strong", "alphabeta:2", 200, opening=2),
    Contender("stronger", "alphabeta:3", 200, opening=2),
)
BEST = "stronger"
FIGURES = ("score", "draws", "plies", "branching", "captures")
"""What is compared. Of the last three a board of more cells has more in any case."""
RESULTS = FIGURES[:2]
TITLES = {"score": "First's score", "draws": "draws", "plies": "length", "branching": "choices", "captures": "captures"}


def differences(found: Results, pairs: Sequence[tuple[str, str]], player: str, names: Sequence[str]) -> list[str]:
    """What the two boards of a pair are seen to differ in."""
    return [
        f"{TITLES[name]} ({said(a)} on the {one}, {said(b)} on the {other})"
        for one, other in pairs
        for name in names
        if apart(a := found.figure(one, player, name), b := found.figure(other, player, name))
    ]


def answer(found: Results) -> list[str]:
    """In short."""
    return [results(found), size(found), lengths(found), suicide(found)]


def results(found: Results) -> str:
    """Does the shape change who wins?"""
    seen = {c.spec: differences(found, NEAR, c.label, RESULTS) for c in PLAYERS}
    skilled = [told for c in PLAYERS if c.label != "random" for told in seen[c.spec]]
    widest = max(
        (abs(value_of(shape(found, pair, c.label, "score"))) for pair in NEAR for c in PLAYERS[1:]), default=0.0
    )
    if not skilled:
        start = (
            "Between boards of nearly as many cells no player that searches shows a difference in who wins or "
            "how often it is drawn"
        )
        rest = f" (First's score differs by {100 * widest:.0f} points in a hundred at most, which is within the error)"
        tail = (
            f"; random players do show one: {listed(seen['random'])}."
            if seen["random"]
            else "; random players show none either."
        )
        return start + rest + tail
    return (
        "The shape is seen to matter: with "
        f"{'; '.join(f'`{spec}` {listed(told)}' for spec, told in seen.items() if told)}."
    )


def shape(found: Results, pair: tuple[str, str], player: str, name: str) -> Figure:
    """How much more the hexagon of a pair has."""
    return gap(found.figure(pair[0], player, name), found.figure(pair[1], player, name))


def value_of(figure: Figure) -> float:
    """Its value; nothing where it has none."""
    return figure.value or 0.0


def size(found: Results) -> str:
    """Does the size matter more than the shape?"""
    small, large = (found.figure(pair[0], BEST, "score") for pair in NEAR)
    change = gap(large, small)
    if not apart(large, small):
        return (
            f"Nor does the size show between our best players: from {CELLS[NEAR[0][0]]} to {CELLS[NEAR[1][0]]} "
            f"cells First's score changes by {said(change)}."
        )
    return (
        f"The size matters more: from {CELLS[NEAR[0][0]]} to {CELLS[NEAR[1][0]]} cells First's score of our best "
        f"players changes by {said(change)}."
    )


def lengths(found: Results) -> str:
    """Four, five or six in a row."""
    told = [
        f"{label.removeprefix('length ')} in a row First scores {said(found.figure(label, BEST, 'score'))} "
        f"and {said(found.figure(label, BEST, 'draws'))} of games are drawn"
        for label in (SHORT, LONG)
    ]
    plain = found.figure(PLAIN, BEST, "score")
    return f"With {listed(told)}, where five give {said(plain)} and {said(found.figure(PLAIN, BEST, 'draws'))}."


def suicide(found: Results) -> str:
    """Does it matter whether it is allowed?"""
    seen = [
        f"`{c.spec}`: {told}" for c in PLAYERS for told in differences(found, [(PLAIN, FORBIDDEN)], c.label, FIGURES)
    ]
    if not seen:
        return "Whether a ply may leave one's own group captured changes nothing that could be seen, at any strength."
    skilled = [told for told in seen if not told.startswith("`random`")]
    return f"Forbidding such plies as leave one's own group captured is seen to change {'; '.join(skilled or seen)}" + (
        "." if skilled else ": random players alone notice it."
    )


def details(found: Results) -> list[str]:
    """What the tables say, in words."""
    told = [
        f"*{one} and {other}* ({CELLS[one]} and {CELLS[other]} cells): {pair(found, (one, other))}"
        for one, other in PAIRS
    ]
    told.append(
        f"*Who is ahead* on the {PLAIN}: "
        + "; ".join(f"`{c.spec}`: {who(found.figure(PLAIN, c.label, 'score'))}" for c in PLAYERS)
        + "."
    )
    return told


def pair(found: Results, boards: tuple[str, str]) -> str:
    """A pair of boards, all players."""
    told = []
    for one in PLAYERS:
        seen = differences(found, [boards], one.label, FIGURES)
        told.append(f"`{one.spec}` differs in {listed(seen)}" if seen else f"`{one.spec}` shows no difference")
    return "; ".join(told) + "."


def sentence(found: Results) -> str:
    """For the designer."""
    seen = [told for c in PLAYERS[1:] for told in differences(found, NEAR, c.label, RESULTS)]
    lead = (
        f"First scores {said(found.figure(PLAIN, BEST, 'score'))} on the {PLAIN} and "
        f"{said(found.figure('trapezium 7', BEST, 'score'))} on the trapezium of the original with our best player"
    )
    if not seen:
        return (
            "As you say: between boards of as many cells the shape is not seen to change who wins or how often "
            f"nobody does; {lead}."
        )
    return f"The shape does show in play, if only in {listed(seen)}; {lead}."


def mind(found: Results) -> list[str]:
    """What would change it."""
    wide = max((f.high or 1) - (f.low or 0) for f in (shape(found, p, BEST, "score") for p in NEAR)) / 2
    return [
        (
            f"More games: a difference of less than {100 * wide:.0f} points in a hundred in First's score would "
            "not have been seen."
        ),
        (
            "A stronger player, who knows corners: the trapezium has two sharp ones and two blunt ones, the "
            "hexagon six alike."
        ),
        "Opening plies chosen by people: ours were random, so that players without chance play different games.",
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
        "The author says that the shape of the board should not much affect play. Does it: a hexagon against "
        "a trapezium "
        "of nearly as many cells? And what do lines of 4 or 6 do, and forbidding suicide, as later versions have it?"
    ),
    versions=(
        *(Version(label, board(label)) for both in PAIRS for label in both),
        Version(SHORT, {"length": "4"}, told=f"on the {PLAIN}, four in a row win"),
        Version(LONG, {"length": "6"}, told=f"on the {PLAIN}, six in a row win"),
        Version(FORBIDDEN, {"suicide": "forbidden"}, told=f"on the {PLAIN}"),
    ),
    contenders=PLAYERS,
    columns=("first", "second", "draws", "score", "plies", "branching", "captures"),
    answer=answer,
    details=details,
    sentence=sentence,
    mind=mind,
    plots=(
        Plot(
            "score",
            "What the first player scores in each version, in hundredths.",
            lambda found: dots(STUDY, found, lambda v, p: found.figure(v.label, p, "score"), "score of First, %", 50.0),
        ),
        Plot(
            "plies",
            "How many plies a game has in each version.",
            lambda found: dots(STUDY, found, lambda v, p: found.figure(v.label, p, "plies"), "plies of a game"),
        ),
    ),
)
