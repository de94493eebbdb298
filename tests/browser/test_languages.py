"""Pages in German: chosen by the browser's language or by hand, from the lobby to the end of a game."""

import json
import re

import pytest
from playwright.sync_api import expect

from lusory.games import load
from lusory.rules import codec

PAGES = ["/", "/game/susan", "/edit", "/puzzles", "/sign-in", "/recover", "/own", "/game/susan/boards",
         "/game/susan/standings", "/nothing-here"]  # fmt: skip


def test_the_browsers_language_is_spoken_from_the_lobby_to_the_end_of_a_game(visit):
    visitor = visit(locale="de-AT")
    visitor.go("/")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Spiele abstrakte Brettspiele")
    visitor.page.get_by_label("Spiele suchen").fill("susan")
    expect(visitor.page.locator("#found")).to_have_text("1 Spiel")
    visitor.picture("german-lobby")
    visitor.axe()
    visitor.table(game="susan", options={"size": 3}, seats=["human", "human"], shared=True)
    expect(visitor.page.locator("#bar")).to_have_text("Schwarz am Zug.")
    expect(visitor.page.get_by_role("tab", name="Regeln")).to_be_visible()
    expect(visitor.cell("b2")).to_have_attribute("aria-label", "b2, leer, kann gewählt werden")
    visitor.play("b2")
    expect(visitor.cell("b2")).to_have_attribute("aria-label", re.compile("^b2, Stein \\(schwarz\\)"))
    visitor.page.get_by_role("button", name="Hilfe und Einstellungen").click()
    visitor.picture("german-settings")
    visitor.page.get_by_role("button", name="Schließen").click()
    visitor.axe()
    visitor.picture("german-table")
    visitor.play("c3")
    visitor.page.get_by_role("button", name="Aufgeben", exact=True).click()
    visitor.page.locator("#dialog").get_by_role("button", name="Aufgeben").click()
    expect(visitor.page.locator("#bar.end")).to_contain_text("Schwarz hat aufgegeben. Weiß gewinnt.")
    expect(visitor.page.get_by_role("button", name="Revanche")).to_be_visible()


def test_a_ply_that_waits_to_be_confirmed_and_a_swap_are_told_in_words(visit):
    visitor = visit(locale="de-DE")
    visitor.table(game="hidden-gomoku", seats=["human", "human"], mine=[0], plies=["C3", "x"])
    expect(visitor.page.locator("#recent")).to_have_text("Schwarz tauscht die Seiten.")
    visitor.page.get_by_role("button", name="Hilfe und Einstellungen").click()
    visitor.page.get_by_label("Jeden Zug bestätigen").check()
    visitor.page.get_by_role("button", name="Schließen").click()
    visitor.click("D4")
    visitor.press_button("Reihe")
    expect(visitor.page.locator("#bar .message")).to_have_text("D4 Reihe spielen?")


def test_the_buttons_that_abort_and_cancel_differ_in_german(visit):
    visitor = visit(locale="de-DE")
    visitor.table(game="susan", seats=["human", "human"], shared=True)
    visitor.page.locator('#tools [data-act="abort"]').click()
    expect(visitor.page.locator("#dialog button")).to_have_text(["Abbrechen", "Partie abbrechen"])


def test_a_refusal_is_german(visit):
    visitor = visit(locale="de-DE", errors=False)
    visitor.table(game="susan", seats=["human", "human"], shared=True, plies=["b2"])
    visitor.page.get_by_role("button", name="Zug eintippen").click()
    visitor.page.get_by_label("Dein Zug, etwa").fill("b2")
    visitor.page.get_by_role("button", name="Spielen", exact=True).click()
    expect(visitor.page.locator(".toast")).to_contain_text("b2: b2 ist nicht leer; hier erlaubt: a1")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_german_and_fits(visit, path):
    visitor = visit(locale="de-DE", wide=320, high=560, errors=path != "/nothing-here")
    visitor.go(path)
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    expect(visitor.page.get_by_role("link", name="Anmelden")).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 320
    visitor.axe()


