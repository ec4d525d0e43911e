"""Figures to aligned text and to Markdown."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import geometric_mean

from tables import METRICS, Cell, Table


@dataclass(frozen=True)
class Row:
    label: str
    cells: dict[str, Cell]  # by contender

    def plain(self) -> dict[str, object]:
        """For JSON: every run, and the median and spread of the wall times."""
        cells = {name: {"ms": cell.spread()} | asdict(cell) for name, cell in self.cells.items()}
        return {"label": self.label, "cells": cells}


def grid(table: Table, rows: list[Row], metric: str) -> list[list[str]]:
    """Header, one line a row, and the geometric means of the ratios where there are any."""

    def figure(row: Row, name: str) -> float | None:
        cell = row.cells[name]
        return None if cell.trouble else METRICS[metric](cell)

    def shown(row: Row, name: str) -> str:
        value = figure(row, name)
        return row.cells[name].trouble or "" if value is None else f"{value:,.{0 if value >= 100 else 1}f}"

    def ratio(row: Row, peer: str, base: str) -> float | None:
        over, under = figure(row, peer), figure(row, base)
        return over / under if over and under else None

    pairs = [(one.name, one.versus) for one in table.contenders if one.versus]
    pairs = [pair for pair in pairs if any(ratio(row, *pair) for row in rows)]
    names = [one.name for one in table.contenders]
    lines = [[metric, *names, *(f"{peer} / {base}" for peer, base in pairs)]]
    columns: list[list[float | None]] = [[ratio(row, *pair) for row in rows] for pair in pairs]
    for index, row in enumerate(rows):
        ratios = [f"{column[index]:.2f}x" if column[index] else "-" for column in columns]
        lines.append([row.label, *(shown(row, name) for name in names), *ratios])
    if pairs:
        lines.append(["geometric mean", *("" for _ in names), *map(mean, columns)])
    return lines


def mean(ratios: list[float | None]) -> str:
    known = [ratio for ratio in ratios if ratio]
    return f"{geometric_mean(known):.2f}x" + (f" ({len(known)} of {len(ratios)})" if len(known) < len(ratios) else "")


def text(lines: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))]).rstrip()
        for line in lines
    )


def markdown(lines: list[list[str]]) -> str:
    rule = ["---", *("---:" for _ in lines[0][1:])]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in [lines[0], rule, *lines[1:]])
