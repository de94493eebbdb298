"""Does the one who goes first always win, and to how many should one play?"""

from __future__ import annotations

import msgspec

from ...rules import Either, Game, Keep, Step, Swap, neutral
from ..figures import Figure
from .plots import dots, shares
from .probes.leads import leads
from .probes.meetings import meetings
from .results import Results
from .study import Contender, Plot, Probe, Study, Version
from .words import apart, lean, listed, said, value

TARGETS = range(9, 16)
NOW, BEFORE = 11, 13
"""The target of today, and the one that was played first."""
LEADS = (11, 12)
STEP, CHOICE = "11, one step first", "11, second chooses"
PLAYERS = (
    Contender("random", "random", 100_000),
    Contender("middling", "mcts:100", 150, limit=600),
    Contender("strong", "alphabeta:1", 100, opening=4, limit=600),
    Contender("stronger", "alphabeta:3", 60, opening=4, limit=600),
)
BEST = "stronger"
STUCK = ("Repeats(", "Quiet(50")
OPPONENTS = ("greedy-reply", "mcts:100", "alphabeta:1")
ALWAYS, NEARLY = 0.9, 0.02


def one_step(game: Game) -> Game:
    """First's first turn is a single step: as games of three ply a turn are balanced that begin with one."""
    return msgspec.structs.replace(game, opening=(Step(neutral),))


def second_chooses(game: Game) -> Game:
    """After first's first turn second says who goes on: a pie rule, since the stones are nobody's."""
    return msgspec.structs.replace(game, opening=(game.turn, Either(Swap("pass"), Keep("stay"))))


def score(found: Results, label: str | int, player: str = BEST) -> Figure:
    """What First scores."""
    return found.figure(str(label), player, "score")


def stuck(found: Results, label: str | int, player: str) -> Figure:
    """How many games were going to and fro."""
    return found.end(str(label), player, *STUCK)


def answer(found: Results) -> list[str]:
    """In short."""
    return [always(found), targets(found), leaders(found)]


def always(found: Results) -> str:
    """Does first always win?"""
    figure, best = found.figure(str(NOW), BEST, "first"), score(found, NOW)
    meets = [attack(found, other, "first") for other in OPPONENTS]
    wins = listed(f"{said(row)} against `{other}`" for row, other in zip(meets, OPPONENTS, strict=True))
    less = listed(f"{said(attack(found, other, 'second'))} against `{other}`" for other in OPPONENTS)
    lead = {
        "first": "First is ahead",
        "second": "Second is ahead",
        "even": "Neither is ahead",
        "open": "It is open who is ahead",
    }[lean(best)]
    sure = "always" if value(figure) >= ALWAYS else "not always"
    return (
        f"{lead} at {NOW} between our best players (First scores {said(best)} after a random turn of each), "
        "and First does "
        f"{sure} win ({said(figure)} of games). From the true start `{spec(BEST)}` as first wins {wins}; as "
        f"second it wins {less}."
    )


def attack(found: Results, other: str, seat: str, column: str = "wins") -> Figure:
    """What our best player comes to against another, from the true start."""
    return found.row("meetings", f"{spec(BEST)} moves {seat} against {other}", column)


def targets(found: Results) -> str:
    """Eleven or thirteen?"""
    draws = [(n, found.figure(str(n), BEST, "draws")) for n in TARGETS]
    now, before = (dict(draws)[n] for n in (NOW, BEFORE))
    fair = [str(n) for n in TARGETS if lean(score(found, n)) in ("even", "open")]
    if not apart(now, before):
        told = (
            f"whether to play to {NOW} or to {BEFORE} does not show in the draws of our best players ({said(now)} "
            f"and {said(before)})"
        )
    else:
        better, worse = (NOW, BEFORE) if value(now) < value(before) else (BEFORE, NOW)
        told = (
            f"{better} is better than {worse}: {said(dict(draws)[better])} of the games of our best players are "
            f"drawn, against {said(dict(draws)[worse])}"
        )
    where = f"at {listed(fair)} no side is seen to be ahead" if fair else "one side is ahead at every target"
    return f"As to the target, {told}; {where}."


def leaders(found: Results) -> str:
    """Once somebody has 11 or 12, does the other never win?"""
    losses = [row.figures[3] for row in found.table("leads").rows if row.figures[3].value is not None]
    games = sum(figure.games for figure in losses)
    lost = sum(round((figure.value or 0) * figure.games) for figure in losses)
    if not games:
        return "Nobody took so many stones that the saying about leaders could be tested."
    head = f"Played to {BEFORE}, whoever first had {listed(map(str, LEADS)).replace(' and ', ' or ')} stones"
    if not lost:
        return f"{head} never lost in the {games:,} cases that came up, so the saying held each time."
    nearly = "the saying is nearly true" if lost / games < NEARLY else "the saying does not hold"
    return f"{head} lost all the same {lost:,} times of {games:,}: {nearly}."


def spec(player: str) -> str:
    """Of a player."""
    return next(c.spec for c in PLAYERS if c.label == player)


def details(found: Results) -> list[str]:
    """What the table says, in words."""
    return [sticking(found), balance(found)]


