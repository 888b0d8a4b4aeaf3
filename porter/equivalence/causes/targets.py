"""Causes in what the programs do to target networks between two updates."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from porter.equivalence.causes.model import Case, Cause, Confidence
from porter.equivalence.causes.resimulation import fitted
from porter.equivalence.compare import distance, norm, ratio
from porter.equivalence.events import Arrays
from porter.equivalence.verdict.model import Phase

EXACT = 1e-7


@dataclass(frozen=True)
class Move:
    """target = tau * source + (1 - tau) * target; `late` if the source is an update behind."""

    source: str
    tau: float
    late: bool = False


def target_update(case: Case) -> Cause | None:
    """How the target moved on either side: tau, its complement, a copy, not at all, too early."""
    if case.phase is not Phase.TARGETS or not case.divergence.differences:
        return None
    target = case.divergence.differences[0].path.split(".")[0]
    moves = [_moves(case, side, target, 0) for side in (0, 1)]
    if moves[0] is None or moves[1] is None:
        return None
    later = _moves(case, 1, target, 1) or []
    cause = _cause(target, moves[0], moves[1], later)
    if cause is None or not any(move.tau for move in moves[1]):
        return cause
    return replace(cause, port=case.assigned(case.divergence.differences[0].path))


def _cause(
    target: str, expected: list[Move], actual: list[Move], later: list[Move]
) -> Cause | None:
    """The cause by how the original moves the target, and the port in this window and the next.

    There can be several ways to tell a move: before the first update all networks may be equal.
    """
    right = next((move for move in expected if not move.late), None)
    if right is None or not actual:
        return None
    what = f"the original moves {target} by {right.tau:.6g} towards {right.source}"
    early = next((m for m in actual + later if m.late and np.isclose(m.tau, right.tau)), None)
    still = any(move.tau == 0 for move in actual)
    if right.tau == 0:
        text = f"the port moves {target} here, the original does not"
        return Cause("target updated at another time", text, "compare how often it is updated")
    if still and not (early and early in later):
        text = f"{what}, the port does not move it"
        return Cause("target not updated", text, "compare when and how often it is updated")
    if early:
        text = f"{what}, the port does so before {right.source} is updated"
        return Cause("target updated before the step", text, "update it after the optimizer's step")
    found = min(actual, key=lambda move: (move.source != right.source, move.late))
    if found.source != right.source:
        return Cause("wrong source of the target", f"{what}, the port towards {found.source}", "")
    text = f"{what}, the port by {found.tau:.6g}"
    if np.isclose(found.tau, 1 - right.tau):
        return Cause(
            "tau swapped", text, "tau belongs to the trained network, 1 - tau to the target"
        )
    if np.isclose(found.tau, 1):
        return Cause("hard target update", text, "mix the weights, do not copy them")
    return Cause("another tau", text, f"use tau = {right.tau:.6g}")


def not_copied(case: Case) -> Cause | None:
    """The original makes a network as a copy of another; the port leaves it as it was drawn."""
    steps = case.steps()
    if case.phase is not Phase.TARGETS or steps is None or case.divergence.window > 0:
        return None
    path = case.divergence.differences[0].path
    name, _, rest = path.partition(".")
    pair = case.networks.get(name)
    if pair is None or pair.port.info.get("given", True):
        return None
    if not np.array_equal(steps[1].before[path], pair.port.arrays[rest]):
        return None
    text = f"the original makes {name} as a copy, the port draws new weights for it"
    return Cause("target not copied", text, f"copy them: {name}.set_weights(...get_weights())")


def moved_by_the_step(case: Case) -> Cause | None:
    """The optimizer's step itself moves a network that is not its own."""
    if case.phase is not Phase.TARGETS or "not its own" not in case.divergence.text:
        return None
    steps = case.steps()
    path = case.divergence.differences[0].path
    if steps is None or not np.any(steps[1].after[path] != steps[1].before[path]):
        return None
    text = f"in the port the optimizer's step changes {path}, which it does not train"
    advice = (
        "do the networks share variables? a target needs its own: build it anew and set_weights"
    )
    return Cause("target network trained", text, advice, Confidence.LIKELY)


def _moves(case: Case, side: int, target: str, later: int) -> list[Move] | None:
    """The ways to tell how the target moved before the update that ends a window.

    A program may move the parameters alone, not the statistics of a normalisation.
    """
    previous, now = case.steps(later - 1), _now(case, side, later)
    if previous is None or now is None:
        return None
    old = previous[side].after
    paths = [path for path in old if path.split(".")[0] == target and path in now]
    before, after = {p: old[p] for p in paths}, {p: now[p] for p in paths}
    paths = [path for path in paths if not np.array_equal(before[path], after[path])]
    if not paths:
        return [Move("", 0.0)]
    found = []
    for source in sorted({path.split(".")[0] for path in old} - {target}):
        for weights, late in ((old, False), (previous[side].before, True)):
            theirs = {path: weights.get(source + path[len(target) :]) for path in paths}
            goal = {p: a for p, a in theirs.items() if a is not None and a.shape == before[p].shape}
            tau = _tau(before, goal, after, paths) if len(goal) == len(paths) else None
            if tau is not None:
                found.append(Move(source, tau, late))
    return found


def _now(case: Case, side: int, later: int) -> Arrays | None:
    """The weights right before the update that ends a window, or at the end of the program."""
    steps = case.steps(later)
    if steps is not None:
        return steps[side].before
    if case.ends is None:
        return None
    return (case.ends.torch, case.ends.port)[side].arrays or None


def _tau(before: Arrays, goal: Arrays, after: Arrays, paths: list[str]) -> float | None:
    """The tau of after = before + tau * (goal - before), if there is one."""
    before, after = ({path: arrays[path] for path in paths} for arrays in (before, after))
    towards = np.concatenate([np.ravel(goal[path] - before[path]) for path in before])
    moved = np.concatenate([np.ravel(after[path] - before[path]) for path in before])
    tau = fitted(towards, moved)
    mixed = {path: before[path] + tau * (goal[path] - before[path]) for path in before}
    rest = ratio(distance(mixed, after), distance(after, before))
    rounding = 1e-15 * norm(after)
    return tau if distance(mixed, after) <= rounding or rest < EXACT else None
