"""What one player may know of a position. Players of hidden games and drawings get this, never a Position."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ..draw import svg as draw_svg
from ..draw import text as draw_text
from ..errors import LusoryError
from ..rules.events import Event, Result
from ..rules.game import Game
from .contract import Picture, from_reference, to_reference
from .position import Position


class View(msgspec.Struct, frozen=True, eq=False):
    """A player's view. Two views with the same information are equal, whichever engine they come from.

    player: whose it is. picture: the board as this player sees it. to_move: the player of the next ply, None when the
    game is over. moves: canonical texts of this player's legal plies, empty when another is to move. printed: the same
    as people print them. information: all that this player knows, as text. observed: for each ply so far the events
    this player may know of. scores, result, ply: as in Position. game: the rules. knows: what `sample` draws from; it
    holds what this player knows and nothing else.
    """

    player: int
    picture: Picture
    to_move: int | None
    moves: tuple[str, ...]
    printed: tuple[str, ...]
    information: str
    observed: tuple[tuple[Event, ...], ...]
    scores: tuple[int, ...]
    result: Result | None
    ply: int
    game: Any = None
    knows: Any = None

    def _public_fields(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name != "knows")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._public_fields() == other._public_fields()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.player, self.ply, self.information))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles in place of the knowledge a state that is drawn from it: it tells no secret, and the same can be
        known of it. Raises LusoryError where none was found in time."""
        from .program import contract_of, pack

        contract: Any = contract_of(self.game)
        drawn = None if self.knows is None else contract.imagined(self.knows, random.Random(0))
        geometry = None if isinstance(self.game, Game) else self.picture.geometry
        picture = msgspec.structs.replace(self.picture, geometry=geometry)
        public = msgspec.structs.replace(self, picture=picture, game=None, knows=None)
        fields = tuple(getattr(public, name) for name in self.__struct_fields__)
        return _restored, (pack(self.game), fields, None if drawn is None else to_reference(contract, drawn))

    def sample(self, rng: random.Random) -> Position:
        """A position that agrees with all this player knows, drawn from `rng`: what he could be facing. Of a game
        without secrets the position itself. It has no past: what was seen of that is `observed`.

        Raises LusoryError where none was found in time, or where a Python class does not offer it.
        """
        from .program import contract_of

        contract: Any = contract_of(self.game)
        if self.knows is None:
            raise LusoryError(
                f"{contract.name}: nothing tells what could be hidden, expected `knowledge` and `imagined`"
            )
        return Position(self.game, contract, contract.imagined(self.knows, rng))

    def text(self, style: str = "") -> str:
        """The board as text."""
        return draw_text.board(self.picture, style)

    def svg(self) -> str:
        """The board as SVG."""
        return draw_svg.board(self.picture)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()


def _restored(packed: Any, fields: tuple[Any, ...], drawn: Any) -> View:
    """Restores a pickled view. drawn: a state of which its player knows what he knew, if there was one."""
    from .program import contract_of, unpack

    view, game = View(*fields), unpack(packed)
    contract: Any = contract_of(game)
    knows = None if drawn is None else contract.knowledge(from_reference(contract, drawn), view.player)
    geometry = game.geometry if isinstance(game, Game) else view.picture.geometry
    picture = msgspec.structs.replace(view.picture, geometry=geometry)
    return msgspec.structs.replace(view, picture=picture, game=game, knows=knows)


def view(position: Position, player: int) -> View:
    """See Position.view."""
    contract, state = position.contract, position.state
    if not 0 <= player < contract.players:
        raise ValueError(f"player {player}: expected 0 to {contract.players - 1}")
    mine = contract.legal(state) if position.to_move == player else ()
    return View(
        player=player,
        picture=position.picture(player),
        to_move=position.to_move,
        moves=tuple(contract.text(action) for action in mine),
        printed=tuple(contract.printed(action) for action in mine),
        information=contract.information(state, player),
        observed=tuple(tuple(e for e in past_ply.events if e.known_to(player)) for past_ply in position.past),
        scores=position.scores,
        result=position.result,
        ply=position.ply,
        game=position.game,
        knows=knowledge(state, player) if (knowledge := getattr(contract, "knowledge", None)) else None,
    )
