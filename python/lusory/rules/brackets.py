"""Words written without brackets, as in `Win(NoPly)` and `Center & empty`: operators of the classes tell what is
missing, where Python would speak of the types of operands."""

from __future__ import annotations

from typing import Any, NoReturn

import msgspec

from ..errors import RuleError
from .spec import is_word_class, with_brackets


class BracketsMeta(msgspec.StructMeta):
    """Refuses the operators that join words for the classes of words. Unions of types (`Word | None`) remain."""

    def _refuse(cls, other: object = None) -> NoReturn:
        raise RuleError("", cls.__name__, with_brackets(cls))

    __and__ = __rand__ = __add__ = __radd__ = __sub__ = __rsub__ = _refuse
    __invert__ = __neg__ = __ge__ = __le__ = __gt__ = __lt__ = _refuse

    def __or__(cls, other: Any) -> Any:
        return cls._refuse() if is_word_class(type(other)) else super().__or__(other)
