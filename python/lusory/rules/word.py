"""The base classes of words (frozen records of one sort), and the words that operators build."""

from __future__ import annotations

import difflib
import operator
import re
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn, TypeAlias

import msgspec

from ..errors import RuleError
from .brackets import BracketsMeta
from .expression_text import spell
from .geometry import Geometry
from .spec import FieldSpec, check_value, specs, specs_of, value_text

REGISTRY: dict[str, type[Word]] = {}
"""Every word by its tag (`no-ply`), in the order of definition."""


ARGUMENTS = ("Missing required", "Unexpected keyword", "Extra positional", "Argument ")
"""How msgspec begins an error about the arguments of a struct."""


class RecordMeta(msgspec.StructMeta):
    """Wrong arguments are told with the fields there are."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().__call__(*args, **kwargs)
        except TypeError as fault:
            if str(fault).startswith(ARGUMENTS):
                raise wrong_fields(cls, args, kwargs, str(fault)) from None
            raise


class WordMeta(RecordMeta, BracketsMeta):
    """Lets a `variadic` word take its parts as separate arguments: `Either(Place(), Pass())`."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if getattr(cls, "variadic", False) and "parts" not in kwargs:
            args = (args,)
        try:
            return super().__call__(*args, **kwargs)
        except RuleError as fault:
            raise fault if fault.word else RuleError(fault.path, fault.found, fault.expected, cls.__name__) from None


def wrong_fields(cls: Any, args: tuple[Any, ...], arguments: dict[str, Any], fault: str) -> RuleError:
    """The error for arguments that are not the fields of a word: which one, the nearest, and all there are."""
    names = [spec.name for spec in specs(cls)]
    text = fields_text(cls)
    for name in arguments:
        if name not in names:
            close = difflib.get_close_matches(name, names, 1)
            hint = f"did you mean {close[0]}? " if close else ""
            return RuleError(name, "unknown field", f"{hint}{text}", cls.__name__)
    missing = [spec for spec in specs(cls)[len(args) :] if spec.required and spec.name not in arguments]
    if missing:
        expected = f"{missing[0].expected}{field_meaning(cls, missing[0])}; {text.removeprefix('expected ')}"
        return RuleError(missing[0].name, "nothing", expected, cls.__name__)
    return RuleError("", f"{len(args)} values" if len(args) > len(names) else fault, text, cls.__name__)


def field_meaning(cls: Any, spec: FieldSpec) -> str:
    """The description of a field, from the docstring of its word."""
    meaning: str = getattr(cls, "fields", {}).get(spec.name, "")
    return f": {meaning}" if meaning and not spec.expected.endswith(meaning) else ""


def fields_text(cls: Any) -> str:
    """The fields of a word, each with what it takes."""
    fields = [f"{spec.name} ({spec.expected.removeprefix('expected ')})" for spec in specs(cls)]
    return f"expected its fields: {', '.join(fields)}" if fields else "expected no fields"


