"""The study of serendipity: does the one who goes first always win, and to how many should one play?"""

from __future__ import annotations

from ...play.catalogue import load
from ...solve.known import known_row, solved_board
from ..figures import Figure
from ..significance import equivalent
from .line_strip import line_strip
from .plots import dots, shares
from .probes.leads import leads
from .probes.matchups import meetings
from .results import StudyResults
from .sentences import capital, figure_text, join_list, lean, settled_difference, value
from .study import Contender, Probe, Study, StudyPlot, Version

EXCHANGE = (
    "after first's first turn second may exchange seats, and takes over what first captured; first moves next then"
)
TARGETS = range(9, 16)
NOW, BEFORE = 11, 13
"""The target of today, and the one that was played first."""
LEADS = (11, 12)
STEP, CHOICE = "11, opening=step", "11, opening=swap"
ALL = tuple(map(str, TARGETS))
PLAYERS = (
    Contender("random", "random", 100_000),
    Contender("middling", "mcts:100", 150, limit=600),
    Contender("searching", "mcts:1000", 40, versions=(str(NOW), str(BEFORE), STEP, CHOICE), limit=600),
    Contender("strong", "alphabeta:1", 100, opening=4, versions=ALL, limit=600),
    Contender("stronger", "alphabeta:3", 30, opening=4, versions=ALL, limit=600),
)
BEST = "stronger"
CURED = ("random", "middling", "searching")
"""Who plays the cures: they begin at the true start, where a first turn is what the cure is about."""
STUCK = ("Repeats(", "Quiet(50")
MEETINGS = ((str(NOW), "greedy-reply"), (str(NOW), "mcts:100"), (STEP, "greedy-reply"), (CHOICE, "greedy-reply"))
"""Opponents with chance in them: two players without any would play one game over and over."""
NEARLY, STONES = 0.02, 24
STRONGEST, FAIR = "searching", 0.1
"""Who judges a change of the opening, and how near to a half is fair."""


def score(results: StudyResults, label: str | int, player: str = BEST) -> Figure:
    """What First scores."""
    return results.figure(str(label), player, "score")


def stuck(results: StudyResults, label: str | int, player: str) -> Figure:
    """How many games were going to and fro."""
    return results.end(str(label), player, *STUCK)


def answer(results: StudyResults) -> list[str]:
    """In short."""
    return [
        exact_answer(),
        always(results),
        targets(results),
        leaders(results),
        f"{capital(cures(results))}.",
    ]


def exact_answer() -> str:
    """The exact answer, where the solver has one."""
    row = solved_board("serendipity", size=8, target=NOW)
    if row is None:
        return "What the start is worth with best play is open."
    how = f"; its proof was checked in full, {row.checked} positions" if row.is_proven else ""
    answer = "Yes" if row.solution.value == "first" else "No"
    return f"{answer}: {row.outcome}, to {NOW} on the full board{how}."


def always(results: StudyResults) -> str:
    """How often first wins."""
    best = score(results, NOW)
    lead = {"first": "First has the edge", "second": "Second has the edge"}.get(
        lean(best), "Neither side is seen to be ahead"
    )
    return (
        f"{lead} at {NOW}: between our best players (`{spec(BEST)}`, after a random turn of each) First "
        f"scores {figure_text(best)}, "
        f"between random ones {figure_text(score(results, NOW, 'random'))}. From the true start, "
        f"{seats(results, str(NOW), 'greedy-reply')}; "
        f"{seats(results, str(NOW), 'mcts:100')}. So {verdict(results)}."
    )


def seats(results: StudyResults, version: str, other: str) -> str:
    """What our best player comes to in either seat."""
    first, second = (attack(results, version, other, seat) for seat in ("first", "second"))
    return f"against `{other}` our best player scores {figure_text(first)} as first and {figure_text(second)} as second"


def attack(results: StudyResults, version: str, other: str, seat: str) -> Figure:
    """What our best player scores against another from the true start."""
    return results.row("meetings", f"{version}: {spec(BEST)} moves {seat} against {other}", "score")


def verdict(results: StudyResults) -> str:
    """In a word."""
    strong, weak = (attack(results, str(NOW), other, "second") for other in ("greedy-reply", "mcts:100"))
    if lean(strong) == "second" and lean(weak) == "first":
        return (
            "a better player wins from either seat against a weak one, but even the best of ours does not "
            "hold the second "
            "seat against one that merely looks at the next reply: the first seat is worth more than much skill"
        )
    if lean(strong) == "first":
        return "the second seat can be won by the better player"
    return (
        "between good players the first seat decides, as far as we can see"
        if lean(strong) == "second"
        else "it is open how much the first seat decides"
    )


