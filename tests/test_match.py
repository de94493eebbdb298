"""Tests of matches: reproducible for any number of workers, counted by pairs, logged, fair to players that fail."""

import json
import math
import random
import signal
import subprocess
import time

import msgspec
import pytest

import lusory
from lusory.errors import LusoryError, RecordError, UnknownPlayer
from lusory.lab import MatchRun, MatchSetting, Sprt, match
from lusory.lab.matches import score as scoring
from lusory.lab.matches.game import GameOutcome, Players, play_game
from lusory.lab.matches.log import MatchLog, records
from lusory.lab.matches.result import report as reported
from lusory.lab.matches.setting import play_opening
from lusory.players import Player
from lusory.players.spec import PlayerKind, Spec

from .commands import LUSORY, refused, started


def setting(name="tic-tac-toe", first="greedy", second="random", **rest):
    return MatchSetting.of(lusory.load(name), first, second, **rest)


def bare(report):
    """Without what depends on the clock."""
    return msgspec.structs.replace(report, seconds=(0.0, 0.0))


class TestMatch:
    def test_it_is_the_same_whoever_plays(self):
        alone = match(setting(seed=3), games=12, workers=1)
        assert bare(match(setting(seed=3), games=12, workers=2)) == bare(alone)
        assert bare(match(setting(seed=4), games=12, workers=1)) != bare(alone)
        assert alone.wins + alone.draws + alone.losses == alone.games == 2 * sum(alone.pairs) == 12

    def test_seats_are_swapped_and_openings_shared(self, tmp_path):
        match(setting("doppel", "tries", "random"), games=8, workers=1, log=tmp_path / "log")
        games = [record.replay() for record in records(tmp_path / "log")]
        for game, other in zip(games[::2], games[1::2], strict=True):
            assert [p.action for p in game.past[:3]] == [p.action for p in other.past[:3]]
        tags = [record.tags["first"] for record in records(tmp_path / "log")]
        assert tags == ["tries", "random"] * 4

    def test_openings_end_with_a_turn_and_leave_a_game(self):
        for name in ("serendipity", "tic-tac-toe", "hidden-gomoku", "doppel"):
            match_setting = setting(name, "random", "random", opening=7)
            for pair in range(20):
                position = play_opening(match_setting, lusory.load(name).start(), pair)
                assert position.result is None and position.past[-1].turn_over and position.ply >= 5

    def test_a_game_that_need_not_end_is_cut(self):
        match_result = match(setting("susan", "random", "random", limit=5), games=4, workers=1)
        assert (match_result.cut, match_result.draws, match_result.length) == (4, 4, 5)

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: match(setting(), games=3), "an even number"),
            (lambda: match(setting(), games=0), "an even number"),
            (lambda: setting(first="nobody"), "no such player"),
            (lambda: setting(first="human"), "a person plays at the table"),
            (lambda: setting(opening=-1), "at least 0"),
            (lambda: MatchRun(setting(), lusory.load("susan"), 2, Sprt(5, 5)), "the lesser first"),
            (lambda: match(setting(), games=2, workers=-1), r"expected 0 \(one for each processor\) to 1,024"),
        ],
    )
    def test_nonsense_is_refused(self, make, message):
        with pytest.raises(LusoryError, match=message):
            make()

    def test_only_two_can_play(self):
        from lusory.rules import Game, Place, Square

        for players in (1, 3):
            with pytest.raises(LusoryError, match="a match is between two players"):
                MatchSetting.of(Game(Square(3), Place(), players=players), "random", "random")

    def test_a_python_class_is_played(self):
        game = lusory.load("tests/readings/susan.py:Susan", size=3)
        match_result = match(MatchSetting.of(game, "greedy", "random"), game, games=4, workers=2)
        assert match_result.games == 4


class Rogue(Player):
    """Returns what it is told to after some plies."""

    def __init__(self, after, returns):
        self.after, self.returns = after, returns

    def choose(self, view, rng):
        if view.ply < self.after:
            return rng.choice(view.moves().ids)
        if isinstance(self.returns, Exception):
            raise self.returns
        return self.returns


