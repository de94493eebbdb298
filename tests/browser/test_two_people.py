"""Browser tests with two people: the same board at once, a reload in mid-game, secrets, one screen for two."""

import random
import re
import signal

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.test_games import choice
from tests.browser.visitor import Visitor
from tests.server.running_server import Server


def friends(visit, **terms):
    """A table, and two visitors who hold its seats."""
    first, second = visit(), visit()
    first.table(seats=["human", "human"], mine=[0], **terms)
    second.skip_introductions()
    second.claim(first.made["seats"][1]["link"])
    assert "/join" not in second.page.url
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
    expect(second.page.locator("#sheet-chat li")).to_have_text("Black: <b>good luck</b>")
    first.page.get_by_role("button", name="Offer a draw").click()
    expect(second.page.locator("#bar")).to_contain_text("Black offers a draw.")
    second.picture("offer")
    second.press_button("Decline")
    expect(first.page.locator("#bar")).not_to_contain_text("You offered a draw.")
    second.page.get_by_role("button", name="Offer a draw").click()
    first.press_button("Accept")
    expect(first.page.locator("#bar.end")).to_contain_text("A draw")
    first.press_button("Rematch")
    expect(second.page.locator("#bar")).to_contain_text("Black offers a rematch.")
    first.press_button("Withdraw")
    expect(second.page.locator("#bar")).not_to_contain_text("offers a rematch.")
    first.press_button("Rematch")
    second.press_button("Accept the rematch")
    first.page.get_by_role("link", name="To the rematch").click()
    first.page.wait_for_url(re.compile(f"/t/(?!{first.made['table']})"))
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
        expect(mover.page.locator("#bar .message")).to_contain_text("Your turn")
        ply = choice(mover, rng)
        mover.play(ply)
        expect(other.page.locator("#table")).to_have_attribute("data-ply", str(mover.ply()))
        if ":row" in ply or ":column" in ply:
            secrets += 1
            side = mover.shown()["seats"][mover.made_player]["side"]
            stone = f'#board [data-on="{ply.partition(":")[0]}"].side-{side}.hidden'
            assert other.page.locator(stone).count() == 0
    assert secrets
    expect(first.page.locator("#bar.end")).to_be_visible()
    tab_boxes = [tab.bounding_box() for tab in first.page.get_by_role("tab").all()]
    assert len(tab_boxes) == 5 and all(box and box["x"] + box["width"] <= 1280 for box in tab_boxes), "a tab is cut off"
    first.page.get_by_role("tab", name="Record sheet").click()
    expect(first.page.locator("#sheet-known .known li")).not_to_have_count(0)
    first.picture("hidden-end")
    secret_stones = first.page.locator("#board .hidden").count()
    assert secret_stones
    expect(second.page.locator("#board .hidden")).to_have_count(secret_stones)
    first.page.get_by_role("tab", name="Moves").click()
    first.page.get_by_role("button", name="Back", exact=True).click()
    expect(first.page.locator("#bar")).to_contain_text("After move")
    all_stones = first.page.locator("#board [data-on]").count()
    first.page.get_by_label("Show").select_option("0")
    expect(first.page.locator("#board [data-on]")).not_to_have_count(all_stones)


@pytest.mark.parametrize("wide", [320, 390])
def test_on_a_phone_nothing_moves_when_an_answer_is_asked_for(visit, wide):
    """Whoever leaves finds that nothing has shifted."""
    first, second = visit(), visit(wide=wide, high=844, touch=True)
    first.table(game="hidden-gomoku", seats=["human", "human"], plies=["E5", "x"])
    second.skip_introductions()
    second.claim(first.made["seats"][1]["link"])
    first.play("C4:row")
    expect(second.page.locator("#bar")).to_contain_text("Reveal which stones?")
    second.picture(f"phone-answer-{wide}")
    second.press_button("Reveal")
    expect(second.page.locator("#bar .message")).to_contain_text("Your turn.")


