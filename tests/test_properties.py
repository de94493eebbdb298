"""Property tests of random rule values: play, the contract, storage, drawing and English texts.

The values are drawn from the whole vocabulary (lusory.testing). Regressions they found are in test_edge_cases.py.
"""

import json
import random
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lusory.draw import svg
from lusory.draw import text as drawn
from lusory.errors import RuleError
from lusory.explain import sheet as play_sheet
from lusory.rules import Game, Square, codec
from lusory.rules.english import rules_text
from lusory.rules.expression import evaluate
from lusory.testing import boards, check, draw_game, games, plays, random_play
from lusory.testing import strategies as drawing

roomy = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much])


@cache
def game_of(number: int, cells: int = 420) -> Game:
    return draw_game(random.Random(f"properties:{number}").randrange, cells)


@pytest.mark.parametrize("number", range(120))
def test_a_value_is_played_and_keeps_its_promises(number):
    """In one game, or in several if they are short. The reference looks at every ply of every cell: on large boards 20
    plies take as long as 200 on small ones."""
    game = game_of(number)
    plies = min(200, 8000 // len(game.geometry.names))
    length = len(random_play(game, seed=number, plies=plies).actions)
    check(game, games=-(-plies // max(length, 10)), seed=number, plies=plies)


@pytest.mark.parametrize("number", range(0, 120, 4))
def test_the_whole_sheet_of_a_value_is_made(number):
    game = game_of(number)
    assert play_sheet.rules(game, "text").strip()
    assert play_sheet.rules(game, "html").startswith("<")


def test_most_values_last_ten_plies_and_more_on_boards_of_all_sizes():
    drawn_games = [game_of(number) for number in range(120)]
    lengths = [len(random_play(game, plies=10).actions) for game in drawn_games]
    assert sum(length == 10 for length in lengths) > 60
    sizes = [len(game.geometry.names) for game in drawn_games]
    assert min(sizes) < 20 and all(any(size > limit for size in sizes) for limit in (64, 128, 256))
    assert {game.players for game in drawn_games} == {1, 2, 3, 4}


@roomy
@given(plays(plies=30))
def test_a_piece_shares_its_cell_only_where_there_are_secrets(play):
    tables = play.contract.tables
    for state in play.states:
        everywhere_ = [cell for plane in state.pieces for cell in range(plane.bit_length()) if plane >> cell & 1]
        assert tables.hidden or len(everywhere_) == len(set(everywhere_))
        assert all(shown_side & ~pieces == 0 for shown_side, pieces in zip(state.shown, state.pieces, strict=True))
        assert all(amount >= 0 for amount in (*state.hands, *state.captured))


@roomy
@given(plays(plies=30))
def test_texts_lead_back_to_their_plies(play):
    actions = play.contract.game.actions
    if actions.total <= 20_000:
        assert all(actions.ids[actions.text(action)] == action for action in play.actions)
        texts = [text for text in map(actions.text, range(actions.total)) if not text.startswith("reveal:")]
        assert len(texts) == len(set(texts))


@roomy
@given(plays(plies=20))
def test_play_again_gives_equal_states_and_a_result_ends_it(play):
    state = play.contract.start()
    for action, expected in zip(play.actions, play.states[1:], strict=True):
        assert play.contract.result(state) is None
        state, _ = play.contract.play(state, action)
        assert state == expected and hash(state) == hash(expected)
    assert (play.contract.result(state) is None) == bool(play.contract.legal(state))


@roomy
@given(games())
def test_a_value_is_written_and_read_again(game):
    assert codec.read(codec.write(game)) == game
    assert codec.read(codec.write(game)).hash == game.hash
    assert codec.read(repr(game)) == game
    assert hash(codec.read(repr(game))) == hash(game)
    assert codec.read(json.dumps(codec.plain(game))) == game


@roomy
@given(plays(plies=8, cells=150))
def test_a_position_is_drawn_for_everybody(play):
    for viewer in (None, *range(play.contract.players)):
        picture = play.contract.picture(play.states[-1], viewer)
        assert drawn.board(picture).strip()
        assert drawn.board(picture, "names").strip()
        assert svg.board(picture).startswith("<svg")


@roomy
@given(games(cells=150))
def test_a_value_is_told_in_english(game):
    assert rules_text(game).strip()


@pytest.mark.parametrize(
    "sort", ["cells", "regions", "directions", "numbers", "conditions", "plies", "effects", "ends"]
)
def test_each_sort_has_a_strategy_whose_values_are_read_again(sort):
    @settings(roomy, max_examples=20)
    @given(getattr(drawing, sort)())
    def read_again(value):
        if not isinstance(value, (int, tuple)):
            assert evaluate(repr(value)) == value

    read_again()


@given(boards())
def test_a_board_is_read_again(board):
    assert evaluate(repr(board)) == board
    assert codec.build_part(json.loads(json.dumps(codec.plain(board))), "board") == board


@given(drawing.setups(board=Square(6)))
def test_a_setup_is_read_again(setup):
    assert evaluate(repr(setup)) == setup


PINNED = {
    "Game(board=Square(3), turn=Place(), ends=[Win(Line(3)), Draw(NoPly())])": "a1f8aaef86ee",
    "Game(board=Hexagon(5), turn=Either(Place(), Step(own)), ends=[Loss(Enclosed(own, unit='cell'))])": "1b69bb494b32",
    "Game(board=Checkered(8), turn=First(Hop(own), Step(own)), "
    "setup=[Put(Ranks(1, 3)), Put(Ranks(1, 3), side=2)])": "281c3888bb6e",
    "Game(board=Graph([['a', 0, 0], ['b', 1, 0.5]], [['E', 'a', 'b']]), turn=Pass(), players=1)": "ddbef9f92caa",
}


@pytest.mark.parametrize(("rules", "start"), PINNED.items())
def test_the_hash_of_rules_never_changes(rules, start):
    assert codec.read(rules).hash[:12] == start


# ---- bad input raises RuleError only


def refused_or_game(source: str | bytes) -> None:
    try:
        game = codec.read(source)
    except RuleError:
        return
    assert isinstance(game, Game)


texts = st.one_of(st.binary(max_size=200), st.text(max_size=200), st.text(st.characters(categories=["Cs", "Lu"])))


@settings(max_examples=200)
@given(texts)
def test_nonsense_is_refused(source):
    refused_or_game(source)


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["own", "a1", "stone", 9, -1, 0, 2**31, [], {}, [[]], {"word": "own"}, {"word": "no-ply"}]),
)


def mutate_json(data, pick):
    """The same JSON with one value anywhere in it replaced, doubled or removed."""
    spots = []

    def visit(value, image):
        spots.append(image)
        for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            visit(value[key], lambda new, value=value, key=key: value.__setitem__(key, new))
            spots.append(lambda new, value=value, key=key: isinstance(value, dict) and value.setdefault(str(new), new))

    holder = [data]
    visit(data, lambda new: holder.__setitem__(0, new))
    pick(st.sampled_from(spots))(pick(SCALARS))
    return holder[0]


@settings(roomy, max_examples=250)
@given(games(cells=40, lasting=0), st.data())
def test_mutated_json_is_refused_or_read(game, data):
    damaged = mutate_json(json.loads(codec.write(game)), data.draw)
    refused_or_game(json.dumps(damaged))


@settings(roomy, max_examples=250)
@given(games(cells=40, lasting=0), st.data())
def test_mutated_expressions_are_refused_or_read(game, data):
    text = repr(game)
    at = data.draw(st.integers(0, len(text)))
    more = data.draw(st.sampled_from(["", "(", ")", "~", "-", "own", "9" * 40, "'", "=", ",", "**", "1e400", "\ud800"]))
    refused_or_game(text[:at] + more + text[at + data.draw(st.integers(0, 3)) :])


@pytest.mark.parametrize("depth", [50, 63, 64, 200, 400, 1000, 5000, 100_000])
@pytest.mark.parametrize(
    ("opening", "right"),
    [
        ('{"word": "not", "of": ', "}"),
        ('{"word": "no", "of": ', "}"),
        ("[", "]"),
        ('{"word": "sum", "parts": [1, ', "]}"),
    ],
)
def test_json_nested_deep_is_refused_in_words(depth, opening, right):
    inner = opening * depth + '{"word": "own"}' + right * depth
    ends = '[{"word": "win", "when": ' + inner + "}]"
    refused_or_game('{"board": {"word": "square", "columns": 3}, "turn": {"word": "place"}, "ends": ' + ends + "}")


@pytest.mark.parametrize("depth", [50, 64, 200, 1000, 5000, 100_000])
@pytest.mark.parametrize(("opening", "right"), [("~", ""), ("No(", ")"), ("(", ")"), ("[", "]"), ("1 + ", "")])
def test_expressions_nested_deep_are_refused_in_words(depth, opening, right):
    refused_or_game(f"Game(board=Square(3), turn=Place(), ends=[Win({opening * depth}own{right * depth})])")


@pytest.mark.parametrize("operator", ["own & ", "1 + ", "own | "])
def test_long_rows_of_operators_are_one_word(operator):
    number = f"{operator * 40}{operator[:3].strip()}"
    refused_or_game(f"Game(board=Square(3), turn=Place(), ends=[Win({number} >= 1)])")
