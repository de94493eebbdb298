"""Regression tests of sentences in rules sheets that were wrong or in bad English."""

from typing import Any

import pytest

from lusory import rules as vocabulary
from lusory.explain.sheet import rules
from lusory.games import load
from lusory.rules import (
    Adjacent,
    At,
    BySide,
    Capture,
    Chance,
    Column,
    Compare,
    Connected,
    Corners,
    Count,
    Dir,
    Draw,
    Earn,
    Edges,
    Either,
    Enclosed,
    Flip,
    Game,
    Graph,
    Group,
    Hop,
    If,
    Kind,
    Leap,
    Line,
    Loss,
    Most,
    No,
    NoPly,
    Pass,
    Place,
    Promote,
    Put,
    Quiet,
    Ranks,
    Ray,
    Repeats,
    Roll,
    Rolled,
    Row,
    Score,
    Sequence,
    Shade,
    Shift,
    Slide,
    Some,
    Square,
    Step,
    Win,
    empty,
    enemy,
    every,
    everywhere,
    forward,
    heading,
    just,
    neutral,
    origin,
    orthogonal,
    own,
    to,
)
from lusory.rules.english import rules_text

MEN = [Put(Ranks(1), side=1), Put(Ranks(1), side=2)]
KINGS = [*MEN, Put(At("a2"), side=1, kind="king"), Put(At("a7"), side=2, kind="king")]


def told(**fields: Any) -> str:
    return rules_text(Game(**({"board": Square(8)} | fields)))


REGIONS: Any = [Row(At("a1")), Ranks(-1), Column(At("a1"))]
SENTENCES: list[tuple[dict[str, Any], str]] = [
    (
        {"setup": MEN, "turn": Step(own, directions=every, needs=Ray(to, heading, through=enemy))},
        "in an unbroken straight line from that square (in the direction of the move)",
    ),
    (
        {"setup": MEN, "turn": Slide(own, directions=every, distance=Count(Ray(origin, heading, through=everywhere)))},
        "from the square it came from in a straight line (in the direction of the move)",
    ),
    (
        {"setup": KINGS, "turn": Step(own, needs=Shift(to, heading) & enemy)},
        "the square next to that square, in the direction of the move, holds an enemy piece",
    ),
    ({"setup": KINGS, "turn": Step(own & Kind("stone"), directions=forward)}, "Move one of your stones one square"),
    (
        {"setup": KINGS, "turn": Step(own), "effects": [Promote(enemy & Kind("stone") & Ranks(1), "king")]},
        "Every enemy stone in your home row becomes a king.",
    ),
    (
        {"turn": Place(), "ends": [Win(Count(Group(own | to, at=to)) >= 4), Draw(No(empty))]},
        "the size of the connected group of your stones and the stone just placed (counted together) that includes the "
        "stone just placed",
    ),
    (
        {"turn": Place(), "ends": [Win(Count(Group(own, at=to)) >= 4), Draw(No(empty))]},
        "if the size of the connected group of your stones that includes the stone just placed is at least four.",
    ),
    (
        {"setup": KINGS, "turn": Step(own), "ends": [Win(Compare(Count(enemy & ~Kind("king")), "==", 1))]},
        "the number of enemy pieces that are not kings is exactly one",
    ),
    ({"turn": Place(), "ends": [Win(own & ~Shade(0)), Draw(No(empty))]}, "one of your stones is on a light square"),
    ({"turn": Place(to=empty & ~(enemy & At("d2"))), "ends": [Draw(No(empty))]}, "does not hold an enemy stone on d2"),
    ({"turn": Either(Place(), Pass()), "ends": [Draw(Quiet(1))]}, "a move went by without anything being played"),
    ({"setup": KINGS, "turn": Step(own), "effects": [Promote(own & Ranks(-1), "s1")]}, "becomes an s1."),
    (
        {"turn": Place(), "ends": [Win(own & At(" ".join(f"{c}{r}" for c in "abcdefgh" for r in (1, 2))))]},
        "among a1 to h1 and a2 to h2",
    ),
    ({"setup": KINGS, "turn": Place(to=Ray(own, every, length=1))}, "within one step of one of your pieces"),
    (
        {
            "setup": KINGS,
            "turn": Step(own),
            "ends": [Win(Ray(to, every, through=empty | own & Kind("king")) & Ranks(8))],
        },
        "in a straight line (in any of the eight directions) through empty squares or your king",
    ),
    (
        {"setup": MEN, "turn": Leap(own, distance=2, to=empty | enemy, directions=every)},
        "exactly two steps away (diagonal steps count too), whatever lies between, to an empty square",
    ),
    ({"turn": Place(), "ends": [Win(own & At("a1")), Draw(NoPly())]}, "You win if one of your stones is on a1."),
    ({"turn": Place(), "ends": [Win(No(enemy & At("a1")))]}, "You win if no enemy stone is on a1."),
    ({"turn": Place(), "ends": [Win(No(own & At("a1")))]}, "You win if none of your stones is on a1."),
    ({"turn": Place(), "ends": [Win(own & ~At("a1"))]}, "You win if one of your stones is not on a1."),
    (
        {"setup": [Put(At("d4"), side=0, kind="snail")], "turn": Step(neutral), "ends": [Win(neutral & At("a1"))]},
        "You win if the snail is on a1.",
    ),
    ({"setup": [Put(At("d4"), side=0, kind="snail")], "turn": Step(neutral)}, "The snail belongs to nobody."),
    (
        {
            "setup": KINGS,
            "turn": Step(own, then=(Promote(to & Kind("stone") & Ranks(-1), "king"),)),
        },
        "then the piece just moved becomes a king if it is a stone in the row farthest from your side.",
    ),
    (
        {"setup": KINGS, "turn": Sequence(Step(own), Step(just & Kind("king") & ~Ranks(-1)), Step(just & Shade(0)))},
        "Move the same piece, if it is a king not in the row farthest from your side, one square",
    ),
    (
        {"setup": KINGS, "turn": Sequence(Step(own), Step(just & Shade(0)))},
        "Move the same piece, if it is on a dark square, one square",
    ),
    (
        {"setup": MEN, "turn": Slide(own, distance=Count(Ray(origin, -heading, through=own)) + 1)},
        "exactly as many squares as there are stones of yours in an unbroken straight line",
    ),
    (
        {"turn": Place(), "ends": [If(NoPly(), Win(Line(3, of=own)))]},
        "You win if, after your move, your opponent cannot make any legal move, and your stones form",
    ),
    (
        {"setup": KINGS, "turn": Either(Place(), Step(own)), "effects": [Capture(own & Kind("stone") & ~just)]},
        "Each of your stones other than the piece just played is captured",
    ),
    (
        {"setup": MEN, "turn": Slide(own, directions=forward & orthogonal, distance=2)},
        "Move one of your stones exactly two squares straight forward to an empty square.",
    ),
    (
        {"turn": Place(), "ends": [Win(Connected(own, REGIONS))]},
        "a connected group that links row 1, the row farthest from your side and column a.",
    ),
    (
        {"turn": Place(), "effects": [Earn(1, when=own)], "ends": [Loss(Line(3)), Most(Score(own), No(empty))]},
        "You lose if, after your move, your stones form an unbroken straight line of three or more. Otherwise, at the "
        "end, the player who has more points wins.",
    ),
    (
        {"setup": MEN, "turn": Sequence(Chance(Roll(3)), Step(own)), "ends": [Draw(Quiet(20, without="capture"))]},
        "if 20 steps in a row, both players' counted together, but not those of chance, went by without a stone being",
    ),
]


