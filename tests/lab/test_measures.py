"""Tests of each measure on hand-computed games, and on games whose random play has exact odds."""

import math
import os
import random
from typing import Any

import msgspec
import pytest

from benchmarks import coverage
from lusory import load
from lusory.errors import LusoryError
from lusory.lab import measure, sample_games
from lusory.lab.collect import Collected, Observed, ResultCounts
from lusory.lab.collect.equivalent_plies import symmetries
from lusory.lab.context import game_context, positions_by_depth
from lusory.lab.measures import choose_measures, collect, curves, hidden_information, lead, length, names, seats, tables
from lusory.players.player import spread
from lusory.rules import (
    BySide,
    Connected,
    Count,
    Draw,
    Edges,
    Game,
    Hexagon,
    Loss,
    Most,
    No,
    Place,
    Square,
    Win,
    empty,
    own,
)
from lusory.testing.playout_odds import law

EXPERIMENTS = int(os.environ.get("LUSORY_EXPERIMENTS", "40"))
"""How often a game is measured to see what its intervals hold; 4,000 make it sure (LUSORY_EXPERIMENTS=4000, some
minutes)."""


def game(advantages=(), values=(1.0, 0.0), **rest):
    """A game in which the players told these advantages of the first, None where one told nothing."""
    plies = ("a",) * max(4, len(advantages))
    worth = tuple(None if a is None else (a + 1) / 2 for a in advantages)
    fields = {"number": 0, "movers": (0, 1) * 2, "choices": (4, 3, 2, 1), "by": "x", "turns": 4, **rest}
    return Observed(plies=plies, values=values, worth=worth, **fields)


@pytest.mark.parametrize(("values", "shares"), [((0.0,), (0, 1, 0)), ((0.5,), (0, 0, 1)), ((1.0,), (1, 0, 0))])
def test_a_game_for_one_is_won_or_lost_or_drawn(values, shares):
    collected = Collected(players=1)
    collected.add(game(values=values, movers=(0,) * 4))
    alone = game_context(Game(Square(2), Place(), players=1))
    of_seats: Any = seats.players(collected, alone)
    drawn: Any = seats.draws(collected, alone)
    assert tuple(figure.value for figure in (*of_seats, drawn)) == shares


@pytest.mark.parametrize("player", ["random", "mcts:1"])
def test_lost_games_for_one_are_no_draws(player):
    alone = Game(Square(2), Place(), ends=[Loss(No(empty))], players=1)
    measured = measure(alone, games=4, player=player, workers=1)
    assert measured.figure("lost").value == 1 and measured.figure("draws").value == 0
    table = measured.table("ends")
    assert table.columns == ("share", "won", "lost", "draws")
    assert [figure.value for figure in table.rows[0].figures] == [1, 0, 1, 0]


def test_a_roll_of_dice_is_no_choice():
    rolled = game(movers=(-1, 0, -1, 1), choices=(6, 1, 6, 3))
    assert (length.branching(rolled), length.forced(rolled)) == ((4.0, 2.0), (1.0, 2.0))
    assert list(curves.branching(rolled)) == [(1, 1.0), (3, 3.0)]
    assert list(curves.forced(rolled)) == [
        (1, 1.0),
        (3, 0.0),
    ]
    counted, watched = (measure(load("race"), games=300, workers=1, opening=opening) for opening in (0, 500))
    assert counted.figure("branching").value == pytest.approx(watched.figure("branching").value, rel=0.05)


