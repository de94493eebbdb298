"""Tests of winning sets: what is read off the rules, values found among them, proofs that end where none is left."""

import itertools
import random
from typing import Any

import msgspec
import pytest

from lusory import load as load_game
from lusory.reference import Reference
from lusory.rules import (
    BySide,
    Connected,
    Dir,
    Draw,
    Edges,
    Game,
    Line,
    Loss,
    No,
    Place,
    Rhombus,
    Shift,
    Square,
    Win,
    empty,
    own,
)
from lusory.solve import Solver, Unsolvable, solve
from lusory.solve.certificate import certificate, read, verify
from lusory.solve.proof import OVER, Checker, ProofFault
from lusory.solve.winning_sets import winning_sets
from lusory.testing.exact import ExhaustiveSolver


def load(name: str, **options: Any) -> Any:
    return load_game(name, **options)


@pytest.mark.parametrize(
    ("name", "options", "free", "lines"),
    [
        ("hex", {"size": 4}, True, 0),
        ("y", {"size": 4}, True, 0),
        ("gomoku", {"size": 5}, True, 12),
        ("gomoku", {"size": 5, "exact": True}, False, 12),
        ("connect-four", {}, False, 69),
    ],
)
def test_winning_sets_are_read_off_the_rules(name, options, free, lines):
    sets = winning_sets(load(name, **options))
    assert sets is not None and sets.is_free == free
    assert [sum(len(goal.lines) for goal in goals) for goals in sets.goals] == [lines, lines]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ndengrod", {}),
        ("susan", {}),
        ("hex", {"swap": True}),
        ("doppel", {}),
        ("gomoku", {"size": 19}),
    ],
)
def test_rules_that_remove_pieces_or_say_more_have_none(name, options):
    assert winning_sets(load(name, **options)) is None


def lines_that_lose(size: int, *ends: Any) -> Game:
    return Game(board=Square(size), turn=Place(), ends=[*ends, Draw(No(empty))])


def test_losing_lines_are_read_off_the_rules():
    sets = winning_sets(load("yavalath", size=4))
    assert sets is not None and sets.has_lines and not sets.is_free
    assert [[len(way.lines) for way in ways] for ways in sets.goals + sets.losses] == [[48], [48], [69], [69]]
    misere = winning_sets(lines_that_lose(3, Loss(Line(3))))
    assert misere is not None and misere.has_lines and misere.goals == ((), ())


def test_a_line_that_loses_before_it_wins_leaves_the_search_to_others():
    assert winning_sets(lines_that_lose(4, Loss(Line(3)), Win(Line(4)))) is None
    early_draw = Game(board=Square(3), turn=Place(), ends=[Draw(No(empty)), Loss(Line(3))])
    sets = winning_sets(early_draw)
    assert sets is not None and sets.supports is None


def test_a_side_may_win_by_a_losing_line_of_the_other_one():
    sets = winning_sets(lines_that_lose(3, Loss(Line(3))))
    assert sets is not None
    # A piece of the side on every line of the other one, and one line that it does not block.
    assert not sets.may_win(0, 0b100_010_001 | 0b001_100_010, 0, True)
    assert sets.may_win(0, 0b000_111_000, 0, False) and sets.may_win(0, 0, 0b111, False)


def losing_games():
    """Games of one piece a turn whose lines win or lose; pieces may drop."""
    rng = random.Random(47)
    drop = empty & ~Shift(empty, Dir("N"))
    for size, turn in itertools.product((3, 4), (Place(), Place(to=drop))):
        for _ in range(3):
            losing = rng.randint(2, size)
            yield turn, lines_that_lose(size, Loss(Line(losing)))
            if losing < size:
                yield turn, lines_that_lose(size, Win(Line(losing + 1)), Loss(Line(losing)))


def test_random_games_with_losing_lines_are_worth_what_exhaustive_search_finds():
    rng, values = random.Random(11), set()
    for turn, game in losing_games():
        for _ in range(6):
            position = msgspec.structs.replace(game, turn=turn).start()
            for _ in range(len(game.geometry.names) - 9):
                position = position if position.result else position.follow(rng.choice(position.moves().ids))
            if position.result:
                continue
            solver = Solver(position)
            found = solver.solve()
            assert (
                found.at_least == found.at_most == ExhaustiveSolver(position.contract, 10**6).worth(position.state)[0]
            )
            assert all(check.is_proven for check in verify(read(certificate(solver, found))))
            values.add(found.value)
            if found.value in ("first", "second"):
                assert Solver(position).solve(distance=True).distance == Slowest(position.contract).plies(
                    position.state
                )
    assert values == {"first", "second", "draw"}


@pytest.mark.parametrize(
    ("end", "line", "value"),
    [
        (Win(Line(3, times=2)), "a1 b1 a2 b2", 0.5),
        (Loss(Line(2, times=2)), "c3 a2 b1", 0.0),
        (Loss(Line(2, times=2)), "c3 b3 a2 a3", 1.0),
    ],
)
def test_several_lines_at_once_are_searched_by_the_engine(end, line, value):
    assert solve(lines_that_lose(3, end).start().line(line)).at_least == value


def diagram(game: Game, rows: str) -> str:
    """A board as it is printed, with these pieces, from the top row on."""
    pieces = iter(rows.replace("/", ""))
    return "".join(next(pieces) if letter == "." else letter for letter in str(game.start()))


