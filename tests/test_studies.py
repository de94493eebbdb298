"""Tests of studies: they build from data, their results can be read back, and their pages agree with the data."""

import random
import re
from functools import partial
from typing import Any

import msgspec
import pytest

from lusory import load
from lusory.errors import LusoryError
from lusory.lab import studies
from lusory.lab.collect.observe import Observed
from lusory.lab.figures import Figure, FigureTable, Measurement, TableRow
from lusory.lab.intervals import wilson
from lusory.lab.significance import equivalent, homogeneity, tail
from lusory.lab.studies import (
    Contender,
    Probe,
    Study,
    StudyPlot,
    StudyRun,
    Version,
    hidden_gomoku,
    ndengrod,
    page,
    results,
    serendipity,
)
from lusory.lab.studies.plots import dots
from lusory.lab.studies.probes import leads, matchups, solved
from lusory.lab.studies.sentences import figure_text as said_of
from lusory.lab.studies.sentences import gap, lean, settled_difference
from lusory.play.position import Position
from lusory.players import read_spec
from lusory.solve.known import headline
from lusory.testing.exact import ExhaustiveSolver
from tests.commands import refused
from tools.documents import ROOT

PAGES = ROOT / "docs" / "studies"
VERSIONS = (Version("three", {"size": "3"}), Version("four", {"size": "4"}))
MET = [("three", "mcts:10", "random")]
PLAYERS = (Contender("random", "random", 200), Contender("searching", "mcts:10", 6, opening=1, versions=("three",)))


def share(hits, games, unit="share"):
    interval = wilson(hits, games)
    return Figure("score", interval.value, interval.low, interval.high, games, unit, interval.how, interval.error)


def score_of(study_results, version, player):
    return study_results.figure(version.label, player, "score")


def tiny_answer(study_results):
    return [f"First wins {study_results.figure('three', 'random', 'first').value:.3f}."]


TINY: Study = Study(
    name="tiny",
    game="hex",
    title="Tiny",
    question="Who wins?",
    versions=VERSIONS,
    contenders=PLAYERS,
    columns=("first", "second", "draws"),
    answer=tiny_answer,
    details=lambda study_results: ("One more paragraph.",),
    sentence=lambda study_results: tiny_answer(study_results)[0],
    mind=lambda study_results: ("Nothing.",),
    probes=(Probe("meetings", "They meet:", partial(matchups.meetings, pairs=MET, games=4)),),
    plots=(
        StudyPlot(
            "score", "Scores.",
            lambda study_results: dots(TINY, study_results, partial(score_of, study_results), "score", 50.0),
        ),
    ),
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
    result = StudyRun(TINY, tmp_path, scale=0.5, workers=1).run()
    assert [entry.measurement.games for entry in result.entries] == [100, 3, 100]
    assert "--games-scale 0.5" in page.page(TINY, result)


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), 1e9])
def test_a_scale_that_makes_no_sense_is_refused(tmp_path, scale):
    with pytest.raises(LusoryError, match="games scale"):
        StudyRun(TINY, tmp_path, scale=scale)


def test_results_are_read_back_and_make_the_same_page(tiny, tmp_path):
    files = page.write(TINY, tiny, tmp_path / "out")
    assert {path.name for path in files} == {"tiny.json", "tiny.md", "tiny-score.svg"}
    stored_results = results.read(tmp_path / "out" / "data" / "tiny.json")
    assert page.page(TINY, stored_results) == (tmp_path / "out" / "tiny.md").read_text(encoding="utf-8")
    assert stored_results.json() == tiny.json()


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
    text = page.page(study, results.StudyResults(study=name))
    assert "not measured" in text or "settled nothing" in text or "Nothing is known" in text


@pytest.mark.parametrize("name", studies.NAMES)
def test_a_page_has_its_pictures_and_every_cell_its_figures(name):
    study = studies.study(name)
    stored_results = results.read(PAGES / "data" / f"{name}.json")
    pictures = {path.name for path in PAGES.glob(f"{name}-*.svg")}
    assert pictures == {f"{name}-{plot.name}.svg" for plot in study.plots}
    assert [(e.version, e.player) for e in stored_results.entries] == [(v.label, c.label) for v, c in study.cells]


def test_who_is_ahead_is_said_of_the_interval():
    assert lean(share(5400, 10000)) == "first"
    assert lean(share(4600, 10000)) == "second"
    assert lean(share(50, 100)) == "open"
    assert lean(share(5000, 10000)) == "even"
    assert lean(Figure("score")) == "open"


