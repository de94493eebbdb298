"""Linear algebra for small matrices, as lists of rows."""

from __future__ import annotations

from collections.abc import Sequence

Matrix = list[list[float]]


def solve(matrix: Matrix, constants: Sequence[float]) -> list[float]:
    """x with matrix · x = right, by elimination with pivots. Raises ZeroDivisionError for a singular matrix."""
    return [row[0] for row in eliminate(matrix, [[value] for value in constants])]


def invert(matrix: Matrix) -> Matrix:
    """The inverse. Raises ZeroDivisionError for a singular matrix."""
    size = range(len(matrix))
    return eliminate(matrix, [[float(i == j) for j in size] for i in size])


def eliminate(matrix: Matrix, constants: Matrix) -> Matrix:
    """The inverse times `constants`."""
    rows = [[*row, *constants_row] for row, constants_row in zip(matrix, constants, strict=True)]
    size = len(rows)
    for column in range(size):
        best = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column]
        scale = pivot[column]
        rows[column] = pivot = [value / scale for value in pivot]
        for i, row in enumerate(rows):
            if i != column and row[column]:
                factor = row[column]
                rows[i] = [value - factor * part for value, part in zip(row, pivot, strict=True)]
    return [row[size:] for row in rows]


def product(a: Matrix, b: Matrix) -> Matrix:
    """The product of two."""
    columns = list(zip(*b, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in a]


def center_covariance(matrix: Matrix) -> Matrix:
    """The covariance of values from which their mean was taken."""
    size = len(matrix)
    means = [sum(row) / size for row in matrix]
    columns = [sum(column) / size for column in zip(*matrix, strict=True)]
    grand_mean = sum(means) / size
    return [[value - means[i] - columns[j] + grand_mean for j, value in enumerate(row)] for i, row in enumerate(matrix)]
