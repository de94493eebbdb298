"""Tests of repair: goals, changes of options and words, the race, the proof."""

import json
import random
from itertools import accumulate
from typing import Any

import msgspec
import pytest

from lusory.cli.repair import fresh_games
from lusory.errors import GoalError, LusoryError, PlayerFault, RecordError
from lusory.games import find
from lusory.lab import betting
from lusory.lab.confidence_sequence import looks
from lusory.lab.figures import Figure, Measurement
from lusory.lab.outcomes import Games, OutcomeSetting
from lusory.lab.quantities import quantities
from lusory.lab.quantity_sums import Tally
from lusory.lab.repair import read_goal, repair, run
from lusory.lab.repair.changes import changes, near
from lusory.lab.repair.goal import Condition
from lusory.lab.repair.log import RepairLog
from lusory.lab.repair.proof import doubt, is_open, simultaneous_bounds
from lusory.lab.repair.race import Race, Runner, counts
from lusory.lab.repair.result import Proof, promising_changes, trial
from lusory.rules import Captured, Draw, Either, Game, Line, No, Place, Quiet, Square, Step, Win, codec, empty, own
from tests.commands import SUSAN, refused


def load(name, **options):
    return find(name).build(**options)


def changes_by_name(name, most=60, **options):
    """The changes of a game by their options or their clauses."""
    definition = find(name)
    options_texts = {key: str(value) for key, value in options.items()}
    return {change.name: change for change in changes(definition.build(**options), definition, options_texts, most)}


class TestGoal:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("first<=0.52 draws<=0.1", "first <= 0.52, draws <= 0.1"),
            ("first <= 52%, draws<10% and 20<=plies<=80", "first <= 0.52, draws < 0.1, 20 <= plies <= 80"),
            ("80>=plies>20; Lead_Change > 2", "20 < plies <= 80, lead change > 2"),
            ("0.4 <= first first<=0.5", "0.4 <= first <= 0.5"),
            ("player 1 < .4", "player 1 < 0.4"),
            ("first < 0.5 first <= 0.5", "first < 0.5"),
        ],
    )
    def test_it_is_read(self, text, message):
        goal = read_goal(text)
        assert str(goal) == message and read_goal(str(goal)) == goal

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "an empty goal"),
            ("first", "character 6: nothing, expected <= < >= or >"),
            ("first<=", "character 8: nothing, expected a number"),
            ("first=0.5", "a figure is never just one number"),
            ("fist<=.5", "no figure 'fist'; did you mean first"),
            ("plies<5 xyzzy<3", "character 9: no figure 'xyzzy'; there are: first"),
            ("first<=52", "expected 0 to 1, since first is a share"),
            ("plies<=10%", "plies is no share"),
            ("first<=.5 first>=.6", "no number is so"),
            ("draws<=0", "no number of games proves"),
            ("20<=plies>=80", "expected <= again"),
            ("first<=0.5 §", "character 12"),
            ("first<0.5 " * 200, "expected at most 1000"),
        ],
    )
    def test_nonsense_is_told_with_its_place(self, text, message):
        with pytest.raises(GoalError, match=message):
            read_goal(text)

    @pytest.mark.parametrize("name", ["tic-tac-toe", "yavalath-for-three"])
    def test_every_figure_that_an_error_lists_is_accepted(self, name):
        game = load(name)
        with pytest.raises(GoalError) as refused:
            repair(game, "xyzzy<=0.5")
        *listed, by_word = str(refused.value).partition("there are: ")[2].split(", ")
        goal = read_goal(" ".join(f"{figure}<=0.5" for figure in listed))
        assert (
            by_word == "by WORD" and [quantity.name for quantity in run.numbers(goal, game.players, [game])] == listed
        )

    def test_conditions_hold_and_miss(self):
        between = Condition("plies", 20, 80, below=True)
        assert between.holds(20) and not between.holds(80) and between.miss(100) == 20 and between.miss(30) == 0
        assert between.surely(20, 79) and not between.surely(20, 80)
        assert between.hopeless(81, 90) and between.hopeless(1, 19) and not between.hopeless(10, 30)


