"""Tests of puzzles: one right ply, refutations, symmetric duplicates, resuming a search, sheets."""

import json

import msgspec
import pytest
from typer.testing import CliRunner

from lusory.cli import app
from lusory.errors import LusoryError
from lusory.puzzles import PuzzleJudge, PuzzleSearch, PuzzleSet, load, reply, search, shipped, shipped_games
from lusory.puzzles.grade import level
from lusory.puzzles.puzzle import DamagedPuzzles, decode
from lusory.puzzles.reply import FACTOR
from lusory.puzzles.search import fits, identity
from lusory.puzzles.sheet import ON_PAGE, document
from lusory.solve import Unsolvable
from lusory.solve.symmetry import symmetries
from lusory.testing.exact import ExhaustiveSolver
from tests.rule_values import rule_value

POSITIONS = 1 << 15


def empty(name, **options):
    game = rule_value(name, **options)
    return PuzzleSet(game=name, options={k: str(v) for k, v in options.items()}, hash=game.hash, positions=POSITIONS)


def search_puzzles(name, number, **options):
    return list(PuzzleSearch(empty(name, **options), rule_value(name, **options)).run(number))[-1]


@pytest.fixture(scope="module")
def clobber():
    return search_puzzles("clobber", 8, rows=4, columns=4)


def test_exactly_one_ply_is_right_by_another_solver(clobber):
    game = clobber.rules()
    for puzzle in clobber.puzzles:
        position = puzzle.position(game)
        exact = ExhaustiveSolver(position.contract)
        gets = {
            ply: 2 * exact.worth(position.play(ply).state)[puzzle.player] >= puzzle.halves for ply in position.moves()
        }
        assert [ply for ply, right in gets.items() if right] == [puzzle.solution]


def test_wrong_plies_are_refuted_and_right_ones_go_on_to_the_end(clobber):
    game = clobber.rules()
    for puzzle in clobber.puzzles:
        start = puzzle.position(game)
        for ply in set(start.moves()) - {puzzle.solution}:
            response = reply(puzzle, game, (ply,), clobber.positions)
            after = start.play(ply)
            assert response.keeps is False and not response.solved
            assert response.plies == () if after.result else len(response.plies) == 1
            if response.plies:
                judge = PuzzleJudge(game.start(), 4 * POSITIONS)
                assert not judge.gets(after.play(response.plies[0]), puzzle.player, puzzle.halves)
        first = reply(puzzle, game, (puzzle.solution,), clobber.positions)
        assert first.keeps and not first.solved and len(first.plies) == 1


def test_a_puzzle_is_solved_by_its_line(clobber):
    game = clobber.rules()
    for puzzle in clobber.puzzles:
        played = []
        for ply in puzzle.line[::2]:
            played.append(ply)
            response = reply(puzzle, game, played, clobber.positions)
            assert response.keeps
            if response.solved:
                break
            played += [puzzle.line[len(played)]]
        assert response.solved


def test_a_puzzle_is_solved_where_the_answer_ends_the_game_as_asked():
    susan = shipped("susan")
    assert susan is not None
    puzzle, game = next(puzzle for puzzle in susan.puzzles if puzzle.id == "432a0d56"), susan.rules()
    first = reply(puzzle, game, (puzzle.solution,), susan.positions)
    played = (puzzle.solution, *first.plies, "c3-b2")
    last = reply(puzzle, game, played, susan.positions)
    position = puzzle.position(game)
    for ply in (*played, *last.plies):
        position = position.play(ply)
    assert position.result is not None and last.plies and last.keeps and last.solved


def test_symmetric_positions_are_one_puzzle():
    game = rule_value("clobber", rows=4, columns=4)
    images = symmetries(game)
    assert identity(game.start().play("a1-a2"), images) == identity(game.start().play("d4-d3"), images)
    assert identity(game.start().play("a1-a2"), images) != identity(game.start().play("c1-c2"), images)


def test_no_position_comes_twice(clobber):
    game = clobber.rules()
    of = symmetries(game)
    assert len({identity(puzzle.position(game), of) for puzzle in clobber.puzzles}) == len(clobber.puzzles)


def test_a_search_that_was_stopped_goes_on_to_the_same_set(clobber):
    game = clobber.rules()
    half = next(PuzzleSearch(empty("clobber", rows=4, columns=4), game).run(8))
    again = decode(half.encode(), "half")
    assert again == half
    assert list(PuzzleSearch(again, game).run(8))[-1] == clobber


def test_the_level_is_that_of_players_that_miss_it(clobber):
    puzzle = clobber.puzzles[0]
    position = puzzle.position(clobber.rules())
    right = position.play(puzzle.solution).past[-1].action
    wrong = next(action for action in position.moves().ids if action != right)
    assert level(position, right) == puzzle.level < level(position, wrong) == 10


