"""Tests of terms, the names of parts of rules: explained once, used everywhere, without effect on play."""

import pickle

import msgspec
import pytest

from lusory.errors import RuleError
from lusory.explain.sheet import rules
from lusory.rules import (
    At,
    Captured,
    Count,
    Draw,
    Either,
    Enclosed,
    Game,
    Line,
    No,
    Place,
    Quiet,
    Ranks,
    Some,
    Square,
    Step,
    Win,
    codec,
    empty,
    enemy,
    forward,
    own,
)
from lusory.rules.english import sheet
from lusory.rules.expression import evaluate
from lusory.rules.terms import MOST_TERMS, exchange_sides, unused_terms

from .plain_chess import check, chess


def clauses(game):
    rules_sheet = sheet(game)
    return {section.title: [c.text for c in section.clauses] for section in rules_sheet.sections} | {
        "": [rules_sheet.goal]
    }


def words_of(game):
    return sum(len(text.split()) for texts in clauses(game).values() for text in texts)


def test_a_large_sheet_fits_two_pages():
    assert words_of(chess) < 1100
    assert words_of(msgspec.structs.replace(chess, terms={})) > words_of(chess)


def test_a_term_is_explained_once_and_used_everywhere():
    texts = clauses(chess)
    assert [text[:24] for text in texts["Terms"]] == ["You are in check if an e"]
    assert "None of these may be done if afterwards you are in check." in texts["Your turn"]
    assert texts["End"][1] == "You win if your opponent cannot make any legal move and is in check."
    assert texts[""] == ["You win if, after your move, your opponent cannot make any legal move and is in check."]
    noted = clauses(msgspec.structs.replace(chess, terms={}))
    assert noted[""] == [
        "You win if, after your move, your opponent cannot make any legal move and condition A holds for your "
        "opponent. Condition A is told under Terms."
    ]
    assert [text[:34] for text in noted["Terms"]] == ["Condition A: an enemy rook or an e"]
    rest = " ".join(text for title, texts in texts.items() if title != "Terms" for text in texts)
    assert "rook is in a straight line" not in rest


def test_equal_games_with_other_terms_have_their_own_sheets():
    without_terms = msgspec.structs.replace(chess, terms={})
    assert "afterwards you are in check" in rules(chess)
    assert "in check" not in rules(without_terms)


def test_a_term_changes_nothing_that_is_played():
    without_terms = msgspec.structs.replace(chess, terms={})
    assert without_terms == chess
    assert without_terms.hash == chess.hash
    assert b"in check" not in codec.canonical(chess)
    assert list(chess.start().moves()) == list(without_terms.start().moves())


@pytest.mark.parametrize(
    "again",
    [
        lambda game: codec.read(codec.write(game)),
        lambda game: evaluate(repr(game)),
        lambda game: pickle.loads(pickle.dumps(game)),
    ],
    ids=["json", "expression", "pickle"],
)
def test_terms_are_kept(again):
    assert again(chess).terms == {"in check": check}


SURROUNDED = Enclosed(own, unit="cell")


def test_each_sort_has_its_form():
    cells = Game(board=Square(3), turn=Place(to=empty & At("a1 a2 b1")), terms={"in the palace": At("a1 a2 b1")})
    assert "Place a stone of your own on an empty square in the palace." in clauses(cells)["Your turn"]
    adjective = Game(board=Square(3), turn=Either(Place(), Step(SURROUNDED)), terms={"besieged": SURROUNDED})
    assert "one of your besieged stones" in " ".join(clauses(adjective)["Your turn"])
    assert clauses(adjective)["Terms"] == ["Your besieged stones are your stones that are surrounded."]
    number = Count(own & Ranks(1))
    scored = Game(board=Square(3), turn=Place(), ends=[Win(number >= 3)], terms={"home strength": number})
    assert "You win if your home strength is at least three." in clauses(scored)["End"]
    ply = Step(own, directions=forward)
    march = Game(board=Square(3), turn=Either(Place(), ply), terms={"march": ply})
    assert "March." in clauses(march)["Your turn"]
    assert clauses(march)["Terms"][0].startswith("To march: ")
    condition = Some(Line(2, of=own))
    can = Game(board=Square(3), turn=Place(needs=condition), ends=[Win(No(condition))], terms={"can build": condition})
    assert "provided that you can build" in " ".join(clauses(can)["Your turn"])
    assert "You win if you cannot build." in clauses(can)["End"]


def test_the_mirror_image_exchanges_ways_and_rows():
    assert exchange_sides(own & Ranks(1)) == enemy & Ranks(-1)
    assert exchange_sides(Ranks(1, 2)) == Ranks(-2, -1)
    assert exchange_sides(exchange_sides(Step(own, directions=forward))) == Step(own, directions=forward)
    assert exchange_sides(Captured(own)) == Captured(enemy)


def test_a_term_that_names_nothing_is_found():
    game = Game(board=Square(3), turn=Place(), ends=[Draw(Quiet(9))], terms={"lost": Captured(own) >= 3})
    assert list(unused_terms(game)) == ["lost"]
    assert list(unused_terms(chess)) == []
    assert "Terms" not in clauses(game)


@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        ([("in check", check)], "expected names with parts of the rules"),
        ({"": check}, "expected a name of at most"),
        ({"a\nb": check}, "expected a name of at most"),
        ({"x" * 61: check}, "expected a name of at most"),
        ({"in check": 3}, "expected cells, a condition, a number or a ply"),
        ({"end": Draw(Quiet(9))}, "expected cells, a condition, a number or a ply"),
        ({str(i): check for i in range(MOST_TERMS + 1)}, f"expected at most {MOST_TERMS}"),
    ],
)
def test_what_is_no_term_is_refused(terms, fault):
    with pytest.raises(RuleError, match=fault):
        Game(board=Square(3), turn=Place(), terms=terms)


def test_stored_terms_are_checked():
    stored = msgspec.json.decode(codec.write(chess))
    wrong: list[object] = [[], {"in check": {"word": "nonsense"}}, {"in check": 1}]
    for terms in wrong:
        with pytest.raises(RuleError, match="terms"):
            codec.from_document(stored | {"terms": terms})
