"""Tests of the quantities of each game that `--settle`, paired comparisons and goals share with measurements."""

import math
import random

import pytest

from lusory.errors import GoalError, LusoryError
from lusory.games import find
from lusory.lab.compare import compare
from lusory.lab.compare.gap import PairedGames, unpaired_gap
from lusory.lab.compare.run import Match
from lusory.lab.figures import Figure
from lusory.lab.measure import measure
from lusory.lab.outcomes import Games, OutcomeSetting
from lusory.lab.quantities import ENGINE, Outcome, counted_quantities, ending_quantities, quantities, quantity
from lusory.lab.quantity_sums import figures, sum_outcomes
from lusory.lab.repair import repair
from lusory.rules import Draw, Either, Game, Line, No, Place, Square, Step, Win, empty, own
from lusory.rules.expression_text import spell


def load(name, **options):
    return find(name).build(**options)


def all_of(game):
    """Every number that the engine counts, and those of its ends."""
    known_quantities = quantities(game.players)
    words = [f"by {word}" for word in ("draw", "win")]
    ends = [spell(end) for end in game.ends]
    return [known_quantities[name] for name in ENGINE] + [quantity(word, game.players, ends) for word in words]


class TestOneMeaning:
    @pytest.mark.parametrize("name", ["susan", "serendipity", "tic-tac-toe"])
    def test_a_number_added_up_is_the_figure_of_a_measurement(self, name):
        game = load(name)
        wanted_quantities = all_of(game)
        with Games(OutcomeSetting(seed=3), 1, wanted_quantities) as games:
            tally = games.of(game).tally(0, 300)
        measurement = measure(game, games=300, seed=3, workers=1)
        for figure in figures(tally, (*ending_quantities(2), *wanted_quantities)):
            measured = measurement.figure(figure.name)
            for ours, theirs in (
                (figure.value, measured.value),
                (figure.low, measured.low),
                (figure.high, measured.high),
            ):
                assert ours == (None if theirs is None else pytest.approx(theirs, rel=1e-5)), figure.name
            assert figure.value is not None and figure.games == measured.games, figure.name

    def test_so_are_the_games_one_by_one(self):
        game = load("susan", size=3)
        wanted_quantities = all_of(game)
        with Games(OutcomeSetting(seed=3), 1, wanted_quantities) as games:
            source = games.of(game)
            outcomes, other = (
                sum_outcomes(source.take(5, 60), (*ending_quantities(2), *wanted_quantities)),
                source.tally(5, 60),
            )
        for name, total in outcomes.sums.items():
            assert total == pytest.approx(other.sums[name]) and outcomes.squares[name] == pytest.approx(
                other.squares[name]
            )
            assert outcomes.bases.get(name) == pytest.approx(other.bases.get(name)), name

    def test_and_games_between_players(self, tmp_path):
        game = load("tic-tac-toe")
        wanted_quantities = list(counted_quantities())
        with Games(OutcomeSetting("mcts:6", 2), 1, wanted_quantities) as games:
            source = games.of(game, tmp_path / "log")
            tally = source.tally(0, 14)
            assert {"drama", "choices", "turns"} <= set(source.counted_names) and "thwarted" not in source.counted_names
        measurement = measure(game, games=14, player="mcts:6", seed=2, workers=1, log=tmp_path / "log")
        for figure in figures(tally, wanted_quantities):
            measured = measurement.figure(figure.name)
            assert figure.value == (None if measured.value is None else pytest.approx(measured.value, rel=1e-5)), (
                figure.name
            )

    def test_of_games_that_were_cut_only_ratios_are_known(self):
        endless = Game(Square(3), Either(Place(), Step(own)), ends=[Win(Line(3))])
        wanted_quantities = [quantities(2)[name] for name in ENGINE]
        with Games(OutcomeSetting(limit=12), 1, wanted_quantities) as games:
            source = games.of(endless)
            outcomes, tally = source.take(0, 40), source.tally(0, 40)
        known_figures = {figure.name: figure for figure in figures(tally, wanted_quantities)}
        assert (
            0 < tally.cut < 40
            and known_figures["captures"].value is None
            and "were cut" in known_figures["captures"].why
        )
        assert known_figures["branching"].value and known_figures["turns"].value
        assert all(
            outcome.counted["captures"][1] == (not outcome.cut) and outcome.counted["branching"][1] > 0
            for outcome in outcomes
        )


class TestNames:
    def test_what_there_is_not_is_told_with_what_there_is(self):
        for name, message in (("space", "there are: first, second, draws"), ("drame", "did you mean drama"),
                           ("by repeats", "by win, by line, by draw")):  # fmt: skip
            with pytest.raises(LusoryError, match=message):
                quantity(name, 2, ["Win(Line(3))", "Draw(No(empty))"])

    @pytest.mark.parametrize(
        ("settle", "message"),
        [("thwarted", "nothing is hidden"), ("drama", "tell no values"), ("hidden bits", "no number of each game")],
    )
    def test_what_these_games_cannot_tell_is_not_made_up(self, settle, message):
        with pytest.raises(LusoryError, match=message):
            compare([load("hex"), load("hex", size=4)], settle=settle, games=50)


