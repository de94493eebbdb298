"""Tests of the games and their options: names, ranges, their About, and their sample games."""

from __future__ import annotations

import random
from html import unescape
from pathlib import Path
from typing import Annotated, Any

import numpy
import pytest

import lusory.games
from lusory.errors import OptionError, RuleError, UnknownGame
from lusory.explain.sheet import rules
from lusory.games import Definition, catalogue, find, library_games, load, plain_name, shelf, studied_games
from lusory.reference import Reference
from lusory.rules import About, Draw, Game, Place, Quiet, Repeats, Square, Whole
from lusory.rules.codec import read, write
from lusory.rules.english.background import background, options_text

from .games import games_by_name

FOLDER = Path(lusory.games.__file__).parent
MAIN = ("serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku")
OTHERS = (
    "tic-tac-toe connect-four gomoku hex y havannah yavalath pente reversi breakthrough clobber konane".split()  # noqa: SIM905
)
LIBRARY = [
    "agon",
    "alquerque",
    "amazons",
    "atari-go",
    "ataxx",
    "bagh-chal",
    "brandubh",
    "chess",
    "chomp",
    "col",
    "connect6",
    "cram",
    "dobutsu-shogi",
    "dodgem",
    "domineering",
    "dots-and-boxes",
    "draughts",
    "einstein",
    "fanorona",
    "fox-and-geese",
    "geography",
    "giveaway-draughts",
    "go",
    "gonnect",
    "halma",
    "hasami-shogi",
    "hexapawn",
    "isola",
    "jeson-mor",
    "lines-of-action",
    "martian-chess",
    "mu-torere",
    "neutron",
    "nine-mens-morris",
    "notakto",
    "order-and-chaos",
    "oust",
    "oware",
    "peg-solitaire",
    "phantom-tic-tac-toe",
    "phutball",
    "pong-hau-ki",
    "queens",
    "quoridor",
    "race",
    "rex",
    "shogi-without-drops",
    "snort",
    "squava",
    "tablut",
    "tanbo",
    "teeko",
    "three-mens-morris",
    "yavalath-for-three",
    "yote",
]
LINES = 31
LIBRARY_LINES = 95
"""The library has games with boards of their own, and chess with its six kinds of piece."""
EVERY = catalogue() | games_by_name()


def test_what_the_catalogue_has() -> None:
    """The names of the library are kept: records and litters of users name them."""
    assert set(studied_games()) == {*MAIN, *OTHERS}
    assert set(library_games()) == set(LIBRARY)
    assert set(catalogue()) == {*studied_games(), *library_games()}


def test_lists_show_the_library_last() -> None:
    names = [definition.name for definition in shelf()]
    assert set(names[: len(studied_games())]) == set(studied_games())


def filled_lines(path: Path) -> int:
    return sum(1 for line in path.read_text().splitlines() if line.strip())


@pytest.mark.parametrize("name", studied_games())
def test_a_game_is_a_short_file(name: str) -> None:
    path = FOLDER / f"{name.replace('-', '_')}.py"
    assert filled_lines(path) <= LINES, f"{path.name} is longer than {LINES} lines"


