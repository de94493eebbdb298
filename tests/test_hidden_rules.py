"""Tests of each rule of Hidden Move Double Gomoku, and of words that could leak a secret."""

from __future__ import annotations

import random

import pytest

from lusory.games.hidden_gomoku import hidden_gomoku
from lusory.reference import Reference, State
from lusory.reference.sampling import sample
from lusory.rules import (
    Commit,
    Count,
    Draw,
    Earn,
    Either,
    Flip,
    Game,
    Last,
    Line,
    Place,
    Ray,
    Square,
    Step,
    Win,
    enemy,
    every,
    own,
    to,
)
from lusory.rules import open as open_

from .hidden_play import assert_alike, play, reference

# The rules of hidden-gomoku as its designers left them, one by one


def stones(r: Reference, state: State, viewer: int | None, cell: str) -> list[tuple[int, bool]]:
    index = r.tables.geometry.index[cell]
    return [(s.side, s.hidden) for s in r.picture(state, viewer).stones if s.cell == index]


def test_hidden_stones_may_share_a_point() -> None:
    r = reference("hidden gomoku")
    state, events = play(r, "E5 x A1:row reveal:none A1:column reveal:none")
    assert stones(r, state, None, "A1") == [(1, True), (2, True)]
    assert stones(r, state, 0, "A1") == [(2, True)] and stones(r, state, 1, "A1") == [(1, True)]
    assert [e.seen_by for e in events if e.kind == "place"] == [(1,)]


def test_a_hidden_stone_under_an_open_one_may_be_revealed_later() -> None:
    r = reference("hidden gomoku")
    state, _ = play(r, "E5 x A1:row reveal:none B9:row reveal:none C3:row reveal:none A1:column reveal:none J2:row")
    assert [r.text(a) for a in r.legal(state)] == ["reveal:none"]
    state, _ = play(r, "E5 x A1:row reveal:none A1:column reveal:none B1:row reveal:A1 C1:row")
    assert "reveal:A1" in [r.text(a) for a in r.legal(state)]


def test_a_failed_ply_uses_up_the_turn_and_is_not_aimed_at_again() -> None:
    r = reference("hidden gomoku")
    state, events = play(r, "E5 x A1:row reveal:none A1:column reveal:A1")
    assert [e.kind for e in events] == ["reveal", "show", "fail"] and all(e.seen_by is None for e in events)
    assert stones(r, state, None, "A1") == [(2, False)] and r.to_move(state) == 0
    state, _ = play(r, "E5 x A1:row reveal:none A1:column reveal:A1 B2:row reveal:none")
    assert not {"A1:row", "A1:column"} & {r.text(a) for a in r.legal(state)}
    assert "second: fails at A1" in r.information(state, 0)


def test_a_reveal_elsewhere_opens_the_target() -> None:
    r = reference("hidden gomoku")
    state, events = play(r, "E5 x A1:row reveal:none B1:row reveal:A1")
    assert [e.kind for e in events] == ["reveal", "show", "place"]
    assert stones(r, state, 0, "B1") == [(1, False)] and stones(r, state, 1, "A1") == [(2, False)]
    assert r.to_move(state) == 0 and "B1:row" not in [r.text(a) for a in r.legal(state)]


def test_the_reveal_is_always_asked_and_tells_nothing() -> None:
    r = reference("hidden gomoku")
    state, events = play(r, "E5 x A1:row")
    assert r.to_move(state) == 1 and [r.text(a) for a in r.legal(state)] == ["reveal:none"]
    assert [(e.kind, e.seen_by) for e in events] == [("commit", (0,)), ("announce", None)]
    elsewhere, _ = play(r, "E5 x G1:row")
    assert_alike(r, state, elsewhere, 1)
    assert r.information(state, 1).splitlines()[2:3] == ["first: row 1"]
    assert r.information(state, 0).splitlines()[2:3] == ["first: A1 row (secret)"]


FILLER = "A9 C9 E9 G9 J9 B7 D7 F7 H7"


def row_of(r: Reference, n: int) -> tuple[State, list[int]]:
    """First makes a row of n stones from A1 on, unopposed; the plies with an announcement by Tell."""
    state, announcements = play(r, "E5 x")[0], []
    for i, (mine, other) in enumerate(zip("ABCDEFGHJ", FILLER.split(), strict=True)):
        for text in (f"{mine}1:row", "reveal:none", f"{other}:row", "reveal:none"):
            if i < n and state.result is None:
                state, events = r.play(state, next(a for a in r.legal(state) if r.text(a) == text))
                announcements += [i + 1 for e in events if e.kind == "tell" and not e.cells and e.player == 0]
    return state, announcements


