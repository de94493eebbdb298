"""Matches between players, as values and as files. No console here.

>>> from lusory import load
>>> from lusory.lab import Setting, match
>>> report = match(Setting.of(load("tic-tac-toe"), "greedy", "random", seed=1), games=20, workers=1)
>>> report.games, sum(report.pairs), report.wins > report.losses
(20, 10, True)
"""

from __future__ import annotations

from .matches import Report, Run, Setting, Sprt, match

__all__ = ["Report", "Run", "Setting", "Sprt", "match"]