def test_games_of_the_library_are_short_files() -> None:
    lengths = sorted(filled_lines(path) for path in (FOLDER / "library").glob("*.py"))
    assert lengths[-1] <= LIBRARY_LINES and lengths[len(lengths) * 3 // 4] <= LINES


# Options


RANGES: dict[str, dict[str, tuple[str, Any]]] = {
    "serendipity": {
        "size": ("4 to 12 in steps of 2", 8),
        "rows": ("1 to size/2 - 1", None),
        "target": ("1 to stones - 1", None),
        "repeat": ("0 (off), 2 or more", 3),
        "quiet": ("0 (off), 1 or more", 50),
        "opening": ("turn or step or swap", "turn"),
    },
    "doppel": {"size": ("2 to 19", 8), "growth": ("true or false", False)},
    "susan": {
        "size": ("2 to 8", 5),
        "draw": ("slides:N (N 1 or more), repeat:N (N 2 or more), last:N (N 1 or more) or none", "slides:6"),
    },
    "ndengrod": {
        "size": ("2 to 8", None),
        "board": ("hexagon or trapezium", "hexagon"),
        "length": ("2 to the longest line", 5),
        "repeat": ("0 (off), 2 or more", 3),
        "swap": ("true or false", False),
        "suicide": ("allowed or forbidden", "allowed"),
    },
    "hidden-gomoku": {"size": ("3 to 13", 9), "length": ("2 to size", None), "lines": ("1 to 2", 2)},
}


@pytest.mark.parametrize("name", MAIN)
def test_options_are_those_of_the_rules(name: str) -> None:
    options = catalogue()[name].options
    assert {option.name: (option.expected, option.default) for option in options} == RANGES[name]
    assert all(option.doc for option in options)


REFUSED = [
    ("susan", {"size": 9}, "susan: size=9, expected 2 to 8"),
    ("susan", {"size": "five"}, "susan: size=five, expected 2 to 8"),
    ("susan", {"size": True}, "susan: size=true, expected 2 to 8"),
    ("susan", {"siez": 5}, "susan: no option siez; there are: size, draw"),
    ("susan", {"draw": "slides:0"}, "susan: draw=slides:0, expected slides:N (N 1 or more), repeat:N"),
    ("susan", {"draw": "repeat:1"}, "susan: draw=repeat:1, expected"),
    ("susan", {"draw": "quiet:5"}, "susan: draw=quiet:5, expected"),
    ("susan", {"draw": "slides"}, "susan: draw=slides, expected"),
    ("susan", {"draw": None}, "susan: draw=worked out, expected"),
    ("serendipity", {"size": 7}, "serendipity: size=7, expected 4 to 12 in steps of 2"),
    ("serendipity", {"rows": 4}, "serendipity: rows=4, expected 1 to 3"),
    ("serendipity", {"rows": 0}, "serendipity: rows=0, expected 1 to 3"),
    ("serendipity", {"rows": "-1"}, "serendipity: rows=-1, expected 1 to 3"),
    ("serendipity", {"rows": "three"}, "serendipity: rows=three, expected 1 to size/2 - 1"),
    ("serendipity", {"size": 4, "rows": 1, "target": 4}, "serendipity: target=4, expected 1 to 3"),
    ("serendipity", {"target": 0}, "serendipity: target=0, expected 1 to 23"),
    ("serendipity", {"target": 24}, "serendipity: target=24, expected 1 to 23"),
    ("serendipity", {"repeat": 1}, "serendipity: repeat=1, expected 0 (off), 2 or more"),
    ("serendipity", {"quiet": -1}, "serendipity: quiet=-1, expected 0 (off), 1 or more"),
    ("doppel", {"growth": "yes"}, "doppel: growth=yes, expected true or false"),
    ("doppel", {"growth": 1}, "doppel: growth=1, expected true or false"),
    ("ndengrod", {"size": 4, "length": 8}, "ndengrod: length=8, expected 2 to 7"),
    ("ndengrod", {"length": 1}, "ndengrod: length=1, expected 2 to 9"),
    ("ndengrod", {"size": 2}, "ndengrod: length=5, expected 2 to 3"),
    ("ndengrod", {"board": "square"}, "ndengrod: board=square, expected hexagon or trapezium"),
    ("hidden-gomoku", {"size": 4, "length": 5}, "hidden-gomoku: length=5, expected 2 to 4"),
    ("hidden-gomoku", {"length": 1}, "hidden-gomoku: length=1, expected 2 to 9"),
    ("hidden-gomoku", {"length": 10}, "hidden-gomoku: length=10, expected 2 to 9"),
    ("hidden-gomoku", {"lines": 3}, "hidden-gomoku: lines=3, expected 1 to 2"),
    ("connect-four", {"length": 1}, "connect-four: length=1, expected 2 to 7"),
    ("connect-four", {"length": 8}, "connect-four: length=8, expected 2 to 7"),
]


@pytest.mark.parametrize(("name", "options", "message"), REFUSED, ids=str)
def test_refusals_name_the_range(name: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as refusal:
        load(name, **options)
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize("name", catalogue())
def test_texts_and_values_build_the_same_game(name: str) -> None:
    """Every default given as its text is the default."""
    definition = catalogue()[name]
    options = {o.name: str(o.default).lower() for o in definition.options if o.default is not None}
    assert definition.build(**options) == definition.build()


def test_worked_out_defaults() -> None:
    assert load("serendipity", size=4) == load("serendipity", size=4, rows=1, target=1)
    assert load("serendipity", size=8) == load("serendipity", rows=3, target=11)
    assert load("hidden-gomoku", size=4) == load("hidden-gomoku", size=4, length=4)
    assert load("ndengrod", board="trapezium") == load("ndengrod", board="trapezium", size="7")
    assert len(load("ndengrod", board="trapezium").geometry.names) == 70


def test_draw_rules_become_words() -> None:
    assert load("susan", draw="slides:4").ends[-1] == Draw(Quiet(4, without="placement"))
    assert load("susan", draw="repeat:2").ends[-1] == Draw(Repeats(2))
    assert len(load("susan", draw="none").ends) == len(load("susan").ends) - 1


def test_a_whole_number_of_numpy_is_an_option() -> None:
    """It was refused as `size=4, expected 2 to 8`."""
    game = load("susan", size=numpy.int64(4))
    assert game == load("susan", size=4) and game.hash == load("susan", size=4).hash
    with pytest.raises(OptionError, match="size=9, expected 2 to 8"):
        load("susan", size=numpy.int64(9))


def test_rules_that_make_no_sense_name_the_options() -> None:
    def narrow(size: Annotated[int, Whole(1, 9)] = 5) -> Game:
        from lusory.rules import Line, Win

        return Game(board=Square(size), turn=Place(), ends=[Win(Line(4))])

    definition = Definition(narrow)
    assert definition(size="4").name == "narrow"
    with pytest.raises(OptionError, match=r"narrow: size=3: ends\[0\].when.n: 4, .*longest line .* is 3"):
        definition(size=3)


def test_an_option_needs_a_default_and_a_type() -> None:
    def untyped(size=5) -> Game:
        raise AssertionError

    with pytest.raises(RuleError, match="size"):
        Definition(untyped)


def test_a_range_holds_a_value_and_the_default() -> None:
    with pytest.raises(RuleError, match=r"Whole.high: 3, expected 5 or more, since low is 5"):
        Whole(5, 3)
    with pytest.raises(RuleError, match=r"Whole.step: 0, expected 1 or more"):
        Whole(1, 3, step=0)

    def narrow(size: Annotated[int, Whole(3, 5)] = 9) -> Game:
        raise AssertionError

    with pytest.raises(RuleError, match="size: 9, expected a default of 3 to 5"):
        Definition(narrow)


def test_unknown_names() -> None:
    with pytest.raises(UnknownGame, match=r"no game suzan; did you mean susan\?"):
        load("suzan")
    with pytest.raises(UnknownGame, match="tic-tac-toe"):
        load("")


def test_installed_packages_add_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point may name a decorated function, or a plain one."""

    class Point:
        def load(self) -> object:
            return lambda: Game(board=Square(3), turn=Place())

    monkeypatch.setattr(lusory.games, "entry_points", lambda group: [Point()] if group == "lusory.games" else [])
    (installed,) = lusory.games.installed_games().values()
    assert installed().board == Square(3)


@pytest.mark.parametrize(
    "fault", [ImportError("No module named rubble"), AttributeError("rubble"), RuleError("rows", 1, "expected 2")]
)
def test_a_broken_package_is_left_out_with_a_warning(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    class Point:
        name, value = "rubble", "broken.games:rubble"
        dist = type("Distribution", (), {"name": "broken-games"})

        def load(self) -> object:
            raise fault

    class Untyped(Point):
        name = "untyped"

        def load(self) -> object:
            return lambda size: Game(board=Square(3), turn=Place())

    class Sound(Point):
        def load(self) -> object:
            return lambda: Game(board=Square(3), turn=Place())

    monkeypatch.setattr(lusory.games, "entry_points", lambda group: [Point(), Untyped(), Sound()])
    with pytest.warns(UserWarning) as warned:
        assert len(lusory.games.installed_games()) == 1
    first, second = (str(warning.message) for warning in warned)
    assert first.startswith(f"broken-games: its game rubble (broken.games:rubble) is left out: {type(fault).__name__}")
    assert second.startswith("broken-games: its game untyped")


# Their About


@pytest.mark.parametrize("name", catalogue())
def test_sample_game_replays_to_its_end(name: str) -> None:
    about = catalogue()[name].about
    game = Reference(load(name, **about.sample_options))
    state, texts = game.start(), about.sample.split()
    for text in texts:
        state, _ = game.play(state, game.game.actions.ids[text])
    assert game.result(state) is not None
    plies = [note.ply for note in about.notes]
    assert plies == sorted(set(plies)) and plies[0] >= 1 and plies[-1] <= len(texts)
    assert len(plies) >= (3 if name in MAIN else 2)


@pytest.mark.parametrize("name", catalogue())
def test_every_game_tells_about_itself(name: str) -> None:
    game = load(name)
    assert game.name == name
    about = game.about
    assert about is not None
    fields = ("title", "inventor", "naming", "story", "rights", "source", "like", "sample")
    assert not [field for field in fields if not getattr(about, field).strip()]
    assert about.like.startswith("Like ")


@pytest.mark.parametrize("name", catalogue())
def test_other_versions_are_other_rules(name: str) -> None:
    """Each can be built by its options, and is no game twice."""
    built = [load(name, **version.options) for version in catalogue()[name].about.versions]
    assert len({game.hash for game in [load(name), *built]}) == 1 + len(built)
    assert all(version.text.endswith(".") for version in catalogue()[name].about.versions)


def test_earlier_versions_that_designers_published_are_told() -> None:
    versions_by_game = {name: [options_text(v.options) for v in catalogue()[name].about.versions] for name in MAIN}
    assert "target=13" in versions_by_game["serendipity"] and "lines=1" in versions_by_game["hidden-gomoku"]
    assert "board=trapezium" in versions_by_game["ndengrod"]


@pytest.mark.parametrize("form", ["text", "md", "html"])
@pytest.mark.parametrize("name", catalogue())
def test_a_sheet_tells_where_the_game_is_from(name: str, form: str) -> None:
    about = catalogue()[name].about
    sheet = " ".join(unescape(rules(load(name), form, examples=False)).split())
    for text in (about.inventor, str(about.year or ""), about.story, about.source, about.rights, *about.other_names):
        assert " ".join(text.split()) in sheet, text
    assert all(options_text(version.options) in sheet for version in about.versions)


def test_a_game_that_tells_nothing_about_itself_has_no_such_section() -> None:
    game = Game(board=Square(3), turn=Place())
    assert "About this game" not in rules(game) and background(game.about) == () == background(About())
    assert background(About(year=1900)) == ("Inventor: not known, 1900.",)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("pentalath", "ndengrod"), ("Pentalath", "ndengrod"), ("Susan", "susan"), ("Kōnane", "konane"),
        ("tic tac toe", "tic-tac-toe"), ("hidden_gomoku", "hidden-gomoku"),
        ("Hidden Move Double Gomoku", "hidden-gomoku"),
    ],
)  # fmt: skip
def test_a_game_is_found_by_its_title_and_other_names(typed: str, name: str) -> None:
    assert find(typed).name == name == lusory.load(typed).name


def test_no_two_games_share_a_name() -> None:
    names = [
        (plain_name(n), d.name) for d in catalogue().values() for n in (d.name, d.about.title, *d.about.other_names)
    ]
    assert len(dict(names)) == len(set(names))


def test_a_name_with_a_slip_is_answered_with_the_game_it_is_near_to() -> None:
    with pytest.raises(UnknownGame, match="did you mean ndengrod"):
        find("pentalat")
    with pytest.raises(UnknownGame, match="did you mean ndengrod"):
        lusory.load("pentalat")
    with pytest.raises(UnknownGame):
        lusory.load("./susan")  # a path means a file


# Every game, the tests' own included


@pytest.mark.parametrize("name", EVERY)
def test_random_plies(name: str) -> None:
    """Random play of up to two hundred plies: ids ascend below num_actions, and a finished game has no ply."""
    game = Reference(EVERY[name]())
    rng = random.Random(name)
    state = game.start()
    for _ in range(200):
        plies = game.legal(state)
        assert list(plies) == sorted(set(plies)) and bool(plies) == (game.result(state) is None)
        if not plies:
            return
        assert plies[-1] < game.num_actions
        state, events = game.play(state, rng.choice(plies))
        assert events


@pytest.mark.parametrize("name", EVERY)
def test_values_survive_json(name: str) -> None:
    game = EVERY[name]()
    assert read(write(game)) == game
    assert read(repr(game)) == game
    assert read(write(game)).hash == game.hash


def test_a_function_that_builds_no_game_is_told_so():
    def nothing() -> Game:
        return None  # type: ignore[return-value]

    with pytest.raises(RuleError, match="nothing: NoneType, expected a Game"):
        Definition(nothing).build()
