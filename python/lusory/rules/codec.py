"""Converts rule values to JSON and back, and computes their stable hash.

A stored game is `{"format": "lusory", "version": 1, "kind": "game", "name": ..., "rules": {...}, "about": {...}}`.
A word is an object with its tag under `word`; fields with their default value are left out, always, so equal rules
have one canonical text. `read` takes that JSON, the bare rules, or the expression that `repr` prints.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from ..errors import RuleError
from .about import About
from .expression import evaluate
from .game import BESIDE_THE_RULES, Game
from .spec import FieldSpec, specs, value_text
from .word import REGISTRY, Word

FORMAT, VERSION, KIND = "lusory", 1, "game"


def plain(value: Any) -> Any:
    """Any part of a rule value as JSON data: objects, lists, texts, numbers."""
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if not isinstance(value, (Word, Game)):
        return value
    tag = {"word": type(value).tag()} if isinstance(value, Word) else {}
    fields = {s.name: plain(getattr(value, s.name)) for s in specs(type(value)) if _is_stored(value, s)}
    return tag | fields


def _is_stored(value: Any, spec: FieldSpec) -> bool:
    if isinstance(value, Game) and spec.name in ("name", *BESIDE_THE_RULES):
        return False
    return spec.required or bool(getattr(value, spec.name) != spec.default)


def document(game: Game) -> dict[str, Any]:
    """The game as it is stored."""
    extra: dict[str, Any] = {"about": msgspec.to_builtins(game.about)} if game.about else {}
    if game.terms:
        extra["terms"] = {name: plain(word) for name, word in game.terms.items()}
    if game.colours:
        extra["colours"] = list(game.colours)
    return {"format": FORMAT, "version": VERSION, "kind": KIND, "name": game.name, "rules": plain(game)} | extra


def canonical(game: Game) -> bytes:
    """The canonical JSON of these rules: compact, keys sorted, defaults left out."""
    return msgspec.json.encode(plain(game), order="deterministic")


def digest(game: Game) -> str:
    """SHA-256 of the canonical text."""
    return hashlib.sha256(canonical(game)).hexdigest()


def write(game: Game) -> str:
    """The stored form, indented for people."""
    return msgspec.json.format(msgspec.json.encode(document(game)), indent=2).decode() + "\n"


def read(text: str | bytes, name: str = "") -> Game:
    """A game from JSON or from the expression that builds it. RuleError says where it fails."""
    source = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    if not source.lstrip().startswith("{"):
        return _rename(evaluate(source), name)
    try:
        data = msgspec.json.decode(source)
    except (msgspec.DecodeError, UnicodeEncodeError) as fault:
        raise RuleError("", "text that is not JSON", f"expected JSON or an expression Game(...): {fault}") from None
    except RecursionError:
        raise RuleError("", "JSON nested too deep", "expected a rule value") from None
    return from_document(data, name)


def _rename(game: Any, name: str) -> Game:
    if not isinstance(game, Game):
        raise RuleError("", value_text(game), "expected a Game(...)")
    return msgspec.structs.replace(game, name=game.name or name)


def from_document(data: Any, name: str = "") -> Game:
    """A game from JSON data: the stored form, or the bare rules."""
    if not isinstance(data, dict):
        raise RuleError("", value_text(data), "expected an object")
    if "rules" not in data:
        return build_game(data, name, None)
    for key, expected in (("format", FORMAT), ("kind", KIND)):
        if data.get(key) != expected:
            raise RuleError(key, value_text(data.get(key)), f"expected {expected!r}")
    if data.get("version") != VERSION:
        raise RuleError("version", value_text(data.get("version")), f"expected {VERSION} (this lusory reads no other)")
    fields = ("format", "version", "kind", "name", "rules", *BESIDE_THE_RULES)
    if extra := set(data) - set(fields):
        raise RuleError(sorted(extra)[0], "unknown field", f"expected {', '.join(fields)}")
    if not isinstance(data.get("name", ""), str):
        raise RuleError("name", value_text(data["name"]), "expected a text")
    name, colours = data.get("name", "") or name, data.get("colours", ())
    return build_game(data["rules"], name, _about(data.get("about")), _terms(data), colours)


def _about(data: Any) -> About | None:
    try:
        return None if data is None else msgspec.convert(data, About)
    except msgspec.ValidationError as fault:
        raise RuleError("about", "a wrong entry", str(fault)) from None


def _terms(data: dict[str, Any]) -> dict[str, Any]:
    terms = data.get("terms", {})
    if not isinstance(terms, dict):
        raise RuleError("terms", value_text(terms), "expected an object: names with parts of the rules")
    try:
        return {name: build_part(part, f"terms[{name!r}]") for name, part in terms.items()}
    except RecursionError:
        raise RuleError("terms", "words nested too deep", "expected parts of the rules") from None


def build_game(
    data: Any, name: str, about: About | None, terms: dict[str, Any] | None = None, colours: Any = ()
) -> Game:
    """The rules of a game from JSON data."""
    try:
        fields = _fields(Game, data, "", {"name", *BESIDE_THE_RULES})
        return Game(**fields, name=name, about=about, terms=terms or {}, colours=colours)
    except RecursionError:
        raise RuleError("", "words nested too deep", "expected a rule value") from None


def build_part(data: Any, path: str) -> Any:
    """A part of the rules from JSON data. path: of the part, for errors."""
    if isinstance(data, list):
        return tuple(build_part(part, f"{path}[{i}]") for i, part in enumerate(data))
    if not isinstance(data, dict):
        return data
    tag = data.get("word")
    cls = REGISTRY.get(tag) if isinstance(tag, str) else None
    if cls is None:
        raise RuleError(f"{path}.word", value_text(tag), "expected a word of the vocabulary" + _nearest(tag))
    fields = _fields(cls, data, path, set())
    if cls.variadic and not isinstance(fields.get("parts", ()), tuple):
        raise RuleError(f"{path}.parts", value_text(fields["parts"]), "expected a list")
    try:
        if cls.variadic:
            return cls(*fields.pop("parts", ()), **fields)
        return cls(**fields)
    except RuleError as fault:
        raise fault.under(path) from None


def _nearest(tag: Any) -> str:
    import difflib

    matches = difflib.get_close_matches(tag, REGISTRY, 1) if isinstance(tag, str) else []
    return f" ({matches[0]}?)" if matches else ""


def _fields(cls: type, data: Any, path: str, excluded: set[str]) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise RuleError(path, value_text(data), "expected an object")
    spec_of = {spec.name: spec for spec in specs(cls) if spec.name not in excluded}
    for name in data:
        if name not in spec_of and not (name == "word" and cls is not Game):
            raise RuleError(
                f"{path}.{name}".lstrip("."), "unknown field", f"expected {', '.join(spec_of) or 'no field'}"
            )
    for spec in spec_of.values():
        if spec.required and spec.name not in data:
            raise RuleError(f"{path}.{spec.name}".lstrip("."), "nothing", spec.expected)
    return {name: build_part(data[name], f"{path}.{name}".lstrip(".")) for name in spec_of if name in data}
