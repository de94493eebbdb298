"""Texts for players: the catalogue is complete, nothing that a page shows is left out of it."""

import ast
import pickle
import random
import re

import pytest

from lusory.errors import OptionError, Phrase
from lusory.games import load, studied_games
from lusory.play.event_texts import event_text
from lusory.play.narration import result_line
from lusory.rules import Any, Count, Draw, Game, Line, Loss, NoPly, Place, Square, Win, own
from lusory.rules.events import CHANCE, Event
from lusory.server import conditional_moves
from lusory.server.table import Refused
from lusory.server.web import sign_in
from lusory.texts import (
    LANGUAGES,
    SOURCE,
    gettext,
    negotiated,
    ngettext,
    read_po,
    speaking,
    terminal_language,
    translations_in,
)
from lusory.texts.messages import entries
from tools import texts

OTHERS = [code for code in LANGUAGES if code != SOURCE]
VALUE = re.compile(r"%\((\w+)\)s")


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_has_every_text_and_no_other(language):
    """`python -m tools.texts` brings it up to date; translate what is empty then."""
    assert texts.untranslated(language) == []
    assert (texts.CATALOGUES / f"{language}.po").read_text("utf-8") == texts.update_catalogue(language), (
        "run tools.texts"
    )


@pytest.mark.parametrize("language", OTHERS)
def test_translations_name_the_same_values(language):
    for entry in entries((texts.CATALOGUES / f"{language}.po").read_text("utf-8")):
        for key, text in entry.items():
            if key.startswith("msgstr") and entry["msgid"]:
                source = entry.get("msgid_plural", entry["msgid"]) if key != "msgstr[0]" else entry["msgid"]
                values = set(VALUE.findall(text))
                assert values <= set(VALUE.findall(source)) | {"n"}, text
                assert key == "msgstr[0]" or values == set(VALUE.findall(source)), text
                assert text.strip() and text[:1].isspace() == entry["msgid"][:1].isspace(), text


SYNONYMS = re.compile(r"PASSWORD|Kennung|Passwort für E-Mail|Mailserver|möglicher Zug")


def test_one_german_word_stands_for_one_thing():
    """PASSWORT, Benutzername, Mail-Passwort, Mail-Server, erlaubter Zug."""
    for entry in entries((texts.CATALOGUES / "de.po").read_text("utf-8")):
        for key, text in entry.items():
            assert not key.startswith("msgstr") or not SYNONYMS.search(text), text


def test_all_that_pages_show_is_marked():
    """The list names what to put into `{% trans %}` or `t(…)`."""
    assert texts.unmarked() == []


def test_a_refusal_with_values_is_told_in_the_language_of_who_asks():
    refused = Refused(422, "%(mail)s: expected an e-mail address", "mail", mail="100 %")
    assert str(refused) == "100 %: expected an e-mail address"
    with speaking("de"):
        assert refused.told() == "100 %: erwartet wird eine E-Mail-Adresse"
    assert Refused(409, "100 % of it").told() == "100 % of it"
    for kind in ("Refused", "HTTPException"):
        assert texts.unmarked_in_python(kind + '(422, f"{mail}: wrong")') == [(1, "f'{mail}: wrong'")]


def test_every_refusal_has_a_value_for_each_name_in_its_text():
    for path in texts.SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                text = node.args[1] if len(node.args) > 1 else None
                if isinstance(text, ast.Constant) and (node.keywords or VALUE.search(str(text.value))):
                    values = {keyword.arg for keyword in node.keywords}
                    assert values == set(VALUE.findall(str(text.value))), f"{path.name}: {text.value!r}"


def test_a_text_is_collected_by_the_name_that_stands_for_it():
    """Of the module, or imported; not one that is assigned twice."""
    source = 'from ..registry import DELETED as GONE\nWRONG = "not so"\nEITHER = "one"\nEITHER = "other"\n'
    constants = texts.constants_of(ast.parse(source), texts.SERVER / "web" / "any.py")
    assert constants == {"GONE": "this table was deleted by the host of the server", "WRONG": "not so"}
    assert [text.one for text in texts.of_call(refusal_of("WRONG"), "Refused", "", constants)] == ["not so"]
    assert list(texts.of_call(refusal_of("EITHER"), "Refused", "", constants)) == []