def test_differences_are_settled_by_both_intervals():
    assert settled_difference(share(60, 100), share(20, 100))
    assert not settled_difference(share(60, 100), share(55, 100))
    assert not settled_difference(share(60, 100), Figure("score", 0.1))
    assert gap(share(60, 100), share(20, 100)).value == pytest.approx(0.4)


def test_shares_of_ends_are_added_up():
    rows = tuple(
        TableRow(label, (share(hits, 10),))
        for label, hits in (("Draw(Quiet(6))", 2), ("Draw(Repeats(2))", 3), ("Win(x)", 5))
    )
    shares = kept(FigureTable("ends", ("share",), rows), 10)
    assert shares.end("v", "p", "Quiet(", "Repeats(").value == 0.5
    assert shares.end("v", "p", "Nothing").value == 0
    assert shares.end("v", "q", "Quiet(").value is None


def kept(table, games):
    measured = Measurement(game="", name="x", player="random", games=games, tables=(table,))
    return results.StudyResults(study="x", entries=(results.StudyEntry("v", "p", "", measured),))


def test_small_boards_are_solved(tmp_path):
    study = TINY._replace(game="doppel", versions=(Version("two", {"size": "2"}), Version("three", {"size": "3"})))
    bench = StudyRun(study, tmp_path)
    solved_versions = solved.solve_versions(bench, ["two", "three"])
    assert [row.label for row in solved_versions.rows] == [
        "two, a1 and 3 like it",
        "three, a1 and 3 like it",
        "three, b1 and 3 like it",
        "three, b2",
    ]
    assert [row.figures[0].value for row in solved_versions.rows] == [exact(row.label) for row in solved_versions.rows]


def exact(label):
    size, start = {"two": 2, "three": 3}[label.split(",")[0]], label.split()[1]
    position = load("doppel", size=size).start().play(start)
    return ExhaustiveSolver(position.contract).worth(position.state)[0]


def test_leaders_are_found_by_what_they_took():
    game = Observed(
        number=0,
        plies=("a", "b", "c", "d"),
        movers=(0, 1, 0, 1),
        choices=(1,) * 4,
        captures=(1, 2, 1, 1),
        values=(0.5, 0.5),
    )
    assert [leads.first_to_lead(game, mark) for mark in (1, 2, 3, 4)] == [0, 1, 1, None]
    row = leads.row("x", [game], 2)
    assert [figure.value for figure in row.figures] == [1, 0, 1, 0]


def test_the_command_lists_the_studies(call):
    result = call("study")
    assert result.code == 0 and [line.split()[0] for line in result.out.splitlines()] == list(studies.NAMES)


def test_the_command_writes_a_page_and_makes_it_again_from_its_data(call, monkeypatch, tmp_path):
    monkeypatch.setattr(studies, "NAMES", ("tiny",))
    monkeypatch.setattr(studies, "study", lambda name: TINY)
    result = call("study", "tiny", "--again", "--out", tmp_path, "--workers", 1, "--games-scale", 0.1)
    assert result.code == 0 and "First wins" in result.out
    text = (tmp_path / "tiny.md").read_text(encoding="utf-8")
    (tmp_path / "tiny.md").unlink()
    assert call("study", "tiny", "--out", tmp_path, "--redraw").code == 0
    assert (tmp_path / "tiny.md").read_text(encoding="utf-8") == text
    assert (tmp_path / "index.md").read_text(encoding="utf-8").count("tiny.md") == 1


def test_the_command_says_what_is_wrong(call, tmp_path):
    refused(call("study", "chess"), "chess: no such study; expected one of serendipity")
    refused(call("study", "susan", "--redraw", "--out", tmp_path), "susan.json: no such file")
    refused(call("study", "susan", "--again", "--games-scale", "0"), "games scale 0: expected a number above 0")


def test_the_index_attributes_to_designers_only_what_they_wrote():
    text = page.index(studies.studies_with_results(PAGES))
    assert "could not answer" not in text and "two designers asked a" in text
    asked_names = [name for name in studies.NAMES if "asked:" in studies.study(name).question]
    assert asked_names == ["serendipity"]
    assert "asked for comments" in studies.study("doppel").question
    for name in ("ndengrod", "hidden-gomoku"):
        assert "assert" in studies.study(name).question and "The designers asked" not in studies.study(name).question


