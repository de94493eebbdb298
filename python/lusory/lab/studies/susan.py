"""The study of susan: how many games each draw rule ends, and whether it changes who wins."""

from __future__ import annotations

from collections.abc import Sequence

from ...solve.known import common_outcome, headline
from ..figures import Figure
from ..intervals import wilson
from .plots import dots
from .probes.matchups import meetings
from .results import StudyResults
from .sentences import figure_text, gap, join_list, lean, settled_difference, spread, value, who
from .study import Contender, Probe, Study, StudyPlot, Version

RULES = ("none", "repeat:2", "slides:3", "slides:4", "slides:5", "slides:6")
CHOSEN, SHORT, AGAIN = "slides:6", "slides:4", "repeat:2"
"""Three slides each; the fewest slides that the designer considered; a repeated position."""
LOSES = "last:6"
"""Whoever makes the sixth slide in a row loses. The designer did not consider it; it never draws."""
PLAYERS = (
    Contender("random", "random", 100_000),
    Contender("middling", "mcts:100", 300, limit=400),
    Contender("strong", "mcts:1000", 100, limit=400),
    Contender("careful", "alphabeta:2", 50, opening=6, limit=200),
    Contender("more careful", "alphabeta:4", 50, opening=6, limit=200),
)
TREES, CAREFUL = ("random", "middling", "strong"), ("careful", "more careful")
"""Random players and Monte Carlo tree search; alpha-beta, which searches all lines, at two depths."""
JUDGE, OTHER = "random", "mcts:1000"
HALF = 0.5


def ended_share(results: StudyResults, rule: str, player: str) -> Figure:
    """The share of games that a draw rule ended; without one, of games that did not end."""
    if rule != "none":
        return results.end(rule, player, "Quiet(", "Repeats(")
    measured = results.at(rule, player)
    if measured is None or not measured.games:
        return Figure("share", unit="share", why="not measured")
    share = wilson(measured.cut, measured.games)
    return Figure("share", share.value, share.low, share.high, measured.games, "share", share.how)


def answer(results: StudyResults) -> list[str]:
    """The paragraphs of the answer."""
    return [
        headline("susan"),
        slides(results),
        careful(results),
        changes(results),
        f"We recommend {recommended_rule(results)}.",
    ]


def draw_shares(results: StudyResults, rule: str, players: Sequence[str] = TREES) -> str:
    """The share of games that a rule ends, by player."""
    return join_list(
        f"{figure_text(ended_share(results, rule, player))} of games of `{spec(player)}`" for player in players
    )


def slides(results: StudyResults) -> str:
    """Draw rules compared: more slides, fewer slides, or a repeated position."""
    fewer = [
        player
        for player in TREES
        if settled_difference(ended_share(results, SHORT, player), ended_share(results, CHOSEN, player))
        and value(ended_share(results, SHORT, player)) > value(ended_share(results, CHOSEN, player))
    ]
    text = (
        f"Six slides in a row, three each, end {draw_shares(results, CHOSEN)}; four end {draw_shares(results, SHORT)}"
    )
    text += ": the more slides are allowed, the fewer games are drawn" if fewer else ", with no difference shown"
    return f"{text}. A repeated position ends {draw_shares(results, AGAIN)}."


def careful(results: StudyResults) -> str:
    """How often our best players draw."""
    seldom = [rule for rule in RULES[1:] for player in CAREFUL if value(ended_share(results, rule, player)) <= HALF]
    if seldom:
        return f"Our best players, which search all lines a few plies deep, draw least under {join_list(seldom)}."
    fewest = spread(ended_share(results, rule, player) for rule in RULES[1:] for player in CAREFUL)
    return (
        f"Our best players, which search all lines a few plies deep ({names(CAREFUL)}), draw {fewest} of their games "
        "under every one of these rules: they slide back and forth rather than give up a free cell."
    )


def names(players: Sequence[str]) -> str:
    """Their specs."""
    return join_list(f"`{spec(player)}`" for player in players)


