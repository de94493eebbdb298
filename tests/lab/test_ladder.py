"""Tests of the skill ladder: which rungs count, and their sum."""

from types import SimpleNamespace
from typing import Any

import pytest

from lusory import load
from lusory.errors import LusoryError
from lusory.lab import ladder
from lusory.lab.matches.result import finite
from lusory.lab.matches.score import elo, score


def rung(*pairs: int) -> Any:
    """The report of a match in which so many pairs scored 0, 1/2, 1, 3/2, 2."""
    return SimpleNamespace(score=(*score(pairs),), elo=finite(elo(pairs)), games=2 * sum(pairs))


EVEN_SEATS = (10, 20, 40, 20, 10)
GOOD, EVEN, LUCKY = rung(2, 5, 20, 30, 43), rung(10, 20, 40, 20, 10), rung(1, 2, 6, 4, 2)


def test_a_rung_pays_when_its_whole_interval_is_above_a_half():
    assert ladder.pays(GOOD) and not ladder.pays(EVEN)
    assert LUCKY.score[0] > 0.5 and not ladder.pays(LUCKY), "a coin may fall so"


def test_all_that_were_tried_are_added_up():
    rungs, figures_by_name = ladder.figures([GOOD, LUCKY])
    assert rungs.value == 1
    assert figures_by_name.value == pytest.approx(GOOD.elo[0] + LUCKY.elo[0])
    assert figures_by_name.low is not None and figures_by_name.low < GOOD.elo[0] + LUCKY.elo[0] - (
        LUCKY.elo[0] - LUCKY.elo[1]
    )


def test_where_no_rung_pays_there_is_no_elo():
    rungs, figures_by_name = ladder.figures([LUCKY])
    assert rungs.value == 0
    assert (figures_by_name.value, figures_by_name.low, figures_by_name.high, figures_by_name.why) == (
        None,
        None,
        None,
        "no rung pays for sure",
    )


def test_elo_a_doubling_says_between_which_searches():
    _, total = ladder.figures([GOOD, LUCKY])
    gain = ladder.doubling_gain(total, 2)
    assert total.value is not None and total.low is not None
    assert gain.value == pytest.approx(total.value / 2) and gain.low == pytest.approx(total.low / 2)
    assert gain.why == "from 50 to 200 simulations; of the doublings that paid and the next: likely too high"
    assert ladder.doubling_gain(ladder.figures([LUCKY])[1], 1).value is None


def test_each_rung_tells_draws_and_the_first_seat():
    rung: Any = SimpleNamespace(**vars(GOOD), first="a", second="b", draws=20, seat_pairs=(10, 0, 60, 0, 30))
    new_table = ladder.table([rung])
    row = dict(zip(new_table.columns, new_table.rows[0].figures, strict=True))
    assert row["draws"].value == pytest.approx(0.1) and row["first"].value == pytest.approx(0.6)
    expected = score(rung.seat_pairs)
    assert (row["first"].low, row["first"].high) == (expected.low, expected.high), "pairs are one observation each"


def test_a_ladder_of_given_length_tells_its_elo_though_no_rung_pays():
    rungs, figures_by_name = ladder.figures([LUCKY, EVEN], fixed=True)
    assert rungs.value == 0 and figures_by_name.value == pytest.approx(LUCKY.elo[0] + EVEN.elo[0])
    assert ladder.doubling_gain(figures_by_name, 2).why == "from 50 to 200 simulations"


def test_so_many_rungs_are_climbed_as_were_asked_for(monkeypatch):
    game = load("tic-tac-toe")
    match = lambda setting, *arguments, **options: SimpleNamespace(  # noqa: E731
        **vars(EVEN), first=setting.first, second=setting.second, draws=0, seat_pairs=EVEN_SEATS
    )
    monkeypatch.setattr(ladder, "match", match)
    assert [len(ladder.climb(game, 200, rungs=rungs)[0].rows) for rungs in (0, 1, 7)] == [1, 1, 7]
    with pytest.raises(LusoryError, match="rungs: 13, expected 0 to 12"):
        ladder.climb(game, 200, rungs=13)