def targets(results: StudyResults) -> str:
    """Eleven against thirteen, by every player that played both."""
    both = [
        c for c in PLAYERS if None not in (draws(results, NOW, c.label).value, draws(results, BEFORE, c.label).value)
    ]
    if not both:
        return f"Whether to play to {NOW} or to {BEFORE} was not measured."
    changed = [c for c in both if settled_difference(draws(results, NOW, c.label), draws(results, BEFORE, c.label))]
    fewer = [c for c in changed if value(draws(results, NOW, c.label)) < value(draws(results, BEFORE, c.label))]
    text = join_list(
        f"{figure_text(draws(results, NOW, c.label))} against {figure_text(draws(results, BEFORE, c.label))} "
        + f"(`{c.spec}`"
        + ("" if c in changed else ", no difference shown")
        + ")"
        for c in both
    )
    fair = [n for n in TARGETS if lean(score(results, n)) in ("even", "open")]
    edge = (
        f"at {join_list(map(str, fair))} no side is seen to be ahead between our best players"
        if fair
        else "no target makes it fair, First is ahead at every one between our best players"
        if all(lean(score(results, n)) == "first" for n in TARGETS)
        else "one side is ahead at every target"
    )
    head = "The draws do not show which target is better"
    if changed and len(fewer) in (0, len(changed)):
        head = f"{NOW if fewer else BEFORE} is the better target for {len(changed)} of {len(both)} players"
    return f"{head}: draws at {NOW} against those at {BEFORE} are {text}; and {edge}."


def draws(results: StudyResults, target: int, player: str) -> Figure:
    """How many games are drawn."""
    return results.figure(str(target), player, "draws")


def leaders(results: StudyResults) -> str:
    """How often the other side still wins once somebody has 11 or 12."""
    rows = [row for row in results.table("leads").rows if row.label.endswith(f"{LEADS[0]} taken")]
    losses = [row.figures[3] for row in rows if row.figures[3].value is not None]
    games = sum(figure.games for figure in losses)
    lost = sum(round((figure.value or 0) * figure.games) for figure in losses)
    if not games:
        return "Nobody took so many stones that the saying about leaders could be tested."
    head = f"Played to {BEFORE}, whoever first had {LEADS[0]} stones"
    if not lost:
        return f"{head} never lost in the {games:,} games in which somebody had, so the saying holds."
    nearly = "the saying is nearly true" if lost / games < NEARLY else "the saying does not hold"
    return f"{head} lost all the same {lost:,} times of {games:,}: {nearly}."


WAYS = {
    CHOICE: "`opening=swap` (after First's first turn Second may exchange seats, and takes over what First captured)",
    STEP: "`opening=step` (First's first turn is a single step)",
}


def cures(results: StudyResults) -> str:
    """Two ways to make it fairer, judged by the strongest players that begin at the true start."""
    return f"between players of `{spec(STRONGEST)}` " + "; ".join(
        f"{what} {works(results, at)}" for at, what in WAYS.items()
    )


def reaches() -> str:
    """How far the solver has looked for forced wins under each change."""
    parts = []
    for label in WAYS:
        row = known_row("serendipity", size=8, target=NOW, opening=label.partition("opening=")[2])
        parts += [f"`{label}`: {' '.join(row.searched)}"] if row is not None and row.searched else []
    if not parts:
        return "*How far the changes were searched*: the solver has not looked at them."
    return (
        f"*How far the changes were searched*: {' '.join(parts)} In such a search one side tries only its most "
        f"promising turns, the other all; as it is, First's win at {NOW} was found so. Turns after a choice of seats "
        "are not searched yet."
    )


def cure_figures(results: StudyResults) -> str:
    """The figures of the cures."""
    items = []
    for label, what in (("", "as it is"), *WAYS.items()):
        version = label or str(NOW)
        parts = join_list(f"{figure_text(score(results, version, p))} (`{spec(p)}`)" for p in CURED)
        items.append(f"{what}, First scores {parts}, and {seats(results, version, 'greedy-reply')}")
    return f"*What balances it*: {'; '.join(items)}."


def works(results: StudyResults, label: str) -> str:
    """What a change of the opening does between the strongest players: both seats of one strength, not a better player
    against a worse one."""
    after = score(results, label, STRONGEST)
    if equivalent(after, 0.5, FAIR):
        return f"is fair to within {100 * FAIR:.0f} points in a hundred: First scores {figure_text(after)}"
    outcome = {"first": "leaves First ahead", "second": "puts Second ahead", "even": "is fair"}.get(
        lean(after), "is open"
    )
    return f"{outcome}: First scores {figure_text(after)}"


