"""Tests of Glicko-2: the worked example of the paper, and invariants of any list of games."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lusory.club.glicko import (
    PERIOD,
    Encounter,
    RatedGame,
    Rating,
    after_period,
    deviation_weight,
    expectation,
    rate,
    rating_after_rest,
    update,
)
from lusory.club.standings import CrossTableScore, cross_table, standings

PAPER = Rating(1500, 200, 0.06)
OPPONENTS = [Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)]
SCORES = [1.0, 0.0, 0.0]
GAMES = st.lists(
    st.builds(
        lambda pair, value, week: RatedGame(tuple(pair), (value, 1 - value), week * PERIOD),
        st.permutations(["ada", "bo", "cy", "dee"]).map(lambda all_: all_[:2]),
        st.sampled_from([0.0, 0.5, 1.0]),
        st.integers(2000, 2010),
    ),
    max_size=30,
)


def test_the_worked_example_of_the_paper():
    rating = update(PAPER, [Encounter(o, s) for o, s in zip(OPPONENTS, SCORES, strict=True)])
    assert rating.rating == pytest.approx(1464.06, abs=0.011)  # the paper's, from steps that it rounded
    assert rating.deviation == pytest.approx(151.52, abs=0.005)
    assert rating.volatility == pytest.approx(0.05999, abs=0.000006)
    assert rating.rating == pytest.approx(1464.05067, abs=1e-5), "without rounding"


def test_the_steps_of_the_worked_example():
    assert [round(deviation_weight(o), 4) for o in OPPONENTS] == [0.9955, 0.9531, 0.7242]
    assert [round(expectation(0.0, o), 3) for o in OPPONENTS] == [0.639, 0.432, 0.303]


def test_who_does_not_play_becomes_less_certain_and_nothing_else():
    rating = rating_after_rest(PAPER, 1)
    assert rating.rating == 1500 and rating.volatility == 0.06
    assert round(rating.deviation, 4) == 200.2714  # step 6 of the paper
    assert update(PAPER, []) == rating
    assert rating_after_rest(PAPER, 10**9).deviation == 350


@given(GAMES, st.integers(0, 99))
def test_equal_games_give_equal_ratings_in_any_order(games, seed):
    shuffled = games[:]
    random.Random(seed).shuffle(shuffled)
    assert rate(games) == rate(shuffled)


@given(GAMES)
def test_ratings_go_on_where_they_were(games):
    """Rated by whole periods, one after the other, they are the same as all at once."""
    ratings: dict[str, Rating] = {}
    weeks = sorted({game.ended // PERIOD for game in games})
    for before, week in pairwise([None, *weeks]):
        ratings = {p: rating_after_rest(r, week - before - 1) for p, r in ratings.items()} if before is not None else {}
        ratings = after_period(ratings, [game for game in games if game.ended // PERIOD == week])
    players = rate(games).players
    assert players.keys() == ratings.keys()
    assert all(players[p].rating == pytest.approx(ratings[p].rating, abs=1e-9) for p in players)


@given(GAMES)
def test_a_deviation_is_never_beyond_that_of_a_newcomer(games):
    for rating in rate(games).players.values():
        assert 0 < rating.deviation <= 350 and rating.volatility > 0


def beaten(times, week=0):
    return [RatedGame(("ada", "bo"), (1.0, 0.0), week * PERIOD + i) for i in range(times)]


def test_who_wins_gains_what_the_other_loses_and_a_draw_between_equals_changes_nothing():
    ratings = rate(beaten(1)).players
    assert ratings["ada"].rating - 1500 == pytest.approx(1500 - ratings["bo"].rating) and ratings["ada"].rating > 1600
    after_draw = rate([RatedGame(("ada", "bo"), (0.5, 0.5), 0)]).players
    assert after_draw["ada"].rating == after_draw["bo"].rating == 1500 and after_draw["ada"].deviation < 350


def test_a_rating_is_provisional_until_there_are_games_enough():
    assert rate(beaten(1)).players["ada"].provisional
    even = [RatedGame(("ada", "bo"), (float(i % 2), float(1 - i % 2)), i * PERIOD // 4) for i in range(40)]
    ratings = rate(even)
    assert not ratings.players["ada"].provisional
    low, high = ratings.players["ada"].interval
    assert low < ratings.players["ada"].rating < high
    assert ratings.at("ada", ratings.last * PERIOD + 500 * PERIOD).provisional
    assert ratings.at("ada", ratings.last * PERIOD) == ratings.players["ada"]
    assert ratings.at("nobody", 0) == Rating()


def test_a_game_of_three_weighs_as_one_game():
    of_three = rate([RatedGame(("ada", "bo", "cy"), (1.0, 0.0, 0.0), 0)]).players
    of_two = rate(beaten(1)).players
    assert of_three["ada"].rating == pytest.approx(of_two["ada"].rating)
    assert of_three["bo"].rating == of_three["cy"].rating > of_two["bo"].rating


def test_a_game_against_oneself_counts_for_nothing():
    ratings = rate([RatedGame(("ada", "ada"), (1.0, 0.0), 0)]).players
    assert ratings["ada"].rating == 1500


def test_curves_have_a_point_for_each_period_with_a_game():
    ratings = rate([*beaten(2, 1), *beaten(1, 3), RatedGame(("bo", "cy"), (1.0, 0.0), 5 * PERIOD)])
    assert [point.moment for point in ratings.curves["ada"]] == [PERIOD + 1, 3 * PERIOD]
    assert ratings.curves["bo"][-1].rating == ratings.players["bo"].rating
    assert ratings.curves["ada"][-1].deviation < ratings.players["ada"].deviation


def test_strengths_are_found_again():
    """Players of known strengths, results drawn from the model: 95 % intervals hold the truth about that often."""
    rng, truth = random.Random(7), {f"p{i}": 1200 + 100 * i for i in range(7)}
    covered = total = 0
    for _ in range(20):
        games = []
        for week in range(15):
            for _ in range(12):
                a, b = rng.sample(sorted(truth), 2)
                a_wins = rng.random() < 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
                games.append(RatedGame((a, b), (1.0, 0.0) if a_wins else (0.0, 1.0), week * PERIOD))
        ratings = rate(games).players
        shift = sum(truth[p] - ratings[p].rating for p in truth) / len(truth)
        for player, rating in ratings.items():
            low, high = rating.interval
            covered += low <= truth[player] - shift <= high
            total += 1
    assert 0.9 <= covered / total <= 1.0


@pytest.mark.parametrize(("values", "period"), [((1.0,), PERIOD), ((1.0, 0.0), 0)])
def test_what_makes_no_sense_is_refused(values, period):
    with pytest.raises(ValueError, match="expected"):
        rate([RatedGame(("ada", "bo"), values, 0)], period=period)


def test_standings_count_draws_and_seats():
    games = [*beaten(3), RatedGame(("bo", "ada"), (0.5, 0.5), 9), RatedGame(("bo", "ada"), (1.0, 0.0), 10)]
    first, second = standings(games, rate(games))
    assert first.player == "ada" and first.score == CrossTableScore(3, 1, 1) and first.score.points == 3.5
    assert first.seats == (CrossTableScore(3, 0, 0), CrossTableScore(0, 1, 1)) and first.last == 10
    assert second.seats == (CrossTableScore(1, 1, 0), CrossTableScore(0, 0, 3)) and second.score.games == 5


def test_settled_ratings_stand_first():
    even = [RatedGame(("ada", "bo"), (float(i % 2), float(1 - i % 2)), i * PERIOD // 4) for i in range(40)]
    games = [*even, RatedGame(("cy", "bo"), (1.0, 0.0), 10 * PERIOD)]
    rows = standings(games, rate(games))
    assert [row.player for row in rows][-1] == "cy" and rows[-1].rating.rating > rows[0].rating.rating


def test_cross_table():
    games = [*beaten(2), RatedGame(("bo", "cy", "ada"), (1.0, 0.0, 0.0), 5), RatedGame(("ada", "dee"), (1.0, 0.0), 6)]
    crossings = cross_table(games, ["ada", "bo", "cy"])
    assert crossings.cells[0] == (CrossTableScore(), CrossTableScore(2, 0, 1), CrossTableScore(0, 1, 0))
    assert crossings.cells[1] == (CrossTableScore(1, 0, 2), CrossTableScore(), CrossTableScore(1, 0, 0))
