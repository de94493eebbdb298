"""Many games side by side as numpy arrays, for learning and statistics: `game.batch(1024, seed=1)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._engine import Batch as EngineBatch
from ..engine import Machine
from ..errors import EngineError, IllegalPly, LusoryError
from .program import contract_of

if TYPE_CHECKING:
    from ..rules.game import Game

MOST = 1 << 31
"""Bytes of all games at most."""
LANE = 1 << 12
"""Bytes of a game, roughly, besides the mask of its legal plies."""


class GameBatch:
    """`n` independent games of one game, in lanes 0 to n - 1.

    The attributes are arrays that every call writes anew, in place: copy what you keep.

        to_move  int8    (n,)                the player of the next ply, -1 for chance; no meaning once a game is over
        over     bool    (n,)                whether the game is over
        values   float64 (n, players)        1 for a win, 0 for a loss, equal shares in a draw; 0 while a game goes on
        legal    bool    (n, num_actions)    the legal plies, by id; none of a game that is over
        planes   uint8   (n, planes, cells)  written by `observe` alone: 1 where a piece stands that the player to move
                                             may see. Planes are owner * kinds + kind; owner 0 is nobody, then come the
                                             sides. Cells are those of `game.geometry`. At a chance ply: what the first
                                             player sees. Of a game that is over all is seen. Marks on cells
                                             (`Mark`) are in no plane.

    Lane k draws its random plies from game k of the seed: its game does not depend on the number of lanes.

    >>> from lusory import load
    >>> batch = load("tic-tac-toe").batch(3, seed=1)
    >>> batch.step([0, 4, 8])
    >>> batch.legal.sum(axis=1).tolist(), batch.to_move.tolist()
    ([8, 8, 8], [1, 1, 1])
    >>> while not batch.over.all():
    ...     batch.step(batch.sample())
    >>> batch.values.sum(axis=1).tolist(), batch.reset()
    ([1.0, 1.0, 1.0], 3)
    """

    def __init__(self, game: Game, n: int, seed: int = 0) -> None:
        if not isinstance(n, int) or n < 1:
            raise LusoryError(f"n: {n!r}, expected a number of games, 1 or more")
        if n > (most := MOST // (game.num_actions + LANE)):
            raise LusoryError(f"n: {n:,}, expected at most {most:,}, as each game has {game.num_actions:,} plies")
        contract = contract_of(game)
        if not isinstance(contract, Machine):
            raise EngineError(f"{game.name}: the engine does not play it, which alone plays batches")
        self.game, self.n = game, n
        self._kinds, self._cells = len(contract.kinds), len(game.geometry.names)
        self._batch = EngineBatch(contract.start(), n, seed, game.players, game.num_actions)
        self.to_move: NDArray[np.int8] = np.zeros(n, np.int8)
        self.over: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.values: NDArray[np.float64] = np.zeros((n, game.players))
        self.legal: NDArray[np.bool_] = np.zeros((n, game.num_actions), np.bool_)
        self.planes: NDArray[np.uint8] = np.zeros((n, (game.players + 1) * self._kinds, self._cells), np.uint8)
        self._write()

    def _write(self) -> None:
        legal = self.legal.view(np.uint8).reshape(-1)
        self._batch.write(self.to_move, self.over.view(np.uint8), self.values.reshape(-1), legal)

    def step(self, ids: ArrayLike) -> None:
        """Plays one ply in every lane whose game is not over. ids: int (n,); those of games that are over are ignored.

        Raises IllegalPly, which names the lane, where one is not legal; then nothing has changed in any lane."""
        given = np.asarray(ids)
        if given.shape != (self.n,):
            raise LusoryError(
                f"ids: an array of shape {given.shape}, expected ({self.n},): the id of a ply for each lane"
            )
        if not np.issubdtype(given.dtype, np.integer):
            raise LusoryError(f"ids: of type {given.dtype}, expected whole numbers")
        plies = given.astype(np.int64)
        fault = self._batch.step(plies.tolist())
        if fault is not None:
            ply = int(plies[fault])
            text = self.game.actions.text(ply) if 0 <= ply < self.game.num_actions else str(ply)
            raise IllegalPly(f"lane {fault}, {text}", "not legal here")
        self._write()

    def sample(self) -> NDArray[np.int64]:
        """A random legal ply for each lane, int64 (n,): chance plies by their weights, others with equal chances; -1
        where the game is over."""
        ids = np.empty(self.n, np.int64)
        self._batch.draw(ids)
        return ids

    def reset(self) -> int:
        """Begins the games that are over anew, and returns how many those were."""
        count = self._batch.reset()
        self._write()
        return count

    def observe(self) -> NDArray[np.uint8]:
        """Writes `planes` for all lanes and returns it."""
        self._batch.planes(self._kinds, self._cells, self.planes.reshape(-1))
        return self.planes

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game.name}, {int(self.over.sum())} over>"
