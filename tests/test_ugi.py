"""Tests of UGI in both directions, against a second implementation of the other side (ugi_peer.py)."""

import random
import shlex
import sys
import threading
import time

import pytest
from typer.testing import CliRunner

import lusory
from lusory.cli import app
from lusory.cli.engine import PlayersByLimit
from lusory.errors import PlayerFault, UnfitPlayer, UnknownPlayer
from lusory.lab import MatchSetting, match
from lusory.players import player, read_spec
from lusory.ugi import Engine, GoLimits
from lusory.ugi.engine import clock, limits_of

from .commands import HERE, LUSORY, refused
from .ugi_peer import Peer, outcome, referee

PEER = f"{shlex.quote(sys.executable)} {shlex.quote(str(HERE / 'ugi_peer.py'))}"
OURS = [*LUSORY, "engine", "tic-tac-toe", "--player", "greedy-reply", "--seed", "1"]


class Waiting:
    """Chooses the first ply, when it is told to."""

    def __init__(self, wait=False):
        self.going, self.limits, self.games = threading.Event(), [], 0
        if not wait:
            self.going.set()

    def choose(self, position, limits, tell):
        self.limits.append(limits)
        self.going.wait(20)
        return position.moves()[0]

    def stop(self):
        self.going.set()

    def begin(self):
        self.games += 1


def transcript(lines, name="tic-tac-toe", chooser=None, **options):
    """What an engine answers to lines, after each of which its search has ended."""
    lines_sent: list[str] = []
    engine = Engine(lusory.load(name, **options), chooser or Waiting(), lines_sent.append)
    for line in lines:
        lines_sent.append(f"> {line}")
        if not engine.handle(line):
            break
        if engine._search is not None and line.startswith("go") and not line.endswith("infinite"):
            engine._search.join()
    engine.stop()
    return lines_sent


def test_a_transcript():
    lines = transcript(
        [
            *("ugi", "isready", "uginewgame", "position startpos", "query p1turn", "query result", "go movetime 10"),
            *("position startpos moves b2", "query p1turn", "go nodes 5", "", "   "),
            *("position startpos moves a1 a2 b1 b2 c1", "query gameover", "query result", "go", "quit", "isready"),
        ]
    )
    assert [line for line in lines if line.strip("> ")] == [
        *("> ugi", "id name lusory tic-tac-toe", "id author the lusory authors", "ugiok"),
        *("> isready", "readyok", "> uginewgame", "> position startpos"),
        *("> query p1turn", "response true", "> query result", "response none"),
        *("> go movetime 10", "bestmove a1", "> position startpos moves b2", "> query p1turn", "response false"),
        *("> go nodes 5", "bestmove a1", "> position startpos moves a1 a2 b1 b2 c1"),
        *("> query gameover", "response true", "> query result", "response p1win"),
        *("> go", "info string the game is over", "bestmove none", "> quit"),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "info string hello: no such command, expected one of ugi isready"),
        ("__init__", "no such command"),
        ("position", "expected position startpos"),
        ("position fen 8/8", "expected position startpos"),
        ("position startpos b2", "expected position startpos"),
        ("position startpos moves a1 a1", "info string ply 2, a1: a1 is not empty"),
        ("query", "expected query gameover"),
        ("query score", "expected query gameover"),
        ("go movetime", "go: movetime nothing, expected a whole number"),
        ("go nodes x", "go: nodes x, expected a whole number"),
        ("go fast", "go: fast, expected movetime"),
        ("setoption name hash value 5", "there are no options"),
        ("x" * 100_000, "no such command"),
    ],
)
def test_nonsense_is_told_and_survived(line, message):
    reply = "\n".join(transcript([line])[1:])
    assert message in reply and len(reply) < 1000


def test_a_line_that_is_not_legal_changes_nothing():
    lines = transcript(["position startpos moves b2", "position startpos moves b2 b2", "query p1turn"])
    assert lines[-1] == "response false"


