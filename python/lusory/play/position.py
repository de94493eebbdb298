"""A position: a state of a game with the plies that led to it. The main object of the Python interface."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import msgspec

from .._numbers import check_player, check_seed, whole
from ..draw import svg as draw_svg
from ..draw import text as draw_text
from ..errors import IllegalPly, LongTurn, LusoryError, Phrase
from ..rules.events import CHANCE, SPECTATOR, Event, Result
from .contract import Contract, Picture, from_reference, seats, to_reference
from .moves import Moves
from .notation import bare, expand, find, pieces_of
from .past import Past, PastPly
from .picture_defaults import drawable
from .short_notation import castled, find_short

if TYPE_CHECKING:
    from ..solve import Solution
    from .record import Record
    from .view import View


LONGEST = 500
"""The longest text that is parsed as a ply."""
WIDEST = 12
"""The most words of a ply."""


LONGEST_TURN = 1000
"""The most plies of a turn; a longer one is taken to be endless."""


class Position:
    """Immutable. The referee's: it knows every secret; what a player may see is `view(player)`.

    Positions are equal, and have the same hash, when the rules and the state are: everything that can still matter.
    How they came about does not count, nor does `record()`.
    """

    __slots__ = ("_contract", "_game", "_origin", "_past", "_state")

    def __init__(
        self, game: Any, contract: Contract, state: Any, past: Sequence[PastPly] = (), origin: Any = None
    ) -> None:
        self._game, self._origin = game, origin
        self._contract, self._state = contract, state
        self._past = past if isinstance(past, Past) else Past(past)

    @property
    def game(self) -> Any:
        """The rules: a rule value, or a Program."""
        return self._game

    @property
    def contract(self) -> Contract:
        """The contract that plays the rules."""
        return self._contract

    @property
    def state(self) -> Any:
        """The bare state, for the contract's methods."""
        return self._state

    @property
    def first(self) -> Position:
        """The position before the first ply: the start of the game, or what a diagram showed."""
        origin = self._contract.start() if self._origin is None else self._origin
        return Position(self._game, self._contract, origin, origin=self._origin)

    @property
    def is_from_start(self) -> bool:
        """Whether the plies so far begin at the start of the game, not at a diagram of another position."""
        return self._origin is None or bool(self._origin == self._contract.start())

    @property
    def past(self) -> Past:
        """The plies so far, equal to a tuple of them."""
        return self._past

    @property
    def texts(self) -> tuple[str, ...]:
        """The canonical texts of the plies so far."""
        return tuple(self._contract.text(past_ply.action) for past_ply in self._past)

    @property
    def ply(self) -> int:
        """How many plies have been played."""
        return len(self._past)

    @property
    def to_move(self) -> int | None:
        """The player of the next ply: 0 is first, CHANCE (-1) before a chance ply; None when the game is over."""
        return None if self.result else self._contract.to_move(self._state)

    @property
    def result(self) -> Result | None:
        """How the game ended, with its reason and witness; None while it goes on."""
        return self._contract.result(self._state)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points or captured pieces, one number a player."""
        return self._contract.scores(self._state)

    @property
    def hands(self) -> tuple[tuple[int, str, int], ...]:
        """Player, kind and number of the pieces still in hand, for the kinds that players have in hand; they are
        public."""
        in_hand = getattr(self._contract, "hands", None)
        players = seats(self._contract, self._state)
        if in_hand is None or players is None:
            return ()
        return tuple((players[side - 1], kind, number) for side, kind, number in in_hand(self._state))

    @property
    def hidden(self) -> bool:
        """Whether there are secrets. A class with the contract says so by an attribute `hidden`, or by what
        happened."""
        declared = getattr(self._contract, "hidden", None)
        if declared is None:
            declared = any(event.seen_by is not None for past_ply in self._past for event in past_ply.events)
        return bool(declared)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last ply."""
        return self._past[-1].events if self._past else ()

    def moves(self) -> Moves:
        """The legal plies."""
        return Moves(self._contract, tuple(self._contract.legal(self._state)))

    def turns(self) -> Iterator[tuple[str, ...]]:
        """Every whole turn, as the canonical texts of its plies. Different orders are different turns.

        Raises LongTurn where a turn has more than LONGEST_TURN plies: some rules let a turn go on for ever.
        """
        waiting: list[tuple[tuple[str, ...], Position]] = [((), self)]
        while waiting:
            plies, position = waiting.pop()
            if plies and (position.result or self._contract.turn_over(position._state)):
                yield plies
            elif len(plies) == LONGEST_TURN:
                raise LongTurn(f"a turn of more than {LONGEST_TURN} plies: {' '.join(plies[:6])} ...")
            else:
                legal = reversed(self._contract.legal(position._state))
                waiting += [((*plies, self._contract.text(a)), position.follow(a)) for a in legal]

    def play(self, ply: str | SupportsIndex) -> Position:
        """The position after a ply, or after several on one line (`c3-d4 e3-f4 g1xe3xc5`). Any spelling is read.

        Raises IllegalPly, which says why and which part of the rules forbids it, and TypeError for what is no ply.
        """
        if not isinstance(ply, str):
            number = whole(ply)
            if number is None:
                raise TypeError(f"{ply!r}: expected a ply, as text or by its id")
            if number not in self._contract.legal(self._state):
                raise IllegalPly(str(ply), "not the id of a legal ply", _list_briefly(self.moves()))
            return self.follow(number)
        action = self.find(ply)
        if action is not None:
            return self.follow(action)
        line = bare(ply)
        if (after := castled(self, line)) is not None:
            return after
        parts = expand(line)
        action = self._covering(line) if len(parts) > 1 or "," in line else None
        if action is not None:
            return self.follow(action)
        if len(parts) < 2:
            raise self.refusal(ply)
        return self._play_turn(line, parts)

    def find(self, text: str) -> int | None:
        """The id of the legal ply that a text means in some spelling, or None."""
        action = find(self._contract, self._contract.legal(self._state), text)
        return find_short(self, text) if action is None else action

    def _covering(self, line: str) -> int | None:
        """The only legal ply that fills exactly the cells that are listed: `a1 a2`."""
        cells = re.split(r"[,\s]+", line.strip().casefold())
        if not set(cells) <= {name.casefold() for name in self.picture().geometry.names}:
            return None
        covers = [
            action
            for action in self._contract.legal(self._state)
            for event in self._contract.play(self._state, action)[1][:1]
            if event.kind == "place" and sorted(name.casefold() for name in event.cells) == sorted(cells)
        ]
        return covers[0] if len(covers) == 1 else None

    def line(self, plies: str) -> Position:
        """The position after several plies on one line, whoever makes them: `a1 b1, c1`. Any spelling is read.

        Raises IllegalPly for the first ply that is not legal, counted from here.
        """
        parts = pieces_of(plies)
        if not parts:
            return self
        reached: list[tuple[Position, int]] = [(self, 0)]  # the longest reading last
        dead: set[tuple[Any, int]] = set()
        best = reached[0]
        while reached:
            position, at = reached.pop()
            if at == len(parts):
                return position
            if (position._state, at) in dead:
                continue
            dead.add((position._state, at))
            best = max(best, (position, at), key=lambda far: far[1])
            widest = 0 if position.result else min(WIDEST, len(parts) - at)
            for wide in range(1, widest + 1):
                action = position.find(" ".join(parts[at : at + wide]))
                if action is not None:
                    reached.append((position.follow(action), at + wide))
            if (after := castled(position, parts[at])) is not None:
                reached.append((after, at + 1))
        position, at = best
        fault = position.refusal(parts[at])
        number = str(position.ply - self.ply + 1)
        ply = Phrase("ply %(number)s, %(text)s", {"number": number, "text": fault.ply})
        raise IllegalPly(ply, fault.reason, fault.choice, fault.rule)

    def _play_turn(self, line: str, parts: list[str]) -> Position:
        """Several plies of one player's turn; nothing is played beyond its end (`B2 C3` is not two players' stones)."""
        position = self
        for part in parts:
            if position is not self and (position.to_move != self.to_move or self._contract.turn_over(position._state)):
                raise self.refusal(line)
            action = position.find(part)
            if action is None:
                refusal_of_turn = self.refusal(line)
                raise (
                    position.refusal(part)
                    if position is not self or refusal_of_turn.why.startswith("no move")
                    else refusal_of_turn
                )
            position = position.follow(action)
        return position

    def follow(self, action: int) -> Position:
        """The position after a legal ply given by its id, unchecked but for what the contract checks."""
        player = self._contract.to_move(self._state)
        state, events = self._contract.play(self._state, action)
        over = self._contract.turn_over(state)
        past_ply = PastPly(action, player, events, over)
        return Position(self._game, self._contract, state, self._past.followed_by(past_ply), self._origin)

    def refusal(self, text: str) -> IllegalPly:
        """The error for a ply that is not legal here."""
        if len(text) > LONGEST:
            return IllegalPly(
                f"{text[:LONGEST]}...",
                Phrase("no move is written in %(n)s characters", {"n": str(len(text))}),
                _list_briefly(self.moves()),
            )
        text = bare(text)
        explain = getattr(self._contract, "why_not", None)
        reason = explain(self._state, text) if explain else Phrase("not a legal move here")
        find_reason = getattr(self._contract, "forbidden_by", None)
        rule = find_reason(self._state, text) if find_reason else ""
        legal = _list_briefly(self.moves())
        fault = IllegalPly(text, reason, legal, rule)
        return IllegalPly(text, reason, "", rule) if "legal here" in fault.why else fault

    def roll(self, seed: SupportsIndex | random.Random) -> Position:
        """Plays chance plies, drawn by weight, until a player is to move. The seed is not stored.

        Raises LongTurn after LONGEST_TURN of them, and LusoryError for a seed outside 0 to 2**64 - 1.
        """
        rng = seed if isinstance(seed, random.Random) else random.Random(check_seed(seed))
        position = self
        for _ in range(LONGEST_TURN):
            if position.to_move != CHANCE:
                return position
            position = position.chance(rng)
        raise LongTurn(f"there were {LONGEST_TURN} chance plies in a row, expected a player's turn")

    def chance(self, rng: random.Random) -> Position:
        """The position after one chance ply, drawn by weight. Raises LusoryError where chance is not to move."""
        if self.to_move != CHANCE:
            raise LusoryError(f"after ply {self.ply} no chance ply is due")
        actions = self._contract.legal(self._state)
        return self.follow(rng.choices(actions, self._contract.weights(self._state))[0])

    def view(self, player: SupportsIndex) -> View:
        """The view of a player: all that he may know of this position, and nothing else."""
        from .view import view

        number = whole(player)
        if number is None:
            raise TypeError(f"{player!r}: expected the number of a player, from 0")
        return view(self, number)

    def sentence(self, event: Event) -> str:
        """An event as a sentence: `First captures the stone on c3.`"""
        from .narration import event_sentence

        return event_sentence(self, event)

    def explain(self, viewer: int | None = None) -> list[str]:
        """The events of the last ply as sentences; with a viewer, only what that player may know."""
        from .narration import explain_ply

        return explain_ply(self, viewer) if self._past else []

    def solve(self, **options: Any) -> Solution:
        """The exact value of the position. Takes the arguments of `lusory.solve.solve`. Raises Unsolvable (a
        LusoryError) for games that cannot be solved."""
        from ..solve import solve

        return solve(self, **options)

    def record(self) -> Record:
        """The game so far, ready to be stored. Raises LusoryError for one that began with a diagram."""
        if not self.is_from_start:
            raise LusoryError("this game began with a diagram; a record holds plies from the start of a game only")
        from .record import record

        return record(self)

    def picture(self, viewer: int | None = None) -> Picture:
        """The picture of the board for a drawing; with a viewer, only what that player sees, or SPECTATOR sees."""
        if viewer == SPECTATOR:
            from .spectator import picture_for

            return picture_for(self, viewer)
        if viewer is not None:
            check_player(viewer, self._contract.players)
        drawing = drawable(self._contract.picture(self._state, viewer))
        index = {name: cell for cell, name in enumerate(drawing.geometry.names)}
        last = tuple(index[name] for name in last_cells(self, viewer))
        colours = getattr(self._game, "colours_of_sides", drawing.colours)  # the contract may be of an equal game
        return msgspec.structs.replace(drawing, last=last, colours=colours)

    def text(self, style: str = "") -> str:
        """The board as text; `style` names another layout where the board has one (`names`)."""
        return draw_text.board(self.picture(), style)

    def svg(self) -> str:
        """The board as SVG: the last ply and a winning line are marked."""
        return draw_svg.board(self.picture(), title=self._game.name)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        plies = " ".join(self.texts[-6:])
        return f"<{self._game.name or 'game'} after {self.ply} plies{': ' if plies else ''}{plies}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._game == other._game and self._state == other._state

    def __hash__(self) -> int:
        return hash((self._game, self._state))

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the position without its contract, which is derived from the game."""
        from .program import pack

        origin = None if self._origin is None else to_reference(self._contract, self._origin)
        return _restored, (pack(self._game), to_reference(self._contract, self._state), tuple(self._past), origin)


def _restored(packed: Any, state: Any, past: tuple[PastPly, ...], origin: Any = None) -> Position:
    """Restores a pickled position."""
    from .program import contract_of, unpack

    game = unpack(packed)
    contract = contract_of(game)
    first = None if origin is None else from_reference(contract, origin)
    return Position(game, contract, from_reference(contract, state), past, first)


def begin(game: Any, contract: Contract, seed: int | None) -> Position:
    """The first position; with a seed, chance plies of the opening are drawn from it."""
    position = Position(game, contract, contract.start())
    return position if seed is None else position.roll(seed)


def last_cells(position: Position, viewer: int | None) -> tuple[str, ...]:
    """The cells of the last ply, as far as the viewer may know them."""
    for event in position.events:
        is_public = event.known_to(viewer) or position.result
        if event.kind in ("place", "move", "remove", "show", "commit") and is_public:
            return event.cells
    return ()


def _list_briefly(moves: Moves) -> Phrase | str:
    """The legal plies for an error, cut to a readable length."""
    texts = [text for text, _ in zip(moves, range(12), strict=False)]
    plies = " ".join(texts)
    if len(moves) == len(texts):
        return plies
    return Phrase("%(plies)s ... (%(n)s in all)", {"plies": plies, "n": str(len(moves))})
