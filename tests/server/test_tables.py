"""Tests of tables over the network: creating, showing, playing, by several people and computer players."""

import json
import random
import re
from types import SimpleNamespace

import pytest

import lusory
from lusory.games import library_games
from lusory.rules import At, Flip, Game, Line, Place, Put, Square, Win, codec, neutral
from lusory.rules.events import CHANCE
from lusory.rules.picture import COLOURS
from lusory.server.table_view import colours_of_stones
from lusory.server.worker_requests import choice
from lusory.server.workers.worker import view_for_player
from tests.server.running_server import Server, pair

SUSAN = {"game": "susan", "options": {"size": 3}}


def test_alone_against_a_machine(server):
    me = server.guest()
    table = me.table(**SUSAN, seats=["human", "random"])["table"]
    with me.stream(table) as stream:
        first = stream.shown()
        assert first["you"] == [0] and first["to_move"] == 0 and first["entry"] and first["cells"]
        assert me.play(table, 1, "b2")["ply"] >= 1
        view = stream.shown(2)
    assert [move["player"] for move in view["moves"]] == [0, 1]
    assert view["moves"][0]["text"] == "b2" and "undo" in view["can"]
    assert me.act(table, 2, "undo")["ply"] == 0


def test_two_people_and_one_who_watches(server):
    table, first, second = pair(server, **SUSAN)
    watching = server.guest()
    with second.stream(table) as theirs, watching.stream(table) as public:
        assert theirs.shown()["you"] == [1] and public.shown()["you"] == []
        mine = first.play(table, 1, "c3")
        assert mine["entry"] is None and mine["to_move"] == 1
        view = theirs.shown(1)
        assert view["entry"]["ends"] and 'class="stone side-1 black"' in view["svg"]
        assert public.shown(1)["entry"] is None
    assert second.show(table)["seats"][0]["name"] == "First"


@pytest.mark.parametrize(
    ("ply", "text", "code", "message"),
    [
        (2, "b2", 409, "move 2: the next move is number 1"),
        (1, "z9", 422, "z9"),
        (1, "b2 b3", 422, "b2 b3"),
        (1, "x" * 501, 422, "500"),
        (0, "b2", 422, ">= 1"),
    ],
)
def test_what_is_not_a_ply_is_refused_with_its_reason(server, ply, text, code, message):
    me = server.guest()
    table = me.table(**SUSAN, seats=["human", "human"])["table"]
    assert message in me.play(table, ply, text, code)["error"]
    assert me.show(table)["ply"] == 0


def test_a_ply_sent_again_is_played_once(server):
    table, first, _ = pair(server, **SUSAN)
    assert first.play(table, 1, "b2")["ply"] == 1
    assert first.play(table, 1, "b2")["ply"] == 1
    assert "move 1: the next move is number 2" in first.play(table, 1, "c3", 409)["error"]


def test_a_request_plays_one_ply_however_often_it_is_sent(server):
    table, first, second = pair(server, **SUSAN)
    path, sent = f"/api/tables/{table}/plies", {"ply": 1, "text": "b2", "request": 7}
    assert first.post(path, sent)["ply"] == 1
    second.play(table, 2, "c3")
    assert first.post(path, sent)["ply"] == 2  # the answer was lost, and the table has moved on
    second.act(table, 2, "undo")
    first.act(table, 2, "take-undo")
    first.act(table, 1, "undo")
    second.act(table, 1, "take-undo")
    assert first.post(path, sent)["ply"] == 0  # what was taken back is not played again
    second.post(path, sent, 409)
    assert first.post(path, sent | {"request": 8})["ply"] == 1
    first.post(path, sent | {"request": 2**60}, 422)


def test_numbers_of_requests_outlive_the_server(tmp_path):
    server = Server(tmp_path)
    me = server.guest()
    table = me.table(**SUSAN, seats=["human", "human"], shared=True)["table"]
    path, sent = f"/api/tables/{table}/plies", {"ply": 1, "text": "b2", "request": 7}
    me.post(path, sent)
    me.play(table, 2, "c3")
    server.process.kill()
    server.process.wait()
    again = Server(tmp_path, port=server.port)
    assert [move["text"] for move in me.post(path, sent)["moves"]] == ["b2", "c3"]
    again.stop()
    server.stop(0)


