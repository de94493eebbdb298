"""Tests of names, the litter, similar games, variations, and their commands."""

import json
import re
from html.parser import HTMLParser

import msgspec
import pytest

from lusory.breed import breed, finalists
from lusory.breed.aim import goal_note
from lusory.breed.finalists import learn_finalists
from lusory.breed.litter import MEASURES, litter, page, write
from lusory.breed.names import FORMS, name, speakable
from lusory.breed.renaming import check_before, chosen_names, rename
from lusory.breed.run import LOG
from lusory.breed.similar import similar
from lusory.breed.vary import drafts, vary
from lusory.cli.breed import CHILDREN, children_by_default
from lusory.cli.failure import run
from lusory.errors import GoalError, LusoryError
from lusory.games import find
from lusory.play.catalogue import load
from lusory.rules import codec

FROM = ("yavalath", "connect-four", "susan")


@pytest.fixture(scope="module")
def bred():
    return breed(FROM, children=96, seed=2, isolated=False)


def test_names_are_speakable_and_new():
    names: list[str] = []
    for seed in range(300):
        names.append(name(seed, names))
    assert len(set(names)) == 300 and all(map(speakable, names))
    assert not set(names) & set(FORMS.split())
    assert names[:3] == [name(0), name(1), name(2)]
    assert name(7, [name(7)]) != name(7)
    assert not speakable("xx") and not speakable("brrrand") and not speakable("aaeiou") and not speakable("adodorin")


def test_each_game_of_the_litter_is_complete(bred):
    newborns = litter(bred)
    assert len({newborn.name for newborn in newborns}) == len(newborns) == len(bred.elites) > 0
    for newborn, elite in zip(newborns, bred.elites, strict=True):
        game = codec.read(newborn.value)
        assert game == elite.game and game.name == newborn.name and game.about is not None
        assert newborn.name.upper() in newborn.rules and newborn.goal and newborn.ancestry and newborn.near[0][2]
        assert set(newborn.traits) == {"board", "play", "capture", "goal", "length", "branching"}
        assert set(MEASURES) - {"drama", "lead change"} <= set(newborn.figures)
        assert newborn.turns and newborn.end
        parents = {*FROM, *(other.name for other in newborns)}
        assert any(parent in newborn.ancestry[0] for parent in parents) or "#" in newborn.ancestry[0]
    assert litter(bred) == newborns


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_the_page_is_self_contained(bred):
    text = page(bred, litter(bred))
    tags = Tags()
    tags.feed(text)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert not [tag for tag in tags.found if {"src", "onclick"} & set(tag[1])]
    articles = {attrs["id"] for tag, attrs in tags.found if tag == "article"}
    assert articles == {f"game-{newborn.name}" for newborn in litter(bred)}
    assert {attrs["data-game"] for tag, attrs in tags.found if "data-game" in attrs} == articles
    assert sum(tag == "svg" for tag, _ in tags.found) >= len(articles)
    assert page(bred, litter(bred)) == text


def test_a_written_litter_can_be_loaded_and_played(bred, tmp_path):
    files = write(bred, tmp_path)
    assert {file.name for file in files} >= {"litter.html", "litter.json"} and all(file.exists() for file in files)
    first = litter(bred)[0]
    game = load(str(tmp_path / "games" / f"{first.name}.json"))
    assert game.name == first.name and game.start().moves()
    stored = json.loads((tmp_path / "litter.json").read_text())
    assert [newborn["name"] for newborn in stored] == [newborn.name for newborn in litter(bred)]


def test_only_what_a_litter_wrote_is_removed(bred, tmp_path):
    """A folder may hold files of one's own; and a find that a person named is not lost to a better game."""
    first, second = (newborn.name for newborn in litter(bred)[:2])
    own = tmp_path / "games" / "old.json"
    own.parent.mkdir()
    own.write_text("{}")
    rename(bred, tmp_path, [f"{first}=my-own-find"])
    chosen = chosen_names(tmp_path)
    write(bred, tmp_path, chosen=chosen)
    write(msgspec.structs.replace(bred, elites=bred.elites[2:]), tmp_path, chosen=chosen)
    assert own.exists() and (tmp_path / "games" / "my-own-find.json").exists()
    assert not (tmp_path / "games" / f"{second}.json").exists()