def test_own_marks_and_notes_are_kept_and_nobody_else_sees_them(visit):
    first, second = friends(visit, game="hidden-gomoku", options={"size": 5, "length": 3})
    first.page.get_by_role("tab", name="Record sheet").click()
    first.page.get_by_role("button", name="Mark cells").click()
    first.click("B2", "B2", "C3")
    expect(first.page.locator("#overlay .mine")).to_have_text(["!", "?"])
    first.page.get_by_label("Note on C3").fill("a feint, I think")
    expect(first.page.locator("#overlay .mine")).to_have_text(["!", "?•"])
    # The note on C3 may still be on its way: its answer is not the one to wait for.
    with first.page.expect_response(lambda answer: "column B" in (answer.request.post_data or "")):
        first.page.get_by_label("Your own notes").fill("something is in column B")
    first.picture("record-sheet")
    first.page.reload()
    first.page.get_by_role("tab", name="Record sheet").click()
    expect(first.page.locator("#overlay .mine")).to_have_text(["!", "?•"])
    expect(first.page.locator("#noted")).to_have_text("C3 a feint, I think")
    first.axe()
    expect(first.page.get_by_label("Your own notes")).to_have_value("something is in column B")
    expect(second.page.locator("#overlay .mine")).to_have_count(0)


def test_sides_and_questions_are_named_as_the_board_shows_them_and_the_sheet_begins_with_the_newest(visit):
    first, second = friends(visit, game="hidden-gomoku", options={"size": 5}, plies=["C3"])
    expect(second.page.locator("#bar button")).to_have_text(["Play Black", "Play White"])
    second.press_button("Play Black")
    expect(second.page.locator("#sheet-moves .turn").nth(1)).to_have_text("Black")
    first.click("B2")
    expect(first.page.locator("#bar .message")).to_have_text("B2: row or column?")
    first.press_button("row")
    second.play("reveal:none")
    second.page.get_by_role("tab", name="Record sheet").click()
    lines = second.page.locator("ol.known li")
    expect(lines.last).to_contain_text("swaps sides")
    expect(lines.nth(1)).to_contain_text("announces row 2")


def test_points_are_shown_from_the_start_and_chance_has_moves_of_its_own(visit):
    visitor = visit()
    visitor.table(game="doppel", options={"size": 4}, seats=["human", "human"], shared=True)
    expect(visitor.page.locator("#seat-top .state")).to_contain_text("0 points")
    rows = visitor.page.locator("ol.moves li")
    expect(rows.nth(1)).to_contain_text("Chance:")
    visitor.play(choice(visitor, random.Random(1)))
    expect(rows.nth(2)).to_have_text("1.")
    assert rows.nth(3).inner_text() == visitor.shown()["moves"][1]["printed"]
    visitor.table(game="hex", seats=["human", "human"], shared=True)
    expect(visitor.page.locator("#seat-top .name")).to_be_visible()
    expect(visitor.page.locator("#seat-top .state")).to_be_empty()


def test_a_premove_is_played_when_its_turn_comes_and_dropped_if_it_is_not_legal(visit):
    first, second = friends(visit, game="breakthrough", options={"size": 6})
    first.play("b2-b3")
    first.click("b3", "b4")  # it is the other's turn, and premoves are off
    expect(first.page.locator(".overlay .premove")).to_have_count(0)
    first.page.get_by_role("button", name="Help and settings").click()
    first.page.get_by_label("Premoves").check()
    first.page.get_by_role("button", name="Close").click()
    first.click("c1", "c3")
    expect(first.page.locator("#bar")).to_contain_text("Premove: c1 – c3")
    first.press_button("Cancel")
    first.click("b3", "b4")
    expect(first.page.locator(".overlay circle.premove")).to_have_count(2)
    first.axe()
    first.picture("premove")
    second.play("e5-e4")
    expect(second.page.locator("#table")).to_have_attribute("data-ply", "3")
    expect(second.page.locator('#board [data-on="b4"]')).to_have_count(1)
    first.click("b4", "b5")  # somebody stands there: not legal straight ahead
    second.play("a5-a4")
    expect(first.page.locator("#bar")).to_contain_text("Your turn")
    expect(first.page.locator(".overlay .premove")).to_have_count(0)
    assert [move["text"] for move in first.shown()["moves"]] == ["b2-b3", "e5-e4", "b3-b4", "a5-a4"]


