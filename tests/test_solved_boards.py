"""Tests of the table of solved boards that comes with lusory, and of the sentences made from it."""

import re
from pathlib import Path

import msgspec
import pytest

from lusory.lab.studies import NAMES, page, read, study
from lusory.lab.studies.line_strip import line_strip
from lusory.solve import known
from lusory.solve.forced_wins import ForcedWin, SearchedReach
from lusory.solve.known import SolvedRow, boards, solved_board, solved_rows, summary
from lusory.solve.secret_solver import LEARNT
from lusory.solve.solution import Solution
from tests.rule_values import rule_value
from tools.solved import CHANCE, having_best, line, openings, with_known_best

DATA = Path(__file__).parent.parent / "docs/studies/data"


@pytest.mark.parametrize("row", solved_rows(), ids=lambda row: row.key)
def test_rows_are_of_the_rules_as_they_are(row):
    """A rule that changes makes its rows stale: `python -m tools.solved --seconds 60 --game GAME --again`."""
    assert rule_value(row.game, **row.options).hash == row.solution.hash


def made(value=1.0, **options):
    return SolvedRow("g", options, Solution(game="g", hash="", at_least=value, at_most=value))


def test_a_row_of_sampled_strategies_says_what_they_score():
    notes = ("1,000 sampled games.", "First scores 0.4 of a point.")
    sampled = Solution(game="g", hash="", method=LEARNT, notes=notes)
    assert "| open; First scores 0.4 of a point | – | 0 |" in line(SolvedRow("g", {}, sampled))
    other = Solution(game="g", hash="", method="depth-first search", notes=notes)
    assert "| open | – | 0 |" in line(SolvedRow("g", {}, other))


def test_a_row_with_chance_says_what_first_scores():
    narrow = Solution(game="g", hash="", at_least=0.5346, at_most=0.5346 + 1e-10)
    row = SolvedRow("g", {"length": 4}, narrow, checked=CHANCE)
    assert row.is_settled and line(row).startswith("| `g -o length=4` | First scores 0.534600 | – | 0 |")
    wide = msgspec.structs.replace(narrow, at_most=0.5347)
    assert "between 0.534600 and 0.534700" in line(SolvedRow("g", {}, wide))
    assert row.outcome == "First scores 0.535 of a point with best play"


def test_an_open_row_says_the_bounds_of_the_margin():
    row = SolvedRow("g", {}, Solution(game="g", hash=""), ahead="First is ahead by at least -4 and at most 4.")
    assert "| open; First is ahead by at least -4 and at most 4 | – | 0 |" in line(row)


def test_a_row_that_is_solved_again_keeps_its_best_plies():
    again, stored = made(), having_best(made(), ("d1",))
    assert with_known_best(again, stored) == stored
    assert with_known_best(again, None) == again
    assert with_known_best(made(0.0), stored) == made(0.0)


def test_first_plies_of_hex_are_all_but_those_that_half_a_turn_maps():
    assert [cell for _, _, cell in openings(3)] == ["a1", "b1", "c1", "a2", "b2"]


def test_numbers_that_follow_one_another_are_drawn_together():
    rows = [
        made(size=4),
        made(size=8, target=3),
        made(size=8, target=4),
        made(size=8, target=5),
        made(size=8, target=7),
    ]
    assert boards(rows) == "`size=4`, `size=8, target=3` to `5` and `size=8, target=7`"
    assert boards([made(draw="a"), made(draw="b")]) == "`draw=a` and `draw=b`"
    assert boards([]) == ""
    assert boards([made()]) == "`as it is`"


def test_open_rows_are_said_to_be_open(monkeypatch):
    open_row = SolvedRow("g", {"size": 3}, Solution(game="g", hash=""))
    monkeypatch.setattr(known, "solved_rows", lambda: (made(size=2), made(0.5, size=1), open_row))
    assert summary("g") == (
        "First wins with best play at `size=2`; with best play neither side is ahead at `size=1`; open is `size=3`."
    )
    assert summary("another") == ""
    assert known.solved_board("g", size=3) is None


def test_the_study_of_serendipity_begins_with_the_exact_answer():
    row = solved_board("serendipity", size=8, target=11)
    assert row is not None and row.is_proven
    study_found = study("serendipity")
    text = page.page(study_found, read(DATA / "serendipity.json"))
    answer_text = text.partition("## The answer\n\n")[2]
    assert answer_text.startswith(
        "Yes: First wins with best play, to 11 on the full board; its proof was checked in full"
    )
    assert "## What is solved" in text


def test_the_index_of_studies_opens_with_the_exact_answer_of_susan():
    results = read(Path("docs/studies/data/susan.json"))
    assert study("susan").sentence(results).startswith("With best play neither side is ahead at `size=3`, in each of ")


def test_a_common_outcome_is_told_only_where_there_is_one():
    assert known.common_outcome("hidden-gomoku") == "Second wins with best play at `size=4, length=2, lines=1`."
    assert known.common_outcome("reversi") == "Second wins with best play at `size=4`."
    assert known.common_outcome("a game that nobody has solved") == ""


def test_an_open_row_tells_whether_a_forced_win_was_found():
    first, second = (ForcedWin(player, None, (SearchedReach(9, 0),), 1).sentence for player in (0, 1))
    won = ForcedWin(0, SearchedReach(5, 2), (), 1).sentence
    assert won == "First wins by force within 5 own turns (2 tried in a position)."
    open_row = SolvedRow("g", {}, Solution(game="g", hash=""), searched=(first, second))
    assert open_row.is_unforced and not made().is_unforced
    assert not SolvedRow("g", {}, Solution(game="g", hash=""), searched=(won, second)).is_unforced
    assert not SolvedRow("g", {}, Solution(game="g", hash=""), searched=(first,)).is_unforced


def test_rows_from_later_positions_are_rows_of_their_own(monkeypatch):
    later = SolvedRow("g", {"size": 2}, made().solution, start="a1")
    monkeypatch.setattr(known, "solved_rows", lambda: (later, made(0.5, size=2)))
    assert later.key == "g -o size=2 --start 'a1'"
    row = known.solved_board("g", size=2)
    assert row is not None and row.solution.value == "draw"


def test_the_win_of_serendipity_is_drawn_turn_by_turn():
    row = solved_board("serendipity", size=8, target=11)
    assert row is not None and row.line
    start = rule_value("serendipity", size=8, target=11).start()
    assert start.line(" ".join(row.line)).result is not None
    assert line_strip(start, row.line).count("<text x=") >= 7


@pytest.mark.parametrize("name", NAMES)
def test_what_a_study_says_to_the_designer_begins_with_the_exact_answer(name):
    results, shown = read(DATA / f"{name}.json"), study(name)
    for text in (shown.answer(results)[0], shown.sentence(results)):
        assert re.match(
            r"Yes: First wins|(On the largest boards that are solved )?([Ww]ith best play|\w+ wins with)", text
        )


def test_the_study_of_serendipity_tells_how_far_the_choice_of_sides_was_searched():
    told = study("serendipity").answer(read(DATA / "serendipity.json"))[1]
    assert told.startswith("`opening=swap`") and "8 own turns (4 tried in a position) was found" in told


def test_a_row_is_found_by_the_rules_whatever_options_say_them():
    row = known.row_of_rules(rule_value("serendipity"))
    assert row is not None and row.options == {"size": 8, "target": 11}
    assert known.row_of_rules(rule_value("serendipity", target=12)) is None