def test_the_command_shows_a_study_without_playing(call, monkeypatch):
    monkeypatch.setattr(studies, "StudyRun", None)
    result = call("study", "susan", "--out", PAGES)
    assert result.code == 0 and "Stephen Linhart" in result.out and "slides in a row" in result.out
    monkeypatch.chdir("/")
    refused(call("study", "susan", "--out", "/nonexistent"), "no results in /nonexistent")


def points_of(values, games):
    figures = [share(round(value * games), games, "points") for value in values]
    rows = tuple(TableRow(f"P{i}", (figure,)) for i, figure in enumerate(figures))
    tables = tuple(
        FigureTable(f"points, {version}", (hidden_gomoku.JUDGE,), rows) for version in ("two lines", "one line")
    )
    return results.StudyResults(study="hidden-gomoku", tables=tables)


def test_points_that_are_all_alike_are_seldom_said_to_matter():
    """The greatest of 15 shares less the least is far from 0 even where all are one: only a test of all together
    tells."""
    rng, significant, apart_ = random.Random(1), 0, 0
    for _ in range(200):
        figures = [share(sum(rng.random() < 0.4 for _ in range(30)), 30, "points") for _ in range(15)]
        significant += homogeneity(figures).differ
        figures.sort(key=lambda figure: figure.value)
        apart_ += settled_difference(figures[0], figures[-1])
    assert significant <= 0.05 * 200 + 7 and apart_ > 100
    spread_out = [share(hits, 400, "points") for hits in (200, 150, 240)]
    assert homogeneity(spread_out).differ


def test_chi_square_is_scipys():
    from scipy.stats import chi2, chi2_contingency  # type: ignore[import-untyped]

    for x, freedom in ((0.1, 1), (3.84, 1), (14, 14), (40, 14), (200, 14), (0.5, 30)):
        assert tail(x, freedom) == pytest.approx(chi2.sf(x, freedom), rel=1e-9)
    won = (12, 20, 9)
    figures = [share(hits, 30) for hits in won]
    expected = chi2_contingency([won, [30 - hits for hits in won]])
    assert homogeneity(figures)[::2] == pytest.approx((expected.statistic, expected.pvalue), rel=1e-6)


def test_open_points_do_not_make_the_choice_work():
    """If o won 75 % after every point, the 30 games of each left some open: that is no proof that the choice can
    work."""
    few = points_of([0.25, 0.35, 0.4, 0.2], 30)
    assert "it is open whether the choice can work" in hidden_gomoku.choice(few, "two lines")
    assert "cannot work, since o is ahead" in hidden_gomoku.choice(points_of([0.25, 0.3, 0.2], 400), "two lines")
    assert "can work, since 1 of 3" in hidden_gomoku.choice(points_of([0.25, 0.5, 0.8], 2000), "two lines")


def test_equivalence_needs_the_whole_interval_within_the_margin():
    assert equivalent(share(500, 1000), 0.5, 0.05) and not equivalent(share(50, 100), 0.5, 0.05)
    assert not equivalent(share(540, 1000), 0.5, 0.05) and not equivalent(Figure("score"), 0.5, 0.05)
    wrong = sum(equivalent(share(sum(rng.random() < 0.6 for _ in range(400)), 400), 0.5, 0.1)
                for rng in map(random.Random, range(400)))  # fmt: skip
    assert wrong <= 0.05 * 400 + 10


def boards_of(gap: float, games: int) -> results.StudyResults:
    """Results of ndengrod in which First scores so much more on the larger hexagon for every player."""
    entries = [
        results.StudyEntry(
            label, player.label, "", measured(share(round(games * (0.5 + more)), games, "points"), games)
        )
        for pair, more in ((ndengrod.NEAR[0], 0.0), (ndengrod.NEAR[1], gap))
        for label, more in zip(pair, (more, 0.0), strict=True)
        for player in ndengrod.PLAYERS
    ]
    return results.StudyResults(study="ndengrod", entries=tuple(entries))


def measured(score: Figure, games: int) -> Measurement:
    """A measurement with this score and no draws."""
    figures = (
        msgspec.structs.replace(score, name="score"),
        msgspec.structs.replace(share(0, games), name="draws"),
    )
    return Measurement(game="", name="", player="", games=games, figures=figures)


