"""Runs all programs in turn, round by round, so that a busy machine slows all of them down."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

from porter.bench.graphs import Graph
from porter.bench.machine import processor
from porter.bench.model import MODES, ORIGINAL, Column, Comparison, Run, column, has_update
from porter.bench.phases import UPDATE, Lines, Phase, lines_of_original, lines_of_port, phases
from porter.bench.phases import program as files_of
from porter.environment import settings
from porter.equivalence.devices import gpu_missing
from porter.equivalence.quoted import last_lines
from porter.equivalence.twin import CouldNotRun
from porter.gyms.choose import provided
from porter.source import Unreadable

LAST_LINES = 12


@dataclass(frozen=True)
class Settings:
    """What the user can choose. `updates` of None runs the programs to their end."""

    arguments: tuple[str, ...] = ()
    modes: tuple[str, ...] = tuple(MODES)
    rounds: int = 3
    updates: int | None = 300
    warm_up: int = 20
    threads: int = 1
    device: str = "cpu"
    seed: int = 0
    timeout: float = 600.0
    clock: str = "wall"
    gym: str = "auto"
    here: bool = False


def compare(
    original: Path, port: Path, settings: Settings, tell: Callable[[str, int], None]
) -> Comparison:
    """Measure both programs. `tell(name, round)` is called before each run.

    Raises CouldNotRun where there is nothing to compare: a file is missing or is no Python, the
    original has no update step, it or the port crashes, or there is no GPU though one is wanted.
    """
    original, port = original.resolve(), port.resolve()
    if settings.device == "gpu" and (why := gpu_missing()):
        raise CouldNotRun(f"{why}; run without --device gpu")
    found = _phases(original)
    if not has_update(found):
        raise CouldNotRun(
            f"{original}: porter finds no update step in it; name the script that trains, and see "
            "porter convert --explain"
        )
    programs: dict[str, tuple[Path, str, str, Lines]] = {
        ORIGINAL: (original, "torch", "graph", lines_of_original(found))
    }
    of_port = _ported(found, original, port)
    for mode in settings.modes:
        programs[MODES[mode]] = (port, "tensorflow", mode, of_port)
    runs: dict[str, list[Run]] = {name: [] for name in programs}
    with provided(original, settings.gym):
        for number in range(settings.rounds):
            for name, program in programs.items():
                if any(run.error for run in runs[name]):
                    continue  # it would fail again
                tell(name, number)
                runs[name].append(_run(*program, found, settings))
    columns = tuple(column(name, runs[name], found, settings.warm_up) for name in programs)
    _usable(columns, settings)
    return Comparison(
        str(original), str(port), settings.arguments, machine(), _versions(), settings.threads,
        settings.device, settings.rounds, settings.updates, settings.warm_up, columns,
        settings.clock,
    )  # fmt: skip


def _phases(original: Path) -> tuple[Phase, ...]:
    try:
        found = tuple(
            phase for path in files_of(original) for phase in phases(path, original.parent)
        )
    except Unreadable as problem:
        raise CouldNotRun(f"{original}: {problem.message}; {problem.hint}") from None
    except SyntaxError as problem:
        raise CouldNotRun(f"{original}:{problem.lineno}: {problem.msg}") from None
    return found


def _ported(found: Sequence[Phase], original: Path, port: Path) -> Lines:
    try:
        lines = lines_of_port(found, original, port)
    except Unreadable as problem:
        raise CouldNotRun(f"{port}: {problem.message}; {problem.hint}") from None
    except SyntaxError as problem:
        raise CouldNotRun(f"{port}:{problem.lineno}: {problem.msg}") from None
    numbers = {number for of in lines.values() for number in of.values()}
    lost = [p for i, p in enumerate(found) if p.kind == UPDATE and i not in numbers]
    if lost and len(lost) == sum(p.kind == UPDATE for p in found):
        raise CouldNotRun(
            f"{port}: no line of it came from the update step at {lost[0].path}:{lost[0].first}; "
            "is it the port of this original?"
        )
    return lines


def _run(
    script: Path, framework: str, mode: str, lines: Lines, found: Sequence[Phase], chosen: Settings
) -> Run:
    """One program, once, in a process of its own; in a scratch directory, but with `here`."""
    with TemporaryDirectory(prefix="porter-bench-") as folder:
        result = Path(folder, ".porter-bench.json")
        orders = {
            "script": str(script),
            "arguments": list(chosen.arguments),
            "framework": framework,
            "mode": mode,
            "lines": lines,
            "updates": [i for i, phase in enumerate(found) if phase.kind == UPDATE],
            "limit": chosen.updates,
            "threads": chosen.threads,
            "device": chosen.device,
            "seed": chosen.seed,
            "clock": chosen.clock,
            "here": chosen.here,
            "result": str(result),
        }
        try:
            ended = subprocess.run(
                [sys.executable, "-m", "porter.bench.child"],
                input=json.dumps(orders).encode(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=None if chosen.here else folder,
                env={**settings(script), **_environment(chosen, folder)},
                timeout=chosen.timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return _failed(f"it ran longer than {chosen.timeout:g} s; see --timeout and --updates")
        printed = last_lines(ended.stdout, LAST_LINES)
        if not result.exists():
            return _failed("\n".join(["the process died", *printed]))
        figures = json.loads(result.read_text("utf-8"))
    figures["spans"] = {int(number): spans for number, spans in figures["spans"].items()}
    figures["graphs"] = {int(number): Graph(*of) for number, of in figures["graphs"].items()}
    if figures["error"]:
        figures["error"] = "\n".join([figures["error"], *printed])
    return Run(**figures)


def _failed(why: str) -> Run:
    return Run(why, 0.0, 0.0, {}, 0, 0)


def _usable(columns: Sequence[Column], chosen: Settings) -> None:
    """Raises CouldNotRun if the original or all of the port could not be run, or never trained."""
    for tried in (columns[:1], columns[1:]):
        if tried and all(column.error for column in tried):
            raise CouldNotRun(f"{tried[0].name}: {tried[0].error}")
        for one in tried:
            if not one.error and not any(name.startswith(UPDATE) for name in one.phases):
                raise CouldNotRun(
                    f"{one.name}: it ended within the {chosen.warm_up} updates of the warm-up; "
                    f"{_longer(chosen)}, or give a smaller --warm-up"
                )


def _longer(chosen: Settings) -> str:
    """What makes a run longer: more updates where --updates N ended it."""
    if chosen.updates is not None and chosen.updates <= chosen.warm_up:
        return f"give more than --updates {chosen.updates}"
    return "let it train longer"


def _environment(chosen: Settings, folder: str) -> dict[str, str]:
    package = str(Path(__file__).parents[2])
    threads = str(chosen.threads)
    own = {
        "PYTHONPATH": os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")])),
        "KERAS_BACKEND": "tensorflow",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "OMP_NUM_THREADS": threads,
        "TF_NUM_INTRAOP_THREADS": threads,
        "TF_NUM_INTEROP_THREADS": threads,
        "PYTHONHASHSEED": "0",
        "MPLBACKEND": "Agg",
        "TMPDIR": folder,  # TensorFlow leaves a file there for each function that it traced
        "TQDM_DISABLE": "1",
    }
    if chosen.device == "cpu":
        own["CUDA_VISIBLE_DEVICES"] = ""
    return {**os.environ, **own}


def machine() -> str:
    """The processor, its cores, and Python's version."""
    return f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _versions() -> dict[str, str]:
    wanted = ("torch", "tensorflow", "tensorflow-cpu", "keras", "numpy", "gymnasium")
    return {name: number for name in wanted if (number := _version(name))}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
