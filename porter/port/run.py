"""The phases of a port, in order; each says how it ended, and whether the next one can begin."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from porter import collector, deliver, files
from porter.evidence import Broken, Evidence, load, save
from porter.evidence.model import digest
from porter.findings import Finding, Severity
from porter.pipeline import Options, forget_files
from porter.port.conversion import converted
from porter.port.program import program
from porter.port.state import Done, Ratio, State, key
from porter.port.tail import Tail
from porter.report import Report
from porter.written import Replace

PHASES = ("observe", "convert", "check", "bench")
_VERDICTS = ("equivalent", "different", "could not run", "not checked")
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Wanted:
    """What is asked for. `script` is the program, `original` it or the directory that it is in."""

    original: Path
    script: Path
    output: Path
    arguments: tuple[str, ...] = ()
    updates: int = 20
    seconds: float = 60.0
    replace: str = "keep"
    bench: bool = True
    lines: bool = False  # for a page
    gym: str = "auto"
    here: bool = False
    rules: tuple[Path, ...] = ()

    @property
    def port(self) -> Path:
        """The program's port."""
        if self.original.is_dir():
            return self.output / self.script.relative_to(self.original)
        return self.output

    @property
    def root(self) -> Path:
        return self.original if self.original.is_dir() else self.original.parent


