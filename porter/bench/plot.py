"""A bar chart of the phases: every program's time per pass, in that of the original."""

from __future__ import annotations

from pathlib import Path

from porter.bench.model import Comparison
from porter.bench.report import time


def plot(comparison: Comparison, path: Path) -> None:
    """Write the chart; the suffix (.png, .svg, .pdf) is the format.

    Raises ImportError without matplotlib, ValueError for a suffix that it can't write, OSError.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [row for row in comparison.rows if row in comparison.columns[0].phases]
    columns = [column for column in comparison.columns if not column.error]
    height = 0.8 / len(columns)
    figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.28 * len(rows) * (len(columns) + 1)))
    for number, column in enumerate(columns):
        for place, row in enumerate(rows):
            ratio, measured = comparison.ratio(column, row), column.phases.get(row)
            if ratio is None or measured is None:
                continue
            y = place + (number - (len(columns) - 1) / 2) * height
            label = column.name if place == 0 else None
            axes.barh(y, ratio, height * 0.9, color=f"C{number}", label=label)
            axes.annotate(
                time(measured.each.median), (ratio, y), (3, 0),
                textcoords="offset points", va="center", fontsize=8,
            )  # fmt: skip
    axes.set_yticks(range(len(rows)), rows)
    axes.invert_yaxis()
    axes.axvline(1, color="0.6", linewidth=0.8, zorder=0)
    axes.set_xlabel("time of one pass, the original's is 1")
    axes.margins(x=0.12)
    versions = ", ".join(f"{k} {v}" for k, v in comparison.versions.items())
    axes.set_title(f"{comparison.machine}\n{versions}", fontsize=8)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
