"""Browser tests of the rules editor: places of faults, suggestions, preview, drafts, links, files."""

import re

import pytest
from playwright.sync_api import expect

from lusory.games import load
from lusory.rules import codec

SMALL = 'Game(name="Tiny", board=Square(3), turn=Place(), ends=[Win(Line(3)), Draw(NoPly())])'


def at_editor(visitor, path="/edit"):
    visitor.go(path)
    expect(visitor.page.locator("#board svg.board")).to_be_visible()
    return visitor.page.get_by_label("Rules", exact=True)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_game_is_written_seen_and_played(visit, dark):
    visitor, tone = visit(dark=dark), "dark" if dark else "light"
    area = at_editor(visitor)
    area.fill(SMALL)
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(9)
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Tiny")
    expect(visitor.page.locator("#figures")).to_contain_text("1,000 games of random moves")
    expect(visitor.page.locator("#figures")).to_contain_text("Win(Line(3))")
    expect(visitor.page.locator("#figures .legend")).to_have_text(re.compile("Black .*White"))
    expect(visitor.page.locator("#rules .sheet")).to_contain_text("unbroken straight line of three")
    visitor.axe()
    visitor.picture(f"editor-{tone}", full=True)
    visitor.skip_introductions()
    visitor.page.get_by_role("button", name="Play the machine").click()
    visitor.page.wait_for_url("**/t/*")
    visitor.board()
    visitor.play("b2")
    visitor.page.go_back()
    expect(area).to_have_value(SMALL)


def test_a_fault_stands_at_its_place_while_one_types(visit):
    visitor = visit()
    area = at_editor(visitor)
    area.fill(SMALL.replace("Line(3)", "Lime(3)").replace('"Tiny"', '"🎲 ä"'))
    fault = visitor.page.locator("#faults")
    expect(fault).to_contain_text("Lime, expected a word of the vocabulary (Line?)")
    expect(visitor.page.locator("#behind mark")).to_have_text("Lime")
    expect(area).to_have_attribute("aria-invalid", "true")
    expect(visitor.page.get_by_role("button", name="Play the machine")).to_be_disabled()
    visitor.axe()
    visitor.picture("editor-fault")
    fault.get_by_role("button", name="Line 1, column").click()
    assert visitor.page.evaluate("getSelection().toString()") == "Lime"
    visitor.page.keyboard.insert_text("Line")
    expect(fault).to_be_empty()
    expect(visitor.page.get_by_role("button", name="Play the machine")).to_be_enabled()
    area.fill(codec.write(load("hex", size=3)).replace('"connected"', '"konnected"'))
    expect(visitor.page.locator("#behind mark")).to_have_text('"konnected"')
    area.fill(SMALL.replace("Line(3)", "Lime(3)").replace("Place()", "Plaice()"))
    expect(visitor.page.locator("#behind mark")).to_have_text(["Plaice", "Lime"])
    expect(fault.locator(".fault")).to_have_count(2)
    area.fill('{"board": ')
    expect(fault).to_contain_text("not JSON")


def test_figures_of_an_older_text_are_not_taken_for_the_new_ones(visit):
    """They fade until the new ones are there, which come also where the next text has a fault."""
    visitor = visit()
    area = at_editor(visitor)
    area.fill(SMALL)
    figures = visitor.page.locator("#figures")
    expect(figures).to_contain_text("Win(Line(3))")
    expect(figures).not_to_have_attribute("aria-busy", "true")
    visitor.page.route("**/api/drafts/measure", lambda route: None)
    area.fill(SMALL.replace("Square(3)", "Square(4)").replace("Line(3)", "Line(4)"))
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(16)
    expect(figures).to_have_attribute("aria-busy", "true")
    assert figures.evaluate("it => getComputedStyle(it).opacity") == "0.45"
    visitor.page.unroute("**/api/drafts/measure")
    area.fill(SMALL)
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(9)
    expect(figures).not_to_have_attribute("aria-busy", "true")
    expect(figures).to_contain_text("Win(Line(3))")
    area.fill(SMALL.replace("Square(3)", "Square(5)").replace("Line(3)", "Line(5)"))
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(25)
    area.fill(SMALL.replace("Line(3)", "Lime(3)"))
    expect(visitor.page.locator("#faults")).to_contain_text("Lime")
    expect(figures).to_contain_text("Win(Line(5))")
    expect(figures).not_to_have_attribute("aria-busy", "true")


def test_words_are_completed_by_keys_alone(visit):
    visitor = visit()
    area = at_editor(visitor)
    area.fill("Game(board=Square(4), turn=Place(), ends=[])")
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(16)
    area.press("End")
    for _ in range(2):
        area.press("ArrowLeft")
    words = visitor.page.get_by_role("listbox")
    area.press("Control+ ")
    expect(words.get_by_role("option").first).to_have_text(re.compile("^Draw"))
    area.press("Escape")
    expect(words).to_be_hidden()
    area.press_sequentially("wi")
    expect(words.get_by_role("option", selected=True)).to_have_text(re.compile("^Win"))
    expect(visitor.page.locator("#announcements")).to_contain_text("Win: ")
    expect(visitor.page.locator("#help")).to_contain_text("Example:")
    visitor.axe()
    visitor.picture("editor-words")
    area.press("Enter")
    area.press_sequentially("Lin")
    area.press("Tab")
    area.press_sequentially("4, exa")
    area.press("Enter")
    area.press_sequentially("Tr")
    area.press("Enter")
    assert area.input_value() == "Game(board=Square(4), turn=Place(), ends=[Win(Line(4, exact=True))])"
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(16)
    area.press("Tab")
    expect(area).not_to_be_focused()


