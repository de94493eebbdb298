"""Studies: they are data that builds, what they keep can be read back, and their pages say what the data says."""

import re
from functools import partial

import pytest

from lusory import load
from lusory.errors import LusoryError
from lusory.lab import studies
from lusory.lab.collect.observe import Observed
from lusory.lab.figures import Figure, FigureTable, Measurement, TableRow
from lusory.lab.intervals import wilson
from lusory.lab.studies import Contender, Probe, Study, StudyPlot, StudyRun, Version, page, results
from lusory.lab.studies.plots import dots
from lusory.lab.studies.probes import leads, matchups, solved
from lusory.lab.studies.sentences import apart, gap, lean
from lusory.players import read_spec
from lusory.testing.exact import Solver
from tests.commands import refused
from tools.documents import ROOT

PAGES = ROOT / "docs" / "studies"
VERSIONS = (Version("three", {"size": "3"}), Version("four", {"size": "4"}))
MET = [("three", "mcts:10", "random")]
PLAYERS = (Contender("random", "random", 200), Contender("searching", "mcts:10", 6, opening=1, versions=("three",)))


def share(hits, games, unit="share"):
    found = wilson(hits, games)
    return Figure("score", found.value, found.low, found.high, games, unit, found.how, found.error)


def scored(found, version, player):
    return found.figure(version.label, player, "score")


def said(found):
    return [f"First wins {found.figure('three', 'random', 'first').value:.3f}."]


TINY: Study = Study(
    name="tiny",
    game="hex",
    title="Tiny",
    question="Who wins?",
    versions=VERSIONS,
    contenders=PLAYERS,
    columns=("first", "second", "draws"),
    answer=said,
    details=lambda found: ("One more paragraph.",),
    sentence=lambda found: said(found)[0],
    mind=lambda found: ("Nothing.",),
    probes=(Probe("meetings", "They meet:", partial(matchups.meetings, pairs=MET, games=4)),),
    plots=(StudyPlot("score", "Scores.", lambda found: dots(TINY, found, partial(scored, found), "score", 50.0)),),
)  # fmt: skip


@pytest.fixture
def tiny(tmp_path):
    return StudyRun(TINY, tmp_path / "logs", workers=1).run()


def test_every_version_is_measured_with_every_player_that_plays_it(tiny):
    cells = [(entry.version, entry.player) for entry in tiny.entries]
    assert cells == [("three", "random"), ("three", "searching"), ("four", "random")]
    assert [entry.measurement.games for entry in tiny.entries] == [200, 6, 200]
    assert tiny.figure("three", "random", "draws").value == 0
    assert tiny.figure("four", "searching", "first").value is None


def test_a_study_gives_the_same_figures_again_and_goes_on_from_its_logs(tiny, tmp_path):
    assert StudyRun(TINY, tmp_path / "elsewhere", workers=1).run().json() == tiny.json()
    log = tmp_path / "logs" / "tiny" / "three-searching.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:3]))
    assert StudyRun(TINY, tmp_path / "logs", workers=1).run().json() == tiny.json()
    assert sorted(log.read_bytes().splitlines(keepends=True)) == sorted(lines)


def test_the_scale_is_of_the_games(tmp_path):
    found = StudyRun(TINY, tmp_path, scale=0.5, workers=1).run()
    assert [entry.measurement.games for entry in found.entries] == [100, 3, 100]
    assert "--games-scale 0.5" in page.page(TINY, found)


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), 1e9])
def test_a_scale_that_makes_no_sense_is_refused(tmp_path, scale):
    with pytest.raises(LusoryError, match="games scale"):
        StudyRun(TINY, tmp_path, scale=scale)


