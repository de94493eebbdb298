"""Regression tests of edge cases of the vocabulary: each is a small game with given plies."""

# ruff: noqa: F403, F405
# mypy: disable-error-code="arg-type"

import copy
import pickle

import pytest

from lusory.draw import svg
from lusory.errors import LongTurn, RuleError
from lusory.explain import sheet
from lusory.play.census import census
from lusory.reference import Reference
from lusory.rules import *
from lusory.rules.about import Note, OtherVersion
from lusory.rules.english import rules_text
from lusory.rules.events import CHANCE
from lusory.rules.expression import evaluate
from lusory.rules.static_evaluation import BoardScene

LOOP = Graph(
    [["a", 0, 0], ["b", 1, 0], ["c", 2, 0], ["d", 3, 0]],
    [["E", "a", "b"], ["E", "b", "c"], ["E", "c", "d"], ["E", "d", "b"]],
)


class Table:
    """A game played by the texts of plies."""

    def __init__(self, turn, board=None, **more):
        self.game = Game(board=Square(3) if board is None else board, turn=turn, **more)
        self.reference = Reference(self.game)
        self.state = self.reference.start()

    def legal(self):
        return [self.reference.text(action) for action in self.reference.legal(self.state)]

    def play(self, texts):
        for text in texts.split():
            self.state, self.events = self.reference.play(self.state, self.game.actions.ids[text])
        return self

    @property
    def mover(self):
        return self.reference.to_move(self.state)

    def stones(self, owner, kind="stone"):
        plane = self.reference.tables.plane(owner, kind)
        return " ".join(self.game.geometry.named(self.state.pieces[plane]))


def test_a_ray_into_a_loop_ends():
    assert [*LOOP.geometry().ray(0, 0)] == [1, 2, 3]
    hand = Table(Slide(own, directions=every), LOOP, setup=[Put(At("a"))], players=1)
    assert hand.legal() == ["a-b", "a-c", "a-d"]


def test_a_board_with_a_way_into_a_loop_is_drawn():
    assert "<svg" in svg.board(Table(Place(), LOOP).reference.picture(Table(Place(), LOOP).state, None))


def test_a_full_loop_is_a_line_though_it_has_no_beginning():
    hand = Table(Place(), LOOP, ends=[Win(Line(3))], players=1)
    assert hand.play("b d c").state.result.witness == ("b", "c", "d")


def test_a_repeat_whose_ply_is_skipped_is_over():
    assert Table(Sequence(Place(), Repeat(If(No(everywhere), Step(just))))).play("b2").mover == 1


@pytest.mark.parametrize(
    "chain",
    [
        Repeat(Repeat(Step(just))),
        Repeat(Sequence(If(No(everywhere), Pass()), Repeat(Step(just)))),
        Repeat(Either(Repeat(Step(just)), If(No(everywhere), Pass()))),
    ],
)
def test_a_repeat_of_a_repeat_goes_round_once(chain):
    hand = Table(Sequence(Place(), chain)).play("b2")
    assert sorted(hand.legal()) == ["b2-a2", "b2-b1", "b2-b3", "b2-c2", "end"]
    assert hand.play("b2-b1 end").mover == 1


def test_after_an_obliged_chain_is_over_what_follows_may_still_be_left_out():
    turn = Sequence(Hop(own), Repeat(Hop(just), must=True), Repeat(Step(just)))
    hand = Table(turn, Square(5, 1), setup=[Put(At("a1")), Put(At("b1"), side=2)])
    assert hand.play("a1xc1").legal() == ["c1-b1", "c1-d1", "end"]


def test_where_every_ply_is_spoilt_the_turn_ends_by_itself():
    turn = Sequence(Place(), Step(just, unless=everywhere), stop=True)
    assert Table(turn).play("a1").mover == 1


def test_chance_does_not_end_a_turn_of_a_player():
    hand = Table(Sequence(Place(), Chance(Roll(2)), Pass(), stop=True))
    assert hand.play("a1").mover == CHANCE
    assert hand.legal() == ["roll:1", "roll:2"]
    assert hand.play("roll:2").legal() == ["pass", "end"]