class TestChanges:
    def test_options_are_tried_and_neighbours_cost_least(self):
        changes_found = changes_by_name("susan")
        assert {
            "size=4",
            "size=6",
            "draw=slides:5",
            "draw=slides:12",
            "draw=none",
            "draw=repeat:3",
        } <= changes_found.keys()
        assert (
            changes_found["as it is"].cost
            == 0
            < changes_found["draw=slides:5"].cost
            < changes_found["draw=slides:4"].cost
        )
        assert changes_found["draw=slides:5"].game == load("susan", draw="slides:5")
        assert [value.cost for value in changes_found.values()] == sorted(
            value.cost for value in changes_found.values()
        )

    def test_options_that_are_worked_out_are_found(self):
        assert {"target=10", "target=12"} <= changes_by_name("serendipity", 20).keys()
        changes_found = changes_by_name("serendipity", 20, target=13)
        assert {"target=12", "target=14", "target=11"} <= changes_found.keys() and "target=13" not in changes_found

    def test_a_swap_rule_by_option_and_by_words(self):
        by_option = changes_by_name("gomoku", size=7)["swap=true"]
        nameless = msgspec.structs.replace(load("gomoku", size=7), name="", about=None)
        by_words = next(change for change in changes(nameless) if "exchange sides" in change.name)
        assert by_words.game == by_option.game and by_words.cost > by_option.cost

    def test_the_swap_comes_after_the_first_own_turn(self):
        games = [change.game for change in changes(load("doppel", size=4)) if "exchange sides" in change.name]
        assert len(games) == 1 and [type(turn).__name__ for turn in games[0].opening] == ["Chance", "Place", "Either"]

    def test_draw_rules_are_changed_left_out_and_added(self):
        game = load("susan", draw="slides:6")
        ends = [change.game.ends for change in changes(game, most=1000)]
        assert game.ends[:2] in ends and (*game.ends[:2], Draw(Quiet(5, without="placement"))) in ends
        assert any(len(ends) == 4 and "Repeats" in repr(ends[3]) for ends in ends)
        placing = changes(load("gomoku", size=7), most=1000)
        assert not any("Repeats" in repr(change.game.ends) for change in placing), "nothing ever comes back there"

    def test_a_number_that_stands_in_two_places_is_one(self):
        ends = [Win(Captured(own) >= 4, at="turn"), Draw(No(empty)), Win(Captured(own) >= 4)]
        game = Game(Square(4), Either(Place(), Step(own)), ends=ends)
        costs = {repr(change.game.ends): change.cost for change in changes(game, most=1000)}
        both = repr((Win(Captured(own) >= 5, at="turn"), Draw(No(empty)), Win(Captured(own) >= 5)))
        single = repr((Win(Captured(own) >= 5, at="turn"), Draw(No(empty)), Win(Captured(own) >= 4)))
        assert costs[both] < costs[single]

    @pytest.mark.parametrize("name", ["tic-tac-toe", "susan", "hidden-gomoku", "konane"])
    def test_all_make_sense_and_none_is_there_twice(self, name):
        changes_found = changes(load(name), find(name), {}, most=40)
        assert len(changes_found) > 10 and len({change.game for change in changes_found}) == len(changes_found)
        for change in changes_found[1:]:
            assert change.differences and change.cost >= 1
            assert codec.read(codec.write(change.game)) == change.game

    def test_what_reads_as_before_is_no_change(self):
        """Every turn of tic-tac-toe is one ply: whether an end is judged after plies or turns is not told."""
        assert not any("at=" in change.name for change in changes(load("tic-tac-toe"), most=1000))

    @pytest.mark.parametrize("value", [0, 1, 5, 50])
    def test_near_numbers(self, value):
        numbers = list(near(value))
        assert value not in numbers and min(numbers) >= 0 and len(set(numbers)) == len(numbers) and value + 1 in numbers


