"""Old names of modules, classes, arguments and attributes: they keep working for one release and give a
DeprecationWarning."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
REMOVED = "the old name will be removed in the next release"


def alias_module(old: str, new: str, submodules: Sequence[str] = ()) -> None:
    """Called by the module `old` while it is imported: whoever imports it, or one of its submodules, gets `new`."""
    warnings.warn(
        f"{old} is now {new}; the old name will be removed in the next release", DeprecationWarning, stacklevel=3
    )
    for name in submodules:
        sys.modules[f"{old}.{name}"] = importlib.import_module(f"{new}.{name}")
    sys.modules[old] = importlib.import_module(new)


def renamed(package: str, names: Mapping[str, str], old: str) -> Any:
    """For `__getattr__` of a package: the attribute whose old name was asked for. names: old to new.

    Raises AttributeError for a name that the package never had.
    """
    if old not in names:
        raise AttributeError(f"module {package!r} has no attribute {old!r}")
    warnings.warn(f"{package}.{old} is now {package}.{names[old]}; {REMOVED}", DeprecationWarning, stacklevel=3)
    return getattr(sys.modules[package], names[old])


def renamed_attribute(owner: str, old: str, new: str) -> Any:
    """A property for the old name of an attribute of the class `owner`, which is now `new`."""

    def current(instance: Any) -> Any:
        warnings.warn(f"{owner}.{old} is now {owner}.{new}; {REMOVED}", DeprecationWarning, stacklevel=2)
        return getattr(instance, new)

    return property(current, doc=f"The old name of `{new}`.")


def renamed_argument(old: str, new: str) -> Callable[[F], F]:
    """Decorates a function whose keyword argument `old` is now `new`: the old keyword keeps working.

    Raises TypeError where both are given.
    """

    def decorate(function: F) -> F:
        @wraps(function)
        def accepting(*args: Any, **keywords: Any) -> Any:
            if old in keywords:
                if new in keywords:
                    raise TypeError(f"{function.__qualname__}() got {new} and its old name {old}")
                message = f"the argument {old} of {function.__qualname__}() is now {new}; {REMOVED}"
                warnings.warn(message, DeprecationWarning, stacklevel=2)
                keywords[new] = keywords.pop(old)
            return function(*args, **keywords)

        return accepting  # type: ignore[return-value]

    return decorate
