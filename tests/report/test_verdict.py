"""Tests of the verdict's sentences on synthetic figures."""

import random

import msgspec
import pytest

from lusory.lab.figures import Figure, FigureTable, Histogram, Measurement, TableRow
from lusory.lab.report import numbers, verdict
from lusory.lab.report.verdict import ends, length_and_skill, openings, players, seats
from tests.report.synthetic_measurements import full_measurement, near

BARE = Measurement(game="", name="with_figures up", player="random", games=1000)


def with_figures(*figures: Figure, **more) -> Measurement:
    return msgspec.structs.replace(BARE, figures=figures, **more)


def plain_spaces(text: str) -> str:
    return text.replace(numbers.SPACE, " ")


def result(first: float, second: float, half_width: float = 0.009, games: int = 9000) -> Measurement:
    draws = 1 - first - second
    return with_figures(
        near("first", first, half_width, games),
        near("second", second, half_width, games),
        near("draws", draws, half_width, games),
        near("score", first + draws / 2, half_width, games, "points"),
    )


@pytest.mark.parametrize(
    ("first", "second", "half_width", "expected"),
    [
        (0.482, 0.518, 0.009, "Second wins slightly more: 51.8 % ± 0.9."),
        (0.55, 0.45, 0.01, "First wins more: 55.0 % ± 1.0."),
        (0.65, 0.35, 0.01, "First wins clearly more: 65.0 % ± 1.0."),
        (0.85, 0.15, 0.01, "First wins far more: 85.0 % ± 1.0."),
        (0.40, 0.30, 0.01, "First wins more: 40.0 % ± 1.0, against 30.0 % ± 1.0."),
        (0.35, 0.10, 0.01,
         "First does clearly better, though most games are draws: First wins 35.0 % ± 1.0, Second 10.0 % ± 1.0."),
        (0.505, 0.495, 0.01, "Neither seat is better by much: First scores 50.5 % ± 1.0."),
    ],
)  # fmt: skip
def test_who_wins(first, second, half_width, expected):
    assert plain_spaces(seats.who_wins(result(first, second, half_width))) == expected


def test_who_wins_is_not_told_before_it_is_settled():
    text = plain_spaces(seats.who_wins(result(0.52, 0.48, 0.03, 1000)))
    assert text.startswith("Too few games to tell who is ahead (First scores 52 % ± 3): 3,600 more would settle it")


def test_where_the_gap_is_tiny_only_fairness_can_be_settled():
    text = plain_spaces(seats.who_wins(result(0.5001, 0.4999, 0.03, 1000)))
    assert text.startswith("Too few games to tell whether the seats are even") and "3,600 more would tell" in text


def test_an_open_question_is_settled_by_as_many_games_as_are_said():
    """Series of the number of games that `games_needed` gives settle the question four times in five, if the true score
    is the one observed."""
    error = 0.03 / 1.96
    more = seats.games_needed(near("score", 0.52, 0.03, 1000), 0.02)
    error *= (1000 / (1000 + more)) ** 0.5
    rng = random.Random(1)
    settled = sum(rng.gauss(0.52, error) - 1.96 * error > 0.5 for _ in range(4000)) / 4000
    assert settled == pytest.approx(0.8, abs=0.03)


def test_a_game_that_one_seat_always_wins():
    won = Figure("first", 1.0, 0.996, 1.0, 1000, "share")
    lost = Figure("second", 0.0, 0.0, 0.004, 1000, "share")
    score = Figure("score", 1.0, 0.996, 1.0, 1000, "points")
    assert seats.who_wins(with_figures(won, lost, score)) == "First won every one of 1,000 games."


def test_three_players():
    shares = [near(f"player {i}", value, 0.02) for i, value in ((1, 0.3), (2, 0.45), (3, 0.25))]
    assert seats.who_wins(with_figures(*shares)).startswith("Second wins most: 45")
    close = [near(f"player {i}", value, 0.2) for i, value in ((1, 0.3), (2, 0.45), (3, 0.25))]
    assert seats.who_wins(with_figures(*close)).startswith("Too few games to tell who wins most")


def test_no_figures_no_claims():
    assert (
        seats.who_wins(BARE)
        == seats.draws(BARE)
        == ends.end_sentence(BARE)
        == length_and_skill.length(BARE)
        == length_and_skill.skill(BARE)
        == ""
    )
    assert "too few games" in seats.who_wins(with_figures(Figure("score", 1.0, games=1)))


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        (near("draws", 0.153, 0.022), "One game in seven is a draw: 15.3 % ± 2.2."),
        (Figure("draws", 0.0, 0.0, 0.004, 900, "share"), "No game of 900 was a draw, so fewer than 0.4 % are."),
        (Figure("draws", 1.0, 0.99, 1.0, 900, "share"), "Every game was a draw."),
    ],
)
def test_draws(figure, expected):
    assert plain_spaces(seats.draws(with_figures(figure))) == expected