class TestTheCourseOfAGame:
    def test_drama(self):
        assert lead.drama(game((0.2, -0.25, 0.5, -0.81))) == pytest.approx((0.5 + 0.9) / 2)
        assert lead.drama(game((0.2, -0.25, 0.5, -0.81), (0.0, 1.0))) == pytest.approx((0.2**0.5 + 0.5**0.5) / 2)
        assert lead.drama(game((0.2, 0.3))) == 0
        assert lead.drama(game((0.2, -0.3), (0.5, 0.5))) is None
        assert lead.drama(game()) is None

    def test_lead_change(self):
        """Averaged in pairs of plies of different players: 0.2, -0.2, -0.4, 0.1, of which nobody leads by less than
        0.05."""
        six = game((0.3, 0.1, -0.5, -0.3, 0.5), movers=(0, 1, 0, 1, 0))
        assert lead.lead_change(six) == pytest.approx(2 / 3)
        even = game((0.3, 0.1, -0.1, 0.14, -0.5), movers=(0, 1, 0, 1, 0))
        assert lead.lead_change(even) == pytest.approx(1 / 3)
        assert lead.lead_change(game((0.2,))) is None

    def test_whose_turn_it_is_changes_no_lead(self):
        """A search that gives 0.07 to who is to move, in a game that stays as it is."""
        alternating = tuple(0.05 + (0.07 if i % 2 else -0.07) for i in range(20))
        movers = (0, 1) * 10
        assert lead.lead_change(game(alternating, movers=movers)) == 0
        rising: Any = lead.permanence(game(tuple(a + i / 10 for i, a in enumerate(alternating)), movers=movers))
        assert rising[0] > 0
        game_of_both = game((0.3, 0.1, 0.2), half=(0.9, 0.2, 0.8))
        assert lead.lead_change(game_of_both) == lead.lead_change_at_half(game_of_both) == 0
        assert lead.lead_change_at_half(game((0.3, 0.1, 0.2))) is None
        game_of_both = game((0.2, -0.25, 0.5, -0.81), half=(0.6, 0.5, 0.5, 0.32))
        assert lead.drama_at_half(game_of_both) == pytest.approx(0.6) and lead.drama_at_half(game((0.2,))) is None
        assert lead.permanence_at_half(game_of_both) == lead.permanence(game((0.2, 0.0, 0.0, -0.36)))

    def test_uncertainty(self):
        assert lead.uncertainty(game((0.0, 0.5, -0.5, 1.0))) == pytest.approx(0.5)
        assert lead.uncertainty(game((0.0, None, 0.0))) == 1

    def test_killer_moves(self):
        assert lead.killer_moves(game((0.1, 0.4, -0.5, -0.4))) == pytest.approx(0.9)

    def test_permanence(self):
        """In pairs 0, 0.6, 0.4, 0.1. Steps 0.6, -0.2, -0.3: of 0.6 the next takes 0.2 back, of 0.2 nothing."""
        five = game((-0.3, 0.3, 0.9, -0.1, 0.3), movers=(0, 1, 0, 1, 0))
        assert lead.permanence(five) == pytest.approx((0.6, 0.8))
        assert lead.permanence(game((0.3, 0.3, 0.3))) is None

    def test_when_a_game_is_decided(self):
        """Behind before ply 2 of 4 for the last time; ahead ever after."""
        assert lead.decided_after(game((0.2, -0.3, 0.1, 0.4))) == 0.5
        assert lead.decided_after(game((0.2, 0.3))) == 0 and lead.decided_after(game((0.2, -0.3), (0.5, 0.5))) is None
        assert lead.decided_after(game((0.2, -0.3, 0.1, 0.4), (0.0, 1.0))) == 1

    def test_the_largest_lead_that_was_lost(self):
        assert lead.decisive_lead(game((0.2, -0.3, 0.1, -0.6))) == pytest.approx(0.6)
        assert lead.decisive_lead(game((0.2, 0.3))) == 0 and lead.decisive_lead(game()) is None

    def test_of_three_players_nothing_is_told(self):
        game_of_three = game((0.2, -0.2), (1.0, 0.0, 0.0), movers=(0, 1, 2, 0))
        assert (
            lead.drama(game_of_three) is None
            and list(curves.value(game_of_three)) == []
            and sample_games.leads_after_plies(game_of_three) == ()
        )
        assert [ply for ply, _ in curves.value(game((0.2, -0.2)))] == [0, 1]
        collected = Collected(players=3)
        collect(collected, game_of_three, choose_measures(("drama", "value")))
        for each_measure in choose_measures(("drama", "value")):
            figure: Any = each_measure.read(collected, game_context(load("tic-tac-toe")))
            assert figure.why == "it is about games of two"


