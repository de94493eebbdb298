"""The old name of lusory.lab.report."""

from .._renamed import alias_module

alias_module(__name__, "lusory.lab.report")
