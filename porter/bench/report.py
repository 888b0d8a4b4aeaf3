"""The table for the terminal, and JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from porter.bench.model import Column, Comparison, Spread, as_dict

WIDTH = 110  # of text that goes to no terminal


def as_json(comparison: Comparison) -> str:
    """The whole comparison; docs/bench.md has the schema."""
    return json.dumps(as_dict(comparison), indent=2)


def as_text(comparison: Comparison) -> str:
    """The tables without colours."""
    file = io.StringIO()
    Console(file=file, width=WIDTH, color_system=None).print(as_table(comparison))
    return file.getvalue()


def as_table(comparison: Comparison) -> RenderableType:
    """The tables, to be printed by a rich console."""
    return Group(
        Text(f"{comparison.original} and its port {comparison.port}"),
        Text("\n".join(_conditions(comparison)), "dim"),
        _times(comparison),
        _others(comparison),
        *_graphs(comparison),
        *(Text(f"{c.name} could not be run: {c.error}", "red") for c in _failed(comparison)),
    )


def _conditions(comparison: Comparison) -> Iterable[str]:
    versions = ", ".join(f"{name} {number}" for name, number in comparison.versions.items())
    yield f"{comparison.machine}; {versions}"
    arguments = " ".join(comparison.arguments)
    yield (
        f"{comparison.threads} thread{'s' if comparison.threads > 1 else ''}, "
        f"{comparison.device.upper()}, {comparison.rounds} rounds of "
        f"{comparison.updates or 'all'} updates, the first {comparison.warm_up} of a phase are its "
        f"warm-up"
        + ("; processor time" if comparison.clock == "processor" else "")
        + (f"; arguments: {arguments}" if arguments else "")
    )


def _times(comparison: Comparison) -> Table:
    table = Table(title="one pass when warm: median of the rounds, x the original's, range")
    table.add_column("phase")
    columns = _ran(comparison)
    for column in columns:
        table.add_column(column.name, justify="right")
    for row in comparison.rows:
        measured = [column.phases.get(row) for column in columns]
        table.add_row(row, *_cells([m.each if m else None for m in measured]))
    table.add_row("a step of the environment, all in", *_cells([c.step for c in columns]))
    return table


def _cells(spreads: Sequence[Spread | None]) -> Iterator[str]:
    """The times of a row; the original's is the first."""
    base = spreads[0]
    for spread in spreads:
        if spread is None:
            yield "-"
            continue
        ratio = "" if base is None or spread is base else f"  x {spread.median / base.median:.2f}"
        yield f"{time(spread.median)}{ratio}\n{time(spread.least)} to {time(spread.greatest)}"


def _others(comparison: Comparison) -> Table:
    table = Table(title="start and size")
    table.add_column("")
    for column in _ran(comparison):
        table.add_column(column.name, justify="right")
    for row in comparison.rows[:-1]:
        for what in ("first", "warm_up"):
            cells = [
                time(getattr(c.phases[row], what).median) if row in c.phases else "-"
                for c in _ran(comparison)
            ]
            text = "first pass" if what == "first" else "warm-up beyond that of warm passes"
            table.add_row(f"{row}: {text}", *cells)
    table.add_row("traces", *(str(c.traces) for c in _ran(comparison)))
    table.add_row("peak memory, MiB", *(f"{c.memory / 2**20:.0f}" for c in _ran(comparison)))
    table.add_row("whole run", *(time(c.run.median) if c.run else "-" for c in _ran(comparison)))
    return table


def _graphs(comparison: Comparison) -> Iterator[Table]:
    """Transfers and launches, of the first column that has any: they are the same in all modes."""
    column = next((c for c in _ran(comparison) if c.graphs), None)
    if column is None:
        return
    table = Table(title="graphs of the port: counted, not measured")
    table.add_column("phase")
    for name in ("tensors in", "tensors out", "operations"):
        table.add_column(name, justify="right")
    for row in comparison.rows:
        if row in column.graphs:
            table.add_row(row, *map(str, column.graphs[row]))
    yield table


def _ran(comparison: Comparison) -> list[Column]:
    return [column for column in comparison.columns if not column.error]


def _failed(comparison: Comparison) -> list[Column]:
    return [column for column in comparison.columns if column.error]


def time(seconds: float) -> str:
    """In the unit that leaves one to three digits before the point."""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if abs(seconds) * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"