def test_two_dice_share_their_plies():
    hand = Table(Sequence(Chance(Roll(2)), Chance(Roll(3, weights=(1, 2, 3))), Pass()))
    assert hand.legal() == ["roll:1", "roll:2"]
    assert hand.play("roll:1").legal() == ["roll:1", "roll:2", "roll:3"]
    assert hand.reference.weights(hand.state) == (1, 2, 3)


def test_a_roll_has_needs_like_any_ply():
    hand = Table(Sequence(Chance(Either(Roll(2, needs=Rolled() >= 1), Place(owner=neutral))), Pass()))
    assert "roll:1" not in hand.legal()


def test_no_ply_may_ask_for_a_ply_that_no_turn_has():
    hand = Table(Place(), ends=[Win(NoPly(Step(own))), Draw(NoPly())], setup=[Put(At("a1"), 2)])
    assert hand.play("a2").state.result is None
    assert hand.play("b2 b1").state.result is None
    assert hand.play("c2 c1 b3").state.result is None


def test_empty_turns_of_a_long_opening_are_passed_over():
    empty_turn = If(No(everywhere), Place())
    assert Table(Place(), opening=[empty_turn] * 9).legal()[0] == "a1"


def test_a_side_that_loses_in_a_chance_ply_is_out():
    turn = Sequence(Place(), Chance(Place(owner=neutral)))
    hand = Table(turn, ends=[Loss(All(own & At("a1"), neutral))], players=3)
    hand.play("a1:own b2:neutral")
    assert (hand.state.out, hand.mover) == (1, 1)
    assert hand.play("a2:own b1:neutral").mover == 2
    assert hand.play("a3:own b3:neutral").mover == 1


def test_what_is_placed_captures_what_stands_there():
    hand = Table(Place(to=everywhere), setup=[Put(At("a1"), side=2), Put(At("a2"), side=1)])
    hand.play("a1")
    assert (hand.stones(1), hand.stones(2), hand.state.captured) == ("a1 a2", "", (1, 0))
    assert [event.kind for event in hand.events] == ["place", "capture"]
    hand.play("b2 a2")
    assert (hand.stones(1), hand.state.captured) == ("a1 a2", (1, 0))


def test_many_lines_are_counted_without_trying_every_choice():
    hand = Table(Place(), Square(12), setup=[Put(everywhere & ~At("a1"), side=1)], ends=[Win(Line(2, times=4))])
    assert len(hand.play("a1").state.result.witness) == 144


@pytest.mark.parametrize(("share", "times", "cells"), [(0, 2, ""), (1, 2, "a1 b1 c1 a2 a3"), (1, 3, "")])
def test_lines_that_share_cells(share, times, cells):
    hand = Table(Place(), ends=[Win(Line(3, times=times, share=share))], setup=[Put(At("a2 a3 b1 c1"))])
    result = hand.play("a1").state.result
    assert (" ".join(sorted(result.witness)) if result else "") == " ".join(sorted(cells.split()))


def test_a_commit_in_the_middle_of_a_turn_leaves_what_was_moved():
    commit = Commit(Place(), announce=[to], answer=Reveal(own & announced))
    hand = Table(Sequence(Step(own), commit, Step(own & ~moved & ~just)), setup=[Put(At("a1 c3"))])
    hand.play("a1-a2 b1:to reveal:none")
    assert hand.mover == 0
    assert hand.legal() == ["c3-c2", "c3-b3"]


def test_equal_boards_are_written_alike():
    first, other = Graph([["a", 0, 0]], []), Graph((("a", 0.0, -0.0),), ())
    assert first == other and repr(first) == repr(other)
    assert Game(board=first, turn=Pass()).hash == Game(board=other, turn=Pass()).hash


@pytest.mark.parametrize(
    "word",
    [
        Sum(Sum(1, 3), 1),
        Sum(Sum(Count(own), 1), 1),
        And(And(own, empty), enemy),
        Or(own, Or(empty, enemy)),
        Minus(Minus(Count(own), 1), Minus(1, Count(own))),
        Compare(1, ">=", Count(own)),
        Compare(Count(own), "==", 2),
        ~(own & empty),
        Compare(Count(own) - 1, "<", Sum(1, 2)),
    ],
)
def test_what_a_word_spells_is_read_as_the_same_word(word):
    assert evaluate(repr(word)) == word