def test_limits():
    assert limits_of(["movetime", "250"], 0) == GoLimits(0.25)
    assert limits_of(["nodes", "9", "depth", "3"], 0) == GoLimits(None, 9, 3)
    assert limits_of(["infinite"], 1) == GoLimits(infinite=True)
    assert limits_of(["p1time", "60000", "p2time", "30000", "p1inc", "0", "p2inc", "0"], 1) == GoLimits(1.0)
    assert clock({"p1time": 10, "p1inc": 5000}, "p1") == 0.005


def test_an_infinite_search_answers_when_it_is_stopped():
    chooser = Waiting(wait=True)
    lines = transcript(["go infinite", "isready", "stop", "isready"], chooser=chooser)
    assert lines == ["> go infinite", "> isready", "readyok", "> stop", "bestmove a1", "> isready", "readyok"]


def test_an_infinite_search_that_has_found_its_ply_waits():
    lines = transcript(["go infinite", "isready", "stop"])
    assert lines[-2:] == ["> stop", "bestmove a1"]


def searching(name, spec="mcts:100", **options):
    """An engine behind which a player searches, what it says, and an event for each `info`."""
    lines, informed = [], threading.Event()

    def say(line):
        lines.append(line)
        if line.startswith("info time"):
            informed.set()

    game = lusory.load(name, **options)
    return Engine(game, PlayersByLimit(game, read_spec(spec), random.Random(1)), say), lines, informed


@pytest.mark.parametrize("name", ["hex", "hidden-gomoku"])
def test_a_search_without_an_end_informs_and_answers_at_once(name):
    ours, lines, informed = searching(name)
    ours.handle("go infinite")
    assert informed.wait(20)
    ours.handle("isready")
    assert lines[-1] == "readyok" and not any(line.startswith("bestmove") for line in lines)
    ours.handle("stop")
    assert lines[-1].split()[1] in ours.position.moves()
    words = lines[0].split()
    assert words[:2] == ["info", "time"] and int(words[words.index("nodes") + 1]) > 0
    assert words[words.index("pv") + 1] in ours.position.moves() and "value" in words


def test_a_search_that_is_stopped_before_it_has_begun_ends():
    ours, lines, _ = searching("hex")
    for _ in range(5):
        ours.handle("go infinite")
        ours.handle("stop")
    assert [line.split()[0] for line in lines if not line.startswith("info")] == ["bestmove"] * 5


def test_alphabeta_can_be_stopped_and_tells_what_it_found():
    ours, lines, _ = searching("susan", "alphabeta:1s")
    ours.handle("go infinite")
    ours.handle("isready")
    ours.handle("stop")
    info, best = lines[-2:]
    assert best.split()[1] in ours.position.moves() and info.split()[info.split().index("pv") + 1] == best.split()[1]


def test_a_search_without_an_end_is_given_up_for_another_and_for_quit():
    ours, lines, _ = searching("susan")
    ours.handle("go infinite")
    ours.handle("position startpos moves A1")
    assert lines[-1].startswith("bestmove") and ours.position.ply == 1
    ours.serve(["go infinite", "quit", "isready"])
    assert "readyok" not in lines
    ours.stop()


def test_who_cannot_be_stopped_does_not_think_for_ever():
    ours, lines, _ = searching("tic-tac-toe", "greedy")
    ours.handle("go infinite")
    ours.handle("stop")
    assert lines[-1].startswith("bestmove")


def test_what_go_says_is_kept_to():
    ours, lines, _ = searching("hex", size=5)
    for line in ("go nodes 300", "go movetime 30"):
        ours.handle(line)
        ours._search.join()
        assert lines[-1].startswith("bestmove") and lines[-2].startswith("info time")
    nodes = int(lines[0].split()[lines[0].split().index("nodes") + 1])
    assert 0 < nodes <= 300


def test_a_new_game_is_passed_on_and_a_game_is_gone_on_with():
    chooser = Waiting()
    engine = Engine(lusory.load("tic-tac-toe"), chooser, lambda line: None)
    engine.serve(["uginewgame", "position startpos moves a1", "position startpos moves a1 a2"])
    assert chooser.games == 1 and engine.position.ply == 2
    engine.handle("position startpos moves b2")
    assert engine.position == lusory.load("tic-tac-toe").start().play("b2")


