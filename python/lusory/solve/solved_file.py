"""Files of exact values: proofs and tables, told apart by how they begin."""

from __future__ import annotations

from pathlib import Path

from .certificate import Certificate
from .certificate import load as load_certificate
from .lookup import Lookup, ProofPath
from .table_file import PositionTable, is_table
from .table_file import load as load_table
from .table_lookup import TableLookup

SolvedFile = Certificate | PositionTable


def load(path: Path) -> SolvedFile:
    """A certificate or a table, read but not checked.

    Raises DamagedProof or DamagedTable; OSError where it cannot be read.
    """
    return load_table(path) if is_table(path) else load_certificate(path)


def load_lookup(path: Path) -> Lookup:
    """A certificate or a table, ready to be played by. Raises as `load`."""
    file = load(path)
    return TableLookup(file) if isinstance(file, PositionTable) else ProofPath(file)
