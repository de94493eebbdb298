"""The study of susan: which draw rule, and how often does it bite?"""

from __future__ import annotations

from collections.abc import Sequence

from ..figures import Figure
from ..intervals import wilson
from .plots import dots
from .probes.matchups import meetings
from .results import StudyResults
from .sentences import apart, gap, lean, listed, said, spread, value, who
from .study import Contender, Probe, Study, StudyPlot, Version

RULES = ("none", "repeat:2", "slides:3", "slides:4", "slides:5", "slides:6")
CHOSEN, SHORT, AGAIN = "slides:6", "slides:4", "repeat:2"
"""Three slides each; the shortest that the designer thought of; a position that stands for the second time."""
LOSES = "last:6"
"""Whoever makes the sixth slide in a row loses: nobody weighed it, but it never draws."""
PLAYERS = (
    Contender("random", "random", 100_000),
    Contender("middling", "mcts:100", 300, limit=400),
    Contender("strong", "mcts:1000", 100, limit=400),
    Contender("careful", "alphabeta:2", 50, opening=6, limit=200),
    Contender("more careful", "alphabeta:4", 50, opening=6, limit=200),
)
TREES, CAREFUL = ("random", "middling", "strong"), ("careful", "more careful")
"""Who searches by random games, or not at all; and who looks at everything, our best at two strengths."""
JUDGE, OTHER = "random", "mcts:1000"
HALF = 0.5


def bites(found: StudyResults, rule: str, player: str) -> Figure:
    """The share of games that a draw rule ended; without one, of games that did not end."""
    if rule != "none":
        return found.end(rule, player, "Quiet(", "Repeats(")
    measured = found.at(rule, player)
    if measured is None or not measured.games:
        return Figure("share", unit="share", why="not measured")
    share = wilson(measured.cut, measured.games)
    return Figure("share", share.value, share.low, share.high, measured.games, "share", share.how)


def answer(found: StudyResults) -> list[str]:
    """In short."""
    return [slides(found), careful(found), changes(found), f"We recommend {recommended(found)}."]


def drawn(found: StudyResults, rule: str, players: Sequence[str] = TREES) -> str:
    """How often a rule bites, by player."""
    return listed(f"{said(bites(found, rule, player))} of games of `{spec(player)}`" for player in players)


def slides(found: StudyResults) -> str:
    """More slides or fewer, or a position that stands again?"""
    fewer = [
        player
        for player in TREES
        if apart(bites(found, SHORT, player), bites(found, CHOSEN, player))
        and value(bites(found, SHORT, player)) > value(bites(found, CHOSEN, player))
    ]
    text = f"Six slides in a row, three each, end {drawn(found, CHOSEN)}; four end {drawn(found, SHORT)}"
    text += (
        ", so the more slides are allowed the fewer games are drawn" if fewer else ", which is no difference to be seen"
    )
    return f"{text}. A position that stands again ends {drawn(found, AGAIN)}."


def careful(found: StudyResults) -> str:
    """Does any rule keep our best players from drawing?"""
    seldom = [rule for rule in RULES[1:] for player in CAREFUL if value(bites(found, rule, player)) <= HALF]
    if seldom:
        return f"Our best players, who look at everything a few plies ahead, draw least under {listed(seldom)}."
    fewest = spread(bites(found, rule, player) for rule in RULES[1:] for player in CAREFUL)
    return (
        f"But our best players, who look at everything a few plies ahead ({names(CAREFUL)}), draw {fewest} of "
        "their games "
        "whatever the rule: they slide to and fro rather than give up a free cell."
    )


def names(players: Sequence[str]) -> str:
    """Their specs."""
    return listed(f"`{spec(player)}`" for player in players)


def changes(found: StudyResults) -> str:
    """Does the rule change who wins? First's share of the games that had a winner is compared with that of no rule."""
    changed = [
        f"{rule} ({c.label}: {said(gap(winners(found, rule, c.label), winners(found, 'none', c.label)))})"
        for c in PLAYERS
        for rule in RULES[1:]
        if apart(winners(found, rule, c.label), winners(found, "none", c.label))
    ]
    if not changed:
        return (
            "No rule can be seen to change who wins the games that have a winner: First has "
            f"{spread(winners(found, rule, 'random') for rule in RULES)} of them at random, whatever the rule."
        )
    return f"First's share of the games that have a winner differs from that without any rule for {listed(changed)}."


