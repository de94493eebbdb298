"""Browser tests of reviewing a game: stepping, trying moves, analysis, saving the game."""

import re

from playwright.sync_api import expect

ROUND = ["c3", "b2", "c4", "d3"]


def played(visitor):
    """A game between two people at one screen, as far as ROUND."""
    visitor.table(game="susan", options={"size": 3}, seats=["human", "random"], plies=ROUND, seed=1)


def test_any_ply_is_reached_by_click_keys_and_wheel(visit):
    visitor = visit()
    played(visitor)
    stones = visitor.page.locator("#board [data-on]")
    expect(stones).to_have_count(4)
    visitor.page.get_by_role("button", name="b2", exact=True).click()
    expect(stones).to_have_count(2)
    visitor.page.keyboard.press("ArrowLeft")
    expect(stones).to_have_count(1)
    visitor.page.keyboard.press("End")
    expect(stones).to_have_count(4)
    visitor.board().hover()
    visitor.page.mouse.wheel(0, -100)
    expect(stones).to_have_count(3)
    visitor.page.get_by_role("button", name="Back to the game").click()
    expect(stones).to_have_count(4)


def test_moves_are_tried_in_lines_that_leave_the_game(visit):
    visitor = visit()
    played(visitor)
    stones = visitor.page.locator("#board [data-on]")
    visitor.page.get_by_role("button", name="b2", exact=True).click()
    expect(visitor.page.locator("#recent")).to_contain_text("b2")
    visitor.press_button("Try moves")
    visitor.click("e1")
    expect(stones).to_have_count(3)
    expect(visitor.page.locator("#recent")).to_have_text("")  # what happened in the game did not lead here
    visitor.click("e2")
    expect(stones).to_have_count(4)
    visitor.press_button("Step back")
    expect(stones).to_have_count(3)
    visitor.click("e3")
    expect(visitor.page.locator(".variation")).to_have_count(2)
    visitor.picture("variation")
    visitor.page.reload()
    visitor.board()
    expect(visitor.page.locator(".variation")).to_have_count(2)
    visitor.page.locator(".variation").first.get_by_role("button", name="e2").click()
    expect(visitor.page.locator('#board [data-on="e2"]')).to_have_count(1)
    visitor.press_button("Continue from here")
    visitor.page.wait_for_url(re.compile(f"/t/(?!{visitor.made['table']})"))
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", re.compile("[45]"))
    assert [move["text"] for move in visitor.shown()["moves"]][:4] == ["c3", "b2", "e1", "e2"]


def test_two_clicks_at_once_are_two_steps_back_in_a_line(visit):
    visitor = visit()
    played(visitor)
    stones = visitor.page.locator("#board [data-on]")
    visitor.page.get_by_role("button", name="b2", exact=True).click()
    visitor.press_button("Try moves")
    for number, cell in enumerate(("e1", "e2", "e3"), 3):
        visitor.click(cell)
        expect(stones).to_have_count(number)
    visitor.page.evaluate("() => [1, 2].forEach(() => document.querySelector('[data-key=line-back]').click())")
    expect(stones).to_have_count(3)


def test_the_machine_tells_what_it_thinks(visit):
    visitor = visit()
    played(visitor)
    visitor.page.get_by_role("tab", name="Analysis").click()
    panel = visitor.page.locator("#sheet-analysis")
    panel.get_by_role("button", name="Analyse").click()
    expect(panel.locator(".best li")).not_to_have_count(0)
    expect(visitor.page.locator("#overlay .heat, #overlay .arrow")).not_to_have_count(0)
    visitor.picture("analysis")
    panel.get_by_role("button", name="Stop").click()
    expect(visitor.page.locator("#overlay .heat, #overlay .arrow")).to_have_count(0)
    panel.get_by_role("button", name="The whole game").click()
    expect(panel.locator(".curve .line")).to_have_attribute("d", re.compile(r"^M0 .*L4 "), timeout=30_000)


def test_a_hint_is_shown_on_the_board(visit):
    visitor = visit()
    played(visitor)
    visitor.page.get_by_role("button", name="Hint").click()
    expect(visitor.page.locator("#overlay .hint")).not_to_have_count(0)


