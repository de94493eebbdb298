"""The old name of lusory.ugi."""

from ._renamed import alias_module

alias_module(__name__, "lusory.ugi", ("client", "engine"))