def refusal_of(text):
    """A call that refuses with this expression."""
    return ast.parse(f"Refused(409, {text})", mode="eval").body


def test_every_refusal_that_a_constant_names_is_told_in_german():
    with speaking("de"):
        assert Refused(401, sign_in.WRONG).told() == "Benutzername und Passwort gehören nicht zusammen"
        assert Refused(409, conditional_moves.HIDES).told().startswith("bedingte Züge")


def test_what_is_not_marked_is_found():
    template = '<p title="A hint">{{ name }}: {% trans %}Known{% endtrans %} <b>Not marked</b></p>'
    assert [text for _, text in texts.unmarked_in_template(template)] == ["A hint", "Not marked"]
    module = 'make("p", {}, t("Known"), `${n} moves are left`);\nsay("Not marked.");\n// Comment here.\n'
    assert texts.unmarked_in_module(module) == [(1, "0 moves are left"), (2, "Not marked.")]
    module = (
        'make("p", {}, "an e-mail address");\nmake("p", {}, " a private Atom feed");\nif (n !== "a word") stop();\n'
    )
    assert texts.unmarked_in_module(module) == [(1, "an e-mail address"), (2, " a private Atom feed")]


def test_texts_are_read_with_their_plurals():
    source = 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n\n'
    source += 'msgid "%(n)s move"\nmsgid_plural "%(n)s moves"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n\n'
    source += '#: somewhere\nmsgid "two "\n"lines"\nmsgstr "zwei \\"Zeilen\\""\n\nmsgid "none yet"\nmsgstr ""\n'
    catalogue = read_po(source)
    assert [catalogue.ngettext("%(n)s move", "%(n)s moves", n) for n in (1, 3, 9)] == ["a", "b", "c"]
    assert catalogue.gettext("two lines") == 'zwei "Zeilen"' and catalogue.gettext("none yet") == "none yet"
    assert catalogue.ngettext("cell", "cells", 2) == "cells"
    with pytest.raises(ValueError, match="line 2: expected msgid"):
        read_po('msgid "a"\nmsgtr "b"\n')


def test_the_language_is_the_chosen_one_or_the_first_that_the_browser_accepts():
    assert negotiated("de", "en") == "de" and negotiated("xx", "") == "en"
    assert negotiated("", "fr;q=0.9, de-AT;q=0.8, en;q=0.5") == "de"
    assert negotiated("", "en-GB,en;q=0.9,de;q=0.8") == "en"
    assert negotiated("", "de;q=nonsense, *;q=0.1,,;") == "en" and negotiated("", "de;q=0") == "en"


def test_texts_are_in_the_language_of_whoever_is_served():
    assert gettext("Rules") == "Rules"
    with speaking("de"):
        assert gettext("Rules") == "Regeln" and ngettext("%(n)s move", "%(n)s moves", 2) == "%(n)s Züge"
        with speaking("nonsense"):
            assert gettext("Rules") == "Rules"
    assert gettext("Rules") == "Rules" and translations_in("en").gettext("Rules") == "Rules"


def test_the_terminal_speaks_its_language(call, monkeypatch):
    """Of LUSORY_LANGUAGE or the locale; the plies and commands that are typed are the same in every language."""
    monkeypatch.setenv("LUSORY_LANGUAGE", "de_AT.UTF-8")
    typed = "z9\na1\nhelp\nwhy\nquit\n"
    result = call("play", "tic-tac-toe", "--first", "human", "--second", "human", typed=typed).out
    for text in ("Tippe help für Hilfe.", "First (x) am Zug", "? zeigt die erlaubten Züge", "setzt einen Stein auf a1",
                 "zurück zu deiner letzten Entscheidung", "die Partie wurde nicht gespeichert"):  # fmt: skip
        assert text in result, result
    monkeypatch.delenv("LUSORY_LANGUAGE")
    for variable, value, language in (("LC_ALL", "C.UTF-8", "en"), ("LC_ALL", "", "de"), ("LANG", "fr_FR", "en")):
        monkeypatch.setenv("LC_MESSAGES", "de_DE.UTF-8" if variable == "LC_ALL" else "")
        monkeypatch.setenv(variable, value)
        assert terminal_language() == language, (variable, value)


