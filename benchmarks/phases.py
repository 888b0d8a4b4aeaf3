"""Where `porter convert DIR` spends its time: python benchmarks/phases.py DIR

Each phase is timed by itself: what a phase inside of it takes is not counted twice. The last
column tells how often a phase runs for each file that has torch. Processor time of one run.
"""

import argparse
import functools
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import libcst
from common import machine, table

import porter.deliver
import porter.jobs
import porter.pipeline
import porter.project
import porter.rearrange.program
import porter.sharing.told
from porter.analysis.doings import Doings
from porter.analysis.reach import Reach
from porter.changes import Changes
from porter.cli import main as porter_main
from porter.project import Project
from porter.rewrite.steps import Steps

PROGRAM, PIPELINE = porter.rearrange.program, porter.pipeline
PHASES: dict[str, list[tuple[Any, str]]] = {
    "parse": [(libcst, "parse_module")],
    "project": [
        (PIPELINE, "_gets_tensors"),
        (Project, "look_up"),
        (Project, "star"),
        (Project, "callers"),
        (Project, "_evaluate"),
        (Project, "_users"),
        (Project, "_together"),
        (Project, "has_torch"),
    ],
    "infer": [(PROGRAM, "infer")],
    "sharing": [(porter.sharing.told.Sharing, "found")],
    "changes": [(Changes, "attributes"), (Changes, "__init__")],
    "doings": [(Doings, "__init__"), (Reach, "__init__")],
    "plan": [(PROGRAM, "make_plan")],
    "recomputation": [(PROGRAM, "recomputed")],
    "all of planning": [(PIPELINE, "planned")],
    "rearrange": [
        (PROGRAM, "made_at_use"),
        (PROGRAM, "split_backwards"),
        (PROGRAM, "split_stores"),
        (PROGRAM, "split_draws"),
        (PROGRAM, "computed_inside"),
        (PROGRAM, "_divided"),
    ],
    "general form": [(PIPELINE, "with_general"), (PIPELINE, "unknown_backwards")],
    "rewrite": [(Steps, "__init__"), (Steps, "module"), (PIPELINE, "take_torch_names")],
    "imports": [(PIPELINE, "_finished")],
    "output": [(PIPELINE, "module_code"), (PIPELINE, "original_texts"), (PIPELINE, "with_texts")],
    "comments": [(PIPELINE, "with_comments")],
    "verify": [(PIPELINE, "verify"), (PIPELINE, "broken")],
    "positions, explain": [
        (PIPELINE, "positions"),
        (PIPELINE, "moved_positions"),
        (PIPELINE, "explain"),
        (PIPELINE, "idle_flags"),
    ],
    "deliver": [(porter.deliver, "deliver")],
}

spent: dict[str, float] = defaultdict(float)
runs: dict[str, int] = defaultdict(int)
open_: list[tuple[str, float]] = []


def timed(phase: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The same, which adds its time to its phase's, and stops the clock of the phase around it."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        now = time.process_time()
        if open_:
            outer, since = open_[-1]
            spent[outer] += now - since
        if phase not in (name for name, _ in open_):
            runs[phase] += 1
        open_.append((phase, now))
        try:
            return function(*args, **kwargs)
        finally:
            now = time.process_time()
            spent[phase] += now - open_.pop()[1]
            if open_:
                open_[-1] = (open_[-1][0], now)

    return run


def watch() -> None:
    for phase, functions in PHASES.items():
        for owner, name in functions:
            found = owner.__dict__.get(name)
            if isinstance(found, functools.cached_property):
                found.func = timed(phase, found.func)
            elif callable(found):
                setattr(owner, name, timed(phase, found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", help="a directory of PyTorch programs")
    path = parser.parse_args().path
    texts = [file.read_text("utf-8", "replace") for file in Path(path).rglob("*.py")]
    start = time.process_time()
    for text in texts:
        libcst.parse_module(text)
    bare = time.process_time() - start
    watch()
    start = time.process_time()
    with tempfile.TemporaryDirectory() as out:
        porter_main(["convert", path, "-o", str(Path(out, "converted")), "--jobs", "1"])
    whole = time.process_time() - start
    spent["the rest"] = whole - sum(spent.values())
    files = runs["all of planning"] or 1
    counts = f"{len(texts)} files, {files} of them with torch"
    print(f"\n{machine('libcst')}. {counts}; bare parse {bare:.2f} s\n")
    rows = [
        (phase, f"{seconds:.2f}", f"{seconds / bare:.2f}", f"{runs[phase] / files:.2f}")
        for phase, seconds in sorted(spent.items(), key=lambda item: -item[1])
    ]
    rows.append(("all", f"{whole:.2f}", f"{whole / bare:.2f}", ""))
    print(table(("phase", "seconds", "x bare parse", "runs a file"), rows))


if __name__ == "__main__":
    main()