def test_a_declined_draw_is_told_and_unread_lines_of_the_chat_are_counted(visit):
    first, second = friends(visit, game="susan", options={"size": 4})
    first.page.get_by_role("button", name="Offer a draw").click()
    expect(first.page.locator("#bar")).to_contain_text("You offered a draw.")
    expect(first.page.get_by_role("button", name="Offer a draw")).to_have_count(0)
    second.press_button("Decline")
    expect(first.page.locator("#bar")).to_contain_text("Your draw offer was declined.")
    first.page.get_by_role("tab", name="Chat").click()
    for line in ("good luck", "have fun"):
        first.page.get_by_label("Say something").fill(line)
        first.page.get_by_label("Say something").press("Enter")
    tab = second.page.get_by_role("tab", name="Chat")
    expect(tab).to_have_text("Chat 2 unread")
    second.axe()
    second.picture("unread")
    tab.click()
    expect(tab).to_have_text("Chat")
    second.page.reload()
    expect(tab).to_have_text("Chat")
    expect(first.page.get_by_role("tab", name="Chat")).to_have_text("Chat")


def test_what_has_happened_stands_beside_the_board_until_the_next_ply(visit):
    first, second = friends(
        visit, game="hidden-gomoku", options={"size": 5}, plies=["C3", "x", "B2:row", "reveal:none", "B2:column"]
    )
    expect(first.page.locator("#recent")).to_contain_text("Black announces column B.")
    expect(first.page.locator(".overlay .area")).to_have_count(5)
    first.play("reveal:B2")
    for visitor in (first, second):
        expect(visitor.page.locator("#recent")).to_contain_text("The move of Black fails: B2 is taken.")
        expect(visitor.page.locator(".overlay .miss")).to_have_count(1)
        expect(visitor.page.locator(".overlay .area")).to_have_count(0)
    second.picture("happened")
    second.page.reload()
    expect(second.page.locator(".overlay .miss")).to_have_count(1)
    first.play("D4:row")
    expect(second.page.locator("#recent li")).to_have_count(2)
    expect(second.page.locator("#recent")).to_contain_text("White announces row 4.")
    second.page.get_by_role("tab", name="Record sheet").click()
    columns = second.page.get_by_role("table", name="Columns announced").get_by_role("row")
    expect(columns.nth(0)).to_have_text("ABCDE")
    expect(columns.nth(2)).to_have_text(re.compile("^Black1$"))
    rows = second.page.get_by_role("table", name="Rows announced").get_by_role("row")
    expect(rows.nth(1).get_by_role("cell")).to_have_text(["", "1", "", "1", ""])
    second.axe()
    second.picture("announced")
    second.play("reveal:none")
    expect(second.page.locator("#recent")).not_to_contain_text("fails")
    expect(second.page.locator(".overlay .miss")).to_have_count(0)


def test_every_step_of_a_machines_turn_is_told_and_drawn(visit):
    visitor = visit()
    visitor.table(
        game="serendipity", options={"size": 6}, seats=["human", "human"], mine=[0],
        plies=["d2-e3", "end", "c5-b4", "b2-a3", "d6xf4", "end"],
    )  # fmt: skip
    lines = visitor.page.locator("#recent li")
    expect(lines).to_have_count(4)
    expect(lines.nth(2)).to_contain_text("The stone on e5 is captured.")
    expect(visitor.page.locator(".overlay .trail")).to_have_count(3)
    expect(visitor.page.locator(".overlay .gone")).to_have_count(1)
    visitor.picture("turn-of-several-steps")
    visitor.page.keyboard.press("ArrowLeft")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("The stone on e5 is captured.")
    expect(visitor.page.locator(".overlay .gone")).to_have_count(1)