SIDES: list[Any] = [[Edges(edge), Edges(other)] for edge, other in (("top", "bottom"), ("left", "right"))]
LINKS = [Connected(own, sides) for sides in SIDES]


def test_the_goal_is_in_the_headline_though_it_is_long():
    text = told(turn=Place(unless=Enclosed(own)), ends=[Win(vocabulary.Any(*LINKS)), Loss(NoPly()), Draw(Repeats(3))])
    assert text.split("\n")[2].startswith("You win if, after your move, your stones form a connected group that links")


ON_CELLS = vocabulary.All(*(own & At(f"{column}{row}") for row in (1, 4) for column in "abcd"))


@pytest.mark.parametrize(
    ("ends", "headline"),
    [
        (
            [Win(Line(3)), Win(ON_CELLS)],
            "your stones form an unbroken straight line of three or more, or condition A holds.",
        ),
        ([Win(Line(3)), Loss(ON_CELLS)], "Otherwise you lose if, after your own move, condition A holds."),
        ([BySide(Win(ON_CELLS), Loss(ON_CELLS))], "For o: you lose if, after your move, one of your stones is on a1, "),
        ([If(NoPly(), Win(ON_CELLS)), Loss(ON_CELLS)], "you lose if, after your own move, condition A holds."),
    ],
    ids=["a second win", "a loss", "each side's first", "with a condition before it"],
)
def test_a_long_aim_is_told_in_the_headline_or_under_terms(ends, headline):
    text = told(turn=Place(), ends=ends)
    assert headline in text.split("\n")[2] and "under End holds" not in text
    lettered = "condition A" in headline
    assert ("Condition A is told under Terms." in text) == ("  Condition A: one of your stones is on a1, " in text)
    assert lettered <= ("Condition A is told under Terms." in text)


