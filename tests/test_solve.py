"""Tests of exact values: against an exhaustive solver, published results, checked proofs, and bad input."""

import json
import random
import re
import subprocess
import sys
import zlib
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from lusory import load as load_game
from lusory.cli import app
from lusory.errors import LusoryError
from lusory.players import player
from lusory.rules import (
    At,
    BySide,
    Capture,
    Captured,
    Center,
    Draw,
    Either,
    Enclosed,
    Game,
    Graph,
    Line,
    Place,
    Repeats,
    Score,
    Step,
    Win,
    empty,
    enemy,
    own,
)
from lusory.solve import Solver, Unsolvable, sampled_check, solve
from lusory.solve import certificate as certificate_module
from lusory.solve.certificate import PROOF_FILE, DamagedProof, certificate, read, verify
from lusory.solve.exact_plies import exact_plies
from lusory.solve.lookup import ProofPath
from lusory.solve.reduction import part_that_counts, without_repetition
from lusory.solve.symmetry import symmetries
from lusory.testing import exact_values
from lusory.testing.exact import ExhaustiveSolver as Exact

from .games import games_by_name


def load(name: str, **options: Any) -> Any:
    """A game of the catalogue: a rule value."""
    return load_game(name, **options)


VALUES: dict[str, tuple[dict[str, Any], str]] = {
    "tic-tac-toe": ({}, "draw"),
    "connect-four": ({"columns": 4, "rows": 4}, "draw"),
    "hex": ({"size": 3}, "first"),
    "reversi": ({"size": 4}, "second"),
    "konane": ({"size": 4}, "second"),
    "susan": ({"size": 2}, "first"),
    "doppel": ({"size": 3}, "draw"),
    "serendipity": ({"size": 6}, "first"),
}
"""Reversi 4x4 (Feinstein's program agrees for 6x6, too), hex and connect four 4x4 (Tromp) are known."""


@pytest.mark.parametrize("name", VALUES)
def test_known_values(name):
    options, value = VALUES[name]
    solution = load(name, **options).solve(seconds=120)
    assert solution.value == value and solution.is_solved, solution


def test_the_best_plies_of_hex_are_on_the_short_diagonal():
    assert set(load("hex", size=4).solve(best=True).best) == {"d1", "c2", "b3", "a4"}


def test_a_game_that_can_go_in_circles_is_solved_from_all_its_positions():
    game = games_by_name()["three-mens-morris"].build()
    solution = solve(game.start(), best=True)
    assert (
        "retrograde" in solution.method
        and solution.value == "draw"
        and any("Repetition" in note for note in solution.notes)
    )


@pytest.mark.parametrize("first", range(0, 160, 20))
def test_random_rule_values_are_worth_what_exhaustive_search_finds(first):
    reports = [exact_values.compare(seed) for seed in range(first, first + 20)]
    assert [report for report in reports if report.fault] == [] and any(report.is_compared for report in reports)


def test_a_search_that_ends_in_too_long_lines_is_no_fault():
    """In the rules of this seed a number grows for ever, so that no position repeats and lines have no end."""
    assert exact_values.compare(1501).fault == ""


def test_a_search_of_endless_lines_ends_without_an_answer():
    """Depth-first search did not come to an end here; the exhaustive solver happens to find a win at once."""
    assert exact_values.compare(2138) == (2138, True, "", "")


def test_a_win_is_proven_where_captures_are_counted_for_ever():
    """Any ply of the winner keeps the win; the proof needs plies that come nearer to it."""
    assert exact_values.compare(20864) == (20864, True, "", "")


def test_a_proof_does_not_go_back_to_what_it_is_proving():
    """The winner may pass by the position where he began, and still wins."""
    assert exact_values.compare(21414) == (21414, True, "", "")


def test_a_proof_that_cannot_be_written_is_told(monkeypatch):
    monkeypatch.setattr("lusory.solve.certificate.WITHIN", ())
    assert exact_values.compare(20864) == (20864, True, "", "deep: the proof could not be written")


def test_numbers_that_the_rules_never_read_do_not_tell_positions_of_a_proof_apart():
    """Pieces are placed and captured for ever: without that, the line would have no end, and the proof neither."""
    places = (("p0", 0.0, 0.0), ("p1", 1.0, 0.0), ("p2", 2.0, 0.0))
    lines = (("up", "p1", "p0"), ("up", "p0", "p1"), ("in", "p0", "p2"))
    board = Graph(places, lines, diagonals=("in",), forward=("up",), edges=(("start", "p0"), ("finish", "p2")))
    turn = Either(Place(needs=Center()), Step(own))
    effects = [Capture(Enclosed(enemy)), Capture(Enclosed(own))]
    solver = Solver(Game(board, turn, effects=effects, ends=[Win(Line(2, times=3)), Draw(Repeats())]).start())
    solution = solver.solve()
    checks = verify(read(certificate(solver, solution)))
    assert solution.value == "draw" and [check.is_proven for check in checks] == [True, True]