def test_each_cell_has_a_note_of_its_own_also_where_a_tap_leaves_the_focus_in_the_field(visit):
    visitor = visit(wide=390, high=844, touch=True)
    visitor.table(game="hidden-gomoku", seats=["human", "human"], plies=["E5", "x"])
    visitor.page.get_by_role("tab", name="Record sheet").click()
    visitor.page.get_by_role("button", name="Mark cells").click()
    visitor.click("C3")
    visitor.page.get_by_label("Note on C3").fill("a feint")
    visitor.click("D7")
    expect(visitor.page.get_by_label("Note on D7")).to_have_value("")
    visitor.page.get_by_label("Note on D7").fill("here")
    expect(visitor.page.locator("#noted li")).to_have_text(["C3 a feint", "D7 here"])


def test_the_board_is_covered_between_two_people_at_one_screen(visit):
    visitor = visit()
    visitor.table(game="hidden-gomoku", options={"size": 5, "length": 3}, seats=["human", "human"], shared=True)
    show = visitor.page.get_by_role("button", name="Show my board")
    uncover(show)
    visitor.play("C3")
    expect(show).to_be_visible()
    visitor.picture("handover")
    uncover(show)
    visitor.press_button("Play Black")
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "2")


def test_at_one_screen_nobody_sees_what_the_other_noted_drew_or_was_told(visit):
    visitor = visit()
    visitor.table(game="hidden-gomoku", options={"size": 5, "length": 3}, seats=["human", "human"], shared=True)
    page = visitor.page
    show, notes = page.get_by_role("button", name="Show my board"), page.get_by_label("Your own notes")
    uncover(show)
    page.get_by_role("tab", name="Record sheet").click()
    notes.fill("my secret plan")
    page.evaluate("import('/' + document.querySelector('script[src*=\"/js/\"]').src.split('/').slice(3, -1).join('/') "
                  "+ '/dom.js').then((dom) => dom.toast('Hint: b2'))")  # fmt: skip
    expect(page.locator(".toast")).to_have_count(1)
    visitor.play("C3")
    expect(show).to_be_visible()
    expect(page.locator(".toast")).to_have_count(0)
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || Boolean(document.activeElement.closest('.handover'))"
        )
    uncover(show)
    expect(notes).to_have_value("")
    notes.fill("of the second")
    visitor.press_button("Play Black")
    uncover(show)
    expect(notes).to_have_value("my secret plan")


def test_offers_and_endings_without_a_move_are_announced_and_name_the_right_player(visit):
    first, second = friends(visit, game="susan", options={"size": 3})
    said = second.page.locator("#announcements")
    first.play("c3")
    first.page.get_by_role("button", name="Offer a draw").click()
    expect(said).to_contain_text("Black offers a draw.")
    second.press_button("Decline")
    expect(first.page.locator("#announcements")).to_contain_text("Your draw offer was declined.")
    second.play("b2")
    resign(second)
    expect(first.page.locator("#announcements")).to_contain_text("White resigned. Black wins.")
    first.press_button("Rematch")
    second.press_button("Accept the rematch")
    first.page.get_by_role("link", name="To the rematch").click()
    for player in (first, second):
        player.page.wait_for_url(re.compile(f"/t/(?!{first.made['table']})"))
        player.board()
    expect(first.page.locator("#bar")).to_contain_text("You play White.")
    expect(first.page.locator("#seat-bottom")).to_contain_text("White")
    second.play("c3")
    first.play("b2")
    resign(first)
    expect(first.page.locator("#bar.end")).to_contain_text("White resigned. Black wins.")


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_from_an_earlier_move_of_a_finished_game_a_button_leads_back(visit, size):
    first = visit()
    first.page.set_viewport_size({"width": size[0], "height": size[1]})
    first.table(game="susan", options={"size": 3}, seats=["human", "human"], shared=True)
    first.play("c3")
    first.play("b2")
    resign(first)
    expect(first.page.locator("#bar.end")).to_contain_text("resigned")
    first.page.keyboard.press("ArrowLeft")
    first.press_button("Back to the game")  # it must not be covered
    expect(first.page.locator("#bar.end")).to_contain_text("resigned")


