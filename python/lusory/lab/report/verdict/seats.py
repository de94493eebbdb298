"""Sentences of the verdict on who wins, and whether that is settled."""

from __future__ import annotations

from ...._counts import count_phrase
from ....rules.events import PLAYER_NAMES
from ...figures import Figure, Measurement
from ...intervals import SPARE, WIDTH, round_up
from .. import numbers

EVEN = 0.5
SLIGHT, CLEAR, FAR = 0.03, 0.1, 0.25
"""How far a score is from even, by which more is slightly, clearly or far more."""
FAIR = 0.02
"""An interval that holds even and is narrower than this to either side shows a fair game."""
HOPELESS = 100
"""If more than so many times the games would be needed, the number is not suggested."""
FEWEST = 2
"""Fewer games give no sentence."""


def who_wins(m: Measurement) -> str:
    """Second wins slightly more: 51.8 % ± 0.9."""
    score = numbers.as_share(m.figure("score"))
    player_figures = [f for f in m.figures if f.name.startswith("player ")]
    if len(player_figures) == 1:
        return alone(player_figures[0], m.figure("lost"))
    if player_figures:
        return several_players(player_figures)
    if score.value is None or score.low is None or score.high is None or score.games < FEWEST:
        return f"Who wins cannot be told: {score.why or 'too few games'}." if m.figures else ""
    first, second = m.figure("first"), m.figure("second")
    if second.value is None:
        return f"First gets {numbers.with_interval(score)} of what can be won."
    if score.low > EVEN:
        return leads("First", first, second, score.value - EVEN)
    if score.high < EVEN:
        return leads("Second", second, first, EVEN - score.value)
    return undecided_sentence(score)


def leads(winner: str, higher: Figure, lower: Figure, by: float) -> str:
    """A sentence about the player who scores more, and by how much."""
    if higher.value == 1:
        return f"{winner} won every one of {count_phrase(higher.games, 'game')}."
    if higher.value is None or (lower.value is not None and higher.value + lower.value < EVEN):
        does = degree(by).replace("more", "better")
        return f"{winner} does {does}, though most games are draws: {pair(winner, higher, lower)}."
    has_draws = lower.value is not None and higher.value + lower.value < 0.9995
    against = f", against {numbers.with_interval(lower)}" if has_draws else ""
    return f"{winner} wins {degree(by)}: {numbers.with_interval(higher)}{against}."


def degree(by: float) -> str:
    """The adverb for a score that is so far from even."""
    degrees = ((FAR, "far more"), (CLEAR, "clearly more"), (SLIGHT, "more"))
    return next((phrase for least, phrase in degrees if by >= least), "slightly more")


def pair(winner: str, higher: Figure, lower: Figure) -> str:
    """The shares of both players."""
    other = "Second" if winner == "First" else "First"
    return f"{winner} wins {numbers.with_interval(higher)}, {other} {numbers.with_interval(lower)}"


def undecided_sentence(score: Figure) -> str:
    """A sentence for a score that settles nothing."""
    wide = numbers.half(score) or 0.0
    assert score.value is not None
    if score.how == "exact":
        return f"The seats are even: First scores exactly {numbers.number(score)}."
    if wide <= FAIR:
        return f"Neither seat is better by much: First scores {numbers.with_interval(score)}."
    stands = f"(First scores {numbers.with_interval_inside_brackets(score)})"
    needed = games_needed(score, max(abs(score.value - EVEN), 1e-9))
    if needed <= HOPELESS * score.games:
        return f"Too few games to tell who is ahead {stands}: {needed:,} more would settle it, four times in five."
    games = games_needed(score, FAIR)
    return f"Too few games to tell whether the seats are even {stands}: {games:,} more would tell, four times in five."


def games_needed(score: Figure, gap: float) -> int:
    """So many more games settle it with a chance of 80 % if the score is as it looks: half the interval, and 80 %'s
    quantile of the error beside it, shrink to the gap with the root of the games."""
    wide = (numbers.half(score) or 0.0) * (1 + SPARE / WIDTH)
    return max(1, round_up(score.games * ((wide / gap) ** 2 - 1)))


def alone(won: Figure, lost: Figure) -> str:
    """A sentence for one player: how many games are won, and where not all others are lost, how many are."""
    if won.value is None or won.games < FEWEST:
        return f"How many games are won cannot be told: {won.why or 'too few games'}."
    games = count_phrase(won.games, "game")
    if won.value == 1:
        return f"Every one of {games} was won."
    if won.value == 0:
        return f"No game of {won.games:,} was won{at_most(won)}."
    drawn = lost.value is not None and won.value + lost.value < 0.9995
    also = f", and {numbers.with_interval(lost)} are lost" if drawn else ""
    return f"Of {games} {numbers.with_interval(won)} are won{also}."


def several_players(figures: list[Figure]) -> str:
    """A sentence for three players and more: whose share is surely above all others."""
    ranked = sorted((f for f in figures if f.value is not None), key=lambda f: -(f.value or 0))
    if len(ranked) < 2:
        return ""
    best, second_best = ranked[:2]
    if best.low is not None and second_best.high is not None and best.low > second_best.high:
        shares = numbers.with_interval(best), numbers.with_interval(second_best)
        return f"{seat(best)} wins most: {shares[0]}, ahead of {seat(second_best)} with {shares[1]}."
    first, second = numbers.with_interval(best), numbers.with_interval(second_best)
    return f"Too few games to tell who wins most: {seat(best)} has {first}, {seat(second_best)} {second}."


def seat(figure: Figure) -> str:
    """Third, of `player 3`."""
    number = figure.name.removeprefix("player ")
    return PLAYER_NAMES[int(number) - 1] if number.isdigit() and 0 < int(number) <= len(PLAYER_NAMES) else figure.name


def draws(m: Measurement) -> str:
    """One game in seven is a draw: 15.3 % ± 2.2."""
    draw_figure = m.figure("draws")
    if draw_figure.value is None or draw_figure.games < FEWEST:
        return ""
    if draw_figure.value == 0 and m.figure("lost").value is not None:
        return ""
    if draw_figure.value == 0:
        return f"No game of {draw_figure.games:,} was a draw{at_most(draw_figure)}."
    if draw_figure.value == 1:
        return "Every game was a draw."
    often = numbers.one_in(draw_figure.value)
    verb = "are draws" if numbers.several(often) else "is a draw"
    return f"{numbers.capital(often)} {verb}: {numbers.with_interval(draw_figure)}."


def at_most(figure: Figure) -> str:
    """The upper bound of a share of 0."""
    if not figure.high:
        return ""
    percent = 100 * figure.high
    return f", so fewer than {numbers.plain(percent, numbers.decimals(percent))}{numbers.SPACE}% are"
