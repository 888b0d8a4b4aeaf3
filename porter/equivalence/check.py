"""Checking two programs against each other: the twin runs that a verdict takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
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
from porter.equivalence.verdict import Judge, Outcome, Phase, Rounding, Update
from porter.gyms.choose import provided

NO_CONNECTION = -1
TRIALS = 8  # of the original against itself
INSIDE = (Phase.LOSS, Phase.GRADIENTS)  # where the layers can tell more
PATIENCE = 4  # times the seconds of comparing: what the first update may take
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
    with provided(programs.original, options.gym) as gym:
        results = tuple(_results(programs, options, tell))
    return Report(
        str(programs.original), str(programs.port), results,
        programs.arguments, options.seed, versions() | ({"gym": gym} if gym else {}),
    )  # fmt: skip


def _results(programs: Programs, options: Options, tell: Progress) -> Iterator[Result]:
    """One for each device and precision."""
    for device in options.devices:
        missing = gpu_missing() if device == "gpu" else ""
        for precision in options.precisions:
            if missing:
                yield not_run(precision, device, Outcome.NOT_CHECKED, missing)
            else:
                yield Check(programs, options, device, tell).result(precision)


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
            judge = self.judged(precision)
            if judge.stopped and len(judge.updates) != self.options.updates:
                judge.record.note(cut_short(len(judge.updates), self.options.limit))
            first = judge.divergences[0] if judge.divergences else None
            closer = None
            if first and first.phase in INSIDE:
                excused = judge.rounding.excused
                closer = self.twin(precision, excused, layers=True, updates=first.window + 1)
            made = len(judge.updates) if judge.stopped else self.options.updates
            floor = self.floor(precision, updates=made) if self.options.floor and made != 0 else []
        except CouldNotRun as problem:
            return not_run(precision, self.device, Outcome.COULD_NOT_RUN, str(problem))
        return result_of(
            judge, precision, self.device, seconds=time.monotonic() - begun, noise_floor=floor,
            message="" if judge.updates or judge.divergences else NEVER_TRAINED,
            sources=self.programs.lines.sources(), closer=closer,
        )  # fmt: skip

    def judged(self, precision: str) -> Judge:
        """The judge of a run in which updates that differ by rounding are excused."""
        judge = self.twin(precision, None)
        rounding = judge.rounding
        if rounding.found:
            proven = set() if rounding.many else self.proven(rounding, precision)
            if proven != rounding.found.keys():
                judge = self.twin(precision, proven)
            if proven:
                judge.record.note(rounding.told(proven))
        return judge

    def proven(self, rounding: Rounding, precision: str) -> set[int]:
        """The updates at which one ulp makes as great a difference in the original.

        Whether an ulp crosses a ReLU's kink is a matter of chance, so it is tried several times.
        """
        noise: dict[int, float] = {}
        for seed in range(self.options.seed + 1, self.options.seed + 1 + TRIALS):
            for update in self.floor(precision, seed, updates=max(rounding.found) + 1):
                worst = max(update.gradients or 0.0, update.update)
                noise[update.index] = max(noise.get(update.index, 0.0), worst)
            if rounding.proven(noise) == rounding.found.keys():
                break
        return rounding.proven(noise)

    def twin(
        self,
        precision: str,
        excused: Collection[int] | None = (),
        layers: bool = False,
        updates: int | None = None,
    ) -> Judge:
        """Compare the port with the original, until the end or the first divergence."""
        run = replace(self._run(precision), layers=layers, updates=updates or self.options.updates)
        port = str(self.programs.port.resolve())
        ported = replace(run, script=port, original=run.script)
        return self._compare(run, ported, "tensorflow", Judge(precision, excused=excused))

    def floor(
        self, precision: str, seed: int | None = None, updates: int | None = None
    ) -> list[Update]:
        """The original against itself, moved by one ulp: what noise does.

        In float64 each first weight is moved, in float32 each weight before each update.
        """
        run = replace(self._run(precision), updates=updates or self.options.updates, seconds=0.0)
        moved = replace(run, perturb=self.options.seed if seed is None else seed)
        return self._compare(run, moved, "torch", Judge(precision)).updates

    def _run(self, precision: str) -> Run:
        script, options = str(self.programs.original.resolve()), self.options
        return Run(
            script, self.programs.arguments, NO_CONNECTION, precision, options.seed,
            options.updates, options.limit, precision == "float32", device=self.device,
            here=options.here,
        )  # fmt: skip

    def _compare(self, run: Run, other: Run, framework: str, judge: Judge) -> Judge:
        noise = other.perturb is not None
        what = f"{run.precision}, {self.device}"
        what += ", layer by layer" if run.layers else ", noise floor" if noise else ""
        self.tell(what, 0)
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
                to_the_end=noise, patience=PATIENCE * run.seconds,
            ).run()  # fmt: skip
        judge.finish()
        return judge


def cut_short(updates: int, limit: float) -> str:
    """What a report says where the time was over before the programs."""
    return (
        f"stopped after {updates} updates: {limit:.3g} s of comparing were over. --seconds 0 runs "
        "the programs to their end, --updates N as far as you like"
    )
