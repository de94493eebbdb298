"""Conditional moves: tried on the board, kept, listed, removed, and played when the opponent plays so."""

from playwright.sync_api import expect


def start_game(visit):
    """A game of two people in two browsers, one ply old: the second is to move."""
    first, second = visit(), visit()
    first.table(game="susan", options={"size": 3}, seats=["human", "human"], plies=["c3"], mine=[0])
    second.skip_introductions()
    second.claim(next(seat["link"] for seat in first.made["seats"] if "link" in seat))
    return first, second


def test_a_line_is_kept_and_played(visit):
    first, second = start_game(visit)
    first.press_button("Conditional moves")
    first.page.get_by_role("button", name="Add on the board").click()
    for cell in ("b2", "d3"):
        first.click(cell)
        expect(first.page.locator(f'#board [data-on="{cell}"]')).to_have_count(1)
    first.press_button("Keep as conditional move")
    expect(first.page.locator('#board [data-on="b2"]')).to_have_count(0)
    first.press_button("Conditional moves")
    expect(first.page.locator(".conditions li")).to_contain_text("b2 d3")
    first.axe()
    first.page.get_by_role("button", name="Done").click()
    expect(second.page.get_by_role("button", name="Conditional moves")).to_have_count(0)
    second.click("b2")
    expect(second.page.locator('#board [data-on="d3"]')).to_have_count(1)
    expect(first.page.locator("#table")).to_have_attribute("data-ply", "3")


def test_a_line_is_removed(visit):
    first, second = start_game(visit)
    path = f"/api/tables/{first.made['table']}/conditions"
    response = first.context.request.put(first.url + path, data={"ply": 1, "lines": [["b2", "d3"]]})
    assert response.ok, response.text()
    first.press_button("Conditional moves")
    first.page.get_by_role("button", name="Remove b2 d3").click()
    expect(first.page.locator(".conditions")).to_contain_text("None yet")
    first.page.get_by_role("button", name="Done").click()
    expect(first.page.locator("#dialog")).not_to_be_visible()
    second.click("b2")
    expect(first.page.locator("#table")).to_have_attribute("data-ply", "2")
    assert first.context.request.get(first.url + path).json()["lines"] == []
