from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, final

__all__ = [
    "AlphaBeta",
    "Batch",
    "Census",
    "Engine",
    "Knowledge",
    "Learner",
    "Net",
    "Search",
    "SecretSolver",
    "Solver",
    "State",
    "features",
    "level",
    "stream",
    "tune",
]

level: Literal["plain", "v3"]

@final
class Engine:
    """A game compiled from its program (`lusory.engine.program`).

    Raises ValueError, which says where and why, for a program that the engine cannot play.
    """

    def __new__(cls, program: str) -> Engine: ...
    def start(self) -> State:
        """The position before the first ply."""

    def load(self, dump: bytes) -> State:
        """The position of the bytes of `State.dump`, of this game or one with the same program."""

    @property
    def playout_method(self) -> str:
        """What plays random games from the start: "kernel", "program", "program, bare games" (measured ones: the
        general engine), or "general"."""

    @property
    def width(self) -> int:
        """How many words of 64 places a set of cells takes."""

@final
class Batch:
    """Games from one position side by side, written to arrays of the caller. See `lusory.play.batch.GameBatch`."""

    def __new__(cls, state: State, lanes: int, seed: int, players: int, plies: int) -> Batch: ...
    def step(self, ids: list[int]) -> int | None:
        """Plays a ply in every lane whose game is not over; or returns the first lane in which it is not legal."""

    def draw(self, ids: Any) -> None:
        """Writes a random legal ply of every lane; -1 where the game is over."""

    def reset(self) -> int:
        """Begins the games that are over anew; how many."""

    def write(self, to_move: Any, over: Any, values: Any, seats: Any, legal: Any) -> None:
        """Writes who plays next, which games are over, what they are worth to each player, the player of each side, and
        the legal plies."""

    def planes(self, kinds: int, cells: int, out: Any) -> None:
        """Writes the pieces that the player to move may see."""

