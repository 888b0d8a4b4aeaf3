"""A plot of processor time over sizes, beside the line of what grows in proportion."""

from collections.abc import Sequence
from pathlib import Path


def growth(to: Path, sizes: Sequence[int], seconds: Sequence[float], label: str, what: str) -> None:
    """Write it, as SVG. `what` is counted along the bottom: "lines in the file"."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.6))
    axes.plot(sizes, seconds, "o-", label=label)
    each = sum(seconds) / sum(sizes)
    axes.plot((0, sizes[-1]), (0, each * sizes[-1]), "--", color="grey", label="in proportion")
    axes.set_xlabel(what)
    axes.set_ylabel("seconds of processor time")
    axes.set_ylim(bottom=0)
    axes.legend()
    figure.tight_layout()
    figure.savefig(to, metadata={"Date": None})
