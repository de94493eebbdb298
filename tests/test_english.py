"""Tests of rules sheets: every word has English text without leftover code, and the five games read as they should."""

import re
import shutil
import subprocess
from collections import Counter
from typing import get_args
from xml.etree import ElementTree

import pytest

from lusory.cli.arguments import values_of
from lusory.errors import LusoryError
from lusory.explain.examples import examples
from lusory.explain.sheet import rules, samples
from lusory.games import load, studied_games
from lusory.play.event_texts import event_text
from lusory.reference import Reference
from lusory.rules import (
    REGISTRY,
    Adjacent,
    Again,
    All,
    Any,
    At,
    BySide,
    Capture,
    Captured,
    Chance,
    Checkered,
    Commit,
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
    First,
    Flip,
    Game,
    Group,
    Groups,
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
    Repeats,
    Reveal,
    Roll,
    Rolled,
    Row,
    Score,
    Sequence,
    Shift,
    Slide,
    Square,
    Step,
    Swap,
    Win,
    announced,
    empty,
    enemy,
    every,
    everywhere,
    forward,
    just,
    moved,
    neutral,
    open,
    own,
    pie,
    revealed,
    to,
)
from lusory.rules.english import phrase, result_text, rules_text, sheet, words_with_english
from lusory.rules.events import Result
from lusory.rules.expression import evaluate
from lusory.rules.expression_text import spell
from lusory.rules.options import Whole
from tests.browser.chromium import NAMES

FIVE = ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
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
    "an for a": r"\ban (?!hour|x\b)[^aeiou8\W]",
    "one of many": r"\bone (stones|squares|cells|points)\b|\bexactly one \w+s\b",
    "many of one": r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d\d+) "
    r"(stone|square|cell|point|move|turn|edge|corner|step)\b",
    "verbs": r"\byou (has|is|wins|loses|earns)\b",
}


def leftovers(text: str) -> list[str]:
    return [f"{name}: {match[0]!r} in {text!r}" for name, form in LEFTOVERS.items() if (match := re.search(form, text))]


def games():
    """Every studied game, every option of the five, and games that are in no catalogue."""
    for name, definition in studied_games().items():
        yield name, definition.build
    for name, options in OPTIONS:
        options_text = ",".join(f"{key}={value}" for key, value in options.items())
        yield f"{name} {options_text}", lambda name=name, options=options: load(name, **options)
    for name, game in STRANGERS.items():
        yield name, lambda game=game: game


jump = Hop(own, over=enemy)
block = ~empty & Shift(~empty, Dir("W")) & Shift(~empty, Dir("S")) & Shift(~empty, Dir("SW")) & moved
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

STRANGERS |= {
    "go": Game(
        board=Square(5, names="go", look="points"),
        turn=Either(Place(unless=Any(Repeats(2), Enclosed(own))), Pass()),
        effects=[Capture(Enclosed(enemy))],
        ends=[
            Most(
                Count(own | Group(empty, at=Adjacent(own)) & ~Group(empty, at=Adjacent(enemy))) + BySide(0, 7),
                when=Quiet(2, unit="turn"),
            )
        ],
    ),
    "gonnect": Game(
        board=Square(13),
        opening=pie(True, Place(unless=Any(Enclosed(own), Repeats(2)))),
        turn=Place(unless=Any(Enclosed(own), Repeats(2))),
        effects=[Capture(Enclosed(enemy))],
        ends=[Win(Connected(own, Edges("top bottom"))), Win(Connected(own, Edges("left right"))), Win(NoPly())],
    ),
    "quarry": Game(
        board=Hexagon(3),
        setup=[Put(At("a1"), 1, "mason"), Put(At("e3"), 2, "mason")],
        turn=Sequence(
            Step(own & Kind("mason"), to=empty),
            Place(to=empty & Adjacent(just), kind="brick", owner=neutral, then=(Earn(Count(Line(3, neutral) & to)),)),
            Slide(neutral & Adjacent(own) & ~moved, to=empty),
        ),
        ends=[Win(Score() >= 5), Most(Score(), when=NoPly(), at="turn"), Draw(Quiet(60, without="placement"))],
    ),
    "domino": Game(
        board=Square(4),
        turn=BySide(Place(shape=("N",)), Place(shape=("E",))),
        effects=[Earn(1, when=block), Again(when=block)],
        ends=[Win(NoPly())],
    ),
    "one way": Game(
        board=Square(5),
        setup=[Put(At("c1 e2"), side=1), Put(At("c5 e4"), side=2)],
        turn=First(Slide(own, directions=Dir("W"), to=~own, through=everywhere), Pass()),
        effects=[Capture(enemy & Corners() & ~Adjacent(~own))],
        ends=[Win(Captured() >= 3), Loss(No(own)), Draw(Quiet(50))],
    ),
    "secret": Game(
        board=Square(4),
        turn=Commit(Place(to=~own & ~open), announce=[Row(to)], answer=Reveal(own & ~open & announced), fails=revealed),
        ends=[Win(Line(3)), Draw(No(empty)), Draw(NoPly())],
    ),
}