class TestPairedRatios:
    def test_the_interval_holds_the_truth_as_often_as_it_says(self):
        """Games of 5 to 40 plies, of which each is of a kind with 1/4 and with 1/3; both versions are as long."""
        chance, covered = random.Random(11), 0
        forced = quantities(2)["forced"]
        for _ in range(500):
            pairs = PairedGames(2, [forced])
            for _ in range(60):
                plies = chance.randint(5, 40)
                counts = (sum(chance.random() < share for _ in range(plies)) for share in (1 / 4, 1 / 3))
                first, second = (Outcome((1.0, 0.0), plies, counted={"forced": (n, plies)}) for n in counts)
                pairs.add([first], [second])
            gap = pairs.gap("forced", 1)
            assert gap.low is not None and gap.high is not None
            covered += gap.low <= 1 / 12 <= gap.high
        assert 0.925 * 500 <= covered <= 0.975 * 500

    def test_games_that_tell_nothing_count_for_nothing(self):
        drama = quantities(2)["drama"]
        pairs = PairedGames(2, [drama])
        counts = [{"drama": (0.1 * (i % 5), 1.0)} for i in range(40)]
        pairs.add([Outcome((1.0, 0.0), 9, counted=count) for count in counts], [Outcome((0.5, 0.5), 9) for _ in counts])
        assert pairs.gap("drama", 1).value is None and "no game of one version" in pairs.gap("drama", 1).why
        few = [Outcome((1.0, 0.0), 9, counted=count) for count in counts[:9]] + [Outcome((0.5, 0.5), 9)] * 31
        other = PairedGames(2, [drama])
        other.add([Outcome((1.0, 0.0), 9, counted=count) for count in counts], few)
        assert other.gap("drama", 1).low is None and "9 games of one version tell it" in other.gap("drama", 1).why
        pairs.add([Outcome((1.0, 0.0), 9)] * 40, [Outcome((1.0, 0.0), 9, counted=count) for count in counts])
        assert pairs.gap("drama", 1).value == pytest.approx(0.0)


class TestBlocks:
    def test_what_the_engine_counts_is_paired_some_games_at_once(self):
        """In susan every turn is one ply: both figures have the same difference, and nearly the same interval."""
        comparison = compare([load("susan"), load("susan", draw="slides:4")], games=4000, workers=1)
        plies, turns = comparison.gap("plies"), comparison.gap("turns")
        assert turns.how == "paired" and turns.games == plies.games == 4000
        assert turns.value == pytest.approx(plies.value)
        assert turns.low == pytest.approx(plies.low, abs=0.05) and turns.high == pytest.approx(plies.high, abs=0.05)
        for name in ("branching", "tree"):
            own_error = math.hypot(*(version.figure(name).error or 0.0 for version in comparison.versions))
            assert (comparison.gap(name).error or 1.0) < 0.9 * own_error

    def test_what_was_the_same_in_every_game_is_no_certainty(self):
        comparison = compare([load("susan"), load("susan", draw="slides:4")], games=300, workers=1)
        for name in ("captures", "forced"):
            gap = comparison.gap(name)
            assert (gap.value, gap.low, gap.why) == (0, None, "equal in every pair of games")

    def test_where_games_were_cut_only_ratios_are_told(self):
        endless = Game(Square(3), Either(Place(), Step(own)), ends=[Win(Line(3))])
        other = Game(Square(3), Either(Place(), Step(own)), ends=[Win(Line(2)), Win(Line(3))])
        with Games(OutcomeSetting(limit=12), 1) as games:
            match = Match([games.of(version) for version in (endless, other)], None, 800)
            match.play(lambda progress: None)
        assert match.gap("captures", 1).value is None and "were cut" in match.gap("captures", 1).why
        assert match.gap("branching", 1).low is not None


class TestSettle:
    def test_it_plays_for_what_the_engine_counts(self):
        """On a smaller board there is less to choose; on both it is 25 or 9 stones that fill it, less those left."""
        games = [Game(Square(n), Place(), ends=[Draw(No(empty))]) for n in (3, 4)]
        comparison = compare(games, games=200, settle="branching", workers=1)
        gap = comparison.gap("branching")
        assert (gap.how, gap.why) == ("sequence", "+3.5 in all pairs of games but 0: too few to tell")
        susan = [load("susan", size=n) for n in (3, 4)]
        comparison = compare(susan, games=2000, settle="branching", workers=1)
        assert comparison.gap("branching").settled and comparison.games < 500
        assert comparison.gap("branching").value == pytest.approx(
            comparison.versions[1].figure("branching").value - comparison.versions[0].figure("branching").value  # type: ignore[operator]
        )

    def test_it_plays_for_an_end(self):
        versions = [load("susan"), load("susan", draw="slides:4")]
        comparison = compare(versions, games=5000, settle="by quiet", workers=1)
        gap, shares = (
            comparison.gap("by quiet"),
            [version.figure("by quiet").value or 0.0 for version in comparison.versions],
        )
        assert gap.settled and gap.value == pytest.approx(shares[1] - shares[0]) and comparison.games < 1000
        assert comparison.versions[0].figure("draws").value == shares[0]

    def test_thinking_players_are_paired_by_what_they_think(self):
        comparison = compare(
            [load("tic-tac-toe"), load("tic-tac-toe", swap=True)], games=14, player="mcts:6", workers=1
        )
        assert {"drama", "uncertainty", "choices", "branching", "turns"} <= {
            gap.figure for gap in comparison.gaps if gap.how == "paired"
        }


