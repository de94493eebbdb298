"""Tests of the page of a game: inventor, story, versions, sample game, study; redirects from other names."""

import html
import pickle
import re
from multiprocessing import Pipe
from pathlib import Path
from xml.etree import ElementTree

import pytest

import lusory.server
from lusory.errors import Phrase
from lusory.games import catalogue, find, load
from lusory.rules import codec
from lusory.server import illustrated_rules
from lusory.server.game_page import card, sample_board
from lusory.server.studies import studies
from lusory.server.web.endpoint import error_reply
from lusory.server.web.pages import codes
from lusory.server.workers import Overdue, pool, worker
from lusory.texts import speaking
from tests.server.running_server import pair

STATIC = Path(lusory.server.__file__).parent / "static"


def page(server, path: str) -> str:
    response = server.guest().http.get(path)
    assert response.status_code == 200, (path, response.text[:300])
    return html.unescape(response.text)


@pytest.mark.parametrize("name", catalogue())
def test_a_page_tells_where_the_game_is_from(server, name):
    about, text = catalogue()[name].about, page(server, f"/game/{name}")
    for field in (about.inventor, str(about.year or ""), about.story, about.naming, about.source, about.rights):
        assert field.strip() in text, field
    for other_name in about.other_names:
        assert other_name in text
    for version in about.versions:
        query = "&".join(f"{key}={value}" for key, value in version.options.items())
        assert f'href="/game/{name}?{query}"' in text and version.text in text


@pytest.mark.parametrize("name", catalogue())
def test_a_page_has_the_sample_game_with_its_remarks(server, name):
    about, text = catalogue()[name].about, page(server, f"/game/{name}")
    count = len(about.sample.split())
    assert [int(ply) for ply in re.findall(r'data-ply="(\d+)"', text)] == list(range(1, count + 1))
    items = re.findall(r"<li><button[^>]*data-ply=\"(\d+)\".*?</li>", text, re.DOTALL)
    assert len(items) == count
    for note in about.notes:
        item = re.search(rf'<li><button[^>]*data-ply="{note.ply}".*?</li>', text, re.DOTALL)
        assert item and note.text in item[0]


@pytest.mark.parametrize("name", catalogue())
def test_every_position_of_the_sample_game_has_a_board(name):
    definition = catalogue()[name]
    count = len(definition.about.sample.split())
    boards = [sample_board(definition, ply) for ply in range(count + 1)]
    assert all(board and ElementTree.fromstring(board) is not None for board in boards)
    assert len(set(boards)) == count + 1, "each ply changes the board"
    assert sample_board(definition, count + 1) is None


def test_boards_of_a_sample_game_are_served(server):
    guest = server.guest()
    for ply in ("9" * 5_000, "²", "x"):
        assert guest.http.get(f"/game/serendipity/sample/{ply}.svg").status_code == 404
    response = guest.http.get("/game/serendipity/sample/3.svg")
    assert response.status_code == 200 and response.headers["content-type"] == "image/svg+xml"
    for path in ("/game/serendipity/sample/99.svg", "/game/serendipity/sample/x.svg", "/game/no-such/sample/1.svg"):
        assert guest.http.get(path).status_code == 404


def test_remarks_name_the_player_of_each_ply():
    sample = card(find("doppel"))["sample"]
    assert [ply["player"] for ply in sample["plies"][:3]] == ["Chance", "First", "Second"]
    assert sample["options"] == "size=4"


@pytest.mark.parametrize("name", ["serendipity", "doppel", "susan", "ndengrod", "hidden-gomoku"])
def test_a_study_is_found_from_the_page_of_its_game(server, name):
    study, text = studies()[name], page(server, f"/game/{name}")
    assert f'href="/game/{name}/study"' in text and study.title in text and html.unescape(codes(study.sentence)) in text
    study_page = page(server, f"/game/{name}/study")
    assert study.title in study_page and "The answer" in study_page and "<table>" in study_page
    assert "style=" not in study_page and "<img" not in study_page and "<script>" not in study.html


def test_a_game_without_a_study_says_so(server):
    assert "/study" not in page(server, "/game/hex")
    response = server.guest().http.get("/game/hex/study", headers={"Accept": "text/html"})
    assert response.status_code == 404 and "There is no study of Hex." in response.text


