"""Tests of the judge: the search that evaluates positions independently of the players."""

import pytest

from lusory import load
from lusory.errors import LusoryError
from lusory.lab import measure
from lusory.lab.collect.judge import strengths
from lusory.lab.collect.series import SeriesSetting, SeriesTask
from lusory.lab.figures import Figure, Measurement
from lusory.lab.report.verdict import length_and_skill


def observe_game(judge):
    game = load("tic-tac-toe")
    worker = SeriesTask(SeriesSetting.of(game, "random", judge=judge), None, game).worker()
    observed = worker.do(3)
    worker.close()
    return observed


def test_random_games_have_values_where_a_judge_says_them():
    plain, judged = observe_game(""), observe_game("mcts:40")
    assert judged.plies == plain.plies, "the judge changes no game"
    assert not plain.worth and len(judged.worth) == len(judged.half) == len(judged.plies)
    assert judged.worth != judged.half
    assert observe_game("mcts:40") == judged


def test_a_measurement_with_a_judge_says_so():
    measurement = measure(load("tic-tac-toe"), games=20, judge="mcts:40", workers=1)
    assert (
        measurement.figure("lead change").value is not None
        and measurement.figure("lead change at half").value is not None
    )
    assert any("mcts:40" in note and "mcts:20" in note for note in measurement.notes)
    players = measure(load("tic-tac-toe"), games=2, player="mcts:30", workers=1)
    assert any("mcts:30" in note and "number of simulations" in note for note in players.notes)


@pytest.mark.parametrize("judge", ["random", "mcts:5", "mcts:1s", "alphabeta:3", "x"])
def test_another_judge_is_refused(judge):
    with pytest.raises(LusoryError, match="expected mcts:N"):
        strengths(judge)


@pytest.mark.parametrize(
    ("name", "verdict", "words"),
    [
        (
            "drama",
            length_and_skill.drama,
            {0.1: "Winners are hardly ever", 0.3: "Winners come back from a l", 0.6: "Winners come back from f"},
        ),
        (
            "permanence",
            length_and_skill.permanence,
            {0.2: "What a ply gains the reply", 0.6: "Replies take", 0.9: "What a ply gains mostly"},
        ),
    ],
)
def test_a_verdict_needs_two_searches_that_agree(name, verdict, words):
    def said(*values):
        figures = tuple(
            Figure(f"{name}{rest}", value, games=9) for rest, value in zip(("", " at half"), values, strict=False)
        )
        return verdict(Measurement(game="", name="", player="mcts:100", games=9, figures=figures))

    for value, expected in words.items():
        assert said(value, value + 0.01).startswith(expected)
        assert said(value) == ""
        assert all(said(value, word) == "" for word in words if word != value)


def test_drama_and_permanence_are_measured_twice():
    measurement = measure(load("tic-tac-toe"), games=20, judge="mcts:40", workers=1)
    for name in ("drama", "permanence", "lead change"):
        full_strength, half = measurement.figure(name), measurement.figure(f"{name} at half")
        assert full_strength.value is not None and half.value is not None and full_strength.value != half.value, name


def test_the_verdict_on_the_lead_needs_two_searches_that_agree():
    def said(*values):
        names = ("lead change", "lead change at half")
        figures = tuple(Figure(name, value, games=9) for name, value in zip(names, values, strict=False))
        return length_and_skill.lead(Measurement(game="", name="", player="mcts:100", games=9, figures=figures))

    assert said(0.2) == "" and said(0.2, 0.02) == ""
    assert said(0.2, 0.25).startswith("The lead changes often")
    assert said(0.0, 0.0).startswith("Who leads first stays in the lead")
