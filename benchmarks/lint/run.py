"""Measures what the lint rules warn of, and writes porter/linter/measured.json.

    python benchmarks/lint/run.py [TFE101 ...]

A file TFE101.py has `SIZE` and two functions, `slow()` and `fixed()`; they take turns, and the
ratio of each round counts. A rule about wrong results has `observed()` instead, which says what it
saw.
"""

from __future__ import annotations

import importlib.util
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
DATA = HERE.parent.parent / "porter" / "lint" / "measured.json"
ROUNDS, SECONDS = 9, 0.1  # of each form in a round


def main() -> None:
    from common import machine

    wanted = sys.argv[1:] or sorted(path.stem for path in HERE.glob("TFE*.py"))
    for rule in wanted:
        entry = measured(loaded(HERE / f"{rule}.py"))
        data = json.loads(DATA.read_text("utf-8"))
        data["machine"] = machine("tensorflow-cpu", "keras")
        data["rules"] = dict(sorted({**data["rules"], rule: entry}.items()))
        DATA.write_text(as_text(data), "utf-8")
        print(rule, json.dumps(entry), flush=True)


def loaded(path: Path) -> ModuleType:
    """A benchmark's module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def measured(module: ModuleType) -> dict[str, Any]:
    """Median, least and most of the rounds' ratios; or what was observed."""
    if hasattr(module, "observed"):
        return {"observed": module.observed()}
    slow, fixed = repeated(module.slow), repeated(module.fixed)
    ratios = [slow() / fixed() for _ in range(ROUNDS)]
    shown = [statistics.median(ratios), min(ratios), max(ratios)]
    return {"ratio": [float(f"{ratio:.3g}") for ratio in shown], "size": module.SIZE}


def repeated(form: Callable[[], object]) -> Callable[[], float]:
    """A round of one form: seconds for one call. The first calls, which trace, don't count."""
    form()
    start = time.perf_counter()
    form()
    times = max(1, round(SECONDS / (time.perf_counter() - start)))

    def timed() -> float:
        start = time.perf_counter()
        for _ in range(times):
            form()
        return (time.perf_counter() - start) / times

    return timed


def as_text(data: dict[str, Any]) -> str:
    """A line for each rule, so that a diff shows what changed."""
    rows = ",\n".join(
        f"    {json.dumps(rule)}: {json.dumps(entry)}" for rule, entry in data["rules"].items()
    )
    return f'{{\n  "machine": {json.dumps(data["machine"])},\n  "rules": {{\n{rows}\n  }}\n}}\n'


if __name__ == "__main__":
    main()