def test_a_game_is_kept_as_files(visit):
    visitor = visit()
    played(visitor)
    visitor.page.get_by_role("button", name="Share").click()
    for kind in ("TXT", "JSON", "CSV", "SVG", "PNG"):
        with visitor.page.expect_download() as download:
            visitor.page.get_by_role("link", name=kind, exact=True).click()
        assert download.value.path().stat().st_size > 50


def test_a_board_is_turned(visit):
    visitor = visit()
    played(visitor)
    before = visitor.cell("a1").bounding_box()
    visitor.page.get_by_role("button", name="Rotate", exact=True).click()
    after = visitor.cell("a1").bounding_box()
    assert (round(before["x"]), round(before["y"])) != (round(after["x"]), round(after["y"]))
    visitor.click("d2")
    expect(visitor.page.locator('#board [data-on="d2"]')).to_have_count(1)


def test_whose_stones_begin_at_the_top_sees_the_board_turned(visit):
    visitor = visit()
    visitor.table(game="breakthrough", options={"size": 6}, seats=["random", "human"])
    far, near = (visitor.box(f'#board [data-cell="{name}"]') for name in ("a6", "a1"))
    assert far["y"] > near["y"]
    visitor.picture("turned")


def test_a_link_leads_to_a_position(visit):
    visitor = visit()
    played(visitor)
    visitor.page.get_by_role("button", name="b2", exact=True).click()
    visitor.page.get_by_role("button", name="Share").click()
    link = visitor.page.get_by_label("The link to watch").input_value()
    other = visit()
    other.page.goto(link)
    expect(other.page.locator("#board [data-on]")).to_have_count(2)


def test_chance_plies_are_played_in_lines_that_leave_the_game(visit):
    visitor = visit()
    visitor.table(game="doppel", options={"size": 4}, seats=["human", "random"])
    visitor.page.get_by_role("button", name="To the start").click()
    visitor.press_button("Try moves")
    expect(visitor.page.locator("#bar")).to_contain_text("Chance to move")
    visitor.click("b2", "b3")
    expect(visitor.page.locator("#board [data-on]")).to_have_count(2)
    visitor.press_button("Back to the game")
    expect(visitor.page.locator("#bar")).to_contain_text("After move 0")


def test_how_a_board_looks_is_chosen_and_kept(visit):
    visitor = visit()
    played(visitor)
    label = visitor.page.locator("#board .label").first
    expect(label).to_be_visible()
    visitor.page.get_by_role("button", name="Help and settings").click()
    visitor.page.get_by_label("Coordinates").uncheck()
    visitor.page.get_by_label("Patterns on stones").check()
    visitor.axe()
    visitor.page.get_by_role("button", name="Close").click()
    expect(label).to_be_hidden()
    visitor.picture("patterns")
    visitor.page.reload()
    visitor.board()
    expect(visitor.page.locator("#board .label").first).to_be_hidden()


def test_analysis_at_the_end_of_a_game_leads_back_instead_of_failing(visit):
    visitor = visit()
    played(visitor)
    visitor.page.get_by_role("button", name="Abort").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Abort").click()
    visitor.page.get_by_role("tab", name="Analysis").click()
    panel = visitor.page.locator("#sheet-analysis")
    panel.get_by_role("button", name="Analyse", exact=True).click()
    expect(panel).to_contain_text("The game is over here.")
    panel.get_by_role("button", name="To the last move").click()
    expect(panel).to_contain_text("playouts")
    expect(panel.locator(".fault")).to_have_count(0)


def test_analysis_is_not_offered_where_it_would_be_refused(visit):
    visitor = visit()
    visitor.table(game="hidden-gomoku", options={"size": 5}, seats=["level:1", "random"])
    expect(visitor.page.get_by_role("tab", name="Rules")).to_be_visible()
    expect(visitor.page.get_by_role("tab", name="Analysis")).to_have_count(0)


def test_a_proven_win_is_not_told_as_the_result_of_no_playouts(visit):
    visitor = visit()
    visitor.table(game="tic-tac-toe", seats=["human", "random"], plies=["a1", "b1", "a2", "b2"])
    visitor.page.get_by_role("tab", name="Analysis").click()
    panel = visitor.page.locator("#sheet-analysis")
    panel.get_by_role("button", name="Analyse", exact=True).click()
    expect(panel).to_contain_text("100 % (proven)")
    expect(panel).not_to_contain_text("after 0")
    assert max(float(bar.get_attribute("value") or 0) for bar in panel.locator("meter").all()) > 0