def test_ends_are_told_in_the_words_of_the_rules_and_those_that_never_came_are_named():
    measurement = full_measurement("susan", 2, size=3)
    label = "Draw(Quiet(6, without='placement'))"
    rows = (
        TableRow(label, (near("share", 1 / 6, 0.01),)),
        TableRow("Win(Enclosed(enemy, unit='cell'))", (near("share", 5 / 6, 0.01),)),
    )
    table = FigureTable("ends", ("share",), rows)
    measurement = msgspec.structs.replace(measurement, tables=(table,), games=600)
    text = ends.end_sentence(measurement)
    assert "One game in six (16.7" in text and "six slides in a row" in text
    assert "83.3" in text and "end like this" in text
    assert text.index("Four games in five") < text.index("One game in six")
    assert ends.never(measurement) == "End 1 of the rules never came about in 600 games."


def test_length_has_a_tail():
    bars = Histogram("plies", tuple(range(0, 120)), tuple(1 for _ in range(120)), 1.0, "plies")
    text = plain_spaces(
        length_and_skill.length(with_figures(near("plies", 61.0, 2.0, unit="plies"), histograms=(bars,)))
    )
    assert text == "Games are long: 61.0 plies ± 2.0 on average; one game in ten has 108 or more."
    equal = Figure("plies", 9.0, games=50, unit="plies", how="equal", why="equal in every game")
    assert length_and_skill.length(with_figures(equal)) == "Every one of 50 games had 9 plies."
    assert "short" in length_and_skill.length(with_figures(near("plies", 9.0, 1.0, unit="plies")))


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({5: 9, 6: 9, 7: 26, 8: 20, 9: 36}, ""),
        ({8: 80, 9: 13, 12: 7}, "; one game in 14 has 12 or more"),
        ({8: 85, 9: 1, 10: 14}, "; one game in seven has 10 or more"),
    ],
)
def test_the_tail_of_lumpy_lengths_is_told_as_it_is(counts, expected):
    bars = Histogram("plies", tuple(map(float, counts)), tuple(counts.values()), 1.0, "plies")
    assert length_and_skill.long_games(with_figures(histograms=(bars,))) == expected


def openings_of(*scores: Figure) -> str:
    rows = tuple(TableRow(f"c{i}", (near("share", 0.1), score)) for i, score in enumerate(scores))
    measurement = with_figures(tables=(FigureTable("openings", ("share", "score"), rows),))
    assert openings.settled_openings(measurement) == "", "first plies of random players say nothing"
    return openings.settled_openings(msgspec.structs.replace(measurement, player="mcts:100"))


def test_openings_are_counted_by_what_is_settled():
    text = openings_of(near("score", 0.7), near("score", 0.3), near("score", 0.5, 0.01), near("score", 0.52, 0.3))
    for part in ("one favours the first", "one favours the second", "one is fair", "one has too few games"):
        assert part in text


def test_many_openings_need_wider_intervals():
    """An opening that would be settled by itself is not settled as one of a hundred."""
    edge = near("score", 0.53, 0.028)
    assert "favours the first" in openings_of(edge)
    assert "the first player" not in openings_of(*[edge] * 100)


TWICE = "by two searches, one of twice the simulations."


def lead_of(figure: Figure) -> str:
    """The sentence about lead changes where the second search found the same figure."""
    return length_and_skill.lead(with_figures(figure, msgspec.structs.replace(figure, name="lead change at half")))


def test_skill_and_lead():
    rungs = Figure("ladder rungs", 5.0, games=100)
    assert length_and_skill.skill(with_figures(rungs)).startswith("Skill counts for much: five doublings")
    assert length_and_skill.skill(with_figures(Figure("ladder rungs", 0.0, games=100))).startswith(
        "Too few games to tell"
    )
    assert lead_of(near("lead change", 0.25)) == "The lead changes often: about once in four plies, " + TWICE
    assert lead_of(near("lead change", 0.01, 0.001)) == "The lead changes seldom: about once in 100 plies, " + TWICE


def ladder(*scores: Figure) -> Measurement:
    """A measurement with a ladder of these rungs."""
    rows = tuple(TableRow(f"rung {i}", (score,)) for i, score in enumerate(scores))
    paid = sum((score.low or 0) > 0.5 for score in scores)
    return with_figures(
        Figure("ladder rungs", float(paid), games=100), tables=(FigureTable("ladder", ("score",), rows),)
    )