@pytest.mark.parametrize("turn", [Place(), Place(to=empty & ~Shift(empty, Dir("N")))])
@pytest.mark.parametrize(
    ("end", "rows", "to_move"),
    [(Loss(Line(3)), "xxx/oo./...", 1), (Win(Line(3)), ".../.../xxx", 1), (Win(Line(3)), "ooo/.../xx.", 0)],
)
def test_a_complete_line_of_a_diagram_counts_after_the_next_ply(turn, end, rows, to_move):
    game = msgspec.structs.replace(lines_that_lose(3, end), turn=turn)
    position = game.position(diagram(game, rows), to_move)
    expected = ExhaustiveSolver(position.contract, 10**6).worth(position.state)[0]
    assert solve(position).at_least == solve(position).at_most == expected


def test_a_checkpoint_is_of_one_diagram(tmp_path):
    game, file = lines_that_lose(4, Loss(Line(3))), tmp_path / "a.save"
    first, second = (game.position(diagram(game, "..../..xx/..o./..x."), to_move) for to_move in (0, 1))
    solve(first, checkpoint=file)
    with pytest.raises(Unsolvable, match="another"):
        solve(second, checkpoint=file)


class Slowest:
    """The plies to the end where the winner hurries and the loser delays, by all plies."""

    def __init__(self, contract: Any) -> None:
        self.contract = contract
        self.worth = ExhaustiveSolver(contract, 10**6).worth
        self.known: dict[Any, int] = {}

    def plies(self, state: Any) -> int:
        if self.contract.result(state):
            return 0
        if state not in self.known:
            mover, value = self.contract.to_move(state), self.worth(state)
            after = [self.contract.play(state, action)[0] for action in self.contract.legal(state)]
            kept = [self.plies(to) for to in after if self.worth(to) == value]
            self.known[state] = 1 + (min(kept) if value[mover] == 1 else max(kept))
        return self.known[state]


def test_a_full_board_that_draws_before_the_line_wins_leaves_the_search_to_others():
    ends = [Win(Line(3)), Draw(No(empty))]
    both = [winning_sets(Game(board=Square(3), turn=Place(), ends=order)) for order in (ends, ends[::-1])]
    assert [sets is not None and sets.is_free for sets in both] == [True, False]


def test_a_side_without_an_open_line_may_not_win():
    sets = winning_sets(load("connect-four", columns=4, rows=4))
    assert sets is not None
    # The other side has every second cell of the first two rows, and all of the rest.
    assert sets.may_win(0, 0, 0, True) and sets.may_win(0, 0, 0xFFF0, True)
    assert not sets.may_win(0, 0, 0xFFF5, True)


def test_a_breaker_keeps_up_with_few_lines_if_any_cell_may_be_taken():
    sets = winning_sets(load("gomoku", size=5))
    assert sets is not None
    assert sets.least_potential(0, 0, 0, False) == 12 / 32 and not sets.may_win(0, 0, 0, True)
    assert sets.may_win(0, 0b11110, 0, False), "four in a row"


@pytest.mark.parametrize("name", ["gomoku-5", "gomoku-6", "hex-4", "y-4"])
def test_values_among_winning_sets_are_proven(name):
    game, size = name.split("-")
    solver = Solver(load(game, size=int(size)).start(), seconds=300)
    found = solver.solve()
    assert found.value == ("draw" if game == "gomoku" else "first") and found.method == "search among winning sets"
    assert all(check.is_proven for check in verify(read(certificate(solver, found))))


def test_hex_of_five_is_won_by_first_in_the_middle_and_lost_in_the_corner():
    game = load("hex", size=5)
    assert [game.start().line(text).solve(seconds=300).value for text in ("c3", "a1")] == ["first", "second"]


def placement_games():
    """Games of one piece a turn with random ends that are winning sets."""
    rng = random.Random(24)
    for size in itertools.chain([3] * 6, [4] * 2):
        board = rng.choice([Square, Rhombus])(size)
        goals = [Win(Line(rng.randint(3, size)))]
        if board == Rhombus(size):
            goals.append(Win(Connected(own, BySide(Edges("top bottom"), Edges("left right")))))
        rng.shuffle(goals)
        yield Game(board=board, turn=Place(), ends=[*goals[: rng.randint(1, 2)], Draw(No(empty))])


def test_random_placement_games_are_worth_what_exhaustive_search_finds():
    rng = random.Random(7)
    for game in placement_games():
        position = game.start()
        for _ in range(len(game.geometry.names) - 9):
            position = position if position.result else position.follow(rng.choice(position.moves().ids))
        if position.result:
            continue
        solver = Solver(position)
        found = solver.solve()
        assert found.at_least == found.at_most == ExhaustiveSolver(position.contract, 10**6).worth(position.state)[0]
        assert all(check.is_proven for check in verify(read(certificate(solver, found))))


@pytest.mark.parametrize(("halves", "line", "said"), [(1, "a1 b2 a2 c3", "goes on"), (2, "", "goes on"), (1, "", None)])
def test_a_proof_ends_early_only_where_no_winning_set_is_left(halves, line, said):
    game = load("tic-tac-toe", size=4 if said is None else 3)
    position = game.start().line(line)
    checker = Checker(Reference(game), (1, halves), bytes([OVER]), False, ())
    if said is None:
        checker.enter(position.state if isinstance(position.contract, Reference) else Reference(game).start())
        return
    state = Reference(game).start()
    for ply in position.past:
        state = checker.reference.play(state, ply.action)[0]
    with pytest.raises(ProofFault, match=said):
        checker.enter(state)


def test_the_method_is_told_and_the_time_is_kept():
    found = solve(load("hex", size=8).start(), seconds=0.5)
    assert found.value == "open"
