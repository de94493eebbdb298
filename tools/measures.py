"""The page of the measures, made from what they say of themselves."""

from __future__ import annotations

from collections.abc import Iterator

from lusory.lab.measures import MEASURES, Measure

HEAD = """# Measures

Generated from the measures themselves by `make docs`. How to measure: [Measure a game](howto-measure.md).

Every figure has the interval in which it lies with 95 % confidence, and how many games are behind it; one that the
games cannot tell has no value and says why. The intervals are in `lusory.lab.intervals`, each with its source: Wilson's
for shares, Student's with Hall's correction of skewness for means of 20 games or more, the linearised variance for
ratios of sums. No bound lies outside of what is possible. They hold for one figure at a time: of
twenty, one will miss on average.

Sources: Allis 1994, *Searching for solutions in games and artificial intelligence*. Browne 2009, *Automatic generation
and evaluation of recombination games* (a thesis of 2008, in print). Browne and Maire 2010, *Evolutionary game design*,
IEEE Transactions on Computational Intelligence and AI in Games 2. Hall 1992, *On the removal of skewness by
transformation*, Journal of the Royal Statistical Society B 54. Hill 1973, *Diversity and evenness*, Ecology 54. Iida
and others 2003, *A metric for entertainment of boardgames*. Knuth 1975, *Estimating the efficiency of backtrack
programs*, Mathematics of Computation 29. Lantz and others 2017, *Depth in strategic games*. Miller and Madow: Miller
1955, *Note on the bias of information estimates*. Thompson 2000, *Defining the abstract*. Todd and others 2024, *GAVEL:
generating games via evolution and language models*. Ai Ai is Stephen Tavener's program, whose reports many of these
figures are known from.

The same measures under other names:

| here | elsewhere |
| --- | --- |
| `decisiveness` | Ludii's *completion*; one less Ludii's and Browne's *drawishness* |
| `completion` | one less Ludii's *timeouts*; Browne's *completion* |
| `decided after`, `decisive lead` | Ludii's *decisiveness moves*, *decisiveness threshold*; Thompson's decisiveness |
| `first`, `swap cost` | Ludii's *advantage P1*, *balance* |
| `drama`, `lead change` | Ludii's *drama*, *lead change* |
| `branching` | Ludii's *branching factor* |
| `plies`, `turns`, `median plies` | Ludii's *duration actions*, *duration turns* |
| `forced` | one less GAVEL's *agency* |
| `coverage` | Ludii's *board coverage* |
| `tree`, `space` | Ludii's *game tree complexity*, *state space complexity* |
| `ladder rungs` | the length of Lantz's strategy ladder |
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
    """All of it."""
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