def resign(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def uncover(show: Locator) -> None:
    """The board is asked of the server first: until it has come the cover takes the clicks."""
    show.click()
    expect(show).to_have_count(0)


def test_a_private_code_brings_a_seat_back_on_another_device(visit):
    first, second = friends(visit, game="susan", options={"size": 3})
    first.page.get_by_role("button", name="Seat").click()
    first.page.get_by_label("Your name at this table").fill("Ada")
    first.page.get_by_role("button", name="Make a private code").click()
    code = first.page.locator(".code").text_content()
    expect(first.page.get_by_alt_text("The same code as a QR code")).to_be_visible()
    for kind in ("an e-mail address", "a webhook"):  # this server sends neither
        expect(first.page.get_by_label(kind)).to_have_count(0)
    first.axe()
    first.picture("seat")
    first.page.get_by_role("button", name="Save").click()
    expect(second.page.locator("#seat-top")).to_contain_text("Ada")
    elsewhere = visit(wide=360, high=740, touch=True)
    elsewhere.skip_introductions()
    elsewhere.go(f"/recover#{code}")
    elsewhere.board()
    assert elsewhere.shown()["you"] == [0]
    elsewhere.go("/")
    expect(elsewhere.page.get_by_role("heading", name="Your games")).to_be_visible()


def test_whoever_comes_takes_an_open_seat(visit):
    first, second = visit(), visit()
    first.table(game="susan", options={"size": 3}, seats=["human", "open"])
    expect(first.page.locator("#tab-invite")).to_be_visible()
    second.skip_introductions()
    second.go(f"/t/{first.made['table']}")
    second.press_button("Join the game")
    second.page.get_by_role("button", name="I have saved it").click()
    expect(second.page.locator("#bar")).to_contain_text("Black to move")
    first.play("c3")
    second.play("b2")
    assert second.shown()["you"] == [1]


def test_a_friend_is_invited_by_a_link_and_a_qr_code(visit):
    first = visit()
    first.skip_introductions()
    first.go("/game/susan")
    first.page.get_by_label("A friend, by a link").check()
    first.page.get_by_label("Clock").select_option("increment:180:2")
    first.page.get_by_role("button", name="Play", exact=True).click()
    first.page.wait_for_url("**/t/*")
    link = first.page.get_by_label("The link for your friend").input_value()
    expect(first.page.get_by_alt_text("The same link as a QR code")).to_be_visible()
    expect(first.page.locator(".code")).to_be_visible()
    first.axe()
    first.picture("invite")
    second = visit()
    second.skip_introductions()
    second.claim(link)
    first.play("e5")
    expect(second.page.locator(".clock.running")).to_have_count(1)
    second.picture("clocks")


def test_a_step_of_ones_own_turn_is_taken_back_without_asking_the_other(visit):
    first, second = friends(visit, game="serendipity", options={"size": 6})
    first.play(choice(first, random.Random(1)))
    expect(second.page.locator("#table")).to_have_attribute("data-ply", "1")
    first.press_button("Take back step")
    expect(second.page.locator("#table")).to_have_attribute("data-ply", "0")


def test_a_dozen_pages_of_one_browser_work_at_once(visit):
    visitor = visit()
    table = visitor.table(game="susan", options={"size": 3}, seats=["human", "human"], shared=True)
    more = [visitor.context.new_page() for _ in range(11)]
    for page in more:
        page.goto(f"{visitor.url}/t/{table}")
        expect(page.locator("#board svg.board")).to_be_visible()
    visitor.play("c3")
    for page in more:
        expect(page.locator('#board [data-on="c3"]')).to_have_count(1)


def test_pages_go_on_by_themselves_when_the_server_was_killed(browser, tmp_path):
    first_life = Server(tmp_path)
    visitor = Visitor(browser, first_life.url, errors=False)
    visitor.table(game="susan", options={"size": 4}, seats=["human", "human"], shared=True)
    visitor.play("d3")
    first_life.stop(signal.SIGKILL)
    expect(visitor.page.locator("#bar")).to_contain_text("Connection lost")
    second_life = Server(tmp_path, port=first_life.port)
    expect(visitor.page.locator("#bar")).to_contain_text("White to move", timeout=30_000)
    visitor.play("d4")
    assert [move["text"] for move in visitor.shown()["moves"]] == ["d3", "d4"]
    visitor.leave()
    second_life.stop()


def test_a_move_made_while_the_server_is_away_is_sent_when_it_is_back(browser, tmp_path):
    first_life = Server(tmp_path)
    visitor = Visitor(browser, first_life.url, errors=False)
    visitor.table(game="susan", options={"size": 4}, seats=["human", "human"], shared=True)
    first_life.stop(signal.SIGKILL)
    visitor.click("d3")
    bar = visitor.page.locator("#bar")
    expect(bar).to_contain_text("Connection lost. Your move d3 will be sent again when the server is back.")
    expect(visitor.page.locator(".overlay .held")).to_have_count(1)
    visitor.picture("unsent")
    second_life = Server(tmp_path, port=first_life.port)
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "1", timeout=30_000)
    visitor.play("d4")
    assert [move["text"] for move in visitor.shown()["moves"]] == ["d3", "d4"]
    visitor.leave()
    second_life.stop()


