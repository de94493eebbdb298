"""Tests of records: storage of whole games, secrets kept while they are secret, broken records refused with a
place."""

import json
from pathlib import Path

import pytest

import lusory
from lusory.errors import RecordError
from lusory.play.record import LARGEST, MOST_PLIES, Record, RecordedPly, read, record

RECORDS = Path(__file__).parent / "records"
FIVE = ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")


def text_of(name: str) -> str:
    return (RECORDS / f"{name}.txt").read_text("utf-8")


def json_of(name: str) -> str:
    return (RECORDS / f"{name}.json").read_text("utf-8")


def played(game: str, plies: str, **options: object) -> Record:
    position = lusory.load(game, **options).start()
    for ply in plies.split():
        position = position.play(ply)
    return position.record()


@pytest.mark.parametrize("name", FIVE)
def test_a_whole_game_is_the_same_in_both_forms(name):
    text_record, other = read(text_of(name)), read(json_of(name))
    assert text_record == other
    assert text_record.text() == text_of(name) and text_record.json() == json_of(name)
    assert read(text_record.json().encode()) == read(text_record.text().encode()) == text_record


@pytest.mark.parametrize(
    ("name", "values", "by", "witness"),
    [
        ("serendipity", (1.0, 0.0), "Win(Captured() >= 11)", ""),
        ("doppel", (0.0, 1.0), "Most(Score(), No(empty))", ""),
        ("susan", (1.0, 0.0), "Win(Enclosed(enemy, unit='cell'))", "g1"),
        ("ndengrod", (1.0, 0.0), "Win(Line(5))", "b5 c5 d5 e5 f5"),
        ("ndengrod-help", (1.0, 0.0), "Win(Line(5))", "c4 d5 e6 f7 g8"),
        ("hidden-gomoku", (1.0, 0.0), "Win(Line(5, times=2, share=1))", "J1 H2 G3 F4 E5 D6 C7 B8 A9"),
    ],
)
def test_a_whole_game_replays_to_its_end(name, values, by, witness):
    end = read(text_of(name)).replay()
    assert end.result is not None
    assert (end.result.values, end.result.by, " ".join(end.result.witness)) == (values, by, witness)


def test_the_help_page_of_ndengrod_prints_as_there():
    boards = (Path(__file__).parent / "vectors" / "boards.txt").read_text("utf-8")
    expected = next(part for part in boards.split("## ") if part.startswith("ndengrod")).splitlines()[1:]
    printed = read(text_of("ndengrod-help")).replay().text().splitlines()
    assert [line.rstrip() for line in printed] == [line.rstrip() for line in expected if line.strip()]


@pytest.mark.parametrize("name", [*FIVE, "ndengrod-help"])
def test_any_beginning_of_a_game_round_trips(name):
    game = read(text_of(name))
    position = game.game.start()
    for ply in game.plies[:-1]:
        position = position.play(ply.text)
        if position.ply % 7 and position.ply > 6:
            continue
        record = position.record()
        assert record.result is None
        assert read(record.json()) == record and read(record.text()) == record
        assert read(record.text()).replay() == position


def test_turns_are_written_as_people_do():
    game = played("serendipity", "c3-d4 e3-f4 g1xe3 e3xc5 d6-e5 end end")
    assert game.turns() == ["c3-d4 e3-f4 g1xe3xc5", "d6-e5", "pass"]
    assert played("serendipity", "c3-d4 e3-f4").turns() == ["c3-d4 e3-f4 …"]
    assert read('[game "serendipity"]\n\n1. C3 -> d4 e3-f4 g1xe3xc5\n2. d6-e5\n3. pass\n') == game


def test_options_and_comments_by_hand():
    tags = '[game "susan"]\n[options "size=4 draw=none"]\n[place "a train"]\n[Event "x"]\n'
    text = tags + "\n1. b2 {a comment}\n{another}\nB2 -> c3\n"
    with pytest.raises(RecordError, match="line 8, ply 2"):
        read(text)
    game = read(text.replace("B2 -> c3", "e5"))
    assert game.game == lusory.load("susan", size=4, draw="none") and game.tags == {"place": "a train", "Event": "x"}