def sticking(found: Results) -> str:
    """How often it sticks."""
    told = [
        f"`{c.spec}` {said(stuck(found, NOW, c.label))} at {NOW} and {said(stuck(found, BEFORE, c.label))} at {BEFORE}"
        for c in PLAYERS
    ]
    return (
        "*Stuck moving back and forth*: so many games ended because the same stones stood for the third time or fifty "
        f"turns took nothing: {'; '.join(told)}. Who had taken more then won."
    )


def balance(found: Results) -> str:
    """Two ways to make it fairer."""
    told = []
    for label, what in ((STEP, "a first turn of one step only"), (CHOICE, "letting the second player say who goes on")):
        parts = [
            f"{said(score(found, label, c.label))} instead of {said(score(found, NOW, c.label))} with `{c.spec}`"
            + ("" if apart(score(found, label, c.label), score(found, NOW, c.label)) else " (no difference to be seen)")
            for c in PLAYERS
            if score(found, label, c.label).value is not None
        ]
        told.append(f"{what}: First scores {listed(parts)}")
    return "*What could balance it*: " + "; ".join(told) + "."


def balancers(found: Results) -> list[str]:
    """The versions in which no side is seen to be ahead between our best players."""
    return [label for label in (STEP, CHOICE) if lean(score(found, label)) in ("even", "open")]


def sentence(found: Results) -> str:
    """For the designer."""
    leaning = lean(score(found, NOW))
    if leaning in ("even", "open"):
        told = f"First does not always win: between our best players First scores {said(score(found, NOW))} at {NOW}"
        return f"{told}, so no new rules are needed for that, and {target(found)}."
    who = "First" if leaning == "first" else "Second"
    cure = balancers(found)
    ways = {
        STEP: "let the first turn be a single step",
        CHOICE: "let the second player say after the first turn who goes on",
    }
    told = f"{who} has the better of it between good players (First scores {said(score(found, NOW))} at {NOW})"
    if not cure:
        return f"{told}, neither of the two small cures that we tried mends it, and {target(found)}."
    return (
        f"{told}; {listed([ways[label] for label in cure]).replace(' and ', ' or ')}, and no side is seen to be "
        f"ahead; {target(found)}."
    )


def target(found: Results) -> str:
    """Which target."""
    now, before = (found.figure(str(n), BEST, "draws") for n in (NOW, BEFORE))
    if not apart(now, before):
        return f"{NOW} or {BEFORE} does not matter for draws between good players"
    better = NOW if value(now) < value(before) else BEFORE
    return f"keep to {better}: at {NOW} {said(now)} of games are drawn, at {BEFORE} {said(before)}"


def mind(found: Results) -> list[str]:
    """What would change it."""
    return [
        (
            "A player that beats `alphabeta:3` from the second seat: ours look three turns ahead and judge the "
            "rest by stones taken."
        ),
        "A proof of what the start is worth: none of these games was solved.",
        *(
            ["More games: at " + str(NOW) + " it is open who is ahead between our best players."]
            if lean(score(found, NOW)) == "open"
            else []
        ),
        "Another reading of *stuck moving back and forth*: the third standing and the fifty turns are ours.",
    ]


def outcomes(found: Results) -> str:
    """Who wins at each target between our best players."""
    parts = ("First wins", "drawn", "Second wins")
    rows = [
        (f"{version.label}", part, value(found.figure(version.label, BEST, name)))
        for version in STUDY.versions
        for part, name in zip(parts, ("first", "draws", "second"), strict=True)
    ]
    return shares([row for row in rows if row[2] >= 0], "share of games", parts)


STUDY: Study = Study(
    name="serendipity",
    game="serendipity",
    title="Serendipity: does the first player always win?",
    question=(
        "The designer asked: does the one who goes first always win? If so new rules are needed. Is 11 "
        "better than 13? And "
        "he held that once one player has 11 or 12 stones captured, either that player will win or it will "
        "become a draw."
    ),
    versions=(
        *(Version(str(n), {"target": str(n)}) for n in TARGETS),
        Version(STEP, {"target": str(NOW)}, one_step, "first's first turn is one step of one stone"),
        Version(CHOICE, {"target": str(NOW)}, second_chooses, "after first's first turn second says who moves next"),
    ),
    contenders=PLAYERS,
    columns=("first", "second", "draws", "score", "turns"),
    answer=answer,
    details=details,
    sentence=sentence,
    mind=mind,
    probes=(
        Probe(
            "meetings",
            "Our best player from the true start, without random turns, against others:",
            lambda bench: meetings(bench, str(NOW), [(spec(BEST), other) for other in OPPONENTS], 20),
        ),
        Probe(
            "leads",
            f"Played to {BEFORE}: what became of the first player to have so many stones, as shares of the "
            "games in which "
            "somebody had:",
            lambda bench: leads(bench, [str(BEFORE)], LEADS, 1000),
        ),
    ),
    plots=(
        Plot(
            "score",
            "What the first player scores by the target, and with the two cures, in hundredths.",
            lambda found: dots(STUDY, found, lambda v, p: score(found, v.label, p), "score of First, %", 50.0),
        ),
        Plot("results", f"How games of `{spec(BEST)}` come out by the target, and with the two cures.", outcomes),
    ),
)
