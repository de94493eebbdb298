"""Loads games from a Python file: runs it and finds what builds a game."""

from __future__ import annotations

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ..errors import LusoryError, OptionError, Phrase, UnknownGame
from ..rules.game import Game
from ..rules.options import Definition, OneOf, Option, either, no_option, unexpected
from .contract import Contract
from .program import Program


class FreshLoader(SourceFileLoader):
    """Reads a module from its text, never from cached bytecode: a cache is identified by size and time in seconds, and
    an author may save rules more often."""

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def module_of(path: Path) -> ModuleType:
    """The module of a file, which is run. A file in a package is imported as a part of it."""
    if not path.is_file():
        raise UnknownGame(f"{path}: no such file")
    root, name = _home(path.resolve())
    spec = importlib.util.spec_from_file_location(name, path, loader=FreshLoader(name, str(path)))
    if spec is None or spec.loader is None:
        raise UnknownGame(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    before, sys.modules[name] = sys.modules.get(name), module
    sys.path.insert(0, str(root))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
        raise UnknownGame(fault_text(path, fault)) from fault
    finally:
        sys.path.remove(str(root))
    return module


def _home(path: Path) -> tuple[Path, str]:
    """The folder imports start from, and the module's name there. No module already loaded is replaced by another."""
    root, parts = path.parent, [path.stem]
    while (root / "__init__.py").is_file():
        root, parts = root.parent, [root.name, *parts]
    name = ".".join(parts)
    loaded_from = getattr(sys.modules.get(name), "__file__", str(path))
    return root, name if loaded_from is not None and Path(loaded_from) == path else f"{name}_in_{abs(hash(str(path)))}"


def fault_text(path: Path, fault: BaseException) -> str:
    """An error of a file, with its line."""
    if isinstance(fault, SyntaxError):
        if fault.lineno is None:  # Zero bytes, or bytes of no known encoding.
            return f"{path}: expected a text file in Python"
        return f"{path}, line {fault.lineno}: {fault.msg}"
    lines = [f.lineno for f in traceback.extract_tb(fault.__traceback__) if Path(f.filename) == path.resolve()]
    lines += [f.lineno for f in traceback.extract_tb(fault.__traceback__) if f.filename == str(path)]
    place_text = f"{path}, line {lines[-1]}" if lines else str(path)
    text = str(fault) if isinstance(fault, LusoryError) else f"{type(fault).__name__}: {fault}"
    return f"{place_text}: {text}"


def builders(path: Path) -> dict[str, Callable[..., Any]]:
    """The builders of games in a file, by name: `@game` functions, functions that say `-> Game`, classes with the
    contract."""
    return _builders(module_of(path))


def _builders(module: ModuleType) -> dict[str, Callable[..., Any]]:
    return {name: value for name, value in vars(module).items() if _builds(value, module)}


def definition(source: str) -> Definition | None:
    """The `@game` function that `file.py` or `file.py:function` names, if it is one."""
    file, _, function = (source, "", "") if source.endswith(".py") else source.rpartition(":")
    if not file.endswith(".py"):
        return None
    matching = [value for name, value in builders(Path(file)).items() if function in ("", name)]
    return matching[0] if len(matching) == 1 and isinstance(matching[0], Definition) else None


def _builds(value: Any, module: ModuleType) -> bool:
    if isinstance(value, Definition):
        return value.function.__module__ == module.__name__
    if getattr(value, "__module__", None) != module.__name__:
        return False
    if inspect.isclass(value):
        return all(hasattr(value, member) for member in ("start", "legal", "play", "result", "picture", "text"))
    return inspect.isfunction(value) and value.__annotations__.get("return") in (Game, "Game")


def from_python(path: Path, function: str, options: dict[str, Any]) -> Game | Program:
    """A game from a function, class or rule value in a Python file, which is run. Without a name: the only one."""
    module = module_of(path)
    function = function or only(path, module)
    builder = getattr(module, function, None)
    if isinstance(builder, Game):
        if options:
            raise OptionError(f"{path}:{function}: a rule value has no options, found {', '.join(options)}")
        return named(builder, path, function)
    if not callable(builder):
        present = ", ".join([*_builders(module), *_values(module)])
        raise UnknownGame(f"{path}: no function {function}, and no game" + (f"; there is {present}" if present else ""))
    return build(path, builder, function, options)


def only(path: Path, module: ModuleType) -> str:
    """The name of the only game in a file: what builds one, else a rule value."""
    builders, values = list(_builders(module)), _values(module)
    if len(builders) == 1:
        return builders[0]
    if not builders and len(values) == 1:
        return values[0]
    names = ", ".join(f"{path}:{name}" for name in (*builders, *values))
    expected = f"file.py:name, one of {names}" if names else "a function that says `-> Game`, or `game = Game(...)`"
    raise UnknownGame(f"{path}: expected {expected}")


def _values(module: ModuleType) -> list[str]:
    """The names of rule values, each value once."""
    values = [(name, value) for name, value in vars(module).items() if isinstance(value, Game) and name[:1] != "_"]
    return [name for i, (name, value) in enumerate(values) if not any(value is other for _, other in values[:i])]


def build(path: Path, builder: Callable[..., Any], name: str, options: dict[str, Any]) -> Game | Program:
    """The checked game that a function builds from its options."""
    try:
        game = (
            builder(**options) if isinstance(builder, Definition) else builder(**read_options(builder, name, options))
        )
    except OptionError:
        raise
    except Exception as fault:
        raise UnknownGame(fault_text(path, fault)) from fault
    if isinstance(game, Game):
        return named(game, path, name)
    if isinstance(game, Contract):
        return Program(game)
    raise UnknownGame(f"{path}: {name} built {type(game).__name__}, expected a Game or a class with the contract")


def named(game: Game, path: Path, name: str) -> Game:
    """A game that has no name yet is called like what holds or builds it in a file."""
    return msgspec.structs.replace(game, name=game.name or (path.stem if name == "game" else name))


def read_options(builder: Callable[..., Any], name: str, options: dict[str, Any]) -> dict[str, Any]:
    """The values that the parameters take: of the reader in an annotation, else texts by the type, which is that of the
    default where none is said: int, bool, or text."""
    parameters = inspect.signature(builder).parameters
    for option in options:
        if option not in parameters:
            raise OptionError(no_option(name, option, parameters))
    hints = _hints(builder) if options else {}
    return {option: _read_option(parameters[option], hints.get(option), value) for option, value in options.items()}


def _hints(builder: Callable[..., Any]) -> dict[str, Any]:
    """The types of the parameters, as far as they are said; as they are written where they cannot be evaluated."""
    written = {name: each.annotation for name, each in inspect.signature(builder).parameters.items()}
    hints = {name: hint for name, hint in written.items() if hint is not inspect.Parameter.empty}
    try:
        return hints | get_type_hints(builder.__init__ if inspect.isclass(builder) else builder, include_extras=True)
    except Exception:  # An annotation may be any expression, or a text for people.
        return hints


def _read_option(parameter: inspect.Parameter, hint: Any, value: Any) -> Any:
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if get_origin(kind) in (Union, UnionType):
        kinds = [each for each in get_args(kind) if each is not type(None)]
        kind = kinds[0] if len(kinds) == 1 else kind
    reader: Any = next((note for note in notes if hasattr(note, "read")), None)
    if get_origin(kind) is Literal:
        reader = reader or OneOf(get_args(kind))
    if reader is not None:
        return Option(parameter.name, reader, parameter.default).read(value)
    return _convert_option(parameter.name, value, type(parameter.default) if kind is None else kind)


def _convert_option(name: str, value: Any, kind: Any) -> Any:
    kind = kind if isinstance(kind, str) else getattr(kind, "__name__", "")
    if not isinstance(value, str):
        return value
    if kind == "bool":
        if value not in ("true", "false"):
            raise OptionError(unexpected(name, value, either(("true", "false"))))
        return value == "true"
    if kind.startswith("int"):
        try:
            return int(value)
        except ValueError:
            raise OptionError(unexpected(name, value, Phrase("a whole number"))) from None
    return value
