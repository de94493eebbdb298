"""Draws a line of play: the board after each turn, in one picture."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...draw import svg
from ...play.position import Position

COLUMNS = 3
WIDTH, GAP, LABEL = 230, 18, 22
OPENING = re.compile(r"<svg[^>]*viewBox=\"([^\"]+)\"[^>]*>")


def line_strip(start: Position, plies: Iterable[str]) -> str:
    """The boards after each turn of a line, numbered, with the plies of the turn."""
    turns = list(by_turns(start, plies))
    height = WIDTH + LABEL
    rows = -(-len(turns) // COLUMNS)
    parts = [
        draw_board(position, f"{number}. {text}", (at % COLUMNS) * (WIDTH + GAP), at // COLUMNS * (height + GAP))
        for at, (number, (text, position)) in enumerate(enumerate(turns, 1))
    ]
    full = (COLUMNS * (WIDTH + GAP) - GAP, max(1, rows) * (height + GAP) - GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full[0]} {full[1]}" width="{full[0]}" '
        f'height="{full[1]}"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def by_turns(position: Position, plies: Iterable[str]) -> Iterable[tuple[str, Position]]:
    """The plies of each turn, and the position after it."""
    turn: list[str] = []
    for ply in plies:
        position = position.play(ply)
        turn.append(ply)
        if position.result is not None or position.contract.turn_over(position.state):
            yield " ".join(turn), position
            turn = []


def draw_board(position: Position, label: str, x: int, y: int) -> str:
    """A board at a place, with its label above."""
    board = svg.board(position.picture())
    opening = OPENING.search(board)
    assert opening is not None
    inner = (
        f'<svg x="{x}" y="{y + LABEL}" width="{WIDTH}" height="{WIDTH}" viewBox="{opening[1]}">{board[opening.end() :]}'
    )
    return f'<text x="{x}" y="{y + LABEL - 7}" font-family="sans-serif" font-size="13">{label}</text>{inner}'