def test_chance_is_not_asked():
    lines = transcript(["go", "position startpos moves d4", "query p1turn", "go"], "doppel")
    assert lines[1:3] == ["info string a chance ply is next", "bestmove none"]
    assert lines[-3] == "response true" and lines[-1].startswith("bestmove ")


def test_a_chooser_that_fails_is_told():
    class Broken(Waiting):
        def choose(self, position, limits, tell):
            raise ValueError("no\nidea")

    assert transcript(["go"], chooser=Broken())[1:] == ["info string ValueError no idea", "bestmove none"]


def test_turns_of_several_plies_and_secrets():
    lines = transcript(["position startpos moves c3-d4", "query p1turn", "go"], "serendipity")
    assert lines[2] == "response true" and lines[-1].startswith("bestmove ")
    lines = transcript(["position startpos moves E5 x B4:row", "query p1turn", "go"], "hidden-gomoku")
    assert lines[-1].startswith("bestmove reveal:")


class TestPeers:
    def test_our_engine_satisfies_another_referee(self):
        ours, theirs = Peer(OURS), Peer(shlex.split(PEER))
        games = [referee([ours, theirs]), referee([theirs, ours], "go movetime 20")]
        assert ours.end() == 0 and theirs.end() == 0
        assert outcome(games[0]) in ("draw", "p2win") and outcome(games[1]) in ("draw", "p1win")
        assert "> uginewgame" in ours.lines and ours.lines[:2] == ["> ugi", "< id name lusory tic-tac-toe"]

    def test_another_engine_is_a_player(self):
        setting = MatchSetting.of(lusory.load("tic-tac-toe"), f"ugi:{PEER}", "random", opening=1)
        match_result = match(setting, games=6, workers=2)
        assert match_result.losses == 0 and match_result.wins > 2 and not match_result.forfeits and match_result.timed

    def test_our_own_engine_is_a_player_too(self):
        ours = " ".join(map(shlex.quote, OURS))
        setting = MatchSetting.of(lusory.load("tic-tac-toe"), f"ugi:nodes=10 {ours}", "greedy-reply")
        assert match(setting, games=2, workers=1).forfeits == ()

    @pytest.mark.parametrize(
        ("fault", "message"),
        [
            ("die", "died with exit code 3, saying 'out of luck' after `go movetime 50`"),
            ("cheat", "returned a1: a1 is not empty"),
            ("nonsense", "returned z9: z9 is not on the board"),
            ("mute", "said `bestmove` without a ply"),
            ("resign", "returned none: no move"),
            ("explain", "returned none: out of ideas"),
        ],
    )
    def test_an_engine_that_misbehaves_forfeits(self, fault, message):
        setting = MatchSetting.of(lusory.load("tic-tac-toe"), f"ugi:movetime=50 {PEER} {fault}", "random", opening=0)
        match_result = match(setting, games=2, workers=1)
        cheats = [fault for fault in match_result.forfeits if message in fault.message]
        assert cheats and len(cheats) == len(match_result.forfeits) and match_result.losses >= 1

    def test_an_engine_that_is_slow_forfeits(self, monkeypatch):
        monkeypatch.setattr("lusory.players.ugi.GRACE", 0.5)
        slow = player(f"ugi:movetime=50 {PEER} hang", lusory.load("tic-tac-toe"))
        position = lusory.load("tic-tac-toe").start().line("a1 b1")
        started = time.monotonic()
        with pytest.raises(PlayerFault, match=r"took more than 0.55 s to answer `go movetime 50`"):
            slow.choose(position, random.Random(1))
        slow.close()
        assert time.monotonic() - started < 20

    def test_an_engine_that_floods_is_survived(self):
        flooding = player(f"ugi:movetime=50 {PEER} flood", lusory.load("tic-tac-toe"))
        assert flooding.choose(lusory.load("tic-tac-toe").start().line("a1 b1"), random.Random(1))
        flooding.close()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("ugi:", "expected a command"),
        ("ugi:movetime=0 x", "expected 1 to"),
        ("ugi:nodes=many x", "expected 1 to"),
        ("ugi:depth=3", "expected a command"),
        ('ugi:"', "expected a command line"),
        ("ugi", "expected ugi:COMMAND"),
        ("ugi:/no/such/engine --fast", "ugi:/no/such/engine --fast: /no/such/engine: no such program; expected one"),
        ("ugi:movetime=50 no-such-engine", "no-such-engine: no such program"),
    ],
)
def test_specs_that_make_no_sense(spec, message):
    with pytest.raises(UnknownPlayer, match=message):
        player(spec, lusory.load("tic-tac-toe"))


