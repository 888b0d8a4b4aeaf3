"""Trying every fault, and the score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from porter.equivalence.verdict import Outcome
from porter.outline import outline

from .model import Base, Fault, Rewrite
from .twin import Compared, compare


@dataclass(frozen=True)
class Verdict:
    """What was said about a faulty port."""

    fault: Fault
    outcome: Outcome
    phase: str = ""
    cause: str = ""
    by_numbers: str = ""  # the cause without the source texts
    line: int = 0
    right_line: bool = False

    @property
    def caught(self) -> bool:
        return self.outcome is Outcome.DIFFERENT

    @property
    def right(self) -> bool:
        return self.caught and self.cause == self.fault.cause and self.right_line


def try_fault(base: Base, fault: Fault, folder: Path) -> Verdict:
    """Run the faulty port against its original; `folder` is for the port's file."""
    found = run(base, fault, folder)
    result, alone = found.result(), found.result(sources=False)
    if not result.divergences:
        return Verdict(fault, result.outcome)
    cause = result.cause
    line = cause.port if cause and cause.port else result.divergences[0].port
    number = line.line if line else 0
    return Verdict(
        fault,
        result.outcome,
        result.divergences[0].phase,
        cause.name if cause else "",
        alone.cause.name if alone.cause else "",
        number,
        _same_statement(base.edited(fault), number, base.line(fault)),
    )


def run(base: Base, change: Fault | Rewrite, folder: Path) -> Compared:
    """Run a changed port against its original."""
    port = folder / f"{base.program}_tf.py"
    port.write_text(base.edited(change))
    return compare(base.original, port)


def as_table(verdicts: Iterable[Verdict]) -> str:
    """The score, and what was missed."""
    verdicts = list(verdicts)
    caught, right = (sum(getattr(v, name) for v in verdicts) for name in ("caught", "right"))
    cause = sum(v.cause == v.fault.cause for v in verdicts)
    line = sum(v.right_line for v in verdicts)
    alone = sum(v.by_numbers == v.fault.cause for v in verdicts)
    head = (
        f"{len(verdicts)} faults: {caught} caught, {cause} with the right cause ({alone} of them "
        f"without looking at the sources), {line} with the right line, {right} with both"
    )
    misses = [
        f"  {v.fault.name}: {v.outcome.value}, {v.phase}, {v.cause or 'no cause'} instead of "
        f"{v.fault.cause}, line {v.line}{'' if v.right_line else ', which is wrong'}"
        for v in verdicts
        if not v.right
    ]
    return "\n".join([head, *misses])


def _same_statement(text: str, line: int, other: int) -> bool:
    """Whether two lines are of one statement."""
    return any(s.first <= line <= s.last and s.first <= other <= s.last for s in outline(text))