def test_a_wrong_value_is_a_fault():
    position = load("tic-tac-toe").start().line("a1 b1")
    assert "1.0 to 1.0" in next(exact_values.faults(position, 0.5)) and not [*exact_values.faults(position, 1.0)]


def test_threads_find_the_same():
    solution = [load("connect-four", columns=5, rows=4).solve(threads=threads) for threads in (1, 2)]
    assert solution[0].value == solution[1].value == "draw"


def test_time_that_is_too_short_gives_bounds():
    solution = load("hex", size=9).solve(seconds=0.5)
    assert solution.value == "open" and (solution.at_least, solution.at_most) == (0.0, 1.0) and "open" in str(solution)


@pytest.mark.parametrize(
    ("name", "message"),
    [("yavalath-for-three", "for 3"), ("peg-solitaire", "for 1")],
)
def test_games_that_cannot_be_solved_are_refused_with_the_reason(name, message):
    game = games_by_name()[name].build() if name in games_by_name() else load(name)
    with pytest.raises(Unsolvable, match=message):
        solve(game.start())


def test_a_finished_game_is_worth_its_result():
    assert load("tic-tac-toe").start().line("a1 b1 a2 b2 a3").solve().value == "first"


# --- what is read off the rules


def counts(game):
    images = symmetries(game)
    return sum(not image.exchange for image in images), sum(image.exchange for image in images)


def test_symmetries_are_those_of_the_rules_not_of_the_board():
    assert counts(load("susan")) == (11, 12)
    assert counts(load("connect-four")) == (1, 2), "men fall: up and down are told apart"
    assert counts(load("breakthrough")) == (1, 2), "with the sides exchanged the board is turned"
    assert counts(load("hex")) == (1, 2)
    assert counts(msgspec.structs.replace(load("tic-tac-toe"), ends=(Win(own & At("a1")),))) == (1, 2)


def test_a_rule_for_one_side_ends_the_exchange_of_sides():
    game = load("tic-tac-toe")
    lame = msgspec.structs.replace(game, turn=BySide(Place(), Place(to=empty & ~At("b2"))))
    assert counts(lame) == (7, 0)


def test_repetition_is_left_out_only_where_a_position_is_nothing_but_its_pieces():
    assert without_repetition(load("susan", draw="repeat:3")) is not None
    assert without_repetition(load("susan", draw="slides:3")) is None
    assert without_repetition(load("serendipity")) is None
    game = load("susan", draw="repeat:3")
    early = msgspec.structs.replace(game, ends=(game.ends[-1], *game.ends[:-1]))
    assert without_repetition(early) is None, "judged before the other ends it could come first"


def test_numbers_that_the_rules_never_read_are_left_out():
    assert part_that_counts(load("reversi"), Captured) == "neither"
    assert part_that_counts(load("doppel"), Score) == "margin"
    assert part_that_counts(load("serendipity"), Captured) == "both"


# --- proofs


@pytest.fixture(scope="module")
def proof():
    solver = Solver(load("connect-four", columns=4, rows=4).start())
    return certificate(solver, solver.solve())


def test_a_proof_is_checked_in_full_or_by_samples(proof):
    verification = verify(read(proof))
    assert [claim.is_proven for claim in verification] == [True, True] and "Proven" in verification[0].sentence
    sampled = verify(read(proof), samples=50)
    assert not sampled[0].is_proven and "Not proven" in sampled[0].sentence


def test_samples_are_others_each_time_unless_a_seed_says_which(proof, monkeypatch):
    drawn_by = []
    checked = sampled_check.check_samples

    def noting(*arguments):
        drawn_by.append(arguments[-1])
        return checked(*arguments)

    monkeypatch.setattr(certificate_module, "check_samples", noting)
    for seed in (None, None, 5):
        verify(read(proof), samples=2, seed=seed)
    first, _, second, _, third, _ = drawn_by
    assert first != second and third == 5


def test_a_proof_by_whole_turns_is_checked():
    solver = Solver(load("serendipity", size=4).start())
    solution = solver.solve()
    assert solution.value == "first" and "turns" in solution.method
    assert verify(read(certificate(solver, solution)))[0].is_proven


def falsify(proof, change):
    """The file with its first proof changed."""
    file = read(proof)
    raw = bytearray(file.proofs[0])
    change(raw)
    packed = zlib.compress(bytes(raw), 9)
    claims = (msgspec.structs.replace(file.header.claims[0], packed=len(packed), bytes=len(raw)),)
    header = msgspec.structs.replace(file.header, claims=claims)
    return PROOF_FILE.join(header, packed)