def winners(found: StudyResults, rule: str, player: str) -> Figure:
    """First's share of decided games."""
    measured = found.at(rule, player)
    first, second = found.figure(rule, player, "first"), found.figure(rule, player, "second")
    if measured is None or first.value is None or second.value is None:
        return Figure("winners", unit="share", why="not measured")
    games = measured.games - measured.cut
    one, other = round(first.value * games), round(second.value * games)
    share = wilson(one, one + other)
    if not one + other:
        return Figure("winners", unit="share", why="no game was won")
    return Figure("winners", share.value, share.low, share.high, one + other, "share", share.how)


def recommended(found: StudyResults) -> str:
    """The rule that we would take."""
    if cured(found):
        worst = max((found.figure(LOSES, c.label, "draws") for c in PLAYERS), key=lambda f: f.high or 1.0)
        return (
            f"`draw={LOSES}` (`lusory play susan -o draw={LOSES}`): whoever makes the sixth slide in a row loses, "
            "where it is a draw now. Then no game of any player was "
            f"drawn or went on for ever (the least sure are {said(worst)}), and First scores {won(found, LOSES)}"
        )
    if right(found):
        return (
            "six slides in a row, three each, as the designer settled on: of the rules that count slides none is "
            "seen to bite less"
        )
    best = min(RULES[2:], key=lambda rule: value(bites(found, rule, JUDGE)))
    return f"`draw={best}`, which ends {drawn(found, best)}"


def won(found: StudyResults, rule: str) -> str:
    """What First scores with our best players and at random."""
    return listed(f"{said(found.figure(rule, player, 'score'))} (`{spec(player)}`)" for player in ("random", *CAREFUL))


def cured(found: StudyResults) -> bool:
    """Does the additional rule end every game without a draw?"""
    measured = [found.at(LOSES, c.label) for c in PLAYERS]
    return all(m is not None and m.games and not m.cut and m.figure("draws").value == 0 for m in measured)


def right(found: StudyResults) -> bool:
    """Is no other number of slides seen to draw fewer games, whoever plays?"""
    return not any(
        apart(bites(found, rule, c.label), bites(found, CHOSEN, c.label))
        and value(bites(found, rule, c.label)) < value(bites(found, CHOSEN, c.label))
        for rule in RULES[2:]
        for c in PLAYERS
    )


def spec(label: str) -> str:
    """Of a player."""
    return next(c.spec for c in PLAYERS if c.label == label)


def details(found: StudyResults) -> list[str]:
    """What the table says, in words."""
    parts = [f"*{c.label}* (`{c.spec}`): {curve(found, c.label)}" for c in PLAYERS]
    parts += [needed(found), skill(found)]
    return [part for part in parts if part]


def curve(found: StudyResults, player: str) -> str:
    """How often each rule bites one player."""
    slides = [f"{rule.removeprefix('slides:')} slides {said(bites(found, rule, player))}" for rule in RULES[2:]]
    return (
        f"{listed(slides)} of games are drawn, by a position that stands twice "
        f"{said(bites(found, 'repeat:2', player))}; "
        f"without a rule {said(bites(found, 'none', player))} do not end. With six slides "
        f"{who(found.figure(CHOSEN, player, 'score'))}."
    )


def needed(found: StudyResults) -> str:
    """Is there any need of a rule?"""
    unending = [c for c in PLAYERS if value(bites(found, "none", c.label)) > 0]
    if not unending:
        return "Without any rule every game ended all the same, at every strength that was tried."
    who = listed(f"{said(bites(found, 'none', c.label))} of `{c.spec}`" for c in unending)
    return (
        "Some rule is needed: without one, of games of these players so many were still going when they were cut "
        f"off: {who}."
    )