def test_words_are_completed_in_json(visit):
    visitor = visit()
    area = at_editor(visitor)
    area.fill('{"board": {"word": "square", "columns": 4}, "turn": {"word": "')
    area.press("Control+End")
    area.press_sequentially("pl")
    area.press("Enter")
    area.press_sequentially('"}}')
    assert area.input_value().endswith('"turn": {"word": "place"}}')
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(16)


def test_what_was_done_is_undone_and_nothing_is_lost(visit):
    visitor = visit()
    area = at_editor(visitor)
    area.fill(SMALL)
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(9)
    visitor.page.get_by_label("Start from").select_option(label="Hex")
    expect(area).to_have_value(re.compile("Rhombus"))
    visitor.page.get_by_role("button", name="Undo").click()
    expect(area).to_have_value(SMALL)
    visitor.page.get_by_role("button", name="Redo").click()
    expect(area).to_have_value(re.compile("Rhombus"))
    visitor.page.reload()
    expect(area).to_have_value(re.compile("Rhombus"))
    tiny = visitor.page.locator("#drafts option", has_text="Tiny").get_attribute("value")
    visitor.page.get_by_label("Start from").select_option(tiny)
    expect(area).to_have_value(SMALL)


def test_a_variation_is_taken(visit):
    visitor = visit()
    area = at_editor(visitor, "/edit?game=yavalath&size=4")
    before = area.input_value()
    visitor.page.get_by_label("Goal").fill("plies<=40")
    cards, fault = visitor.page.locator(".variations li"), visitor.page.locator("#variations .fault")
    for _ in range(6):  # a busy machine may not be done in the time that a guest gets
        visitor.page.get_by_role("button", name="Find variations").click()
        expect(cards.or_(fault).first).to_contain_text(re.compile(r"\w"), timeout=60_000)
        if cards.count():
            break
    visitor.faults[:] = [fault for fault in visitor.faults if "503" not in fault]
    expect(cards.first).to_contain_text("meets the goal")
    expect(visitor.page.locator("#variations")).to_contain_text("left out: games go as with your rules")
    visitor.axe()
    visitor.picture("editor-variations", full=True)
    cards.first.get_by_role("button", name="Take it").click()
    expect(area).not_to_have_value(before)
    assert codec.read(area.input_value()) != load("yavalath", size=4)
    visitor.page.get_by_role("button", name="Undo").click()
    expect(area).to_have_value(before)
    visitor.page.get_by_label("Goal").fill("plies<=")
    visitor.page.get_by_role("button", name="Find variations").click()
    expect(visitor.page.locator("#variations .fault")).to_contain_text("goal")
    visitor.faults[:] = [fault for fault in visitor.faults if "422" not in fault]


def test_both_spellings_say_the_same(visit):
    visitor = visit()
    area = at_editor(visitor)
    area.fill(SMALL)
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Tiny")
    visitor.page.get_by_text("JSON", exact=True).click()
    expect(area).to_have_value(re.compile('"word": "line"'))
    assert codec.read(area.input_value()) == codec.read(SMALL)
    expect(visitor.page.locator("#facts")).to_contain_text("9 cells")
    visitor.page.get_by_text("Python", exact=True).click()  # waits until the text has been checked
    expect(area).to_have_value(re.compile(r"^Game\(\n    board="))
    assert codec.read(area.input_value()) == codec.read(SMALL)
    area.press("Control+a")
    area.press_sequentially("Game(")
    visitor.page.get_by_text("JSON", exact=True).click()
    expect(visitor.page.get_by_role("alert").filter(has_text="Correct the error first")).to_be_visible()
    expect(visitor.page.get_by_label("Python")).to_be_checked()


def test_rules_travel_by_link_and_as_a_file(visit):
    author, reader = visit(), visit()
    area = at_editor(author)
    area.fill(SMALL)
    expect(author.page.get_by_role("heading", level=1)).to_have_text("Tiny")
    with author.page.expect_download() as waiting:
        author.page.get_by_role("button", name="Download").click()
    assert waiting.value.suggested_filename == "tiny.json"
    content = waiting.value.path().read_bytes()
    assert codec.read(content) == codec.read(SMALL)
    author.page.get_by_role("button", name="Share by link").click()
    author.axe()
    link = author.page.get_by_label("The link to these rules").input_value()
    copy = at_editor(reader, link.removeprefix(reader.url))
    expect(copy).to_have_value(SMALL)
    assert "#" not in reader.page.url
    upload = {"name": "tiny.json", "mimeType": "application/json", "buffer": content}
    reader.page.get_by_label("Open a file").set_input_files(upload)
    expect(copy).to_have_value(content.decode())


def test_a_game_of_the_catalogue_is_changed_with_its_options(visit):
    visitor = visit()
    visitor.go("/game/hex")
    visitor.page.get_by_label("size").fill("4")
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(16)
    visitor.page.get_by_role("link", name="Change these rules").click()
    expect(visitor.page.get_by_label("Rules", exact=True)).to_have_value(re.compile(r"Rhombus\(4\)"))
    expect(visitor.page.locator("#board [data-cell]")).to_have_count(16)
    visitor.page.get_by_role("button", name="Invite a friend").click()
    visitor.page.wait_for_url("**/t/*")


def test_the_editor_fits_on_a_phone_and_is_light(visit):
    visitor = visit(wide=320, high=640, touch=True)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    at_editor(visitor)
    expect(visitor.page.locator("#rules .sheet")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320
    visitor.axe()
    visitor.picture("phone-editor", full=True)
    assert 10_000 < sum(sizes) < 100_000, sum(sizes)


def test_a_link_that_is_broken_is_said(visit):
    visitor = visit()
    at_editor(visitor, "/edit#broken")
    expect(visitor.page.get_by_role("alert").filter(has_text="incomplete")).to_be_visible()