def test_draws_and_undos_are_asked_for_now_and_then_and_refusals_are_told(server):
    table, first, second = pair(server, **SUSAN)
    first.play(table, 1, "b2")
    first.act(table, 1, "offer-draw")
    assert "once in 10 moves" in first.act(table, 1, "offer-draw", 409)["error"]
    assert "withdraw-draw" in first.show(table)["can"] and "withdraw-draw" not in second.show(table)["can"]
    assert second.act(table, 1, "refuse-draw")["refused"] == [[0, "draw"]]
    assert first.show(table)["refused"] == [[0, "draw"]] and "offer-draw" not in first.show(table)["can"]
    first.act(table, 1, "undo")
    assert second.act(table, 1, "refuse-undo")["refused"] == [[0, "undo"]]
    first.act(table, 1, "undo", 409)
    second.play(table, 2, "c3")
    assert second.act(table, 2, "offer-draw")["offers"] == [[1, "draw"]]
    assert {"offer-draw", "take-draw"} <= set(first.show(table)["can"])  # who is offered a draw may agree
    view = second.act(table, 2, "withdraw-draw")
    assert view["offers"] == [] and [1, "draw"] not in view["refused"]
    assert first.play(table, 3, "d3")["refused"] == []


def test_pieces_that_the_next_ply_can_capture_are_told(server):
    table, first, _ = pair(server, game="reversi")
    cells = first.get(f"/api/tables/{table}/threats")
    assert cells["ply"] == 0 and len(cells["cells"]) == 2, "two stones of the other side stand at the start"
    first.play(table, 1, first.get(f"/api/tables/{table}/plies")["plies"][0])
    later = server.guest().get(f"/api/tables/{table}/threats")
    assert later["ply"] == 1 and later["cells"] and later["cells"] != cells["cells"]
    table, first, _ = pair(server, game="hidden-gomoku")
    assert first.get(f"/api/tables/{table}/threats")["cells"] == []


def test_a_game_is_aborted_before_ones_own_first_ply_alone(server):
    table, first, second = pair(server, **SUSAN)
    assert "abort" in first.show(table)["can"]
    first.play(table, 1, "b2")
    first.act(table, 1, "abort", 409)
    before = server.guest().get("/api/games/susan/figures")
    result = second.act(table, 1, "abort")["result"]
    assert (result["by"], result["values"]) == ("aborted", [0.5, 0.5]) and "Second aborted" in result["text"]
    assert server.guest().get("/api/games/susan/figures") == before
    table, first, second = pair(server, **SUSAN)
    first.play(table, 1, "b2")
    second.play(table, 2, "c3")
    assert "abort" not in first.show(table)["can"] + second.show(table)["can"]
    table = first.table(**SUSAN, seats=["human", "human"], mine=[0], plies=["b2", "c3"])["table"]
    assert first.act(table, 2, "abort")["result"]["by"] == "aborted"


def test_own_tables_are_listed_by_what_waits_for_the_player(server):
    me, friend = server.guest(), server.guest()
    just_begun, mine, empty, over = (me.table(**SUSAN, seats=["human", "human"], mine=[0]) for _ in range(4))
    for table_data in (just_begun, mine, over):
        friend.sit(table_data["seats"][1]["link"])
        me.play(table_data["table"], 1, "b2")
    friend.play(mine["table"], 2, "c3")
    me.act(over["table"], 1, "resign")
    me.play(me.table(**SUSAN, seats=["human", "human"], mine=[0])["table"], 1, "b2")
    rows = me.get("/api/mine")["tables"]
    assert [row["table"] for row in rows[:1]] == [mine["table"]] and rows[0]["to_move"] == 0
    assert just_begun["table"] in [row["table"] for row in rows[1:3]]
    assert [row["table"] for row in rows[3:]] == [empty["table"], over["table"]]
    assert rows[-1]["to_move"] is None and friend.get("/api/mine")["tables"][0]["to_move"] == 1


def test_nobody_plays_for_another(server):
    table, first, second = pair(server, **SUSAN)
    second.play(table, 1, "b2", 409)
    server.guest().play(table, 1, "b2", 403)
    other, *_ = pair(server, **SUSAN)
    second.play(other, 1, "b2", 403)
    assert first.show(table)["ply"] == 0


def test_a_game_is_played_to_its_end_and_again_with_seats_swapped(server):
    table, first, second = pair(server, game="tic-tac-toe", listed=True)
    for ply, (player, cell) in enumerate(zip([first, second] * 3, ["a1", "b1", "a2", "b2", "a3"], strict=False), 1):
        view = player.play(table, ply, cell)
    assert view["result"]["values"] == [1.0, 0.0] and view["result"]["text"] and view["can"] == ["rematch"]
    assert first.act(table, 5, "rematch")["next"] == ""
    assert first.act(table, 5, "withdraw-rematch")["offers"] == [] and second.show(table)["can"] == ["rematch"]
    assert first.act(table, 5, "rematch")["can"] == ["rematch", "withdraw-rematch"]
    following = second.act(table, 5, "rematch")["next"]
    assert first.show(following)["you"] == [1] and second.show(following)["you"] == [0]
    assert following in [row["table"] for row in first.get("/api/tables", state="running")["tables"]]
    assert first.get("/api/games/tic-tac-toe/figures")["wins"][0] >= 1