def test_words_in_plies_are_german(visit):
    visitor = visit(locale="de-DE")
    plies = ["C3", "x", "B2:row", "reveal:none", "D4:row", "reveal:none"]
    visitor.table(game="hidden-gomoku", seats=["human", "human"], mine=[0], plies=plies)
    moves = visitor.page.locator("#sheet-moves")
    visitor.page.get_by_role("tab", name="Züge").click()
    for text in ("Schwarz", "B2 Reihe", "? Reihe 4", "aufgedeckt: nichts"):
        expect(moves).to_contain_text(text)
    visitor.click("A1")
    for word in ("Reihe", "Spalte"):
        expect(visitor.page.locator("#bar").get_by_role("button", name=word, exact=True)).to_be_visible()


def test_pieces_are_named_in_german(visit):
    visitor = visit(locale="de-DE")
    visitor.table(game="chess", seats=["human", "human"], shared=True)
    expect(visitor.cell("d1")).to_have_attribute("aria-label", "d1, Dame (weiß)")
    expect(visitor.cell("e8")).to_have_attribute("aria-label", "e8, König, unbewegt (schwarz)")
    for ply in ("e2-e4", "d7-d5", "e4-d5"):
        visitor.play(ply)
    expect(visitor.page.locator("#recent")).to_contain_text("wird geschlagen")
    expect(visitor.page.locator("#overlay .gone")).to_have_count(0)  # it would cross out the piece that captured
    visitor.page.get_by_role("button", name="Teilen").click()
    for text in ("TXT ohne Namen", "Tabelle"):
        expect(visitor.page.get_by_role("link", name=text)).to_be_visible()


def test_a_language_is_chosen_and_kept(visit):
    visitor = visit()
    loaded: list[str] = []
    visitor.page.on("request", lambda request: loaded.append(request.url))
    visitor.go("/")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Play abstract board games")
    assert not [url for url in loaded if "/texts/" in url], "English needs no catalogue"
    visitor.page.get_by_label("Language").select_option("Deutsch")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Spiele abstrakte Brettspiele")
    assert [url for url in loaded if url.endswith("/texts/de.js")]
    visitor.table(game="susan", seats=["human", "human"], shared=True)
    visitor.page.get_by_role("button", name="Hilfe und Einstellungen").click()
    visitor.page.get_by_label("Sprache").select_option("English")
    expect(visitor.page.locator("#bar")).to_have_text("Black to move.")


def test_what_the_server_refuses_is_said_in_german(visit):
    visitor = visit(locale="de-DE", errors=False)
    visitor.go("/recover")
    visitor.page.get_by_label("Privater Code").fill("ABCD-EFGH")
    visitor.page.get_by_role("button", name="Platz einnehmen").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("dieser Code gehört zu keinem Platz")


def test_what_happened_and_how_it_ended_is_said_in_the_language_of_each(visit):
    """Announcements and answers of a game with secrets, one of two people German; and the end by a rule."""
    first, second = visit(locale="de-DE"), visit()
    first.table(game="hidden-gomoku", seats=["human", "human"], plies=["E5", "x"])
    second.skip_introductions()
    second.claim(first.made["seats"][1]["link"])
    first.play("C4:row")
    expect(second.page.locator("#recent")).to_contain_text("White announces row 4.")
    second.page.locator("#bar button").first.click()
    expect(first.page.locator("#recent")).to_contain_text("Schwarz deckt nichts auf.")
    first.page.get_by_role("tab", name="Notationsblatt").click()
    expect(first.page.locator("#sheet-known")).to_contain_text("Weiß sagt Reihe 4 an.")
    first.table(game="tic-tac-toe", seats=["human", "human"], shared=True, plies=["a1", "b1", "a2", "b2"])
    first.play("a3")
    expect(first.page.locator("#bar.end")).to_contain_text("Schwarz gewinnt: Schwarz hat 3 in einer Reihe: a1 a2 a3.")
    value = json.loads(codec.write(load("clobber")))  # rules of a guest are told by a worker process
    first.table(value=value, seats=["human", "human"], shared=True)
    first.play(first.context.request.get(f"/api/tables/{first.made['table']}/plies").json()["plies"][0])
    expect(first.page.locator("#recent")).to_contain_text("wird geschlagen")