@pytest.mark.parametrize(
    ("returns", "message"),
    [
        ("a1 a2", "returned a1 a2: "),
        ("z9", "returned z9: z9 is not on the board"),
        (99, "returned 99, which is no legal ply"),
        (None, "returned None, which is no legal ply"),
        ("x" * 9000, "xxx...: no ply is written in 9000 characters"),
        (RuntimeError("oh"), "failed with RuntimeError oh"),
        (MemoryError(), "MemoryError"),
        (LusoryError("it is\ntired"), "it is tired"),
    ],
)
def test_a_player_that_fails_forfeits_and_is_reported(returns, message):
    match_setting = setting(first="random", opening=0)
    rogue = Spec("rogue", PlayerKind("rogue", ("rogue",), "fails", lambda argument, game: Rogue(3, returns)), "")
    game = lusory.load("tic-tac-toe")
    players = Players((match_setting.specs[0], rogue), game)
    games = [play_game(match_setting, game.start(), players, 0, swapped) for swapped in (False, True)]
    assert [played.values for played in games] == [(1.0, 0.0), (0.0, 1.0)]
    assert [played.fault.ply for played in games if played.fault] == [3, 4]
    report = reported("tic-tac-toe", match_setting, games, None)
    assert [fault.seat for fault in report.forfeits] == [1, 0] and report.wins == 2
    assert message in report.forfeits[0].message and report.forfeits[0].plies == games[0].plies
    players.close()


def test_a_fault_is_stored_by_the_name_that_it_had_in_the_first_logs():
    line = b'{"pair":0,"swapped":false,"opening":0,"plies":[],"values":[0.0,1.0],"by":"forfeit",'
    line += b'"fault":{"slot":0,"said":"returned z9","ply":3}}'
    outcome = msgspec.json.decode(line, type=GameOutcome)
    assert outcome.fault and outcome.fault.message == "returned z9"
    assert b'"said":"returned z9"' in msgspec.json.encode(outcome)


class TestScore:
    def test_elo(self):
        assert scoring.elo_of(0.5) == 0 and scoring.elo_of(1) == math.inf and scoring.elo_of(0) == -math.inf
        assert round(scoring.elo_of(10 / 11)) == 400
        assert scoring.elo_of(scoring.score_of(123)) == pytest.approx(123)

    def test_the_score_and_its_bounds(self):
        score = scoring.score((0, 10, 20, 30, 40))
        assert score.value == pytest.approx(0.75) and 0.69 < score.low < 0.71 and 0.79 < score.high < 0.81
        assert scoring.score((0, 0, 0, 0, 0)) == (0.5, 0.0, 1.0)
        assert scoring.elo((0, 0, 0, 0, 5)).value == math.inf and scoring.elo((0, 0, 0, 0, 5)).low < math.inf

    def test_bounds_hold_the_truth(self):
        """In 95 of 100 matches or so, over strengths and draws."""
        rng, covered = random.Random(1), 0
        for _ in range(1000):
            wins, draws = rng.uniform(0.2, 0.6), rng.uniform(0.0, 0.3)
            values = rng.choices((1.0, 0.5, 0.0), (wins, draws, 1 - wins - draws), k=200)
            pairs = [0] * 5
            for first, other in zip(values[::2], values[1::2], strict=True):
                pairs[round(2 * (first + other))] += 1
            covered += scoring.score(pairs).low <= wins + draws / 2 <= scoring.score(pairs).high
        assert 930 <= covered <= 975

    def test_a_sequential_test_is_seldom_wrong(self):
        rng, test = random.Random(2), Sprt(0, 100)
        tests_by_strength = {strength: [self.run(rng, test, strength) for _ in range(200)] for strength in (0, 100)}
        assert tests_by_strength[0].count("failed") >= 180 and tests_by_strength[100].count("passed") >= 180

    def run(self, rng, test, strength):
        pairs, s = [0] * 5, scoring.score_of(strength)
        for _ in range(10_000):
            pairs[2 * ((rng.random() < s) + (rng.random() < s))] += 1
            if test.decided(pairs):
                break
        return test.decided(pairs)

    def test_a_test_stops_the_match_at_the_same_pair_whoever_plays(self):
        reports = [match(setting(), games=400, workers=w, sprt=Sprt(-300, 50)) for w in (1, 2)]
        assert bare(reports[0]) == bare(reports[1])
        assert reports[0].test and reports[0].test.decided == "passed" and reports[0].games < 400