@final
class State:
    """A position, with what its players remember. It never changes; equal positions have equal futures."""

    def to_move(self) -> int:
        """Who plays the next ply: a player, or -1 for chance."""

    def legal(self) -> tuple[int, ...]:
        """The ids of the legal plies, ascending."""

    def weights(self) -> tuple[int, ...]:
        """Of a chance ply: a weight for each legal ply."""

    def count(self) -> int:
        """How many legal plies there are."""

    def select(self, number: int) -> int | None:
        """The id of one of the legal plies, by a number from 0; None beyond the last."""

    def play(self, action: int) -> tuple[State, bytes] | None:
        """The position after a ply, and its events (`lusory.engine.form`); None where the ply is not legal."""

    def result(self) -> tuple[tuple[float, ...], int | None, tuple[int, ...], tuple[int | None, ...]] | None:
        """How the game ended: values, the number of the end clause (None: nobody had a ply), witness, counts."""

    def scores(self) -> tuple[int, ...]:
        """Points or captured pieces, whichever the game counts, one number a player."""

    def hands(self) -> tuple[int, ...]:
        """How many pieces each side has in hand, by side, then kind."""

    def marks(self) -> list[list[int]]:
        """The marked cells of each layer of marks."""

    def seats(self) -> tuple[int, ...]:
        """The player of each side."""

    def turn_over(self) -> bool:
        """Does a new turn begin here?"""

    def stones(self, viewer: int | None) -> list[tuple[int, int, int, bool]]:
        """The pieces a player may see, by cell, then side: (cell, side, number of the kind, is it hidden)."""

    def information(self, viewer: int) -> str:
        """All that a player knows, as text: equal texts, equal knowledge."""

    def sample(self, viewer: int, seed: int) -> State | None:
        """A position that agrees with all a player knows, drawn from a seed; None where none was found in good time."""

    def knows(self, viewer: int) -> Knowledge:
        """What a player knows, apart from the position."""

    def consistent(self, viewer: int, most: int = ...) -> list[State]:
        """Every position that agrees with all a player knows, at most so many. For small boards."""

    def playouts(
        self,
        games: int,
        seed: int = 0,
        *,
        first: int = 0,
        threads: int = 1,
        limit: int = 10_000,
        branching: bool = False,
        first_plies: bool = False,
        measures: bool = False,
        general: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> dict[str, Any]:
        """Random games from here: how they ended, how long they were, and what else is asked for.

        Games `first`, `first` + 1, ... of `seed`, on several threads; each is cut off after `limit` plies. `progress`
        is called now and then with the number of games played. Ctrl-C stops them. The same games come to the same
        numbers on any number of threads. general: kernels are left alone, which is slow; for tests.

        Results are (games, points of each player in twelfths, games won by each, games nobody won). Always there:

            games, plies    how many were played, those cut off among them
            results         of the finished ones
            ended_by        finished games by end clause; nothing_legal: those in which nobody had a ply
            cut_off         games cut off
            lengths         finished games by number of plies

        Empty where nobody asked:

            branching       by number of plies played before: (games in which a player, not chance, made another ply,
                            legal plies there, those with one legal ply); games cut off are in it
            first_plies     results by the id of the first ply

        With `measures` those and:

            ends            results by end clause; nothing: of the games in which nobody had a ply
            turns           finished games by number of turns; a turn counts once it has a ply
            captures        by number of plies played before: (games that had another ply, pieces it captured). A piece
                            counts which is taken off or changes its owner: by how many each owner had fewer after the
                            ply than before, added up
            moments         for each number x of a game: (sum of x, of x * x, of x * choices) over all games, those cut
                            off as far as they went. x is `choices` (plies of players; not of chance), `legal` (legal
                            plies, added up over these), `forced` (those that were the only one), `captures`, `tree`
                            (logarithms to base 2 of the numbers of legal plies, before plies of chance too, in 1/2**20
                            bits, each rounded)
            occupied        cells with a piece at the end of finished games: sum, sum of squares
            cells           by cell: `played` (plies to it, of all games), `first` (results of the games whose first ply
                            went to it), `last` (finished games in which no ply went to a cell later), `owned` (for
                            nobody, side 1, side 2, ... a list: finished games with such a piece there at the end).
                            Plies without a cell count for none.
        """

    def outcomes(
        self,
        games: int,
        seed: int = 0,
        *,
        first: int = 0,
        threads: int = 1,
        limit: int = 10_000,
        measures: bool = False,
        general: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> dict[str, bytes]:
        """What each of some random games from here came to, in their order; the games and arguments of `playouts`.
        Raises ValueError for more than 2**26 games, whose outcomes would fill the memory.
        measures: the games that `playouts` plays with measures; they are others where rules try plies out.

            points      a byte for each player of each game: twelfths of a point, 12 for a win; 0 where it was cut off
            ends        two bytes a game (signed, little-endian): the number of its end clause, -1 where nobody had a
                        ply, -2 where it was cut off
            lengths     four bytes a game (unsigned, little-endian): its plies

        Game number i of a seed draws from the same stream in every game, so that two versions of one are compared pair
        by pair.
        """

    def census(
        self, depth: int, *, turns: bool = False, begun: bool = False, threads: int = 1, most_states: int = ...
    ) -> Census:
        """A census of what follows: sequences of `depth` plies, or of whole turns."""

    def turns(self, most: int = ...) -> tuple[list[tuple[list[int], tuple[int, int]]], bool]:
        """Every outcome of the turn that begins or goes on here, as (ids of plies, (counted, result)), and are these
        all.

        `counted` is by how much more the player is ahead, `result` 1 for a win, -1 for a loss. At most `most` plies are
        tried.
        """

    def best_turn(self, way: str, seed: int, most: int = ...) -> tuple[list[int], tuple[int, int], bool]:
        """The turn that brings the most (`greedy`, `reply` or `tries:N`), as ids of plies, what it brings, and was
        everything looked at. Of several as good one is drawn from the seed.
        """

    def winning_turn(self, most: int = ...) -> list[int] | None:
        """The plies of a turn with which the player to move wins, if there is one among those that `most` plies reach;
        None where the game hides something or chance is to move.
        """

    def loses(self, action: int, most: int = ...) -> bool:
        """Does a legal ply lose at once, or let the next player win with one turn, however this turn goes on? False
        where that is not certain: where chance comes between, or `most` plies a turn did not show it.
        """

    def dump(self) -> bytes:
        """Every part of the position, for the reference and for `Engine.load`, in the form of `lusory.engine.form`."""

    def audit(self, action: int) -> str | None:
        """What is wrong with a ply when it is played in every way there is (None: nothing). For tests; slow."""

    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __sizeof__(self) -> int: ...

@final
class Knowledge:
    """All that one player knows of a position, and nothing else."""

    @property
    def viewer(self) -> int:
        """Whose it is."""

    def sample(self, seed: int) -> State | None:
        """A position that agrees with it, drawn from a seed; None where none was found in good time."""

    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Search:
    """A search by simulations of a position, or of what the player to move knows of it. It gets better whenever it is
    run, and follows the game of a position with `advance`.

    Raises ValueError for a position in which the game is over, and for options that make no sense.
    """

    def __new__(
        cls,
        of: State | Knowledge,
        *,
        net: Net | None = None,
        seed: int = 0,
        threads: int = 1,
        memory: int = ...,
        **options: float | None,
    ) -> Search: ...
    def run(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        *,
        settle: bool = False,
        ahead: float = 0.0,
    ) -> bool:
        """Searches on: so many simulations more, or so many seconds, whatever comes first. Ctrl-C stops it. False where
        it ended before that, since there is nothing left to find out. settle: only the choice of a ply counts, so it
        ends, too, once that cannot change any more. ahead: so many simulations, or seconds where these are the limit,
        come after this run, in which another goes on."""

    def advance(self, action: int) -> bool:
        """Goes on to the position after a ply; what is known of it is kept. False where that cannot be followed: the
        ply is not legal, the game is over after it, or the search does not see the position."""

    def follow(self, knowledge: Knowledge) -> bool:
        """Goes on to what the player knows later in the game; what is known of that is kept. False where it is not
        later in the same game, and where the search sees the position."""

    @property
    def state(self) -> State | None:
        """The position that is searched; None where the search does not see all of it."""

    def spent(self) -> tuple[float, float]:
        """Seconds spent in the tree and in random games, where `timed` was asked for: of some simulations, for their
        shares."""

    def report(self) -> dict[str, Any] | None:
        """What is known now; None where that is nothing."""

@final
class AlphaBeta:
    """An alpha-beta search of a position, which judges positions by features of the rules.

    weights: what a feature is worth, by name; one that is not named has its prior. unit: one for each, with the sign of
    its prior. net: judges instead of features. Raises ValueError for positions and games that cannot be searched so.
    """

    def __new__(
        cls,
        state: State,
        *,
        weights: dict[str, float] | None = None,
        unit: bool = False,
        net: Net | None = None,
        memory: int = ...,
    ) -> AlphaBeta: ...
    def go_to(self, state: State) -> None:
        """Goes on to another position of the game; what is known of positions is kept."""

    def run(
        self, depth: int | None = None, seconds: float | None = None, wanted: Callable[[], bool] | None = None
    ) -> None:
        """Searches deeper: so many plies (turns, where they have several), or so many seconds, or as long as `wanted`
        says so, asked some twenty times a second; whatever ends first. Ctrl-C stops it."""

    def report(self) -> dict[str, Any]:
        """What is known now."""

_Connection = tuple[list[list[list[int]]], int]
_Board = tuple[int, list[list[int]], list[int], list[bool], list[tuple[list[int], bool]], int, list[_Connection]]

@final
class Net:
    """A pattern network that judges positions of one game.

    A board is: cells; the next cell of each in each direction, or -1; the opposite of each direction; which directions
    share sides; symmetries of the rules (image of each cell, are the sides exchanged); the length of lines, or 0.
    """

    @staticmethod
    def untrained(state: State, board: _Board, seed: int) -> Net:
        """A net that knows nothing, for the games from a position. Where no patterns fit the rules it reads their
        features alone, and `no_patterns` says why. Raises ValueError where no net can learn them."""

    @staticmethod
    def from_parts(
        board: _Board,
        pieces: list[tuple[int, int]],
        scale: list[float],
        bytes: bytes,
        sides: int = 2,
        secrets: bool = False,
    ) -> Net:
        """A net from its parts; without pieces it has no patterns. Raises ValueError where they do not fit each
        other."""

    @property
    def no_patterns(self) -> str | None:
        """Why an untrained net has no patterns; None where it has, and for nets from files."""

    @property
    def patterns(self) -> int:
        """The number of patterns."""

    @property
    def inputs(self) -> int:
        """The number of inputs beside the patterns."""

    @property
    def layout(self) -> str:
        """Tells layouts of patterns apart."""

    def parts(self) -> dict[str, Any]:
        """`pieces`: (owner, kind) of those told apart. `scale`: of the inputs beside the board. `rows`, `patterns`,
        `classes`: how many. `weights`: 32-bit floats, little-endian."""

    def seen(self, state: State, side: int) -> tuple[list[list[int]], list[float], int]:
        """All that the net reads of a position for the value of a side (from 0): rows of weights of each sum, the
        side's first; inputs; the number of the bias."""

    def values(self, state: State) -> list[float]:
        """What a position is worth to each player, 0 to 1, without looking ahead. With more than two players they add
        up to 1; with secrets each is judged by what that player sees."""

    def chance(self, state: State) -> float:
        """The chance that the player to move wins, 0 to 1, without looking ahead."""

    def evaluation_times(self, state: State, rounds: int) -> tuple[int, int, int]:
        """How many plies of a position leave the game going on; the nanoseconds of playing and undoing all of them,
        and of doing so and evaluating each position. The least of so many times."""

@final
class Learner:
    """Trains a net by games against itself from a position.

    noise: on chances, in the first half and in the second. decay: weight of later values in a target (lambda). rate: of
    steps. rounds: played before, by a learner of the same seed.
    """

    def __new__(
        cls,
        state: State,
        net: Net,
        *,
        seed: int = 0,
        threads: int = 1,
        rounds: int = 0,
        noise: tuple[float, float] | None = None,
        decay: float | None = None,
        rate: float | None = None,
    ) -> Learner: ...
    def round(self, progress: float) -> dict[str, Any] | None:
        """One round of games and training; None where it was stopped. progress: the share of the whole, 0 to 1."""

    def games(self) -> tuple[int, int]:
        """The numbers of the games of the next round: the first, and how many. A round can be run in parts: `play` some
        of them with the net as it is, here or elsewhere; `train`; `finish`. It gives the same net as `round`."""

    def play(self, first: int, count: int, progress: float) -> bytes | None:
        """Games by their numbers, with the net as it is; None where it was stopped."""

    def train(self, progress: float) -> float:
        """Learns from the games of the round before; the mean squared error."""

    def finish(self, games: list[bytes], loss: float) -> dict[str, Any]:
        """Ends a round: its games in order, as `play` gives them. Raises ValueError where they are damaged."""

    def study(self, games: list[list[int]], times: int) -> dict[str, Any]:
        """Learns from games of others, by the ids of their plies, so many times over; what is not legal is left out."""

    def net(self) -> Net:
        """The net as it is."""

@final
class SecretSolver:
    """Solves a game of two with secrets from a position that both players know: exactly where its histories can be
    listed, else by learning from sampled games. Values are the first player's, from 0 to 1. memory: bytes for what is
    learnt from sampled games. progress gets the number of histories so far, now and then; what runs stops where it
    returns False.
    """

    def __new__(cls, state: State, *, memory: int = ...) -> SecretSolver: ...
    def enumerate(
        self, memory: int, *, progress: Callable[[int], bool] | None = None
    ) -> tuple[float, float, int, int | None] | None:
        """Lists the histories that matter, in at most `memory` bytes: bounds of the value, how many histories were
        listed, and up to how many plies, if not to the end. None where no strategy fits the game."""

    def minimise(
        self,
        gap: float,
        *,
        plies: int | None = None,
        most: bool = ...,
        known: tuple[float, float] = ...,
        iterations: int | None = None,
        progress: Callable[[int], bool] | None = None,
    ) -> tuple[float, float, int, int, list[tuple[int, float]]] | None:
        """Bounds of the value that are closer than `gap`, by CFR+ with at most so many iterations; the number of
        information sets and of iterations; the first ply as ids and probabilities. Beyond so many plies, or where
        histories were not listed further, First gets as little as he can, and only the lower bound holds for the game;
        or with `most` as much as he can, and only the upper holds. It ends, too, where that bound cannot lie within
        those that are known. It goes on where it was stopped. None before `enumerate` and where no strategy fits the
        game. progress gets the iterations."""

    @property
    def cut_bounds(self) -> tuple[float, float]:
        """The bounds of the game that `minimise` is at. It can be read while it runs."""

    def forget(self) -> None:
        """Frees the memory of the histories that were listed."""

    def save(self, path: Path, subject: bytes, kept: list[float]) -> int:
        """Writes what CFR+ and sampled games have taught to a file, with what the caller keeps; how many entries it
        has. Raises OSError. subject: 32 bytes that say what is solved."""

    def load(self, path: Path, subject: bytes) -> list[float]:
        """Reads a file of `save`, before anything else; what the caller kept. Raises OSError, and ValueError where the
        file is damaged or of another subject."""

    def learn(
        self, games: int, seed: int, *, progress: Callable[[int], bool] | None = None
    ) -> tuple[int, int, list[tuple[int, float]]]:
        """Both players learn from so many sampled games each: how many there were, how many information sets are known,
        the first ply as ids and probabilities."""

    def score(self, games: int, seed: int, *, progress: Callable[[int], bool] | None = None) -> list[float]:
        """What the first player scores in games between the strategies that were learnt, one number a game; fewer
        where it was stopped."""

    def exploit(
        self,
        player: int,
        lessons: int,
        games: int,
        seed: int,
        *,
        memory: int = ...,
        progress: Callable[[int], bool] | None = None,
    ) -> list[float]:
        """What a player scores in games against the strategy of the other one, once he has learnt from `lessons` games
        against it; one number a game, fewer where it was stopped."""

@final
class Solver:
    """Solves a position of a game for two without secrets.

    symmetries: (image of each cell, image of each direction, are the sides exchanged), a group without its identity
    that the rules are known to have. captured, scores: what of these numbers affects the rest of a game, `both`,
    `margin` or `neither`. memory: bytes. goals: for each side the winning sets, where pieces stay: (lines, regions,
    neighbours of each cell, how many regions are needed); losses: the same of sets that make a side lose; free: any
    empty cell may be taken at every turn, and nothing but `goals` ends the game; cells: how many the board has. lead:
    where the numbers of both sides alone decide the game: its start under the same rules, but with half a point more
    for the first side; the plies from there; symmetries; the number that decides, `captured` or `score`, and what of
    the other one affects the game; what the second side gets
    added; where every ply places a piece that stays: the numbers of cells and kinds, and how many last plies of the
    side to move and of the other one count. sum: where the game falls into independent parts: the number of cells; the
    plies, as id, side, and the cells that it needs, takes and adds of the first side and of the second; what each side
    has in the solver's position; the side to move there; the player of each side. Raises ValueError where they do not
    fit.

    Answers are True, False, or the reason why there is none: `stopped`, `circles`, `chance`, `memory`, `deep`,
    `undecided` (by this method). progress gets the number of positions searched so far, now and then; the search stops
    where it returns False.
    """

    def __new__(
        cls,
        state: State,
        *,
        symmetries: Sequence[tuple[list[int], list[int], bool]] = ...,
        captured: str = "both",
        scores: str = "both",
        memory: int = ...,
        goals: list[list[tuple[list[list[int]], list[list[int]], list[list[int]], int]]] | None = None,
        losses: list[list[tuple[list[list[int]], list[list[int]], list[list[int]], int]]] | None = None,
        free: bool = False,
        supports: list[list[int]] | None = None,
        cells: int = 0,
        lead: tuple[
            State,
            list[int],
            Sequence[tuple[list[int], list[int], bool]],
            tuple[str, str],
            int,
            tuple[int, int, tuple[int, int]] | None,
        ]
        | None = None,
        sum: tuple[int, list[tuple[int, int, list[list[list[int]]]]], list[list[int]], int, list[int]] | None = None,
    ) -> Solver: ...
    def answer(
        self,
        player: int,
        halves: int,
        *,
        after: list[int] = ...,
        method: str = "descent",
        threads: int = 1,
        positions: int | None = None,
        progress: Callable[[int], bool] | None = None,
        within: int | None = None,
        handicap: int | None = None,
    ) -> bool | str:
        """Does a player get at least so many half points, 1 or 2? after: plies from the position, by their ids. method:
        `descent`, `proof` or `placement`. within: the game must be over so many plies later; only `descent` asks so.
        handicap: what the second side gets added, where a lead decides the game; only `descent` asks so. Raises
        ValueError for plies that are not legal."""

    def forced_win(
        self,
        player: int,
        turns: int,
        width: int,
        *,
        threads: int = 1,
        positions: int | None = None,
        progress: Callable[[int], bool] | None = None,
    ) -> bool | str:
        """Does a player win within so many of his own whole turns, if he tries `width` turns in a position? False says
        nothing of wider and deeper searches."""

    def proof(
        self,
        player: int,
        halves: int,
        file: str | Path,
        *,
        method: str = "descent",
        most: int = ...,
        memory: int = ...,
        progress: Callable[[int], bool] | None = None,
        within: int | None = None,
    ) -> int | str:
        """Writes a proof that a player gets at least so many half points to a file, and returns the number of its
        positions; else the reason. method: `turns` after `forced_win` found one. most: bytes of the file. memory:
        bytes for the numbers of its positions. within: a limit of plies that suffices, for `descent`."""

    def enumerate(
        self, *, edges: str | Path | None = None, progress: Callable[[int], bool] | None = None
    ) -> tuple[int, int | None] | str | None:
        """Finds every position that can be reached, and solves them all: the value of the position (see `look_up`),
        else the reason. Goes on where it was stopped. edges: the file of all plies; None: they stay in memory. Play
        without end is a draw."""

    def solve_layer(
        self,
        bare: State,
        cells: int,
        *,
        limit: int | None = None,
        threads: int = 1,
        progress: Callable[[int], bool] | None = None,
    ) -> int | str:
        """Solves the next layer of all positions: those with one piece less than the layer before. The rules must place
        or move one piece a turn, and treat the sides alike; pieces never leave the board. bare: the start under the
        rules without their draw by quiet plies or repetition. limit: so many plies in a row that place nothing are a
        draw. Returns how many layers are left, else the reason."""

    def look_up(self, state: State) -> tuple[int, int | None] | None:
        """What a position is worth to its player to move, once all are solved: half points, and the plies to the end
        where it is decided."""

    def expectation(
        self, *, endless: bool = False, progress: Callable[[int], bool] | None = None
    ) -> tuple[float, float] | str:
        """Bounds of the expected value for the first player of a position with chance plies, from 0 to 1: equal unless
        it was stopped or the memory is full; else the reason. Goes on where it was stopped. endless: positions can
        repeat; then it is found from a list of all positions, and play without end is a draw."""

    def save(self, path: Path, subject: bytes) -> int:
        """Writes what has been answered to a file: how many entries. subject: 32 bytes by which it is known
        again. Raises OSError."""

    def load(self, path: Path, subject: bytes) -> int:
        """Reads what `save` has written: how many entries. Raises OSError; ValueError where the file is damaged, or was
        written for something else or with less memory."""

    @property
    def has_long_turns(self) -> bool:
        """May turns have several plies?"""

    @property
    def nodes(self) -> int:
        """Positions searched so far."""

    @property
    def share(self) -> tuple[int, int]:
        """How many parts of the present search are done, and of how many: plies of the root, positions that are listed,
        or layers. (0, 0) where that is not known. It can be read while a search runs."""

    @property
    def filled(self) -> float:
        """The share of the table in use."""

@final
class Census:
    """The rows of a census: an iterator. A row is [nodes, finished, wins of each player ..., draws].

    Raises RecursionError for a turn that never ends, MemoryError where too many states would have to be held.
    """

    def __iter__(self) -> Census: ...
    def __next__(self) -> list[int]: ...

def stream(seed: int, index: int, bounds: Sequence[int]) -> list[int]:
    """Draws of game number `index` of `seed`, one below each bound, without bias."""

def features(state: State) -> list[tuple[str, float, float]]:
    """The features of a position: each with its name, its prior, and what it comes to, the first player's share less
    the second's."""

def tune(
    state: State,
    games: int,
    seed: int = 0,
    *,
    decay: float = 0.9,
    rate: float = 0.1,
    depth: int = 1,
    random: int = 12,
    progress: Callable[[int], object] | None = None,
) -> dict[str, float]:
    """Weights found by temporal differences over so many games that a program plays against itself from a position.

    `progress` is called now and then with the number of games played. Ctrl-C stops it.
    """