class TestGoal:
    def test_tic_tac_toe_branches_as_it_does(self):
        """Of random games 5.5763, exactly (`lusory.testing.playout_odds`)."""
        game = load("tic-tac-toe")
        repairs = repair(game, "5.4<=branching<=5.7 by line>=80%", games=4000, workers=1, most=2)
        assert repairs.found == 0 and repairs.proof and repairs.proof.figure("by line").low >= 0.8  # type: ignore[operator]
        goal_report = repair(game, "branching>=6", games=4000, workers=1, most=0)
        assert goal_report.trials[0].fate == "misses" and goal_report.change is None

    def test_an_end_that_no_change_has_is_none(self):
        with pytest.raises(GoalError, match="by sticks is no number of each game"):
            repair(load("tic-tac-toe"), "by sticks<=5%", games=100, most=1)

    def test_another_goal_goes_on_from_the_log(self, tmp_path):
        """What was not counted for the one goal is counted for the other, and nothing is taken for it."""
        game, log = load("susan", size=3), tmp_path / "log"
        for goal in ("draws<=1%", "turns<=20", "draws<=1%", "turns<=20 captures<=1"):
            fresh, other = (repair(game, goal, games=300, workers=1, most=2, log=path) for path in (None, log))
            for ours, theirs in zip(fresh.trials, other.trials, strict=True):
                assert (ours.fate, ours.games, ours.figures) == (theirs.fate, theirs.games, theirs.figures), goal


class TestConstant:
    def test_a_figure_that_never_varied_is_compared_by_what_is_known_of_it(self):
        """10,000 games of 40 plies each: were more than log(40) / 10,000 of all games otherwise, these would not be
        alike; none is longer than 2,000 plies."""
        constant = Figure("plies", 40.0, games=10_000, unit="plies", how="equal", why="equal in every game")
        other = Figure("plies", 60.0, 59.0, 61.0, 10_000, "plies", "mean", 0.5)
        gap = unpaired_gap(constant, other, 1)
        far = math.log(40) / 10_000 * 1960
        assert gap.settled and gap.low == pytest.approx(20 - 1 - far)
        few = unpaired_gap(Figure("plies", 40.0, games=50, unit="plies", how="equal"), other, 1)
        assert few.low is not None and not few.settled, "of fifty games too little is known"

    def test_where_nothing_bounds_it_its_games_are_taken_to_differ_as_the_others_do(self):
        none = Figure("captures", 0.0, games=400, unit="pieces", how="equal", why="equal in every game")
        rare = Figure("captures", 5.0, 4.8, 5.2, 100, "pieces", "mean", 0.1)
        gap = unpaired_gap(none, rare, 1)
        assert gap.settled and gap.low == pytest.approx(5 - 0.2 - 0.1)
        assert unpaired_gap(none, none, 1).low is None and unpaired_gap(none, none, 1).why == "equal in every game"

    def test_rare_draws_against_none(self):
        from lusory.lab.intervals import wilson

        none, some_draws = (wilson(n, 10_000) for n in (0, 300))
        none_figure, rare_figure = (
            Figure("draws", i.value, i.low, i.high, 10_000, "share", i.how, i.error) for i in (none, some_draws)
        )
        gap = unpaired_gap(none_figure, rare_figure, 1)
        assert gap.settled and 0.026 < (gap.low or 0) < 0.03 < (gap.high or 0) < 0.034


class TestFrames:
    def test_everything_is_rows_and_a_data_frame_on_request(self, monkeypatch):
        import sys
        from types import SimpleNamespace

        game = load("tic-tac-toe")
        measurement = measure(game, games=50, workers=1)
        comparison = compare([game, load("tic-tac-toe", swap=True)], games=20, workers=1)
        mended = repair(game, "first<=90%", games=50, workers=1, most=1)
        assert comparison.chart("draws").to_dict()
        monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
        monkeypatch.setitem(sys.modules, "polars", None)
        for result in (
            measurement,
            measurement.table("ends"),
            measurement.curves[0],
            measurement.histograms[0],
            measurement.maps[0],
            comparison,
            mended,
        ):
            assert result.to_pandas() == result.to_dict() and isinstance(result.to_dict()[0], dict)
            with pytest.raises(LusoryError, match="polars is not installed"):
                result.to_polars()
