"""The end of a run: what is left over, what never moved, how often the port was traced."""

from __future__ import annotations

import ast
import linecache
from typing import TYPE_CHECKING

from porter.equivalence.events import Kind
from porter.equivalence.verdict.channels import Side
from porter.equivalence.verdict.construction import listed
from porter.equivalence.verdict.model import Pair, Phase

if TYPE_CHECKING:
    from porter.equivalence.verdict.judge import Judge

TRACES = 2  # of an update: a flag makes two
UNPRINTED = "printed numbers were not compared: the programs were stopped before their end"
PRINTED = 1e-3  # of a number, which may have lost its digits


def judge_end(judge: Judge) -> None:
    """Judge what only the whole run can tell."""
    if not judge.stopped:  # else one program may be on its way to an update, the other not
        judge.backward.complete(max(judge.updates_made.values(), default=0))
        judge.backward.settle(judge.updates_made[Side.TORCH], same_gradients=False)
    pair = judge.both_ends
    if pair:
        for event in (pair.torch, pair.port):
            for hazard in event.info.get("hazards", []):
                judge.record.note(hazard)
        _traces(judge, pair)
        if judge.stopped and any(e.info.get("printed") for e in (pair.torch, pair.port)):
            judge.record.note(UNPRINTED)
        if not any(e.info.get("error") or e.info.get("stopped") for e in (pair.torch, pair.port)):
            judge.update.judge_final(pair)
            judge.returns.complete(len(judge.updates) + 1)
            _left_over(judge)
            if "printed" in pair.torch.info and "printed" in pair.port.info:
                _printed(judge, pair.torch.info["printed"], pair.port.info["printed"])
    _without_partner(judge)
    _never_moved(judge)


def _left_over(judge: Judge) -> None:
    """Events that the other program has no counterpart of."""
    for phase, what, channel in (
        (Phase.DRAWS, "draws random numbers {} times more", judge.draws),
        (Phase.WEIGHTS, "makes {} updates more", judge.steps),
        (Phase.ACTIONS, "acts {} times more", judge.actions),
    ):
        for side in Side:
            waiting = channel.waiting[side]
            if waiting:
                text = f"{side.value} {what.format(len(waiting))} than {side.other.value}"
                judge.record.report(judge.record.alone(phase, text, side, waiting[0]))


def _without_partner(judge: Judge) -> None:
    """Networks of one program alone. One that never took part is just mentioned."""
    for side in Side:
        for name, event in judge.named[Kind.CONSTRUCT].waiting[side].items():
            paths = {f"{name}.{path}" for path in event.arrays}
            if paths & (judge.update.owners.keys() | judge.update.moved | judge.update.alive):
                text = f"{name} has no partner in {side.other.value}"
                judge.record.report(judge.record.alone(Phase.CONSTRUCTION, text, side, event))
            else:
                text = f"{name} of {side.value} ({event.site}): no partner; it was never trained"
                judge.record.not_compared(Phase.CONSTRUCTION, text)


def _never_moved(judge: Judge) -> None:
    """Parameters that their optimizer never changed."""
    active = {update.optimizer for update in judge.updates}
    still: dict[str, list[str]] = {}
    for path, optimizer in judge.update.owners.items():
        if optimizer in active and path not in judge.update.moved:
            still.setdefault(optimizer, []).append(path)
    for optimizer, paths in still.items():
        judge.record.note(f"{optimizer} never moved {listed(paths)}")


def _traces(judge: Judge, pair: Pair) -> None:
    """A tf.function with an update in it should not be traced anew for each update: it is slow."""
    for where, name, count in pair.port.info.get("traces", []):
        path, _, line = where.rpartition(":")
        lines = _body(path, int(line))
        if not any(site.path == path and site.line in lines for site in judge.port_sites):
            continue
        judge.record.agreed(Phase.TRACES)
        if count > TRACES:
            text = f"{name} ({where}) was traced {count} times: give it tensors, not Python numbers"
            judge.record.note(f"warning: {text}; the numbers are the same")


def _printed(judge: Judge, expected: list[float], actual: list[float]) -> None:
    """Compare the numbers that both print. They may be times, so a difference is a warning."""
    close = [_alike(e, a) for e, a in zip(expected, actual)]
    if len(expected) != len(actual):
        found = f"the original prints {len(expected)} numbers, the port {len(actual)}"
    elif all(close):
        found = f"{len(close)} printed numbers are equal" if close else "no number is printed"
    else:
        at = close.index(False)
        found = f"number {at + 1} of {len(close)} is {expected[at]:g}, in the port {actual[at]:g}"
    same = len(expected) == len(actual) and all(close)
    names = ", ".join(f"{name}()" for name in sorted(judge.returns.names))
    text = f"{found}; of what functions return, {names or 'nothing'} was compared"
    judge.record.note(f"outside of updates: {text}" if same else f"warning: printed: {text}")


def _alike(expected: float, actual: float) -> bool:
    """Whether two numbers may be the same, printed with few digits."""
    off = abs(expected - actual) <= PRINTED * (abs(expected) + PRINTED)
    return off or expected == actual or (expected != expected and actual != actual)


def _body(path: str, line: int) -> range:
    """The lines of the function that is defined at this line, its decorators included."""
    source = "".join(linecache.getlines(path))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if line in (first, node.lineno):
                return range(first, (node.end_lineno or node.lineno) + 1)
    return range(line, line + 1)