@pytest.mark.parametrize("n", [5, 6, 8, 9])
def test_six_in_a_row_is_one_line_and_nine_is_two(n: int) -> None:
    state, announcements = row_of(reference("hidden gomoku"), n)
    assert announcements == [5], "told once, when the first line stands"
    assert (state.result is not None) == (n == 9)
    if state.result is not None:
        assert state.result.values == (1.0, 0.0) and len(state.result.witness) == 9


def test_at_the_end_all_is_shown() -> None:
    r = reference("hidden gomoku")
    state, _ = row_of(r, 9)
    assert r.picture(state, 0) == r.picture(state, 1) == r.picture(state, None)
    assert r.information(state, 0) == r.information(state, 1) and "A9 row" in r.information(state, 0)
    assert sample(r, state, 0, random.Random(0)) == state


def test_each_player_tells_his_own_first_line() -> None:
    r = Reference(hidden_gomoku(size=5, length=2))
    state, _ = play(r, "C3 o A1:row reveal:none E5:row reveal:none A2:row")
    state, events = r.play(state, r.legal(state)[0])
    assert [(e.kind, e.player) for e in events][-1] == ("tell", 1)
    state, _ = play(r, "C3 o A1:row reveal:none E5:row reveal:none A2:row reveal:none E4:row")
    state, events = r.play(state, r.legal(state)[0])
    assert [(e.kind, e.player) for e in events][-1] == ("tell", 0)


def test_the_game_is_drawn_when_the_next_mover_has_no_target() -> None:
    r = Reference(hidden_gomoku(size=3, length=3))
    draws = 0
    for seed in range(60):
        rng, state, before = random.Random(seed), r.start(), r.start()
        while state.result is None:
            before = state
            state, _ = r.play(state, rng.choice(r.legal(state)))
        if state.result.by == "Draw(NoPly())":
            draws += 1
            mover = 1 - before.side
            covered = state.pieces[mover + 1] | state.shown[1] | state.shown[2]
            assert covered == r.tables.geometry.all and state.result.values == (0.5, 0.5)
    assert draws


def test_the_choice_of_sides() -> None:
    r = reference("hidden gomoku")
    for choice, x_player in (("x", 1), ("o", 0)):
        state, _ = play(r, f"E5 {choice}")
        assert state.seats.index(x_player) == 0, "x is the first side"
        assert r.to_move(state) == 1 - x_player, "o moves next"
        assert stones(r, state, 0, "E5") == stones(r, state, 1, "E5") == [(1, False)]


# Words that could leak a secret


def test_last_shows_only_what_everybody_knows() -> None:
    r = Reference(Game(board=Square(3), turn=Commit(Place(to=~own & ~Last(enemy))), ends=[Draw(Count(own) >= 4)]))
    state, _ = play(r, "a1:secret")
    assert "a1:secret" in [r.text(a) for a in r.legal(state)]


def test_flipped_and_moved_pieces_are_open_as_everybody_was_told() -> None:
    r = Reference(
        Game(
            board=Square(3),
            turn=Either(Commit(Place(to=~own & ~open_)), Step(own)),
            effects=[Flip(Ray(to, every, through=enemy, until=own))],
            ends=[Draw(Count(own) >= 6)],
        )
    )
    state, _ = play(r, "a1:secret a2:secret a3:secret")
    assert stones(r, state, 1, "a2") == [(1, False)] and stones(r, state, 1, "a1") == []
    state, _ = play(r, "a1:secret c1:secret a1-b1")
    assert stones(r, state, 1, "b1") == [(1, False)]


def test_points_for_what_is_hidden_name_no_cells() -> None:
    r = Reference(
        Game(board=Square(3), turn=Commit(Place(to=~own)), effects=[Earn(1, when=Line(2))], ends=[Win(Line(3))])
    )
    _, events = play(r, "a1:secret c3:secret a2:secret")
    earned = [e for e in events if e.kind == "earn"]
    assert [(e.amount, e.cells, e.why) for e in earned] == [(1, (), ())]


def test_chance_chooses_as_if_it_knew_what_everybody_knows() -> None:
    r = reference("chance")
    state, _ = play(r, "a1:secret")
    assert r.to_move(state) == -1 and len(r.legal(state)) == 16