def test_a_ladder_claims_no_more_than_its_intervals():
    assert length_and_skill.skill(ladder(near("score", 0.5, 0.03))).startswith("More search wins no more often")
    assert length_and_skill.skill(ladder(near("score", 0.55, 0.2))).startswith(
        "Too few games to tell whether more search"
    )
    text = length_and_skill.skill(ladder(near("score", 0.7, 0.1), near("score", 0.55, 0.2)))
    assert text.endswith("of two tried wins clearly; of the last there are too few games to tell.")
    assert "too few" not in length_and_skill.skill(ladder(near("score", 0.7, 0.1), near("score", 0.5, 0.03)))


def test_a_lead_that_always_changes():
    assert lead_of(near("lead change", 0.97, 0.01)) == "The lead changes at nearly every ply, " + TWICE
    assert lead_of(near("lead change", 0.5)) == "The lead changes often: about once in two plies, " + TWICE


def test_players_and_cut_games():
    assert "random" in players.who_played(BARE)
    assert players.cut(BARE) == ""
    assert "lean towards short games" in players.cut(msgspec.structs.replace(BARE, cut=100))
    assert "lean" not in players.cut(msgspec.structs.replace(BARE, cut=1))
    text = players.cut(msgspec.structs.replace(BARE, games=120, cut=60))
    assert text.startswith("60 games of 120 were cut as too long and count for no result or length;"), text


@pytest.mark.parametrize(
    ("who", "sentence", "line"),
    [
        ({"player": "mcts:20"}, "Both players were mcts:20; others", "by mcts:20"),
        ({"player": "mcts:20", "second": "mirror"}, "First was mcts:20, Second mirror; others", "by mcts:20 against"),
        ({"player": "mcts:20", "second": "random"}, "First was mcts:20, Second random; random plies", "by mcts:20 ag"),
        ({"player": "records"}, "These are stored games; who played them is not in them.", "from records"),
        ({"player": "records", "recorded": ("Ada", "mcts:9")}, "These are stored games of Ada and mcts:9; ",
         "from records, by Ada and mcts:9"),
        ({"player": "records", "recorded": tuple("abcde")}, "These are stored games of 5 players", "from records"),
        ({"player": "records", "recorded": ("random",)}, "These are stored games of random players", "from records"),
    ],
)  # fmt: skip
def test_who_played_is_told(who, sentence, line):
    measurement = msgspec.structs.replace(BARE, **who)
    assert players.who_played(measurement).startswith(sentence)
    assert players.people(measurement).startswith(line)


def test_one_and_three_who_search():
    alone = with_figures(near("player 1", 0.5), player="mcts:5")
    assert players.who_played(alone).startswith("The player was mcts:5; ")
    three = with_figures(*(near(f"player {i}", 0.3) for i in (1, 2, 3)), player="mcts:5")
    assert players.who_played(three).startswith("All three players were mcts:5; ")


def test_of_games_for_one_it_is_told_how_often_they_are_won():
    won = Figure("player 1", 0.006, 0.002, 0.016, 500, "share", "wilson")
    lost = Figure("lost", 0.994, 0.984, 0.998, 500, "share", "wilson")
    draws = Figure("draws", 0.0, 0.0, 0.008, 500, "share", "wilson")
    measurement = with_figures(won, lost, draws)
    assert plain_spaces(seats.who_wins(measurement)) == "Of 500 games 0.6 % (0.2 to 1.6) are won."
    assert seats.draws(measurement) == ""
    none = msgspec.structs.replace(won, value=0.0, low=0.0, high=0.008)
    assert plain_spaces(seats.who_wins(with_figures(none, lost))) == "No game of 500 was won, so fewer than 0.8 % are."
    some = with_figures(won, msgspec.structs.replace(lost, value=0.5, low=0.45, high=0.55))
    assert plain_spaces(seats.who_wins(some)).endswith("are won, and 50 % ± 5 are lost.")


def test_the_winner_comes_first():
    text = verdict.sentences(full_measurement())
    assert "First wins" in text[0] and "random" in text[-1]


def race_of(player: str, **options) -> Measurement:
    """A game of dice between these players, with figures and first plies."""
    rows = tuple(TableRow(f"d{i}", (near("share", 0.1), near("score", 0.9, 0.01))) for i in range(4))
    return msgspec.structs.replace(
        full_measurement("race", 2),
        player=player,
        figures=(near("branching", 3.5, unit="plies"), near("forced", 0.5)),
        tables=(FigureTable("openings", ("share", "score"), rows),),
        **options,
    )


def test_dice_are_no_choices_of_the_players():
    by_engine, searched = race_of("random"), race_of("mcts:5")
    for measured in (by_engine, searched):
        assert "3.5" in plain_spaces(length_and_skill.choices(measured)) and length_and_skill.forced_sentence(measured)
    assert openings.settled_openings(searched) == "", "dice chose them"
    assert length_and_skill.choices(with_figures(near("branching", 1.0, 0.0))).startswith("There is no choice")
    assert length_and_skill.forced_sentence(with_figures(near("forced", 1.0, 0.0))) == ""
