"""Tests of the five games' sheets: they match the inventors' rules and omit what cannot occur."""

import random
from itertools import islice

import pytest

from lusory.explain.examples import examples
from lusory.explain.sheet import illustrated_sheet, rules
from lusory.games import load
from lusory.rules import (
    At,
    Capture,
    Captured,
    Count,
    Draw,
    Either,
    Enclosed,
    Game,
    Hexagon,
    If,
    Line,
    Loss,
    NoPly,
    Place,
    Square,
    Step,
    Win,
    enemy,
    neutral,
    own,
)
from lusory.rules.english import sheet
from lusory.rules.english.impossible import never, possible_ends
from lusory.rules.expression_text import spell


def sentences_by_section(game):
    """Every sentence of a sheet, by section."""
    rules_sheet = sheet(game)
    return {section.title: " ".join(c.text for c in section.clauses) for section in rules_sheet.sections} | {
        "": rules_sheet.goal
    }


def test_serendipity_is_a_race_of_three_steps():
    text = sentences_by_section(load("serendipity"))
    assert text[""] == "The first to capture eleven stones wins."
    turn = text["Your turn"]
    assert "Your turn has up to three steps" in turn
    assert "You may go on jumping with that stone, changing direction as you like." in turn
    assert "A stone that has moved this turn may still be jumped over and captured." in turn


def test_a_draw_that_cannot_occur_is_left_out():
    assert "draw if it is true" not in sentences_by_section(load("serendipity"))["End"]
    assert "game is a draw if" in sentences_by_section(load("serendipity", target="13"))["End"]


@pytest.mark.parametrize(
    "options", [{"size": "4"}, {"size": "6"}, {"size": "6", "target": "10"}, {"size": "4", "target": "3"}]
)
def test_what_is_left_out_never_ends_a_game(options):
    game = load("serendipity", **options)
    possible = {spell(word) for _, word in possible_ends(game)}
    for seed in range(40):
        chance, position = random.Random(seed), game.start()
        while position.result is None:
            moves = position.moves()
            position = position.play(moves[chance.randrange(len(moves))])
        assert position.result.by in possible


def test_susans_sheet_names_the_loss_and_the_slides():
    text = sentences_by_section(load("susan"))
    assert text[""] == (
        "You win if, after your move, an enemy stone is surrounded. "
        "But you lose if, after your own move, one of your stones is surrounded."
    )
    assert "stones of either side and the edge of the board may surround it together" in text["Board"]
    assert "Slide one of your stones to an adjacent empty cell." in text["Your turn"]
    assert "six slides in a row" in text["End"]
    assert "no legal move" not in text["End"]
    assert "stones of your own" not in text["End"]


def test_a_full_board_that_ends_nothing_is_still_told():
    turn = Either(Place(), Step(own))
    loses = Game(board=Hexagon(3), turn=turn, ends=[Loss(Enclosed(own, unit="cell"))])
    wins = Game(board=Hexagon(3), turn=turn, ends=[Win(Enclosed(enemy, unit="cell"))])
    assert "no legal move" not in sentences_by_section(loses)["End"]
    assert "it is a draw" in sentences_by_section(wins)["End"]


def test_ndengrods_sheet_says_that_a_move_may_free_itself():
    text = sentences_by_section(load("ndengrod"))
    assert "so a move may make its own freedom by capturing" in text["After each move"]
    assert "cannot make any legal move" not in text["End"]
    assert "loses the game" not in text["End"]
    assert "cannot make any legal move" in sentences_by_section(load("ndengrod", suicide="forbidden"))["End"]
    figure = next(e for e in illustrated_sheet(load("ndengrod")).examples if e.path == "effects")
    assert figure.good
    assert figure.picture.line


