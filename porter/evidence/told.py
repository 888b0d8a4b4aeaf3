"""What findings tell of evidence: what rests on it, where it contradicts the text, what a run would
decide."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from porter.codegen import short
from porter.evidence.kinds import contradicts
from porter.evidence.model import Counts, Seen
from porter.findings import Finding, Severity
from porter.infer.names import NOT_KNOWN
from porter.kinds import Array, Module, Number, Optimizer, Tensor, Text

if TYPE_CHECKING:
    from porter.facts import Facts

_LINES = 8  # of another file that are named
GUESSED = "P103"  # what the text tells is a guess, and the run tells better
_OPEN = (NOT_KNOWN, "is not known")
_NAMES = {Tensor: "a tensor", Array: "an array", Number: "a number", Module: "a network",
          Optimizer: "an optimizer", Text: "a text"}  # fmt: skip


def with_hint(finding: Finding, evidence: bool) -> Finding:
    """A finding that a run would decide says so; with evidence, that it did not."""
    if finding.code != "P103" or not any(words in finding.message for words in _OPEN):
        return finding
    name = "agent.ipynb" if finding.path.endswith(".ipynb") else os.path.basename(finding.path)
    run = f"let a run decide: porter observe {name}"
    if evidence:
        run = "the evidence does not decide it: the line did not run, or it was several things"
    return replace(finding, hint=f"{finding.hint}; or {run}" if finding.hint else run)


def told(
    facts: Facts, seen: Mapping[cst.CSTNode, Seen], others: Iterable[Facts]
) -> Iterator[Finding]:
    """What rests on evidence, also in the other files that it was read with, and what the evidence
    contradicts."""
    for node, (place, counts) in facts.by_run.items():
        message = f"{short(node)} is {in_all(counts)} of the run; the text does not tell"
        yield Finding(facts.path, *place[:2], "N405", Severity.NOTE, message)
    for other in others:
        if other.by_run and other.real_path != facts.real_path:
            lines = sorted({place[0] for place, _ in other.by_run.values()})
            told = ", ".join(map(str, lines[:_LINES])) + (" …" if lines[_LINES:] else "")
            name = os.path.basename(other.path)
            message = f"what {name} has in line {told} is told by the run, not by the text"
            yield Finding(facts.path, 1, 1, "N405", Severity.NOTE, message)
    begun = set[tuple[int, int]]()  # of `x.sum()` where x is something else, x alone is told
    for node, (place, counts) in sorted(seen.items(), key=lambda item: item[1][0]):
        kind = facts.kinds.get(node)
        if kind is not None and place[:2] not in begun and contradicts(kind, counts):
            begun.add(place[:2])
            by_text = next(name for sort, name in _NAMES.items() if isinstance(kind, sort))
            message = f"{short(node)} is {in_all(counts)} of the run, and {by_text} by the text"
            hint = "annotate it, or report it: porter reads the text wrongly"
            code = "P105"
            if node in facts.guessed:
                code, hint = GUESSED, "annotate it"
            yield Finding(facts.path, *place[:2], code, Severity.ERROR, message, hint)


def in_all(counts: Counts) -> str:
    """ "a float32 tensor of rank 2 in all 412 calls", "None in 3 calls, a text in 1" """
    if len(counts) == 1:
        ((value, calls),) = counts.items()
        return f"{value} in {'the only call' if calls == 1 else f'all {calls} calls'}"
    return ", ".join(f"{value} in {calls}" for value, calls in counts.items()) + " calls"
