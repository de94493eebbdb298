"""Tests of surveys: storage, parsing, counting, export with measures."""

import csv
import io
import random
import statistics
from math import exp

import pytest

from lusory.club.rank_correlation import drawn_orders, holm, ranks, spearman
from lusory.club.rankings import Ranking, pair
from lusory.club.survey import Survey, SurveyedGame, as_csv, links, read, result, table
from lusory.errors import LusoryError

GAMES = tuple(SurveyedGame(name, name * 4) for name in ("hex", "y", "susan", "doppel", "gomoku", "pente", "=1+1"))
TRUTH = {game.name: 0.6 * i for i, game in enumerate(GAMES[:6])}


def ranked(seed=1, voters=60):
    """A survey with opinions drawn from TRUTH; nobody speaks of the last game."""
    rng, opinions = random.Random(seed), []
    for voter in range(voters):
        remaining, order = rng.sample(list(TRUTH), 4), []
        while remaining:
            winner = rng.choices(remaining, [exp(TRUTH[name]) for name in remaining])[0]
            order.append((winner,))
            remaining.remove(winner)
        opinions.append(Ranking(tuple(order), voter=f"v{voter}"))
    return Survey("Design of the year", GAMES, tuple(opinions))


MEASURES = {name: {"drama": value * 2, "length": 30.0, "noise": (7 * i) % 5 + 0.5} for i, (name, value) in
            enumerate(TRUTH.items())} | {"=1+1": {"drama": 0.0}}  # fmt: skip


def test_a_survey_is_kept_and_read():
    survey = ranked()
    assert read(survey.json()) == survey
    assert survey.json().startswith('{\n  "format": "lusory",\n  "version": 1,\n  "kind": "survey"')


def test_the_order_of_the_truth_is_found():
    survey_result = result(ranked(voters=300))
    assert [item.item for item in survey_result.items] == ["pente", "gomoku", "doppel", "susan", "y", "hex"]
    assert survey_result.voters == 300


def test_the_table_has_every_game_and_its_measures():
    rows = table(ranked(voters=300), MEASURES)
    assert rows[0]["game"] == "pente" and rows[-1]["game"] == "=1+1"
    opinions = rows[0]["opinions"]
    assert rows[0]["hash"] == "pente" * 4 and rows[0]["drama"] == 6.0
    assert isinstance(opinions, float) and opinions > 100
    assert rows[-1]["strength"] is None and rows[-1]["noise"] is None and rows[-1]["opinions"] == 0
    assert list(rows[0]) == ["game", "strength", "low", "high", "opinions", "hash", "drama", "length", "noise"]


def test_the_table_as_csv_names_no_voter_and_holds_no_formula():
    text = as_csv(table(ranked(), MEASURES))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 7 and float(rows[0]["low"]) < float(rows[0]["strength"]) < float(rows[0]["high"])
    assert rows[-1]["game"] == "'=1+1" and rows[-1]["strength"] == ""
    assert "v1" not in text


def test_the_measure_that_foretells_what_people_like_is_found():
    correlations = links(ranked(voters=300), MEASURES)
    assert [link.measure for link in correlations] == ["drama", "noise"], "length is the same everywhere"
    assert (
        correlations[0].rho == pytest.approx(1)
        and correlations[0].p == pytest.approx(2 / 720)
        and correlations[0].games == 6
    )
    assert correlations[0].corrected == pytest.approx(4 / 720) and correlations[1].p > 0.05


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "not JSON"),
        ("[]", "format: expected 'lusory'"),
        ('{"format":"lusory","version":1,"kind":"record"}', "kind: expected 'survey'"),
        ('{"format":"lusory","version":2,"kind":"survey"}', "version: expected 1"),
        ('{"format":"lusory","version":1,"kind":"survey","title":"t","games":[],"x":1}', "x: unknown field"),
        ('{"format":"lusory","version":1,"kind":"survey","title":1,"games":[]}', "Expected `str`"),
        ('{"format":"lusory","version":1,"kind":"survey","title":"t","games":[{"name":"a"},{"name":"a"}]}',
         "each name once"),
        ('{"format":"lusory","version":1,"kind":"survey","title":"t","games":[{"name":"a"}],'
         '"opinions":[{"places":[["b"]]}]}', "number 1 is about b"),
    ],
)  # fmt: skip
def test_what_is_no_survey_is_refused(text, message):
    with pytest.raises(LusoryError, match=message):
        read(text)


def test_a_survey_without_opinions_has_no_result():
    with pytest.raises(LusoryError, match="two items or more"):
        table(Survey("t", GAMES))


def test_ranks_share_ties():
    assert ranks([3.0, 1.0, 3.0, 2.0]) == [3.5, 1.0, 3.5, 2.0]


def test_spearman_against_known_values():
    """Values from the textbook example of IQ and hours of television: rho = -29/165."""
    iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    correlation = spearman(iq, hours)
    assert correlation and correlation[0] == pytest.approx(-29 / 165)
    assert correlation[1] == pytest.approx(0.627, abs=0.02)
    assert spearman([1, 2, 3], [1, 2, 3]) == pytest.approx((1, 2 / 6))
    assert spearman([1, 2, 3], [5, 5, 5]) is None and spearman([1, 2], [1, 2]) is None
    with pytest.raises(ValueError, match="as many"):
        spearman([1.0], [])


def test_orders_are_drawn_once_for_all_measures():
    """Drawn anew for each measure, those of a survey of eight games took most of a minute."""
    names = [f"game {number}" for number in range(9)]
    survey = Survey("s", tuple(map(SurveyedGame, names)), (Ranking(tuple((name,) for name in names), voter="v"),))
    rng = random.Random(3)
    drawn_orders.cache_clear()
    found = links(survey, {name: {f"m{number}": rng.random() for number in range(5)} for name in names})
    assert len(found) == 5 and drawn_orders.cache_info().misses == 1


def test_ties_and_both_kinds_of_test_agree_with_the_correlation_of_ranks():
    rng = random.Random(8)
    for size in (4, 6, 8):
        xs, ys = [float(rng.randrange(3)) for _ in range(size)], [rng.random() for _ in range(size)]
        expected, tested = statistics.correlation(ranks(xs), ranks(ys)), spearman(xs, ys)
        assert tested and tested[0] == pytest.approx(expected) and 0 < tested[1] <= 1


def test_the_permutation_test_is_as_often_wrong_as_it_says():
    rng, wrong = random.Random(5), 0
    for _ in range(400):
        correlation = spearman([rng.random() for _ in range(6)], [rng.random() for _ in range(6)])
        wrong += bool(correlation and correlation[1] <= 0.05)
    assert wrong / 400 < 0.08


def test_holm():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


def test_a_pair_is_an_opinion():
    survey = Survey("t", GAMES[:2], (pair("hex", "y", "ada"),))
    assert result(read(survey.json())).items[0].item == "hex"