def test_a_comment_may_take_several_lines():
    game = read('[game "susan"]\n\n1. b2 {a long\n[place "a train"]\ncomment} \n2. c3 {x} {y\n}\n')
    assert [ply.text for ply in game.plies] == ["b2", "c3"] and game.tags == {}
    with pytest.raises(RecordError, match="line 4: a comment begins and does not end"):
        read('[game "susan"]\n\n1. b2\n2. c3 {oh\n3. d4\n')


def test_a_draw_may_be_written_with_the_signs_of_any_keyboard():
    plies = "a1 b1 a2 b2 b3 a3 c1 c2 c3"
    turns = "\n".join(plies.split())
    game = read(f'[game "tic-tac-toe"]\n[result "1/2-1/2"]\n\n{turns}\n')
    assert game.result == (0.5, 0.5) and '[result "½-½"]' in game.text()


SECRETS = "E5 x A1:row reveal:none B1:row reveal:A1 C3:column reveal:none C3:column reveal:C3 D4:row"


def test_secrets_become_public_when_they_are_shown():
    game = played("hidden-gomoku", SECRETS)
    announced = {
        number: (ply.public, ply.announced) for number, ply in enumerate(game.plies, 1) if ply.public is not None
    }
    assert announced == {3: (6, "row 1"), 5: (6, "row 1"), 7: (10, "column C"), 9: (10, "column C"), 11: (0, "row 4")}
    assert "{public 3=6 5=6 7=10 9=10 11=?}" in game.text()


def test_at_the_end_all_is_public():
    game = read(text_of("hidden-gomoku"))
    assert all(ply.public != 0 for ply in game.plies) and game.seen_by(None) == game == game.seen_by(1)
    assert {ply.public for ply in game.plies[2::2]} >= {len(game.plies)}
    assert all(ply.public is None for ply in game.plies[3::2])


@pytest.mark.parametrize("player", [-1, 2, 9])
def test_who_does_not_play_sees_no_record(player):
    with pytest.raises(ValueError, match="expected 0 to 1"):
        record(lusory.load("hidden-gomoku").start()).seen_by(player)
    with pytest.raises(ValueError, match="expected 0 to 1"):
        lusory.load("hidden-gomoku").start().picture(player)


def test_text_that_is_no_unicode_is_no_record():
    with pytest.raises(RecordError, match="not JSON"):
        read('{"a":"\ud800"}')


def test_seen_by_keeps_what_is_secret_from_others():
    game = played("hidden-gomoku", "E5 x A1:row reveal:none B2:column reveal:none")
    assert [ply.text for ply in game.seen_by(0).plies] == [
        *("E5", "x", "A1:row", "reveal:none", "? column B", "reveal:none")
    ]
    assert [ply.text for ply in game.seen_by(1).plies][2:5] == ["? row 1", "reveal:none", "B2:column"]
    for text in (game.seen_by(None).json(), game.seen_by(None).text()):
        assert "A1" not in text and "B2" not in text and "row 1" in text
    with pytest.raises(RecordError, match="ply 3 is still a secret"):
        game.seen_by(None).replay()


def test_a_secret_of_which_nothing_was_announced_is_a_question_mark():
    seen = lusory.load("phantom-tic-tac-toe").start().line("a1:secret").record().seen_by(1)
    assert [ply.text for ply in seen.plies] == ["?"]
    assert read(seen.text()) == read(seen.json()) == seen


@pytest.mark.parametrize("name", ["chess", "breakthrough", "quoridor"])
def test_colours_and_names_of_parts_are_kept_in_both_forms(name):
    position = lusory.load(name).start()
    position = position.play(position.moves().ids[0])
    for text in (position.record().text(), position.record().json()):
        game = read(text).game
        assert (game.colours, game.terms) == (position.game.colours, position.game.terms)
        assert read(text).replay().svg() == position.svg()


