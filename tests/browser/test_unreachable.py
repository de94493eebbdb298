"""Browser tests of a server that cannot be reached for a while: nothing is lost, and the page says what failed."""

from playwright.sync_api import expect

PLIES = ["c3", "b2", "c4", "d3"]
UNREACHABLE = "The server cannot be reached. Please try again."


def cut(visitor, path):
    """Requests to addresses of this form get no answer."""
    visitor.page.route(path, lambda route: route.abort())


def played(visit):
    visitor = visit(errors=False)
    visitor.table(game="susan", options={"size": 3}, seats=["human", "random"], plies=PLIES, seed=1)
    return visitor


def test_an_earlier_position_that_does_not_come_is_said_and_the_board_stays(visit):
    visitor = played(visit)
    stones, bar = visitor.page.locator("#board [data-on]"), visitor.page.locator("#bar")
    visitor.page.keyboard.press("ArrowLeft")
    expect(stones).to_have_count(3)
    expect(bar).to_contain_text("After move 3")
    cut(visitor, "**/at/*")
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.page.get_by_role("alert")).to_have_text(UNREACHABLE)
    expect(bar).to_contain_text("After move 3")
    expect(stones).to_have_count(3)
    visitor.page.keyboard.press("End")
    expect(bar).to_contain_text("Your turn")
    visitor.page.keyboard.press("ArrowLeft")
    expect(bar).to_contain_text("Your turn")
    visitor.play("a1")  # the board is that of the game


def test_a_move_that_could_not_be_tried_is_no_part_of_the_line(visit):
    visitor = played(visit)
    stones, lines = visitor.page.locator("#board [data-on]"), visitor.page.locator(".variation")
    visitor.page.get_by_role("button", name="b2", exact=True).click()
    visitor.press_button("Try moves")
    visitor.click("e1")
    expect(stones).to_have_count(3)
    cut(visitor, "**/api/positions*")
    visitor.click("e2")
    expect(visitor.page.get_by_role("alert")).to_have_text(UNREACHABLE)
    visitor.page.unroute_all()
    visitor.click("e3")
    expect(stones).to_have_count(4)
    expect(lines).to_have_count(1)
    expect(lines.get_by_role("button")).to_have_text(["e1", "e3"])


def test_what_could_not_be_said_stays_in_its_field(visit):
    visitor = visit(errors=False)
    visitor.table(game="susan", options={"size": 3}, seats=["human", "human"], mine=[0])
    visitor.page.get_by_role("tab", name="Chat").click()
    cut(visitor, "**/chat")
    field = visitor.page.get_by_label("Say something")
    field.fill("a long thought")
    visitor.page.get_by_role("button", name="Send").click()
    expect(visitor.page.get_by_role("alert")).to_have_text(UNREACHABLE)
    expect(field).to_have_value("a long thought")


def test_lessons_that_do_not_come_are_not_told_as_none(visit):
    visitor = visit(errors=False)
    visitor.go("/game/susan")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    visitor.page.wait_for_url("**/t/*")
    cut(visitor, "**/lessons")
    visitor.page.get_by_role("button", name="Learn it in a few positions").click()
    expect(visitor.page.get_by_role("alert")).to_have_text(UNREACHABLE)
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)


def test_notes_are_not_written_before_those_that_are_kept_have_come(visit):
    visitor = visit(errors=False)
    table = visitor.table(game="hidden-gomoku", seats=["human", "human"], mine=[0], plies=["E5", "x"])
    path = f"{visitor.url}/api/tables/{table}/notes"
    kept = {"cells": {"C3": "!"}, "text": "kept before", "player": 0}
    assert visitor.context.request.put(path, data=kept).ok
    cut(visitor, "**/notes*")
    visitor.page.reload()
    visitor.board()
    visitor.page.get_by_role("tab", name="Record sheet").click()
    notes = visitor.page.get_by_label("Your own notes")
    expect(notes).to_be_disabled()
    expect(visitor.page.get_by_role("button", name="Mark cells")).to_be_disabled()
    visitor.page.unroute_all()
    expect(notes).to_have_value("kept before")
    expect(notes).to_be_enabled()
    with visitor.page.expect_response(lambda answer: "and more" in (answer.request.post_data or "")):
        notes.fill("kept before, and more")
    assert visitor.context.request.get(f"{path}?player=0").json()["cells"] == {"C3": "!"}
