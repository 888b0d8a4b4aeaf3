"""A verdict for the terminal: a tree of phases, then where and why the programs part out."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.text import Text
from rich.tree import Tree

from porter.equivalence.report.model import (
    CauseReport,
    DivergenceReport,
    Line,
    PhaseReport,
    Result,
)
from porter.equivalence.verdict import Outcome

STYLES = {
    Outcome.EQUIVALENT: "bold green",
    Outcome.DIFFERENT: "bold red",
    Outcome.COULD_NOT_RUN: "bold red",
    Outcome.NOT_CHECKED: "bold yellow",
}


def result_tree(result: Result) -> Tree:
    """One verdict, to be printed by a rich console."""
    tree = Tree(Text(_title(result), STYLES[result.outcome]))
    if result.message:
        tree.add(Text(result.message))
    if result.updates or result.divergences:
        for phase in result.phases:
            tree.add(_phase(phase, result.tolerance))
        if result.first:
            tree.add(_first(result.first, result.cause))
        for text in _facts(result):
            tree.add(Text(text))
    return tree


def _title(result: Result) -> str:
    count = len(result.updates)
    parts = [result.outcome.value, f"{result.precision} on {result.device}"]
    if count:
        parts.append(f"{count} {'update' if count == 1 else 'updates'}")
    if result.seconds:
        parts.append(f"{result.seconds:.1f} s")
    return ", ".join(parts)


def _phase(phase: PhaseReport, tolerance: float) -> Text | Tree:
    if phase.different:
        word, style = "differs", "red"
    else:
        word, style = ("equal", "green") if phase.compared else ("-", "dim")
    text = Text(f"{phase.name:<16}{word:<8}", style)
    if phase.compared or phase.different:
        text.append(f"{phase.compared} compared", "default")
    else:
        text.append("not compared: nothing of the kind was seen")
    if 0 < phase.worst < math.inf:
        text.append(f", worst error {phase.worst:.1e} of {tolerance:.0e} allowed", "default")
        text.append(f": {phase.where}", "dim")
    if not phase.not_compared:
        return text
    tree = Tree(text)
    for left_out in phase.not_compared:
        tree.add(Text(f"not compared: {left_out}", "yellow"))
    return tree


def _first(first: DivergenceReport, cause: CauseReport | None) -> Tree:
    head = f"first divergence: {first.phase}, at update {first.update}"
    tree = Tree(Text(head, "bold red"))
    tree.add(Text(first.text))
    for side, line in (("original", first.original), ("port", first.port)):
        if line:
            tree.add(_line(side, line))
    if cause is None:
        tree.add(Text("no known cause fits", "yellow"))
        return tree
    why = tree.add(Text(f"{cause.confidence} cause: {cause.name}", "bold"))
    why.add(Text(cause.text))
    for side, line in (("original", cause.original), ("port", cause.port)):
        if line and line not in (first.original, first.port):
            why.add(_line(side, line))
    why.add(Text(f"-> {cause.advice}", "cyan"))
    return tree


def _line(side: str, line: Line) -> Text:
    text = Text(f"{side:<9}{line}")
    text.append(f"  {line.text}", "bold")
    return text


def _facts(result: Result) -> Iterator[str]:
    """What stands beside the verdict: drift and noise, draws, traces, notes."""
    what = "weights" if result.precision == "float64" else "update"
    if result.drift:
        text = f"drift: the greatest error of any {what} is {max(result.drift):.1e}"
        if result.noise:
            moved = "at its start" if result.precision == "float64" else "before each update"
            text += (
                f"; noise floor: {max(result.noise):.1e}, the original against itself with each "
                f"weight moved by one ulp {moved}"
            )
        yield text
    one, other = result.draws
    yield f"random numbers: drawn {one} times in the original, {other} times in the port"
    for trace in result.traces:
        times = "once" if trace.count == 1 else f"{trace.count} times"
        yield f"{trace.name} ({trace.site}): traced {times}"
    yield from (f"note: {note}" for note in result.notes)
