"""Which draw rule, and how often does it bite?"""

from __future__ import annotations

import msgspec

from ...rules import Draw, Game, Loss
from ..figures import Figure
from ..intervals import wilson
from .plots import dots
from .probes.meetings import meetings
from .results import Results
from .study import Contender, Plot, Probe, Study, Version
from .words import apart, gap, lean, listed, said, spread, value, who

RULES = ("none", "repeat:2", "slides:3", "slides:4", "slides:5", "slides:6")
CHOSEN, SHORT = "slides:6", "slides:4"
"""Three slides each; and the shortest that the designer thought of."""
LOSES = "sixth slide loses"
"""Nobody weighed it, but it never draws."""
PLAYERS = (
    Contender("random", "random", 100_000),
    Contender("middling", "mcts:100", 600, limit=400),
    Contender("strong", "mcts:1000", 200, limit=400),
    Contender("careful", "alphabeta:2", 100, opening=6, limit=200),
    Contender("more careful", "alphabeta:4", 100, opening=6, limit=200),
)
TREES, CAREFUL = ("random", "middling", "strong"), ("careful", "more careful")
SELDOM, OFTEN = 0.05, 0.25


def loses(game: Game) -> Game:
    """The rules with that draw made a loss of who makes the last slide."""
    ends = tuple(Loss(end.when) if isinstance(end, Draw) else end for end in game.ends)
    return msgspec.structs.replace(game, ends=ends)


def bites(found: Results, rule: str, player: str) -> Figure:
    """The share of games that a draw rule ended; without one, of games that did not end."""
    if rule != "none":
        return found.end(rule, player, "Quiet(", "Repeats(")
    measured = found.at(rule, player)
    if measured is None or not measured.games:
        return Figure("share", unit="share", why="not measured")
    share = wilson(measured.cut, measured.games)
    return Figure("share", share.value, share.low, share.high, measured.games, "share", share.how)


def answer(found: Results) -> list[str]:
    """In short."""
    told = [f"With the sixth slide in a row (three each) as a draw, {bitten(found, CHOSEN)}."]
    told.append(changes(found))
    told.append(f"We recommend {recommended(found)}.")
    return told


def bitten(found: Results, rule: str) -> str:
    """How often a rule bites, by player."""
    return "the rule ends " + listed(f"{said(bites(found, rule, c.label))} of games of `{c.spec}`" for c in PLAYERS)


def changes(found: Results) -> str:
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


def winners(found: Results, rule: str, player: str) -> Figure:
    """First's share of the games that somebody won."""
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


def recommended(found: Results) -> str:
    """The rule that ends every game and bites the least, by those who draw the most; more slides only where they are
    seen to help."""
    judge = worst(found)
    best = min(RULES[1:], key=lambda rule: value(bites(found, rule, judge)))
    kept, least = bites(found, CHOSEN, judge), bites(found, best, judge)
    if best == CHOSEN or not apart(least, kept):
        return (
            "six slides in a row, three each, as the designer settled on: no other rule is seen to bite less "
            "(of games "
            f"of `{spec(judge)}`, who draw the most, it ends {said(kept)})"
        )
    return (
        f"`draw={best}` rather than six slides: of games of `{spec(judge)}`, who draw the most, it ends {said(least)}, "
        f"and six slides end {said(kept)}"
    )


def worst(found: Results) -> str:
    """The player whose games the designer's rule ends most often."""
    return max((c.label for c in PLAYERS), key=lambda label: value(bites(found, CHOSEN, label)))


def spec(label: str) -> str:
    """Of a player."""
    return next(c.spec for c in PLAYERS if c.label == label)


def details(found: Results) -> list[str]:
    """What the table says, in words."""
    told = [f"*{c.label}* (`{c.spec}`): {curve(found, c.label)}" for c in PLAYERS]
    told += [needed(found), skill(found)]
    return [part for part in told if part]


