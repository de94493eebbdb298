"""The study of serendipity: whether the first player always wins, and which target is better."""

from __future__ import annotations

from ...play.catalogue import load
from ...solve.known import SolvedRow, known_later, known_row, solved_board
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
"""The players that measure changes of the opening. They begin at the true start: the change is in the first turn."""
STUCK = ("Repeats(", "Quiet(50")
MEETINGS = ((str(NOW), "greedy-reply"), (str(NOW), "mcts:100"), (STEP, "greedy-reply"), (CHOICE, "greedy-reply"))
"""Opponents that use randomness: two deterministic players would repeat one game."""
NEARLY, STONES = 0.02, 24
STRONGEST, FAIR = "searching", 0.1
"""The player that judges a change of the opening, and how near to a half is fair."""


def score(results: StudyResults, label: str | int, player: str = BEST) -> Figure:
    """What First scores."""
    return results.figure(str(label), player, "score")


def stuck(results: StudyResults, label: str | int, player: str) -> Figure:
    """The share of games that ended by repetition or by fifty turns without a capture."""
    return results.end(str(label), player, *STUCK)


def answer(results: StudyResults) -> list[str]:
    """The paragraphs of the answer."""
    return [
        exact_answer(),
        *choice_answer(),
        always(results),
        targets(results),
        leaders(results),
        f"{capital(cures(results))}.",
    ]


def exact_answer() -> str:
    """The exact answer, where the solver has one."""
    row = solved_board("serendipity", size=8, target=NOW)
    if row is None:
        return "The value of the start with best play is open."
    proof_text = f"; its proof was checked in full, {row.checked} positions" if row.is_proven else ""
    verdict = "Yes" if row.solution.value == "first" else "No"
    return f"{verdict}: {row.outcome}, to {NOW} on the full board{proof_text}."


def choice_answer() -> list[str]:
    """How far a choice of sides was searched, after a first turn that it leaves open."""
    return [
        f"{capital(WAYS[CHOICE])} is a cure as far as the solver sees. After the first turn `{first_turn(row)}` and no "
        f"exchange: {' '.join(row.searched)} Stones belong to nobody, so the same holds after an exchange."
        for row in later_rows()
        if row.is_unforced
    ]


def later_rows() -> list[SolvedRow]:
    """What was searched after a first turn and a choice of sides."""
    return known_later("serendipity", size=8, target=NOW, opening=CHOICE.partition("opening=")[2])


def first_turn(row: SolvedRow) -> str:
    """The first turn of a row, without the choice after it."""
    return row.start.rpartition(" ")[0]


def always(results: StudyResults) -> str:
    """How often First wins."""
    best = score(results, NOW)
    lead = {"first": "First has the edge", "second": "Second has the edge"}.get(
        lean(best), "Neither side is shown to be ahead"
    )
    return (
        f"{lead} at {NOW}: between our best players (`{spec(BEST)}`, after a random turn of each) First "
        f"scores {figure_text(best)}, "
        f"between random ones {figure_text(score(results, NOW, 'random'))}. From the true start, "
        f"{seats(results, str(NOW), 'greedy-reply')}; "
        f"{seats(results, str(NOW), 'mcts:100')}. So {verdict(results)}."
    )


def seats(results: StudyResults, version: str, other: str) -> str:
    """What our best player scores in either seat."""
    first, second = (attack(results, version, other, seat) for seat in ("first", "second"))
    return f"against `{other}` our best player scores {figure_text(first)} as first and {figure_text(second)} as second"


def attack(results: StudyResults, version: str, other: str, seat: str) -> Figure:
    """What our best player scores against another from the true start."""
    return results.row("meetings", f"{version}: {spec(BEST)} moves {seat} against {other}", "score")


def verdict(results: StudyResults) -> str:
    """What the scores in both seats say about the first seat."""
    strong, weak = (attack(results, str(NOW), other, "second") for other in ("greedy-reply", "mcts:100"))
    if lean(strong) == "second" and lean(weak) == "first":
        return (
            "our best player beats a weak one from either seat, but loses from the second seat to a player that looks "
            "only at the next reply: the first seat is worth more than much skill"
        )
    if lean(strong) == "first":
        return "the better player can win from the second seat"
    return (
        "between good players the first seat decides, in our measurements"
        if lean(strong) == "second"
        else "how much the first seat decides is open"
    )


def targets(results: StudyResults) -> str:
    """Eleven against thirteen, by every player that played both."""
    contenders = [
        c for c in PLAYERS if None not in (draws(results, NOW, c.label).value, draws(results, BEFORE, c.label).value)
    ]
    if not contenders:
        return f"Whether to play to {NOW} or to {BEFORE} was not measured."
    changed = [
        c for c in contenders if settled_difference(draws(results, NOW, c.label), draws(results, BEFORE, c.label))
    ]
    fewer = [c for c in changed if value(draws(results, NOW, c.label)) < value(draws(results, BEFORE, c.label))]
    text = join_list(
        f"{figure_text(draws(results, NOW, c.label))} against {figure_text(draws(results, BEFORE, c.label))} "
        + f"(`{c.spec}`"
        + ("" if c in changed else ", no difference shown")
        + ")"
        for c in contenders
    )
    fair = [n for n in TARGETS if lean(score(results, n)) in ("even", "open")]
    edge = (
        f"at {join_list(map(str, fair))} neither side is shown to be ahead between our best players"
        if fair
        else "no target makes it fair: between our best players First is ahead at every one"
        if all(lean(score(results, n)) == "first" for n in TARGETS)
        else "one side is ahead at every target"
    )
    head = "The draws do not show which target is better"
    if changed and len(fewer) in (0, len(changed)):
        head = f"{NOW if fewer else BEFORE} is the better target for {len(changed)} of {len(contenders)} players"
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
        return "No player captured enough stones to test the claim about leaders."
    head = f"At target {BEFORE}, the player who first had {LEADS[0]} stones"
    if not lost:
        return f"{head} never lost, in {games:,} such games: the claim holds."
    nearly = "the claim nearly holds" if lost / games < NEARLY else "the claim does not hold"
    return f"{head} lost {lost:,} of {games:,} such games: {nearly}."