class TestWhatThereIsToChoose:
    def test_branching_forced_tree(self):
        played = game()
        assert (length.branching(played), length.forced(played)) == ((10, 4), (1, 4))
        assert length.tree(played) == pytest.approx(math.log2(24))

    def test_choices(self):
        assert length.choices(game(weighed=(2.0, None, 3.0, 1.0))) == (6.0, 3.0)
        assert length.choices(game()) is None

    def test_clarity(self):
        assert length.clarity(game(spread=(0.1, None, 0.3))) == pytest.approx((0.4, 2.0))
        assert length.clarity(game()) is None
        assert spread([(10, 0.2), (8, 0.6), (7, 0.9), (0, 0.0)]) == pytest.approx(0.2)
        assert spread([(10, 0.2), (7, 0.6)]) is None
        measurement: Any = measure(load("tic-tac-toe"), games=20, player="mcts:200", workers=1).figure("clarity")
        assert 0 < measurement.value < 0.5

    def test_last_mover(self):
        assert length.last_mover(game(movers=(0, 1, 0, 1))) == (0.0, 1.0)
        assert length.last_mover(game(movers=(0, 1, 0, -1))) == (1.0, 1.0)
        assert length.last_mover(game(values=(0.5, 0.5))) is None

    def test_odd_lengths(self):
        collected = Collected(players=2)
        collected.plies.often = [0, 3, 1, 0, 5]
        parities: Any = length.odd_lengths(collected, game_context(load("tic-tac-toe")))
        assert parities.value == pytest.approx(3 / 9) and parities.low < 3 / 9 < parities.high
        assert measure(load("hex"), games=500, workers=1, figures=["odd lengths"]).figure("odd lengths").games == 500

    def test_opening_values_join_what_is_alike(self):
        collected, context = Collected(players=2), game_context(load("tic-tac-toe"))
        for first, worth in (("a1", 0.5), ("c3", 0.7), ("b2", 0.9), ("b2", None)):
            played = msgspec.structs.replace(game(), plies=(first, "x", "y", "z"), worth=(0.5, worth, 0.5, 0.5))
            collect(collected, played, choose_measures(("opening values",)))
        figure: Any = tables.opening_values(collected, context)
        rows = {row.label: row.figures for row in figure.rows}
        assert rows["a1 ×4"][1].value == pytest.approx(0.6) and rows["a1 ×4"][0].value == 2
        assert rows["b2"][1].value == pytest.approx(0.9) and len(rows) == 2
        other = Collected(players=2)
        other.merge(collected)
        assert tables.opening_values(other, context) == figure
        nothing: Any = tables.opening_values(Collected(players=2), context)
        assert "mcts" in nothing.why

    def test_positions_by_depth(self):
        """Of tic-tac-toe as everybody counts them: after n plies, ⌈n/2⌉ crosses and ⌊n/2⌋ noughts."""
        assert positions_by_depth(load("tic-tac-toe"))[:6] == (1, 9, 72, 252, 756, 1260)
        assert positions_by_depth(load("susan"))[:2] == (1, 61)
        game_of_two = Game(Square(2), Place(), ends=[Draw(No(empty))])
        assert positions_by_depth(game_of_two) == (1, 4, 12, 12, 6)
        curve: Any = curves.positions(Collected(players=2), game_context(game_of_two))
        assert [point.value for point in curve.points] == [1, 4, 12, 12, 6]

    def test_captures(self):
        assert length.captures(game(captures=(0, 2, 0, 1))) == 3

    def test_coverage(self):
        assert length.coverage(game(targets=(0, 2, -1, 2), final=(1, -1, 2, -1))) == 0.5
        assert length.coverage(game()) is None

    def test_median_and_spread_of_lengths(self):
        """Of 100 games of 1 to 100 plies; the bounds of the median hold it 95 times in 100."""
        median: Any
        spread: Any
        figure: Any
        collected, context = Collected(players=2), game_context(load("tic-tac-toe"))
        collected.plies.often = [0] + [1] * 100
        median, spread = length.median_plies(collected, context), length.spread_of_plies(collected, context)
        assert (median.value, spread.value) == (50, 80)
        assert 38 <= median.low <= 41 and 60 <= median.high <= 63
        rng, covered = random.Random(1), 0
        for _ in range(400):
            collected.plies.often = [0] * 101
            for _ in range(30):
                collected.plies.often[rng.randint(1, 100)] += 1
            figure = length.median_plies(collected, context)
            covered += figure.low <= 50.5 <= figure.high
        assert covered / 400 >= 0.94

    def test_secrets(self):
        assert hidden_information.thwarted(game(hidden=True, failed=1)) == (1.0, 4.0)
        assert hidden_information.thwarted(game()) is None
        assert hidden_information.hidden_bits(game(bits=(1.0, None, 3.0, None))) == (4.0, 2.0)