@pytest.mark.parametrize(
    "value", [own & enemy, Either(Place(), Pass()), BySide(1, 2), Line(5), If(own, Place(), Pass())]
)
def test_words_are_pickled_and_copied(value):
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value


def test_games_are_pickled_and_compared():
    game = Game(board=Square(3), turn=Either(Place(), Pass()), ends=[Win(Line(3))], name="row")
    again = pickle.loads(pickle.dumps(game))
    assert again == game and again.name == "row"
    assert (again != game) is False
    assert game != Game(board=Square(3), turn=Place())


def test_groups_do_not_depend_on_which_way_a_step_leads():
    for ways in ["E", "W"]:
        hand = Table(Place(), Square(4), setup=[Put(At("a1 b1"))], ends=[Win(Groups(own, directions=Dir(ways)) <= 1)])
        assert hand.play("c1").state.result.winner == 0
    row = Square(4, 1)
    last = Place(to=At("d1"), owner=neutral)
    hand = Table(last, row, setup=[Put(At("b1 c1"), side=2)], effects=[Capture(Enclosed(enemy, directions=Dir("W")))])
    assert hand.play("d1").state.captured == (0, 0)  # the pair keeps its empty neighbour at a1


def test_a_side_put_out_leaves_the_other_ends_to_be_judged():
    ends = [Loss(own & At("c1")), Most(Count(own), when=No(empty))]
    hand = Table(Place(), Square(3, 1), players=3, ends=ends)
    result = hand.play("a1 b1 c1").state.result
    assert result.values == (0.5, 0.5, 0) and result.counts == (1, 1, None) and result.by.startswith("Most")


def test_a_side_put_out_ends_its_turn():
    ends = [Draw(Quiet(1, "capture", "turn"), at="turn"), Loss(own & At("b1"))]
    chain = Sequence(Place(to=At("b1")), Place())
    assert Table(chain, players=3, ends=ends).play("b1").state.result.values == (0, 0.5, 0.5)
    again = [Again(when=own & At("b1"))]
    ends = [Loss(own & At("b1")), Draw(Repeats(3))]
    hand = Table(Step(own), players=3, setup=[Put(At("a1"))], effects=again, ends=ends).play("a1-b1")
    assert [side for (_, side, _), _ in sorted(hand.state.standings, key=str)].count(1) == 1


def test_keeping_sides_or_rolling_is_no_repetition():
    pie = [Place(), Either(Swap(), Keep())]
    assert Table(Either(Place(), Step(own)), opening=pie, ends=[Draw(Repeats(2))]).play("b2 keep").state.result is None
    dice = [Chance(Roll(2))]
    assert Table(Place(), opening=dice, ends=[Draw(Repeats(2))]).play("roll:1").state.result is None


def test_a_ring_of_corners_round_a_stone_of_ones_own():
    setup = [Put(At("c2 b3 c3 d3"))]
    hand = Table(Place(), Square(5), setup=setup, ends=[Win(Ring(own, directions=every))])
    assert set(hand.play("c4").state.result.witness) >= {"c2", "b3", "d3", "c4"}


def test_no_regions_link_nothing():
    nothing = If(No(everywhere), Edges("left right"))
    assert Table(Place(), ends=[Win(Connected(own, nothing))]).play("b2").state.result is None


def test_lines_across_the_ends_of_a_loop():
    names = "abcdef"
    ring = Graph([[n, i, 0] for i, n in enumerate(names)], [["E", n, names[(i + 1) % 6]] for i, n in enumerate(names)])
    hand = Table(Place(), ring, setup=[Put(At("a b c d e"))], ends=[Win(Line(3, times=3, share=1))])
    assert len(hand.play("f").state.result.witness) == 6


