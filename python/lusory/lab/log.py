"""The old name of `lusory.lab.matches.log`."""

from .._renamed import alias_module

alias_module(__name__, "lusory.lab.matches.log")