def changes(results: StudyResults) -> str:
    """Whether a rule changes who wins: First's share of decided games against its share without a draw rule."""
    sentences = [
        f"{rule} ({c.label}: {figure_text(gap(winners(results, rule, c.label), winners(results, 'none', c.label)))})"
        for c in PLAYERS
        for rule in RULES[1:]
        if settled_difference(winners(results, rule, c.label), winners(results, "none", c.label))
    ]
    if not sentences:
        return (
            "No rule measurably changes who wins decided games: between random players First wins "
            f"{spread(winners(results, rule, 'random') for rule in RULES)} of them, depending on the rule."
        )
    return f"First's share of decided games differs from its share without a draw rule under {join_list(sentences)}."


def winners(results: StudyResults, rule: str, player: str) -> Figure:
    """First's share of decided games."""
    measured = results.at(rule, player)
    first, second = results.figure(rule, player, "first"), results.figure(rule, player, "second")
    if measured is None or first.value is None or second.value is None:
        return Figure("winners", unit="share", why="not measured")
    games = measured.games - measured.cut
    first_wins, second_wins = round(first.value * games), round(second.value * games)
    share = wilson(first_wins, first_wins + second_wins)
    if not first_wins + second_wins:
        return Figure("winners", unit="share", why="no game was won")
    return Figure("winners", share.value, share.low, share.high, first_wins + second_wins, "share", share.how)


def recommended_rule(results: StudyResults) -> str:
    """The rule that we recommend."""
    if cure_sentence(results):
        worst = max((results.figure(LOSES, c.label, "draws") for c in PLAYERS), key=lambda f: f.high or 1.0)
        return (
            f"`draw={LOSES}` (`lusory play susan -o draw={LOSES}`): whoever makes the sixth slide in a row loses "
            "instead of drawing. Under it no game was drawn or cut off "
            f"(the widest interval is {figure_text(worst)}), "
            f"and First scores {won(results, LOSES)}"
        )
    if slides_sentence(results):
        return (
            "six slides in a row, three each, as the designer settled on: no other number of slides is shown to draw "
            "fewer games"
        )
    best = min(RULES[2:], key=lambda rule: value(ended_share(results, rule, JUDGE)))
    return f"`draw={best}`, which ends {draw_shares(results, best)}"


def won(results: StudyResults, rule: str) -> str:
    """What First scores between random players and between our best ones."""
    return join_list(
        f"{figure_text(results.figure(rule, player, 'score'))} (`{spec(player)}`)" for player in ("random", *CAREFUL)
    )


def cure_sentence(results: StudyResults) -> bool:
    """Whether the additional rule ends every game without a draw."""
    measured = [results.at(LOSES, c.label) for c in PLAYERS]
    return all(m is not None and m.games and not m.cut and m.figure("draws").value == 0 for m in measured)


def slides_sentence(results: StudyResults) -> bool:
    """Whether no other number of slides is shown to draw fewer games, for any player."""
    return not any(
        settled_difference(ended_share(results, rule, c.label), ended_share(results, CHOSEN, c.label))
        and value(ended_share(results, rule, c.label)) < value(ended_share(results, CHOSEN, c.label))
        for rule in RULES[2:]
        for c in PLAYERS
    )


def spec(label: str) -> str:
    """The spec of a player."""
    return next(c.spec for c in PLAYERS if c.label == label)


def details(results: StudyResults) -> list[str]:
    """The sentences about the table of results."""
    parts = [f"*{c.label}* (`{c.spec}`): {curve(results, c.label)}" for c in PLAYERS]
    parts += [need_sentence(results), skill(results)]
    return [part for part in parts if part]


def curve(results: StudyResults, player: str) -> str:
    """The share of one player's games that each rule ends."""
    slides = [
        f"{rule.removeprefix('slides:')} slides {figure_text(ended_share(results, rule, player))}" for rule in RULES[2:]
    ]
    return (
        f"games drawn by {join_list(slides)}, by a repeated position "
        f"{figure_text(ended_share(results, 'repeat:2', player))}; "
        f"without a draw rule {figure_text(ended_share(results, 'none', player))} do not end. With six slides "
        f"{who(results.figure(CHOSEN, player, 'score'))}."
    )


def need_sentence(results: StudyResults) -> str:
    """Whether the game needs a draw rule."""
    unending = [c for c in PLAYERS if value(ended_share(results, "none", c.label)) > 0]
    if not unending:
        return "Without a draw rule every game still ended, at every strength measured."
    players_text = join_list(f"{figure_text(ended_share(results, 'none', c.label))} of `{c.spec}`" for c in unending)
    return f"The game needs a draw rule: without one, some games still ran at the ply limit: {players_text}."