def test_seen_by_trusts_nobody():
    game = played("hidden-gomoku", "E5 x A1:row reveal:none")
    lying = Record(game.game, tuple(RecordedPly(ply.text) for ply in game.plies))
    assert "A1" not in lying.seen_by(1).json()


@pytest.mark.parametrize("name", FIVE)
def test_nobody_sees_what_the_other_hides(name):
    game = read(text_of(name))
    for length in range(1, len(game.plies), 5):
        position = game.game.start()
        for ply in game.plies[:length]:
            position = position.play(ply.text)
        for viewer in (0, 1, None):
            plies = position.record().seen_by(viewer).plies
            for ply, record_ply in zip(position.past, plies, strict=True):
                assert ply.player == viewer or record_ply.public != 0 or record_ply.text.startswith("? ")


def changed(**fields: object) -> str:
    """The stored game of susan with some fields changed."""
    return json.dumps(json.loads(json_of("susan")) | fields)


def plies(*texts: object) -> str:
    return changed(plies=[{"text": text} for text in texts], result=None)


HOSTILE = {
    "empty": ("", "no game|game ''"),
    "blank": (" \n\n", "game ''"),
    "noise": ("\x00\x01\xff", "game ''"),
    "no game": ("1. b2\n", "game ''"),
    "an unknown game": ('[game "nosuch"]\n\n1. e4\n', "game 'nosuch'"),
    "a file as a game": ('[game "evil.py:run"]\n\n1. e4\n', "game 'evil.py:run'"),
    "a path as a game": ('[game "/etc/passwd"]\n', "game '/etc/passwd'"),
    "a wrong option": ('[game "susan"]\n[options "size=99"]\n', "size=99, expected 2 to 8"),
    "no such option": ('[game "susan"]\n[options "sise=3"]\n', "no option sise"),
    "an option without a value": ('[game "susan"]\n[options "size=3 none"]\n', "options: 'none', expected NAME=VALUE"),
    "an option as a tag": ('[game "susan"]\n[size "77"]\n', r'tag size: an option of susan, .*\[options "size=77"\]'),
    "wrong rules": ('[rules "{"board":{"word":"hexagone"}}"]\n', "the rules of the record"),
    "rules that are code": ("[rules \"__import__('os').system('true')\"]\n", "the rules of the record"),
    "an illegal ply": ('[game "susan"]\n\n1. b2\n2. b2\n', "line 4, ply 2, b2"),
    "nonsense in a line": ('[game "susan"]\n\n1. b2\n2. what is this\n', "line 4, ply 2, what"),
    "a ply after the end": (text_of("ndengrod-help") + "14. a1\n", "line 18, ply 14, a1: the game is over"),
    "a wrong result": (text_of("ndengrod-help").replace("1-0", "0-1"), "result 0-1: the plies lead to 1-0"),
    "a result too early": ('[game "susan"]\n[result "1-0"]\n\n1. b2\n', r"result 1-0: the plies lead to \*"),
    "two turns in a line": ('[game "susan"]\n\n1. b2 c3\n', "line 3, ply 2, c3: a line holds one turn"),
    "a line of blanks": ('[game "susan"]\n\n1.' + " " * 200_000 + "zz\n", "line 3, ply 1, zz"),
    "a very long ply": ('[game "susan"]\n\n1. ' + "x" * 200_000 + "\n", "line 3, ply 1"),
    "arrows without end": ('[game "susan"]\n\n1. ' + "->" * 100_000 + "\n", "line 3, ply 1"),
    "too long": ("1" * (LARGEST + 1), f"expected a record of at most {LARGEST}"),
    "half of a JSON": (json_of("susan")[:-20], "not JSON"),
    "a list": ("[1, 2]", "game ''"),
    "an object": ("{}", "format: None, expected 'lusory'"),
    "nested without end": ('{"a":' * 100_000, "not JSON"),
    "rules nested without end": (
        changed(game={"board": json.loads('{"word":"not","of":' * 400 + "1" + "}" * 400)}),
        "the rules of the record",
    ),
    "another format": (changed(format="sgf"), "format: 'sgf', expected 'lusory'"),
    "another kind": (changed(kind="game"), "kind: 'game', expected 'record'"),
    "a later version": (changed(version=2), "version: 2, expected 1"),
    "an unknown field": (changed(clock=3), "clock: unknown field"),
    "plies that are no list": (changed(plies=3), "plies|array"),
    "a ply that is a number": (changed(plies=[3]), "object"),
    "a ply without text": (changed(plies=[{}]), "text"),
    "a ply that is null": (plies(None), "str"),
    "no rules": (changed(game=None), "the rules of the record"),
    "rules that are a number": (changed(game=3), "the rules of the record"),
    "a Python class": (changed(game={"program": "os.system"}), "Python class, os.system"),
    "values as text": (changed(result="1-0"), "array"),
    "values that are wrong": (changed(result=[0, 1]), "result 0-1: the plies lead to 1-0"),
    "too many values": (changed(result=[1, 0, 0]), "result 1-0-0"),
    "an infinite value": (changed(result=[1e999, 0]), "not JSON|result"),
    "tags that are no texts": (changed(tags={"a": 1}), "str"),
    "a tag of ours": (changed(tags={"rules": "{}"}), "tags: 'rules'"),
    "a tag that breaks out": (changed(tags={'a"]\n[rules': "x"}), "tags: "),
    "an illegal stored ply": (plies("b2", "b2"), "ply 2, b2"),
    "two plies in one": (plies("b2 c3"), "ply 1"),
    "an id": (plies("b2", "17"), "ply 2, 17"),
    "a secret": (plies("? row 4"), "ply 1 is still a secret"),
    "a huge ply": (plies("z" * 100_000), "ply 1"),
    "too many plies": (plies(*["b2"] * (MOST_PLIES + 1)), f"expected at most {MOST_PLIES}"),
    "a false publicity": (
        changed(plies=[{"text": "b2", "public": 3}], result=None),
        "ply 1, public: 3, the plies lead to none",
    ),
}