def skill(found: StudyResults) -> str:
    """Who is better, those who slide or those who do not?"""
    rows = found.table("meetings").rows
    if not rows:
        return ""
    scores = [(row.label, found.row("meetings", row.label, "score")) for row in rows[2:]]
    best = listed(f"{said(score)} where {label.partition(': ')[2]}" for label, score in scores)
    return (
        "How often the rule bites depends on how the players think more than on the rule: those who search "
        "by random games "
        f"draw {spread(bites(found, CHOSEN, p) for p in TREES)} under six slides, those who look at everything "
        f"{spread(bites(found, CHOSEN, p) for p in CAREFUL)}. {skilled(found)}: the score is {best}."
    )


def skilled(found: StudyResults) -> str:
    """Who is the better player."""
    scores = [found.row("meetings", row.label, "score") for row in found.table("meetings").rows[2:]]
    better = all(lean(score) == "first" for score in scores)
    return "The latter are the better players" if better else "It is open who plays better"


def sentence(found: StudyResults) -> str:
    """The result in one sentence."""
    few, many = bites(found, CHOSEN, JUDGE), bites(found, SHORT, JUDGE)
    settled = (
        "Linhart rightly settled on three slides each" if right(found) else "Three slides each are not the best number"
    )
    text = f"{settled} (at random {said(few)} of games are drawn, with two each {said(many)})"
    if cured(found):
        ahead = [c.spec for c in PLAYERS if lean(found.figure(LOSES, c.label, "score")) in ("first", "second")]
        gain = f"though one side is ahead with {listed(ahead)}" if ahead else "and neither side is seen to gain by it"
        return (
            f"{text}, yet careful players draw {spread(bites(found, CHOSEN, p) for p in CAREFUL)} of their games by "
            "sliding to and fro, so let whoever makes the sixth slide in a row lose (`draw=last:6`): then nothing was "
            f"drawn, {gain}."
        )
    return f"{text}; we would take {recommended(found)}."


def mind(found: StudyResults) -> list[str]:
    """What would change it."""
    skilled = lean(found.figure(CHOSEN, "strong", "score"))
    return [
        (
            "People who draw much more often than our players: their records can be measured with `lusory "
            "measure susan --records FOLDER`."
        ),
        (
            "A trick by which who begins to slide gains a free move under the rule that the sixth slide loses: "
            "our players found none."
        ),
        (
            "A rule that the designer did not weigh (no slide back to where the stone came from, say) that bites "
            "less and ends all games."
        ),
        *(["More games of strong players: who is ahead between them is still open."] if skilled == "open" else []),
    ]


STUDY: Study = Study(
    name="susan",
    game="susan",
    title="Susan: which draw rule?",
    question=(
        "Stephen Linhart left open what should be a draw: he weighed a repeated position and four to six slides in a "
        "row, and later settled on three slides each. We ask how often each rule ends a game, whether it changes who "
        "wins, and whether another rule does better."
    ),
    versions=(
        *(Version(rule, {"draw": rule}) for rule in RULES),
        Version(LOSES, {"draw": LOSES}, text="whoever makes the sixth slide in a row loses"),
    ),
    contenders=PLAYERS,
    columns=("first", "second", "draws", "score", "plies"),
    answer=answer,
    details=details,
    sentence=sentence,
    mind=mind,
    probes=(
        Probe(
            "meetings",
            "Who slides to and fro meets who does not, under six slides, from the empty board:",
            lambda bench: meetings(bench, [(CHOSEN, spec(p), OTHER) for p in CAREFUL], 30),
        ),
    ),
    plots=(
        StudyPlot(
            "draws",
            "How many games each draw rule ends, in hundredths, by who plays; without a rule, how many did not end.",
            lambda found: dots(STUDY, found, lambda v, p: bites(found, v.label, p), "games that the rule ends, %"),
        ),
        StudyPlot(
            "score",
            "What the first player scores under each draw rule, in hundredths.",
            lambda found: dots(STUDY, found, lambda v, p: found.figure(v.label, p, "score"), "score of First, %", 50.0),
        ),
    ),
    notes=("A share of games that a rule ends is of finished games; a game that was cut off counts for no result.",),
)