def skill(results: StudyResults) -> str:
    """Compares alpha-beta, which slides back and forth, with Monte Carlo tree search."""
    rows = results.table("meetings").rows
    if not rows:
        return ""
    scores = [(row.label, results.row("meetings", row.label, "score")) for row in rows[2:]]
    best = join_list(f"{figure_text(score)} where {label.partition(': ')[2]}" for label, score in scores)
    return (
        "The share of drawn games depends more on the players' search than on the rule: under six slides random "
        f"players and Monte Carlo tree search draw {spread(ended_share(results, CHOSEN, p) for p in TREES)}, "
        f"alpha-beta {spread(ended_share(results, CHOSEN, p) for p in CAREFUL)}. "
        f"{better_player(results)}: its score is {best}."
    )


def better_player(results: StudyResults) -> str:
    """Whether alpha-beta plays better than Monte Carlo tree search."""
    scores = [results.row("meetings", row.label, "score") for row in results.table("meetings").rows[2:]]
    better = all(lean(score) == "first" for score in scores)
    return "Alpha-beta plays better" if better else "Which of the two plays better is open"


def sentence(results: StudyResults) -> str:
    """The result in short, first what is known exactly."""
    chosen_share, short_share = ended_share(results, CHOSEN, JUDGE), ended_share(results, SHORT, JUDGE)
    settled = (
        "Linhart rightly settled on three slides each"
        if slides_sentence(results)
        else "Another number than three slides each draws fewer games"
    )
    drawn = f"at random {figure_text(chosen_share)} of games are drawn, with two each {figure_text(short_share)}"
    text = f"{common_outcome('susan')} {settled} ({drawn})".lstrip()
    if cure_sentence(results):
        ahead = [c.spec for c in PLAYERS if lean(results.figure(LOSES, c.label, "score")) in ("first", "second")]
        gain = (
            f"though one side is ahead with {join_list(ahead)}" if ahead else "and neither side is shown to gain by it"
        )
        return (
            f"{text}, but alpha-beta draws {spread(ended_share(results, CHOSEN, p) for p in CAREFUL)} of its games by "
            "sliding back and forth. If whoever makes the sixth slide in a row loses (`draw=last:6`), no game was "
            f"drawn, {gain}."
        )
    return f"{text}; we recommend {recommended_rule(results)}."


def mind(results: StudyResults) -> list[str]:
    """What would change our answer."""
    skilled = lean(results.figure(CHOSEN, "strong", "score"))
    return [
        (
            "Records of people who draw much more often than our players; `lusory measure susan --records FOLDER` "
            "measures them."
        ),
        (
            "A strategy that gains a free move by starting to slide, under the rule that the sixth slide loses: our "
            "players found none."
        ),
        (
            "A rule that the designer did not consider (for example, no slide back to the cell the stone came from) "
            "that ends all games with fewer draws."
        ),
        *(
            ["More games of strong players: which side is ahead between them is still open."]
            if skilled == "open"
            else []
        ),
    ]


STUDY: Study = Study(
    name="susan",
    game="susan",
    title="Susan: which draw rule?",
    question=(
        "Stephen Linhart left open what should be a draw: he considered a repeated position and four to six slides "
        "in a row, and later settled on three slides each. We ask how often each rule ends a game, whether it changes "
        "who wins, and whether another rule does better."
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
            "Alpha-beta, which slides back and forth, against Monte Carlo tree search, under six slides, from the "
            "empty board:",
            lambda bench: meetings(bench, [(CHOSEN, spec(p), OTHER) for p in CAREFUL], 30),
        ),
    ),
    plots=(
        StudyPlot(
            "draws",
            "The games that each draw rule ends, in hundredths, by player; without a rule, the games that did not end.",
            lambda results: dots(
                STUDY, results, lambda v, p: ended_share(results, v.label, p), "games that the rule ends, %"
            ),
        ),
        StudyPlot(
            "score",
            "What the first player scores under each draw rule, in hundredths.",
            lambda results: dots(
                STUDY, results, lambda v, p: results.figure(v.label, p, "score"), "score of First, %", 50.0
            ),
        ),
    ),
    notes=("The share of games that a rule ends is of finished games; a game cut off at the ply limit has no result.",),
)
