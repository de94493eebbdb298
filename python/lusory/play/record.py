"""A game from its first ply, ready to be stored: its rule value, the texts of its plies, when secrets become public.

As JSON: `{"format": "lusory", "version": 1, "kind": "record", "game": {...}, "plies": [...], ...}`. As text: tags in
brackets, an empty line, then one turn a line. Both hold the whole rule value and never an index of a ply.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ..errors import IllegalPly, LusoryError, RecordError
from ..rules import codec
from ..rules.events import SPECTATOR, Event
from ..rules.game import Game
from .notation import ELLIPSIS, expand, turn_text
from .past import PastPly
from .position import Position
from .program import Program, contract_of, pack, unpack
from .record_tags import game_by_name, split_tags

FORMAT, VERSION, KIND = "lusory", 1, "record"
LARGEST = 16 << 20
MOST_PLIES = 20_000
BYTE_ORDER_MARK = "\ufeff"
"""Some editors write it before a text."""
OURS = ("game", "program", "rules", "options", "result")
"""Tags with a meaning of their own; users choose all others."""
_PUBLIC = re.compile(r"(\d{1,6})=(\d{1,6})")


class RecordedPly(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ply of a record. text: canonical. public: None if everybody saw it when it was made; else the number of the
    ply (from 1) with which it became known to all, 0 while it is still a secret. announced: as all know it."""

    text: str
    public: int | None = None
    announced: str = ""