def test_what_people_play_among_themselves_is_not_listed(server):
    host = server.guest()
    kinds = (["human", "human"], ["human", "random"], ["human", "open"], ["random", "random"])
    private, alone, open_, machines = [host.table(**SUSAN, seats=seats)["table"] for seats in kinds]
    listed = {row["table"] for row in host.get("/api/tables")["tables"]}
    assert {open_, machines} <= listed and not {private, alone} & listed


def test_people_agree(server):
    table, first, second = pair(server, **SUSAN)
    first.play(table, 1, "b2")
    assert first.act(table, 1, "undo")["offers"] == [[0, "undo"]]
    assert "take-undo" in second.show(table)["can"]
    assert second.act(table, 1, "take-undo")["ply"] == 0
    first.act(table, 0, "offer-draw")
    ended = second.act(table, 0, "take-draw")
    assert ended["result"]["values"] == [0.5, 0.5] and ended["result"]["by"] == "agreement"


def test_resigning(server):
    table, first, second = pair(server, **SUSAN)
    result = second.act(table, 0, "resign")["result"]
    assert result["values"] == [1.0, 0.0] and re.fullmatch(r".+ resigned\. .+ wins\.", result["text"])
    assert "over" in first.play(table, 1, "b2", 409)["error"]


def test_a_seat_is_recovered_by_its_code(server):
    me, elsewhere = server.guest(), server.guest()
    new_table = me.table(**SUSAN)
    code = new_table["seats"][0]["code"]
    assert elsewhere.show(new_table["table"])["you"] == []
    assert elsewhere.post("/api/recover", {"code": code.lower().replace("-", " ")}) == {
        "table": new_table["table"],
        "player": 0,
    }
    assert elsewhere.show(new_table["table"])["you"] == [0]
    fresh = me.act(new_table["table"], 0, "code")
    assert fresh["code"] != code and fresh["qr"].startswith("<svg")
    assert server.guest().post("/api/recover", {"code": code}, 404)["at"] == "code"


def test_a_program_shows_the_token_of_its_seat(server):
    new_table = server.guest().table(**SUSAN, seats=["human", "human"])
    bot = server.guest(new_table["seats"][0]["token"])
    assert bot.play(new_table["table"], 1, "b2")["you"] == [0]
    assert server.guest("wrong").http.get(f"/api/tables/{new_table['table']}").status_code == 401


def test_an_open_seat_is_taken_once(server):
    host, guest = server.guest(), server.guest()
    table = host.table(**SUSAN, seats=["human", "open"])["table"]
    sat = guest.act(table, 0, "sit", text="Ada")
    assert sat["you"] == [1] and sat["seats"][1]["name"] == "Ada" and sat["code"]
    server.guest().act(table, 0, "sit", 409)


def test_a_rule_value_of_ones_own_is_played_at_once(server):
    from lusory.games import find
    from lusory.rules import codec

    value = codec.document(find("hex").build(size=4))
    me = server.guest()
    response = me.post("/api/rules", {"value": value})
    assert response["players"] == 2 and response["svg"].startswith("<svg") and "<section>" in response["sheet_html"]
    table = me.table(value=value, seats=["human", "random"])["table"]
    assert me.play(table, 1, "a1")["ply"] >= 1
    value["rules"]["ends"][0]["when"]["word"] = "conected"
    wrong = me.post("/api/rules", {"value": value}, 422)
    assert wrong["at"].startswith("ends[0].when") and "connected" in wrong["error"]


@pytest.mark.parametrize(
    ("game", "colours"),
    [
        (lusory.load("order-and-chaos"), [None, None]),
        (Game(Square(3), Place(), setup=[Put(At("b2"), side=0)], ends=[Win(Line(3))]), ["black", "white"]),
        (Game(Square(4), Place(owner=neutral), effects=[Flip(neutral)], ends=[Win(Line(3))]), ["black", "white"]),
    ],
    ids=["all neutral", "neutral at the start", "turned over"],
)
def test_players_have_colours_by_the_rules_and_not_by_what_is_on_the_board(server, game, colours):
    """The page called them Black and White before the first neutral stone, or after the first stone of their own."""
    me = server.guest()
    table = me.table(value=json.loads(codec.write(game)), seats=["human", "human"], mine=[0, 1])["table"]
    for ply in (1, 2):
        assert [seat["colour"] for seat in me.get(f"/api/tables/{table}")["seats"]] == colours
        me.play(table, ply, me.get(f"/api/tables/{table}/plies")["plies"][0])


def test_a_contract_may_have_colours_of_its_own():
    assert colours_of_stones(SimpleNamespace(colours_of_sides=["white", "black"])) == ["white", "black"]
    assert colours_of_stones(object()) == COLOURS


