"""Two people far apart: the same board at once, a reload in the middle, secrets, one screen for two."""

import random

from playwright.sync_api import expect

from tests.browser.test_games import choice


def friends(visit, **asked):
    """A table, and two visitors who hold its seats."""
    first, second = visit(), visit()
    first.table(seats=["human", "human"], mine=[0], **asked)
    second.meet()
    second.page.goto(first.made["seats"][1]["link"])
    second.board()
    assert "/seat/" not in second.page.url
    first.made_player, second.made_player = 0, 1
    return first, second


def test_two_people_play_with_a_reload_in_the_middle(visit):
    first, second = friends(visit, game="susan", options={"size": 4})
    first.play("d3")
    expect(second.page.locator('#board [data-on="d3"]')).to_have_count(1)
    second.page.reload()
    second.board()
    second.play("d4")
    expect(first.page.locator('#board [data-on="d4"]')).to_have_count(1)
    first.context.set_offline(True)
    first.context.set_offline(False)
    first.play("d5")
    expect(second.page.locator('#board [data-on="d5"]')).to_have_count(1)
    assert first.shown()["moves"] == second.shown()["moves"]


def test_people_talk_offer_draws_and_play_again(visit):
    first, second = friends(visit, game="susan", options={"size": 3})
    first.page.get_by_role("tab", name="Chat").click()
    first.page.get_by_label("Say something").fill("<b>good luck</b>")
    first.page.get_by_role("button", name="Send").click()
    second.page.get_by_role("tab", name="Chat").click()
    expect(second.page.locator("#sheet-chat li")).to_have_text("First: <b>good luck</b>")
    first.page.get_by_role("button", name="Offer a draw").click()
    second.page.get_by_role("button", name="Accept the draw").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Accept the draw").click()
    expect(first.page.locator("#bar.end")).to_contain_text("A draw")
    first.say("Rematch")
    second.say("Accept the rematch")
    first.page.get_by_role("link", name="To the rematch").click()
    first.board()
    assert first.shown()["you"] == [1]


def test_a_game_with_secrets_between_two_browsers(visit):
    options = {"size": 5, "length": 3, "lines": 1}
    first, second = friends(visit, game="hidden-gomoku", options=options)
    rng, people = random.Random(4), {0: first, 1: second}
    secrets = 0
    for _ in range(200):
        if first.shown()["result"]:
            break
        mover = people[first.shown()["to_move"]]
        other = second if mover is first else first
        expect(mover.page.locator("#bar .told")).to_contain_text("Your turn")
        ply = choice(mover, rng)
        mover.play(ply)
        if ":row" in ply or ":column" in ply:
            secrets += 1
            side = mover.shown()["seats"][mover.made_player]["side"]
            stone = f'#board [data-on="{ply.partition(":")[0]}"].side-{side}.hidden'
            assert other.page.locator(stone).count() == 0
        expect(other.page.locator("#table")).to_have_attribute("data-ply", str(mover.ply()))
    assert secrets
    expect(first.page.locator("#bar.end")).to_be_visible()
    first.page.get_by_role("tab", name="Record sheet").click()
    expect(first.page.locator("#sheet-known .known li")).not_to_have_count(0)
    first.picture("hidden-end")
    assert first.page.locator("#board .hidden").count() == second.page.locator("#board .hidden").count()


def test_own_marks_and_notes_are_kept_and_nobody_else_sees_them(visit):
    first, second = friends(visit, game="hidden-gomoku", options={"size": 5, "length": 3})
    first.page.get_by_role("tab", name="Record sheet").click()
    first.page.get_by_role("button", name="Mark cells").click()
    first.click("B2", "B2", "C3")
    expect(first.page.locator("#over .mine")).to_have_text(["!", "?"])
    with first.page.expect_response("**/notes"):
        first.page.get_by_label("Your own notes").fill("something is in column B")
    first.picture("record-sheet")
    first.page.reload()
    first.page.get_by_role("tab", name="Record sheet").click()
    expect(first.page.locator("#over .mine")).to_have_text(["!", "?"])
    expect(first.page.get_by_label("Your own notes")).to_have_value("something is in column B")
    expect(second.page.locator("#over .mine")).to_have_count(0)


def test_a_curtain_falls_between_two_people_at_one_screen(visit):
    visitor = visit()
    visitor.table(game="hidden-gomoku", options={"size": 5, "length": 3}, seats=["human", "human"], shared=True)
    show = visitor.page.get_by_role("button", name="Show my board")
    show.click()
    visitor.play("C3")
    expect(show).to_be_visible()
    visitor.picture("curtain")
    show.click()
    visitor.say("x")
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "2")