def test_the_terminal_says_in_its_language_what_is_wrong_with_an_option(call, monkeypatch):
    assert "susan: size=99, expected 2 to 8" in call("play", "susan", "-o", "size=99").err
    monkeypatch.setenv("LUSORY_LANGUAGE", "de")
    assert "susan: size=99, erwartet: 2 bis 8" in call("play", "susan", "-o", "size=99").err


def test_what_is_wrong_with_an_option_survives_pickling():
    with pytest.raises(OptionError) as found:
        load("susan", draw="slides")
    fault = pickle.loads(pickle.dumps(found.value))
    assert str(fault) == str(found.value)
    german = "susan: draw=slides, erwartet: slides:N (N 1 oder mehr), repeat:N"
    assert fault.phrase.said(translations_in("de").gettext).startswith(german)


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (
            Event("place", ("a1", "b1"), 0),
            "First places two stones on a1 and b1.",
            "First setzt 2 Steine auf a1 und b1.",
        ),
        (
            Event("capture", ("c3",), 0, 1, "queen"),
            "The queen on c3 is captured.",
            "Die Figur (Dame) auf c3 wird geschlagen.",
        ),
        (
            Event("move", ("a1", "a2"), 1, 0, "ferz"),
            "Second moves the ferz on a1 to a2.",
            "Second zieht die Figur (ferz) von a1 nach a2.",
        ),
        (
            Event("remove", ("a1",), 0),
            "First takes the stone on a1 off the board.",
            "First nimmt den Stein auf a1 vom Brett.",
        ),
        (Event("roll", (), CHANCE, 4), "The die shows 4.", "Der Würfel zeigt 4."),
    ],
)
def test_an_event_is_told_from_one_sentence_in_each_language(event, english, german):
    game = Game(board=Square(3), turn=Place(), ends=[Draw(NoPly())])
    assert event_text(game, event) == english
    with speaking("de"):
        assert event_text(game, event) == german


def random_ended_game(name, seed):
    """A random game of the catalogue at its end."""
    position, chance = load(name).start(), random.Random(seed)
    while position.result is None:
        mover = position.to_move
        position = position.chance(chance) if mover == CHANCE else position.follow(chance.choice(position.moves().ids))
    return position


ENGLISH = re.compile(r"\b(is|are|the|wins|has|have|cannot|with|form)\b")


@pytest.mark.parametrize("name", [name for name in studied_games() if name != "hidden-gomoku"])
def test_how_a_game_of_the_catalogue_ended_is_told_in_german(name):
    for seed in range(2):
        end = random_ended_game(name, seed)
        with speaking("de"):
            text = result_line(end)
        assert not ENGLISH.search(text), text
        assert re.search("gewinnt|Remis", text) and all(cell in text for cell in end.result.witness)


def test_how_a_game_for_one_ended_is_told_in_german():
    with speaking("de"):
        text = result_line(random_ended_game("peg-solitaire", 0))
    assert text.startswith("Die Partie endet mit 0 von 1: es ist kein Zug mehr möglich.")


@pytest.mark.parametrize(
    ("end", "plies", "german"),
    [
        (Win(Any(Line(2), Count(own) >= 9)), "a1 b2 a2", "First (x) gewinnt: First's stones form"),
        (
            Win(Any(Line(3), Line(2))),
            "a1 c1 a2",
            "First (x) gewinnt: First hat 3 in einer Reihe oder First hat 2",
        ),
        (Loss(Line(2)), "a1 c1 a2", "Second (o) gewinnt: First hat 2 in einer Reihe: a1 a2."),
        (Draw(NoPly()), "a1 a2 a3 b1 b2 b3 c1 c2 c3", "Remis: es ist kein Zug mehr möglich."),
    ],
)
def test_an_end_is_told_in_german_and_a_rare_one_as_the_rules_say_it(end, plies, german):
    position = Game(board=Square(3), turn=Place(), ends=[end]).start().line(plies)
    with speaking("de"):
        assert result_line(position).startswith(german)


def test_phrases_in_phrases_are_collected():
    """The range of an option may hold a text that stands in no call, however deep: `0 (off), 1 to half the board`."""
    most = Phrase("%(low)s to %(most)s", {"low": "1", "most": Phrase("half the board")})
    off = Phrase("0 (off), %(numbers)s", {"numbers": most})
    assert list(texts.texts_of_phrase(off)) == ["0 (off), %(numbers)s", "%(low)s to %(most)s", "half the board"]
