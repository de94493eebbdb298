"""Tests of plots and maps in reports (axes, labels, numbers on cells), and of reports that cannot be written."""

import subprocess

import msgspec
import pytest

from lusory.errors import LusoryError
from lusory.games import load
from lusory.lab import measure, report
from lusory.lab.compare import compare
from lusory.lab.figures import CellMap, Figure
from lusory.lab.report import maps, measurement
from tests.commands import LUSORY


@pytest.fixture(scope="module")
def measured():
    return measure(load("susan", size=3), games=8, player="mcts:30", workers=1)


def test_what_never_comes_about_is_no_plot(measured):
    """Nothing is captured in susan."""
    assert "Captures through the game" not in report.html(measured)
    with pytest.raises(LusoryError, match="never comes about"):
        report.chart(measured, "captures")


def test_axes_have_no_thousandths(measured):
    assert "'format': '~f'" in str(report.chart(measured, "value").to_dict())


def test_a_label_leaves_room_for_its_number(measured):
    rows = next(iter(report.chart(measured, "ends").to_dict()["datasets"].values()))
    assert rows
    for row in rows:
        assert len(row["label"]) + len(row["figure_text"]) <= 51


def test_first_plies_that_are_alike_have_one_number_on_the_map():
    """Also where nobody began; and a score of nothing is written."""
    few = measure(load("tic-tac-toe"), games=4, seed=2, player="mcts:2", workers=1)
    [openings] = [map_of_openings for map_of_openings in few.maps if map_of_openings.name == "openings"]
    for alike in (("a1", "a3", "c1", "c3"), ("a2", "b1", "b3", "c2")):
        assert len({openings.cells[cell].value if cell in openings.cells else None for cell in alike}) == 1
    assert set(openings.cells) & {"a1", "a2", "b2"} and len(openings.cells) > 4 > len(few.table("openings").rows)
    lost = msgspec.structs.replace(openings, cells={"a1": Figure("openings", 0.0, games=30, unit="points")})
    assert ">0</text>" in report.board(msgspec.structs.replace(few, maps=(lost,)), "openings")


def test_a_report_that_cannot_be_written_leaves_nothing_and_the_figures_are_told(call, tmp_path, monkeypatch):
    def full(path, data):
        with path.open("wb") as file:
            file.write(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    out = tmp_path / "found.html"
    result = call("measure", "tic-tac-toe", "--games", "20", "--out", out)
    assert result.code == 1 and "first " in result.out and f"{out} is not written: No space left" in result.err
    assert not out.exists()


def test_a_comparison_names_its_game_and_says_first_whether_somebody_gains():
    """Four slides instead of six make draws of games, of both players' wins alike."""
    comparison = compare([load("susan"), load("susan", draw="slides:4")], ["six", "four"], games=300, workers=1)
    page = report.build(comparison)
    assert page.title == "susan: six and four"
    assert page.verdict[0].startswith("Score of First: four (51\u00a0% ±") and "may be alike" in page.verdict[0]
    assert page.verdict[1].startswith("Draws: four has more") and page.replays[0].sample.why == "typical: six"
    assert report.build(compare([load("hex", size=4), load("y", size=4)], games=20, workers=1)).title == "hex and y"


def test_a_reader_who_leaves_early_still_has_the_report(tmp_path):
    """`lusory measure ... --out report.html | head -1`"""
    out = tmp_path / "found.html"
    line = ["measure", "tic-tac-toe", "--games", "50", "--workers", "1", "--out", str(out)]
    with subprocess.Popen([*LUSORY, *line], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
    assert out.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_a_cell_of_one_game_is_blank_and_the_sample_is_told(measured):
    """One lost game is no full vermilion."""
    cells = {
        "a1": Figure("openings", 0.0, games=1, unit="points"),
        "b1": Figure("openings", 0.0, games=400, unit="points"),
    }
    tints = maps.tints(cells, against_even=True)
    assert tints["a1"].fill == "#eeeeee" and tints["a1"].text == "" and "1 game" in tints["a1"].tooltip
    assert tints["b1"].fill not in ("#eeeeee", tints["a1"].fill)
    assert maps.sample(cells) == "Each cell rests on 1 to 400 games; a cell with fewer than 10 is blank."
    page = measurement.build(msgspec.structs.replace(measured, maps=(CellMap("openings", cells, "points"),)))
    assert any("rests on 1 to 400 games" in plot.note for section in page.sections for plot in section.plots)


def test_first_plies_of_random_players_are_not_reported(measured):
    random = msgspec.structs.replace(measured, player="random")
    assert measured.table("openings").rows
    titles = [grid.title for section in measurement.build(random).sections for grid in section.grids]
    other = measurement.build(measured)
    assert "First plies" not in titles
    assert "First plies" in [grid.title for section in other.sections for grid in section.grids]


def test_a_report_shows_the_starting_board_and_the_rules(measured):
    page = measurement.build(measured)
    assert page.rules and page.sections[0].key == "game" and "<svg" in page.sections[0].plots[0].board


def test_figures_without_a_value_share_a_row_for_each_reason(measured):
    [figures] = measurement.build(measured).figures
    assert all("–" not in row[1] for grid in figures.grids if grid.title != "Not measured" for row in grid.rows)
    [rest] = [grid for grid in figures.grids if grid.title == "Not measured"]
    assert any("asked" in reason or "ask for it" in reason for _, reason in rest.rows)