def test_an_aim_too_long_for_the_headline_has_a_letter():
    text = told(turn=Place(), ends=[Win(vocabulary.All(ON_CELLS, Count(enemy & Edges()) <= 2, *LINKS))])
    goal, terms = text.split("\n")[2], text[text.index("\nTerms") :]
    assert goal.startswith("You win if, after your move, condition A holds, at most two enemy stones are on the edge, ")
    assert goal.endswith(". Condition A is told under Terms.") and "Condition A: one of your stones is on a1" in terms
    assert "\n  You win if condition A holds, at most two enemy stones" in text


def test_a_term_of_a_clause_that_never_applies_is_not_explained():
    never_applies, applies = (rules_text(load("serendipity", target=target)) for target in (11, 13))
    assert "Terms" not in never_applies and "You can still reach 13 if at least three stones remain" in applies
    assert "the game is a draw if neither player can still reach 13." in applies


def test_pieces_that_are_not_those_of_a_term():
    guarded = Kind("king") & Ranks(1)
    text = told(setup=KINGS, turn=Step(own & ~guarded), ends=[Draw(Quiet(9))], terms={"guarded": guarded})
    assert "Guarded kings are kings in your home row." in text
    assert "Move one of your pieces that are not guarded kings one square" in text


def test_a_condition_of_either_player():
    few = vocabulary.Any(*(Count(side) <= 2 for side in (own, enemy)))
    text = "game is a draw if at least one player has at most two stones on the board."
    assert text in told(setup=MEN, turn=Step(own), ends=[Draw(few)])


@pytest.mark.parametrize(("fields", "sentence"), SENTENCES, ids=[sentence[:40] for _, sentence in SENTENCES])
def test_a_sentence_says_what_the_rules_say(fields, sentence):
    assert sentence in told(**fields)


def test_a_step_that_must_be_made_first_is_no_pass():
    text = told(setup=MEN, turn=Sequence(Step(own), Sequence(Step(just), stop=True)))
    assert "If you like:" in text
    assert "one steps" not in text
    assert "that is a pass" not in text
    whole = told(setup=MEN, turn=Sequence(Step(own), Step(just), stop=True))
    assert "that is a pass" in whole


ROLL, ROLLED_ON = Chance(Roll(6)), Slide(own, distance=Rolled(), directions=Dir("E"))


@pytest.mark.parametrize("turn", [Sequence(ROLL, ROLLED_ON), Sequence(ROLL, ROLLED_ON, stop=True)])
def test_whose_turn_comes_where_a_roll_allows_no_step(turn):
    fields = {"board": Square(3, 2), "setup": [Put(At("a1"), side=1), Put(At("a2"), side=2)], "turn": turn}
    ending = "it ends by itself" if turn.stop else "the turn ends"
    assert f"If {ending} before you have made a step of your own, you have the next turn, too." in told(**fields)
    too_far = Game(**fields, ends=[]).start().play("roll:6")
    assert too_far.past[-1].turn_over and too_far.play("roll:1").to_move == 0, "first rolls again"


def test_a_turn_is_not_ended_before_the_roll():
    text = told(setup=MEN, turn=Sequence(ROLL, Step(own), stop=True))
    assert "You may end the turn before any step of your own (even before the first: that is a pass), but" in text
    assert "next turn" not in told(setup=MEN, turn=Sequence(Step(own), Step(just)))


SLANTED = Graph(
    cells=(("a", 0, 0), ("b", 1, 0), ("c", 0, 1), ("d", 1, 1)),
    links=(("E", "a", "b"), ("E", "c", "d"), ("N", "a", "c"), ("N", "b", "d"), ("NE", "a", "d")),
    opposites=(("E", "W"), ("N", "S"), ("NE", "SW")),
    diagonals=("NE", "SW"),
)
LINE = Graph(cells=(("a", 0, 0), ("b", 1, 0)), links=(("E", "a", "b"),), opposites=(("E", "W"),))


def test_orthogonal_is_told_where_a_graph_has_diagonals():
    text = told(board=SLANTED, setup=[Put(At("a"), side=1)], turn=Step(own, directions=orthogonal))
    assert "Move one of your stones one point orthogonally (not diagonally) to an empty point." in text


def test_a_graph_without_forward_has_a_sheet():
    game = Game(board=LINE, setup=[Put(At("a"), side=1)], turn=Step(own, directions=orthogonal))
    assert "Move one of your stones" in rules(game)


def test_directions_by_side_and_jumps_over_kinds():
    text = told(setup=KINGS, turn=Either(Step(own, directions=BySide(Dir("N"), Dir("S"))), Hop(own, over=Kind("king"))))
    assert "one square up for x and down for o to an empty square." in text
    assert "over an adjacent king" in text