class TestLog:
    def test_a_match_goes_on_where_it_was(self, tmp_path):
        uninterrupted, path = match(setting(), games=12, workers=1), tmp_path / "log"
        match(setting(), games=6, workers=1, log=path)
        content = path.read_bytes()
        path.write_bytes(content[:-20])  # the last game was cut short
        assert bare(match(setting(), games=12, workers=1, log=path)) == bare(uninterrupted)
        assert path.read_bytes().startswith(content[:200]) and len(path.read_bytes().splitlines()) == 13
        before = path.read_bytes()
        assert bare(match(setting(), games=12, workers=1, log=path)) == bare(uninterrupted)
        assert path.read_bytes() == before

    def test_a_log_of_another_match_is_refused(self, tmp_path):
        path = tmp_path / "log"
        match(setting(), games=2, workers=1, log=path)
        for other, message in ((setting(seed=5), "seed 0, expected 5"), (setting("susan"), "other rules")):
            with pytest.raises(RecordError, match=message):
                MatchLog(path, other)

    @pytest.mark.parametrize("text", ["hello\n", "{}\n", '{"format":"lusory"', "\n\n", '{"a":' * 3000 + "\n"])
    def test_what_is_no_log_is_refused_and_left_alone(self, tmp_path, text):
        path = tmp_path / "log"
        path.write_text(text)
        with pytest.raises(RecordError, match="of a match"):
            MatchLog(path, setting())
        assert path.read_text() == text

    def test_a_bad_line_is_named(self, tmp_path):
        path = tmp_path / "log"
        match(setting(), games=2, workers=1, log=path)
        lines = path.read_text().splitlines(keepends=True)
        path.write_text(lines[0] + "oops\n" + lines[1])
        with pytest.raises(RecordError, match="line 2: not of the log"):
            MatchLog(path, setting())

    def test_records(self, tmp_path):
        path = tmp_path / "log"
        match(setting(), games=4, workers=1, log=path)
        assert len([record.replay() for record in records(path)]) == 4


class TestCommand:
    def test_the_report(self, call):
        result = call("match", "tic-tac-toe", "--first", "greedy", "--second", "random", "--games", 10, "--workers", 1)
        assert result.code == 0 and result.err == ""
        assert "greedy against random, 10 games" in result.out and "Elo" in result.out and "moving second" in result.out

    def test_for_programs(self, call):
        result = call(
            "match", "susan", "--first", "greedy", "--second", "random", "--games", 2, "--workers", 1, "--json"
        )
        data = json.loads(result.out)
        assert data["games"] == 2 and data["test"] is None and len(data["pairs"]) == 5

    def test_a_match_that_its_test_ended_says_how_far_to_trust_it(self, call):
        line = ("match", "susan", "--first", "greedy", "--second", "random", "--games", 100, "--workers", 1)
        tested = call(*line, "--sprt=-300,50").out
        assert "first is stronger by 50" in tested and "lean to its side" in tested
        assert "lean" not in call(*line[:-4], "--games", 4, "--workers", 1).out

    def test_seats_are_counted_by_pairs(self):
        report = match(setting(), games=8, workers=1)
        assert sum(report.seat_pairs) == 4 and scoring.mean(report.seat_pairs) == pytest.approx(report.first_seat)

    @pytest.mark.parametrize(
        ("more", "message"),
        [
            (("--sprt", "5"), "expected two numbers"),
            (("--sprt", "9,5"), "the lesser first"),
            (("--sprt=-1000000,0",), "expected numbers from -4000 to 4000"),
            (("--sprt", "0,inf"), "expected numbers from -4000 to 4000"),
            (("--sprt", "nan,0"), "expected numbers from -4000 to 4000"),
            (("--games", "7"), "an even number"),
            (("--second", "deepblue"), "no such player"),
        ],
    )
    def test_nonsense(self, call, more, message):
        result = call("match", "susan", "--first", "random", "--second", "random", *more)
        refused(result, message, result.code)

    def test_ctrl_c_leaves_a_good_log(self, tmp_path):
        path = tmp_path / "log"
        line = ["match", "hex", "--first", "greedy-reply", "--second", "greedy", "--games", "5000", "--workers", "2"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with started([*LUSORY, *line, "--log", str(path)], **pipes) as process:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 3):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        assert process.returncode == 130 and "games not played yet" in out and "Traceback" not in err
        match_setting = setting("hex", "greedy-reply", "greedy")
        with MatchLog(path, match_setting) as log:
            assert len(log.played) >= 2


def test_a_timed_spec_is_told():
    assert not setting().timed
    with pytest.raises(UnknownPlayer):
        setting(second="greedy:3")
