"""The main loop of a worker process: reads requests from its pipe and answers them in order."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from ...club.glicko import RatedGame
from ...draw import svg
from ...errors import IllegalPly, LusoryError, OptionError, RuleError
from ...play.position import Position
from ...play.program import contract_of
from ...players import Judged, Player, Seen, analyse
from ...rules import codec
from ...rules.game import Game
from ...solve.exact_plies import exact_plies
from ...texts import SOURCE, speaking
from .. import printed_sheets, puzzle_service
from ..allowed_players import NET_WANTED, PUPIL_SPEC
from ..computed_ratings import computed
from ..ply_parsing import canonical_opening
from ..positions import as_data as position_data
from ..positions import position_after
from ..registered_models import lookups_of, player_of
from ..table import Refused
from . import drafts, game_review, guest_tables, pupil_files, pupil_training, variations
from .draw_policy import avoid_draw
from .qr_code import qr_code
from .rules_check import build_named_game, check_rules
from .survey_results import survey_result

Request = dict[str, Any]
Answer = dict[str, Any]
MEBIBYTE = 1 << 20
AGAIN = 0.01
"""Seconds between two calls of stop()."""
READY = b'{"ready": true}'
"""The first message of a process."""
MOST = 60
"""Most plies in a report of an analysis."""


def serve(connection: Connection, memory: int, nice: int = 0) -> None:
    """Answer until the pipe is closed. memory: MiB that this process may take. nice: see nice(2)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    limit_memory(memory)
    try:
        connection.send_bytes(READY)
        while True:
            request = json.loads(connection.recv_bytes())
            if not request:  # a stop that came after the end
                continue
            for reply in answers(request, connection):
                connection.send_bytes(json.dumps(reply).encode())
            connection.send_bytes(b'{"end": true}')
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def limit_memory(memory: int) -> None:
    """Limit the memory of this process, where the system can."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory * MEBIBYTE, memory * MEBIBYTE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        return


def answers(request: Request, connection: Connection) -> Iterator[Answer]:
    """The replies to a request, in its `language`; errors are replies too."""
    try:
        with speaking(request.get("language", SOURCE)):
            yield from DOES[request["do"]](request, connection)
    except Refused as fault:
        yield fault.answer
    except (OptionError, IllegalPly) as fault:
        yield {"error": str(fault), "phrase": fault.phrase}
    except RuleError as fault:
        yield {"error": str(fault), "at": fault.path}
    except LusoryError as fault:
        yield {"error": str(fault)}
    except MemoryError:
        yield Refused(422, "this takes more memory than there is for one guest").answer
    except RecursionError:
        yield Refused(422, "nested too deep").answer
    except Exception as fault:
        yield {"error": f"{type(fault).__name__}: {fault}", "ours": True}


@lru_cache(maxsize=16)
def game_of(value: str, name: str = "") -> Game:
    """One value for one text."""
    return codec.read(value, name)


def view_for_player(request: Request) -> Seen:
    """What the player is given: the position, or of a game with secrets a View. It is of a state drawn from what he
    knows (`imagined`); of plies that somebody typed, of the position they lead to."""
    game = game_of(request["game"], request.get("name", ""))
    contract: Any = contract_of(game)
    if "imagined" in request:
        state = contract.engine.load(b64decode(request["imagined"]))
        return Position(game, contract, state).view(request["player"])
    position = position_after(game, request["plies"])
    mover = position.to_move
    return position.view(mover) if position.hidden and mover is not None and mover >= 0 else position


def choose(request: Request, connection: Connection) -> Iterator[Answer]:
    """The chosen ply, and the seconds of the search; of a pupil whose net is not known here, that it is wanted."""
    if pupil_training.wants_net(request):
        yield {NET_WANTED: True}
        return
    started = time.monotonic()
    view = view_for_player(request)
    chooser = player_of_request(request, view.game)
    until = min(started + request.get("seconds", inf), request.get("until", inf))
    with stop_at(chooser, until):
        started = time.monotonic()
        ply = chooser.choose(view, random.Random(request["seed"]))
        ply = avoid_draw(view, request["spec"], ply, until)
        duration = time.monotonic() - started
    yield {"ply": contract_of(view.game).text(ply) if isinstance(ply, int) else ply, "took": duration}


def player_of_request(request: Request, game: Game) -> Player:
    """The player that is to choose: a pupil, or another."""
    if PUPIL_SPEC.fullmatch(request["spec"]):
        return pupil_training.player_of(request, game)
    return player_of(request["spec"], request.get("data", ""), game)


@contextmanager
def stop_at(chooser: Player, until: float) -> Iterator[None]:
    """Stop a search at that moment (time.monotonic(), which all processes share): repeatedly, because a search that has
    hardly begun may drop the request."""
    done = threading.Event()

    def watch() -> None:
        done.wait(min(until - time.monotonic(), threading.TIMEOUT_MAX))
        while not done.wait(AGAIN):
            chooser.stop()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def fit(request: Request, connection: Connection) -> Iterator[Answer]:
    """Checks that this game can have these players."""
    game = game_of(request["game"])
    for spec in request["specs"]:
        player_of(spec, request.get("data", ""), game).close()
    yield {}


def printed(view: Seen) -> dict[str, str]:
    """The legal plies as people write them."""
    if isinstance(view, Position):
        return {view.contract.text(a): view.contract.printed(a) for a in view.moves().ids}
    return dict(zip(view.moves, view.printed, strict=True))


def judged_ply(ply: Judged, printed_plies: dict[str, str]) -> Answer:
    """What is known of one ply."""
    encoded = {"visits": ply.visits, "value": ply.value, "proven": ply.proven}
    return {"text": ply.ply, "printed": printed_plies.get(ply.ply, ply.ply), **encoded}


def begin(request: Request, connection: Connection) -> Iterator[Answer]:
    """The canonical texts of the plies that a game is to begin after."""
    yield {"plies": canonical_opening(game_of(request["game"]), request["plies"])}


def position(request: Request, connection: Connection) -> Iterator[Answer]:
    """The position after some plies, as the referee sees it."""
    yield msgspec.to_builtins(position_data(position_after(game_of(request["game"]), request["plies"])))


def board(request: Request, connection: Connection) -> Iterator[Answer]:
    """The board before the first ply."""
    yield {"svg": game_of(request["game"]).start().svg()}


def table(request: Request, connection: Connection) -> Iterator[Answer]:
    """A call at a table."""
    yield guest_tables.answer(request)


def create(request: Request, connection: Connection) -> Iterator[Answer]:
    """A new table."""
    yield guest_tables.create(request)


def think(request: Request, connection: Connection) -> Iterator[Answer]:
    """Reports of an analysis until its time is over or a stop arrives."""
    view = view_for_player(request)
    if view.to_move is None or view.to_move < 0:
        raise Refused(409, "expected a position in which a player is to move")
    until = time.monotonic() + request["seconds"]
    printed_plies = printed(view)
    exact = exactly(view, request.get("data", ""), printed_plies)
    for report in analyse(view, every=request.get("every", 0.5), memory=128 * MEBIBYTE):
        yield {
            "best": report.best,
            "value": report.value,
            "interval": list(report.interval),
            "proven": report.proven,
            "solved": report.solved,
            "values": list(report.values),
            "line": list(report.line),
            "simulations": report.simulations,
            "plies": [judged_ply(ply, printed_plies) for ply in report.plies[:MOST]],
            **exact,
        }
        if time.monotonic() > until or connection.poll():
            break
    if connection.poll():
        connection.recv_bytes()


def exactly(view: Seen, data: str, printed_plies: dict[str, str]) -> Answer:
    """What each ply is worth, where the host has registered a certificate of the rules; else nothing."""
    if not isinstance(view, Position) or not isinstance(view.game, Game):
        return {}
    paths = lookups_of(data, view.game.hash) if data else []
    if not paths:
        return {}
    plies = []
    for ply in exact_plies(view, paths):
        text = view.contract.text(ply.action)
        worth = {"halves": ply.halves, "within": ply.within, "fastest": ply.is_fastest}
        plies.append({"text": text, "printed": printed_plies[text], **worth})
    return {"exact": plies}


def review(request: Request, connection: Connection) -> Iterator[Answer]:
    """The machine's review of a finished game, until it is done or a stop arrives."""
    yield from game_review.review(game_of(request["game"]), request["plies"], request["seconds"], connection.poll)
    if connection.poll():
        connection.recv_bytes()


