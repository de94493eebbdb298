"""Kills (-9) servers and workers at random while people play, half of them by mail, and counts what was lost:

    python -m benchmarks.kills --kills 50 --tables 200             two servers and a worker on PostgreSQL
    python -m benchmarks.kills --kills 50 --tables 200 --sqlite    one server

Each table has two people; at every second one the second plays by mail. At every tenth the second is a machine, at none
of those. A ply counts as acknowledged when its request was answered with 200; a mail when it was taken with 250. In the
end each record must hold the acknowledged plies in their order and nothing else, each mail must have been answered by
one mail, and each turn told by one. The same mail may come twice, under the same Message-ID, where a server was killed
while it was on its way. A process that ends by itself is counted, with its last words, and started again. Whatever must
not be ends this program with code 1.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import aiosmtplib
import httpx

from lusory.games import find
from lusory.server.mail.filters import OURS
from tests.mail.mail_host import BASE, MailHost, free_port
from tests.server.postgres import postgres_running
from tests.server.running_server import LUSORY, OPEN

GAME, SIZE = "susan", 5
PATIENCE = 300.0
"""Seconds after which silence is a fault. Where other work leaves little of the processors, give it more."""
IN_FLIGHT = 30.0
"""A mail is on its way for so many seconds at most, until its server has noted that it was sent."""
UNREAD = 1.0
"""What a server sent before it was killed may lie in the socket for so many seconds: this process does much else."""
MUST_NOT_BE = (
    "plies lost", "plies doubled", "plies refused", "mails never answered", "mails answered by two different mails",
    "turns told by two different mails", TWICE := "mails that came twice without a kill",
    "processes that ended by themselves",
)  # fmt: skip
ROUND = 1_000
"""A table's next game has a number that is so much larger."""


class TimedHost(MailHost):
    """A mail host that notes when each mail came, by its Message-ID."""

    def __init__(self) -> None:
        self.arrivals: defaultdict[str, list[float]] = defaultdict(list)
        super().__init__()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take a mail."""
        answer = await super().handle_DATA(server, session, envelope)
        self.arrivals[self.tried[-1]].append(time.monotonic())
        return answer


class ClubProcess:
    """A server or a worker that is killed and started again. port, smtp: of a server."""

    def __init__(self, command: list[str], variables: dict[str, str], port: int = 0, smtp: int = 0) -> None:
        self.command, self.variables, self.port, self.smtp = command, variables, port, smtp
        self.kept = [reserve_port(number) for number in (port, smtp) if number]
        self.said = tempfile.TemporaryFile("w+")  # noqa: SIM115 (as long as the process)
        self.start()

    def start(self) -> None:
        """Start; it is not waited for."""
        environment = os.environ | OPEN | self.variables
        self.process = subprocess.Popen(
            [*LUSORY, *self.command], env=environment, stdout=subprocess.DEVNULL, stderr=self.said
        )

    def end(self, how: int) -> None:
        """End it and wait."""
        self.process.send_signal(how)
        self.process.wait()

    def last_words(self) -> str:
        """What it said last."""
        self.said.seek(0)
        return "".join(self.said.readlines()[-5:])


class Club:
    """All processes. kills: when a server was killed: from when on it may have been dead, and when it was."""

    def __init__(self, processes: list[ClubProcess], host: TimedHost, patience: float) -> None:
        self.processes, self.host, self.patience = processes, host, patience
        self.servers = [process for process in processes if process.port]
        self.found: Counter[str] = Counter()
        self.longest: dict[str, float] = {}
        self.accepted: list[str] = []
        self.kills: list[tuple[float, float]] = []
        self.http = httpx.AsyncClient(timeout=30, trust_env=False, limits=httpx.Limits(max_connections=100))

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> httpx.Response:
        """Ask any server until one answers."""
        head = {"Authorization": f"Bearer {token}"} if token else {}
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            server = random.choice(self.servers)
            with contextlib.suppress(httpx.HTTPError):
                url = f"http://127.0.0.1:{server.port}{path}"
                answer = await self.http.request(method, url, json=body, headers=head)
                if answer.status_code < 500:
                    self.longest_wait("a request", end - self.patience)
                    return answer
            await asyncio.sleep(0.2)
        raise AssertionError(f"no server answered {method} {path}")

    def look_after(self, process: ClubProcess) -> None:
        """Start a process again that has ended by itself."""
        if process.process.poll() is not None:
            self.found["processes that ended by themselves"] += 1
            print(f"ended by itself, code {process.process.returncode}: {process.last_words()}", flush=True)
            process.start()

    def longest_wait(self, what: str, since: float) -> None:
        """How long something took at most."""
        self.longest[what] = max(self.longest.get(what, 0.0), time.monotonic() - since)

    async def answering(self, process: ClubProcess) -> None:
        """Wait until a server answers: where processes start slowly there would soon be none. A worker is not asked."""
        end = time.monotonic() + self.patience
        while process.port and time.monotonic() < end:
            self.look_after(process)
            with contextlib.suppress(httpx.HTTPError):
                await self.http.get(f"http://127.0.0.1:{process.port}/api/games")
                return
            await asyncio.sleep(0.2)

    async def send(self, mail: EmailMessage) -> None:
        """Send a mail until a server takes it."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            port = random.choice(self.servers).smtp
            with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                await aiosmtplib.send(mail, hostname="127.0.0.1", port=port, start_tls=False, timeout=30)
                self.accepted.append(str(mail["Message-ID"]))
                return
            await asyncio.sleep(0.2)
        raise AssertionError("no server took a mail")


