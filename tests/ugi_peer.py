"""Test support: a UGI engine and a referee without lusory. Run as a program it is an engine for tic-tac-toe; its
argument makes it misbehave after two plies."""

import subprocess
import sys
import time
from functools import cache

CELLS = [column + row for row in "123" for column in "abc"]
LINES = [
    *(("a" + row, "b" + row, "c" + row) for row in "123"),
    *((column + "1", column + "2", column + "3") for column in "abc"),
    ("a1", "b2", "c3"),
    ("c1", "b2", "a3"),
]


def outcome(plies):
    """p1win, p2win, draw or none."""
    for name, own_plies in (("p1win", plies[::2]), ("p2win", plies[1::2])):
        if any(set(line) <= set(own_plies) for line in LINES):
            return name
    return "draw" if len(plies) == 9 else "none"


@cache
def reply(plies):
    """The best ply and its worth to who plays it, by exhaustive search."""
    best = (-2, "none")
    for cell in CELLS:
        if cell in plies:
            continue
        after = (*plies, cell)
        over = outcome(after)
        worth = 0 if over == "draw" else 1 if over != "none" else -reply(after)[0]
        best = max(best, (worth, cell))
        if worth == 1:
            break
    return best


class Peer:
    """An engine in a process."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        assert self.process.stdin and self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.lines = []
        self.ask("ugi", "ugiok")
        self.ask("isready", "readyok")

    def tell(self, line):
        self.lines.append(f"> {line}")
        print(line, file=self.input, flush=True)

    def ask(self, line, until):
        self.tell(line)
        while True:
            reply_line = self.output.readline()
            assert reply_line, self.lines
            self.lines.append(f"< {reply_line.rstrip()}")
            if reply_line.split()[:1] == [until]:
                return reply_line.split()[1:]

    def end(self):
        self.tell("quit")
        self.input.close()
        code = self.process.wait(timeout=20)
        self.output.close()
        return code


def referee(engines, go="go nodes 50"):
    """A game between two engines, who are asked about everything; the plies."""
    plies: list[str] = []
    for engine in engines:
        engine.tell("uginewgame")
    while outcome(plies) == "none":
        position = "position startpos" + (" moves " + " ".join(plies) if plies else "")
        for engine in engines:
            engine.tell(position)
            assert engine.ask("query p1turn", "response") == [str(len(plies) % 2 == 0).lower()]
            assert engine.ask("query result", "response") == ["none"]
            assert engine.ask("query gameover", "response") == ["false"]
        (ply,) = engines[len(plies) % 2].ask(go, "bestmove")
        assert ply in CELLS and ply not in plies
        plies.append(ply)
    for engine in engines:
        engine.tell("position startpos moves " + " ".join(plies))
        assert engine.ask("query gameover", "response") == ["true"]
        assert engine.ask("query result", "response") == [outcome(plies)]
    return plies


def misbehave(fault):
    if fault == "die":
        print("out of luck", file=sys.stderr)
        sys.exit(3)
    if fault == "hang":
        time.sleep(600)
    lines = {
        "cheat": "bestmove a1",
        "nonsense": "bestmove z9",
        "mute": "bestmove",
        "resign": "bestmove none",
        "explain": "info string out of ideas\nbestmove none",
    }
    print("x" * 3_000_000 if fault == "flood" else lines[fault], flush=True)


def main(fault=""):
    plies: list[str] = []
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ugi":
            print("id name peer\nid author tests\noption name hash type spin default 1 min 1 max 2\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            plies = words[3:]
        elif words[0] == "query":
            truths = {"p1turn": len(plies) % 2 == 0, "gameover": outcome(plies) != "none"}
            response = outcome(plies) if words[1] == "result" else str(truths[words[1]]).lower()
            print("response", response, flush=True)
        elif words[0] == "go":
            if fault and len(plies) > 1:
                misbehave(fault)
            print("info depth 1 score cp 0 pv a1\nbestmove", reply(tuple(plies))[1], flush=True)
        elif words[0] == "quit":
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
