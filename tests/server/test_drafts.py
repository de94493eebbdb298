"""Tests of drafts of rules: parsed as data within budgets, faults with their place, figures of random games."""

import msgspec
import pytest

from lusory.breed.screens import TABLE
from lusory.breed.vary import Missed
from lusory.errors import RuleError
from lusory.games import catalogue, find, load, studied_games
from lusory.rules import REGISTRY, codec
from lusory.server import missed_texts
from lusory.server.settings import Budget
from lusory.server.word_list import word_list
from lusory.server.workers import drafts, rules_check, variations

BUDGET = msgspec.to_builtins(Budget())
SMALL = 'Game(name="Tiny", board=Square(3), turn=Place(), ends=[Win(Line(3)), Draw(NoPly())])'


@pytest.fixture
def guest(server):
    return server.guest()


def test_a_draft_is_checked_and_spelled_both_ways(guest):
    response = guest.post("/api/drafts", {"source": SMALL})
    assert (
        response["title"] == "Tiny" and response["players"] == 2 and response["cells"] == 9 and not response["hidden"]
    )
    assert codec.read(response["python"]) == codec.read(response["json"]) == codec.read(SMALL)
    assert response["svg"].startswith("<svg")
    again = guest.post("/api/drafts", {"source": response["json"]})
    assert again["hash"] == response["hash"]


def test_a_fault_has_its_place_in_utf_16(guest):
    source = SMALL.replace('"Tiny"', '"🎲"').replace("Line", "Lime")
    fault = guest.post("/api/drafts", {"source": source})["faults"][0]
    assert fault["said"] == "Lime, expected a word of the vocabulary (Line?)"
    wide = source.encode("utf-16-le")
    assert wide[2 * fault["start"] : 2 * fault["end"]].decode("utf-16-le") == "Lime"


FAULTY = """Game(
    board=Squar(3),
    turn=Either(Place(to=emty), Step(7)),
    ends=[Win(Lime(3)), Win(Line(3, of=Place())), Draw(NoPly())],
)"""


def test_all_faults_of_a_text_are_told_at_their_places():
    draft = drafts.draft(FAULTY, BUDGET)["faults"]
    assert [FAULTY[fault["start"] : fault["end"]] for fault in draft] == ["Squar", "emty", "7", "Lime", "Place()"]
    assert "(Square?)" in draft[0]["said"] and "(empty?)" in draft[1]["said"]


def test_all_faults_of_json_are_told_at_their_places():
    source = codec.write(load("hex", size=3)).replace('"connected"', '"konnected"').replace('"place"', '"plase"')
    draft = drafts.draft(source, BUDGET)["faults"]
    assert {source[fault["start"] : fault["end"]] for fault in draft} == {'"konnected"', '"plase"'}


@pytest.mark.parametrize("name", ["susan", "serendipity", "hidden-gomoku"])
def test_a_wrong_word_somewhere_is_the_only_fault(name):
    """What is right is not blamed for what is wrong beside it."""
    source = drafts.example(name, {})["python"]
    for wrong in ("Win(", "turn="):
        text = source.replace(wrong, wrong.replace("(", "ner(").replace("=", "=Foo() or "), 1)
        assert len(drafts.draft(text, BUDGET)["faults"]) == 1, text


@pytest.mark.parametrize(
    "source",
    [
        "__import__('os').system('true')",
        "Game(board=(lambda: Square(3))(), turn=Place())",
        "[x for x in own]",
        "Game(board=Square(3), turn=Place(), name='a' * 1000000)",
        "(" * 5000 + ")" * 5000,
        "9" * 5000,
        "",
        "\x00",
        "Game(board=Square(3), turn=Place(), terms={own: own, {}: own})",
        "{" * 5000,
        '{"board": {"word": "square", "columns": 3}}',
        '{"board": "\\ud800"}',
        '{"board": 100000000000000000000000000}',
    ],
)
def test_what_is_no_game_is_refused_with_a_place(source):
    fault = drafts.draft(source, BUDGET)["faults"][0]
    assert fault["said"] and 0 <= fault["start"] <= fault["end"] <= len(source) + 1


def test_python_keeps_to_the_budgets_of_json():
    for budget, message in [({"nodes": 5}, "parts"), ({"bytes": 20}, "bytes"), ({"cells": 8}, "cells")]:
        fault = drafts.draft(SMALL, BUDGET | budget)["faults"][0]
        assert message in fault["said"] and "on this server" in fault["said"]


def test_the_budget_of_bytes_counts_no_indentation():
    text = codec.write(codec.read(SMALL))
    size = len(msgspec.json.encode(msgspec.json.decode(text)))
    assert size < len(text)
    assert rules_check.read(text, BUDGET | {"bytes": size}) == codec.read(SMALL)
    with pytest.raises(RuleError, match=f"{size} bytes"):
        rules_check.read(text, BUDGET | {"bytes": size - 1})


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_the_rules_of_every_known_game_are_within_the_budgets_of_a_guest(name):
    game = find(name).build()
    assert rules_check.read(codec.write(game), BUDGET) == game


def test_a_game_of_the_catalogue_is_a_beginning(guest):
    response = guest.post("/api/drafts", {"game": "hex", "options": {"size": 4}})
    assert codec.read(response["python"]) == codec.read(response["json"]) == load("hex", size=4)


