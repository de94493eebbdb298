"""Generates the page of the measures from their docstrings."""

from __future__ import annotations

from collections.abc import Iterator

from lusory.lab.measures import MEASURES, Measure

HEAD = """# Measures

Generated from the measures themselves by `make docs`. How to measure: [Measure a game](howto-measure.md).

Every figure has an interval of 95 % confidence and the number of games behind it; a figure that the games do not
determine has no value and says why. The intervals are in `lusory.lab.intervals`, each with its source: Wilson's for
shares, Student's with Hall's correction of skewness for means of 20 games or more, the linearised variance for ratios
of sums. No bound lies outside the possible values. The confidence holds for one figure at a time: of twenty intervals
one misses on average.

Sources: Allis 1994, *Searching for solutions in games and artificial intelligence*. Browne 2009, *Automatic generation
and evaluation of recombination games* (a thesis of 2008, in print). Browne and Maire 2010, *Evolutionary game design*,
IEEE Transactions on Computational Intelligence and AI in Games 2. Hall 1992, *On the removal of skewness by
transformation*, Journal of the Royal Statistical Society B 54. Hill 1973, *Diversity and evenness*, Ecology 54. Iida
and others 2003, *A metric for entertainment of boardgames*. Knuth 1975, *Estimating the efficiency of backtrack
programs*, Mathematics of Computation 29. Lantz and others 2017, *Depth in strategic games*. Miller and Madow: Miller
1955, *Note on the bias of information estimates*. Thompson 2000, *Defining the abstract*. Todd and others 2024, *GAVEL:
generating games via evolution and language models*. Ai Ai is Stephen Tavener's program; many of these figures are known
from its reports.

The table lists equal and similar measures elsewhere. Ludii's names and definitions are those of its source
(`Evaluation/src/metrics`); those of other authors follow their papers, as we understand them.

| here | elsewhere | what differs |
| --- | --- | --- |
| `first` | Ludii's *AdvantageP1* | that one is of all games, those that were cut included; ours of finished ones |
| `draws` | Ludii's *Drawishness*; Browne's *drawishness* | as for `first` |
| `decisiveness` | Ludii's *Completion* | as for `first`; there a game with a winner is complete |
| `completion` | one less Ludii's *Timeouts*; similar to Browne's *completion* | |
| `swap cost` | half of one less Ludii's *Balance* | *Balance* is 1 less the greatest difference of shares of wins |
| `plies`, `turns` | Ludii's *DurationMoves*, *DurationTurns* | its *DurationActions* counts the parts of moves |
| `spread of plies` | similar to Ludii's *DurationTurnsStdDev* | tenths, and plies instead of turns |
| `branching` | similar to Ludii's *BranchingFactor* | there each game counts alike, here each ply |
| `forced` | one less Ludii's *DecisionMoves*; similar to one less GAVEL's *agency* | the same |
| `coverage` | Ludii's *BoardCoverageDefault* | |
| `tree` | similar to Ludii's *GameTreeComplexity* | that one is moves times the logarithm of the mean branching |
| `space` | similar to Ludii's *StateSpaceComplexity* | an upper bound: sites times log10 of what may stand on one |
| `drama` | similar to Ludii's *Drama* | there the mean of how far winners are below the best value, over all moves |
| `lead change` | similar to Ludii's *LeadChange* | there without a threshold and without pairs |
| `decided after` | similar to Ludii's *DecisivenessMoves*; Thompson's decisiveness | there beyond its threshold |
| `decisive lead` | similar to Ludii's *DecisivenessThreshold* | there a loser who never led counts below 0, here as 0 |
| `clarity` | similar to Ludii's *ClarityVariance* | that one is a variance, of all legal moves |
| `ladder rungs` | similar to Ludii's *SkillTrace*, Lantz's length of a strategy ladder | |
"""
KINDS = (
    ("figure", "Figures", "One number each."),
    ("table", "Tables", "A row for each of several things."),
    ("curve", "Curves", "Numbers along the game. The place is how many plies have been played."),
    ("histogram", "Histograms", "How often."),
    ("map", "Maps", "Numbers for the cells of the board."),
)
NEEDS = {
    "": "any games",
    "values": "players who search and tell what they think (`mcts:N`, `alphabeta:N`), or a judge (`--judge mcts:N`)",
    "choices": "players who search and tell what they weighed (`mcts:N`)",
    "half": "a judge (`--judge mcts:N`)",
    "hidden": "a game that hides something",
    "ladder": "matches of its own (`--ladder N`)",
}


def page() -> str:
    """The text of the page."""
    return "\n".join([HEAD, *(line for kind in KINDS for line in section(*kind))])


def section(kind: str, title: str, about: str) -> Iterator[str]:
    """All measures of a kind."""
    yield f"## {title}\n\n{about}\n"
    for measure in MEASURES:
        if measure.kind == kind:
            yield from entry(measure)


def entry(measure: Measure) -> Iterator[str]:
    """One measure."""
    unit = f"unit: {measure.unit}; " if measure.unit else ""
    yield f"### `{measure.name}`\n\n{measure.about}\n\n{unit}needs: {NEEDS[measure.needs]}\n"
