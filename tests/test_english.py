"""The rules in English: every word is said, nothing is left over, and the five games read as they should.

`RENEW=1 pytest tests/test_english.py` writes the golden sheets again; read them before they are committed.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest

from lusory.games import catalogue, load
from lusory.play.examples import examples
from lusory.play.sheet import rules
from lusory.reference import Reference
from lusory.rules import (
    REGISTRY,
    Adjacent,
    All,
    Any,
    At,
    Chance,
    Checkered,
    Compare,
    Corners,
    Count,
    Dir,
    Draw,
    Either,
    First,
    Flip,
    Game,
    Hand,
    Hexagon,
    Hop,
    If,
    InHand,
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
    Remove,
    Repeat,
    Roll,
    Rolled,
    Sequence,
    Slide,
    Square,
    Step,
    Win,
    empty,
    enemy,
    every,
    everywhere,
    forward,
    just,
    neutral,
    own,
    to,
)
from lusory.rules.english import event_text, phrase, result_text, rules_text, sheet, spoken
from lusory.rules.expression import evaluate

GOLDEN = Path(__file__).parent / "golden"
FIVE = ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
OPTIONS = [
    ("susan", {"draw": "repeat:2"}),
    ("susan", {"draw": "none"}),
    ("susan", {"draw": "slides:1"}),
    ("susan", {"size": "2"}),
    ("ndengrod", {"board": "trapezium"}),
    ("ndengrod", {"suicide": "forbidden"}),
    ("ndengrod", {"swap": "true"}),
    ("ndengrod", {"repeat": "0", "length": "4"}),
    ("doppel", {"growth": "true", "size": "3"}),
    ("serendipity", {"target": "13"}),
    ("serendipity", {"repeat": "0", "quiet": "0"}),
    ("serendipity", {"size": "4"}),
    ("hidden-gomoku", {"lines": "1"}),
    ("hidden-gomoku", {"size": "3"}),
]

CLASSES = "|".join(sorted((cls.__name__ for cls in REGISTRY.values() if len(cls.__name__) > 2), key=len, reverse=True))
LEFTOVERS = {
    "no value": r"\bNone\b|\bnan\b|<[a-z]|object at",
    "a repr": rf"\b({CLASSES})\(",
    "braces": r"[{}\[\]]",
    "double blanks": r"\S  +\S",
    "doubled words": r"\b(a|an|the|of|is|in|to|and|your) \1\b",
    "a blank before a stop": r" [.,;:]",
    "doubled stops": r"[.,;:][.,;]",
    "a for an": r"\ba [aeio]",
    "an for a": r"\ban (?!hour)[^aeiou8\W]",
    "one of many": r"\bone (stones|squares|cells|points)\b|\bexactly one \w+s\b",
    "many of one": r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d\d+) "
    r"(stone|square|cell|point|move|turn|edge|corner|step)\b",
    "verbs": r"\byou (has|is|wins|loses|earns)\b",
}


def leftovers(text: str) -> list[str]:
    return [f"{name}: {found[0]!r} in {text!r}" for name, form in LEFTOVERS.items() if (found := re.search(form, text))]


def games():
    """Every game, every option of the five, and games that no catalogue has."""
    for name, definition in catalogue().items():
        yield name, definition.build
    for name, options in OPTIONS:
        told = ",".join(f"{key}={value}" for key, value in options.items())
        yield f"{name} {told}", lambda name=name, options=options: load(name, **options)
    for name, game in STRANGERS.items():
        yield name, lambda game=game: game


jump = Hop(own, over=enemy)
STRANGERS = {
    "draughts": Game(
        board=Checkered(8),
        setup=[Put(Ranks(1, 3), side=1, kind="man"), Put(Ranks(1, 3), side=2, kind="man")],
        turn=First(
            Sequence(jump, Repeat(Hop(just, over=enemy), must=True)),
            Either(Step(own & Kind("man"), directions=forward), Step(own & Kind("king"))),
        ),
        effects=[Promote(own & Kind("man") & Ranks(-1), "king")],
        ends=[Win(NoPly()), Draw(Quiet(40, without="capture", unit="turn"))],
    ),
    "morris": Game(
        board=Square(5, look="points"),
        setup=[InHand(9)],
        turn=Sequence(
            If(Hand(own) >= 1, Place(), If(Count(own) <= 3, Leap(own), Step(own))),
            If(Line(3, own) & just, Remove(enemy & ~Line(3, enemy))),
        ),
        ends=[Win(All(Compare(Hand(enemy), "==", 0), Count(enemy) <= 2))],
    ),
    "amazons": Game(
        board=Square(6),
        setup=[Put(At("a1 f1"), 1, "amazon"), Put(At("a6 f6"), 2, "amazon")],
        turn=Sequence(Slide(own, directions=every), Place(Ray(just, every), "arrow", owner=neutral)),
        ends=[Win(NoPly())],
    ),
    "ataxx": Game(
        board=Square(7),
        setup=[Put(Corners(), side=1)],
        turn=First(
            Either(Place(to=empty & Adjacent(own, every)), Leap(own, distance=2, directions=every)),
            Pass(),
        ),
        effects=[Flip(enemy & Adjacent(to, every))],
        ends=[Win(No(enemy)), Most(Count(own), when=Any(No(empty), NoPly(by="all")))],
    ),
    "three": Game(
        board=Hexagon(4),
        players=3,
        turn=Place(),
        ends=[Win(Line(4)), Loss(Line(3)), Draw(No(empty))],
    ),
    "dice": Game(
        board=Square(5, 1),
        setup=[Put(At("a1"), 1)],
        turn=Sequence(
            Chance(Roll(3)), Slide(own, directions=Dir("E"), distance=Rolled(), through=everywhere), stop=True
        ),
        ends=[Win(own & At("e1"))],
    ),
}

CASES = list(games())


@pytest.mark.parametrize("word", REGISTRY.values(), ids=REGISTRY)
def test_every_word_has_english(word):
    assert word in spoken(), f"write its English: {word.__name__}"


@pytest.mark.parametrize("word", REGISTRY.values(), ids=REGISTRY)
def test_every_example_is_said_without_leftovers(word):
    kinds = [Put(At(cell), 1, kind) for cell, kind in (("a1", "stone"), ("b1", "king"), ("c1", "man"))]
    game = Game(board=Square(8), setup=kinds, turn=Place(), ends=[Win(Line(5))])
    value = evaluate(word.example if "=" not in word.example.split("(")[0] else word.example.split("=", 1)[1])
    for part in value if isinstance(value, (list, tuple)) else [value]:
        told = phrase(part, game)
        assert told
        assert leftovers(told) == []


@pytest.mark.parametrize(("name", "build"), CASES, ids=[name for name, _ in CASES])
def test_rules_leave_nothing_over(name, build):
    told = sheet(build())
    sentences = [told.goal, *(clause.text for section in told.sections for clause in section.clauses)]
    assert [fault for text in sentences for fault in leftovers(text)] == []
    for text in sentences:
        assert re.match(r"[A-Z0-9`]", text), text
        assert text.endswith((".", ":")), text


@pytest.mark.parametrize(("name", "build"), CASES, ids=[name for name, _ in CASES])
def test_captions_leave_nothing_over(name, build):
    found = examples(build(), budget=20_000)
    assert [fault for example in found for fault in leftovers(example.caption)] == []


@pytest.mark.parametrize(("name", "build"), CASES, ids=[name for name, _ in CASES])
def test_a_game_is_told_in_sentences(name, build):
    import random

    game, chance = build(), random.Random(3)
    reference = Reference(game)
    state = reference.start()
    for _ in range(120):
        options = reference.options(state)
        if not options:
            break
        state, events = reference.follow(state, chance.choice(options))
        for event in events:
            told = event_text(game, event, state.seats)
            assert leftovers(told) == []
            assert told.endswith(".")
    if state.result is not None:
        assert leftovers(result_text(game, state.result, state.seats)) == []


def test_examples_are_the_same_every_time():
    assert examples(load("susan")) == examples(load("susan"))


@pytest.mark.parametrize("name", ["susan", "ndengrod", "doppel", "hidden-gomoku"])
def test_right_and_wrong_examples_come_in_pairs(name):
    paths = {good: {e.path for e in examples(load(name)) if e.good == good} for good in (True, False)}
    assert paths[True] & paths[False]
    assert paths[False] <= paths[True]


@pytest.mark.parametrize("name", FIVE)
def test_golden_sheets(name):
    told, path = rules(load(name)), GOLDEN / f"{name}.rules.txt"
    if os.environ.get("RENEW"):
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", catalogue())
def test_html_is_well_formed_and_has_no_script(name):
    page = rules(load(name), "html")
    ElementTree.fromstring(page.split("\n", 1)[1])
    assert not re.search(r"<script|javascript:|\bon\w+=|https?://(?!www\.w3\.org)", page)
    assert page.count("<style>") == 1


@pytest.mark.parametrize("name", FIVE)
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium to print with")
def test_html_prints_on_one_page(name, tmp_path):
    assert CHROMIUM is not None
    page = tmp_path / "rules.html"
    page.write_text(rules(load(name), "html"), encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}", "--no-pdf-header-footer"]
    done = subprocess.run(
        [CHROMIUM, *flags, f"--print-to-pdf={tmp_path / 'rules.pdf'}", str(page)], capture_output=True, timeout=120
    )
    if done.returncode:
        pytest.skip("chromium does not run here")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", (tmp_path / "rules.pdf").read_bytes())) == 1


def test_the_order_of_judgement_is_told():
    told = rules_text(load("susan"))
    assert told.index("You lose if") < told.index(
        "You win if one" if "You win if one" in told else "You win if an enemy"
    )
    assert "whatever else happened" in told


def test_a_result_says_why():
    game = load("ndengrod")
    won = Reference(game)
    assert "line of five or more" in phrase(game.ends[0], won.game)


def test_json_is_the_value():
    from lusory.rules.codec import read

    assert read(rules(load("susan"), "json")) == load("susan")


def test_an_unknown_format_is_refused():
    with pytest.raises(ValueError, match="text, md, html or json"):
        rules(load("susan"), "pdf")


def test_the_formats_agree():
    for form in ("text", "md", "html"):
        assert "no empty cell next to it" in re.sub(r"\s+", " ", rules(load("susan"), form))


def test_literals_are_covered():
    """The wording of Quiet has a text for each of its choices."""
    game = load("susan")
    for what in get_args(Quiet.__annotations__["without"]) or ("placement", "capture", "anything"):
        assert phrase(Quiet(3, without=what), game)