WAYS = {
    CHOICE: "`opening=swap` (after First's first turn Second may exchange seats, and takes over what First captured)",
    STEP: "`opening=step` (First's first turn is a single step)",
}


def cures(results: StudyResults) -> str:
    """Two changes of the opening, judged by the strongest players that begin at the true start."""
    return f"between players of `{spec(STRONGEST)}` " + "; ".join(
        f"{cure} {works(results, at)}" for at, cure in WAYS.items()
    )


def reaches() -> str:
    """How far the solver has looked for forced wins under each change."""
    parts = []
    for label in WAYS:
        row = known_row("serendipity", size=8, target=NOW, opening=label.partition("opening=")[2])
        parts += [f"`{label}`: {' '.join(row.searched)}"] if row is not None and row.searched else []
    parts += [f"`{CHOICE}`, after `{row.start}`: {' '.join(row.searched)}" for row in later_rows() if row.searched]
    if not parts:
        return "*How far the changes were searched*: the solver has not searched them."
    return (
        f"*How far the changes were searched*: {' '.join(parts)} Such a search tries only the most promising turns "
        f"of one side and all turns of the other; it found First's win at {NOW} under the rules as they are. A win "
        "that needs another turn is not found, so whether such a start is drawn with best play is open."
    )


def cure_figures(results: StudyResults) -> str:
    """The figures of the cures."""
    items = []
    for label, cure in (("", "without a change"), *WAYS.items()):
        version = label or str(NOW)
        parts = join_list(f"{figure_text(score(results, version, p))} (`{spec(p)}`)" for p in CURED)
        items.append(f"{cure}, First scores {parts}, and {seats(results, version, 'greedy-reply')}")
    return f"*Changes of the opening*: {'; '.join(items)}."


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
    """The spec of a player."""
    return next(c.spec for c in PLAYERS if c.label == player)


def details(results: StudyResults) -> list[str]:
    """The sentences about the table of results."""
    return [cure_figures(results), reaches(), sticking_sentence(results), arithmetic()]


def sticking_sentence(results: StudyResults) -> str:
    """How often play goes back and forth."""
    parts = [
        f"`{c.spec}` {figure_text(stuck(results, NOW, c.label))} at {NOW} "
        f"and {figure_text(stuck(results, BEFORE, c.label))} at {BEFORE}"
        for c in PLAYERS
    ]
    return (
        "*Stuck moving back and forth*: games that ended because a position occurred for the third time or fifty "
        f"turns captured nothing: {'; '.join(parts)}. The player with more captured stones won them."
    )


def arithmetic() -> str:
    """Why a leader cannot lose at the earlier target."""
    rest = STONES - LEADS[0]
    return (
        f"*Why leaders do not lose at {BEFORE}*: once one player has {LEADS[0]} of {STONES} stones, {rest} are left "
        f"for the other. The last stone on the board cannot be jumped, so the other can capture at most {rest - 1} "
        "and wins only by having more when play is stuck."
    )


def sentence(results: StudyResults) -> str:
    """The result in one sentence."""
    first, second = (attack(results, str(NOW), "greedy-reply", seat) for seat in ("first", "second"))
    scores_text = (
        f"our best scores {figure_text(first)} as first and {figure_text(second)} as second "
        "against the program that the designer "
        "announced"
    )
    text = f"Going first is not shown to decide it ({scores_text})"
    if settled_difference(first, second):
        text = f"Between players who look ahead, going first nearly decides it ({scores_text})"
    text = " ".join((exact_answer(), *choice_answer(), text))
    text += f". Of two changes of the opening, {cures(results)}"
    draw_share = figure_text(draws(results, BEFORE, "random"))
    better = value(draws(results, NOW, "random")) < value(draws(results, BEFORE, "random"))
    keep = (
        f"We recommend target {NOW}: at {BEFORE}, {draw_share} of random games are drawn"
        if better
        else f"We recommend target {BEFORE}"
    )
    return f"{text}. {keep}."


def mind(results: StudyResults) -> list[str]:
    """What would change our answer."""
    return [
        (
            "A player that beats `greedy-reply` from the second seat: ours search three turns deep and then count "
            "captured stones."
        ),
        "A fault in the rules as we read them: the proof holds for the rules on the sheet, word for word.",
        (
            "More games with the changes between players better than `mcts:1000`: alpha-beta is deterministic, so two "
            "of them repeat one game from the true start."
        ),
        "Another reading of *stuck moving back and forth*: the third occurrence and the fifty turns are our choice.",
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
            "Our best player against others from the true start, without random turns:",
            lambda bench: meetings(bench, [(version, spec(BEST), other) for version, other in MEETINGS], 20),
        ),
        Probe(
            "leads",
            f"At target {BEFORE}: results of the player who first had so many stones, as shares of the games in which "
            "one had:",
            lambda bench: leads(bench, [str(BEFORE)], LEADS, 1000),
        ),
    ),
    plots=(
        StudyPlot(
            "score",
            "First's score by target, and with the two changes of the opening, in hundredths.",
            lambda results: dots(STUDY, results, lambda v, p: score(results, v.label, p), "score of First, %", 50.0),
        ),
        StudyPlot("line", "First's win against the longest defence, after each turn.", lambda results: win()),
        StudyPlot("results", f"Results of games of `{spec(BEST)}` by target.", outcomes),
    ),
)
