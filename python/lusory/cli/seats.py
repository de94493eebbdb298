"""Assigns player specs to seats, from the command line or a saved game; parses `--seat` and `--as`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import typer

from ..play.narration import side_letter
from ..play.renaming import SEATS

if TYPE_CHECKING:
    from ..play.position import Position

HUMAN = "human"
"""The same as in players/spec.py, which --help must not import: it is slow to load."""
OTHER_PROGRAM = "ugi"
"""The kind of player that starts a program: a file must not choose one."""


class Resumed(NamedTuple):
    """A saved game that is continued. plies: their texts, as the file has them. tags: the record's other tags."""

    plies: tuple[str, ...]
    tags: Mapping[str, str]


def player_named(
    text: str, position: Position, tags: Mapping[str, str], option: str, others: Sequence[str] = ()
) -> int:
    """The number of the player named by `first`, `1`, the side on the board (`x`), or the name in the record's tags.

    Raises BadParameter, which lists the names that are accepted. others: what the option takes besides.
    """
    folded = text.strip().casefold()
    names = [names_of(player, position, tags) for player in range(position.contract.players)]
    for column in zip(*names, strict=True):  # `first` is the first player, even if another player has that name
        matching = [player for player, name in enumerate(column) if folded and name.casefold() == folded]
        if len(matching) == 1:
            return matching[0]
    choices = [f"{first} ({', '.join(filter(None, further))})" for first, *further in names]
    choices += others
    raise typer.BadParameter(
        f"{option} {text}: expected " + " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))
    )


def names_of(player: int, position: Position, tags: Mapping[str, str]) -> tuple[str, str, str, str]:
    """What a player can be called: `first`, `1`, the side, the name in the tags; the last two may be empty."""
    return SEATS[player], f"{player + 1}", side_letter(position, player), tags.get(SEATS[player], "")


def parse_names(text: str, position: Position, tags: Mapping[str, str]) -> dict[int, str]:
    """The names of `--names`, by player. Raises BadParameter."""
    names: dict[int, str] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        seat, sign, name = (side.strip() for side in part.partition("="))
        if not (seat and sign and name) or '"' in name:
            raise typer.BadParameter(f"--names {part}: expected PLAYER=NAME, as in first=Ada,second=Bo")
        names[player_named(seat, position, tags, "--names")] = name
    return names


def names_of_people(text: str, specs: Sequence[str], position: Position, tags: Mapping[str, str]) -> dict[str, str]:
    """The names of `--names` for the people at the keyboard, by tag. Raises BadParameter for a machine's seat, and for
    a name that a record would take for a machine."""
    names = parse_names(text, position, tags)
    for player, name in names.items():
        if specs[player] != HUMAN:
            raise typer.BadParameter(f"--names: {SEATS[player]} is {specs[player]}, expected a person's seat")
        if kind_of(name) != HUMAN or name.casefold() in SEATS:
            raise typer.BadParameter(f"--names: {name} is what lusory calls a player, expected another name")
    return {SEATS[player]: name for player, name in names.items()}


def kind_of(tag: str) -> str:
    """The kind of player in a tag: of a machine's spec, `human` for a person of any name, empty for an empty tag."""
    from ..errors import UnknownPlayer
    from ..players import read_spec

    try:
        return read_spec(tag).kind.name if tag.strip() else ""
    except UnknownPlayer:
        return HUMAN


def players_of_record(tags: Mapping[str, str], players: int) -> list[str | None]:
    """The players by the tags of a record: the spec of a machine, `human` for a person; None where the tag is missing.

    Raises BadParameter for another program (`ugi:...`): a file starts none.
    """
    specs: list[str | None] = []
    for tag in SEATS[:players]:
        tag_text = tags.get(tag, "")
        kind = kind_of(tag_text)
        if kind == OTHER_PROGRAM:
            raise typer.BadParameter(
                f"the record says that {tag} is {tag_text}; a record starts no program: give --{tag}"
            )
        specs.append(HUMAN if kind == HUMAN else tag_text.strip() or None)
    return specs


def labels(specs: Sequence[str], tags: Mapping[str, str]) -> list[str]:
    """The specs as they are shown and saved: a person is called by the name in the tags."""
    names = [tags.get(tag, "") for tag in SEATS[: len(specs)]]
    pairs = zip(specs, names, strict=True)
    return [printable(name) if spec == HUMAN == kind_of(name) else spec for spec, name in pairs]


def people_in_tags(position: Position, tags: Mapping[str, str]) -> dict[int, str]:
    """The names of people in the tags of a record, by player; none where two are called alike."""
    tagged = {player: tags.get(SEATS[player], "") for player in range(position.contract.players)}
    people = {
        player: printable(name) for player, name in tagged.items() if name not in ("", HUMAN) and kind_of(name) == HUMAN
    }
    return people if len({name.casefold() for name in people.values()}) == len(people) else {}


def printable(text: str) -> str:
    """Text of a file without control characters, safe to print in a terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def seat_specs(
    given: Sequence[str | None], seat: str | None, position: Position, tags: Mapping[str, str] | None = None
) -> list[str]:
    """The spec of each player; a person's is `human`.

    given: --first, --second, ... seat: --seat. tags: of the record that is continued; None in a new game. `given` takes
    precedence over the record. With --seat the others are machines. By default first is a person and the others are
    machines; where first is a machine and no seat is given to a person, the next seat is.
    Raises BadParameter for a player the game does not have, and where a saved game has secrets and neither the record
    nor --seat says which seat the person at the keyboard takes.
    """
    players = position.contract.players
    for number, spec in enumerate(given[players:], players):
        if spec is not None:
            raise typer.BadParameter(f"--{SEATS[number]}: the game is for {players}")
    specs = list(given[:players])
    open_seats = {tag for tag, spec in zip(SEATS, specs, strict=False) if spec is None}
    on_record = players_of_record(
        {tag: recorded for tag, recorded in (tags or {}).items() if tag in open_seats}, players
    )
    if seat is not None:
        return _seat_person(player_named(seat, position, tags or {}, "--seat"), specs, on_record, position)
    specs = [spec or recorded for spec, recorded in zip(specs, on_record, strict=True)]
    unknown = specs.count(None) > 1 and HUMAN not in specs
    if tags is not None and unknown and position.hidden and position.result is None:
        choice = " or ".join(f"--seat {tag}" for tag in SEATS[:players])
        raise typer.BadParameter(f"--resume: the record has secrets and does not say who sat where; add {choice}")
    if None in specs and (HUMAN not in specs or specs[0] is None):
        specs[specs.index(None)] = HUMAN
    return _fill_open_seats(specs, position)


def _seat_person(seat: int, given: list[str | None], on_record: list[str | None], position: Position) -> list[str]:
    """A person takes `seat`; the others are machines: those of the record, with the one from `seat` moved."""
    if given[seat] not in (None, HUMAN):
        raise typer.BadParameter(f"--seat {SEATS[seat]}: --{SEATS[seat]} says that {given[seat]} sits there")
    displaced = on_record[seat]
    specs = list(given)
    specs[seat] = HUMAN
    for player, recorded in enumerate(on_record):
        if specs[player] is None and recorded != HUMAN:
            specs[player] = recorded
        elif specs[player] is None and displaced != HUMAN:
            specs[player], displaced = displaced, None
    return _fill_open_seats(specs, position)


def _fill_open_seats(specs: Sequence[str | None], position: Position) -> list[str]:
    """Open seats get the default opponent of the game."""
    from ..players.levels import opponent

    return [spec or opponent(position.game) for spec in specs]
