"""Tests of puzzles on the server: the solution stays hidden, a worker replies, bad requests are refused."""

import re

import pytest

from lusory.puzzles import PuzzleJudge, shipped_games
from lusory.server import puzzle_service
from tests.puzzle_sets import shipped_set

GAME = "clobber"


@pytest.fixture
def guest(server):
    return server.guest()


def test_a_puzzle_is_shown_without_its_solution(guest):
    puzzle = shipped_set(GAME).puzzles[0]
    response = guest.get(f"/api/puzzles/{GAME}/{puzzle.id}")
    assert response["task"] == puzzle.task and "<svg" in response["position"]["svg"]
    assert not {"solution", "line", "refutations"} & set(response)


def test_pages_of_puzzles_name_the_mover_by_the_stones_on_the_board(guest):
    tasks = {game: puzzle_service.task(game, shipped_set(game).puzzles[0].id) for game in shipped_games()}
    assert all(re.fullmatch("(Black|White) to move and (win|draw)", tasks[game]) for game in ("gomoku", "clobber"))
    response = guest.http.get("/puzzles").text
    assert re.search("(Black|White) to move and (win|draw)", response)


@pytest.mark.parametrize("game", shipped_games())
def test_the_solver_answers_in_a_worker(guest, game):
    puzzles = shipped_set(game)
    puzzle, rules = puzzles.puzzles[0], puzzles.rules()
    right = guest.post(f"/api/puzzles/{game}/{puzzle.id}/reply", {"plies": [puzzle.solution]})
    assert right["keeps"] is True
    wrong, refutation = next(iter(puzzle.refutations.items()))
    response = guest.post(f"/api/puzzles/{game}/{puzzle.id}/reply", {"plies": [wrong]})
    assert (response["keeps"], response["solved"], response["plies"]) == (False, False, [refutation])
    after = puzzle.position(rules).play(wrong).play(refutation)
    assert PuzzleJudge(rules.start(), 8 * puzzles.positions).gets(after, puzzle.player, puzzle.halves) is False


def test_a_solution_ends_in_the_language_of_the_page(guest):
    puzzle = shipped_set("gomoku").puzzles[0]
    guest.http.headers["accept-language"] = "de"
    end = guest.get(f"/api/puzzles/gomoku/{puzzle.id}/solution")["steps"][-1]
    assert re.match(r"\w+( \(.\))? gewinnt: ", end["result"]["text"])
    position = guest.post("/api/positions", {"game": "susan", "plies": ["b2", "b2"]}, code=422)
    assert position["error"].startswith("Zug 2, b2: b2 ist nicht leer")


def test_a_puzzle_is_solved_to_its_end(guest):
    for puzzle in shipped_set(GAME).puzzles[:3]:
        plies = [puzzle.solution]
        while not (response := guest.post(f"/api/puzzles/{GAME}/{puzzle.id}/reply", {"plies": plies}))["solved"]:
            assert response["keeps"] is True
            plies += response["plies"]
            game = shipped_set(GAME).rules()
            position = puzzle.position(game)
            for ply in plies:
                position = position.play(ply)
            judge = PuzzleJudge(game.start(), 1 << 18)
            action = judge.winning(position, puzzle.player, puzzle.halves)
            assert action is not None
            plies.append(position.contract.text(action))


def test_the_solution_is_the_line(guest):
    puzzle = shipped_set(GAME).puzzles[0]
    response = guest.get(f"/api/puzzles/{GAME}/{puzzle.id}/solution")
    assert [step["text"] for step in response["steps"]] == list(puzzle.line)


def test_bad_requests_are_refused(server):
    guest = server.guest()
    id_ = shipped_set(GAME).puzzles[0].id
    assert guest.http.get("/api/puzzles/nothing/0").status_code == 404
    assert guest.http.get(f"/api/puzzles/{GAME}/nothing").status_code == 404
    for body, code in (({"plies": []}, 422), ({"plies": ["z99"]}, 422), ({"plies": ["a1"] * 500}, 422), ({}, 422)):
        assert guest.http.post(f"/api/puzzles/{GAME}/{id_}/reply", json=body).status_code == code, body


def test_the_pages_name_every_game_that_has_puzzles(server):
    guest = server.guest()
    text = guest.http.get("/puzzles").text
    for game in shipped_games():
        assert f'href="/puzzles/{game}"' in text
    assert guest.http.get(f"/puzzles/{GAME}").status_code == 200
    assert guest.http.get("/puzzles/nothing").status_code == 404
    for day in ("3", "²", "٣", "9" * 5_000, "-1", "x"):
        assert guest.http.get(f"/puzzles/{GAME}?day={day}").status_code == 200, day
    assert guest.http.get(f"/puzzles/{GAME}?id=nothing").status_code == 404
    assert guest.http.get(f"/puzzles/{GAME}/{shipped_set(GAME).puzzles[0].id}.svg").text.startswith("<svg")