def test_another_name_leads_to_the_page_and_plays_the_same_game(server):
    guest = server.guest()
    response = guest.http.get("/game/pentalath?board=trapezium")
    assert response.status_code == 307 and response.headers["location"] == "/game/ndengrod?board=trapezium"
    assert guest.post("/api/rules?sheet=0", {"game": "Pentalath"})["hash"] == find("ndengrod").build().hash
    new_table = guest.table(game="pentalath", seats=["human", "human"], shared=True)
    game = guest.show(new_table["table"])["game"]
    assert game["name"] == "ndengrod" and game["title"] == "Ndengrod"
    assert guest.get("/api/games/pentalath/figures")["games"] == 0


def test_the_lobby_finds_games_by_their_other_names(server):
    words = re.findall(r'data-words="([^"]*)"', page(server, "/"))
    assert [line.split()[0] for line in words if "pentalath" in line] == ["ndengrod"]
    listed = {game["name"]: game for game in server.guest().get("/api/games")}
    assert listed["ndengrod"]["other_names"] == ["Pentalath"]


def test_rules_beside_a_board_tell_where_the_game_is_from(server):
    table, *_ = pair(server, game="susan", options={"size": 3})
    assert "Stephen Linhart, 1991" in page(server, f"/t/{table}/rules")
    assert "About this game" not in page(server, "/game/susan/rules?size=3"), "its page tells it already"


def test_what_a_guest_tells_about_rules_stands_with_them_as_text(server):
    about = {"inventor": "<b>Ada</b>", "year": 1843, "other_names": ["<i>x</i>"],
            "versions": [{"options": {"size": "<u>"}, "text": "<s>"}]}  # fmt: skip
    value = codec.document(find("hex").build(size=3)) | {"about": about, "name": "mine"}
    response = server.guest().http.post("/own/rules", json={"value": value})
    assert response.status_code == 200 and "Inventor: &lt;b&gt;Ada&lt;/b&gt;, 1843." in response.text
    assert not re.search(r"<(b>Ada|i>x|u>|s>)", response.text)


@pytest.mark.parametrize("name", ["gomoku", "serendipity", "doppel", "hidden-gomoku", "ndengrod", "konane"])
def test_diagrams_of_lessons_do_not_show_the_answer(name):
    figures = illustrated_rules.as_data(load(name))["figures"]
    assert figures
    for figure in figures:
        assert 'class="won' not in figure["asked"], "what wins is marked before the answer"
        if figure["question"] == illustrated_rules.APPLIES:
            assert 'class="target' not in figure["asked"]
        elif name != "hidden-gomoku":  # where a failed move marks nothing that is played
            assert 'class="target' in figure["asked"]


def test_the_rules_on_pages_name_players_as_the_board_shows_them():
    text = str(illustrated_rules.as_data(load("konane"))["sections"])
    assert "Black and White take turns; Black begins." in text
    assert not re.search(r"\b(First|Second)\b", text)
    text = str(illustrated_rules.as_data(load("serendipity"))["sections"])
    assert "First and Second take turns" in text, "where nobody owns stones they are called First and Second"


def test_colours_stand_among_the_design_tokens_alone():
    """Every other style names a token: a theme is a list of values."""
    styles = [path.read_text() for path in sorted(STATIC.glob("*.css"))]
    assert len(styles) == 4
    rest = [re.sub(r":root[^{]*\{[^}]*--[^}]*\}", "", text) for text in styles]
    colour = re.compile(r"#[0-9a-fA-F]{3,8}\b(?![^{]*\{)")
    assert [line for text in rest for line in text.splitlines() if colour.search(line)] == []
    tokens_used = set(re.findall(r"var\((--[a-z0-9-]+)", "".join(styles)))
    assert {"--page", "--card", "--raise", "--ink", "--accent", "--danger", "--board-ground"} <= tokens_used


