"""The grammar of rules sheets of random rule values: no doubled marks, wrong articles or plurals, open brackets."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from lusory.rules import (
    Adjacent,
    All,
    Any,
    At,
    BySide,
    Capture,
    Column,
    Commit,
    Count,
    Dir,
    Draw,
    Edges,
    Either,
    Enclosed,
    Game,
    Group,
    Groups,
    Hexagon,
    Hop,
    If,
    InHand,
    Kind,
    Last,
    Leap,
    Line,
    Loss,
    No,
    NoPly,
    Pass,
    Place,
    Promote,
    Put,
    Ranks,
    Ray,
    Reveal,
    Row,
    Sequence,
    Shift,
    Slide,
    Some,
    Square,
    Step,
    Win,
    diagonal,
    empty,
    enemy,
    every,
    everywhere,
    forward,
    heading,
    origin,
    orthogonal,
    own,
    to,
)
from lusory.rules.english import rules_text, sheet
from lusory.testing import strategies

FAULTS = {
    "two marks": r"[,;:.]\s*[,;.]|,\s*\)|\(\s*[,;)]",
    "a before a vowel": r"\ba (?!one\b|uni|eu|use|and\b|or\b|to\b)(?=[aeiou][a-z])",
    "an before a consonant": r"\ban [bcdfgjklmnpqrstvwyz][a-z]{2}",
    "one of many": r"\b(?:one|exactly one|an?) (?:empty |enemy |neutral |filled |hidden |open )*"
    r"(?:stones|squares|points|cells|pieces|steps|moves|kings|men|groups|lines|rows)\b",
    "a word twice": r"\b(?!that\b)(\w+) \1\b",
    "many of one": r"\b(?:men|king|jumped|stone)s?s\b(?<!stones)(?<!kings)|\bmans\b",
    "two owners": r"\b(?:the|an?|adjacent|no|every) (?:your|their|enemy's) |\bopposite to (?:up|down|left|right)\b",
    "two blanks": r"\S  +\S",
}


def sentences(game: Game) -> Iterator[str]:
    """Every sentence of a sheet."""
    rules_sheet = sheet(game)
    yield rules_sheet.goal
    for section in rules_sheet.sections:
        for clause in section.clauses:
            yield clause.text


def faults(text: str) -> Iterator[str]:
    """What is wrong with a sentence."""
    for name, pattern in FAULTS.items():
        if match := re.search(pattern, text):
            yield f"{name}: {text[max(0, match.start() - 40) : match.end() + 40]}"
    depth = 0
    for mark in text:
        depth += (mark == "(") - (mark == ")")
        if depth < 0:
            break
    if depth:
        yield f"brackets: {text}"


@given(strategies.games(64, 1))
@settings(max_examples=150, derandomize=True)
def test_sentences_of_random_games(game):
    assert [fault for text in sentences(game) for fault in faults(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "a stone,, moved.",
        "a empty square",
        "an stone",
        "one stones",
        "of of them",
        "a row ( )",
        "(so",
        "jumpeds",
        "mans",
    ],
)
def test_faults_are_found(text):
    assert list(faults(text))


MEN = [Put(Ranks(1), side=1), Put(Ranks(1), side=2)]
KINGS = [Put(At(cell), side=side, kind="king") for side, cell in ((1, "a1"), (2, "d4"))]
PAWNS = [Put(At(cell), side=side, kind="pawn") for side, cell in ((1, "a2"), (2, "d3"))]
STONE_ROWS = [Shift(own | Ray(own, Dir(direction)), Dir(direction)) for direction in "NSEW"]
LINE_OF_MOVE = origin | Ray(origin, heading, through=everywhere) | Ray(origin, -heading, through=everywhere)
AHEAD = Ray(to, heading, through=enemy)
CROWNINGS = [
    Step(own, directions=forward, needs=to & Ranks(-1), then=(Promote(to, kind),), mark=mark)
    for mark, kind in (("q", "queen"), ("n", "knight"))
]
FOXES = [Put(At("a1"), side=1, kind="fox"), Put(At("b4 c4"), side=2, kind="goose")]
HUNT = Step(own, to=enemy)
BETWEEN = Ray(to, every, through=enemy, until=own)
LINES = [Row(At(f"a{i}")) for i in range(1, 5)] + [Column(At(f"{label}1")) for label in "abcd"]
FOR = BySide(At("a1 b1"), At("d4 c4"))
SENTENCES = [
    (
        Game(Square(4), Step(own, to=empty | enemy), setup=KINGS + PAWNS, ends=[Win(No(enemy & Kind("king")))]),
        "You win if your opponent has no king left.",
    ),
    (Game(Square(4), turn=Place(to=empty & FOR)), "an empty square among a1 and b1 (for x) or among d4 and c4 (for o)"),
    (Game(Square(4), Place(), ends=[Win(own & BySide(At("a1"), At("d4")))]), "is at a1 (for x) or d4 (for o)"),
    (
        Game(Square(4), Place(), effects=[Capture(Ray(to, every, enemy, own, 1))]),
        "Every enemy stone right between the stone just placed and another of your stones in a straight line (in any "
        "of the eight directions) is captured",
    ),
    (Game(Square(4), turn=Place(to=empty & Edges(corners=False))), "on the edge (corners excepted)."),
    (
        Game(Square(4), setup=MEN, turn=Step(own, to=everywhere)),
        "to any square (a stone that stands there is captured)",
    ),
    (Game(Square(4), Place(), ends=[Win(Count(own & Line(3)) > 3)]), "of your stones are in lines of three or more."),
    (
        Game(Square(4), Place(), effects=[Capture(enemy & Adjacent(Last(own, 2)))]),
        "the square of your own previous move",
    ),
    (
        Game(Square(4), setup=MEN, turn=Step(own, directions=orthogonal & ~heading)),
        "one square up, down, left or right, but not in the same direction as the previous step (there is none), to",
    ),
    (Game(Hexagon(3), Place(), ends=[Win(Groups(own, orthogonal) < 2)]), "form at most one connected group."),
    (
        Game(Square(4), Place(to=empty & (STONE_ROWS[0] | STONE_ROWS[1] | STONE_ROWS[2] | STONE_ROWS[3]))),
        "on an empty square in a straight line (up, down, left or right) from one of your stones with nothing between.",
    ),
    (  # a step in another direction leaves the line of the run before it
        Game(Square(4), Place(to=empty & Shift(own | Ray(own, orthogonal), orthogonal))),
        "on an empty square one step up, down, left or right from one of your stones or an empty square that can be",
    ),
    (
        Game(Square(4), Place(unless=No(enemy & (Kind("king") | Kind("pawn")) & Ranks(1))), setup=KINGS + PAWNS),
        "but not if afterwards no enemy king and no enemy pawn is in your home row.",
    ),
    (
        Game(Square(4), Either(Step(own), Either(Slide(own, mark="s"), Leap(own, mark="l"))), setup=MEN),
        "\n    – Move one of your stones to an empty square, anywhere on the board (written with `:l`).\n",
    ),
    (
        Game(Square(4), Step(own), setup=FOXES, ends=[BySide(Win(Count(enemy) <= 1), Loss(NoPly()))]),
        "For x: you win if, after your move, your opponent has at most one goose on the board. For o: you lose if, "
        "after your move, your opponent cannot make any legal move.",
    ),
    (
        Game(Square(4), Either(Place(unless=Line(3)), Either(Step(own, unless=Line(2)), Step(own, mark="s")))),
        "Place a stone of your own on an empty square, but not if afterwards your stones form an unbroken straight line"
        " of three or more.",
    ),
    (
        Game(Square(4), Either(*(Place(kind=k, unless=Line(3)) for k in "ab"), Sequence(Place(kind="a"), Place()))),
        "  None of these may be done if afterwards your pieces form an unbroken straight line of three or more.\n"
        "  Or do one of these:\n    – Two steps, in this order:",
    ),
    (
        Game(Square(4), Hop(own, needs=to & Ranks(-1)), setup=MEN),
        "to the square right beyond it, which must be empty; the jumped stone is captured and leaves the board at once,"
        " provided that that square is in the row farthest from your side.",
    ),
    (Game(Square(4), Place(), ends=[Draw(No(empty & ~own))]), "a draw if there is no empty square with no stone"),
    (Game(Square(4, 1), Place()), "columns a to d, row 1."),
    (Game(Square(1, 4), Place()), "column a, rows 1 to 4 from the bottom."),
    (
        Game(Square(4), Place(), ends=[Win(Groups(own, every) <= 1), Loss(Groups(enemy, every) <= 1)]),
        "Stones of one side next to each other, directly or diagonally, are connected",
    ),
    (
        Game(
            Square(4),
            Slide(own, directions=every, distance=Count(LINE_OF_MOVE & ~empty), to=empty | enemy, through=empty | own),
            setup=MEN,
        ),
        "in any of the eight directions, exactly as many squares as there are stones anywhere on the line of the move, "
        "before and behind, over empty squares and your stones only, to an empty square or onto an enemy stone",
    ),
    (
        Game(Square(4), Place(needs=Some(Group(enemy, at=Adjacent(Group(own, at=Adjacent(to)) | to))))),
        "provided that a connected group of enemy stones touches that square or a connected group of your stones "
        "touching that square.",
    ),
    (
        Game(Square(4), Place(), ends=[Draw(No(Group(own, size=Count(enemy) + 1)))]),
        "if your stones form no connected group larger than the number of enemy stones on the board.",
    ),
    (
        Game(Square(4), Step(own & ~Kind("king")), setup=KINGS + PAWNS, ends=[Draw(No(Kind("king")))]),
        "Move your pawn one square up, down, left or right to an empty square.",
    ),
    (Game(Square(4), Step(own), setup=KINGS + PAWNS, ends=[Draw(No(Kind("king")))]), "a draw if no king is left."),
    (
        Game(Square(4), Step(own), setup=KINGS + PAWNS, ends=[Win(own & Kind("king") & Edges())]),
        "You win if your king is on the edge.",
    ),
    (
        Game(Square(4), Step(own), setup=MEN, ends=[Win(No(Edges() & ~own))]),
        "You win if every square on the edge holds one of your stones.",
    ),
    (
        Game(Square(4), Either(*CROWNINGS), setup=MEN),
        "to an empty square in the row farthest from your side; then the piece just moved becomes, as you choose, a "
        "queen (written with `:q`) or a knight (written with `:n`).",
    ),
    (
        Game(Square(4), Step(own, needs=AHEAD, then=(Capture(AHEAD),), mark="a"), setup=MEN),
        "then every enemy stone in an unbroken straight line from the stone just moved (in the direction of the move) "
        "is captured and leaves the board; there must be at least one (written with `:a`).",
    ),
    (
        Game(Square(4), Step(own, directions=-forward & diagonal), setup=MEN),
        "Move one of your stones one square diagonally backward to an empty square.",
    ),
    (
        Game(Square(4), Place(), ends=[If(NoPly(), Win(No(enemy)))]),
        "You win if your opponent cannot make any legal move and has no stone left.",
    ),
    (  # what lies in hand is left, too
        Game(Square(4), Place(), setup=[InHand(3)], ends=[Win(No(enemy))]),
        "You win if your opponent has no stone on the board.",
    ),
    (
        Game(Square(4), Place(kind="king"), setup=[InHand(1, kind="king")], ends=[Loss(No(own & Kind("king")))]),
        "You lose if you have no king on the board.",
    ),
    (  # of one of them alone another sentence is said
        Game(Square(4), Place(), ends=[Loss(No(empty & Adjacent(own)))]),
        "You lose if there is no empty square next to any of your stones.",
    ),
    (Game(Square(4), Place(), ends=[Win(Groups(to) >= 1)]), "the stone just placed forms at least one connected group"),
    (  # cells are counted, not the groups and runs that they form
        Game(Square(4), Place(), ends=[Win(Count(Enclosed(enemy)) >= 2)]),
        "You win if at least two enemy stones are in connected groups with no empty square next to them.",
    ),
    (
        Game(Square(4), Place(), ends=[Win(Count(BETWEEN) >= 3)]),
        "at least three enemy stones are in an unbroken run of enemy stones in a straight line (in any of the eight "
        "directions) between the stone just placed and another of your stones.",
    ),
    (
        Game(Square(4), Place(), ends=[Win(Count(Ray(to, every, everywhere, own) & ~empty) > 1)]),
        "at least two stones are in a straight line (in any of the eight directions) between the stone just placed and",
    ),
    (
        Game(Square(4), Place(), effects=[Capture(Line(3, enemy) & Edges())]),
        "Every enemy stone in lines of three or more and on the edge is captured",
    ),
    (
        Game(Square(4), Place(), ends=[Win(Line(3) & Edges())]),
        "form an unbroken straight line of three or more that includes a square on the edge.",
    ),
    (
        Game(Square(4), Place(), ends=[Win(BETWEEN & Edges())]),
        "between the stone just placed and another of your stones",
    ),
    (Game(Square(4), Place(), ends=[Win(Count(own & Edges()) < 1)]), "You win if none of your stones is on the edge."),
    (Game(Square(4), Place(), ends=[Win(Count(own & Edges()) < 2)]), "if at most one of your stones is on the edge."),
    (Game(Square(4), Place(), ends=[Win(Count(enemy & Edges()) > 2)]), "at least three enemy stones are on the edge."),
    (
        Game(Square(4), Place(), ends=[Win(All(Count(own & Edges()) <= 2, Count(own & Edges()) >= 2))]),
        "You win if exactly two of your stones are on the edge.",
    ),
    (Game(Square(4), Place(), ends=[Win(No(enemy & ~Edges()))]), "You win if every enemy stone is on the edge."),
    (Game(Square(4), Place(), ends=[Win(No(own & ~Edges()))]), "You win if each of your stones is on the edge."),
    (
        Game(Square(4), Step(own), setup=MEN, ends=[Win(Any(*(No(own & ~line) for line in LINES)))]),
        "You win if each of your stones is in one and the same row or column.",
    ),
    (
        Game(Square(4), Step(own), setup=MEN, ends=[Win(Any(*(Count(own & line) > 2 for line in LINES[:3])))]),
        "You win if at least three of your stones are in one and the same row (1, 2 or 3).",
    ),
    (Game(Square(4), Place(), ends=[If(NoPly(), BySide(Loss(everywhere), Win(everywhere)))]), "for x: you lose; for o"),
    (Game(Square(4), Place(), ends=[BySide(Draw(Line(3)), Draw(Line(3)))]), "  The game is a draw if your stones form"),
    (
        Game(Square(4), Hop(own, over=own, captures=False), setup=MEN),
        "over one of your adjacent stones to the square right beyond it",
    ),
    (Game(Square(4), Step(own & Shift(empty, -Dir("N"))), setup=MEN), "one of your stones right below an empty square"),
    (
        Game(Square(4), Step(own, directions=If(Line(3), orthogonal, every)), setup=MEN),
        "one square (up, down, left or right if your stones form an unbroken straight line of three or more, otherwise "
        "in any of the eight directions) to an empty square.",
    ),
    (
        Game(Square(4), Step(own), setup=KINGS + PAWNS, effects=[If(to & Kind("king") & Ranks(1), Capture(to & own))]),
        "If the piece just moved is a king and is in your home row, the piece just moved is captured",
    ),
    (
        Game(Square(4), Step(Kind("boat")), setup=[Put(At("a1"), side=0, kind="boat"), Put(At("b1"), 0, "buoy")]),
        "Move the boat one square",
    ),
    (
        Game(Square(4), If(Line(2), Step(own), If(Line(3), Place(), Pass()))),
        "\n  Otherwise, if your stones form an unbroken straight line of three or more:\n    – Place",
    ),
    (
        Game(Square(4), Step(own), setup=FOXES, ends=[BySide(Win(NoPly(HUNT)), Win(NoPly(HUNT)))]),
        "For x: you win if, after your move, your opponent cannot move one of their geese one square",
    ),
    (Game(Square(4), Step(own), setup=[Put(~At("a1 b1"), side=1)]), "all squares other than a1 and b1 (14 in all)."),
]


@pytest.mark.parametrize(("game", "sentence"), SENTENCES, ids=[sentence[:40] for _, sentence in SENTENCES])
def test_sentences(game, sentence):
    assert sentence in rules_text(game)


def test_a_game_without_regions_to_announce_has_a_sheet():
    reveal = Reveal(own & ~everywhere)
    game = Game(Square(3), Commit(Place(to=empty), answer=reveal, announce=[], fails=to & enemy))
    assert "reveal" in rules_text(game)


def test_ends_by_side_and_with_alternatives_are_told():
    by_side = Game(Square(3), setup=MEN, turn=Step(own), ends=[BySide(Win(No(enemy)), Draw(No(enemy)))])
    assert "your opponent has no stone left" in rules_text(by_side)
    other = If(Count(own) + Count(enemy) > 6, Draw(NoPly()), Win(Line(3)))
    assert "line of three or more" in rules_text(Game(Square(3), setup=MEN, turn=Step(own), ends=[other]))
