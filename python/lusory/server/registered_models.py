"""Certificates and nets that the host has registered: at tables they are players by id, `perfect:ID` and `net:ID`.

They lie in the data folder, each a file with a line of JSON beside it. Guests name them by id alone: never a path.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from .._files import write_atomically
from ..errors import LusoryError, UnknownPlayer
from ..learn.net import load as load_net
from ..players import Player, read_spec
from ..players.net import SHIPPED
from ..players.perfect import PerfectPlayer, ProofFirstPlayer
from ..rules.game import Game
from ..rules.game_file import GameHeader
from ..solve.lookup import Lookup
from ..solve.solved_file import load as load_solved
from ..solve.solved_file import load_lookup
from ..solve.table_file import DamagedTable
from .private_files import make_private_folder

FOLDER = "models"
ID = "[a-z0-9][a-z0-9-]{0,39}"
KINDS = ("perfect", "net")
BEST = "best"
SPEC = re.compile(rf"(perfect|net):(?!{SHIPPED}\b)({ID})(,(?:\d{{1,5}}(?:\.\d{{1,3}})?|\.\d{{1,3}})s|,\d)?")
"""As a seat names one; nets with a limit in seconds or plies, too. The net that comes with lusory is none of them."""
POSITIONS = 400_000
"""Of a certificate or a table, at most: a worker holds it in memory."""


class RegisteredModel(msgspec.Struct, frozen=True):
    """kind: `perfect` or `net`. name, hash: of the game that it was made for. file: its name in the folder. sha256: of
    the file. checked: whether every position of the certificate was checked with the reference."""

    id: str
    kind: str
    name: str
    hash: str
    file: str
    sha256: str
    checked: bool = False

    @property
    def spec(self) -> str:
        """As a seat names it."""
        return f"{self.kind}:{self.id}"


def folder_of(data: str | Path) -> Path:
    """Where they lie, in a data folder."""
    return Path(data) / FOLDER


def list_models(data: str | Path) -> list[RegisteredModel]:
    """All of them, by kind and id. What is damaged is left out."""
    models = []
    for path in sorted(folder_of(data).glob("*.json")):
        try:
            models.append(msgspec.json.decode(path.read_bytes(), type=RegisteredModel))
        except (OSError, msgspec.MsgspecError):
            continue
    return models


def find(data: str | Path, kind: str, model_id: str) -> RegisteredModel | None:
    """One of them, whose file is there."""
    if not re.fullmatch(ID, model_id) or kind not in KINDS:
        return None
    model = next((model for model in list_models(data) if (model.kind, model.id) == (kind, model_id)), None)
    return model if model and (folder_of(data) / model.file).is_file() else None


def spec_with_path(spec: str, data: str | Path, rules_hash: str) -> str:
    """The spec of a seat as players read it: a registered id becomes a path; other specs stay. rules_hash: of the game.

    Raises UnknownPlayer, which names no path.
    """
    match = SPEC.fullmatch(spec)
    if match is None:
        return spec
    model = find(data, match[1], match[2])
    if model is None:
        raise UnknownPlayer(f"{spec}: the host of this server has registered no {match[1]} of this id")
    if model.hash != rules_hash:
        raise UnknownPlayer(f"{spec}: made for {model.name or 'another game'} with other rules or options")
    return f"{model.kind}:{folder_of(data) / model.file}{match[3] or ''}"


def register(data: str | Path, path: Path, model_id: str, checked: bool = False) -> RegisteredModel:
    """Copies a file into the folder under an id. checked: the caller has verified its proofs in full.

    Raises LusoryError for a file that is neither a certificate nor a net, an id of other signs, and one that is taken.
    """
    if not re.fullmatch(ID, model_id) or model_id.startswith(SHIPPED):
        signs = "small letters, digits and hyphens, at most 40"
        raise LusoryError(f"{model_id[:60]}: expected an id of {signs}, that does not begin with {SHIPPED}")
    kind, name, rules_hash = read_kind(path)
    content = path.read_bytes()
    if any((model.kind, model.id) == (kind, model_id) for model in list_models(data)):
        raise LusoryError(
            f"{kind}:{model_id} is registered already; `lusory host unregister {kind}:{model_id}` takes it away"
        )
    model = RegisteredModel(
        model_id, kind, name, rules_hash, f"{kind}-{model_id}.bin", sha256(content).hexdigest(), checked
    )
    folder = folder_of(data)
    make_private_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    write_atomically(folder / model.file, content)
    write_atomically(folder / f"{kind}-{model_id}.json", msgspec.json.encode(model))
    return model


def read_kind(path: Path) -> tuple[str, str, str]:
    """The kind of a file, and the name and the hash of its game. Raises LusoryError."""
    try:
        file = load_solved(path)
    except OSError as fault:
        raise LusoryError(f"{path}: {fault.strerror or fault}") from None
    except DamagedTable as fault:
        raise LusoryError(f"{path}: {fault}") from None
    except LusoryError as no_certificate:
        return read_net(path, no_certificate)
    return "perfect", *of_few(path, file.positions, file.header)


def read_net(path: Path, no_certificate: LusoryError) -> tuple[str, str, str]:
    """See `read_kind`; for what is no certificate."""
    try:
        net = load_net(path)
    except LusoryError as no_net:
        raise LusoryError(f"{path}: neither a certificate ({no_certificate}) nor a net ({no_net})") from None
    return "net", net.game.name, net.game.hash


def of_few(path: Path, positions: int, header: GameHeader) -> tuple[str, str]:
    """The name and the hash of the game of a file. Raises LusoryError where it has too many positions."""
    if positions > POSITIONS:
        raise LusoryError(f"{path}: {positions:,} positions, expected at most {POSITIONS:,} on a server")
    return header.name, header.hash


def unregister(data: str | Path, spec: str) -> bool:
    """Takes one away; False where there is none."""
    kind, _, model_id = spec.partition(":")
    if kind not in KINDS or not re.fullmatch(ID, model_id):
        return False
    index = folder_of(data) / f"{kind}-{model_id}.json"
    is_indexed = index.exists()
    index.unlink(missing_ok=True)
    (folder_of(data) / f"{kind}-{model_id}.bin").unlink(missing_ok=True)
    return is_indexed


@lru_cache(maxsize=2)
def lookup_of(file: Path, stamp: float) -> Lookup:
    """A certificate or a table, ready to be played by. stamp: of the file's last change."""
    return load_lookup(file)


def lookups_of(data: str | Path, rules_hash: str) -> list[Lookup]:
    """The registered certificates of a rule version. One that cannot be read is left out."""
    paths = []
    for model in list_models(data):
        if model.kind == "perfect" and model.hash == rules_hash:
            file = folder_of(data) / model.file
            try:
                paths.append(lookup_of(file, file.stat().st_mtime))
            except (OSError, LusoryError):
                continue
    return paths


def player_of(spec: str, data: str | Path, game: Game) -> Player:
    """The player of a seat: by a registered id, or by any other spec; `best` plays by registered certificates of the
    game. Raises UnknownPlayer, which names no path."""
    with_path = spec_with_path(spec, data, game.hash)
    if with_path == spec:
        player = read_spec(spec).player(game)
        paths = lookups_of(data, game.hash) if data and spec.partition(":")[0] == BEST else []
        return ProofFirstPlayer(paths, player) if paths else player
    try:
        if with_path.startswith("perfect:"):
            file = Path(with_path.partition(":")[2])
            return PerfectPlayer(lookup_of(file, file.stat().st_mtime), game)
        return read_spec(with_path).player(game)
    except (OSError, LusoryError):
        raise UnknownPlayer(f"{spec}: the file that the host has registered cannot be read") from None
