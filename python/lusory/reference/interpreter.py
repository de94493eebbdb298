"""The reference plays any rule value, slowly, by reading its words. It offers the contract of play/contract.py."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .._numbers import check_player
from ..errors import IllegalPly, Phrase
from ..rules.events import CHANCE, Event, Result
from ..rules.game import Game
from ..rules.geometry import bits
from ..rules.picture import Picture, Stone
from ..rules.plies import Keep, Swap
from ..rules.setup import Put
from ..rules.static_evaluation import BoardScene
from . import cells, evaluation  # noqa: F401  (they fill the table of readings)
from .apply import answer, apply_ply, settle_commit
from .effects import effects
from .evaluation_context import Scene
from .move_generation import answers, is_chance_ply, options
from .next_turn import following_side
from .offered_ply import OfferedPly
from .progression import end_turn, look, open_turn, settle
from .state import LoggedPly, State
from .tables import Tables, hands_of, marks_of

if TYPE_CHECKING:
    from .knowledge import Known


class Reference:
    """A game read from its rule value. States are State values; see Contract for the members."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tables = Tables(game)
        self.name = game.name
        self.players = game.players
        self.num_actions = game.num_actions
        self.hidden, self.kinds = self.tables.hidden, self.tables.kinds
        self._recent: tuple[State | None, tuple[OfferedPly, ...]] = (None, ())

    def start(self) -> State:
        """The setup, with side 1 to move. A game nobody can begin is drawn at once."""
        tables, sides = self.tables, self.players
        pieces = [0] * tables.planes
        for item in self.game.setup:
            if isinstance(item, Put):
                at = BoardScene(tables.geometry, max(item.side - 1, 0)).cells(item.at)
                pieces[tables.plane(item.side, item.kind)] |= at
        hands = tuple(tables.handed.get(kind, 0) for _ in range(sides) for kind in tables.kinds)
        seats, zeros = tuple(range(sides)), (0,) * sides
        shown = tuple(pieces) if tables.hidden else (0,) * tables.planes
        quiet = (0,) * len(tables.quiets)
        empty = State(tuple(pieces), shown, 0, seats, 0, (), zeros, zeros, hands, quiet, marks=tables.unmarked)
        scene = Scene(tables, empty)
        open_turn(scene, end_turn(scene))
        return scene.freeze()

    def set_up(
        self,
        pieces: Mapping[tuple[int, str], int],
        side: int,
        marks: Mapping[str, int] | None = None,
        hands: Mapping[tuple[int, str], int] | None = None,
    ) -> State:
        """A state of the main turn with these pieces, all of them open; what a board cannot say is as at the start.

        pieces: the cells of each (owner, kind), as bit masks. side: to move, from 0. marks: the cells of each mark, as
        if they had been marked in the turn before. hands: how many pieces of each (side from 1, kind) are in hand,
        where that is not as at the start.
        """
        initial, tables = self.start(), self.tables
        planes = [0] * tables.planes
        for (owner, kind), mask in pieces.items():
            planes[tables.plane(owner, kind)] = mask
        shown = tuple(planes) if tables.hidden else (0,) * tables.planes
        zeros, quiet = (0,) * self.players, (0,) * len(tables.quiets)
        last = len(tables.turns) - 1
        seats, in_hand, layers = initial.seats, list(initial.hands), list(tables.unmarked)
        for name, mask in (marks or {}).items():
            layers[tables.marks[name][-1]] = mask
        for (owner, kind), number in (hands or {}).items():
            in_hand[(owner - 1) * len(tables.kinds) + tables.kinds.index(kind)] = number
        bare = State(
            tuple(planes), shown, side, seats, last, (), zeros, zeros, tuple(in_hand), quiet, marks=tuple(layers)
        )
        scene = Scene(tables, bare)
        open_turn(scene, end_turn(scene))
        return scene.freeze()

    def options(self, state: State) -> tuple[OfferedPly, ...]:
        """The legal plies as options, by id; where two parts offer the same ply the first counts."""
        if self._recent[0] is state:
            return self._recent[1]
        by_id: dict[int, OfferedPly] = {}
        for option in self.offers(state):
            by_id.setdefault(option.id, option)
        ordered = tuple(by_id[action] for action in sorted(by_id))
        self._recent = (state, ordered)
        return ordered

    def offers(self, state: State) -> list[OfferedPly]:
        """The plies as each part of the turn offers them, in the order of the parts: some may be offered twice."""
        return [] if state.result is not None else self._offers(Scene(self.tables, state))

    def _offers(self, scene: Scene) -> list[OfferedPly]:
        if scene.pending is None:
            view = look(scene, scene.agenda)
            view.is_chance = is_chance_ply(view, scene.agenda)
            return list(options(view, view.agenda))
        return list(answers(as_answerer(scene), self._commit(scene).answer))

    def _commit(self, scene: Scene) -> Any:
        assert scene.pending is not None
        return self.tables.parts[scene.pending.node]

    def to_move(self, state: State) -> int:
        scene = Scene(self.tables, state)
        if scene.pending is not None:
            return scene.seats[following_side(scene, scene.side)]
        return CHANCE if is_chance_ply(scene.as_seen_by(scene.side), scene.agenda) else scene.player

    def legal(self, state: State) -> tuple[int, ...]:
        return tuple(option.id for option in self.options(state))

    def weights(self, state: State) -> tuple[int, ...]:
        return tuple(option.weight for option in self.options(state))

    def play(self, state: State, action: int) -> tuple[State, tuple[Event, ...]]:
        for option in self.options(state):
            if option.id == action:
                return self.follow(state, option)
        raise IllegalPly(self.text(action), "not legal here")

    def follow(self, state: State, option: OfferedPly) -> tuple[State, tuple[Event, ...]]:
        """The state after an option, and its events."""
        scene = Scene(self.tables, state)
        if scene.pending is not None:
            self._answer(scene, option)
        else:
            self._act(scene, option)
        if self.tables.hidden:
            scene.log = (*scene.log, *scene.events)
            scene.plies = (*scene.plies, LoggedPly(self.to_move(state), option.id, len(scene.log)))
        return scene.freeze(), tuple(scene.events)

    def _act(self, scene: Scene, option: OfferedPly) -> None:
        scene.is_chance = is_chance_ply(scene.as_seen_by(scene.side), scene.agenda)
        apply_ply(scene, option)
        if scene.pending is None:
            self._complete(scene, option)
        elif self._commit(scene).answer is None:
            self._complete(scene, settle_commit(scene, 0))

    def _answer(self, scene: Scene, option: OfferedPly) -> None:
        answer(scene, following_side(scene, scene.side), option.filled)
        self._complete(scene, settle_commit(scene, option.filled))

    def _complete(self, scene: Scene, option: OfferedPly) -> None:
        """Applies the effects of a ply, then ends or goes on with the turn and the game."""
        effects(scene, option)
        counts = not scene.is_chance and not isinstance(option.word, (Swap, Keep))
        scene.is_chance = False
        settle(scene, option.agenda, option.word is None, counts)

    def result(self, state: State) -> Result | None:
        return state.result

    def scores(self, state: State) -> tuple[int, ...]:
        points_by_side = state.scores if self.counted == "scores" else state.captured
        by_player = [0] * self.players
        for side, player in enumerate(state.seats):
            by_player[player] = points_by_side[side]
        return tuple(by_player)

    @property
    def counted(self) -> str:
        """What `scores` counts: `scores`, that is points, or `captured` pieces."""
        return self.tables.counted

    def seats(self, state: State) -> tuple[int, ...]:
        """The player of each side."""
        return state.seats

    def text(self, action: int) -> str:
        return self.game.actions.text(action)

    def printed(self, action: int) -> str:
        return self.game.actions.printed(action)

    def turn_over(self, state: State) -> bool:
        return state.fresh and state.pending is None

    def picture(self, state: State, viewer: int | None) -> Picture:
        """The board as a player may see it; of a finished game all is shown."""
        stones = sorted(self._stones(state, None if state.result else viewer), key=lambda s: (s.cell, s.side))
        index = self.tables.geometry.index
        line = tuple(index[name] for name in state.result.witness) if state.result else ()
        marks = marks_of(self.tables, state.marks)
        hands = self.hands(state)
        colours = self.game.colours_of_sides
        return Picture(
            self.tables.geometry, tuple(stones), line=line, marks=marks, hands=hands, kinds=self.kinds, colours=colours
        )

    def hands(self, state: State) -> tuple[tuple[int, str, int], ...]:
        """Side, kind and number of the pieces in hand, for the kinds that come from hands."""
        return hands_of(self.tables, state.hands)

    def _stones(self, state: State, viewer: int | None) -> list[Stone]:
        stones = []
        for plane, plane_pieces in enumerate(state.pieces):
            owner, kind = self.tables.piece(plane)
            mine = viewer is None or (owner > 0 and state.seats[owner - 1] == viewer)
            shown = state.shown[plane] if self.tables.hidden else plane_pieces
            stones += [
                Stone(c, owner, kind, not shown >> c & 1) for c in bits(plane_pieces if mine else plane_pieces & shown)
            ]
        return stones

    def why_not(self, state: State, text: str) -> Phrase:
        """Why a text is no legal ply here, in words for players."""
        from .illegal_ply import why_not

        return why_not(self, state, text)

    def forbidden_by(self, state: State, text: str) -> str:
        """The expressions of the rules that forbid a ply, for authors; empty where none does."""
        from .illegal_ply import forbidden_by

        return forbidden_by(self, state, text)

    def information(self, state: State, viewer: int) -> str:
        from .knowledge import information

        check_player(viewer, self.players)
        return information(self, state, viewer)

    def sample(self, state: State, viewer: int, rng: random.Random) -> State:
        """A state that agrees with all the viewer knows: see sampling.py."""
        from .sampling import sample

        check_player(viewer, self.players)
        return sample(self, state, viewer, rng)

    def knowledge(self, state: State, viewer: int) -> Known | State:
        """The viewer's knowledge; the state itself where nothing is hidden from the viewer."""
        from .knowledge import knowledge_of

        check_player(viewer, self.players)
        return knowledge_of(self, state, viewer) if self.tables.hidden and state.result is None else state

    def imagined(self, knowledge: Known | State, rng: random.Random) -> State:
        """A state that agrees with what somebody knows: as `sample`."""
        from .sampling import draw

        return knowledge if isinstance(knowledge, State) else draw(self, knowledge, rng)

    def consistent(self, state: State, viewer: int) -> Iterator[State]:
        """Every state that agrees with all the viewer knows, once each. For small boards."""
        from .sampling import consistent

        check_player(viewer, self.players)
        return consistent(self, state, viewer)


def as_answerer(scene: Scene) -> Scene:
    """The scene as the side that answers sees it: nothing of the mover's ply but what was announced."""
    assert scene.pending is not None
    side = following_side(scene, scene.side)
    view = scene.as_seen_by(side)
    view.side, view.announced = side, scene.pending.announced
    view.to = view.origin = view.heading = view.just = view.moved = view.visited = 0
    return view