def test_a_falsified_proof_is_refused_wherever_it_is_changed(proof):
    rng, refused = random.Random(1), 0
    length = len(read(proof).proofs[0])
    for _ in range(40):
        at, value = rng.randrange(length), rng.randrange(256)

        def change(raw, at=at, value=value):
            raw[at] = value if raw[at] != value else value ^ 1

        try:
            checks = verify(read(falsify(proof, change)))
        except DamagedProof:
            refused += 1
        else:
            # Another ply may prove the same by chance, where what follows it fits.
            assert checks[0].is_proven
    assert refused >= 38


def test_a_proof_that_claims_more_is_refused(proof):
    file = read(proof)
    claim = msgspec.structs.replace(file.header.claims[0], halves=2)
    header = msgspec.structs.replace(file.header, claims=(claim,))
    data = PROOF_FILE.join(header, zlib.compress(file.proofs[0], 9))
    with pytest.raises(DamagedProof, match=r"fewer points|the game goes on"):
        verify(read(data))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"GIF89a", "begins with"),
        (lambda data: data[:40], "second line"),
        (lambda data: data[:-5], "damaged|bytes"),
        (lambda data: data + b"x", "bytes, expected"),
        (lambda data: data.replace(b'"halves":1', b'"halves":7', 1), "half points"),
        (lambda data: data.replace(b'"hash":"', b'"hash":"0', 1), "hash"),
        (lambda data: data.replace(b'"name":', b'"nome":', 1), "second line"),
    ],
)
def test_damaged_files_are_refused_with_the_reason(proof, damage, message):
    with pytest.raises(LusoryError, match=message):
        read(damage(proof))


# --- the perfect player


def test_the_perfect_player_wins_what_is_won(tmp_path):
    game = load("hex", size=3)
    solver = Solver(game.start())
    path = tmp_path / "hex.proof"
    path.write_bytes(certificate(solver, solver.solve()))
    perfect = player(f"perfect:{path}", game)
    for seed in range(10):
        rng = random.Random(seed)
        position = game.start()
        while not position.result:
            mine = position.to_move == 0
            ply = perfect.choose(position, rng) if mine else rng.choice(position.moves().ids)
            position = position.play(ply)
        assert position.result.values[0] == 1


def test_the_perfect_player_punishes_a_mistake_that_its_proof_need_not(tmp_path):
    game = load("tic-tac-toe")
    solver = Solver(game.start())
    path = tmp_path / "drawn.proof"
    path.write_bytes(certificate(solver, solver.solve()))
    perfect = player(f"perfect:{path}", game)
    position = game.start().line("a1 b1 a2 c3")
    result = position.play(perfect.choose(position, random.Random(1))).result
    assert result is not None and result.values[0] == 1


def test_a_file_of_another_game_is_refused(tmp_path, proof):
    path = tmp_path / "four.proof"
    path.write_bytes(proof)
    with pytest.raises(LusoryError, match="other rules or options"):
        player(f"perfect:{path}", load("hex", size=3))
    with pytest.raises(LusoryError, match="No such file"):
        player("perfect:nowhere.proof", load("hex", size=3))


# --- the command