class PlayedTable:
    """A table and who plays there. plies: that were acknowledged."""

    def __init__(self, club: Club, number: int) -> None:
        self.club, self.number = club, number
        self.machine, self.mails = number % 10 == 8, number % 2 == 1
        self.address, self.plies = f"p{number}@example.org", list[str]()

    async def make(self) -> None:
        """The seats, and where the second gets mail."""
        seats = ["human", "mcts:20" if self.machine else "human"]
        mine = [0] if self.machine else [0, 1]
        asked = {"game": GAME, "options": {"size": SIZE}, "seats": seats, "mine": mine}
        made = (await self.club.ask("POST", "/api/tables", asked)).json()
        self.id, self.tokens = made["table"], [seat.get("token", "") for seat in made["seats"]]
        if self.mails:
            contact = {"mail": self.address, "player": 1}
            await self.club.ask("PUT", f"/api/tables/{self.id}/contact", contact, self.tokens[1])

    async def play(self, killing: asyncio.Future[None]) -> None:
        """Plies by turns until nothing is killed any more."""
        position = find(GAME).build(size=SIZE).start()
        chosen = random.Random(self.number)
        while not killing.done() and position.result is None:
            ply, text = position.ply + 1, chosen.choice(list(position.moves()))
            if ply % 2 == 0 and self.machine:
                text = await self._machine(ply)
            elif ply % 2 == 0 and self.mails:
                await self._by_mail(ply, text)
            else:
                await self._by_request(ply, text)
            self.plies.append(text)
            position = position.play(text)
            await asyncio.sleep(0.5)

    async def _by_request(self, ply: int, text: str) -> None:
        """The same request, with its number, until it is answered."""
        body = {"ply": ply, "text": text, "request": ply}
        answer = await self.club.ask("POST", f"/api/tables/{self.id}/plies", body, self.tokens[(ply - 1) % 2])
        self.club.found["plies by request"] += 1
        self.club.found["plies refused"] += answer.status_code != 200

    async def _by_mail(self, ply: int, text: str) -> None:
        """An answer to the mail about this turn."""
        notice = await self._notice(ply - 1)
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.address, str(notice["Reply-To"]), "Re: your turn"
        mail["Message-ID"] = f"<{self.number}-{ply}@example.org>"
        mail.set_content(f"{text}\n")
        await self.club.send(mail)
        await self._stands(ply)
        self.club.found["plies by mail"] += 1

    async def _notice(self, turns: int) -> EmailMessage:
        """The mail that says that it is the second's turn."""
        end = time.monotonic() + self.club.patience
        while time.monotonic() < end:
            for mail in reversed(self.club.host.of(self.address)):
                if f"-1-{turns}-" in str(mail["Reply-To"]):
                    self.club.longest_wait("a mail", end - self.club.patience)
                    assert isinstance(mail, EmailMessage)
                    return mail
            await asyncio.sleep(0.1)
        raise AssertionError(f"table {self.id}: no mail after {turns} turns")

    async def _stands(self, ply: int) -> list[dict[str, str]]:
        """The plies of the table, once there are so many."""
        end = time.monotonic() + self.club.patience
        while time.monotonic() < end:
            shown = (await self.club.ask("GET", f"/api/tables/{self.id}")).json()
            if shown["ply"] >= ply:
                moves: list[dict[str, str]] = shown["moves"]
                return moves
            await asyncio.sleep(0.2)
        raise AssertionError(f"table {self.id}: ply {ply} was not played")

    async def _machine(self, ply: int) -> str:
        self.club.found["plies by machines"] += 1
        return (await self._stands(ply))[ply - 1]["text"]

    async def check(self) -> None:
        """Whether the record holds what was acknowledged, and nothing else."""
        shown = (await self.club.ask("GET", f"/api/tables/{self.id}")).json()
        stand = [move["text"] for move in shown["moves"]]
        at_most = 1 if self.machine else 0  # the machine may have answered the last one
        lost = [text for text, kept in zip(self.plies, [*stand, *[""] * len(self.plies)], strict=False) if text != kept]
        self.club.found["plies lost"] += len(lost)
        self.club.found["plies doubled"] += max(0, len(stand) - len(self.plies) - at_most)
        self.club.found["random plies after failed searches"] += len(shown["chat"])


