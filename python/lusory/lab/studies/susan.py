"""The study of susan: which draw rule, and how often does it bite?"""

from __future__ import annotations

from collections.abc import Sequence

from ..figures import Figure
from ..intervals import wilson
from .plots import dots
from .probes.matchups import meetings
from .results import StudyResults
from .sentences import figure_text, gap, join_list, lean, settled_difference, spread, value, who
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


def bites(results: StudyResults, rule: str, player: str) -> Figure:
    """The share of games that a draw rule ended; without one, of games that did not end."""
    if rule != "none":
        return results.end(rule, player, "Quiet(", "Repeats(")
    measured = results.at(rule, player)
    if measured is None or not measured.games:
        return Figure("share", unit="share", why="not measured")
    share = wilson(measured.cut, measured.games)
    return Figure("share", share.value, share.low, share.high, measured.games, "share", share.how)


def answer(results: StudyResults) -> list[str]:
    """In short."""
    return [
        slides(results),
        careful(results),
        changes(results),
        f"We recommend {recommended_rule(results)}.",
    ]


def draw_shares(results: StudyResults, rule: str, players: Sequence[str] = TREES) -> str:
    """How often a rule bites, by player."""
    return join_list(f"{figure_text(bites(results, rule, player))} of games of `{spec(player)}`" for player in players)


def slides(results: StudyResults) -> str:
    """Draw rules compared: more slides, fewer slides, or a repeated position."""
    fewer = [
        player
        for player in TREES
        if settled_difference(bites(results, SHORT, player), bites(results, CHOSEN, player))
        and value(bites(results, SHORT, player)) > value(bites(results, CHOSEN, player))
    ]
    text = (
        f"Six slides in a row, three each, end {draw_shares(results, CHOSEN)}; four end {draw_shares(results, SHORT)}"
    )
    text += (
        ", so the more slides are allowed the fewer games are drawn" if fewer else ", which is no difference to be seen"
    )
    return f"{text}. A position that stands again ends {draw_shares(results, AGAIN)}."


def careful(results: StudyResults) -> str:
    """Which rules keep our best players from drawing."""
    seldom = [rule for rule in RULES[1:] for player in CAREFUL if value(bites(results, rule, player)) <= HALF]
    if seldom:
        return f"Our best players, who look at everything a few plies ahead, draw least under {join_list(seldom)}."
    fewest = spread(bites(results, rule, player) for rule in RULES[1:] for player in CAREFUL)
    return (
        f"But our best players, who look at everything a few plies ahead ({names(CAREFUL)}), draw {fewest} of "
        "their games "
        "whatever the rule: they slide to and fro rather than give up a free cell."
    )


def names(players: Sequence[str]) -> str:
    """Their specs."""
    return join_list(f"`{spec(player)}`" for player in players)


def changes(results: StudyResults) -> str:
    """How the rule changes who wins: first's share of the games that had a winner, compared with that of no rule."""
    changed = [
        f"{rule} ({c.label}: {figure_text(gap(winners(results, rule, c.label), winners(results, 'none', c.label)))})"
        for c in PLAYERS
        for rule in RULES[1:]
        if settled_difference(winners(results, rule, c.label), winners(results, "none", c.label))
    ]
    if not changed:
        return (
            "No rule can be seen to change who wins the games that have a winner: First has "
            f"{spread(winners(results, rule, 'random') for rule in RULES)} of them at random, whatever the rule."
        )
    return f"First's share of the games that have a winner differs from that without any rule for {join_list(changed)}."


def winners(results: StudyResults, rule: str, player: str) -> Figure:
    """First's share of decided games."""
    measured = results.at(rule, player)
    first, second = results.figure(rule, player, "first"), results.figure(rule, player, "second")
    if measured is None or first.value is None or second.value is None:
        return Figure("winners", unit="share", why="not measured")
    games = measured.games - measured.cut
    one, other = round(first.value * games), round(second.value * games)
    share = wilson(one, one + other)
    if not one + other:
        return Figure("winners", unit="share", why="no game was won")
    return Figure("winners", share.value, share.low, share.high, one + other, "share", share.how)


def recommended_rule(results: StudyResults) -> str:
    """The rule that we would take."""
    if cure_sentence(results):
        worst = max((results.figure(LOSES, c.label, "draws") for c in PLAYERS), key=lambda f: f.high or 1.0)
        return (
            f"`draw={LOSES}` (`lusory play susan -o draw={LOSES}`): whoever makes the sixth slide in a row loses, "
            "where it is a draw now. Then no game of any player was "
            f"drawn or went on for ever (the least sure are {figure_text(worst)}), "
            f"and First scores {won(results, LOSES)}"
        )
    if slides_sentence(results):
        return (
            "six slides in a row, three each, as the designer settled on: of the rules that count slides none is "
            "seen to bite less"
        )
    best = min(RULES[2:], key=lambda rule: value(bites(results, rule, JUDGE)))
    return f"`draw={best}`, which ends {draw_shares(results, best)}"