def test_a_litter_that_cannot_be_written_says_so(bred, tmp_path):
    (tmp_path / "games").write_text("in the way")
    with pytest.raises(LusoryError, match="the litter is not written"):
        write(bred, tmp_path)


def test_finalists_are_played_by_nets(bred, tmp_path):
    newborns = litter(bred)
    figures = learn_finalists([newborn.value for newborn in newborns], tmp_path, 1e-4, workers=1, most=1)
    (called,) = figures
    assert called == newborns[0].name and set(figures[called]) >= set(finalists.MEASURES)
    assert all(0 <= figures[called][name] <= 1 for name in finalists.MEASURES)
    write(bred, tmp_path)
    (tmp_path / "nets" / f"{newborns[1].name}.net").write_bytes(b"")
    write(msgspec.structs.replace(bred, elites=bred.elites[:1]), tmp_path, figures)
    text = (tmp_path / "litter.html").read_text()
    assert "draws, nets" in text and f"--second net:nets/{called}.net" in text
    assert "draws, nets" not in page(bred, newborns)
    assert [file.stem for file in (tmp_path / "nets").iterdir()] == [called]
    stored = json.loads((tmp_path / "litter.json").read_text())
    assert stored[0]["figures"]["net score"] == pytest.approx(figures[called]["net score"])
    write(bred, tmp_path, chosen={newborns[0].label: "my-find"})
    stored = json.loads((tmp_path / "litter.json").read_text())
    assert stored[0]["name"] == "my-find" and stored[0]["figures"]["net draws"] == figures[called]["net draws"]


def test_a_net_that_has_learnt_so_long_is_kept(bred, tmp_path):
    game = codec.read(litter(bred)[0].value)
    file = tmp_path / "a.net"
    first = finalists.learnt(game, file, 1e-4, 1)
    assert first is not None
    written = file.read_bytes()
    assert finalists.learnt(game, file, 1e-4, 1) is not None and file.read_bytes() == written
    longer = finalists.learnt(game, file, 3 * first.training.seconds / 60, 1)
    assert longer is not None and longer.training.seconds > first.training.seconds
    file.write_text("no net")
    assert finalists.learnt(game, file, 1e-4, 1) is not None and file.read_bytes() != b"no net"


@pytest.mark.parametrize("option", [("--nets", "1"), ("--rename", "a=b")])
def test_nets_and_names_ask_for_a_folder(capsys, option):
    assert run(["breed", "--from", "yavalath", "--children", "16", *option]) != 0
    assert f"{option[0]}: expected --out, too" in capsys.readouterr().err


def test_names_and_nets_alone_ask_for_no_children(tmp_path):
    """The log of a run of hours may hold more than the default: a shorter run would throw the rest away."""
    assert children_by_default(None, None, None) == children_by_default(tmp_path, ["a=b"], None) == CHILDREN
    breed(FROM, children=16, out=tmp_path, isolated=False)
    assert children_by_default(tmp_path, None, None) == CHILDREN
    assert children_by_default(tmp_path, ["a=b"], None) == children_by_default(tmp_path, None, 1.0) == 16
    with (tmp_path / LOG).open("a") as log:
        log.write("{}\n" * 99)
    assert children_by_default(tmp_path, None, None) == 1600