def test_a_table_may_begin_after_plies(server):
    me = server.guest()
    table = me.table(**SUSAN, seats=["human", "human"], plies=["A1", "b2"])["table"]
    assert [move["text"] for move in me.show(table)["moves"]] == ["a1", "b2"]
    assert me.post("/api/tables", SUSAN | {"plies": ["a1", "a1"]}, 422)["error"]


def test_a_hint_and_an_analysis_against_a_machine(server):
    me = server.guest()
    table = me.table(**SUSAN, seats=["human", "random"])["table"]
    hint = me.act(table, 0, "hint")["hint"]
    assert hint["text"] and hint["cells"]
    with me.analysis(table=table) as stream:
        report = stream.next()
    assert report["plies"][0]["visits"] and 0 <= report["value"] <= 1
    with me.analysis(game="susan", plies=["zz"]) as stream:
        assert "zz" in stream.next()["error"]


def test_what_comes_with_lusory_plays_and_hints_at_a_table(server):
    """Where a net is shipped, the highest level and a hint are its."""
    me = server.guest()
    table = me.table(game="susan", seats=["human", "level:10"])["table"]
    assert me.act(table, 0, "hint")["hint"]["text"]
    me.play(table, 1, "e5")
    with me.stream(table) as stream:
        view = stream.shown(2)
    assert [move["player"] for move in view["moves"]] == [0, 1] and view["chat"] == []


def test_a_choice_has_the_weights_of_its_game():
    """Features get their weights by the name of the game, in whatever process the search runs."""
    request = choice(lusory.load("havannah").start(), 0, "alphabeta:1", random.Random(1))
    assert view_for_player(request).game.name == "havannah"


def test_between_people_no_hint_and_no_analysis(server):
    table, first, _ = pair(server, **SUSAN)
    first.act(table, 0, "hint", 409)
    with first.analysis(table=table) as stream:
        assert "between people" in stream.next()["error"]


def test_in_a_rematch_players_without_names_are_called_by_their_new_seats(server):
    """Whoever resigned a rematch was told to have won."""
    table, first, second = pair(server, **SUSAN)
    first.act(table, 0, "resign")
    first.act(table, 0, "rematch")
    following = second.act(table, 0, "rematch")["next"]
    assert [seat["name"] for seat in second.show(following)["seats"]] == ["First", "Second"]
    assert second.act(following, 0, "resign")["result"]["text"] == "First resigned. Second wins."


def test_an_earlier_position(server):
    me = server.guest()
    table = me.table(**SUSAN, seats=["human", "human"], shared=True)["table"]
    me.play(table, 1, "a1")
    me.play(table, 2, "b2")
    assert me.get(f"/api/tables/{table}/at/1")["svg"].count('class="stone') == 1
    me.get(f"/api/tables/{table}/at/3", 404)


def test_notes_are_ones_own(server):
    table, first, second = pair(server, game="hidden-gomoku")
    first.put(f"/api/tables/{table}/notes", {"cells": {"C3": "here?"}, "text": "careful"})
    assert first.get(f"/api/tables/{table}/notes") == {"cells": {"C3": "here?"}, "text": "careful"}
    assert second.get(f"/api/tables/{table}/notes") == {"cells": {}, "text": ""}
    first.put(f"/api/tables/{table}/notes", {"cells": {"Z99": "x"}}, 422)
    cells = {f"{column}{row}": "\N{SNOWMAN}" * 199 for column in "ABCDEFGH" for row in range(1, 9)}
    assert "at most" in first.put(f"/api/tables/{table}/notes", {"cells": cells}, 422)["error"]


def test_chat(server):
    table, first, second = pair(server, **SUSAN)
    with second.stream(table) as stream:
        stream.shown()
        first.post(f"/api/tables/{table}/chat", {"text": "<b>hello</b>\u202e\n"})
        chat = stream.shown()["chat"]
    assert [(line["player"], line["text"]) for line in chat] == [(0, "<b>hello</b>")]
    server.guest().post(f"/api/tables/{table}/chat", {"text": "psst"}, 403)


def test_every_game_of_the_library_is_played_at_a_table(server):
    """Begun alone, the board shown, its first ply made as the page makes it: by the first way of the entry."""
    me = server.guest()
    for name, definition in library_games().items():
        players = definition.build().players
        table = me.table(game=name, options={}, seats=["human"] * players)["table"]
        view = me.show(table)
        assert view["seats"] and not view.get("result"), name
        start = definition.build().start()
        while start.to_move == CHANCE:
            start = start.roll(random.Random(1))
        if start.ply == 0:
            assert me.play(table, 1, str(start.moves()[0]))["ply"] >= 1, name