class TestCutGames:
    """Of a game that was cut nobody knows what it would have come to."""

    def test_those_that_are_watched(self):
        collected, context = Collected(players=2), game_context(load("tic-tac-toe"))
        cut_game = game(values=(), cut=True, by="", captures=(9, 9, 9, 9))
        collect(collected, cut_game, choose_measures(()))
        figures = {f.name: f for f in coverage.figures(collected, context, choose_measures(()))}
        for name in ("tree", "captures", "refinement", "space"):
            assert figures[name].value is None and figures[name].games == 0, figures[name]
        assert figures["tree"].why == "no game ended by the rules"
        for _ in range(10):
            collect(collected, game(captures=(0, 2, 0, 1)), choose_measures(()))
        figures = {f.name: f for f in coverage.figures(collected, context, choose_measures(()))}
        assert (figures["captures"].value, figures["captures"].games) == (3, 10)
        assert figures["tree"].value == pytest.approx(math.log10(24))
        assert figures["branching"].games == 11, "plies are plies, also of a game that was cut"
        assert figures["refinement"].value is None and figures["refinement"].why.startswith("games were cut")

    def test_those_that_the_engine_counts(self):
        measurement = measure(load("tic-tac-toe"), games=2000, limit=7, workers=1)
        assert measurement.cut > 100
        for name in ("tree", "captures"):
            assert measurement.figure(name).games < 40, "only of those that were watched, and ended"


