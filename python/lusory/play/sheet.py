"""The old name of lusory.explain.sheet."""

from .._renamed import alias_module

alias_module(__name__, "lusory.explain.sheet")
