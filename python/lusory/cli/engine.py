"""`lusory engine`: offers a game as a UGI engine on stdin and stdout."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import LusoryError
from .arguments import GameName, GameOptions, complete_player, game_of, seed_option

if TYPE_CHECKING:
    from ..play.position import Position
    from ..players import Analysis, Player, Spec
    from ..ugi import Finding, GoLimits

Who = Annotated[
    str, typer.Option("--player", metavar="SPEC", autocompletion=complete_player, help="Who chooses plies.")
]
Seed = Annotated[int | None, seed_option("The same seed, the same choices.")]


def engine(game: GameName, option: GameOptions = None, player: Who = "best:1s", seed: Seed = None) -> None:
    """Speak UGI, the Universal Game Interface, on stdin and stdout: for programs that let engines play each other.

    \b
    lusory engine connect-four
    lusory engine hex -o size=7 --player greedy

    Commands: ugi, isready, uginewgame, position startpos [moves ...], go [movetime MS | nodes N | depth N | p1time MS
    p2time MS p1inc MS p2inc MS | infinite], stop, query p1turn | result | gameover, quit. What `go` says takes the
    place of the limit in SPEC. Plies are written canonically (`b2-c3`), one by one; chance plies are among them.
    """
    from ..players import read_spec
    from ..ugi import Engine

    rules = game_of(game, option)
    if rules.players != 2:
        raise LusoryError(f"{rules.name or 'this game'}: for {rules.players}, and UGI is for two players")
    chooser = PlayersByLimit(rules, read_spec(player), random.Random(seed))
    try:
        Engine(rules, chooser, lambda line: print(line, flush=True)).serve(sys.stdin)
    finally:
        chooser.close()


def to_finding(analysis: Analysis) -> Finding:
    """An analysis as a UGI finding."""
    from ..ugi import Finding

    sure = "proven" if analysis.proven else f"{analysis.interval[0]:.3f} to {analysis.interval[1]:.3f}"
    return Finding(analysis.seconds, analysis.simulations, analysis.line, f"value {analysis.value:.3f}, {sure}")


class PlayersByLimit:
    """Cache of players by their limits, so that each keeps its search tree."""

    def __init__(self, game: Any, spec: Spec, rng: random.Random) -> None:
        self.game, self.spec, self.rng = game, spec, rng
        self.players: dict[str, Player] = {}
        self.player(spec.text)

    def player(self, text: str) -> Player:
        """The player of a spec. Kept are that of the engine's own spec and one other: with a clock each ply has another
        limit, and a player has a table of positions."""
        from ..players import player

        if text not in self.players:
            for former in self.players.keys() - {self.spec.text}:
                self.players.pop(former).close()
            self.players[text] = player(text, self.game)
        return self.players[text]

    def spec_text(self, limits: GoLimits) -> str:
        """The spec with the requested limit in place of its own, if its kind takes such a limit."""
        from ..players.limits import LONGEST

        limit = ""
        seconds = LONGEST if limits.infinite else limits.seconds
        if seconds is not None and self.spec.kind.takes("seconds"):
            limit = f"{seconds:.3f}s"
        elif limits.nodes is not None and self.spec.kind.takes("count"):
            limit = str(limits.nodes)
        elif limits.depth is not None and self.spec.kind.takes("depth"):
            limit = str(limits.depth)
        argument = self.spec.kind.with_limit(self.spec.argument, limit) if limit else self.spec.argument
        return self.spec.kind.name + (f":{argument}" if argument else "")

    def thinker(self, limits: GoLimits) -> Player:
        """The player with these limits; one that cannot be stopped gets no infinite limit."""
        player = self.player(self.spec_text(limits))
        return player if player.heeds_stop or not limits.infinite else self.player(self.spec.text)

    def choose(self, position: Position, limits: GoLimits, tell: Callable[[Finding], None]) -> str:
        """See ugi.Chooser."""
        from ..players import seen_by

        mover = position.to_move
        assert mover is not None
        player = self.thinker(limits)
        player.tell = lambda analysis: tell(to_finding(analysis))
        ply = player.choose(seen_by(position, mover), self.rng)
        return position.contract.text(ply) if isinstance(ply, int) else ply

    def stop(self) -> None:
        """Stop the player that is choosing."""
        for player in list(self.players.values()):
            player.stop()

    def begin(self) -> None:
        """Begin a new game."""
        for player in self.players.values():
            player.begin()

    def close(self) -> None:
        """Close all players."""
        for player in self.players.values():
            player.close()
