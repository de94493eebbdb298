"""Browser tests of the page of bred games: sorting, no network requests, no errors."""

import pytest

from lusory.breed import breed
from lusory.breed.litter import PAGE, write


@pytest.fixture(scope="module")
def litter(tmp_path_factory):
    out = tmp_path_factory.mktemp("litter")
    write(breed(["yavalath", "connect-four", "susan"], children=96, seed=2, isolated=False), out)
    return out / PAGE


@pytest.mark.parametrize("dark", [False, True])
def test_games_are_sorted_by_what_is_clicked(browser, litter, dark):
    page = browser.new_page(color_scheme="dark" if dark else "light", viewport={"width": 390, "height": 800})
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda fault: wrong.append(str(fault)))
    page.goto(litter.as_uri())
    rows = page.locator("table.litter tbody tr")
    before = rows.evaluate_all("rows => rows.map(row => row.dataset.game)")
    assert len(before) > 3
    head = page.locator("table.litter thead th", has_text="branching")
    for turn, order in (("descending", -1), ("ascending", 1)):
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == turn
        values = rows.evaluate_all("rows => rows.map(row => Number(row.cells[6].dataset.value))")
        assert values == sorted(values, key=lambda value: order * value) and len(set(values)) > 1
        ids = page.locator("article").evaluate_all("all => all.map(one => one.id)")
        assert ids == rows.evaluate_all("rows => rows.map(row => row.dataset.game)") and set(ids) == set(before)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert wrong == []
    page.close()
