"""Names that people give to games of a litter. They stand in a file beside it, by the numbers of the games, so the run
keeps them when it goes on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec

from ..errors import LusoryError
from ..games import names as known_names
from .finalists import NETS
from .litter import GAMES, NAME, litter, written_names
from .run import Bred

CHOSEN = "names.json"
LONGEST = 40


def chosen_names(out: Path) -> dict[str, str]:
    """The names that people have given, by the numbers of the games (`#17`). Raises LusoryError."""
    file = out / CHOSEN
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as fault:
        raise LusoryError(f"{file}: {fault}; expected names by the numbers of games") from None


def rename(bred: Bred, out: Path, changes: Sequence[str]) -> None:
    """Gives games of a litter other names, each change `old=new`. Their nets are renamed, too; the litter is to be
    written anew. Raises LusoryError for a name that is no name, stands for another game, or is not in the litter."""
    chosen = chosen_names(out)
    for old, new in map(read_change, changes):
        labels = {newborn.name: newborn.label for newborn in litter(bred, chosen)}
        check_change(old, new, labels)
        check_free(out, new, {name for label, name in chosen.items() if label != labels[old]})
        chosen[labels[old]] = new
        move_net(out, old, new)
    write_names(out / CHOSEN, chosen)


def check_before(out: Path, changes: Sequence[str]) -> None:
    """Checks before a run what its end would refuse: changes that are none, names of known games, and names that do not
    fit the litter that is there already. Raises LusoryError."""
    given, names = set(chosen_names(out).values()), written_names(out)
    for old, new in map(read_change, changes):
        check_change(old, new, {old} if names is None else names)
        check_free(out, new, given - {old})
        given = given - {old} | {new}
        names = None if names is None else names - {old} | {new}


def check_change(old: str, new: str, names: Collection[str]) -> None:
    """Raises LusoryError where a game of a litter with these names cannot have the new one."""
    if old not in names:
        raise LusoryError(f"{old} is not in this litter; expected {', '.join(sorted(names)[:12])}")
    if new in names or new in known_names():
        raise LusoryError(f"{new}: another game has this name")


def check_free(out: Path, new: str, given: Collection[str]) -> None:
    """Raises LusoryError where a game that has left the litter has been given this name, or a file that is none of the
    litter's has it. given: names of other games."""
    if new in given:
        raise LusoryError(f"{new}: this name was given to another game, which has left the litter and may come back")
    file = out / GAMES / f"{new}.json"
    if file.exists() and new not in (written_names(out) or ()):
        raise LusoryError(f"{file} is there already, and is no game of this litter; move it, or give another name")


def read_change(text: str) -> tuple[str, str]:
    """The old and the new name of a change."""
    old, equals, new = text.partition("=")
    if not equals or not NAME.fullmatch(new) or len(new) > LONGEST:
        raise LusoryError(
            f"{text!r}: expected old=new, the new name of small letters, digits and hyphens, at most {LONGEST}"
        )
    return old, new


def move_net(out: Path, old: str, new: str) -> None:
    """The net of a game under its new name."""
    file = out / NETS / f"{old}.net"
    if file.exists():
        file.rename(file.with_stem(new))


def write_names(file: Path, chosen: Mapping[str, str]) -> None:
    """Raises LusoryError where it cannot be written."""
    try:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(chosen)) + b"\n")
    except OSError as fault:
        raise LusoryError(f"{file}: {fault.strerror or fault}") from None
