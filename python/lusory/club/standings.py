"""Standings and cross tables of finished games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from .glicko import RatedGame, Rating, Ratings


class CrossTableScore(msgspec.Struct, frozen=True):
    """Results counted. In games of several players a win is a larger value than anybody else's, a draw the largest
    value shared, a loss anything else."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win counts 1, a draw ½."""
        return self.wins + self.draws / 2

    def plus(self, mine: float, opposing_values: Sequence[float]) -> CrossTableScore:
        """One game more."""
        best = max(opposing_values, default=0.0)
        is_win, is_draw = mine > best, mine == best
        return CrossTableScore(self.wins + is_win, self.draws + is_draw, self.losses + (not is_win and not is_draw))


class Standing(msgspec.Struct, frozen=True):
    """A row of a table. seats: the results in each seat, the first first. last: when the last game ended."""

    player: str
    rating: Rating
    score: CrossTableScore
    seats: tuple[CrossTableScore, ...]
    last: int


class CrossTable(msgspec.Struct, frozen=True):
    """players: in the order of the rows. cells[i][j]: the results of player i against player j."""

    players: tuple[str, ...]
    cells: tuple[tuple[CrossTableScore, ...], ...]


def standings(games: Iterable[RatedGame], ratings: Ratings) -> list[Standing]:
    """Everybody who played: those with settled ratings first, the highest first; then provisional ones."""
    rows: dict[str, Standing] = {}
    for game in games:
        for seat, player in enumerate(game.players):
            before = rows.get(player) or Standing(
                player, ratings.players.get(player, Rating()), CrossTableScore(), (), 0
            )
            rows[player] = count_game(before, game, seat)
    return sorted(rows.values(), key=lambda row: (row.rating.provisional, -row.rating.rating, row.player))


def count_game(row: Standing, game: RatedGame, seat: int) -> Standing:
    """The row with one game more."""
    opposing_values = [value for i, value in enumerate(game.values) if i != seat]
    seats = list(row.seats) + [CrossTableScore()] * (seat + 1 - len(row.seats))
    seats[seat] = seats[seat].plus(game.values[seat], opposing_values)
    score = row.score.plus(game.values[seat], opposing_values)
    return msgspec.structs.replace(row, score=score, seats=tuple(seats), last=max(row.last, game.ended))


def cross_table(games: Iterable[RatedGame], players: Sequence[str]) -> CrossTable:
    """Everybody against everybody, of these players. A game of several counts between each two."""
    index = {player: i for i, player in enumerate(players)}
    cells = [[CrossTableScore()] * len(players) for _ in players]
    for game in games:
        for a, row_player in enumerate(game.players):
            for b, column_player in enumerate(game.players):
                if row_player != column_player and row_player in index and column_player in index:
                    i, j = index[row_player], index[column_player]
                    cells[i][j] = cells[i][j].plus(game.values[a], [game.values[b]])
    return CrossTable(tuple(players), tuple(map(tuple, cells)))
