"""Many games side by side as numpy arrays, for learning and statistics: `game.batch(1024, seed=1)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._engine import Batch as EngineBatch
from .._numbers import check_seed, whole
from ..engine import Machine
from ..errors import EngineError, IllegalPly, LusoryError
from .program import contract_of

if TYPE_CHECKING:
    from ..rules.game import Game

MOST = 1 << 31
"""Bytes of all games at most."""
LANE = 1 << 12
"""Bytes of a game, roughly, besides its arrays."""


class GameBatch:
    """`n` independent games of one game, in lanes 0 to n - 1.

    The attributes are arrays that every call writes anew, in place: copy what you keep. They stay the same arrays. A
    batch cannot be copied or pickled: another one of the same seed that gets the same plies is its copy.

        to_move  int8    (n,)                the player of the next ply, -1 for chance; no meaning once a game is over
        over     bool    (n,)                whether the game is over
        values   float64 (n, players)        1 for a win, 0 for a loss, equal shares in a draw; 0 while a game goes on
        seats    int8    (n, players)        the player of each side, the first side first: a swap exchanges them
        legal    bool    (n, num_actions)    the legal plies, by id; none of a game that is over
        planes   uint8   (n, planes, cells)  written by `observe` alone: 1 where a piece stands that the player to move
                                             may see. Planes are owner * kinds + kind; owner 0 is nobody, then come the
                                             sides, whose players `seats` tells. Cells are those of `game.geometry`. At
                                             a chance ply: what the first player sees. Of a game that is over all is
                                             seen. Marks on cells (`Mark`) are in no plane.

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

    def __init__(self, game: Game, n: SupportsIndex, seed: SupportsIndex = 0) -> None:
        count = whole(n)
        if count is None or count < 1:
            raise LusoryError(f"n: {n!r}, expected a number of games, 1 or more")
        stream = check_seed(seed)
        contract = contract_of(game)
        if not isinstance(contract, Machine):
            raise EngineError(f"{game.name}: the engine does not play it, which alone plays batches")
        self.game, self.n = game, count
        self._kinds, self._cells = len(contract.kinds), len(game.geometry.names)
        planes = (game.players + 1) * self._kinds
        # The engine has a copy of the mask, and makes one of the planes.
        if count > (most := MOST // (2 * game.num_actions + 2 * planes * self._cells + LANE)):
            raise LusoryError(f"n: {count:,}, expected at most {most:,}, as each game has {game.num_actions:,} plies")
        self._batch = EngineBatch(contract.start(), count, stream, game.players, game.num_actions)
        self._to_move: NDArray[np.int8] = np.zeros(count, np.int8)
        self._over: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self._values: NDArray[np.float64] = np.zeros((count, game.players))
        self._seats: NDArray[np.int8] = np.zeros((count, game.players), np.int8)
        self._legal: NDArray[np.bool_] = np.zeros((count, game.num_actions), np.bool_)
        self._planes: NDArray[np.uint8] = np.zeros((count, planes, self._cells), np.uint8)
        self._flat = (
            self._to_move, self._over.view(np.uint8), self._values.reshape(-1), self._seats.reshape(-1),
            self._legal.view(np.uint8).reshape(-1)
        )  # fmt: skip
        self._batch.write(*self._flat)

    @property
    def to_move(self) -> NDArray[np.int8]:
        """See the class."""
        return self._to_move

    @property
    def over(self) -> NDArray[np.bool_]:
        """See the class."""
        return self._over

    @property
    def values(self) -> NDArray[np.float64]:
        """See the class."""
        return self._values

    @property
    def seats(self) -> NDArray[np.int8]:
        """See the class."""
        return self._seats

    @property
    def legal(self) -> NDArray[np.bool_]:
        """See the class."""
        return self._legal

    @property
    def planes(self) -> NDArray[np.uint8]:
        """See the class."""
        return self._planes

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
        try:
            fault = self._batch.step(plies.tolist())
        finally:  # Ctrl-C may come when the games have gone on; a single call cannot be stopped between
            self._batch.write(*self._flat)
        if fault is not None:
            ply = int(plies[fault])
            text = self.game.actions.text(ply) if 0 <= ply < self.game.num_actions else str(ply)
            raise IllegalPly(f"lane {fault}, {text}", "not legal here")

    def sample(self) -> NDArray[np.int64]:
        """A random legal ply for each lane, int64 (n,): chance plies by their weights, others with equal chances; -1
        where the game is over."""
        ids = np.empty(self.n, np.int64)
        self._batch.draw(ids)
        return ids

    def reset(self) -> int:
        """Begins the games that are over anew, and returns how many those were."""
        try:
            count: int = self._batch.reset()
        finally:
            self._batch.write(*self._flat)
        return count

    def observe(self) -> NDArray[np.uint8]:
        """Writes `planes` for all lanes and returns it."""
        self._batch.planes(self._kinds, self._cells, self._planes.reshape(-1))
        return self._planes

    def __copy__(self) -> GameBatch:
        raise LusoryError("a batch cannot be copied: make another of the same seed and play the same plies in it")

    def __deepcopy__(self, memo: dict[int, Any]) -> GameBatch:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        raise LusoryError("a batch cannot be pickled: make another of the same seed and play the same plies in it")

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game.name}, {int(self.over.sum())} over>"