CASES = list(games())


@pytest.mark.parametrize("word", REGISTRY.values(), ids=REGISTRY)
def test_every_word_has_english(word):
    assert word in words_with_english(), f"write its English: {word.__name__}"


@pytest.mark.parametrize("word", REGISTRY.values(), ids=REGISTRY)
def test_every_example_is_said_without_leftovers(word):
    kinds = [Put(At(cell), 1, kind) for cell, kind in (("a1", "stone"), ("b1", "king"), ("c1", "man"))]
    game = Game(board=Square(8), setup=kinds, turn=Place(), ends=[Win(Line(5))])
    value = evaluate(word.example if "=" not in word.example.split("(")[0] else word.example.split("=", 1)[1])
    for part in value if isinstance(value, (list, tuple)) else [value]:
        phrases = phrase(part, game)
        assert phrases
        assert leftovers(phrases) == []


@pytest.mark.parametrize(("name", "build"), CASES, ids=[name for name, _ in CASES])
def test_rules_leave_nothing_over(name, build):
    rules_sheet = sheet(build())
    sentences = [rules_sheet.goal, *(clause.text for section in rules_sheet.sections for clause in section.clauses)]
    assert [fault for text in sentences for fault in leftovers(text)] == []
    for text in sentences:
        assert re.match(r"[A-Z0-9`]", text), text
        assert text.endswith((".", ":")), text


@pytest.mark.parametrize(("name", "build"), CASES, ids=[name for name, _ in CASES])
def test_captions_leave_nothing_over(name, build):
    examples_found = examples(build(), budget=20_000)
    assert [fault for example in examples_found for fault in leftovers(example.caption)] == []


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
            text = event_text(game, event, state.seats)
            assert leftovers(text) == []
            assert text.endswith(".")
    if state.result is not None:
        assert leftovers(result_text(game, state.result, state.seats)) == []


def sentences(game):
    rules_sheet = sheet(game)
    return " ".join(
        [rules_sheet.goal, *(clause.text for section in rules_sheet.sections for clause in section.clauses)]
    )