async def kill(club: Club, count: int, pause: float) -> None:
    """Kill one of the processes, again and again."""
    for _ in range(count):
        await asyncio.sleep(random.uniform(pause / 2, pause * 1.5))
        for each in club.processes:
            club.look_after(each)
        victim = random.choice(club.processes)
        began = time.monotonic()
        await asyncio.to_thread(victim.end, signal.SIGKILL)
        club.kills += [(began, time.monotonic() + UNREAD)] if victim.port else []
        club.found["kills of servers" if victim.port else "kills of workers"] += 1
        victim.start()
        await club.answering(victim)


async def settled(club: Club) -> None:
    """Wait until every mail that was taken has been answered, and count."""
    end = time.monotonic() + club.patience
    while True:
        answers: defaultdict[str, list[str]] = defaultdict(list)
        for _, mail in club.host.got:
            answers[str(mail["In-Reply-To"])].append(str(mail["Message-ID"]))
        waiting = [id_ for id_ in club.accepted if id_ not in answers]
        if not waiting or time.monotonic() > end:
            break
        await asyncio.sleep(1)
    club.found["mails taken"] = len(club.accepted)
    club.found["mails never answered"] = len(waiting)
    club.found["mails answered by two different mails"] = sum(len(set(answers[id_])) > 1 for id_ in club.accepted)
    club.found["answers that came twice under one Message-ID"] = sum(
        len(answers[id_]) > len(set(answers[id_])) for id_ in club.accepted
    )
    count_repeated(club)


