"""Tests of reports as files: self-contained, valid, reproducible, safe for any measurement."""

import json
import re
from html.parser import HTMLParser

import msgspec
import pytest

from lusory.draw import animation
from lusory.draw import svg as draw_svg
from lusory.errors import LusoryError, MeasurementError
from lusory.games import load
from lusory.lab import figures, report
from lusory.lab.compare import compare
from lusory.lab.compare.gap import Gap
from lusory.lab.report import chart_svg, comparison, maps, theme
from tests.report.synthetic_measurements import HOSTILE, full_measurement, near, random_game

VOID = {"meta", "input", "br", "link", "img", "hr"}
LOADS = re.compile(
    r"""(?:src|href|data|poster|action)\s*=|url\(|@import|<(?:link|base|iframe|object|embed)\b""", re.IGNORECASE
)


class Checked(HTMLParser):
    """Every element is closed, every id stands once, labels lead somewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.meant: list[str] = []
        self.tags: list[str] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, attrs)
        attributes = dict(attrs)
        assert not any(name.startswith("on") for name in attributes), attrs
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.meant += [attributes["aria-labelledby"]] if "aria-labelledby" in attributes else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("script", "style"):
            self.text.append(data)


def check(page: str) -> Checked:
    checker = Checked(page)
    assert checker.open == []
    assert len(checker.ids) == len(set(checker.ids)), sorted(checker.ids)
    assert set(checker.meant) <= set(checker.ids)
    return checker


@pytest.fixture(scope="module")
def tictactoe():
    return full_measurement()


@pytest.fixture(scope="module")
def page(tictactoe):
    return report.html(tictactoe)


def test_a_report_is_a_valid_page_that_needs_nothing_else(page):
    checked_page = check(page)
    markup = re.sub(r"<(style|script)\b[^>]*>.*?</\1>", r"<\1></\1>", page, flags=re.DOTALL)
    assert not LOADS.search(markup), LOADS.findall(markup)
    assert "//" not in re.sub(r"^\s*//.*$", "", page, flags=re.MULTILINE).replace("</", ""), "an address"
    assert checked_page.tags.count("svg") >= 10 and checked_page.tags.count("h1") == 1


def test_a_report_shows_all_there_is(tictactoe, page):
    text = " ".join(Checked(page).text)
    for part in (
        "In short",
        "Who wins",
        "How games end",
        "How long games are",
        "On the board",
        "All rules",
        "All figures",
    ):
        assert part in text
    assert tictactoe.command in text and "the players tell no values" in text and "One game was cut." in text
    assert "Typical" in text and "0.1.0" in text


def test_the_same_measurement_is_the_same_page(tictactoe, page):
    again = figures.read(tictactoe.json())
    assert again == tictactoe
    assert report.html(again) == page and report.markdown(again) == report.markdown(tictactoe)


def test_colours_follow_the_page(page):
    plots = re.findall(r'<svg class="plot".*?</svg>', page, flags=re.DOTALL)
    assert len(plots) >= 4
    for plot in plots:
        assert not [colour for colour in theme.LIGHT.values() if colour in plot]
        assert "var(--" in plot and "font-family" not in plot and "id=" not in plot


def hostile(text: str) -> figures.Measurement:
    """The same text wherever one can stand."""
    figure = figures.Figure(text, why=text, unit=text)
    return figures.Measurement(
        game=text, name=text, options={text: text}, player=text, games=10, command=text, lusory=text, notes=(text,),
        figures=(figure, near(text, 0.5), near("first", 0.6), near("second", 0.4), near("score", 0.6),
                 near(f"player {text}", 0.3)),
        tables=(figures.FigureTable("ends", ("share", text),
                                    (figures.TableRow(text, (near("share", 0.5), near(text, 1.0))),)),
                figures.FigureTable("ladder", ("score",), (figures.TableRow(text, (near("score", 0.5),)),))),
        curves=(figures.Curve("branching", (figures.Point(0, 1), figures.Point(1, 2)), text, text),),
        histograms=(figures.Histogram("plies", (0, 1), (1, 2), 1.0, text),),
        maps=(figures.CellMap("openings", {text: near(text, 0.5)}, text, text),),
        samples=(figures.Sample(text, (text, text), by=text),),
    )  # fmt: skip


def test_whatever_a_text_holds_it_is_only_text():
    measurement = hostile(HOSTILE)
    page_checked = check(report.html(measurement))
    assert "img" not in page_checked.tags
    assert HOSTILE.split("`")[0] in "".join(page_checked.text)
    plain = report.markdown(measurement)
    assert not [line for line in plain.splitlines() if line.startswith("# x")]
    outside = re.sub(r"(`+).*?\1", "", plain)
    assert "<img" not in outside.replace("\\<", "")


def test_a_hostile_measurement_of_a_known_game_is_only_text(tictactoe):
    samples = (figures.Sample(HOSTILE, ("a1", HOSTILE)), *tictactoe.samples)
    cells = figures.CellMap("openings", {"a1": near(HOSTILE, 0.5), HOSTILE: near("x", 0.1)})
    measurement = msgspec.structs.replace(
        tictactoe, name=HOSTILE, samples=samples, maps=(cells,), options={"x": HOSTILE}
    )
    page = report.html(measurement)
    assert "img" not in check(page).tags
    assert "Ply 2 cannot be replayed" in page


def test_a_measurement_of_almost_nothing_is_printed():
    measurement = figures.Measurement(game="", name="", player="random", games=0)
    check(report.html(measurement))
    assert report.markdown(measurement).startswith("# a game\n")


SMALL = [("susan", {"size": 3}), ("hidden-gomoku", {"size": 6}), ("breakthrough", {"size": 5})]


@pytest.mark.parametrize(("name", "options"), [*SMALL, ("doppel", {"size": 4})])
def test_any_board_is_shown(name, options):
    measurement = full_measurement(name, 2, **options)
    check(report.html(measurement))


# ---- games to play through


@pytest.mark.parametrize(("name", "options"), [*SMALL, ("serendipity", {})])
def test_a_film_shows_each_position_as_it_is_drawn(name, options):
    position = random_game(name, 3, **options)
    pictures = [msgspec.structs.replace(position.game.start().picture(), notes=())]
    at = position.game.start()
    for ply in position.past[:80]:
        at = at.follow(ply.action)
        pictures.append(msgspec.structs.replace(at.picture(), notes=()))
    parts = animation.Parts()
    film = animation.animate(pictures, parts)
    slots: dict[int, int] = {}
    for picture, change in zip(pictures, film.changes, strict=True):
        for slot, part in zip(change[::2], change[1::2], strict=True):
            slots = {s: p for s, p in slots.items() if s != slot} | ({} if part == animation.GONE else {slot: part})
        board_svg = draw_svg.board(msgspec.structs.replace(picture, targets=())).replace("\n", "")
        assert all(parts.texts[part] in board_svg for part in slots.values())
        assert "".join(parts.texts[p] for s, p in slots.items()).count("data-on=") == len(picture.stones)
    assert film.final.count("data-on=") == len(pictures[-1].stones)


def test_the_data_of_the_games_can_be_read_and_stand_once(page):
    match = re.search(r'<script type="application/json" id="animations">(.*?)</script>', page)
    assert match
    data = json.loads(match[1])
    assert len(data["parts"]) == len(set(data["parts"]))
    for game in data["games"]:
        assert len(game["changes"]) == len(game["said"]) == game["ends"][-1] + 1


# ---- plots as objects


def test_plots_are_altair_charts(tictactoe):
    import altair as alt

    chart = report.chart(tictactoe, "seats")
    assert isinstance(chart, alt.TopLevelMixin)
    stored = json.dumps(chart.to_dict())
    assert all(label in stored for label in ("First wins", "Second wins", "Draws"))
    assert chart_svg.svg(chart).startswith("<svg")


def test_what_cannot_be_plotted_says_why(tictactoe):
    with pytest.raises(LusoryError, match="expected one of seats, ends"):
        report.chart(tictactoe, "no such chart")
    with pytest.raises(LusoryError, match="the players tell no values"):
        report.chart(tictactoe, "value")
    with pytest.raises(LusoryError, match="not measured"):
        report.board(tictactoe, "last ply")
    assert report.board(tictactoe, "openings").startswith("<svg xmlns")


def test_numbers_on_cells_can_be_read():
    for palette in (maps.DIVERGING, maps.RISING):
        for step in range(101):
            tint = maps.tint("a1", near("x", 0.5), palette, step / 100)
            assert maps.contrast(tint.fill, tint.ink) >= 4.5, (palette, step)


def test_letters_can_be_read_in_light_and_dark():
    for colours, card in ((theme.LIGHT, "#fbf8f1"), (theme.DARK, "#25221e")):
        assert all(maps.contrast(colours[name], card) >= 4.5 for name in ("ink", "soft"))
        assert all(maps.contrast(colours[name], card) >= 3 for name in ("p1", "p2", "p3", "p4", "draw", "plot"))


# ---- files


def test_a_page_brings_its_text_and_its_figures(tictactoe, page, tmp_path):
    files = report.write(tictactoe, tmp_path / "report.html")
    assert [file.name for file in files] == ["report.html", "report.md", "report.json"]
    assert files[0].read_text("utf-8") == page
    assert figures.read(files[2].read_bytes()) == tictactoe


def test_markdown_has_whole_tables(tictactoe, tmp_path):
    (file,) = report.write(tictactoe, tmp_path / "report.md")
    text = file.read_text("utf-8")
    tables = re.findall(r"(?:^\|.*\|\n)+", text, flags=re.MULTILINE)
    assert len(tables) >= 5
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1
    assert "### typical" in text and re.search("^1[.] `[abc][123]`$", text, flags=re.MULTILINE)


def test_pdf_is_the_same_each_time(tictactoe, tmp_path):
    for name in ("one.pdf", "two.pdf"):
        report.write(tictactoe, tmp_path / name)
    first_bytes = (tmp_path / "one.pdf").read_bytes()
    assert first_bytes.startswith(b"%PDF-") and first_bytes == (tmp_path / "two.pdf").read_bytes()


def test_pdf_takes_any_text(tmp_path):
    report.write(hostile(HOSTILE + " #panic() $x$ \\"), tmp_path / "report.pdf")


def test_another_suffix_is_refused(tictactoe, tmp_path):
    with pytest.raises(LusoryError, match=r"expected a name that ends in \.html"):
        report.write(tictactoe, tmp_path / "report.docx")


def test_plots_that_answer_bring_their_script(tictactoe, page):
    page_made = report.html(tictactoe, interactive=True)
    page_checked = check(page_made)
    assert page_checked.tags.count("script") == page.count("<script") + 1
    specs = re.search(r'<script type="application/json" id="specs">(.*?)</script>', page_made)
    assert specs and "seats" in json.loads(specs[1])["specs"]
    assert len(page_made) > len(page) + 500_000


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        (b"{", "text that is not JSON"),
        (b"\xff", "text that is not JSON"),
        (b"[]", "a list, expected an object"),
        (b"{}", "format: nothing, expected lusory"),
        (b'{"format": "lusory", "version": 2}', "version: 2, expected 1"),
        (b'{"format": "lusory", "version": true}', "version: True, expected 1"),
        (b'{"format": "lusory", "version": 1, "kind": "record"}', "kind: record, expected measurement"),
        (b'{"format": "lusory", "version": 1, "kind": "measurement"}', "missing required field"),
        (b"[" * 100_000, "text that is not JSON"),
    ],
)
def test_what_is_no_measurement_is_refused(stored, message):
    with pytest.raises(MeasurementError, match=message):
        figures.read(stored)


# ---- versions side by side


@pytest.fixture(scope="module")
def compared():
    names = ["susan", "susan draw=slides:2"]
    return compare([load("susan", size=3), load("susan", size=3, draw="slides:2")], names, games=300, seed=1, workers=1)


def test_versions_stand_side_by_side(compared, tmp_path):
    files = report.write(compared, tmp_path / "versions.html")
    assert [file.suffix for file in files] == [".html", ".md", ".json"]
    page = files[0].read_text("utf-8")
    assert "img" not in check(page).tags
    for part in ("What is different in the rules", "Side by side", "two slides in a row", "settled"):
        assert part in page
    assert page == report.html(compared)
    assert "Draws" in json.dumps(report.chart(compared, "draws").to_dict())
    with pytest.raises(LusoryError, match="no version has this figure"):
        report.chart(compared, "no such figure")
    report.write(compared, tmp_path / "versions.pdf")


@pytest.mark.parametrize(
    ("value", "reason", "message", "status"),
    [
        (0.0, "equal in every pair of games", "no game of susan draw=slides:2 came out otherwise", "equal"),
        (2.0, "+2 in all pairs of games but 0: too few to tell", "but 0: too few to tell.", "open"),
        (0.0, "+0 in all pairs of games but 2: too few to tell", "but 2: too few to tell.", "open"),
    ],
)
def test_a_difference_without_bounds(compared, value, reason, message, status):
    gap = Gap("plies", 1, value, games=300, unit="plies", how="paired", why=reason)
    assert message in comparison.sentence(compared, gap) and comparison.status([gap]) == status


def test_a_difference_is_told_only_as_far_as_it_is_settled(compared):
    text = " ".join(report.build(compared).verdict)
    gap = compared.gap("draws")
    assert gap.settled and "Draws: susan draw=slides:2 has more" in text
    for figure in ("first", "plies"):
        if not compared.gap(figure).settled:
            assert "may be alike" in text or "nothing tells" in text