def won(results: StudyResults, rule: str) -> str:
    """What First scores with our best players and at random."""
    return join_list(
        f"{figure_text(results.figure(rule, player, 'score'))} (`{spec(player)}`)" for player in ("random", *CAREFUL)
    )


def cure_sentence(results: StudyResults) -> bool:
    """Whether the additional rule ends every game without a draw."""
    measured = [results.at(LOSES, c.label) for c in PLAYERS]
    return all(m is not None and m.games and not m.cut and m.figure("draws").value == 0 for m in measured)


def slides_sentence(results: StudyResults) -> bool:
    """Whether no other number of slides is seen to draw fewer games, whoever plays."""
    return not any(
        settled_difference(bites(results, rule, c.label), bites(results, CHOSEN, c.label))
        and value(bites(results, rule, c.label)) < value(bites(results, CHOSEN, c.label))
        for rule in RULES[2:]
        for c in PLAYERS
    )


def spec(label: str) -> str:
    """Of a player."""
    return next(c.spec for c in PLAYERS if c.label == label)


def details(results: StudyResults) -> list[str]:
    """What the table says, in words."""
    parts = [f"*{c.label}* (`{c.spec}`): {curve(results, c.label)}" for c in PLAYERS]
    parts += [need_sentence(results), skill(results)]
    return [part for part in parts if part]


def curve(results: StudyResults, player: str) -> str:
    """How often each rule bites one player."""
    slides = [
        f"{rule.removeprefix('slides:')} slides {figure_text(bites(results, rule, player))}" for rule in RULES[2:]
    ]
    return (
        f"{join_list(slides)} of games are drawn, by a position that stands twice "
        f"{figure_text(bites(results, 'repeat:2', player))}; "
        f"without a rule {figure_text(bites(results, 'none', player))} do not end. With six slides "
        f"{who(results.figure(CHOSEN, player, 'score'))}."
    )


def need_sentence(results: StudyResults) -> str:
    """How far a rule is needed."""
    unending = [c for c in PLAYERS if value(bites(results, "none", c.label)) > 0]
    if not unending:
        return "Without any rule every game ended all the same, at every strength that was tried."
    who = join_list(f"{figure_text(bites(results, 'none', c.label))} of `{c.spec}`" for c in unending)
    return (
        "Some rule is needed: without one, of games of these players so many were still going when they were cut "
        f"off: {who}."
    )


def skill(results: StudyResults) -> str:
    """Compares players who slide with players who do not."""
    rows = results.table("meetings").rows
    if not rows:
        return ""
    scores = [(row.label, results.row("meetings", row.label, "score")) for row in rows[2:]]
    best = join_list(f"{figure_text(score)} where {label.partition(': ')[2]}" for label, score in scores)
    return (
        "How often the rule bites depends on how the players think more than on the rule: those who search "
        "by random games "
        f"draw {spread(bites(results, CHOSEN, p) for p in TREES)} under six slides, those who look at everything "
        f"{spread(bites(results, CHOSEN, p) for p in CAREFUL)}. {better_player(results)}: the score is {best}."
    )


def better_player(results: StudyResults) -> str:
    """Who is the better player."""
    scores = [results.row("meetings", row.label, "score") for row in results.table("meetings").rows[2:]]
    better = all(lean(score) == "first" for score in scores)
    return "The latter are the better players" if better else "It is open who plays better"


def sentence(results: StudyResults) -> str:
    """The result in one sentence."""
    few, many = bites(results, CHOSEN, JUDGE), bites(results, SHORT, JUDGE)
    settled = (
        "Linhart rightly settled on three slides each"
        if slides_sentence(results)
        else "Three slides each are not the best number"
    )
    text = f"{settled} (at random {figure_text(few)} of games are drawn, with two each {figure_text(many)})"
    if cure_sentence(results):
        ahead = [c.spec for c in PLAYERS if lean(results.figure(LOSES, c.label, "score")) in ("first", "second")]
        gain = (
            f"though one side is ahead with {join_list(ahead)}" if ahead else "and neither side is seen to gain by it"
        )
        return (
            f"{text}, yet careful players draw {spread(bites(results, CHOSEN, p) for p in CAREFUL)} of their games by "
            "sliding to and fro, so let whoever makes the sixth slide in a row lose (`draw=last:6`): then nothing was "
            f"drawn, {gain}."
        )
    return f"{text}; we would take {recommended_rule(results)}."


def mind(results: StudyResults) -> list[str]:
    """What would change it."""
    skilled = lean(results.figure(CHOSEN, "strong", "score"))
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