def test_results_are_read_back_and_make_the_same_page(tiny, tmp_path):
    files = page.write(TINY, tiny, tmp_path / "out")
    assert {path.name for path in files} == {"tiny.json", "tiny.md", "tiny-score.svg"}
    found = results.read(tmp_path / "out" / "data" / "tiny.json")
    assert page.page(TINY, found) == (tmp_path / "out" / "tiny.md").read_text(encoding="utf-8")
    assert found.json() == tiny.json()


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"study": "x", "format": "other"}', '{"study": "x", "version": 9}'])
def test_what_is_no_result_is_refused(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(LusoryError, match=re.escape(str(path))):
        results.read(path)


def test_an_unknown_study_is_refused_with_the_known_ones():
    with pytest.raises(LusoryError, match="hidden-gomoku"):
        studies.study("chess")


@pytest.mark.parametrize("name", studies.NAMES)
def test_a_study_builds(name):
    study = studies.study(name)
    assert study.name == name
    assert len({version.rules(study.game).hash for version in study.versions}) == len(study.versions)
    for version, contender in study.cells:
        spec = read_spec(contender.spec)
        assert not spec.timed
        spec.player(version.rules(study.game)).close()


@pytest.mark.parametrize("name", studies.NAMES)
def test_a_study_that_found_nothing_still_makes_a_page(name):
    study = studies.study(name)
    told = page.page(study, results.StudyResults(study=name))
    assert "not measured" in told or "settled nothing" in told or "Nothing is known" in told


@pytest.mark.parametrize("name", studies.NAMES)
def test_a_page_has_its_pictures_and_every_cell_its_figures(name):
    study = studies.study(name)
    found = results.read(PAGES / "data" / f"{name}.json")
    pictures = {path.name for path in PAGES.glob(f"{name}-*.svg")}
    assert pictures == {f"{name}-{plot.name}.svg" for plot in study.plots}
    assert [(e.version, e.player) for e in found.entries] == [(v.label, c.label) for v, c in study.cells]


def test_who_is_ahead_is_said_of_the_interval():
    assert lean(share(5400, 10000)) == "first"
    assert lean(share(4600, 10000)) == "second"
    assert lean(share(50, 100)) == "open"
    assert lean(share(5000, 10000)) == "even"
    assert lean(Figure("score")) == "open"


def test_differences_are_settled_by_both_intervals():
    assert apart(share(60, 100), share(20, 100))
    assert not apart(share(60, 100), share(55, 100))
    assert not apart(share(60, 100), Figure("score", 0.1))
    assert gap(share(60, 100), share(20, 100)).value == pytest.approx(0.4)


def test_shares_of_ends_are_added_up():
    rows = tuple(
        TableRow(label, (share(hits, 10),))
        for label, hits in (("Draw(Quiet(6))", 2), ("Draw(Repeats(2))", 3), ("Win(x)", 5))
    )
    found = kept(FigureTable("ends", ("share",), rows), 10)
    assert found.end("v", "p", "Quiet(", "Repeats(").value == 0.5
    assert found.end("v", "p", "Nothing").value == 0
    assert found.end("v", "q", "Quiet(").value is None


def kept(table, games):
    measured = Measurement(game="", name="x", player="random", games=games, tables=(table,))
    return results.StudyResults(study="x", entries=(results.StudyEntry("v", "p", "", measured),))


def test_small_boards_are_solved(tmp_path):
    study = TINY._replace(game="doppel", versions=(Version("two", {"size": "2"}), Version("three", {"size": "3"})))
    bench = StudyRun(study, tmp_path)
    found = solved.solved(bench, ["two", "three"])
    assert [row.label for row in found.rows] == [
        "two, a1 and 3 like it",
        "three, a1 and 3 like it",
        "three, b1 and 3 like it",
        "three, b2",
    ]
    assert [row.figures[0].value for row in found.rows] == [exact(row.label) for row in found.rows]


def exact(label):
    size, start = {"two": 2, "three": 3}[label.split(",")[0]], label.split()[1]
    position = load("doppel", size=size).start().play(start)
    return Solver(position.contract).worth(position.state)[0]


def test_leaders_are_found_by_what_they_took():
    game = Observed(
        number=0,
        plies=("a", "b", "c", "d"),
        movers=(0, 1, 0, 1),
        choices=(1,) * 4,
        taken=(1, 2, 1, 1),
        values=(0.5, 0.5),
    )
    assert [leads.leading(game, mark) for mark in (1, 2, 3, 4)] == [0, 1, 1, None]
    row = leads.row("x", [game], 2)
    assert [figure.value for figure in row.figures] == [1, 0, 1, 0]


def test_the_command_lists_the_studies(call):
    done = call("study")
    assert done.code == 0 and [line.split()[0] for line in done.out.splitlines()] == list(studies.NAMES)


def test_the_command_writes_a_page_and_makes_it_again_from_its_data(call, monkeypatch, tmp_path):
    monkeypatch.setattr(studies, "NAMES", ("tiny",))
    monkeypatch.setattr(studies, "study", lambda name: TINY)
    done = call("study", "tiny", "--out", tmp_path, "--workers", 1, "--games-scale", 0.1)
    assert done.code == 0 and "First wins" in done.out
    made = (tmp_path / "tiny.md").read_text(encoding="utf-8")
    (tmp_path / "tiny.md").unlink()
    assert call("study", "tiny", "--out", tmp_path, "--redraw").code == 0
    assert (tmp_path / "tiny.md").read_text(encoding="utf-8") == made
    assert (tmp_path / "index.md").read_text(encoding="utf-8").count("tiny.md") == 1


def test_the_command_says_what_is_wrong(call, tmp_path):
    refused(call("study", "chess"), "chess: no such study; expected one of serendipity")
    refused(call("study", "susan", "--redraw", "--out", tmp_path), "susan.json: no such file")
    refused(call("study", "susan", "--games-scale", "0"), "games scale 0: expected a number above 0")


def test_the_index_attributes_to_designers_only_what_they_wrote():
    told = page.index(studies.known(PAGES))
    assert "could not answer" not in told and "two designers asked a" in told
    asked = [name for name in studies.NAMES if "asked:" in studies.study(name).question]
    assert asked == ["serendipity"]
    assert "asked for comments" in studies.study("doppel").question
    for name in ("ndengrod", "hidden-gomoku"):
        assert "assert" in studies.study(name).question and "The designers asked" not in studies.study(name).question