def spec(player: str) -> str:
    """Of a player."""
    return next(c.spec for c in PLAYERS if c.label == player)


def details(results: StudyResults) -> list[str]:
    """What the table says, in words."""
    return [cure_figures(results), reaches(), sticking_sentence(results), arithmetic()]


def sticking_sentence(results: StudyResults) -> str:
    """How often it sticks."""
    parts = [
        f"`{c.spec}` {figure_text(stuck(results, NOW, c.label))} at {NOW} "
        f"and {figure_text(stuck(results, BEFORE, c.label))} at {BEFORE}"
        for c in PLAYERS
    ]
    return (
        "*Stuck moving back and forth*: so many games ended because the same stones stood for the third time or fifty "
        f"turns took nothing: {'; '.join(parts)}. Who had taken more then won."
    )


def arithmetic() -> str:
    """Why a leader cannot lose at the target of old."""
    rest = STONES - LEADS[0]
    return (
        f"*Why leaders do not lose at {BEFORE}*: once {LEADS[0]} of {STONES} stones are one player's, {rest} "
        "are left for the "
        f"other, and the last stone on the board cannot be jumped, so {rest - 1} is the most he can have. He "
        "can win only by "
        f"having more when play sticks."
    )


def sentence(results: StudyResults) -> str:
    """The result in one sentence."""
    first, second = (attack(results, str(NOW), "greedy-reply", seat) for seat in ("first", "second"))
    both = (
        f"our best scores {figure_text(first)} as first and {figure_text(second)} as second "
        "against the program that the designer "
        "announced"
    )
    text = f"Going first is not seen to decide it ({both})"
    if settled_difference(first, second):
        text = f"Between players who look ahead, going first nearly decides it ({both})"
    text = f"{exact_answer().rstrip('.')}. {text}"
    text += f"; as a cure, {cures(results)}"
    draw_share = figure_text(draws(results, BEFORE, "random"))
    better = value(draws(results, NOW, "random")) < value(draws(results, BEFORE, "random"))
    keep = (
        f"keep to {NOW}, since at {BEFORE} {draw_share} of random games are drawn" if better else f"go back to {BEFORE}"
    )
    return f"{text}; {keep}."


def mind(results: StudyResults) -> list[str]:
    """What would change it."""
    return [
        (
            "A player that beats `greedy-reply` from the second seat: ours look three turns ahead and judge the "
            "rest by stones taken."
        ),
        "A fault in the rules as we read them: the proof holds for the rules on the sheet, word for word.",
        (
            "More games with the cures between players better than `mcts:1000`: alpha-beta uses no chance, so "
            "that two of them play one game over and over from the true start."
        ),
        "Another reading of *stuck moving back and forth*: the third standing and the fifty turns are ours.",
    ]


def win() -> str:
    """First's proven win, drawn."""
    row = solved_board("serendipity", size=8, target=NOW)
    start = load("serendipity", size=8, target=NOW).start()
    return line_strip(start, () if row is None else row.line)


def outcomes(results: StudyResults) -> str:
    """Who wins at each target between our best players."""
    parts = {"First wins": "p1", "drawn": "draw", "Second wins": "p2"}
    rows = [
        (version.label, part, value(results.figure(version.label, BEST, name)))
        for version in STUDY.versions[: len(ALL)]
        for part, name in zip(parts, ("first", "draws", "second"), strict=True)
    ]
    return shares([row for row in rows if row[2] >= 0], "share of games", parts)


STUDY: Study = Study(
    name="serendipity",
    game="serendipity",
    title="Serendipity: does the first player always win?",
    question=(
        "The designer asked: does the one who goes first always win? If so, he wrote, new rules are needed. He also "
        "asked whether 11 is a better target than 13, and held that once one player has captured 11 or 12 stones, "
        "that player wins or the game is drawn. We measure all three, and ask which change of the rules helps the "
        "second player."
    ),
    versions=(
        *(Version(str(n), {"target": str(n)}) for n in TARGETS),
        Version(STEP, {"target": str(NOW), "opening": "step"}, text="first's first turn is one step of one stone"),
        Version(CHOICE, {"target": str(NOW), "opening": "swap"}, text=EXCHANGE),
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
            lambda bench: meetings(bench, [(version, spec(BEST), other) for version, other in MEETINGS], 20),
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
        StudyPlot(
            "score",
            "What the first player scores by the target, and with the two cures, in hundredths.",
            lambda found: dots(STUDY, found, lambda v, p: score(found, v.label, p), "score of First, %", 50.0),
        ),
        StudyPlot("line", "First's win against the longest resistance, after each turn.", lambda results: win()),
        StudyPlot("results", f"How games of `{spec(BEST)}` come out by the target.", outcomes),
    ),
)