def test_what_is_not_shown_is_open_and_not_taken_for_equal():
    small, large = ndengrod.NEAR
    open_question = ndengrod.verdict(boards_of(0.0, 200), small, large)
    assert open_question.startswith("Whether the shape affects play much is open") and "as much as 1" in open_question
    assert ndengrod.verdict(boards_of(0.0, 100_000), small, large).startswith("As Browne says, the shape does not")
    assert ndengrod.verdict(boards_of(0.2, 1000), small, large).startswith("The shape does affect play")
    assert "by much is open for `random`" in ndengrod.effects(boards_of(0.0, 200), large)
    assert "by less than 5 points in a hundred for `random`" in ndengrod.effects(boards_of(0.0, 100_000), large)


def test_the_whole_game_is_judged_by_all_players():
    stored_results = results.read(PAGES / "data" / "hidden-gomoku.json")
    assert "`mcts:100`" in hidden_gomoku.after_choice(stored_results) and "`mcts:1000`" in hidden_gomoku.after_choice(
        stored_results
    )


def test_both_sides_of_the_knowledge_match_search_one_position():
    """Who is not shown the truth searches a position drawn from what it knows, in the same way."""
    views = []

    class Noting:  # a player
        def choose(self, view, rng):
            views.append(view)
            return view.moves()[0]

    game = load("hidden-gomoku", size=5, length=3)
    position = game.start().play("C3").play("x")
    for slot in (0, 1):
        match = matchups.FullInformationRound.__new__(matchups.FullInformationRound)
        match.position, match.rngs = position, [random.Random(1), random.Random(2)]
        player: Any = Noting()
        match.play_ply(player, slot, position.to_move or 0)
    assert all(isinstance(view, Position) for view in views)
    assert views[1] is position and views[0] is not position


def test_figures_of_fewer_games_than_the_study_asks_for_are_marked():
    study = studies.study("hidden-gomoku")
    stored_results = results.read(PAGES / "data" / "hidden-gomoku.json")
    assert page.fewer(study, stored_results) == []
    more = tuple(
        contender._replace(games=10 * contender.games) if contender.spec.startswith("mcts") else contender
        for contender in study.contenders
    )
    larger = study._replace(contenders=more)
    assert page.fewer(larger, stored_results) == ["`mcts:100`", "`mcts:1000`"]
    assert "fewer games than the study asks for" in page.page(larger, stored_results)


@pytest.mark.parametrize("name", studies.NAMES)
def test_what_was_measured_is_playable_as_options_of_the_game(name):
    """What a study recommends is what it measured: the rules of each version are those of its options, to the hash."""
    study = studies.study(name)
    assert all(version.change is None for version in study.versions)
    stored_results = results.read(PAGES / "data" / f"{name}.json")
    for entry in stored_results.entries:
        game: Any = load(study.game, **study.version(entry.version).options)
        assert game.hash == entry.rules


def test_the_last_slide_loses():
    game = load("susan", size=3, draw="last:2")
    position = game.start().line("a1 c5 a1-a2 c5-c4")
    assert position.result is not None
    assert position.result.values == (1.0, 0.0)
    assert load("susan", draw="slides:6") == load("susan")


def test_second_may_take_over_what_first_captured():
    """After the swap First is the second player, and moves next."""
    start = load("serendipity", opening="swap").start()
    after = start.play("end")
    assert set(after.moves()) == {"swap", "stay"}
    assert after.play("swap").to_move == 0 and after.play("stay").to_move == 1


def test_serendipitys_study_lists_every_player_and_judges_cures_between_equals():
    study = studies.study("serendipity")
    stored_results = results.read(PAGES / "data" / "serendipity.json")
    targets = serendipity.targets(stored_results)
    assert all(f"`{c.spec}`" in targets for c in study.contenders)
    cure = serendipity.works(stored_results, serendipity.CHOICE)
    assert "open" in cure and said_of(serendipity.score(stored_results, serendipity.CHOICE, "searching")) in cure


def test_a_study_is_shown_wherever_lusory_is_installed(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = call("study", "susan").out
    assert "six slides" in result and "The whole study: the page of the game." in result


def test_exact_answers_come_first() -> None:
    """Of the boards that are solved, the largest are told in the first sentence, and no smaller ones."""
    assert headline("tic-tac-toe") == headline("chess") == ""
    told = headline("ndengrod")
    assert told.startswith("On the largest boards that are solved ") and "size=3" in told and "size=2" not in told
    for name in ("susan", "ndengrod", "hidden-gomoku"):
        told_page = (PAGES / f"{name}.md").read_text()
        assert told_page.split("## The answer\n\n")[1].startswith(headline(name))