def lusory(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_the_command_solves_writes_and_checks(tmp_path):
    path = tmp_path / "susan.proof"
    output = lusory("solve", "susan", "-o", "size=2", "--best", "--proof", str(path))
    assert output.exit_code == 0 and "First wins" in output.output and "Best: b2" in output.output
    checked = lusory("solve", "--verify", str(path))
    assert checked.exit_code == 0 and "Proven: First wins" in checked.output
    parts = json.loads(lusory("solve", "--verify", str(path), "--json").stdout)
    assert parts["at_least"] == 1.0 and parts["checked"][0]["proven"]


def test_a_sample_says_how_to_draw_it_again(tmp_path):
    path = tmp_path / "hex.proof"
    lusory("solve", "hex", "-o", "size=3", "--proof", str(path))
    output = lusory("solve", "--verify", str(path), "--samples", "5").output
    seed = re.search(r"--seed (\d+)", output)
    assert seed is not None
    assert lusory("solve", "--verify", str(path), "--samples", "5", "--seed", seed[1]).output == output
    assert "for --verify FILE" in lusory("solve", "hex", "--seed", "5").output
    told = json.loads(lusory("solve", "--verify", str(path), "--samples", "5", "--seed", "7", "--json").stdout)
    assert told["seed"] == 7


@pytest.mark.parametrize(
    ("name", "told"), [("hex", 'Rules called "hex", with options'), ("chess", 'Rules called "chess", with options'),
                       ("my game", 'Rules called "my game" (')],
)  # fmt: skip
def test_a_proof_under_another_name_is_not_told_as_of_that_game(tmp_path, name, told):
    path = tmp_path / "hex.proof"
    lusory("solve", "hex", "-o", "size=3", "--proof", str(path))
    header, rest = PROOF_FILE.split(path.read_bytes())
    path.write_bytes(PROOF_FILE.join(msgspec.structs.replace(header, name=name), rest))
    output = lusory("solve", "--verify", str(path)).output
    assert output.startswith(told) and "3 by 3" in output.splitlines()[0]


def test_it_says_that_the_best_plies_were_not_sought():
    output = lusory("solve", "konane", "-o", "size=4", "--best").output
    assert "Second wins" in output and "Best: not sought" in output


@pytest.mark.parametrize(
    "options", [{"memory": -1}, {"threads": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"threads": -1}]
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(LusoryError, match=f"{next(iter(options))}: .*expected"):
        load("tic-tac-toe").start().solve(**options)


def test_a_checkpoint_may_be_named_by_a_text(tmp_path):
    found = load("hex", size=3).start().solve(checkpoint=str(tmp_path / "hex.save"))
    assert found.value == "first" and (tmp_path / "hex.save").exists()


def test_of_a_game_with_secrets_no_distance_is_asked():
    with pytest.raises(Unsolvable, match="no distance"):
        load("hidden-gomoku", size=3, length=2, lines=1).start().solve(distance=True)


def test_the_command_speaks_json():
    parts = json.loads(lusory("solve", "tic-tac-toe", "--start", "a1 b1", "--json").stdout)
    assert parts["value"] == "first" and parts["start"] == ["a1", "b1"]


def test_wrong_arguments_are_refused():
    assert "expected a GAME" in lusory("solve").output
    assert lusory("solve", "--verify", "nowhere.proof").exit_code != 0
    refused = lusory("solve", "hex", "--verify", "nowhere.proof")
    assert refused.exit_code == 2 and "--verify FILE takes" in refused.output


def test_a_search_goes_on_from_its_checkpoint(tmp_path):
    position, path = load("connect-four", columns=5, rows=5).start(), tmp_path / "four.save"
    fresh = Solver(position).solve()
    solver = Solver(position, checkpoint=path)
    assert solver.search_slice(0, 2, (), "descent", 50_000) == "stopped"
    solver.save()
    resumed = Solver(position, checkpoint=path).solve()
    assert resumed.value == fresh.value == "draw" and resumed.positions < fresh.positions
    with pytest.raises(Unsolvable, match="another game"):
        Solver(load("hex", size=4).start(), checkpoint=path)
    path.write_bytes(path.read_bytes()[:-7])
    with pytest.raises(Unsolvable, match="damaged"):
        Solver(position, checkpoint=path)


def test_a_header_of_bytes_that_are_no_text_is_refused():
    with pytest.raises(DamagedProof, match="second line"):
        read(PROOF_FILE.magic + b'{"name": "\x80"}\n')


@pytest.mark.parametrize(
    ("name", "options"), [("hex", {"size": 3}), ("tic-tac-toe", {}), ("clobber", {"rows": 3, "columns": 4})]
)
def test_every_ply_of_a_position_gets_its_exact_value_and_wins_end_in_time(name, options):
    game = load(name, **options)
    solver = Solver(game.start())
    path = ProofPath(read(certificate(solver, solver.solve())))
    for seed in range(4):
        position, rng = game.start(), random.Random(seed)
        within: dict[int, int] = {}
        exact = Exact(position.contract)
        while position.result is None:
            mover, plies = position.to_move, exact_plies(position, [path])
            for ply in plies:
                assert ply.halves == round(2 * exact.worth(position.follow(ply.action).state)[mover])
            wins = [ply for ply in plies if ply.within is not None and ply.halves == 2]
            if mover in within:
                assert min(ply.within or 0 for ply in wins) <= within[mover]
            action = wins[0] if wins else rng.choice(plies)
            if wins:
                within[mover] = (action.within or 0) - 2
            position = position.follow(action.action)


def test_a_table_takes_the_memory_that_is_used():
    code = """
import lusory, pathlib
lusory.load("tic-tac-toe").solve(memory=1 << 30)
print(next(row.split()[1] for row in pathlib.Path("/proc/self/status").read_text().splitlines() if "VmHWM" in row))
"""
    kilobytes = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    assert kilobytes < 1 << 19


def test_more_memory_than_there_is_is_refused():
    with pytest.raises(Unsolvable, match="more than this machine gives"):
        Solver(load_game("tic-tac-toe").start(), memory=1 << 62)
