"""Tests that the benchmarks of `make bench` run; they assert no speed."""

import json
import sys

import pytest

from benchmarks import __main__ as program
from benchmarks import (
    alphabeta,
    breed,
    breeding_memory,
    breeding_quality,
    engine,
    hand_written,
    hidden_match,
    measures,
    memory,
    openspiel,
    random_nets,
    rediscovery,
    report,
    sampling,
    strength,
    swap_depth,
    table_latency,
    table_load,
    table_server,
    turn_search,
    variations,
)
from benchmarks.interleaved import Effort, in_turns
from benchmarks.report import Table
from lusory.breed import search_figures
from lusory.games import catalogue, load
from tools.documents import ROOT

QUICK = Effort(rounds=1, seconds=0.01)


def table():
    table = Table("limit", "Against programs", ("game", "ours/s", "ratio", "lengths"))
    table.add("susan 5", 1234567.8, 1.23456, (41.52, 41.4))
    table.add("doppel 8", 4321.0, 12.3456, (64.0, 64.0))
    return table


def test_contenders_play_in_turns_and_the_medians_count():
    contenders = []
    rates = {"a": [9.0, 1.0, 3.0, 2.0], "b": [9.0, 4.0, 4.0, 8.0]}

    def rate(name):
        def played(seconds):
            contenders.append((name, seconds))
            return rates[name].pop(0)

        return played

    assert in_turns({"a": rate("a"), "b": rate("b")}, Effort(3, 2.0)) == {"a": 2.0, "b": 4.0}
    assert contenders == [("a", 0.1), ("b", 0.1), *[("a", 2.0), ("b", 2.0)] * 3]


def test_a_table_as_text():
    assert table().text().splitlines() == [
        "Against programs",
        "",
        "  game         ours/s  ratio        lengths",
        "  susan 5   1,234,568   1.23  41.5 and 41.4",
        "  doppel 8      4,321   12.3  64.0 and 64.0",
    ]
    assert table().without("nothing is here").text().endswith("\n  nothing is here")