class Word(msgspec.Struct, frozen=True, metaclass=WordMeta):
    """The base class of the vocabulary. Words with equal fields are equal; lists become tuples when built.

    sort: the kind of value the word means. atom: the name of a word without fields (`own`).
    variadic: its parts are separate arguments. is_side: it names a side, too.
    example: an expression that uses it. source: where it comes from. fields: what each field means.
    single: why a word that only one game uses is not more general.
    """

    sort: ClassVar[str] = ""
    atom: ClassVar[str] = ""
    variadic: ClassVar[bool] = False
    is_side: ClassVar[bool] = False
    example: ClassVar[str] = ""
    source: ClassVar[str] = ""
    fields: ClassVar[dict[str, str]] = {}
    single: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__name__.endswith("Word"):
            assert cls.tag() not in REGISTRY, f"two words with the tag {cls.tag()}"
            REGISTRY[cls.tag()] = cls

    @classmethod
    def tag(cls) -> str:
        """The name in JSON: `NoPly` is `no-ply`."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()

    def __post_init__(self) -> None:
        for spec in specs(type(self)):
            value = getattr(self, spec.name)
            checked = check_value(spec, value)
            if checked is not value:
                msgspec.structs.force_setattr(self, spec.name, checked)
        self.check()

    def check(self) -> None:
        """Refuse fields that cannot make sense on any board."""

    def sort_here(self) -> str:
        """The sort of this word; a word that fits anywhere takes it from its parts."""
        return self.sort

    def refuse(self, field: str, expected: str) -> RuleError:
        """The error for one of its fields."""
        return RuleError(field, value_text(getattr(self, field)), expected)

    def __repr__(self) -> str:
        return spell(self)

    def __bool__(self) -> bool:
        actual = "and, or, not, if or a chain of comparisons"
        expected = "expected & (and), | (or), ~ or No(...) (not), All(...), If(...)"
        raise RuleError("", actual, expected, type(self).__name__)

    def __reduce__(self) -> Any:
        """Pickled by field name, since a variadic word accepts no list of its parts."""
        return _rebuild, (type(self), {spec.name: getattr(self, spec.name) for spec in specs_of(self)})

    def __and__(self, other: Word) -> And:
        return And(*_flat(And, self, other))

    def __or__(self, other: Word) -> Or:
        return Or(*_flat(Or, self, other))

    def __invert__(self) -> Not:
        return Not(self)

    def __neg__(self) -> Opposite:
        return Opposite(_any(self))

    def __add__(self, other: Number) -> Sum:
        return Sum(*_flat(Sum, self, other))

    def __radd__(self, other: int) -> Sum:
        return Sum(*_flat(Sum, other, self))

    def __sub__(self, other: Number) -> Minus:
        return Minus(_any(self), other)

    def __rsub__(self, other: int) -> Minus:
        return Minus(other, _any(self))

    def __mul__(self, other: object) -> NoReturn:
        raise RuleError("", "*", "expected numbers added up, as n + n + n", type(self).__name__)

    __rmul__ = __mul__

    def __ge__(self, other: Number) -> Compare:
        return Compare(_any(self), ">=", other)

    def __le__(self, other: Number) -> Compare:
        return Compare(_any(self), "<=", other)

    def __gt__(self, other: Number) -> Compare:
        return Compare(_any(self), ">", other)

    def __lt__(self, other: Number) -> Compare:
        return Compare(_any(self), "<", other)


def _rebuild(cls: Any, fields: dict[str, Any]) -> Any:
    return cls(**fields)


class BoardWord(Word, frozen=True):
    """The shape of a board."""

    sort = "board"

    def geometry(self) -> Geometry:
        """The geometry of the board, computed once for equal boards."""
        raise NotImplementedError


class SetupWord(Word, frozen=True):
    """What there is before the first ply."""

    sort = "setup"


class CellsWord(Word, frozen=True):
    """A set of cells."""

    sort = "cells"


class RegionsWord(Word, frozen=True):
    """A list of sets of cells."""

    sort = "regions"


class DirectionsWord(Word, frozen=True):
    """A set of directions."""

    sort = "directions"


class NumberWord(Word, frozen=True):
    """A number."""

    sort = "number"


class ConditionWord(Word, frozen=True):
    """What holds or does not."""

    sort = "condition"


class PlyWord(Word, frozen=True):
    """What may be done, atomic or composed."""

    sort = "ply"


class EffectWord(Word, frozen=True):
    """What follows a ply."""

    sort = "effect"


class EndWord(Word, frozen=True):
    """How a game ends."""

    sort = "end"


class FlexibleWord(Word, frozen=True):
    """A word that takes the sort of its parts."""


Board: TypeAlias = BoardWord
Setup: TypeAlias = SetupWord | FlexibleWord
Cells: TypeAlias = CellsWord | RegionsWord | FlexibleWord
Regions: TypeAlias = RegionsWord | tuple[CellsWord | FlexibleWord, ...] | FlexibleWord
Directions: TypeAlias = DirectionsWord | FlexibleWord
Number: TypeAlias = int | NumberWord | FlexibleWord
Condition: TypeAlias = ConditionWord | CellsWord | RegionsWord | FlexibleWord
Ply: TypeAlias = PlyWord | FlexibleWord
Effect: TypeAlias = EffectWord | FlexibleWord
End: TypeAlias = EndWord | FlexibleWord
Side: TypeAlias = CellsWord


def _any(word: Word) -> Any:
    """A word whose sort is checked when the record is built, not by the type checker."""
    return word


def sort_of(part: Any) -> str:
    """The sort of any value allowed in a word: whole numbers are numbers, lists of cells are regions."""
    if isinstance(part, Word):
        return part.sort_here()
    return "number" if isinstance(part, int) else "regions" if isinstance(part, tuple) else "none"


def _flat(cls: type[Any], *parts: Any) -> tuple[Any, ...]:
    """`a & b & c` is one And of three: the operator merges the results of earlier ones."""
    first, *rest = parts
    return (*(first.parts if isinstance(first, cls) else (first,)), *rest)


def _common(word: Word, allowed: tuple[str, ...]) -> None:
    """All parts must be of one sort among `allowed`; sets of cells and regions may be mixed."""
    parts = word.parts  # type: ignore[attr-defined]
    if len(parts) < 2:
        raise RuleError("parts", len(parts), "expected two parts or more")
    first = plain(sort_of(parts[0]))
    for i, part in enumerate(parts):
        if plain(sort_of(part)) != first or first not in allowed:
            raise RuleError(f"parts[{i}]", value_text(part), f"expected parts of one sort: {' or '.join(allowed)}")


def plain(sort: str) -> str:
    """The sort of cells for regions, which are allowed wherever cells are: as their union."""
    return "cells" if sort == "regions" else sort


class And(FlexibleWord, frozen=True):
    """The cells (or directions) that are in every part."""

    parts: tuple[Word, ...]
    variadic = True
    infix: ClassVar[str] = "&"

    if TYPE_CHECKING:

        def __init__(self, *parts: Word) -> None: ...

    example = "empty & Adjacent(neutral)"
    source = "set intersection; Ludii's `sites and`"
    fields = {"parts": "two or more sets of cells, or two or more sets of directions"}

    def check(self) -> None:
        _common(self, ("cells", "directions"))

    def sort_here(self) -> str:
        return plain(sort_of(self.parts[0]))


class Or(FlexibleWord, frozen=True):
    """The cells (or directions) that are in at least one part."""

    parts: tuple[Word, ...]
    variadic = True
    infix: ClassVar[str] = "|"

    if TYPE_CHECKING:

        def __init__(self, *parts: Word) -> None: ...

    example = "empty | enemy"
    source = "set union; Ludii's `sites or`"
    fields = {"parts": "two or more sets of cells, or two or more sets of directions"}

    def check(self) -> None:
        _common(self, ("cells", "directions"))

    def sort_here(self) -> str:
        return plain(sort_of(self.parts[0]))


class Not(FlexibleWord, frozen=True):
    """The cells of the board (or its directions) that are not in `of`."""

    of: Word
    example = "~own & ~open"
    source = "set complement"
    fields = {"of": "a set of cells or of directions"}

    def check(self) -> None:
        if plain(sort_of(self.of)) not in ("cells", "directions"):
            raise self.refuse("of", "expected a set of cells or of directions (of conditions: No)")

    def sort_here(self) -> str:
        return plain(sort_of(self.of))


class Opposite(DirectionsWord, frozen=True):
    """The opposite directions; written with a minus."""

    of: Directions
    example = "Shift(Last(enemy, 1), -Heading(Last(own, 2), Last(own, 1), distance=1))"
    source = "Ludii's `opposite`"
    fields = {"of": "a set of directions"}


class Sum(NumberWord, frozen=True):
    """Numbers added up; written with a plus."""

    parts: tuple[Number, ...]
    variadic = True
    infix: ClassVar[str] = "+"

    if TYPE_CHECKING:

        def __init__(self, *parts: Number) -> None: ...

    example = "Captured(own) + Count(neutral)"
    source = "arithmetic"
    fields = {"parts": "two or more numbers"}

    def check(self) -> None:
        _common(self, ("number",))


class Minus(NumberWord, frozen=True):
    """One number less another; written with a minus."""

    left: Number
    right: Number
    infix: ClassVar[str] = "-"
    example = "Count(own) - Count(enemy)"
    source = "arithmetic"
    single = "a difference is basic arithmetic; it means the same with every number"
    fields = {"left": "a number", "right": "what is taken from it"}


SIGNS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "==": operator.eq}
"""The functions of the comparison operators."""


class Compare(ConditionWord, frozen=True):
    """Compares two numbers. It is written with the sign, but `==` only by name: `Compare(left, "==", right)`."""

    left: Number
    op: Literal[">=", "<=", ">", "<", "=="]
    right: Number
    example = "Captured(own) >= 10"
    source = "arithmetic"
    fields = {"left": "a number", "op": "the sign", "right": "the number that `left` is compared with"}

    def judged(self, left: int, right: int) -> bool:
        """Whether the comparison holds for these two numbers."""
        return bool(SIGNS[self.op](left, right))

    def __bool__(self) -> bool:
        raise TypeError("a comparison of rules is a rule, not true or false: join them with All, Any and No")
