"""Tests of the vocabulary's documentation: every word has a meaning, an example, English, users and a source."""

import pytest

from lusory.games import catalogue
from lusory.rules import REGISTRY, Word
from tools import vocabulary
from tools.phrases import english
from tools.usage import once, users, words_of


def test_no_word_lacks_anything():
    assert list(vocabulary.faults()) == []


def test_every_sort_has_a_heading():
    assert {cls.sort for cls in REGISTRY.values()} == set(vocabulary.SORTS)


@pytest.mark.parametrize("tag", REGISTRY)
def test_every_word_is_on_the_page(tag):
    cls = REGISTRY[tag]
    entry = vocabulary.entry(cls)
    assert entry in PAGE
    assert english(cls) in entry and cls.example in entry


PAGE = vocabulary.page()


def test_users_are_games_that_say_the_word():
    assert "susan" in users()["enclosed"] and "hex" not in users()["enclosed"]
    assert "serendipity" in users()["repeats"], "a word that an option brings in counts"
    assert "place" not in words_of(catalogue()["clobber"])


class Lonely:
    """A registered word whose attributes a test changes, and the faults that are found in it."""

    def __init__(self, monkeypatch, tag):
        self.monkeypatch, self.cls = monkeypatch, REGISTRY[tag]

    def set(self, name, value):
        self.monkeypatch.setattr(self.cls, name, value)

    def faults(self):
        return [fault for fault in vocabulary.faults() if fault.startswith(vocabulary.name(self.cls))]


def test_a_word_without_a_source_is_found(monkeypatch):
    word = Lonely(monkeypatch, "line")
    word.set("source", "")
    assert word.faults() == ["Line has no source"]


def test_a_word_without_users_is_found(monkeypatch):
    monkeypatch.setattr(vocabulary, "users", lambda: users() | {"line": ()})
    assert "Line has no users" in list(vocabulary.faults())


def test_a_word_of_one_game_needs_its_reason(monkeypatch):
    alone = next(iter(once()))
    word = Lonely(monkeypatch, alone)
    word.set("single", "")
    assert "does not say why" in word.faults()[0]


def test_a_reason_where_more_games_use_the_word_is_found(monkeypatch):
    word = Lonely(monkeypatch, "line")
    word.set("single", "because")
    assert word.faults()[0].startswith("Line: `single` stands, and these use it: connect-four")


def test_only_words_are_registered():
    assert all(issubclass(cls, Word) for cls in REGISTRY.values())