def test_a_table_for_the_documents(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{report.OPEN}old\n{report.CLOSE}after\n")
    file = tmp_path / "results.json"
    report.keep(file, [table()])
    report.keep(file, [Table("openspiel", "Against OpenSpiel", ("game",)).without("It is not here.")])
    report.write(page, file)
    text = page.read_text()
    assert (
        text.startswith(f"before\n{report.OPEN}\nOn ") and text.endswith(f"{report.CLOSE}after\n") and "old" not in text
    )
    assert (
        "### Against programs\n\n| game | ours/s |" in text and "| susan 5 | 1,234,568 | 1.23 | 41.5 and 41.4 |" in text
    )
    assert "### Against OpenSpiel\n\nIt is not here.\n" in text


def test_the_line_of_the_program_written_by_hand():
    line = "susan   1234567 playouts/s   51234567 moves/s  19.5 ns/move  mean length 41.5  first 0.4 second 0.6"
    match = hand_written.LINE.search(line)
    assert match and (match[1], match[2]) == ("1234567", "41.5")


def test_the_games_of_others_are_games_of_ours():
    for name, options, _ in openspiel.GAMES:
        assert load(name, **options).players == 2
    for name, (their_name, size) in hand_written.GAMES.items():
        assert load(name, size=size) and f'run("{their_name}"' in hand_written.SOURCE.read_text()


def test_the_next_of_kin_shares_most_words():
    assert engine.likeness({"a", "b"}, {"b", "c"}) == 1 / 3
    assert engine.kinship()["rex"] == "hex"


def test_a_part_by_itself(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(ROOT)
    results_file = tmp_path / "results.json"
    arguments = ["bench", "threads", "--rounds", "1", "--seconds", "0.01", "--json", str(results_file)]
    monkeypatch.setattr(sys, "argv", arguments)
    program.main()
    assert "Two threads against one" in capsys.readouterr().out
    rows = json.loads(results_file.read_text())["tables"]["threads"]["rows"]
    assert [row["game"] for row in rows] == ["susan", "reversi", "hex", "hidden-gomoku"]


def test_positions_are_drawn(monkeypatch):
    monkeypatch.setattr(sampling, "PLIES", (0, 12))
    monkeypatch.setattr(sampling, "POSITIONS", 2)
    position = sampling.position_after(12, 1)
    assert position.ply == 12 and position.result is None
    rows = sampling.sampling(QUICK).rows
    assert [row[0] for row in rows] == ["0", "12"] and all(isinstance(row[1], float) and row[1] > 0 for row in rows)


def test_counting_for_measures_is_timed(monkeypatch):
    monkeypatch.setattr(measures, "GAMES", ("connect-four", "hex"))
    rows = measures.measure(QUICK).rows
    assert [row[0] for row in rows] == ["connect-four", "hex"]
    assert all(isinstance(number, float) and number > 0 for row in rows for number in row[1:])


def test_the_designers_opponents_are_timed(monkeypatch):
    monkeypatch.setattr(turn_search, "GAMES", ("tic-tac-toe", "hidden-gomoku"))
    rows = turn_search.measure(QUICK).rows
    assert [row[:2] for row in rows] == [(game, spec) for game in turn_search.GAMES for spec in turn_search.PLAYERS]
    assert all(isinstance(number, float) and number > 0 for row in rows for number in row[2:])


def test_memory_is_told(monkeypatch):
    monkeypatch.setattr(memory, "COUNTS", (2, 4))
    lines = memory.flat(QUICK)
    assert lines.note or [row[0] for row in lines.rows] == ["2", "4"]
    monkeypatch.setattr(memory, "STATUS", ROOT / "nothing")
    assert "does not tell" in memory.flat(QUICK).text()


def test_a_part_that_is_none(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["bench", "speed"])
    with pytest.raises(SystemExit):
        program.main()
    assert "speed: expected limit, openspiel, search, leaves, turns, measure, threads" in capsys.readouterr().err


def test_without_openspiel(monkeypatch, tmp_path):
    monkeypatch.setattr(openspiel, "PYTHON", tmp_path / "python")
    assert "tools/setup.sh bench" in openspiel.measure(QUICK).text()


def test_a_hidden_match_keeps_its_games(monkeypatch, tmp_path, capsys):
    """In a folder that was not there; what is kept is not played again."""
    log = tmp_path / "new" / "log"
    command = ["hidden_match", "mcts:20", "--against", "random", "--games", "2", "--log", str(log)]
    monkeypatch.setattr(sys, "argv", command)
    hidden_match.main()
    output, (log_file,) = capsys.readouterr().out, log.iterdir()
    before = log_file.read_bytes()
    hidden_match.main()
    assert before.count(b"\n") == 2 and log_file.read_bytes() == before
    assert "mcts:20 against random: " in output and capsys.readouterr().out == output


def test_first_turns_before_a_choice_of_sides_are_searched(monkeypatch, capsys):
    options = ["--option", "opening=swap", "--option", "size=6", "--turns", "3", "--deep", "1", "--positions", "64"]
    monkeypatch.setattr(swap_depth, "SHORT", 64)
    monkeypatch.setattr(sys, "argv", ["swap_depth", "serendipity", *options])
    swap_depth.main()
    first, *deep = capsys.readouterr().out.splitlines()
    assert first.startswith("3 first turns; after ")
    assert all(" First " in line and " Second " in line for line in deep)


def test_a_claim_that_nobody_makes_is_refused(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["strength", "double-hidden"])
    with pytest.raises(SystemExit, match="2"):
        strength.main()
    assert "double-hidden: no claim, expected a group or a whole name" in capsys.readouterr().err


def test_who_moves_first_does_so_in_claims_about_seats(tmp_path):
    claim = strength.Claim("seat", "tic-tac-toe", "random", "random", 2, 0.5, seat=0)
    assert claim.opening == 0 and claim.command.endswith("--games 2 --opening 0")
    strength.play_claim(claim, tmp_path, 1)
    assert '"opening":0' in (tmp_path / "seat-tic-tac-toe.jsonl").read_text().splitlines()[0].replace(" ", "")
    assert "--opening" not in strength.Claim("double", "tic-tac-toe", "random", "random", 2, 0.5).command


def test_the_web_table_is_loaded(monkeypatch, capsys):
    """Small: nothing is lost, and each figure with a bound is told."""
    monkeypatch.setattr(table_latency, "BEFORE", 1.5)
    monkeypatch.setattr(table_latency, "WARM", 60)
    numbers = {"tables": 2, "every": 0.5, "seconds": 2, "finished": 0, "machines": 1, "answers": 3, "refused": 120}
    options = [part for name, number in numbers.items() for part in (f"--{name}", str(number))]
    monkeypatch.setattr(sys, "argv", ["table_load", *options])
    table_load.main()
    output = capsys.readouterr().out
    assert "lost 0, doubled 0, out of order 0, refused 0" in output and "2 tables, 4 streams" in output
    assert output.count("holds") + output.count("DOES NOT HOLD") == 4 and "120 requests refused" in output


def test_a_bound_holds_or_not():
    assert table_server.bound_result("it", 0.4, 0.5, "s") == "it: 0.4 s, at most 0.5 s: holds"
    assert table_server.bound_result("it", 0.6, 0.5, "s") == "it: 0.6 s, at most 0.5 s: DOES NOT HOLD"
    assert table_server.share([1.0], 95) == 1.0 and table_server.share([1.0, 2.0, 3.0], 50) == 2.0


def test_breeding_is_timed(monkeypatch, capsys):
    monkeypatch.setattr("lusory.breed.batches.SIZE", 4)
    monkeypatch.setattr("lusory.breed.run.SIZE", 4)
    for line in breed.table(*breed.run(40, 1)):
        print(line)
    output = capsys.readouterr().out
    assert "40 children, seed 1" in output and "an hour" in output and output.startswith("screen")


@pytest.mark.parametrize("apart", [True, False])
def test_the_memory_of_breeding_is_told_at_each_mark(capsys, apart):
    breeding_memory.run(["tic-tac-toe"], 1, [64, 32], apart)
    first, second = capsys.readouterr().out.splitlines()
    assert "32 children:" in first and "64 children:" in second and " MiB" in second
    assert not apart or second.endswith(" 0 niches")


def test_a_search_for_a_known_game_tells_what_came_near(capsys):
    found = rediscovery.run(["yavalath", "ndengrod"], 2007, 1, 64)
    lines = capsys.readouterr().out.splitlines()
    assert set(found) == {"yavalath", "ndengrod"} and len(lines) >= 2
    assert all(line.startswith("seed 1: ") and ", child " in line for line in lines)


def test_games_are_judged_by_criteria():
    criteria = breeding_quality.criteria(load("yavalath"))
    assert criteria is not None and set(criteria) == set(search_figures.WEIGHTS) and criteria["needed"] > 0.8
    assert breeding_quality.criteria(load("tic-tac-toe")) is None, "it is too short"


def test_a_validated_score_does_not_know_its_family():
    games = [made_up_game(name, x) for name, x in (("hex", 1.0), ("susan", 0.8), ("hex", 0.1), ("susan", 0.3))]
    scores = breeding_quality.validated_scores(games, ["needed"])
    assert breeding_quality.area_above_mutants(games, scores) == 1
    turned = [games[0], games[1]._replace(classic=False), games[2], games[3]._replace(classic=True)]
    assert (
        breeding_quality.validated_scores(turned, ["needed"])[0]
        < breeding_quality.validated_scores(turned, ["needed"])[2]
    ), "learnt from susan alone"


def made_up_game(name, value):
    """A game of this family; known, if it has more than a half."""
    return breeding_quality.ScoredGame(name, name, value > 0.5, "{}", {"needed": value}, value, False)


def test_a_target_is_known_when_it_is_seen():
    yavalath = load("yavalath")
    assert rediscovery.distance_to_target(load("yavalath", size=4), yavalath) == (0.0, True)
    assert rediscovery.distance_to_target(load("gomoku"), yavalath)[1] is False
    names = [game.name for game in rediscovery.parents(["yavalath"], 2007)]
    assert "hex" in names and "yavalath" not in names and "ndengrod" not in names


def test_changes_of_rules_are_measured_beside_the_game(monkeypatch):
    monkeypatch.setattr(variations, "MOST", 2)
    shipped = {"tic-tac-toe": catalogue()["tic-tac-toe"]}
    monkeypatch.setattr(variations, "catalogue", lambda: shipped)
    versions = variations.variations(QUICK)
    assert [row[0] for row in versions.rows] == ["tic-tac-toe", "all", "all with the game's own board"]
    assert [row[3] for row in versions.rows[:2]] == ["2", "2"]
    assert variations.share([0.5, 0.8]) == 0.5 and variations.at([0.5, 0.8, 1.0], 0.5) == 0.8


def test_random_rules_are_learnt_and_a_log_is_resumed(tmp_path, monkeypatch, capsys):
    log = tmp_path / "log.jsonl"
    command = ["random_nets", "--minutes", "0.005", "--games", "2", "--limit", "0.01s", "--log", str(log)]
    for values in ("1", "2"):
        monkeypatch.setattr(sys, "argv", [*command, "--values", values])
        random_nets.main()
    first, second = random_nets.resume(log)
    assert first.number < second.number and first.rounds > 0 and first.games == second.games == 2
    assert capsys.readouterr().out.count("of 2 nets score above a half") == 1
    monkeypatch.setattr(sys, "argv", [*command, "--seed", "2"])
    with pytest.raises(SystemExit):
        random_nets.main()
    assert "made with another seed" in capsys.readouterr().err


def test_alpha_beta_is_timed_to_a_depth(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["alphabeta", "tic-tac-toe:2", "--rounds", "1"])
    alphabeta.main()
    assert " positions in " in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["alphabeta", "tic-tac-toe"])
    with pytest.raises(SystemExit):
        alphabeta.main()
    assert "a game and a depth in plies are expected" in capsys.readouterr().err
