"""The old name of lusory.play.narration."""

from ..._renamed import alias_module

alias_module(__name__, "lusory.play.narration")