class TestRace:
    def test_the_smallest_that_meets_the_goal_wins(self):
        """Of random games of susan, a draw by slides is the rarer the more slides it takes."""
        repairs = repair(
            load("susan", draw="slides:3"), "draws<=40%", definition=find("susan"), options={"draw": "slides:3"},
            games=4000, workers=1, most=20,
        )  # fmt: skip
        assert repairs.change and repairs.change.option == "draw=slides:5"
        by_name = {trial.name: trial for trial in repairs.trials}
        assert by_name["as it is"].fate == by_name["draw=slides:4"].fate == "misses"
        assert repairs.proof and (repairs.proof.figure("draws").high or 1) <= 0.4 and repairs.proof.seed != repairs.seed
        assert codec.read(repairs.change.value) == load("susan", draw="slides:5")

    def test_hopeless_changes_play_few_games(self):
        repairs = repair(load("gomoku", size=7), "draws<=20%", definition=find("gomoku"), games=20_000, workers=1)
        misses = [trial.games for trial in repairs.trials if trial.fate == "misses"]
        assert misses and sum(misses) / len(misses) < 2000
        assert repairs.found == 0, "plain gomoku of that size is seldom drawn"

    def test_no_change_is_an_answer(self):
        repairs = repair(load("tic-tac-toe"), "plies<=2.5", games=200, workers=1, most=5)
        assert repairs.change is None and repairs.proof is None and not repairs.proofs
        lengths = [{f.name: f.value for f in trial.figures}["plies"] or 0.0 for trial in repairs.trials]
        assert lengths[repairs.nearest] == min(lengths)

    def test_games_that_do_not_end_are_no_repair(self):
        endless = Game(Square(3), Either(Place(), Step(own)), ends=[Win(Line(3))])
        with Games(OutcomeSetting(limit=5), 1) as games:
            race = Race(changes(endless, most=0), read_goal("draws<=50%"), games, 50, RepairLog(None))
            race.run(lambda stand: None)
        assert race.runners[0].fate == "endless" and "too long" in race.runners[0].why

    def test_a_change_is_seldom_called_endless_that_is_not(self):
        """At a true share of 4 % a comparison of the plain share with 5 % would drop more than half."""
        rng, dropped = random.Random(3), 0
        with Games(OutcomeSetting(), 1) as games:
            race = Race(changes(load("tic-tac-toe"), most=0), read_goal("draws<=5%"), games, 4000, RepairLog(None))
            for _ in range(20):
                cuts = list(accumulate(rng.random() < 0.04 for _ in range(4000)))
                dropped += any(race.surely_endless(Tally(n - cuts[n - 1], cuts[n - 1])) for n in looks(4000))
            assert dropped <= 1 and race.surely_endless(Tally(3500, 500))

    def test_games_that_were_cut_count_as_what_suits_least(self):
        """Of 1,000 games 40 were cut: 5 % of those that ended were drawn, and 9 % of all may have been."""
        numbers = {"first": 480.0, "second": 432.0, "draws": 48.0, "score": 504.0, "plies": 960 * 40.0}
        tally = Tally(960, 40, numbers, numbers | {"score": 492.0, "plies": 960 * 1616.0})
        with Games(OutcomeSetting(), 1) as games:
            fates = {"draws<=8%": "open", "draws<=15%": "meets", "plies<=60": "open", "plies>=30": "meets"}
            for goal, fate in fates.items():
                race = Race(changes(load("tic-tac-toe"), most=0), read_goal(goal), games, 1000, RepairLog(None))
                race.runners[0].tally = tally
                race.judge(race.runners[0])
                assert race.runners[0].fate == fate, goal

    def test_a_few_games_alike_prove_little(self):
        sums = {"first": 50.0, "second": 0.0, "draws": 0.0, "score": 50.0, "plies": 500.0}
        squares = sums | {"plies": 5000.0}
        first = counts(Tally(50, 0, sums, squares), quantities(2)["first"], 2)
        assert first == {0.0: 0.0, 0.5: 0.0, 1.0: 50.0}
        low, high = betting.bounds(first, 0.0, 1.0, 0.05)
        assert low < 0.95 and high == 1.0
        draws = counts(Tally(10, 0, {"score": 6.0}, {"score": 5.0}), quantities(2)["score"], 2)
        assert draws == {0.0: 2.0, 0.5: 4.0, 1.0: 4.0}

    def test_lengths_that_are_all_alike_decide_what_they_can(self):
        """In 50 games of 40 plies each one of a hundred may still be far longer: the mean is not bounded by 41, but
        surely above 20, and after a million games below 41."""
        with Games(OutcomeSetting(limit=2000), 1) as games:
            race = Race(changes(load("tic-tac-toe"), most=0), read_goal("plies<=41"), games, 10_000, RepairLog(None))
            for number, goal, fate in (
                (50, "plies<=41", "open"),
                (50, "plies<=20", "misses"),
                (10**6, "plies<=41", "meets"),
            ):
                runner = Runner(race.runners[0].change)
                shares = {"first": number * 0.5, "second": number * 0.5, "draws": 0.0, "score": number * 0.5}
                sums = shares | {"plies": number * 40.0}
                runner.tally = Tally(number, 0, sums, shares | {"plies": number * 1600.0})
                race.goal = read_goal(goal)
                race.judge(runner)
                assert runner.fate == fate, (number, goal)

    def test_it_is_the_same_whoever_plays(self):
        one_worker, two_workers = (
            repair(load("tic-tac-toe"), "first<=55%", games=50, player="mcts:2", workers=n, most=2, seed=2)
            for n in (1, 2)
        )
        assert one_worker.trials == two_workers.trials and one_worker.found == two_workers.found

    @pytest.mark.parametrize(
        "message", ["no space left on device", "the process that played game 3 died, 3 times over"]
    )
    def test_a_fault_that_is_not_the_changes_ends_the_race(self, message, monkeypatch):
        """The disk is full, or workers die, after the game as it is was played."""

        def tally(source, first, count):
            raise LusoryError(message)

        with Games(OutcomeSetting(), 1) as games:
            race = Race(changes(load("tic-tac-toe"), most=1), read_goal("draws<=5%"), games, 50, RepairLog(None))
            race.play(race.runners[0], 50)
            monkeypatch.setattr("lusory.lab.outcomes.Playouts.tally", tally)
            with pytest.raises(LusoryError, match=message):
                race.play(race.runners[1], 50)
            assert race.runners[1].fate == "open"

    def test_a_log_that_cannot_be_written_ends_the_race(self):
        class Full(RepairLog):
            def add(self, rules, tally):
                raise LusoryError("log: no space left on device")

        with Games(OutcomeSetting(), 1) as games:
            race = Race(changes(load("tic-tac-toe"), most=1), read_goal("draws<=5%"), games, 50, Full(None))
            with pytest.raises(LusoryError, match="no space"):
                race.play(race.runners[1], 50)

    def test_a_change_that_players_fail_at_is_unfit(self, monkeypatch):
        def tally(source, first, count):
            raise PlayerFault("game 0: the player returned e5")

        with Games(OutcomeSetting(), 1) as games:
            race = Race(changes(load("tic-tac-toe"), most=1), read_goal("draws<=5%"), games, 50, RepairLog(None))
            monkeypatch.setattr("lusory.lab.outcomes.Playouts.tally", tally)
            race.play(race.runners[1], 50)
            assert race.runners[1].fate == "unfit" and "e5" in race.runners[1].why
            with pytest.raises(PlayerFault):
                race.play(race.runners[0], 50)

    def test_the_smallest_that_looks_like_it_is_proven_first(self):
        goal = read_goal("draws<=10%")
        [runner] = [Runner(change) for change in changes(load("tic-tac-toe"), most=0)]
        plain = trial(runner)

        def tried(*fates, most=5):
            figure = (Figure("draws", 0.05),)
            trials = tuple(msgspec.structs.replace(plain, fate=fate, figures=figure) for fate in fates)
            return promising_changes(trials, goal, most)

        assert tried("open", "misses", "meets") == [0, 2]
        assert tried(*["open"] * 7) == [0, 1, 2, 3, 4]
        assert tried(*["open"] * 7, "meets", "meets") == [0, 1, 2, 3, 7], "what meets the goal has its place"

    def test_a_failed_proof_lets_bigger_changes_race_on(self, monkeypatch):
        """Every change that met the goal first fails its proof: those that waited race on, and one of them is
        proven."""
        options: Any = {"definition": find("tic-tac-toe"), "games": 400, "workers": 1, "most": 20}
        game, goal = load("tic-tac-toe"), "draws<=5%"
        waited = {
            i: trial.games for i, trial in enumerate(repair(game, goal, **options).trials) if trial.fate == "bigger"
        }
        failed_rounds: list[list[int]] = []
        no_gap: Any = None

        def failing(race, expected, candidates, workers, unforced):
            if not failed_rounds:
                everyone = [i for i, runner in enumerate(race.runners) if runner.fate == "meets"]
                failed_rounds.append(everyone)
                return [Proof(i, False, no_gap, "not proven") for i in everyone]
            return [Proof(i, True, no_gap) for i in candidates[:1]]

        monkeypatch.setattr(run, "prove", failing)
        monkeypatch.setattr(run, "PROOFS", 50)
        repaired = repair(game, goal, **options)
        assert waited and all(repaired.trials[i].fate != "bigger" for i in waited)
        assert all(repaired.trials[i].games > games for i, games in waited.items())
        assert {repaired.trials[i].fate for i in failed_rounds[0]} == {"unproven"}

    def test_so_many_proofs_as_may_be_tried_share_the_error(self, monkeypatch):
        tests: list[int] = []

        def doubt(measurement, goal, changes):
            tests.append(changes)
            return ""

        monkeypatch.setattr(run, "doubt", doubt)
        assert repair(load("tic-tac-toe"), "draws<=50%", games=50, workers=1, most=0).found == 0
        assert tests == [run.PROOFS]

    def test_a_proof_needs_the_whole_interval(self):
        def measured(**bounds):
            return Measurement(game="", name="", player="", games=9, figures=(Figure("draws", 0.05, **bounds),))

        goal = read_goal("draws<=10%")
        assert doubt(measured(low=0.01, high=0.09), goal) == ""
        assert "0.01 to 0.11" in doubt(measured(low=0.01, high=0.11), goal)
        assert "too few games" in doubt(measured(), goal)

    def test_of_several_proofs_each_is_wider(self):
        """As wide as the interval at that confidence: Wilson's for a share, Student's for a mean."""
        from scipy import stats  # type: ignore[import-untyped]

        for hits, n in ((0, 60), (3, 60), (500, 1000), (60, 60)):
            own = stats.binomtest(hits, n).proportion_ci(0.95, "wilson")
            expected = stats.binomtest(hits, n).proportion_ci(1 - 0.05 / 10, "wilson")
            figure = Figure("draws", hits / n, float(own.low), float(own.high), n, "share")
            assert simultaneous_bounds(figure, 10) == pytest.approx((expected.low, expected.high), abs=1e-6)
            assert simultaneous_bounds(figure, 1) == (figure.low, figure.high)
        half, wider = (float(stats.t.ppf(1 - alpha / 2, 49)) for alpha in (0.05, 0.005))
        bounds = simultaneous_bounds(Figure("plies", 40.0, 40 - half, 40 + half, 50, "plies"), 10)
        assert bounds == pytest.approx((40 - wider, 40 + wider), rel=1e-3)

    def test_lengths_that_were_all_alike_prove_what_they_can(self):
        for games, reason in ((50, "plies 37"), (10**6, "")):
            for bounds in ({"how": "equal"}, {"how": "mean", "low": 40.0, "high": 40.0}):
                figure = Figure("plies", 40.0, games=games, unit="plies", **bounds)
                measurement = Measurement(game="", name="", player="", games=games, figures=(figure,))
                assert doubt(measurement, read_goal("plies<=41"))[: len("plies 37")] == reason

    @pytest.mark.parametrize(
        ("goal", "reason"),
        [
            ("plies<=50", "plies 38 or more, since 4 of 100 games were cut, expected plies <= 50"),
            ("plies>=30", ""),
            ("draws<=10%", "draws 0.0"),
            ("draws<=20%", ""),
            ("score>=0.35", ""),
            ("score>=0.4", "score 0.3"),
            ("branching<=9", "branching: 4 of 100 games were cut: what they would have come to"),
        ],
    )
    def test_games_that_were_cut_prove_nothing_in_their_favour(self, goal, reason):
        figures = (
            Figure("draws", 0.05, 0.02, 0.11, 96, "share", "wilson", 0.022),
            Figure("score", 0.5, 0.4, 0.6, 96, "points", "bounded", 0.05),
            Figure("plies", 40.0, 38.0, 42.0, 96, "plies", "mean", 1.0),
            Figure("branching", 5.0, 4.9, 5.1, 100, "plies", "ratio", 0.05),
        )
        measurement = Measurement(game="", name="", player="", games=100, cut=4, figures=figures)
        told = doubt(measurement, read_goal(goal))
        assert told.startswith(reason) and bool(told) == bool(reason)
        assert fresh_games(measurement, ["draws"]).startswith("on fresh games, 4 of 100 cut as too long: draws 5.0 %")

    def test_nothing_is_proven_where_too_many_games_were_cut(self):
        figure = Figure("draws", 0.05, 0.02, 0.11, 90, "share")
        measurement = Measurement(game="", name="", player="", games=100, cut=10, figures=(figure,))
        assert doubt(measurement, read_goal("draws<=90%")).startswith("10 of 100 games were too long")

    @pytest.mark.parametrize(
        ("low", "high", "cut", "expected"), [(0.06, 0.14, 0, True), (0.2, 0.3, 0, False), (0.01, 0.05, 0, False),
                                             (0.06, 0.14, 3, True), (0.06, 0.14, 90, False)]
    )  # fmt: skip
    def test_a_proof_that_is_too_imprecise_is_told_from_a_refuted_one(self, low, high, cut, expected):
        figure = Figure("draws", (low + high) / 2, low, high, 300 - cut, "share")
        measurement = Measurement(game="", name="", player="", games=300, cut=cut, figures=(figure,))
        assert is_open(measurement, read_goal("draws<=10%")) is expected

    @pytest.mark.parametrize(("name", "value"), [("branching", 30.0), ("captures", 0.5), ("tree", 40.0)])
    def test_more_games_do_not_decide_what_cut_games_leave_open(self, name, value):
        figure = Figure(name, value, value - 0.1, value + 0.1, 1000, "plies", "ratio", 0.05)
        measurement = Measurement(game="", name="", player="", games=1000, cut=1, figures=(figure,))
        goal = read_goal(f"{name}>={value + 1}")
        assert "were cut" in doubt(measurement, goal) and not is_open(measurement, goal)

    def test_what_passes_alone_may_fail_as_one_of_five(self):
        figure = Figure("draws", 0.05, 0.01, 0.099, 100, "share")
        measurement = Measurement(game="", name="", player="", games=100, figures=(figure,))
        goal = read_goal("draws<=10%")
        assert doubt(measurement, goal) == "" and "as one of 5 intervals" in doubt(measurement, goal, 5)