def test_the_command_goes_on_with_its_file_and_prints_it(tmp_path):
    out, sheet = tmp_path / "c.json", tmp_path / "c.pdf"
    arguments = ["puzzles", "clobber", "-o", "rows=4", "-o", "columns=4", "--out", str(out), "--least", "0"]
    assert CliRunner().invoke(app, [*arguments, "--number", "2"]).exit_code == 0
    before = json.loads(out.read_bytes())
    result = CliRunner().invoke(app, [*arguments, "--number", "4", "--sheet", str(sheet)])
    assert result.exit_code == 0, result.output
    after = json.loads(out.read_bytes())
    assert len(after["puzzles"]) == 4 and after["puzzles"][:2] == before["puzzles"]
    assert sheet.read_bytes().startswith(b"%PDF-")
    at_once = tmp_path / "d.json"
    CliRunner().invoke(app, [*arguments[:-3], str(at_once), *arguments[-2:], "--number", "4"])
    assert json.loads(at_once.read_bytes()) == after
    with pytest.raises(LusoryError, match="with seed 0, expected 5"):
        CliRunner().invoke(app, [*arguments, "--seed", "5"], catch_exceptions=False)
    with pytest.raises(LusoryError, match=r"c.json: made for clobber with other rules or options \(\w{12}\); give an"):
        CliRunner().invoke(app, ["puzzles", "hex", "-o", "size=3", "--out", str(out)], catch_exceptions=False)


def test_a_sheet_has_every_puzzle_and_its_solution(clobber):
    sheets = document(clobber, clobber.rules())
    assert sum(len(page.figures) for page in sheets.pages) == len(clobber.puzzles) <= ON_PAGE
    assert len(sheets.pages[-1].text[0][1]) == len(clobber.puzzles)
    captions = [caption for page in sheets.pages for _, caption in page.figures]
    movers = [("Black", "White")[puzzle.player] for puzzle in clobber.puzzles]
    assert [caption.split()[1] for caption in captions] == movers, "a board does not say which stones are First's"


@pytest.mark.parametrize(("name", "reason"), [("hidden-gomoku", "secrets"), ("einstein", "chance"), ("race", "dice")])
def test_games_that_cannot_be_proven_are_refused(name, reason):
    with pytest.raises(Unsolvable, match=reason):
        PuzzleSearch(empty(name), rule_value(name))


def test_a_position_that_draws_when_it_comes_again_is_no_puzzle():
    with pytest.raises(Unsolvable, match="draws at once"):
        PuzzleSearch(empty("susan", size=3, draw="repeat:2"), rule_value("susan", size=3, draw="repeat:2"))


def test_damaged_sets_are_refused(clobber):
    for damaged in (b"", b"{}", clobber.encode().replace(b'"version":1', b'"version":2'), clobber.encode()[:-9]):
        with pytest.raises(DamagedPuzzles):
            decode(damaged, "it")
    with pytest.raises(DamagedPuzzles, match="other rules"):
        msgspec.structs.replace(clobber, hash="0" * 64).rules()


def test_positions_within_a_turn_are_puzzles_too_and_the_turn_so_far_tells_them_apart():
    game = rule_value("serendipity", size=6)
    of = symmetries(game)
    within, image, ended = (game.start().line(plies) for plies in ("b2-a3", "e5-f4", "b2-a3 end"))
    assert fits(game.start()) and fits(within) and fits(ended)
    assert identity(within, of) == identity(image, of) != identity(ended, of)


def test_every_puzzle_comes_once_before_one_comes_again(clobber):
    days = [clobber.of_day(day).id for day in range(len(clobber.puzzles))]
    assert len(set(days)) == len(clobber.puzzles)


QUICK = 3
"""So many of the puzzles with the fewest plies to choose from are solved again."""


@pytest.mark.parametrize("name", shipped_games())
def test_shipped_puzzles_are_of_the_rules_of_today(name):
    puzzle_set = shipped(name)
    assert puzzle_set is not None
    game = puzzle_set.rules()
    of = symmetries(game)
    assert len(puzzle_set.puzzles) == len({puzzle.id for puzzle in puzzle_set.puzzles}) == 100
    for puzzle in puzzle_set.puzzles[::20]:
        position = puzzle.position(game)
        assert identity(position, of) == puzzle.id and position.to_move == puzzle.player
    positions = [(puzzle.position(game), puzzle) for puzzle in puzzle_set.puzzles]
    for position, puzzle in sorted(positions, key=lambda pair: len(pair[0].moves()))[:QUICK]:
        judge = PuzzleJudge(game.start(), FACTOR * puzzle_set.positions)  # another order of plies may take more
        keeping = judge.keeping(position, puzzle.player, puzzle.halves)
        assert keeping == [position.play(puzzle.solution).past[-1].action]


def test_a_search_ends_where_no_puzzle_turns_up(tmp_path, monkeypatch):
    monkeypatch.setattr(search, "BARREN", 3)
    file, found = tmp_path / "full.py", tmp_path / "full.json"
    file.write_text("from lusory.rules import *\nfull = Game(board=Square(2), turn=Place(), ends=[Draw(No(empty))])\n")
    result = CliRunner().invoke(app, ["puzzles", str(file), "--out", str(found), "--number", "1"])
    assert result.exit_code == 0 and "The last 3 games had no new puzzle" in result.stderr
    assert "0 puzzles from 3 games" in result.stdout and load(found).games == 3
