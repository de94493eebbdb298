"""Searches for expected values and margins go on from their checkpoints; a disk that is full costs nothing else."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from lusory._files import write_atomically
from lusory.rules import At, Chance, Draw, Game, If, Line, No, Pass, Place, Put, Roll, Rolled, Square, Step, Win, own
from lusory.rules import Sequence as Then
from lusory.rules.cells import empty
from lusory.solve import engine_search, margin_checkpoint
from lusory.solve import margin as margins
from lusory.solve.margin import Margin, margin
from lusory.solve.solver import ENDLESS_EXPECTATION, EXPECTATION, Solver
from lusory.solve.unsolvable import Unsolvable
from tests.rule_values import rule_value


class Killed(Exception):
    """Ends a solver in the midst of its work."""


def scattered() -> Game:
    """After each piece, chance places one more: 78,869 positions, and none comes again."""
    return Game(Square(4, 3), Then(Place(), Chance(Place())), ends=[Win(Line(4)), Draw(No(empty))])


def chase() -> Game:
    """Who rolls a two may step: 93,441 positions, which come again."""
    return Game(
        Square(5, 4),
        Then(Chance(Roll(2)), If(Rolled() >= 2, Step(own), Pass())),
        setup=[Put(At("a1 b1"), side=1), Put(At("d4 e4"), side=2)],
        ends=[Win(own & At("c3"))],
    )


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint is due after a fiftieth of a second."""
    monkeypatch.setattr(engine_search, "SAVED_EVERY", 0.02)
    monkeypatch.setattr(engine_search, "SHARE_OF_SEARCH", 0)


def killed_solvers(game: Game, saved: Path) -> Iterator[int]:
    """Solvers of a game, each killed once it has written a checkpoint; how many positions are in the checkpoint."""
    while True:
        begun = saved.stat().st_mtime_ns if saved.exists() else 0

        def progress(positions: int, seconds: float, outlook: str, begun: int = begun) -> None:
            if positions and saved.exists() and saved.stat().st_mtime_ns > begun:
                raise Killed

        try:
            Solver(game.start(), checkpoint=saved, progress=progress).by_expectation()
        except Killed:
            solver = Solver(game.start())
            yield solver.engine.load(saved, solver.subject)
        else:
            return


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(("game", "method"), [(scattered(), EXPECTATION), (chase(), ENDLESS_EXPECTATION)])
def test_expected_values_are_the_same_however_often_the_search_was_killed(
    game: Game, method: str, tmp_path: Path
) -> None:
    whole = Solver(game.start()).solve()
    known = list(islice(killed_solvers(game, tmp_path / "solver.save"), 20))
    assert len(known) >= 2 and known == sorted(known), "each goes on where the one before was"
    last = Solver(game.start(), checkpoint=tmp_path / "solver.save").solve()
    # An iteration over all positions ends where its bounds are this near; the number of kills decides how far it went.
    assert (last.at_least, last.at_most) == pytest.approx((whole.at_least, whole.at_most), abs=1e-9)
    assert last.method == method


@pytest.mark.parametrize("game", [scattered(), chase()])
def test_expected_values_that_are_known_are_not_searched_again(game: Game, tmp_path: Path) -> None:
    options: dict[str, Any] = {"checkpoint": tmp_path / "solver.save"}
    first = Solver(game.start(), **options).solve()
    again = Solver(game.start(), **options).solve()
    assert (again.at_least, again.at_most) == (first.at_least, first.at_most)
    assert again.positions < first.positions / 10