@pytest.mark.parametrize("name", sorted(studied_games()))
def test_every_game_is_measured(name):
    game = studied_games()[name]()
    draft_figures = drafts.measure_draft(codec.write(game), BUDGET)
    assert (
        draft_figures["games"] == 1000
        and sum(draft_figures["wins"]) + draft_figures["draws"] + draft_figures["cut"] == 1000
    )
    assert sum(end["games"] for end in draft_figures["ends"]) == 1000 - draft_figures["cut"]
    assert draft_figures["plies"]["low"] <= draft_figures["plies"]["middle"] <= draft_figures["plies"]["high"]


def test_rules_that_never_matter_are_found():
    source = (
        "Game(board=Square(5), turn=Either(Place(), Step(own & empty)), effects=[Capture(Line(4, of=neutral))], "
        "ends=[Win(Line(4)), Win(Line(5)), Draw(NoPly())])"
    )
    draft_figures = drafts.measure_draft(codec.write(codec.read(source)), BUDGET)
    assert draft_figures["idle"] == ["Win(Line(5))", "Capture(Line(4, of=neutral))", "Step(own & empty)"]
    assert drafts.measure_draft(codec.write(codec.read(SMALL)), BUDGET)["idle"] == []


def test_games_without_end_are_counted_as_such(guest):
    source = "Game(board=Square(3), turn=Pass())"
    value = msgspec.json.decode(guest.post("/api/drafts", {"source": source})["json"])
    response = guest.post("/api/drafts/measure", {"value": value})
    assert response["cut"] == response["games"] and response["plies"]["middle"] is None


def test_variations_can_be_taken_as_they_are(guest):
    value = msgspec.json.decode(codec.write(load("yavalath", size=4)))
    response = guest.post("/api/drafts/vary", {"value": value, "goal": "plies<=40"})
    assert response["tried"] > 12 and 0 < len(response["variations"]) <= 12
    assert len(response["variations"]) <= response["kept"] < response["tried"]
    best = response["variations"][0]
    assert best["meets"] and best["said"] and best["was"]["plies"] and best["figures"] != best["was"]
    taken = guest.post("/api/drafts", {"source": best["python"]})
    assert codec.read(taken["json"]) == codec.read(best["json"]) != load("yavalath", size=4)
    assert [variation["meets"] for variation in response["variations"]] == sorted(
        variation["meets"] for variation in response["variations"]
    )[::-1]


def test_why_variations_are_left_out_is_told_in_the_language_of_the_reader(guest):
    """The page said how many play well enough, and not what the others lack."""
    for language, said in (("en", "games go as with your rules"), ("de", "Partien verlaufen wie mit deinen Regeln")):
        body = {"game": "yavalath", "options": {"size": 4}}
        response = guest.http.post("/api/drafts/vary", json=body, headers={"Accept-Language": language})
        missed = response.json()["missed"]
        assert said in [each["said"] for each in missed]
        assert 0 < len(missed) <= 5 and all(each["times"] > 0 for each in missed)


def test_every_threshold_that_a_variation_may_miss_has_a_sentence():
    texts = missed_texts.sentences()
    skipped = {"speed", "novelty", "hope"}  # a variation need not meet them
    asked = [bound for bound in TABLE if bound.screen not in skipped and bound.figure not in ("ahead", "novelty")]
    for bound in asked:
        for limit, text in zip((bound.low, bound.high), texts[bound.figure], strict=True):
            assert limit is None or text, bound
    slow = missed_texts.reason(msgspec.to_builtins(Missed(3, "measuring")))
    assert slow == "they could not be measured: games take too long, or the rules fail in one"
    draws = Missed(3, "balance", "draws played", high=0.6)
    assert "more than 60 %" in missed_texts.reason(msgspec.to_builtins(draws))


def test_variations_fit_on_this_server():
    variations_found = variations.find_variations(codec.write(load("hex", size=5)), "", BUDGET | {"cells": 25})
    assert variations_found["variations"] and variations_found["goal"] == ""
    assert all(variation["meets"] is None for variation in variations_found["variations"])
    assert all(len(codec.read(variation["json"]).geometry.names) <= 25 for variation in variations_found["variations"])
    too_large = [each for each in variations_found["missed"] if each["screen"] == missed_texts.ON_THIS_SERVER]
    assert too_large and missed_texts.reason(too_large[0]) == "this server does not play games as large"
    times_missed = sum(each["times"] for each in variations_found["missed"])
    assert variations_found["kept"] == variations_found["tried"] - times_missed, "what is not played here is not kept"


def test_what_cannot_be_varied_is_told(guest):
    assert "draw" in guest.post("/api/drafts/vary", {"game": "hex", "goal": "drawz<=3"}, 422)["error"]
    assert "cannot be varied" in guest.post("/api/drafts/vary", {"game": "hidden-gomoku"}, 422)["error"]


def test_every_word_is_listed_with_its_fields(guest):
    words = guest.get("/api/words")
    assert words == word_list()
    assert {word["word"] for word in words} == {"", *REGISTRY}
    assert all(word["doc"] and word["example"] for word in words)