def picture(request: Request, connection: Connection) -> Iterator[Answer]:
    """The board after a typical opening: a strong-looking game of 8 to 16 plies, as the referee sees it."""
    from .typical_game import play_opening_moves

    yield {"svg": svg.thumbnail(play_opening_moves(game_of(request["game"])).picture())}


def sheet(request: Request, connection: Connection) -> Iterator[Answer]:
    """The rules sheet, as HTML and text."""
    from ...explain.sheet import rules

    yield {"html": rules(game_of(request["game"]), "html"), "text": rules(game_of(request["game"]), "text", False)}


def illustrated_sheet(request: Request, connection: Connection) -> Iterator[Answer]:
    """The illustrated rules sheet, as data for templates."""
    from ..illustrated_rules import as_data

    yield as_data(game_of(request["game"]))


def sheets(request: Request, connection: Connection) -> Iterator[Answer]:
    """The blank sheets of a game for pen and paper, as a file."""
    yield printed_sheets.of_game(game_of(request["game"]), request)


def typeset(request: Request, connection: Connection) -> Iterator[Answer]:
    """Sheets that a table has filled, as a file."""
    yield printed_sheets.typeset(game_of(request["game"]), request)


def puzzle(request: Request, connection: Connection) -> Iterator[Answer]:
    """A puzzle without its solution."""
    yield puzzle_service.encode_puzzle(request["game"], request["id"])