@pytest.mark.parametrize("game", [scattered(), chase()])
def test_a_changed_checkpoint_of_expected_values_is_refused(game: Game, tmp_path: Path) -> None:
    saved = tmp_path / "solver.save"
    Solver(game.start(), checkpoint=saved).solve()
    content = saved.read_bytes()
    for place in range(8, len(content), len(content) // 10):
        saved.write_bytes(content[:place] + bytes([content[place] ^ 16]) + content[place + 1 :])
        with pytest.raises(Unsolvable, match=r"damaged|another game"):
            Solver(game.start(), checkpoint=saved)
    saved.write_bytes(content[: len(content) // 2])
    with pytest.raises(Unsolvable, match="damaged"):
        Solver(game.start(), checkpoint=saved)


@pytest.mark.parametrize("game", [rule_value("reversi", size=4), rule_value("doppel", size=3)])
def test_a_margin_goes_on_from_its_checkpoint_after_each_question(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, narrow, asked = margin(game.start()), margins.narrow_margin, list[int]()

    def killed(bounds: Margin, points: int, solution: Any) -> Margin:
        asked.append(points)
        if len(asked) % 2 == 0:
            raise Killed
        return narrow(bounds, points, solution)

    monkeypatch.setattr(margins, "narrow_margin", killed)
    for _ in count():
        try:
            found = margin(game.start(), checkpoint=tmp_path / "solver.save")
        except Killed:
            continue
        break
    assert found == whole and whole.at_least == whole.at_most
    assert all(
        question in (before, after) for before, question, after in zip(asked, asked[1:], asked[2:], strict=False)
    )
    assert not [file for file in tmp_path.iterdir() if "handicap" in file.name]
    asked.clear()
    assert margin(game.start(), checkpoint=tmp_path / "solver.save") == whole and not asked


def test_a_damaged_or_foreign_checkpoint_of_a_margin_is_refused(tmp_path: Path) -> None:
    saved, game = tmp_path / "solver.save", rule_value("reversi", size=4)
    margin(game.start(), checkpoint=saved)
    bounds = tmp_path / "solver.save.margin"
    content = bounds.read_bytes()
    other = game.start().play(str(next(iter(game.start().moves()))))
    with pytest.raises(Unsolvable, match="another game or position"):
        margin(other, checkpoint=saved)
    for damaged in (content[:-3], content.replace(b'at_least":', b'at_least":1')):
        bounds.write_bytes(damaged)
        with pytest.raises(Unsolvable, match="damaged"):
            margin(game.start(), checkpoint=saved)


def test_a_checkpoint_without_a_folder_is_refused_before_the_search(tmp_path: Path) -> None:
    with pytest.raises(Unsolvable, match="no folder"):
        Solver(rule_value("tic-tac-toe").start(), checkpoint=tmp_path / "nowhere" / "solver.save")


FULL_DISK = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
from lusory.solve import engine_search
engine_search.SAVED_EVERY, engine_search.SHARE_OF_SEARCH = 0.1, 0
from lusory.cli import main
main()
"""
"""The command, where no file may be longer than so many bytes: as on a disk that is full."""


def on_full_disk(limit: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the command."""
    command = [sys.executable, "-c", FULL_DISK, str(limit), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


FOUR = ("connect-four", "-o", "columns=5", "-o", "rows=4")


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no limits of files")
def test_a_full_disk_costs_neither_the_value_nor_the_checkpoint_before(tmp_path: Path) -> None:
    saved = tmp_path / "four.save"
    assert "draw" in on_full_disk(1 << 30, "solve", *FOUR, "--checkpoint", str(saved)).stdout
    good = saved.read_bytes()
    saved.write_bytes(good)
    result = on_full_disk(1000, "solve", *FOUR, "--checkpoint", str(saved))
    assert result.returncode == 0 and "draw" in result.stdout
    assert "the checkpoint is not written, the one before is kept: File too large" in result.stderr
    assert "Traceback" not in result.stderr
    assert saved.read_bytes() == good and os.listdir(tmp_path) == ["four.save"]
    saved.unlink()
    result = on_full_disk(1000, "solve", *FOUR, "--checkpoint", str(saved))
    assert "draw" in result.stdout and "there is none" in result.stderr and not os.listdir(tmp_path)


def test_a_full_disk_costs_neither_the_value_nor_the_proof_before(tmp_path: Path) -> None:
    proof = tmp_path / "four.proof"
    proof.write_bytes(b"an older one")
    result = on_full_disk(1000, "solve", *FOUR, "--proof", str(proof))
    assert result.returncode == 1 and "draw" in result.stdout
    assert result.stderr.strip().splitlines()[-1].startswith("lusory: the proof could not be written: no room in ")
    assert proof.read_bytes() == b"an older one" and os.listdir(tmp_path) == ["four.proof"]


def test_a_full_disk_ends_a_list_of_plies_with_a_line(tmp_path: Path) -> None:
    saved = tmp_path / "blockade.save"
    game = "benchmarks/solver_kills.py:blockade"
    result = on_full_disk(1 << 20, "solve", game, "--checkpoint", str(saved))
    assert result.returncode == 1 and "is the disk full?" in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


def test_a_full_disk_costs_neither_the_bounds_nor_the_checkpoint_of_a_margin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, saved = rule_value("reversi", size=4), tmp_path / "solver.save"
    whole = margin(game.start())

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(margin_checkpoint, "write_atomically", full)
    with pytest.warns(UserWarning, match="No space left"):
        assert margin(game.start(), checkpoint=saved) == whole


def test_a_file_that_cannot_be_written_leaves_the_old_one_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    (tmp_path / ".file.new").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left") as raised:
        write_atomically(path, b"new" * 100_000)
    assert raised.value.filename == str(path)
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["file"]
