"""Checking two programs against each other: the twin runs that a verdict takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from porter.equivalence.devices import gpu_missing
from porter.equivalence.lines import ProjectLines
from porter.equivalence.options import Options
from porter.equivalence.partners import Partners
from porter.equivalence.process import Process
from porter.equivalence.report import Report, Result, result_of
from porter.equivalence.report.build import not_run, versions
from porter.equivalence.sides.program import Run
from porter.equivalence.twin import CouldNotRun, Twin
from porter.equivalence.verdict import Judge, Outcome, Phase, Update

NO_CONNECTION = -1
INSIDE = (Phase.LOSS, Phase.GRADIENTS)  # where the layers can tell more
NEVER_TRAINED = (
    "no optimizer made an update: there was nothing to compare. Give the programs the arguments "
    "behind -- that make them train"
)
Progress = Callable[[str, int], None]  # (what is being run, updates so far)


@dataclass(frozen=True)
class Programs:
    """An original and its port, and the command line that both are run with."""

    original: Path
    port: Path
    arguments: tuple[str, ...] = ()

    @cached_property
    def lines(self) -> ProjectLines:
        """Which lines belong together."""
        return ProjectLines(self.original, self.port)


def check_programs(programs: Programs, options: Options, tell: Progress) -> Report:
    """Check on every device and in every precision that was asked for.

    Raises CouldNotRun where a program can't be read or is no Python.
    """
    programs.lines.read()
    results = []
    for device in options.devices:
        missing = gpu_missing() if device == "gpu" else ""
        for precision in options.precisions:
            if missing:
                results.append(not_run(precision, device, Outcome.NOT_CHECKED, missing))
            else:
                check = Check(programs, options, device, tell)
                results.append(check.result(precision))
    return Report(
        str(programs.original), str(programs.port), tuple(results),
        programs.arguments, options.seed, versions(),
    )  # fmt: skip


class Check:
    """The runs of one check. All raise CouldNotRun, and leave no process behind."""

    def __init__(self, programs: Programs, options: Options, device: str, tell: Progress) -> None:
        self.programs = programs
        self.options = options
        self.device = device
        self.tell = tell

    def result(self, precision: str) -> Result:
        """One verdict, with the layer where it begins and the noise to compare it with."""
        begun = time.monotonic()
        try:
            judge = self.twin(precision)
            first = judge.divergences[0] if judge.divergences else None
            closer = None
            if first and first.phase in INSIDE:
                closer = self.twin(precision, layers=True, updates=first.window + 1)
            floor = self.floor(precision) if self.options.floor else []
        except CouldNotRun as problem:
            return not_run(precision, self.device, Outcome.COULD_NOT_RUN, str(problem))
        return result_of(
            judge, precision, self.device, seconds=time.monotonic() - begun, noise_floor=floor,
            message="" if judge.updates or judge.divergences else NEVER_TRAINED,
            sources=self.programs.lines.sources(), closer=closer,
        )  # fmt: skip

    def twin(self, precision: str, layers: bool = False, updates: int | None = None) -> Judge:
        """Compare the port with the original, until the end or the first divergence."""
        run = replace(self._run(precision), layers=layers, updates=updates or self.options.updates)
        ported = replace(run, script=str(self.programs.port.resolve()))
        return self._compare(run, ported, "tensorflow", precision)

    def floor(self, precision: str) -> list[Update]:
        """The original against itself, every first weight moved by one ulp: what noise does."""
        run = self._run(precision)
        return self._compare(run, replace(run, perturb=True), "torch", precision).updates

    def _run(self, precision: str) -> Run:
        script, options = str(self.programs.original.resolve()), self.options
        return Run(
            script, self.programs.arguments, NO_CONNECTION, precision, options.seed,
            options.updates, resync=precision == "float32", device=self.device,
        )  # fmt: skip

    def _compare(self, run: Run, other: Run, framework: str, precision: str) -> Judge:
        what = f"{precision}, {self.device}"
        what += ", layer by layer" if run.layers else ", noise floor" if other.perturb else ""
        judge = Judge(precision)
        lines = self.programs.lines
        partners = Partners(lines.to_original, lines.statement)
        folder = Path.cwd() if self.options.here else None
        with ExitStack() as stack:
            original = Process("torch", run, self.device, folder)
            stack.callback(original.close)
            port = Process(framework, other, self.device, folder)
            stack.callback(port.close)
            Twin(
                original, port, judge, partners, self.options.timeout, lambda n: self.tell(what, n),
                to_the_end=other.perturb,
            ).run()  # fmt: skip
        judge.finish()
        return judge