def test_no_ply_is_only_left_out_where_the_board_cannot_fill_up():
    def end_of(*effects):
        return Game(board=Square(3), turn=Place(), effects=list(effects), ends=[Draw(NoPly())])

    end = end_of(Capture(Enclosed(enemy)), Capture(Enclosed(own)))
    assert never(end, end.ends[0])
    for effects in ([], [Capture(Enclosed(enemy))]):
        game = end_of(*effects)
        assert not never(game, game.ends[0])


def test_what_an_end_says_otherwise_is_told():
    """The condition never holds, so that it is the other part that counts."""
    effects = [Capture(Enclosed(enemy)), Capture(Enclosed(own))]
    game = Game(board=Square(3), turn=Place(), effects=effects, ends=[If(NoPly(), Draw(NoPly()), Win(Line(3)))])
    assert not never(game, game.ends[0])


def test_who_is_put_out_leaves_the_others_to_play_on():
    loss = Loss(Enclosed(own, unit="cell"))
    for players, told_ in ((2, False), (3, True)):
        game = Game(board=Square(3), turn=Place(), ends=[loss], players=players)
        assert ("nothing above has ended the game" in sentences_by_section(game)["End"]) == told_


def test_only_the_second_effect_frees():
    effects = [Capture(Enclosed(enemy)), Capture(Enclosed(own)), Capture(own & At("a1"))]
    game = Game(board=Square(3), turn=Place(), effects=effects, ends=[Win(Line(3))])
    assert sentences_by_section(game)["After each move"].count("make its own freedom") == 1


def test_a_count_that_can_be_reached_is_told():
    game = load("serendipity")
    changed = Game(board=game.board, setup=game.setup, turn=game.turn, ends=[Draw(Count(neutral) <= 3), *game.ends])
    assert not never(changed, changed.ends[0])
    early = Game(board=game.board, setup=game.setup, turn=game.turn, ends=[Win(Captured(own) >= 30), *game.ends])
    assert never(early, early.ends[0])


def test_doppels_sheet_letters_the_squares():
    text = sentences_by_section(load("doppel"))
    assert "Before the first move one square, chosen at random, is filled." in text["Start"]
    scored = text["After each move"]
    assert "p be the square you filled on your own previous move" in scored
    assert "if q is next to p in the direction in which b lies from a filled square next to it" in scored
    shown_examples = [e for e in examples(load("doppel")) if e.path == "effects[0]"]
    assert [e.good for e in shown_examples] == [True, False] * 4
    for example in shown_examples:
        assert sorted(letter for _, letter in example.picture.letters) == ["b", "p", "q"]
    steps = set()
    for example in shown_examples:
        at = {letter: example.picture.geometry.names[cell] for cell, letter in example.picture.letters}
        steps.add((ord(at["q"][0]) - ord(at["p"][0]), int(at["q"][1]) - int(at["p"][1])))
    assert steps == {(0, 1), (0, -1), (1, 0), (-1, 0)}
    assert "b, p, q: *" in rules(load("doppel"))


def test_hidden_gomokus_sheet_speaks_of_stones_and_sides():
    game = load("hidden-gomoku")
    text = sentences_by_section(game)
    assert "columns A to J (there is no I)" in text["Board"]
    assert "First begins" not in text["Board"]
    assert "First: place an x on an empty point. Second: do one of these:" in text["Start"]
    assert text["Start"].endswith("Then o moves next.")
    assert "pieces" not in " ".join(text.values())
    assert "or none" in text["Your turn"]
    figures = illustrated_sheet(game).examples
    captions = [e.caption for e in figures]
    assert next(e for e in figures if "the move fails" in e.caption).good
    assert any(c.startswith("Two lines that share one stone: here x wins") for c in captions)
    assert any(c.startswith("Nine stones in a row: here x wins") for c in captions)
    assert any(c.startswith("Six stones in a row: no win yet") for c in captions)


def test_a_small_board_has_no_figure_that_does_not_fit():
    captions = [e.caption for e in examples(load("hidden-gomoku", size="5"))]
    assert not any(c.startswith(("Nine", "Six")) for c in captions)
    assert list(islice((c for c in captions if "share one stone" in c), 1))