class Record(msgspec.Struct, frozen=True):
    """game: the rules. plies: from the first. result: one value a player, or None. tags: anything else worth keeping
    (players' names, date, place)."""

    game: Any
    plies: tuple[RecordedPly, ...] = ()
    result: tuple[float, ...] | None = None
    tags: dict[str, str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (pack(self.game), self.plies, self.result, self.tags)

    def replay(self) -> Position:
        """The position at the end; RecordError names the ply that is not legal, or not as it is said to be."""
        position = Position(self.game, contract_of(self.game), contract_of(self.game).start())
        if len(self.plies) > MOST_PLIES:
            raise RecordError(f"{len(self.plies)} plies: expected at most {MOST_PLIES}")
        for number, ply in enumerate(self.plies, 1):
            if ply.text.startswith("?"):
                raise RecordError(
                    f"ply {number} is still a secret ({ply.text[:60]}): the record holds only what one player saw; "
                    "expected the whole record, nothing else can be replayed or resumed"
                )
            if position.result:
                raise RecordError(f"ply {number}, {ply.text[:60]}: the game was over after ply {number - 1}")
            try:
                position = position.play(ply.text)
            except IllegalPly as fault:
                raise RecordError(f"ply {number}, {fault}") from fault
            if position.ply != number:
                raise RecordError(f"ply {number}, {ply.text[:60]}: expected one ply")
        values = position.result.values if position.result else None
        if self.result is not None and values != self.result:
            raise RecordError(f"result {_score(self.result)}: the plies lead to {_score(values)}")
        self._agree(position)
        return position

    def _agree(self, position: Position) -> None:
        """Checks that what the record says of secrets follows from its plies."""
        for number, (claimed, actual) in enumerate(zip(self.plies, record(position).plies, strict=True), 1):
            for name in ("public", "announced"):
                claim, truth = getattr(claimed, name), getattr(actual, name)
                if (
                    claim
                    and claim != truth
                    and not (name == "public" and claim in plies_that_showed(position, number - 1))
                ):
                    raise RecordError(f"ply {number}, {name}: {claim}, the plies lead to {truth or 'none'}")

    def json(self) -> str:
        """The stored form."""
        document = {
            "format": FORMAT,
            "version": VERSION,
            "kind": KIND,
            "game": rules_of(self.game),
            "plies": msgspec.to_builtins(self.plies),
            "result": self.result,
            "tags": self.tags,
        }
        return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"

    def text(self) -> str:
        """Tags and one turn a line, for people."""
        is_rule_value = isinstance(self.game, Game)
        rules = _rules_text(self.game) if isinstance(self.game, Game) else ""
        name = {"game" if is_rule_value else "program": self.game.name}
        own_tags = {tag: " ".join(value.split()) for tag, value in self.tags.items()}
        tags = {**name, **own_tags, "rules": rules, "result": _score(self.result)}
        lines = [f'[{name} "{value}"]' for name, value in tags.items() if value]
        lines += ["", *(f"{number}. {turn}" for number, turn in enumerate(self.turns(), 1))]
        secrets = [f"{n}={p.public or '?'}" for n, p in enumerate(self.plies, 1) if p.public is not None]
        if secrets:
            lines[-1:] = [lines[-1], "", f"{{public {' '.join(secrets)}}}"]
        return "\n".join(lines) + "\n"

    def turns(self) -> list[str]:
        """The turns as people write them, one a line; with plies still secret, one ply a line."""
        if any(ply.text.startswith("?") for ply in self.plies):
            return [ply.text for ply in self.plies]
        lines: list[str] = []
        plies: list[str] = []
        past = self.replay().past
        contract = contract_of(self.game)
        for past_ply in past:
            plies.append(contract.text(past_ply.action))
            if past_ply.turn_over or past_ply is past[-1]:
                lines.append(turn_text(plies, unfinished=not past_ply.turn_over and self.result is None))
                plies = []
        return lines

    def seen_by(self, player: int | None) -> Record:
        """The record as a player (or, with None, a spectator) may see it: plies still secret read as what was
        announced (`? row 4`). At the end of the game nothing is secret."""
        position = self.replay()
        if player is not None and not 0 <= player < position.contract.players:
            raise ValueError(f"player {player}: expected 0 to {position.contract.players - 1}, or None")
        plies = visible_plies(position, SPECTATOR if player is None else player)
        return msgspec.structs.replace(self, plies=plies)


def rules_of(game: Game | Program) -> dict[str, Any]:
    """The rules as a record holds them. Information about the game (`about`) is not part of them."""
    if isinstance(game, Program):
        return {"program": game.name}
    return {name: value for name, value in codec.document(game).items() if name != "about"}


def _rules_text(game: Game) -> str:
    """The rules in a line; with the names of parts and the colours of the stones, where there are any."""
    beside = msgspec.json.encode(rules_of(game)) if game.terms or game.colours else codec.canonical(game)
    return beside.decode()


def _restored(stored: Any, *fields: Any) -> Record:
    """Restores a pickled record."""
    return Record(unpack(stored), *fields)


def record(position: Position) -> Record:
    """See Position.record."""
    contract, past = position.contract, tuple(position.past)
    result = position.result.values if position.result else None
    disclosed = disclosures(position) if any(map(secret, past)) else {}
    plies = tuple(
        RecordedPly(contract.text(past_ply.action), *publicity(position, past_ply, disclosed.get(index)))
        for index, past_ply in enumerate(past)
    )
    return Record(position.game, plies, result)


def visible_plies(position: Position, viewer: int | None) -> tuple[RecordedPly, ...]:
    """The plies so far as a player, SPECTATOR, or None (all of them) may see them: one still secret reads as what was
    announced (`? row 4`)."""
    return tuple(
        ply if viewer is None or ply.public != 0 or past_ply.player == viewer
        else RecordedPly(f"? {ply.announced}".rstrip(), 0, ply.announced)
        for ply, past_ply in zip(record(position).plies, position.past, strict=True)
    )  # fmt: skip


def secret(past_ply: PastPly) -> list[Event]:
    """The events of a ply by its own player that not everybody may know. (An answer can also bring secret events of the
    player who is answered.)"""
    return [event for event in past_ply.events if event.seen_by is not None and event.player == past_ply.player]


def publicity(position: Position, past_ply: PastPly, disclosed: int | None) -> tuple[int | None, str]:
    """When a ply became known to all (see RecordedPly.public), and what was announced of it. disclosed: see
    `disclosures`; None where that does not hold it."""
    if not secret(past_ply):
        return None, ""
    at_end = position.ply if position.result else 0
    return at_end if disclosed is None else disclosed, announcement(position, past_ply)


def disclosures(position: Position) -> dict[int, int]:
    """The secret plies (from 0) that everybody knows by now, and with which ply (from 1) each became known: its target
    was shown, or a piece was revealed that no other secret ply of that side can have placed. It is computed from public
    announcements and reveals alone, so it discloses no more than everybody can infer."""
    if has_ambiguous_texts(position.game):
        return {}
    disclosed: dict[int, int] = {}
    waiting: dict[int, tuple[int, set[str]]] = {}
    last = -1
    for index, past_ply in enumerate(position.past):
        if commits := secret(past_ply):
            waiting[index], last = (commits[0].player, announced_cells(past_ply)), index
        for event in (e for e in past_ply.events if e.seen_by is None):
            now_known = [last] if event.kind == "show" and last in waiting else []
            if event.kind == "reveal":
                now_known = commits_behind(waiting, event)
            if event.kind == "swap":
                waiting = {ply: (1 - player, cells) for ply, (player, cells) in waiting.items()}
            for ply in now_known:
                del waiting[ply]
                disclosed[ply] = index + 1
    return disclosed


def has_ambiguous_texts(game: Game | Program) -> bool:
    """Whether two secret plies of the same target, kind and announcement can have different texts: views cannot say
    which of them was played."""
    keys = game.actions.blocks if isinstance(game, Game) else ()
    parts = [(label, key[2]) for key in keys if key[0] == "commit" for label in key[1]]
    return len(set(parts)) < len(parts)


def plies_that_showed(position: Position, index: int) -> list[int]:
    """The plies (from 1) that showed a piece on the target of a secret ply. Older records give such a number also where
    another ply could have placed that piece."""
    cells = {name for event in secret(position.past[index])[:1] for name in event.cells}
    return [
        number
        for number, past_ply in enumerate(position.past, 1)
        if any(event.kind in ("show", "reveal") and cells & set(event.cells) for event in past_ply.events)
    ]


def announced_cells(past_ply: PastPly) -> set[str]:
    """The cells that were announced of a secret ply; none where nothing was."""
    return {name for event in past_ply.events if event.kind == "announce" for name in event.cells}


def commits_behind(waiting: dict[int, tuple[int, set[str]]], event: Event) -> list[int]:
    """The secret plies that must have placed the revealed pieces. waiting: for each secret ply not yet known, the
    player whose piece it placed, and the cells announced for it (none: any cell)."""
    candidates = {ply: cells for ply, (player, cells) in waiting.items() if player == event.player}
    by_piece = [[ply for ply, cells in candidates.items() if not cells or name in cells] for name in event.cells]
    return [plies[0] for plies in by_piece if len(plies) == 1]


def announcement(position: Position, past_ply: PastPly) -> str:
    """`row 4`, `column B`; cells that are no row or column are listed."""
    cells = next((event.cells for event in past_ply.events if event.kind == "announce"), ())
    geometry = position.picture().geometry
    for name, labels in (("row", geometry.rows), ("column", geometry.columns)):
        for label, mask in labels:
            if cells and geometry.named(mask) == cells:
                return f"{name} {label}"
    return " ".join(cells)


def read(text: str | bytes, game: Game | Program | None = None) -> Record:
    """A record from either form; RecordError says where it fails. `game` is needed where the record is of a Python
    class: a record never runs a file."""
    source = (text.decode("utf-8", "replace") if isinstance(text, bytes) else text).removeprefix(BYTE_ORDER_MARK)
    if len(source) > LARGEST:
        raise RecordError(f"{len(source)} characters: expected a record of at most {LARGEST}")
    try:
        return from_json(source, game) if source.lstrip().startswith("{") else from_text(source, game)
    except RecordError:
        raise
    except LusoryError as fault:
        raise RecordError(f"the rules of the record: {fault}") from fault


def from_json(source: str, game: Game | Program | None = None) -> Record:
    """A record from its stored form."""
    try:
        data = msgspec.json.decode(source)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as fault:
        raise RecordError(f"not JSON: {fault}") from None
    for key, expected in (("format", FORMAT), ("kind", KIND), ("version", VERSION)):
        if data.get(key) != expected:
            raise RecordError(f"{key}: {data.get(key)!r}, expected {expected!r}")
    extra = set(data) - {"format", "version", "kind", "game", "plies", "result", "tags"}
    if extra:
        raise RecordError(f"{min(extra)}: unknown field")
    try:
        plies = msgspec.convert(data.get("plies", []), tuple[RecordedPly, ...])
        result = msgspec.convert(data.get("result"), tuple[float, ...] | None)
        tags = msgspec.convert(data.get("tags", {}), dict[str, str])
    except msgspec.ValidationError as fault:
        raise RecordError(str(fault)) from None
    wrong_tag = next((tag for tag in tags if tag in OURS or not re.fullmatch(r"\w+", tag)), None)
    if wrong_tag is not None:
        raise RecordError(f"tags: {wrong_tag[:60]!r}, expected a word other than {', '.join(OURS)}")
    document = data.get("game")
    program = document.get("program") if isinstance(document, dict) else None
    rules = codec.from_document(document) if program is None else None
    return Record(agree_on_game(rules, game, str(program)), plies, result, tags)


def agree_on_game(stored: Game | None, expected: Game | Program | None, program: str) -> Game | Program:
    """The game of a record, checked against the game that the caller expects, if any."""
    if stored is None and expected is None:
        raise RecordError(f"the game is a Python class, {program}: say which file.py:class it is")
    if stored is None and isinstance(expected, Program) and expected.name == program:
        return expected
    if stored is None or (expected is not None and not (isinstance(expected, Game) and expected.hash == stored.hash)):
        raise RecordError(f"the record is of another game than {expected.name if expected else ''}")
    return stored


def from_text(source: str, expected: Game | Program | None = None) -> Record:
    """A record from its text: tags, then turns. Without a `rules` tag the `game` tag names a game and its options."""
    tags, lines = split_tags(source)
    game = _tagged_game(tags, expected)
    if any(line.startswith("?") for _, line in lines):
        return _view(game, tags, lines, source)
    contract = contract_of(game)
    position = Position(game, contract, contract.start())
    for number, line in lines:
        position = _turn(position, line, number)
        if position.ply > MOST_PLIES:
            raise RecordError(f"line {number}: expected at most {MOST_PLIES} plies")
    full_record = record(position)
    result = tags.pop("result", "*")
    if result.replace("1/2", "½") not in ("*", _score(full_record.result)):
        raise RecordError(f"result {result}: the plies lead to {_score(full_record.result)}")
    return msgspec.structs.replace(full_record, tags=tags)


def _view(game: Any, tags: dict[str, str], lines: list[tuple[int, str]], source: str) -> Record:
    """A record of what one player saw of an unfinished game: one ply a line, `? row 4` for a secret. It cannot be
    checked by replaying it."""
    result = tags.pop("result", "*")
    if result != "*":
        raise RecordError(f"result {result}: expected *, a game with secrets left is not over")
    if len(lines) > MOST_PLIES:
        raise RecordError(f"line {lines[MOST_PLIES][0]}: expected at most {MOST_PLIES} plies")
    public = {
        int(number): int(ply_count) for number, ply_count in _PUBLIC.findall(_publicity_note(source).replace("?", "0"))
    }
    return Record(
        game,
        tuple(
            RecordedPly(line, 0, line[1:].strip()) if line.startswith("?") else RecordedPly(line, public.get(number))
            for number, (_, line) in enumerate(lines, 1)
        ),
        None,
        tags,
    )


def _publicity_note(source: str) -> str:
    """The note about the secrets, `{public 3=6 5=?}`; empty where there is none."""
    notes = [line for line in source.splitlines() if line.startswith("{public ")]
    return notes[-1] if notes else ""


def _tagged_game(tags: dict[str, str], expected: Game | Program | None) -> Game | Program:
    name, rules, program = (tags.pop(tag, "") for tag in ("game", "rules", "program"))
    if rules:
        return agree_on_game(codec.read(rules, name), expected, "")
    if program:
        return agree_on_game(None, expected, program)
    return agree_on_game(game_by_name(name, tags), expected, "")


def _turn(position: Position, line: str, number: int) -> Position:
    """The plies of one line; a turn that may be ended, and is not marked as unfinished, is ended."""
    unfinished = line.endswith((ELLIPSIS, "..."))
    without_dots = line.rstrip("….")
    first_ply = position.ply
    try:
        for ply in [without_dots] if without_dots in position.moves() else expand(without_dots):
            if position.ply > first_ply and position.past[-1].turn_over:
                raise RecordError(f"line {number}, ply {position.ply + 1}, {ply[:60]}: a line holds one turn")
            legal = position.moves()
            position = position.play("end" if ply == "pass" and ply not in legal and "end" in legal else ply)
        turn_open = position.past and not position.past[-1].turn_over and not position.result
        if turn_open and not unfinished and "end" in position.moves():
            position = position.play("end")
    except IllegalPly as fault:
        raise RecordError(f"line {number}, ply {position.ply + 1}, {fault}") from fault
    return position


def _score(values: tuple[float, ...] | None) -> str:
    """`1-0`, `0-1`, `½-½`; `*` while the game goes on."""
    return "*" if values is None else "-".join({1.0: "1", 0.0: "0", 0.5: "½"}.get(v, f"{v:.3g}") for v in values)
