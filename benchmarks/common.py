"""What both benchmarks print: the machine, and Markdown tables."""

import os
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path


def machine(*packages: str) -> str:
    """The processor and the versions, in one line."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = models[0] if models else platform.processor() or platform.machine()
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    python = platform.python_version()
    return f"{processor}, {os.cpu_count()} cores; Python {python}, {versions}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; all columns but the first are numbers."""
    rule = ["---"] + ["---:"] * (len(header) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, rule, *rows))