class TestTheTruth:
    def test_of_tic_tac_toe(self):
        truths = coverage.truths(law(load("tic-tac-toe")))
        shares = [truths[name].value for name in ("first", "second", "draws")]
        assert shares == pytest.approx([0.5849, 0.2881, 0.1270], abs=5e-5)

    def test_random_play_is_found_as_it_is(self):
        rules = load("tic-tac-toe")
        measurement, truth = measure(rules, games=40_000, seed=5, workers=1), coverage.truths(law(rules))
        for figure in measurement.figures:
            if figure.name in truth and figure.value is not None and figure.error is not None:
                away = abs(figure.value - truth[figure.name].value)
                assert away <= 4.5 * figure.error + 1e-6 * abs(figure.value), figure

    def test_games_that_are_watched_come_to_the_same(self):
        rules = load("tic-tac-toe")
        slow = Collected(players=2)
        from lusory.lab.collect.series import SeriesSetting, SeriesWorker

        worker = SeriesWorker(SeriesSetting.of(rules, "random", seed=3), rules)
        for number in range(600):
            collect(slow, worker.do(number), choose_measures(()))
        truth, context = coverage.truths(law(rules)), game_context(rules)
        figures = {
            f.name: f for f in coverage.figures(slow, context, [m for m in choose_measures(()) if m.kind == "figure"])
        }
        for name in ("first", "draws", "plies", "branching", "forced", "tree", "refinement", "duration"):
            figure = figures[name]
            assert figure.value is not None and figure.error is not None
            assert abs(figure.value - truth[name].value) <= 4.5 * figure.error, figure

    @pytest.mark.parametrize("rules", [coverage.fixed_length_game(), coverage.won_game()], ids=lambda rules: rules.name)
    def test_what_leaves_no_chance_is_found_each_time(self, rules):
        truth = coverage.truths(law(rules))
        measurement = measure(rules, games=50, workers=1)
        for name, true_value in truth.items():
            figure = measurement.figure(name)
            if true_value.sure and figure.low is not None and figure.high is not None:
                assert figure.low - 1e-9 <= true_value.value <= figure.high + 1e-9, figure

    def test_what_was_equal_says_so_and_has_no_interval(self):
        measurement = measure(coverage.fixed_length_game(), games=50, workers=1)
        for name in ("plies", "branching", "tree", "refinement", "duration", "captures"):
            figure = measurement.figure(name)
            assert figure.value is not None and figure.low is None and figure.why == "equal in every game", figure

    def test_a_coin_falls_both_ways(self):
        measurement = measure(coverage.coin(), games=4000, seed=1, workers=1)
        first = measurement.figure("first")
        assert first.value is not None and first.error is not None and abs(first.value - 0.5) < 4.5 * first.error
        assert measurement.figure("plies").value == 2
        assert {row.label for row in measurement.table("ends").rows} == {"Win(own & At('a1'))", "Loss(own & At('b1'))"}

    def test_openings_are_joined_by_the_symmetries_that_the_rules_respect(self):
        rows = measure(load("tic-tac-toe"), games=2000, workers=1).table("openings").rows
        assert sorted(row.label for row in rows) == ["a1 ×4", "b1 ×4", "b2"]
        rows = measure(load("hex", size=3), games=2000, workers=1).table("openings").rows
        assert sum(int(row.label.partition("×")[2] or 1) for row in rows) == 9
        assert len(rows) == 5, "hex respects the half turn alone"
        rows = measure(load("connect-four"), games=500, workers=1).table("openings").rows
        assert len(rows) == 4, "gravity respects the mirror alone"

    def test_no_symmetry_is_taken_for_granted_that_a_rare_end_breaks(self):
        """Random games seldom link two edges of a hexagon: those of a few games agree with mirrors that exchange the
        edges of different players. Ends that a proof covers need not come in any game."""
        links = BySide(Edges("top bottom"), Edges("top-left bottom-right"), Edges("top-right bottom-left"))
        linked = Game(
            board=Hexagon(5), players=3, turn=Place(), ends=[Win(Connected(own, links)), Most(Count(own), No(empty))]
        )
        assert len(symmetries(linked)) == 2, "the identity and the half turn"
        assert len(symmetries(load("hex", size=5))) == 2 and len(symmetries(load("y", size=6))) == 6

    def test_some_experiments_cover_as_promised(self):
        """All of them: python -m benchmarks.coverage."""
        covered = coverage.of_game(load("tic-tac-toe"), 60, 200)
        shares = [count.share for count in covered.values() if not count.truth.sure]
        assert len(shares) > 12 and sum(shares) / len(shares) > 0.9
        assert all(count.held == count.found for count in covered.values() if count.truth.sure)

    def test_no_interval_fails_what_it_promises(self):
        """So many experiments that each figure covers the truth in 93 to 97 %, corrected for the number of figures."""
        counts = [count for _, _, count in coverage.run(EXPERIMENTS) if not count.truth.sure]
        assert [count for count in counts if coverage.fails(count, len(counts))] == []


class TestFairOpenings:
    def test_what_is_not_known_is_not_fair(self):
        context = game_context(coverage.fixed_length_game())
        collected = Collected(players=2)

        def play(ply, games):
            for number in range(games):
                values = (1.0, 0.0) if number % 2 else (0.0, 1.0)
                collected.openings.setdefault(ply, ResultCounts()).add(values)

        def told() -> Any:
            return choose_measures(("fair openings",))[0].read(collected, context)

        play("x", 2)
        play("y", 40)
        assert (told().value, told().why) == (0, "2 of 2 have too few games to tell")
        play("z", 20_000)
        assert (told().value, told().why) == (1, "2 of 3 have too few games to tell")


class TestNames:
    def test_a_measure_that_there_is_not(self):
        with pytest.raises(LusoryError, match="dramas: no such measure; did you mean drama"):
            choose_measures(["dramas"])

    def test_each_says_what_it_is(self):
        for each_measure in choose_measures(()):
            assert len(each_measure.about) > 20 and each_measure.kind in (
                "figure",
                "table",
                "curve",
                "histogram",
                "map",
            ), each_measure.name
        assert len(names()) == len(set(names()))