def test_a_move_whose_answer_was_lost_is_played_once_also_after_a_reload(visit):
    visitor = visit(errors=False)
    visitor.table(game="susan", options={"size": 4}, seats=["human", "human"], shared=True)
    bodies: list[str] = []

    def lose(route):
        bodies.append(route.request.post_data)
        route.fetch()
        route.abort()

    visitor.page.route("**/plies*", lose, times=1)
    visitor.click("d3")
    expect(visitor.page.locator("#bar")).to_contain_text("White to move")
    visitor.play("d4")
    visitor.page.route("**/plies*", lambda route: route.abort())
    visitor.click("c3")
    expect(visitor.page.locator("#bar")).to_contain_text("Your move c3 will be sent again")
    visitor.page.unroute_all()
    visitor.page.reload()
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "3")
    assert [move["text"] for move in visitor.shown()["moves"]] == ["d3", "d4", "c3"]
    assert bodies


def test_an_unsent_move_is_discarded_or_refused_in_words(visit):
    visitor = visit(errors=False)
    table = visitor.table(game="susan", options={"size": 4}, seats=["human", "human"], shared=True)
    visitor.page.route("**/plies*", lambda route: route.abort())
    visitor.click("d3")
    visitor.press_button("Discard the move")
    expect(visitor.page.locator("#bar")).to_contain_text("Black to move")
    visitor.click("d4")
    expect(visitor.page.locator("#bar")).to_contain_text("Your move d4 will be sent again")
    visitor.context.request.post(f"{visitor.url}/api/tables/{table}/plies", data={"ply": 1, "text": "c3"})
    visitor.page.unroute_all()
    expect(visitor.page.get_by_role("alert")).to_have_text(
        "Your move d4 was not played: the game has changed meanwhile."
    )
    visitor.play("d4")
    assert [move["text"] for move in visitor.shown()["moves"]] == ["c3", "d4"]


def test_an_invitation_is_taken_by_keys_and_once(visit):
    first, second, third = visit(), visit(dark=True), visit(wide=320, high=640, errors=False)
    first.table(game="susan", options={"size": 4}, seats=["human", "human"], mine=[0])
    first.page.get_by_role("tab", name="Invite").click()
    first.page.get_by_role("button", name="Make a link").click()
    link = first.page.get_by_label("The link for your friend").input_value()
    second.skip_introductions()
    second.go(link)
    expect(second.page.get_by_role("heading")).to_have_text("You are invited to a game of SUSAN")
    second.axe()
    second.picture("join")
    expect(second.page.get_by_label("Your name")).to_be_focused()
    second.page.keyboard.type("Bo")
    second.page.keyboard.press("Enter")
    second.board()
    expect(first.page.locator("#seat-top")).to_contain_text("Bo")
    expect(first.page.get_by_role("tab", name="Invite")).to_have_count(0)
    third.go(link)
    expect(third.page.get_by_role("alert")).to_contain_text("was used or withdrawn")
    second.page.get_by_role("button", name="Seat", exact=True).click()
    second.page.get_by_role("button", name="Give up the seat").click()
    second.page.get_by_role("button", name="Give up the seat").last.click()
    again = second.page.get_by_label("Send this link to the player who takes over").input_value()
    third.skip_introductions()
    third.claim(again)
    assert third.shown()["you"] == [1]
