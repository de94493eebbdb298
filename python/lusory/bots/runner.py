"""Runs a bot: reads the events of its account, answers challenges, and plays each game in a thread of its own."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

from ..errors import LusoryError
from .acceptance import Acceptance
from .connection import Connection, Rejected
from .game import BotGame, fit

FIRST, LONGEST = 1.0, 60.0
"""Seconds of the pause before a connection is tried again; it doubles each time."""
FATAL = (401, 403, 404)
"""Answers that another try does not change."""
PATIENCE = 5.0
"""Seconds that the threads of games have to end."""


class BotRunner:
    """A bot. say: tells whoever runs it what happens. Everything it does ends with `stop`; games that go on wait for
    it on the server, and are taken up again when it runs again."""

    def __init__(self, connection: Connection, spec: str, acceptance: Acceptance, say: Callable[[str], None]) -> None:
        self.connection, self.spec, self.acceptance, self.say = connection, spec, acceptance, say
        self.stopped = threading.Event()
        self.games: dict[str, threading.Thread] = {}

    def run(self) -> None:
        """Play until `stop`. Raises Rejected where the token is wrong."""
        me = self.connection.get("/api/bot/account")
        self.say(f"playing as {me['username']}, {self.spec}; Ctrl-C ends it")
        if me["title"] != "BOT":
            self.say("this account is not marked as a bot; its page `Account` does that")
        try:
            self._again_and_again("/api/stream/event", self._event, lambda: False)
        finally:
            self.stop()

    def stop(self) -> None:
        """End all streams and wait a little for the games."""
        self.stopped.set()
        self.connection.close()
        for thread in list(self.games.values()):
            thread.join(PATIENCE)

    def _again_and_again(self, path: str, heed: Callable[[dict[str, Any]], None], over: Callable[[], bool]) -> None:
        """Read a stream, and again when it broke off, after pauses that grow. Raises Rejected where that is of no
        use."""
        pause = FIRST
        while not self.stopped.is_set():
            try:
                for message in self.connection.lines(path):
                    pause = FIRST
                    if self.stopped.is_set():
                        return
                    heed(message)
            except Rejected as fault:
                if fault.code in FATAL:
                    raise
                self.say(f"{fault}; next try in {pause:g} seconds")
            except OSError as fault:
                if not self.stopped.is_set():
                    self.say(f"{fault}; next try in {pause:g} seconds")
            if over():
                return
            self.stopped.wait(pause)
            pause = min(LONGEST, pause * 2)

    def _event(self, event: dict[str, Any]) -> None:
        if event["type"] == "challenge":
            self._answer(event["challenge"])
        elif event["type"] == "gameStart":
            self._begin(event["game"]["id"])
        elif event["type"] == "gameFinish":
            self.say(f"game {event['game']['id']} is over: {event['game'].get('status', 'deleted')}")

    def _answer(self, challenge: dict[str, Any]) -> None:
        """Accept or decline."""
        challenger, variant = challenge["challenger"]["name"], challenge["variant"]["name"]
        reason = self.acceptance.refusal(challenge, len(self.games)) or fit(self.spec, challenge["variant"])
        try:
            response = self.connection.post(f"/api/challenge/{challenge['id']}/{'decline' if reason else 'accept'}")
        except Rejected as fault:  # withdrawn meanwhile, say
            return self.say(f"{challenger}, {variant}: {fault}")
        self.say(f"{challenger}, {variant}: declined, {reason}" if reason else f"{challenger}, {variant}: accepted")
        if not reason:
            self._begin(response["id"])

    def _begin(self, table: str) -> None:
        """Play a game, once."""
        if table in self.games:
            return
        self.games[table] = threading.Thread(target=self._play, args=(table,), daemon=True)
        self.games[table].start()

    def _play(self, table: str) -> None:
        game: BotGame | None = None
        over = False

        def take_message(message: dict[str, Any]) -> None:
            nonlocal game, over
            if message["type"] == "gameFull":
                over = message["state"]["status"] != "started"
                if game is None:
                    game = BotGame(self.connection, message, self.spec, random.Random())
                game.take_state(message["state"])
            elif message["type"] == "gameState" and game is not None:
                over = message["status"] != "started"
                game.take_state(message)

        try:
            self._again_and_again(f"/api/bot/game/stream/{table}", take_message, lambda: over)
        except LusoryError as fault:
            self.say(f"game {table}: {fault}")
        finally:
            self.games.pop(table, None)
            if game is not None:
                game.close()