def test_a_find_is_renamed_for_good(bred, tmp_path):
    old = litter(bred)[0]
    (tmp_path / "nets").mkdir()
    (tmp_path / "nets" / f"{old.name}.net").write_bytes(b"a net")
    rename(bred, tmp_path, [f"{old.name}=my-own-find"])
    chosen = chosen_names(tmp_path)
    write(bred, tmp_path, chosen=chosen)
    assert chosen == {old.label: "my-own-find"} and litter(bred, chosen)[0].name == "my-own-find"
    assert load(str(tmp_path / "games" / "my-own-find.json")).name == "my-own-find"
    assert (tmp_path / "nets" / "my-own-find.net").read_bytes() == b"a net"
    assert not (tmp_path / "games" / f"{old.name}.json").exists()
    rename(bred, tmp_path, ["my-own-find=another"])
    assert chosen_names(tmp_path) == {old.label: "another"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("nobody=new", "nobody is not in this litter; expected "),
        ("{0}", "expected old=new"),
        ("{0}=New Name", "expected old=new"),
        ("{0}=hex", "hex: another game has this name"),
        ("{0}={1}", "another game has this name"),
    ],
)
def test_a_name_that_cannot_be_given_is_refused(bred, tmp_path, change, message):
    names = [newborn.name for newborn in litter(bred)]
    with pytest.raises(LusoryError, match=message):
        rename(bred, tmp_path, [change.format(*names)])
    assert chosen_names(tmp_path) == {}


def test_a_name_of_a_find_that_has_left_or_of_a_foreign_file_is_refused(bred, tmp_path):
    first = litter(bred)[0].name
    (tmp_path / "names.json").write_text('{"#99999": "gem"}')
    write(bred, tmp_path, chosen=chosen_names(tmp_path))
    (tmp_path / "games" / "mine.json").write_text("{}")
    for new, reason in (("gem", "was given to another game"), ("mine", "is no game of this litter")):
        with pytest.raises(LusoryError, match=reason):
            check_before(tmp_path, [f"{first}={new}"])
        with pytest.raises(LusoryError, match=reason):
            rename(bred, tmp_path, [f"{first}={new}"])


@pytest.mark.parametrize("change", ["nobody", "nobody=New Name", "nobody=hex"])
def test_names_are_looked_at_before_the_run(monkeypatch, capsys, tmp_path, change):
    monkeypatch.setattr("lusory.breed.breed", None)
    assert run(["breed", "--out", str(tmp_path), "--rename", change]) == 1
    assert "expected old=new" in (err := capsys.readouterr().err) or "another game has this name" in err


def test_names_are_held_to_the_litter_that_is_there(bred, tmp_path):
    write(bred, tmp_path)
    first, second = (newborn.name for newborn in litter(bred)[:2])
    check_before(tmp_path, [f"{first}=finch", "finch=wren", f"{second}={first}"])
    with pytest.raises(LusoryError, match="nobody is not in this litter"):
        check_before(tmp_path, ["nobody=finch"])
    with pytest.raises(LusoryError, match=f"{second}: another game has this name"):
        check_before(tmp_path, [f"{first}={second}"])


def test_a_damaged_file_of_names_is_refused(bred, tmp_path):
    (tmp_path / "names.json").write_text("[1]")
    with pytest.raises(LusoryError, match="expected names by the numbers of games"):
        rename(bred, tmp_path, ["a=b"])


def test_the_nearest_game_of_a_known_one_is_itself():
    similar_games = similar(find("yavalath").build(), most=3)
    assert (
        similar_games.by_rules[0].name == "yavalath"
        and similar_games.by_rules[0].equal
        and not similar_games.by_rules[0].differences
    )
    assert similar_games.by_play[0].name == "yavalath" and similar_games.by_play[0].play == 0
    assert similar_games.by_rules[1].name == "squava" and any(
        line.startswith("board: ") for line in similar_games.by_rules[1].differences
    )
    assert similar_games.by_rules[1].figures


def test_a_game_with_secrets_has_neighbours_by_its_rules_alone():
    similar_games = similar(find("hidden-gomoku").build(), most=2)
    assert similar_games.by_rules[0].name == "hidden-gomoku" and not similar_games.by_play