def test_players_are_told_with_the_colour_of_their_stones():
    mine = Game(board=Square(4), turn=Place(), ends=[Win(Line(3)), Draw(NoPly())])
    assert "First (x, black) and Second (o, white) take turns" in rules_text(mine)
    nobodys = Game(board=Square(4), turn=Place(owner=neutral), ends=[Win(NoPly())])
    assert "First and Second take turns" in rules_text(nobodys)
    turned = Game(Square(4), Place(owner=neutral), effects=[Flip(Adjacent(to) & neutral)], ends=[Win(Line(3))])
    text = rules_text(turned)
    assert "First (x, black) and Second (o, white)" in text and "nobody" not in text and "illed" not in text
    assert "Place a neutral stone on an empty square." in text
    pawns_and_kings = Either(Place(kind="pawn", owner=neutral), Place(kind="king"))
    turned = Game(Square(4), pawns_and_kings, effects=[Flip(Adjacent(to) & neutral)], ends=[Win(Line(3))])
    assert "Place a neutral pawn on an empty square." in rules_text(turned), "some pawns have owners"


def test_the_condition_for_the_piece_of_a_ply_comes_last():
    game = Game(
        board=Square(4),
        setup=[Put(Ranks(1), side=1, kind="man"), Put(Ranks(1), side=2, kind="man")],
        turn=Step(own, then=(Promote(to & Kind("man"), "hen"), Promote(to & Ranks(-1), "king"))),
        ends=[Win(NoPly()), Draw(Quiet(20))],
    )
    text = rules_text(game)
    assert "the piece just moved becomes a hen if it is a man" in text
    assert "the piece just moved becomes a king if it is in the row farthest from your side" in text


def test_a_term_that_begins_with_across_follows_its_noun():
    soldiers = Step(own & Ranks(4, 5), directions=Dir("E W"))
    text = told(turn=Either(Step(own), soldiers), terms={"across the river": Ranks(4, 5)})
    assert "Squares across the river are" in text and "Move one of your stones across the river one square" in text


def test_a_line_of_sight_after_another():
    def seen(cells):
        return Shift(cells | Ray(cells, Dir("N")), Dir("N"))

    screen = seen(own & Kind("king")) & ~empty
    attacked = Some(seen(screen) & enemy & Kind("king"))
    text = told(setup=KINGS, turn=Step(own, unless=attacked))
    assert "is in a straight line (up), with nothing between, from a piece in a straight line (up) from" in text
    assert "between with nothing between" not in text


def test_predicates_of_several_pieces_agree_with_them():
    goal = own & (Ranks(-1) | (Ranks(-2) & Edges("left right")))
    text = told(turn=Step(own), ends=[Win(Count(goal) >= 3), Win(Count(own & Corners()) >= 2)])
    assert "are in the row farthest from your side, or are in the second row from the far side and are on the" in text
    assert "at least two of your stones are in the corners" in text


def test_the_headline_of_one_side_tells_nothing_of_the_other():
    ends = [Win(NoPly()), Loss(BySide(Quiet(10, without="capture"), No(own))), BySide(Win(NoPly()), Win(NoPly()))]
    headline = told(turn=Step(own), ends=ends).split("\n")[2]
    for_x, for_o = headline.removeprefix("For x: ").split(" For o: ")
    assert "ten moves in a row" in for_x and "you have no stone left" not in for_x and "(for x)" not in headline
    assert "you have no stone left" in for_o and "ten moves in a row" not in for_o
    assert for_o.count("your opponent cannot make any legal move") == 1, "said once"


def test_one_piece_is_the_subject_of_what_it_has():
    king = Kind("king")
    ends = [Win(Enclosed(enemy & king, unit="cell", directions=every)),
            Loss(Enclosed(own & king, unit="cell", directions=every))]  # fmt: skip
    text = told(setup=KINGS, turn=Step(own), ends=ends)
    assert "You win if the enemy king has no empty square directly or diagonally next to it." in text
    assert "You lose if your king has no empty square directly or diagonally next to it." in text


def test_a_count_of_pieces_in_a_place_is_told_in_the_headline():
    setup = [Put(Ranks(1), side=1), Put(At("c3"), side=0, kind="pawn")]
    ends = [Most(Count(own & Adjacent(neutral & Kind("pawn"))), when=NoPly())]
    text = told(setup=setup, turn=Step(own), ends=ends)
    assert "At the end the player who has more stones next to the pawn wins." in text
    assert "the player who has more stones next to the pawn wins, and equal numbers are a draw." in text


def test_directions_of_a_graph_are_told_as_they_are_drawn():
    square = (("a", 0, 0), ("b", 1, 0), ("c", 0, 1), ("d", 1, 1))
    links = (("up", "c", "a"), ("up", "d", "b"), ("E", "a", "b"), ("E", "d", "c"), ("N", "a", "c"))
    board = Graph(cells=square, links=links)
    text = told(board=board, setup=[Put(At("a"), side=1)], turn=Step(own, directions=Dir("up E N")))
    assert "one point up, in direction E or down to an empty point" in text