def puzzle_reply(request: Request, connection: Connection) -> Iterator[Answer]:
    """The solver's answer to what was played in a puzzle."""
    yield puzzle_service.answer_plies(request["game"], request["id"], request["plies"])


def puzzle_solution(request: Request, connection: Connection) -> Iterator[Answer]:
    """The solution of a puzzle."""
    yield puzzle_service.solution(request["game"], request["id"])


def check(request: Request, connection: Connection) -> Iterator[Answer]:
    """Checks a rule value that is to be played here, or a game with options."""
    if "name" in request:
        yield build_named_game(request["name"], request["options"])
    else:
        yield check_rules(request["value"], request["budget"])


def draft(request: Request, connection: Connection) -> Iterator[Answer]:
    """A text that may be a game, or a game of the catalogue to begin with."""
    if "name" in request:
        yield drafts.example(request["name"], request["options"])
    else:
        yield drafts.draft(request["source"], request["budget"])


def measure(request: Request, connection: Connection) -> Iterator[Answer]:
    """What random games of a guest's rules come to."""
    yield drafts.measure_draft(request["game"], request["budget"])


def vary(request: Request, connection: Connection) -> Iterator[Answer]:
    """Variations of a guest's rules that play well."""
    yield variations.find_variations(request["game"], request["goal"], request["budget"])


def ratings(request: Request, connection: Connection) -> Iterator[Answer]:
    """The ratings and standings of a game, from all its results."""
    yield msgspec.to_builtins(computed(msgspec.convert(request["games"], list[RatedGame])))


def one(function: Callable[[Request], Answer]) -> Callable[[Request, Connection], Iterator[Answer]]:
    """A function of the request alone, with one answer."""

    def respond(request: Request, connection: Connection) -> Iterator[Answer]:
        yield function(request)

    return respond


DOES: dict[str, Callable[[Request, Connection], Iterator[Answer]]] = {
    "choose": choose,
    "fit": fit,
    "think": think,
    "review": review,
    "picture": picture,
    "sheet": sheet,
    "illustrated": illustrated_sheet,
    "sheets": sheets,
    "typeset": typeset,
    "check": check,
    "draft": draft,
    "measure": measure,
    "vary": vary,
    "begin": begin,
    "position": position,
    "board": board,
    "table": table,
    "create": create,
    "ratings": ratings,
    "survey": one(survey_result),
    "qr": one(qr_code),
    "pupil_begin": one(pupil_training.begin),
    "pupil_learn": one(pupil_training.learn),
    "pupil_score": one(pupil_training.score),
    "pupil_patterns": one(pupil_training.patterns),
    "pupil_read": one(pupil_files.read_pupil),
    "puzzle": puzzle,
    "puzzle_reply": puzzle_reply,
    "puzzle_solution": puzzle_solution,
}
