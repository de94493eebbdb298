"""Browser tests of a report: accessibility, no network requests, playing through games."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from lusory.lab.report import html
from tests.browser.chromium import SCREENSHOTS
from tests.report.synthetic_measurements import full_measurement


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Two files: as it is, and with plots that answer."""
    folder = tmp_path_factory.mktemp("report")
    measurement = full_measurement("susan", 6, size=3)
    for name, interactive in (("still", False), ("alive", True)):
        (folder / f"{name}.html").write_text(html(measurement, interactive=interactive), "utf-8")
    return folder


@pytest.fixture
def reader(browser, report):
    """Opens a page: `reader("still", dark=True)`. Whatever the browser complains of, or fetches, fails the test."""
    contexts, faults = [], []

    def come(name, *, wide=1200, dark=False, scripts=True, touch=False):
        context = browser.new_context(
            viewport={"width": wide, "height": 800}, color_scheme="dark" if dark else "light",
            java_script_enabled=scripts, has_touch=touch, is_mobile=touch,
        )  # fmt: skip
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("request", lambda request: faults.append(request.url) if not request.url.startswith("file:") else None)
        page.goto((report / f"{name}.html").as_uri())
        return page

    yield come
    for context in contexts:
        context.close()
    assert not faults, faults


def save_screenshot(page, name):
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"report-{name}.png", full_page=True)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("wide", [320, 1200])
def test_nothing_keeps_anybody_out(reader, dark, wide):
    page = reader("still", dark=dark, wide=wide, touch=wide < 400)
    for fold in page.locator("summary").all():
        fold.click()
    result = Axe().run(page).response["violations"]
    assert not result, [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in result]
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    save_screenshot(page, f"{wide}-{'dark' if dark else 'light'}")


def stones(card):
    return card.locator("svg.board .on [data-on]").count()


def test_games_are_played_through(reader):
    page = reader("still")
    card = page.locator(".game").first
    slider = card.get_by_role("slider")
    last = int(slider.get_attribute("max") or 0)
    end = card.locator("svg.board").inner_html()
    card.get_by_role("button", name="To the start").click()
    expect(card.locator(".said")).to_have_text("The start.")
    assert stones(card) == 0
    card.get_by_role("button", name="One ply on").click()
    assert stones(card) == 1
    card.get_by_role("button", name="One ply on").press("ArrowRight")
    assert slider.input_value() == "2"
    card.get_by_role("button", name="One ply on").press("ArrowLeft")
    assert slider.input_value() == "1" and stones(card) == 1
    slider.press("End")
    assert slider.input_value() == str(last)
    assert "data-on" in card.locator("svg.board").inner_html() and stones(card) == end.count("data-on=")
    card.locator("summary").click()
    card.locator(".turns li").first.click()
    assert slider.input_value() == "1"


def test_games_are_played_through_by_touch(reader):
    page = reader("still", wide=320, touch=True)
    card = page.locator(".game").first
    card.get_by_role("button", name="To the start").tap()
    card.get_by_role("button", name="One ply on").tap()
    assert stones(card) == 1


def test_without_scripts_the_last_position_is_shown(reader):
    page = reader("still", scripts=False)
    card = page.locator(".game").first
    assert stones(card) >= 1
    expect(card.locator(".controls")).to_be_hidden()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_plots_answer_to_the_pointer(reader, dark):
    page = reader("alive", dark=dark)
    plot = page.locator("#plot-seats.vega-embed svg")
    expect(plot).to_be_visible()
    ink = "#efe8da" if dark else "#2b2620"
    assert ink in plot.inner_html()
    save_screenshot(page, f"alive-{'dark' if dark else 'light'}")
