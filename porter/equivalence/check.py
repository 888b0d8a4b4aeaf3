"""Checking two programs against each other: the twin runs that a verdict takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from porter.equivalence.devices import gpu_missing
from porter.equivalence.lines import ProjectLines
from porter.equivalence.options import Options
from porter.equivalence.partners import Partners
from porter.equivalence.process import Process
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


@dataclass(frozen=True)
class Checked:
    """One verdict: of one precision on one device.

    `message` says why there is no more to tell, `floor` is the drift of the original against
    itself, `seconds` is the time that the runs took.
    """

    precision: str
    device: str
    outcome: Outcome
    message: str = ""
    judge: Judge | None = None
    floor: tuple[Update, ...] = ()
    seconds: float = 0.0


def check_programs(programs: Programs, options: Options, tell: Progress) -> list[Checked]:
    """Check on every device and in every precision that was asked for."""
    found = []
    for device in options.devices:
        missing = gpu_missing() if device == "gpu" else ""
        for precision in options.precisions:
            if missing:
                found.append(Checked(precision, device, Outcome.NOT_CHECKED, missing))
            else:
                found.append(_checked(programs, options, precision, device, tell))
    return found


def _checked(
    programs: Programs, options: Options, precision: str, device: str, tell: Progress
) -> Checked:
    """One verdict, with the layer where a divergence begins and the noise to compare it with."""
    check = Check(programs, options, device, tell)
    begun = time.monotonic()
    try:
        judge = check.twin(precision)
        first = judge.divergences[0] if judge.divergences else None
        if first and first.phase in INSIDE:
            judge = check.twin(precision, layers=True, updates=first.window + 1)
        floor = tuple(check.floor(precision)) if options.floor else ()
    except CouldNotRun as problem:
        return Checked(precision, device, Outcome.COULD_NOT_RUN, str(problem))
    message = "" if judge.updates else NEVER_TRAINED
    spent = time.monotonic() - begun
    return Checked(precision, device, judge.outcome, message, judge, floor, spent)


class Check:
    """The runs of one check. All raise CouldNotRun, and leave no process behind."""

    def __init__(self, programs: Programs, options: Options, device: str, tell: Progress) -> None:
        self.programs = programs
        self.options = options
        self.device = device
        self.tell = tell

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
            options.updates, resync=precision == "float32",
        )  # fmt: skip

    def _compare(self, run: Run, other: Run, framework: str, precision: str) -> Judge:
        lines = ProjectLines(Path(run.script), Path(other.script))
        lines.read()
        what = f"{precision}, {self.device}"
        what += ", layer by layer" if run.layers else ", noise floor" if other.perturb else ""
        judge = Judge(precision)
        partners = Partners(lines.to_original)
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
