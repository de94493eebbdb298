"""Tests of what is sent of a table: the board once, and later views as differences from one that the page has."""

import hashlib
import json

import msgspec

from tests.server.running_server import pair


def test_a_ply_is_sent_as_a_difference_to_who_has_the_cells(server):
    table, first, second = pair(server, game="hex")
    path = f"/api/tables/{table}/plies"
    response = first.post(f"{path}?cells=none", {"ply": 1, "text": "b2"})
    at = response["svg"].index("<g pointer-events")
    assert response["svg"] == first.show(table)["svg"] and at > len(response["svg"]) / 2
    short = second.post(f"{path}?cells={response['cells_id']}", {"ply": 2, "text": "c3"})
    assert short["cells_id"] == response["cells_id"] and len(short["svg"]) < len(response["svg"]) / 3
    assert response["svg"][:at] + short["svg"] == second.show(table)["svg"]
    plain = first.post(path, {"ply": 3, "text": "d4"})
    assert "cells_id" not in plain and plain["svg"].startswith("<svg")
    with second.stream(table, f"?cells={response['cells_id']}") as stream:
        assert stream.next()["shown"]["svg"] == plain["svg"][at:]


def test_the_board_of_a_table_is_a_resource_of_its_own(server):
    """It follows from the rules, so it is compressed and kept; a view beside it has what differs alone."""
    table, first, second = pair(server, game="hidden-gomoku")
    path = f"/api/tables/{table}"
    sent = server.guest().http.get(f"{path}/board")
    board = sent.json()
    assert sent.headers["content-encoding"] == "gzip" and "max-age" in sent.headers["cache-control"]
    assert int(sent.headers["content-length"]) < len(sent.content) / 5
    first.play(table, 1, "C3")
    whole_view, short = first.get(path, board=1), first.get(path, cells="board", view="none")
    assert short["cells_id"] == board["cells_id"] and board["svg"] + short["svg"] == whole_view["svg"]
    assert (board["cells"], board["neighbours"]) == (whole_view["cells"], whole_view["neighbours"])
    assert server.guest().http.get(f"{path}/board").json() == board
    differs = first.get(path, cells="board", view="board")
    assert differs["view_from"] == board["view_id"]
    assert board["svg"] + rebuilt(differs, {"svg": board["stones"], "moves": []})["svg"] == whole_view["svg"]
    second.play(table, 2, "x")
    query = f"cells={short['cells_id']}&view={short['view_id']}"
    later = second.get(path, cells=short["cells_id"], view=short["view_id"])
    assert later["view_from"] == short["view_id"] and len(later["moves"]) == 1
    with second.stream(table, f"?{query}") as stream:
        first_message = stream.next()["shown"]
        assert first_message["changed"] and not first_message.get("neighbours")
    reply = second.http.post(f"{path}/acts?{query}", json={"ply": 2, "act": "offer-draw"}).json()
    assert reply["changed"] and reply["offers"]
    assert server.guest().get("/api/tables/nothing/board", 404)["error"]


def test_earlier_positions_and_variations_are_sent_without_the_board(server):
    table, first, _ = pair(server, game="hex", plies=["a1", "b2", "c3"])
    path = f"/api/tables/{table}"
    board = first.get(f"{path}/board")
    for ply in range(4):
        whole_view, short = first.get(f"{path}/at/{ply}"), first.get(f"{path}/at/{ply}", cells="board")
        assert board["svg"] + short["svg"] == whole_view["svg"] and len(short["svg"]) < len(whole_view["svg"]) / 4
    query = {"game": "hex", "plies": ["a1", "b2"]}
    short = first.post(f"/api/positions?cells={board['cells_id']}", query)
    assert board["svg"] + short["svg"] == first.post("/api/positions", query)["svg"]


def rebuilt(view, before):
    """The drawing and the plies of a view from its changes of one before."""
    lines = before["svg"].split("\n")
    parts = [part if isinstance(part, str) else "\n".join(lines[part[0] : sum(part)]) for part in view["changed"]]
    return {"svg": "\n".join(parts), "moves": before["moves"][: view["moves_from"]] + view["moves"]}


def test_a_ply_late_in_a_game_costs_two_kilobytes_on_the_stream_and_in_the_answer(server):
    """Of hex on 11 x 11, where the whole is 54 kB; the changes lead to the very same view."""
    cells = [f"{column}{row}" for row in range(1, 7) for column in "abcdefghijk"]
    table, first, second = pair(server, game="hex", plies=cells[:60])
    with second.stream(table, "?cells=none&view=none") as stream:
        view = stream.next()["shown"]
        at = view["svg"].index("<g pointer-events")
        before = view
        for number, guest in ((60, first), (61, second), (62, first)):
            ply = {"ply": number + 1, "text": cells[number]}
            query = f"?cells={view['cells_id']}&view={view['view_id']}"
            sent = guest.http.post(f"/api/tables/{table}/plies{query}", json=ply)
            while (message := stream.socket.recv(timeout=60)) and json.loads(message)["kind"] != "shown":
                pass
            view = json.loads(message)["shown"]
            assert max(len(message), len(sent.content)) < 3_000, (len(message), len(sent.content))
            assert view["view_from"] and len(view["moves"]) == 1
            before = rebuilt(view, before)
            shown = second.show(table)
            assert before == {"svg": shown["svg"][at:], "moves": shown["moves"]}


def test_the_name_of_a_view_cannot_be_made_from_what_is_in_it(server):
    """Otherwise a player could guess what another one sees of a secret, name that view, and be told by the answer."""
    table, first, second = pair(server, game="hidden-gomoku", options={"size": 5})
    reply = first.http.post(f"/api/tables/{table}/plies?cells=none&view=none", json={"ply": 1, "text": "c3"})
    view = reply.json()
    parts = msgspec.json.decode(reply.content, type=dict[str, msgspec.Raw])
    contents = bytes(parts["svg"]) + bytes(parts["moves"])
    guesses = [hashlib.new(name, contents).hexdigest()[:12] for name in ("sha256", "sha1", "md5")]
    assert view["view_id"] not in guesses and len(view["view_id"]) == 12
    for guess in guesses:
        with second.stream(table, f"?cells={view['cells_id']}&view={guess}") as stream:
            assert "changed" not in stream.next()["shown"]


def test_a_view_that_the_server_does_not_have_is_sent_whole(server):
    table, first, _ = pair(server, game="hex")
    response = first.post(f"/api/tables/{table}/plies?cells=none&view=nothing", {"ply": 1, "text": "b2"})
    assert "changed" not in response and response["svg"].startswith("<svg")
    assert response["view_id"] and len(response["moves"]) == 1