def curve(found: Results, player: str) -> str:
    """How often each rule bites one player."""
    slides = [f"{rule.removeprefix('slides:')} slides {said(bites(found, rule, player))}" for rule in RULES[2:]]
    return (
        f"{listed(slides)} of games are drawn, by a position that stands twice "
        f"{said(bites(found, 'repeat:2', player))}; "
        f"without a rule {said(bites(found, 'none', player))} do not end. With six slides "
        f"{who(found.figure(CHOSEN, player, 'score'))}."
    )


def needed(found: Results) -> str:
    """Is there any need of a rule?"""
    unending = [c for c in PLAYERS if value(bites(found, "none", c.label)) > 0]
    if not unending:
        return "Without any rule every game ended all the same, at every strength that was tried."
    who = listed(f"{said(bites(found, 'none', c.label))} of `{c.spec}`" for c in unending)
    return (
        "Some rule is needed: without one, of games of these players so many were still going when they were cut "
        f"off: {who}."
    )


def skill(found: Results) -> str:
    """Does it bite more the better one plays?"""
    trees = [bites(found, CHOSEN, label) for label in TREES]
    careful = [bites(found, CHOSEN, label) for label in CAREFUL]
    if any(figure.value is None for figure in (*trees, *careful)):
        return ""
    if min(value(f) for f in careful) > max(value(f) for f in trees):
        return (
            "Who looks a few plies ahead at everything slides to and fro rather than lose a liberty, and draws; who "
            f"searches by random games does not ({spread(trees)} against {spread(careful)} of games drawn). "
            "So how often "
            "the rule bites depends on the temper of the players more than on the rule."
        )
    return "How often the rule bites does not grow with how far the players look ahead."


def sentence(found: Results) -> str:
    """For the designer."""
    judge = worst(found)
    shorter = gap(bites(found, SHORT, judge), bites(found, CHOSEN, judge))
    right = "You were right to settle on three slides each"
    if not recommended(found).startswith("six slides"):
        right = f"We would take {recommended(found)}"
    far = (
        f"four slides in a row draw {said(shorter)} more of the games of players who draw the most"
        if apart(bites(found, SHORT, judge), bites(found, CHOSEN, judge)) and value(shorter) > 0
        else "four slides in a row are not seen to draw more games than six"
    )
    random = said(bites(found, CHOSEN, "random"))
    return f"{right}: of games played at random {random} end by that rule, and {far}."


def mind(found: Results) -> list[str]:
    """What would change it."""
    skilled = lean(found.figure(CHOSEN, "strong", "score"))
    return [
        (
            "People who draw much more often than our players: their records can be measured with `lusory "
            "measure susan --records FOLDER`."
        ),
        "A player that beats both of ours and neither slides to and fro nor has to, or one that forces the slides.",
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
        "Draws were the designer's open problem: a position that stands again, or four to six slides in a "
        "row. Which rule "
        "is best, how often does it bite, and does it change who wins? He settled later on three slides "
        "each: was he right?"
    ),
    versions=(
        *(Version(rule, {"draw": rule}) for rule in RULES),
        Version(LOSES, {"draw": CHOSEN}, loses, "as slides:6, but whoever makes the sixth slide in a row loses"),
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
            lambda bench: meetings(bench, CHOSEN, [("alphabeta:2", "mcts:1000"), ("alphabeta:4", "mcts:1000")], 60),
        ),
    ),
    plots=(
        Plot(
            "draws",
            "How many games each draw rule ends, in hundredths, by who plays; without a rule, how many did not end.",
            lambda found: dots(STUDY, found, lambda v, p: bites(found, v.label, p), "games that the rule ends, %"),
        ),
        Plot(
            "score",
            "What the first player scores under each draw rule, in hundredths.",
            lambda found: dots(STUDY, found, lambda v, p: found.figure(v.label, p, "score"), "score of First, %", 50.0),
        ),
    ),
    notes=("A share of games that a rule ends is of finished games; a game that was cut off counts for no result.",),
)