class Port:
    """One call. `report` is what became of the files, once they are converted."""

    def __init__(self, wanted: Wanted, tell: Tell) -> None:
        self.wanted, self.tell = wanted, tell
        folder = wanted.output if wanted.original.is_dir() else wanted.output.parent
        self.state = State(folder / ".porter" / f"port-{wanted.script.stem}")
        self.evidence_file = self.state.folder / "evidence.json"
        self.evidence: Evidence | None = None
        self.observed = False  # whether the run went well
        self.report: Report | None = None
        self.originals: dict[str, str] = {}

    def phases(self) -> Iterator[Done]:
        """Each phase as it ends, until one can't go on. Raises OSError, UsageError."""
        self.state.folder.mkdir(parents=True, exist_ok=True)
        self._load()
        observed = self._again("observe", self.observe, [self.wanted.script])
        self.observed = observed.outcome == "done"
        yield observed
        self._load()
        converted = self.convert()
        yield converted
        if not converted.goes_on:
            return
        checked = self._again("check", self.check, self._files + self._ports)
        yield checked
        if checked.goes_on and self.wanted.bench:
            yield self._again("bench", self.bench, self._files + self._ports)

    def _again(self, phase: str, run: Callable[[], Done], of: list[Path]) -> Done:
        """A phase, or what an earlier call found of the same files."""
        wanted = self.wanted
        of_these = key(
            of, wanted.arguments, wanted.updates, wanted.seconds, wanted.gym, wanted.here
        )
        known = self.state.done(phase, of_these)
        if known is not None and known.outcome == "done" and (self._is_fresh or phase != "observe"):
            return replace(known, line=f"{known.line} (of an earlier call)")
        self.tell(phase)
        done = run()
        self.state.keep(done, of_these)
        return done

    @property
    def _is_fresh(self) -> bool:
        """Whether the evidence is of the files as they are."""
        files = self.evidence.files if self.evidence is not None else {}
        return bool(files) and all(
            (found := program(self.wanted.root / name)) is not None
            and digest(found.text) == seen.digest
            and seen.ran is not None
            for name, seen in files.items()
        )

    @property
    def _files(self) -> list[Path]:
        """The program's own files, as far as it is known to use them."""
        names = self.evidence.files if self.evidence is not None else ()
        return [self.wanted.script, *(self.wanted.root / name for name in names)]

    @property
    def _ports(self) -> list[Path]:
        return [Path(path) for path in (self.report.written if self.report is not None else ())]

    # -- phases
    def observe(self) -> Done:
        """Run the original for a while; a run that shows nothing stops nothing."""
        from porter.observe.run import observe

        wanted = self.wanted
        with Tail() as tail:
            ended = observe(
                wanted.script, wanted.arguments, root=wanted.root.resolve(),
                updates=wanted.updates, seconds=wanted.seconds, gym=wanted.gym,
                here=wanted.here,
                output=tail.end, stdin=subprocess.DEVNULL,
            )  # fmt: skip
            printed = tail.text()
        if ended.evidence is not None:
            save(ended.evidence, self.evidence_file)
        places = sum(len(seen.places) for seen in (ended.evidence or Evidence()).files.values())
        if ended.killed or ended.code:
            return Done("observe", "failed", f"the original does not run: {ended.why}", printed)
        return Done("observe", "done", f"{places} places seen: {ended.why}", printed)

    def _load(self) -> None:
        if self.evidence_file.exists():
            try:
                self.evidence = load(self.evidence_file)
            except Broken:
                self.evidence = None  # then it is observed again

    def convert(self) -> Done:
        """Convert and write. What is left stops what comes behind: a half port does not run."""
        self.tell("convert")
        forget_files()
        wanted = self.wanted
        work = files.find([str(wanted.original)], str(wanted.output))
        options = Options(rules=wanted.rules, lines=wanted.lines, evidence=self.evidence)
        with collector.calmed():
            # A run that crashed may have come further
            known = (self.observed and self.evidence) or Evidence()
            found = converted(work.jobs, options, known, wanted.root, wanted.script)
            entries, modules = deliver.write(found.files, options, Replace(wanted.replace))
        outcomes = {id(one.outcome) for one in found.files}
        entries += deliver.copy_data(work.data)
        entries = [*(deliver.unlisted(*failure) for failure in work.unlisted), *entries]
        all_written = all(id(entry.outcome) in outcomes for entry in entries)
        self.report = Report(tuple(entries), tuple(modules), work.notes)
        self.originals = {one.job.path: one.text for one in found.files}
        counts = self.report.counts()
        uses, findings = counts["torch_uses"], self.report.findings
        by_run = sum(finding.code == "N405" for finding in findings)
        line = f"{uses['ported']} of {uses['total']} torch uses ported"
        line += f", {by_run} decisions by the run" if by_run else ""
        errors = [finding for finding in findings if finding.severity is Severity.ERROR]
        partial = found.left_out or found.elsewhere
        if partial and all_written:
            if found.left_out:
                line += f"; {_errors(found.left_out)} where the run never came: these lines raise"
            if found.elsewhere:
                line += f"; {_errors(found.elsewhere)} in files that it did not import: these raise"
            return Done("convert", "partial", line, _told(found.left_out, found.elsewhere))
        text = _told(found.reached, errors, findings)
        if errors:
            line += f"; {_errors(errors)} left"
            if found.reached and len(found.reached) < len(errors) and self.observed:
                line += f", {len(found.reached)} of them where the run came, which stop it"
            return Done("convert", "left", line, text)
        if not self.report.ports and not str(wanted.output).endswith(".ipynb"):
            return Done("convert", "failed", "there is nothing in it to port", text)
        return Done("convert", "done", line, text)

    def check(self) -> Done:
        """The same agent, or where they part."""
        from porter.equivalence.check import Programs, check_programs
        from porter.equivalence.notebooks import scripts
        from porter.equivalence.options import Options as Chosen
        from porter.equivalence.report import as_text
        from porter.equivalence.twin import CouldNotRun
        from porter.port.verdicts import verdicts_of

        wanted = self.wanted
        chosen = Chosen(
            updates=wanted.updates, precision="float64", floor=False, gym=wanted.gym,
            here=wanted.here,
        )  # fmt: skip
        try:
            with scripts(wanted.script, wanted.port) as (original, port, places):
                programs = Programs(original, port, wanted.arguments)

                def tell(what: str, updates: int) -> None:
                    self.tell(f"check: {what}, {updates} updates")

                found = check_programs(programs, chosen, tell)
                report, verdicts = places.told(found), verdicts_of(found.results[0], places)
        except CouldNotRun as problem:
            return Done("check", "failed", "it could not be run", str(problem))
        text = as_text(report)
        outcome = {0: "done", 1: "left"}.get(report.exit_code, "failed")
        verdict = (line for line in text.splitlines() if line.startswith(_VERDICTS))
        [result] = report.results
        first = next(verdict, "")
        return Done("check", outcome, first, text, result.drift, result.tolerance, (), verdicts)

    def bench(self) -> Done:
        """How fast; a program that can't be measured is ported all the same."""
        from porter.bench.report import as_text
        from porter.bench.rounds import Settings, compare
        from porter.equivalence.twin import CouldNotRun

        wanted = self.wanted
        settings = Settings(
            wanted.arguments, ("graph",), rounds=1, updates=5 * wanted.updates,
            warm_up=min(20, wanted.updates), gym=wanted.gym, here=wanted.here,
        )  # fmt: skip
        try:
            found = compare(
                wanted.script, wanted.port, settings, lambda name, _: self.tell(f"bench: {name}")
            )
        except CouldNotRun as problem:
            return Done("bench", "skipped", "not measured", str(problem))
        times = ((row, found.ratio(found.columns[1], row)) for row in found.rows)
        ratios = tuple(Ratio(row, ratio) for row, ratio in times if ratio)
        shown = "; ".join(f"{ratio.phase}: {ratio.times:.2f}" for ratio in ratios)
        line = f"in PyTorch's time: {shown}"
        return Done("bench", "done", line, as_text(found), ratios=ratios)


def _errors(errors: Sequence[Finding]) -> str:
    return "1 error" if len(errors) == 1 else f"{len(errors)} errors"


def _told(*findings: Iterable[Finding]) -> str:
    """What matters most comes first: a screen has a few lines."""
    return "\n".join(dict.fromkeys(str(finding) for some in findings for finding in some))