def test_variations_pass_the_screens_and_meet_the_goal():
    game = find("yavalath").build(size=4)
    variations = vary(game, "plies>=14", tries=40, most=4)
    assert 0 < len(variations.variations) <= 4 and variations.tried <= 40
    times_missed = {str(missed): missed.times for missed in variations.missed}
    assert times_missed["difference: difference, expected 0.02 or more"] >= 1
    assert variations.tried - sum(times_missed.values()) == variations.kept > 4, "all are counted, the best are told"
    for variation in variations.variations:
        assert variation.differences and codec.read(variation.rules) != game
        assert (variation.miss == 0) == (variation.figures["plies"] >= 14)
    misses = [variation.miss for variation in variations.variations]
    assert misses == sorted(misses)
    assert vary(game, "plies>=14", tries=40, most=4) == variations
    assert [draft.hash for draft in drafts(game, 1, 40, None, {})] != [
        draft.hash for draft in drafts(game, 2, 40, None, {})
    ]


@pytest.mark.parametrize(
    ("name", "goal", "message"),
    [
        ("hidden-gomoku", "", "hidden-gomoku cannot be varied: it has secret placements"),
        ("susan", "hidden bits<=1", "hidden bits is not measured by the screens"),
        ("susan", "plies=4", "a figure is never just one number"),
    ],
)
def test_games_and_goals_that_cannot_be_varied_are_refused(name, goal, message):
    with pytest.raises((GoalError, LusoryError), match=message):
        vary(find(name).build(), goal)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tries": -1}, "tries: -1, expected a whole number, 0 or more"),
        ({"most": 2.5}, "most: 2.5, expected a whole number"),
        ({"seconds": -3}, "seconds: -3, expected 0 or more"),
    ],
)
def test_numbers_of_variations_that_make_no_sense_are_refused(arguments, message):
    with pytest.raises(LusoryError, match=message):
        vary(find("tic-tac-toe").build(), **arguments)


def test_the_command_breeds(tmp_path, capsys):
    out = tmp_path / "bred"
    line = ["breed", "--from", "yavalath", "--from", "connect-four", "--children", "32", "--workers", "1"]
    assert run([*line, "--out", str(out)]) == 0
    output = capsys.readouterr().out
    assert "32 children of 2 games, seed 0" in output and "all of them:" in output and "met  size" in output
    words = " ".join(output.split())
    assert all(" ".join(newborn["goal"].split()) in words for newborn in json.loads((out / "litter.json").read_text()))
    assert run([*line, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["children"] == 32
    assert run(["breed", "--from", "nosuch", "--children", "16"]) != 0
    assert "no such game" in capsys.readouterr().err


def test_a_game_larger_than_what_is_bred_has_variations():
    """None was found of a game with more than 60 words, since each was too long itself."""
    game = find("gomoku").build(size=13)
    assert len(game.geometry.names) > 150
    missed = vary(game, tries=4).missed
    assert missed and not [each for each in missed if each.screen == "size"]


def test_the_commands_similar_and_vary(tmp_path, capsys):
    assert run(["similar", "yavalath", "-o", "size=4", "--most", "2"]) == 0
    output = capsys.readouterr().out
    assert "by its rules:" in output and "yavalath  0.29" in output and "by how it plays:" in output
    out = tmp_path / "varied.json"
    assert run(["vary", "yavalath", "-o", "size=4", "--tries", "10", "--most", "2", "--out", str(out)]) == 0
    output = capsys.readouterr().out
    assert (
        "of 10 variations play well enough" in output and "left out at difference: difference, expected 0.02" in output
    )
    assert codec.read(out.read_text()).name == "yavalath-varied"
    assert run(["vary", "yavalath", "--goal", "nonsense<=1"]) != 0
    assert "no figure" in capsys.readouterr().err


def test_the_page_tells_how_many_games_meet_the_goal():
    bred = breed(FROM, children=64, seed=2, goal="plies<=40", isolated=False)
    games = litter(bred)
    meeting = sum(not game.miss for game in games)
    assert f"bred for plies &lt;= 40: {meeting} look as if they met that, in 8 games each" in page(bred, games)


@pytest.mark.parametrize(("goal", "games"), [("score<=0.5 captures<=3", 8), ("captures<=3", 60)])
def test_a_game_only_looks_as_if_it_met_a_goal(goal, games):
    assert goal_note(0.0, goal) == f"looks as if it meets the goal ({games} games)"
    assert goal_note(0.1, goal).startswith("looks as if it misses") and not goal_note(0.0, "")