LOST = ["a1", "b2", "a2", "c3", "a3"]


def finished(visitor):
    """A game in which the fourth move loses everything."""
    visitor.table(game="tic-tac-toe", seats=["human", "human"], shared=True, plies=LOST[:4])
    visitor.play(LOST[4])
    expect(visitor.page.locator("#bar")).to_contain_text("wins")


def test_the_machine_reviews_a_finished_game_once_for_all(visit):
    visitor, other = visit(), visit()
    finished(visitor)
    visitor.page.get_by_role("tab", name="Analysis").click()
    panel = visitor.page.locator("#sheet-analysis")
    panel.get_by_role("button", name="Review the game").click()
    worst = panel.locator(".lost li")
    expect(worst).to_have_count(1)
    expect(worst).to_contain_text(re.compile(r"4\. c3 .* lost 50 %\. Better: a3"))
    expect(panel.locator(".curve .line")).to_have_attribute("d", re.compile("^M0 .*L5 0"))
    visitor.axe()
    visitor.picture("review")
    worst.get_by_role("button", name="a3").click()
    expect(visitor.page.locator('#board [data-on="a3"]')).to_have_count(1)
    expect(visitor.page.locator('#board [data-on="c3"]')).to_have_count(0)
    other.skip_introductions()
    other.go(f"/t/{visitor.made['table']}")
    other.page.get_by_role("tab", name="Analysis").click()
    expect(other.page.locator(".lost li")).to_have_count(1)
    expect(other.page.get_by_role("button", name="Review the game")).to_have_count(0)


def test_a_line_is_kept_with_the_game_and_shared_by_link(visit):
    visitor, other = visit(), visit()
    finished(visitor)
    visitor.page.get_by_role("button", name="a2", exact=True).click()
    visitor.press_button("Try moves")
    visitor.click("a3")
    row = visitor.page.locator(".variation")
    row.get_by_role("button", name="Keep and share").click()
    link = visitor.page.get_by_label("The link to this line").input_value()
    visitor.axe()
    visitor.page.get_by_role("button", name="Close").click()
    expect(row.get_by_role("button", name="Link")).to_be_visible()
    other.skip_introductions()
    other.go(link.removeprefix(other.url))
    expect(other.page.locator('#board [data-on="a3"]')).to_have_count(1)
    expect(other.page.locator(".variation")).to_contain_text("a3")
    row.get_by_role("button", name="Link").click()
    visitor.page.get_by_role("button", name="Delete the line").click()
    expect(row).to_have_count(0)
    other.page.reload()
    expect(other.page.get_by_role("alert")).to_contain_text("This line was deleted.")


def test_the_chart_forgets_what_was_taken_back(visit):
    visitor = visit()
    visitor.table(game="tic-tac-toe", seats=["human", "human"], shared=True)
    for cell in ("a1", "b1", "a2"):
        visitor.play(cell)
    visitor.page.get_by_role("tab", name="Analysis").click()
    panel = visitor.page.locator("#sheet-analysis")
    line = panel.locator(".curve .line")
    panel.get_by_role("button", name="The whole game").click()
    expect(line).to_have_attribute("d", re.compile(r" .*L3 "), timeout=30_000)
    visitor.page.get_by_role("button", name="Take back").click()
    expect(visitor.page.locator("#table")).to_have_attribute("data-ply", "2")
    visitor.play("c3")
    expect(line).not_to_have_attribute("d", re.compile("L3 "))
    panel.get_by_role("button", name="The whole game").click()
    expect(line).to_have_attribute("d", re.compile(r" .*L3 "), timeout=30_000)


def test_the_analysis_goes_along_with_the_game(visit):
    visitor = visit()
    visitor.table(game="tic-tac-toe", seats=["human", "human"], shared=True)
    for cell in ("a1", "b1", "a2"):
        visitor.play(cell)
    visitor.page.get_by_role("tab", name="Analysis").click()
    best = visitor.page.locator("#sheet-analysis .best li").first
    visitor.page.get_by_role("button", name="Analyse", exact=True).click()
    expect(best).to_contain_text("a3")  # White must
    visitor.play("c3")
    expect(best).to_contain_text(re.compile("a3.*100 %"))  # Black wins
