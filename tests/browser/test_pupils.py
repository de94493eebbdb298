"""Browser tests of pupils: raised, played with, taught, taken back, downloaded, lent."""

from playwright.sync_api import expect

from lusory.learn.pupil import read


def raised(visitor, name="Ada"):
    """A new pupil of tic-tac-toe, that practises for a moment after each game."""
    visitor.skip_introductions()
    visitor.go("/game/tic-tac-toe")
    visitor.page.get_by_role("link", name="Raise a pupil of this game").click()
    expect(visitor.page.locator("#game")).to_have_value("tic-tac-toe")
    visitor.page.get_by_label("Its name").fill(name)
    visitor.page.get_by_role("button", name="Begin").click()
    expect(visitor.page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def rests(visitor):
    expect(visitor.page.locator("#live")).to_have_attribute("data-busy", "", timeout=90_000)


def test_it_is_raised_taught_taken_back_and_downloaded(visit):
    visitor = visit()
    page = visitor.page
    raised(visitor)
    expect(page.locator("#told")).to_contain_text("It begins")
    page.locator("#after-game").fill("0.001")
    page.get_by_role("button", name="Save").click()
    pupil = page.url
    page.get_by_role("button", name="Play with Ada").click()
    visitor.board()
    expect(page.get_by_text("Ada").first).to_be_visible()
    while not (view := visitor.current())["result"]:
        if view["to_move"] == 0:
            ply = page.request.get(f"{visitor.url}/api/tables/{view['table']}/plies").json()["plies"][0]
            visitor.play(ply)
    page.goto(pupil)
    expect(page.locator("#told")).to_contain_text("Learnt from 1 game", timeout=90_000)
    expect(page.locator("#told")).to_contain_text("level", timeout=90_000)
    rests(visitor)
    expect(page.locator("#told")).to_contain_text("against itself")
    expect(page.locator(".curve circle")).to_have_count(2)
    expect(page.locator(".patterns svg.board").first).to_be_visible()
    visitor.picture("pupil", full=True)
    visitor.axe()
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#minutes-left").evaluate("element => { element.textContent = 'as it was'; }")
    page.get_by_role("button", name="go back to this").click()
    expect(page.locator("#told")).to_contain_text("It begins")
    expect(page.locator("#minutes-left")).to_contain_text("left today")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download it as a file").click()
    assert download.value.suggested_filename == "Ada.pupil"
    known = read(download.value.path().read_bytes())
    assert (known.name, len(known.versions), len(known.games)) == ("Ada", 1, 1)
    page.goto(f"{visitor.url}/pupils")
    page.locator("#file").set_input_files(download.value.path())
    expect(page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
    assert page.url != pupil


def test_a_link_lets_others_play_with_it_and_match_it(visit):
    owner, other = visit(), visit(wide=360, high=740, dark=True)
    raised(owner)
    owner.page.get_by_role("button", name="New link").click()
    expect(owner.page.locator("#link")).not_to_have_value("")
    link = owner.page.locator("#link").input_value()
    raised(other, "Bo")
    own = other.page.url
    other.page.goto(link)
    other.page.get_by_role("button", name="Get to know it").click()
    expect(other.page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
    expect(other.page.locator("#live")).to_have_count(0)
    other.axe()
    other.page.goto(own)
    other.page.locator("#rival").select_option(label="Ada")
    other.axe()
    other.page.get_by_role("button", name="Watch the game").click()
    other.board()
    assert {seat["name"] for seat in other.shown()["seats"]} == {"Ada", "Bo"}
