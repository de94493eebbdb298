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


def test_the_opponents_move_does_not_change_whose_turn_it_is_on_the_board_of_a_line(visit):
    first, second = visit(), visit()
    first.table(game="breakthrough", options={"size": 6}, seats=["human", "human"], plies=["b2-b3"], mine=[0])
    second.skip_introductions()
    second.claim(next(seat["link"] for seat in first.made["seats"] if "link" in seat))
    first.press_button("Conditional moves")
    first.page.get_by_role("button", name="Add on the board").click()
    expect(first.page.locator("#bar")).to_contain_text("Black to move (variation)")
    second.play("d5-d4")
    expect(first.page.locator("#bar")).to_contain_text("In the game it is your turn.")
    first.click("e5", "e4")
    expect(first.page.locator('#board [data-on="e4"]')).to_have_count(1)
    expect(first.page.locator(".variation")).to_contain_text("e5 → e4")
    first.press_button("Back to the game")
    first.press_button("Back to the game")
    first.play("b3-b4")