def count_repeated(club: Club) -> None:
    """Count the mails that came twice, and the turns that were told by two."""
    for times in club.host.arrivals.values():
        for first, again in itertools.pairwise(times):
            killed = any(first <= dead and began < min(again, first + IN_FLIGHT) for began, dead in club.kills)
            club.found["mails that came twice, in flight at a kill" if killed else TWICE] += 1
            if not killed:
                since = first - max((began for began, _ in club.kills if began < first), default=0.0)
                print(f"twice: {since:.1f} s after a kill, again {again - first:.1f} s later", flush=True)
    turns: defaultdict[str, set[str]] = defaultdict(set)
    for _, mail in club.host.got:
        if mail[OURS] == "notice":
            turns[str(mail["Reply-To"])].add(str(mail["Message-ID"]))
    club.found["turns told by two different mails"] = sum(len(ids) > 1 for ids in turns.values())
    club.found["turns told by mail"] = len(turns)


async def story(club: Club, tables: int, kills: int, pause: float) -> None:
    """Play, kill, and look what stands."""
    found = [PlayedTable(club, number) for number in range(tables)]
    for played_table in found:
        await played_table.make()
    killing = asyncio.ensure_future(kill(club, kills, pause))
    await asyncio.gather(*(keep_playing(played_table, found, killing) for played_table in list(found)))
    await settled(club)
    for played_table in found:
        await played_table.check()
    await club.http.aclose()


async def keep_playing(played_table: PlayedTable, found: list[PlayedTable], killing: asyncio.Future[None]) -> None:
    """Play at a table, and at a new one when the game is over, until nothing is killed any more."""
    await played_table.play(killing)
    while not killing.done():
        played_table = PlayedTable(played_table.club, played_table.number + ROUND)
        await played_table.make()
        found.append(played_table)
        await played_table.play(killing)
    killing.result()


def start_processes(place: Path, database: str, host: TimedHost) -> list[ClubProcess]:
    """The processes of the club."""
    variables = {"LUSORY_SERVE_MAIL__HOST": "127.0.0.1", "LUSORY_SERVE_MAIL__PORT": str(host.port),
                 "LUSORY_SERVE_MAIL__TLS": "none", "LUSORY_SERVE_MAIL__SENDER": BASE,
                 "LUSORY_SERVE_MAIL_IN__EACH": "0"}  # fmt: skip
    processes: list[ClubProcess] = []
    for name in ("one", "two") if database else ("one",):
        port, smtp, folder = free_port(), free_port(), place / name
        if processes:
            wait_for(place / "one" / "serving")
            folder.mkdir()
            shutil.copy(place / "one" / "host.key", folder)
        command = ["serve", "--port", str(port), "--mail-port", str(smtp), "--data", str(folder)]
        more = ["--database", database] if database else []
        processes.append(ClubProcess([*command, *more], variables, port, smtp))
    if database:
        worker = ["worker", "--database", database, "--workers", "1", "--data", str(place / "worker")]
        processes.append(ClubProcess(worker, {}))
    return processes


def reserve_port(port: int) -> socket.socket:
    """A socket that keeps a port for a server while that is down: no other program is given it by chance."""
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("127.0.0.1", port))
    return kept


def wait_for(path: Path) -> None:
    """Wait until a file is there."""
    while not path.exists():
        time.sleep(0.1)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--pause", type=float, default=8.0, help="seconds between kills, on average")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds after which silence is a fault")
    parser.add_argument("--sqlite", action="store_true")
    given = parser.parse_args()
    host = TimedHost()
    with contextlib.ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.callback(host.close)
        database = "" if given.sqlite else stack.enter_context(postgres_running())
        processes = start_processes(place, database, host)
        club = Club(processes, host, given.patience)
        try:
            asyncio.run(story(club, given.tables, given.kills, given.pause))
        finally:
            for process in processes:
                process.end(signal.SIGTERM)
    for name, count in sorted(club.found.items()):
        print(f"{count:8} {name}")
    for name, seconds in sorted(club.longest.items()):
        print(f"{seconds:8.1f} seconds: the longest wait for {name}")
    sys.exit(any(club.found[name] for name in MUST_NOT_BE))


if __name__ == "__main__":
    main()