def everything():
    """Each option of each shipped game alone: every choice; of a range its ends."""
    for name, definition in studied_games().items():
        for option in definition.options:
            values = values_of(option.reader)
            if isinstance(option.reader, Whole):
                low = option.reader.low
                values = [*(values or [str(low), str(low + option.reader.step)]), *(["0"] if option.reader.off else [])]
                values = list(dict.fromkeys([values[0], values[len(values) // 2], values[-1]]))
            for value in values:
                yield name, option.name, value


@pytest.mark.parametrize(("name", "option", "value"), list(everything()))
def test_every_option_is_told_without_leftovers(name, option, value):
    try:
        game = load(name, **{option: value})
    except LusoryError:
        return  # refused with the options it was not given; cli/check.py says which
    rules_sheet = sheet(game)
    texts = [rules_sheet.goal, *(clause.text for section in rules_sheet.sections for clause in section.clauses)]
    assert [fault for text in texts for fault in leftovers(text)] == []


def test_an_example_keeps_what_the_condition_around_its_clause_needs():
    """A minimal picture of the capture alone would show two stones, of which none is captured."""
    crowd = If(Count(own) >= 3, Capture(own & ~just))
    game = Game(board=Square(4), turn=Place(), effects=[crowd], ends=[Draw(Quiet(40))])
    of_effect = [e for e in examples(game, budget=20_000) if e.path == "effects[0]"]
    good, wrong = ([e for e in of_effect if e.good is good] for good in (True, False))
    assert good and all(len(e.picture.stones) >= 3 for e in good)
    assert wrong and all(len(e.picture.stones) < 3 for e in wrong)


def test_plies_beside_those_without_a_cell_have_examples():
    """An `unless` in a choice with Pass or Swap, whose plies have no landing cell."""
    for opening in ([], [Place(), Either(Place(unless=Enclosed(own)), Swap())]):
        game = Game(
            board=Square(4),
            opening=opening,
            turn=Either(Place(unless=Enclosed(own)), Pass()),
            ends=[Draw(Quiet(2, unit="turn"))],
        )
        assert "Examples" in rules(game)


@pytest.mark.parametrize("name", ["gonnect", "go"])
def test_examples_of_plies_that_are_tried_out_are_bounded(name, monkeypatch):
    from lusory.explain import ply_examples, random_plies
    from lusory.reference import move_generation

    tries: Counter[str] = Counter()
    for module in (ply_examples, random_plies, move_generation):
        original = module.violates_unless
        monkeypatch.setattr(
            module, "violates_unless", lambda *args, original=original: tries.update(["try"]) or original(*args)
        )
    assert {example.path for example in examples(STRANGERS[name])} >= {"effects[0]"}
    assert tries["try"] < 12_000


def test_a_refusal_names_the_condition_that_fails():
    wrong = [e.caption for e in examples(STRANGERS["gonnect"]) if e.path == "turn" and not e.good]
    assert wrong
    assert all("stood before" not in refusal or "empty" not in refusal for refusal in wrong)


def test_cells_of_figures_are_counted_not_figures():
    game = Game(board=Square(5), turn=Place(), ends=[Win(Line(5))])
    assert phrase(Count(Line(3)), game) == "the number of your stones in lines of three or more"
    assert phrase(Count(Group(own, size=4)), game) == "the number of your stones in connected groups of four or more"
    assert phrase(Count(Line(3)) >= 4, game) == "at least four of your stones are in lines of three or more"
    assert phrase(Earn(Count(Line(3))), game) == "you earn one point for each of your stones in lines of three or more"
    assert "one point if" in phrase(Earn(Count(Line(3) & to)), game)
    assert phrase(Groups(own) >= 2, game) == "your stones form at least two connected groups"


def test_with_another_turn_the_next_player_is_not_the_opponent():
    game = STRANGERS["domino"]
    assert "the player whose turn comes next cannot make any legal move" in sentences(game)
    text = result_text(game, Result((0.0, 1.0), spell(game.ends[0])))
    assert text == "Second (o) wins: the player whose turn comes next cannot make any legal move."
    plain = Game(board=Square(4), turn=Place(), ends=[Win(NoPly())])
    assert "First cannot make" in result_text(plain, Result((0.0, 1.0), spell(plain.ends[0])))


def test_a_result_gives_the_numbers():
    game = STRANGERS["go"]
    by = spell(game.ends[0])
    assert result_text(game, Result((0.0, 1.0), by, (), (5, 83))).startswith("Second (o) wins 83 to 5: both")
    assert result_text(game, Result((0.5, 0.5), by, (), (12, 12))).startswith("A draw, 12 each: both")
    assert "plus seven for o" in result_text(game, Result((0.0, 1.0), by, (), (5, 83)))
    assert "(for x)" not in sentences(game)


@pytest.mark.parametrize(("name", "build"), CASES, ids=[name for name, _ in CASES])
def test_what_is_written_down_can_be_played(name, build):
    """The samples of plies are among those made in a game; `end` and `pass` are named where there are such plies."""
    game = build()
    text = rules(game, "md", examples=False).partition("## Writing it down")[2].partition("## About")[0]
    matches = re.findall(r"`([^`]*)`", text)
    texts = {game.actions.printed(action) for action in (id for ids in samples(game).values() for id in ids)}
    texts |= {"pass", "end"}
    assert matches
    unseen = set(game.actions.blocks) - set(samples(game))
    assert unseen or set(matches) <= texts


def test_written_down_are_the_plies_of_the_game():
    def written(game):
        return rules(game, examples=False).partition("Writing it down")[2].partition("About this game")[0]

    assert "stone placed" not in written(STRANGERS["secret"])
    assert re.search(r"`([b-e])(\d) -> ([a-d])\2`", written(STRANGERS["one way"]))
    assert "`pass` passes" in written(STRANGERS["one way"])
    assert "`pass` passes" in written(STRANGERS["go"])


def test_posts_say_what_they_belong_to():
    quarry = sentences(STRANGERS["quarry"])
    assert "a brick that has not been placed or moved this turn and is next to your mason" in quarry
    assert "Place a brick" in quarry
    assert "neutral" not in quarry
    assert "one of your stones on every adjacent square" in sentences(STRANGERS["one way"])


def test_long_conditions_are_told_once():
    for name, few in (("gonnect", "no empty square next to it, or"), ("domino", "right below a stone")):
        assert sentences(STRANGERS[name]).count(few) == 1


def test_a_placement_has_not_moved_and_is_no_step():
    text = sentences(STRANGERS["domino"])
    assert "moved this turn" not in text
    assert "step of yours" not in text
    assert "After each move" in rules_text(STRANGERS["domino"])


def test_who_judges_and_who_is_left():
    assert "the last one left wins" in sentences(STRANGERS["three"])
    assert "hidden stones too" in sentences(STRANGERS["secret"])


def test_pages_have_a_legend_and_keep_headings_with_what_follows():
    page = rules(STRANGERS["gonnect"], "html")
    assert "Boards: x black; o white" in page
    assert re.search(r'<div class="keep">\n<h2>End</h2>\n<p>.*:</p>\n<p class="in">', page)
    assert "faded: hidden" in rules(STRANGERS["secret"], "html")


def test_examples_are_the_same_every_time():
    assert examples(load("susan")) == examples(load("susan"))


@pytest.mark.parametrize("name", ["susan", "ndengrod", "doppel", "hidden-gomoku"])
def test_right_and_wrong_examples_come_in_pairs(name):
    paths = {good: {e.path for e in examples(load(name)) if e.good == good} for good in (True, False)}
    assert paths[True] & paths[False]
    assert paths[False] <= paths[True]


@pytest.mark.parametrize("name", studied_games())
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
    result = subprocess.run(
        [CHROMIUM, *flags, f"--print-to-pdf={tmp_path / 'rules.pdf'}", str(page)], capture_output=True, timeout=120
    )
    if result.returncode:
        pytest.skip("chromium does not run here")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", (tmp_path / "rules.pdf").read_bytes())) == 1


def test_the_order_of_judgement_is_told():
    text = rules_text(load("susan"))
    assert text.index("You lose if") < text.index(
        "You win if one" if "You win if one" in text else "You win if an enemy"
    )
    assert "whatever else happened" in text


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
        assert "an enemy stone is surrounded" in re.sub(r"\s+", " ", rules(load("susan"), form))


def test_literals_are_covered():
    """The wording of Quiet has a text for each of its choices."""
    game = load("susan")
    for word in get_args(Quiet.__annotations__["without"]) or ("placement", "capture", "anything"):
        assert phrase(Quiet(3, without=word), game)


def test_a_caption_says_that_a_cell_is_one_of_many():
    right, wrong = examples(Game(board=Square(5), turn=Place(to=~Corners()), ends=[Draw(Quiet(9))]))
    assert right.caption == "Legal for x here, among others: the marked square." and "corner" in wrong.caption
