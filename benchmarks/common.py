"""What the benchmarks share: the machine, and Markdown tables."""

import os
import platform
import time
from collections.abc import Iterable, Sequence
from importlib.metadata import version

from porter.bench.machine import processor

# The environment of a process with one thread and no GPU.
SINGLE = {
    "OMP_NUM_THREADS": "1",
    "TF_NUM_INTRAOP_THREADS": "1",
    "TF_NUM_INTEROP_THREADS": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "CUDA_VISIBLE_DEVICES": "",
}


def machine(*packages: str) -> str:
    """The processor and the versions, in one line."""
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    python = platform.python_version()
    return f"{processor()}, {os.cpu_count()} cores; Python {python}, {versions}"


LOAD = os.getloadavg()[0]  # before anything here ran


def conditions(clock: str) -> str:
    """What the seconds under a table hang on."""
    what = machine("torch", "tensorflow-cpu", "keras")
    return f"{what}; one thread, {clock}, {time.strftime('%Y-%m-%d')}; load {LOAD:.1f} before."


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; all columns but the first are numbers."""
    rule = ["---"] + ["---:"] * (len(header) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, rule, *rows))