def test_a_page_tells_who_wins_with_best_play_in_the_language_of_the_reader(server):
    said = {"tic-tac-toe": "gewinnt keine Seite", "serendipity": "gewinnt der Erste", "ndengrod": "(size=3)"}
    for name, text in said.items():
        headers = {"Accept": "text/html", "Accept-Language": "de"}
        assert text in server.guest().http.get(f"/game/{name}", headers=headers).text, name
    assert "exact-value" not in page(server, "/game/pente")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("susan/sheets.pdf?size=99", "susan: size=99, erwartet: 2 bis 8"),
        ("serendipity/sheets.pdf?rows=three", "serendipity: rows=three, erwartet: 1 bis Größe/2 - 1"),
        ("serendipity/sheets.pdf?size=7", "serendipity: size=7, erwartet: 4 bis 12 in Schritten von 2"),
        ("serendipity/sheets.pdf?repeat=1", "serendipity: repeat=1, erwartet: 0 (aus), 2 oder mehr"),
        ("connect-four/sheets.pdf?length=9", "connect-four: length=9, erwartet: 2 bis 7"),
        ("ndengrod/sheets.pdf?board=square", "ndengrod: board=square, erwartet: hexagon oder trapezium"),
        ("susan/sheets.pdf?wide=%25(game)s", "susan: keine Option wide; es gibt: size, draw"),
    ],
)
def test_what_is_wrong_with_an_option_is_said_in_the_language_of_the_reader(server, path, said):
    """It was said in English, whoever read it."""
    response = server.guest().http.get(f"/api/games/{path}", headers={"Accept-Language": "de"})
    assert (response.status_code, response.json()["error"]) == (422, said)


def test_what_a_search_for_boards_refuses_is_said_in_the_language_of_the_reader(server):
    headers = {"Accept": "text/html", "Accept-Language": "de"}
    text = server.guest().http.get("/game/susan/boards?since=2026-13-99", headers=headers).text
    assert "2026-13-99: erwartet wird ein Datum" in text


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/game/sussan", "kein Spiel sussan; meinst du susan?"),
        ("/game/sussan/boards", "kein Spiel sussan; meinst du susan?"),
        ("/game/agon/study", "Zu Agon gibt es keine Studie."),
        ("/nowhere", "Diese Seite gibt es nicht."),
        ("/t/abc/seat/def", "Dieser Link stammt aus einer früheren Version"),
    ],
)
def test_why_a_page_is_missing_is_said_in_the_language_of_the_reader(server, path, said):
    headers = {"Accept": "text/html", "Accept-Language": "de"}
    assert said in server.guest().http.get(path, headers=headers).text


def nested(*_):
    raise RecursionError
    yield


def test_what_a_process_could_not_do_is_said_in_the_language_of_the_reader(monkeypatch):
    monkeypatch.setitem(worker.DOES, "text", nested)
    late = Overdue(Phrase("no answer within %(seconds)s seconds", {"seconds": "5"}))
    deep = pool.fault_of(next(worker.answers({"do": "text"}, Pipe()[0])))
    with speaking("de"):
        assert error_reply(late) == (503, "keine Antwort innerhalb von 5 Sekunden", "")
        assert error_reply(pool.Died())[1].startswith("der Prozess, der daran rechnete, ist abgestürzt")
        assert error_reply(deep) == (422, "zu tief verschachtelt", "")
    assert (str(late), str(deep)) == ("no answer within 5 seconds", "nested too deep")
    copy = pickle.loads(pickle.dumps(pool.Died()))
    assert type(copy) is pool.Died and str(copy) == str(pool.Died())


def test_the_range_of_an_option_stands_in_the_language_of_the_reader(server):
    headers = {"Accept": "text/html", "Accept-Language": "de"}
    text = server.guest().http.get("/game/connect-four", headers=headers).text
    assert "(2 bis zur längeren Seite)" in text
    assert "(2 to the longer side)" in page(server, "/game/connect-four")


def test_games_for_one_offer_no_opponent(server):
    ways = {
        name: re.findall(r'name="way" value="(\w+)"', page(server, f"/game/{name}"))
        for name in ("peg-solitaire", "susan")
    }
    assert ways == {"peg-solitaire": ["alone", "watch"], "susan": ["machine", "friend", "screen", "watch"]}
    guest = server.guest()
    assert guest.table(game="peg-solitaire", seats=["human"], mine=[0])["you"] == [0]


def test_the_choice_of_a_draw_rule_is_in_the_language_of_the_page(server):
    response = server.guest().http.get("/game/susan", headers={"accept-language": "de"})
    assert re.search(r'<option value="slides"[^>]*>Züge ohne Setzen</option>', response.text)
    assert '<option value="repeat" data-least="2">gleiche Stellungen</option>' in response.text