def test_what_chance_does_is_credited_to_nobody():
    hunt = [Chance(Place(to=enemy))]
    hand = Table(Place(), Square(2), opening=hunt, setup=[Put(At("a1"), side=2)])
    assert hand.play("a1").state.captured == (0, 0)
    dice = Sequence(Chance(Roll(2)), Place())
    hand = Table(dice, effects=[Earn(1)])
    state, events = hand.reference.play(hand.state, hand.reference.legal(hand.state)[0])
    assert [(e.kind, e.player) for e in events] == [("roll", CHANCE), ("earn", 0)] and state.scores == (1, 0)


def test_a_turn_may_be_ended_before_a_step_inside_a_choice():
    turn = Either(Sequence(Step(own), Step(just), stop=True), Pass())
    assert "end" in Table(turn, setup=[Put(At("a1"))]).legal()
    assert "end" not in Table(turn).legal()


def test_a_shape_takes_as_many_pieces_from_the_hand_as_it_fills():
    hand = Table(Place(shape=["E"]), setup=[InHand(3)]).play("a1")
    assert hand.state.hands[0] == 1


def test_a_commit_that_fails_by_a_comparison_is_told():
    secret = Commit(Place(), announce=[Row(to)], answer=Reveal(own & announced), fails=Count(own) >= 3)
    assert "fails" in rules_text(Game(board=Square(3), turn=secret))


def test_a_sheet_is_illustrated_where_pieces_are_lifted():
    game = Game(
        board=Square(3), turn=Either(Remove(own & ~moved), Place()), setup=[Put(At("a1"))], ends=[Draw(Quiet(3))]
    )
    assert "lift" in sheet.rules(game, "text").lower() or "take" in sheet.rules(game, "text").lower()


def test_a_turn_that_never_ends_is_given_up():
    game = Game(board=Square(2), turn=Repeat(Step(own)), setup=[Put(At("a1"))])
    with pytest.raises(LongTurn, match="more than 1000 plies"):
        list(game.start().turns())
    with pytest.raises(LongTurn):
        census(Reference(game), 1, turns=True)
    dice = Game(board=Square(2), turn=If(own, Chance(Roll(2)), Place()), ends=[])
    with pytest.raises(LongTurn, match="chance"):
        dice.start().play("a1").play("b1").roll(1)


def test_a_name_is_one_printable_line():
    for name in ('a"]\n[x "y', "\x1b[2J", "n" * 201):
        with pytest.raises(RuleError, match=r"^name: "):
            Game(board=Square(3), turn=Place(), name=name)


def test_what_is_told_of_a_game_holds_no_commands_for_a_terminal():
    """A rule value may come from anybody; its story goes to the terminal and its title to lists of tables."""
    told = [
        ("title", About(title="Chess\u202e")),
        ("title", About(title="one\ntwo")),
        ("story", About(story="long ago\x1b[2J")),
        ("inventor", About(inventor="\x1b]0;x\x07")),
        ("other_names", About(other_names=("a\x1b[1m",))),
        ("notes", About(notes=(Note(1, "\x9b1m"),))),
        ("versions", About(versions=(OtherVersion({}, "\x00"),))),
    ]
    for field, about in told:
        with pytest.raises(RuleError, match=rf"^about.{field}: .*printable"):
            Game(board=Square(3), turn=Place(), about=about)
    Game(board=Square(3), turn=Place(), about=About(title="Schach\u00a0\U0001f469\u200d\U0001f692", story="one\n\ttwo"))


def test_ranks_that_the_board_does_not_have_are_none_to_whoever_looks_before_the_check():
    """Drawing random rule values evaluates announcements before the words are checked."""
    scene = BoardScene(Game(board=Square(4), turn=Place(), ends=[Draw(No(empty))]).geometry)
    assert scene.cells(Ranks(3, 9)) == scene.cells(Ranks(3, 4)) and scene.cells(Ranks(-9, -4)) == scene.cells(Ranks(-4))
    assert scene.cells(Ranks(7)) == 0
    with pytest.raises(RuleError, match="expected a rank from -4 to 4"):
        Game(board=Square(4), turn=Place(to=Ranks(7)), ends=[Draw(No(empty))])