class TestLog:
    def test_it_goes_on_and_plays_nothing_twice(self, tmp_path, monkeypatch):
        options = {"games": 400, "workers": 1, "most": 6, "log": tmp_path / "log"}
        game, goal = load("susan", size=3), "draws<=5%"
        repairs = repair(game, goal, **options)
        data = (tmp_path / "log").read_bytes()
        (tmp_path / "log").write_bytes(data[: len(data) // 2])
        assert repair(game, goal, **options).trials == repairs.trials
        monkeypatch.setattr("lusory.lab.outcomes.Playouts.tally", None)
        assert repair(game, goal, **options).trials == repairs.trials
        assert (tmp_path / "log").read_bytes().endswith(b"\n")

    def test_what_lies_between_two_looks_is_kept_once(self, tmp_path):
        """200,000 games in steps of 32: what is known at each look, and no more than that in memory."""
        all_entries, few = RepairLog(None, 200_000), RepairLog(None, 300)
        for games in range(32, 200_000, 32):
            all_entries.add("game", Tally(games))
            few.add("game", Tally(games))
        sizes = list(looks(200_000))
        assert [all_entries.best("game", look).games for look in sizes] == [look // 32 * 32 for look in sizes[:-1]] + [
            199_968
        ]
        assert len(all_entries._known["game"]) <= len(sizes) and few.best("game", 300).games == 288
        all_entries.add("game", Tally(60))
        assert all_entries.best("game", 75).games == 64, "what is known already is not forgotten"

    def test_an_interrupted_repair_goes_on_with_more_games_or_fewer(self, tmp_path):
        game, goal = load("susan", size=3), "draws<=5%"
        for games in (200, 400, 200):
            fresh = repair(game, goal, games=games, workers=1, most=4)
            again = repair(game, goal, games=games, workers=1, most=4, log=tmp_path / "log")
            assert again.trials == fresh.trials

    def test_a_log_of_something_else_is_refused(self, tmp_path):
        log = tmp_path / "log"
        log.write_text("{}\n")
        with pytest.raises(RecordError, match="log of a repair"):
            repair(load("tic-tac-toe"), "first<=50%", games=50, log=log)
        log.unlink()
        repair(load("tic-tac-toe"), "first<=50%", games=50, workers=1, most=1, log=log)
        with pytest.raises(RecordError, match="seed 0, expected 1"):
            repair(load("tic-tac-toe"), "first<=50%", games=50, seed=1, log=log)


class TestCommand:
    def test_it_tells_the_change_and_writes_the_game(self, call, tmp_path):
        out = tmp_path / "repaired.json"
        line = ("repair", "susan", "-o", "draw=slides:3", "--goal", "draws<=40%", "--games", "4000", "--workers", "1")
        result = call(*line, "--changes", "12", "--out", out)
        assert result.code == 0 and "lusory play susan -o draw=slides:5" in result.out, result
        assert codec.read(out.read_bytes()) == load("susan", draw="slides:5")

    def test_no_change_writes_no_game(self, call, tmp_path):
        out = tmp_path / "repaired.json"
        result = call("repair", "tic-tac-toe", "--goal", "plies<=2", "--games", "50", "--changes", "2", "--out", out)
        assert (
            result.code == 0
            and "No change is proven to meet the goal. The nearest is" in result.out
            and not out.exists()
        )

    def test_for_programs(self, call):
        result = call("repair", "tic-tac-toe", "--goal", "first<=90%", "--games", "200", "--changes", "2", "--json")
        data = json.loads(result.out)
        assert (data["kind"], data["found"], len(data["trials"])) == ("repair", 0, 3)

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("repair susan --goal fist<=1", "did you mean first"),
            ("repair susan --goal drama<=1", "tell no values: measure with mcts"),
            ("repair susan --goal space<=1", "space is no number of each game; there are: first"),
            ("repair susan --goal first<=0.5 --games 3", "expected 50 to"),
            ("repair susan --goal first<=0.5 --player nobody", "no such player"),
            (f"repair {SUSAN} --goal first<=0.5", "has no words to change"),
            ("repair nothing --goal first<=0.5", "no such game"),
        ],
    )
    def test_nonsense_is_refused(self, call, line, message):
        refused(call(*line.split()), message)


def test_a_goal_must_be_there(call):
    refused(call("repair", "susan"), "--goal", 2)
    with pytest.raises(LusoryError, match="expected 0 to 100,000"):
        repair(load("susan"), "first<=0.5", most=-1)
