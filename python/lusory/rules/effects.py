"""Words for effects: what follows a ply by itself."""

from __future__ import annotations

from .word import Cells, Condition, EffectWord, Number


class Capture(EffectWord, frozen=True):
    """Take the pieces off the board. Those not the mover's own count as captured by the mover."""

    of: Cells
    example = "Capture(Enclosed(enemy))"
    source = "ndengrod, pente; Ludii's `remove`"
    fields = {"of": "the pieces"}


class Flip(EffectWord, frozen=True):
    """Make the pieces the mover's own."""

    of: Cells
    example = "Flip(Ray(to, every, through=enemy, until=own))"
    source = "reversi, ataxx; Ludii's `flip`"
    fields = {"of": "the pieces"}


class Promote(EffectWord, frozen=True):
    """Change the kind of the pieces."""

    of: Cells
    kind: str
    example = 'Promote(own & Ranks(-1), "king")'
    source = "draughts; Ludii's `promote`"
    fields = {"of": "the pieces", "kind": "what they become"}


class Earn(EffectWord, frozen=True):
    """The mover earns points, where the condition holds."""

    n: Number
    when: Condition | None = None
    example = "Earn(1, when=Line(3) & to)"
    source = "doppel; Ludii's `addScore`"
    fields = {"n": "how many points", "when": "always if not given"}


class Again(EffectWord, frozen=True):
    """The mover has another turn after this one, where the condition holds."""

    when: Condition | None = None
    example = "Again(when=Enclosed(neutral))"
    source = "dots and boxes; Ludii's `moveAgain`"
    fields = {"when": "always if not given"}


class Mark(EffectWord, frozen=True):
    """Mark the cells with a name, for all to see. A mark stands on its cell, not on a piece. It stays until it is taken
    off; with `turns` until the end of that many turns after this one, of any side. Marked again, it begins anew."""

    of: Cells
    name: str
    turns: int | None = None
    example = 'Mark(origin, "left", turns=1)'
    source = "Martian Chess: no piece returns at once to where it came from; Ludii's `remember`"
    single = "it marks any cells for any time, for whatever the rules ask of them later"
    fields = {
        "of": "the cells",
        "name": "what `Marked` calls them",
        "turns": "how many turns after this one the marks stay; until they are taken off if not given",
    }


class Unmark(EffectWord, frozen=True):
    """Take the marks of this name off the cells."""

    of: Cells
    name: str
    example = 'Unmark(Adjacent(to), "trap")'
    source = "Ludii's `forget`"
    single = "marks that no turn ends need a word that takes them off"
    fields = {"of": "the cells", "name": "the name that a Mark gives them"}


class Tell(EffectWord, frozen=True):
    """Tell all players that the fact holds for the mover, but not where."""

    fact: Condition
    once: bool = False
    example = "Tell(Line(5), once=True)"
    source = "Hidden Move Double Gomoku: a first five must be said; kriegspiel's `check`"
    single = "it tells any condition; no other game here has a fact that must be said"
    fields = {"fact": "the condition", "once": "only the first time for each side"}