@pytest.mark.parametrize("text", [text_of("susan"), json_of("susan")], ids=["text", "JSON"])
def test_a_byte_order_mark_is_no_part_of_a_record(text):
    assert read(text.encode("utf-8-sig")) == read("\ufeff" + text) == read(text)


@pytest.mark.parametrize(("text", "message"), HOSTILE.values(), ids=HOSTILE)
def test_a_broken_record_is_refused_with_a_place(text, message):
    with pytest.raises(RecordError, match=message) as refused:
        read(text).replay()
    assert len(str(refused.value)) < 1500


def test_a_record_that_lost_a_line_is_refused():
    """Without the line the stones after it would be the other player's. Who numbers rounds, or nothing, may do so."""
    text = lusory.load("tic-tac-toe").start().line("a1 b2 c3 a3").record().text()
    with pytest.raises(RecordError, match=r"line \d: turn 4, expected turn 3; a line is missing before it"):
        read(text.replace("3. c3\n", ""))
    for numbers in (("1.", "1.", "2.", "2."), ("", "", "", "")):
        turns = zip(numbers, ("a1", "b2", "c3", "a3"), strict=True)
        typed = '[game "tic-tac-toe"]\n\n' + "\n".join(f"{number} {turn}".strip() for number, turn in turns)
        assert read(typed).replay() == read(text).replay()


def test_a_turn_of_several_plies_is_one_entry_each():
    with pytest.raises(RecordError, match="ply 1, c3-d4 e3-f4: expected one ply"):
        Record(lusory.load("serendipity"), (RecordedPly("c3-d4 e3-f4"),)).replay()


def test_a_tag_cannot_break_the_text():
    game = record(lusory.load("susan").start().play("b2"))
    sly = Record(game.game, game.plies, None, {"event": 'x"]\n[rules "{}"]\n1. c3'})
    assert read(sly.text()).plies == game.plies