def test_hidden_games_are_refused():
    with pytest.raises(UnfitPlayer, match="UGI tells every ply"):
        player("ugi:x", lusory.load("hidden-gomoku"))


def test_a_match_with_a_program_that_is_not_there_is_refused(call):
    command = ("match", "tic-tac-toe", "--first", "random", "--second", "ugi:/no/such/engine", "--games", 2)
    refused(call(*command), "^lusory: ugi:/no/such/engine: /no/such/engine: no such program")


def test_what_is_no_engine_is_told():
    with pytest.raises(PlayerFault, match="died with exit code 0"):
        player("ugi:true", lusory.load("tic-tac-toe")).begin()


class TestCommand:
    def test_a_session(self, call):
        typed = "ugi\nposition startpos moves b2\ngo nodes 20\nquery result\nquit\n"
        result = call("engine", "tic-tac-toe", "--player", "random", "--seed", 1, typed=typed)
        assert result.code == 0 and "ugiok" in result.out and "bestmove" in result.out and "response none" in result.out

    def test_what_go_says_takes_the_place_of_the_limit(self, monkeypatch):
        from lusory.cli.engine import PlayersByLimit
        from lusory.players import read_spec

        def limited(spec, limits):
            return PlayersByLimit(lusory.load("tic-tac-toe"), read_spec(spec), random.Random(1)).spec_text(limits)

        assert limited("mcts:100,threads=1", GoLimits(0.25)) == "mcts:0.250s,threads=1"
        assert (
            limited("mcts:1s", GoLimits(None, 77)) == "mcts:77" and limited("best:1s", GoLimits(2.0)) == "best:2.000s"
        )
        assert limited("greedy", GoLimits(2.0, 5, 5)) == "greedy" and limited("level:3", GoLimits(2.0, 5)) == "level:3"
        assert limited("mcts:9", GoLimits(None, None, 4)) == "mcts:9"
        assert limited("alphabeta:9,memory=8", GoLimits(None, None, 4)) == "alphabeta:4,memory=8"
        assert limited("alphabeta:9", GoLimits(0.5)) == "alphabeta:0.500s"

    def test_a_limit_stands_after_the_file_of_a_net(self):
        def limited(spec, limits):
            return PlayersByLimit(lusory.load("konane"), read_spec(spec), random.Random(1)).spec_text(limits)

        assert limited("net:shipped", GoLimits(0.5)) == "net:shipped,0.500s"
        assert limited("net:shipped,0.1s", GoLimits(0.5)) == "net:shipped,0.500s"
        assert limited("net:shipped,0.1s", GoLimits(None, None, 3)) == "net:shipped,3"
        assert limited("net:shipped,2", GoLimits()) == "net:shipped,2"
        assert read_spec("net:shipped,0.1s").timed and not read_spec("net:shipped,2").timed

    def test_a_clock_that_runs_leaves_no_crowd_of_players(self):
        """Each has a table of positions: the engine grew by 30 MB a ply in connect four."""
        players = PlayersByLimit(lusory.load("tic-tac-toe"), read_spec("mcts:1s"), random.Random(1))
        for milliseconds in range(1, 9):
            limits = GoLimits(milliseconds / 1000)
            assert players.thinker(limits) is players.thinker(limits)
        assert list(players.players) == ["mcts:1s", "mcts:0.008s"]

    def test_nonsense(self, call):
        refused(call("engine", "tic-tac-toe", "--player", "deepblue"), "no such player")
        assert call("engine", "susan", "--player", "greedy", typed="").out == ""


@pytest.mark.parametrize("name", ["yavalath-for-three", "peg-solitaire"])
def test_the_command_refuses_games_that_are_not_for_two(name):
    result = CliRunner().invoke(app, ["engine", name], input="ugi\nquit\n")
    assert result.exit_code and "UGI is for two players" in str(result.exception)
