"""How much two right programs may differ, and in which measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from porter.equivalence.compare import (
    EXACT,
    Difference,
    Tolerance,
    compare,
    distance,
    greatest,
    greatest_error,
    norm,
    ratio,
)
from porter.equivalence.events import Array, Arrays

Moves = tuple[Arrays, Arrays]  # weights before and after an update
AMPLIFIED = 1e4  # how much greater the relative error of an update may be than its gradients'
ANYTHING = Tolerance(absolute=np.inf)
ROUNDINGS = 100  # what a sum over a batch loses, in units of the precision's epsilon


@dataclass(frozen=True)
class Tolerances:
    """The limit of an error, and what the error is relative to.

    Without resync (float64), of an array to its greatest value so far in the run: a gradient that
    has become tiny is not judged by its rounding. With resync (float32), both sides start each
    update from equal state, and the L2 error of all arrays together is relative to the L2 norm of
    the update, or of the gradients. Rounding of a result adds to what it is relative to.
    """

    relative: float
    epsilon: float
    resync: bool

    @staticmethod
    def of(precision: str) -> Tolerances:
        """The limits for "float64" or "float32". Raises ValueError for any other precision."""
        if precision == "float64":
            return Tolerances(1e-10, float(np.finfo(np.float64).eps), resync=False)
        if precision == "float32":
            return Tolerances(1e-4, float(np.finfo(np.float32).eps), resync=True)
        raise ValueError(f"precision is float64 or float32, not {precision!r}")

    @property
    def nothing(self) -> float:
        """What rounding makes of the sum of numbers about 1 that ought to be 0."""
        return self.relative / 100

    def cancelled(self, loss: float) -> float:
        """What rounding makes of a gradient that ought to be 0, because its terms, of the size of
        the loss, cancel: those of equal logits. With resync, all gradients are judged together."""
        return 0.0 if self.resync else 4 * self.epsilon * loss


@dataclass(frozen=True)
class Judged:
    """The outcome of one comparison: the error, the worst tensor, those at fault (worst first)."""

    error: float
    where: str
    differences: tuple[Difference, ...]


class Measure:
    """Compares arrays by the tolerances. It remembers how great each has been."""

    def __init__(self, tolerances: Tolerances) -> None:
        self.tolerances = tolerances
        self.scales: dict[str, float] = {}

    def judge(
        self,
        expected: Arrays,
        actual: Arrays,
        group: Callable[[str], str],
        base: Arrays | None = None,
        floor: float = 0.0,
        remembered: bool = False,
    ) -> Judged:
        """Compare arrays with equal paths. Those of one `group` are of one scale.

        `base` are the values before the update whose error is asked for, if it is that of an
        update. `floor` is a magnitude that rounding makes of what ought to be 0. `remembered` says
        that a small array after greater ones is judged by those with resync, too.
        """
        floats = {p: e for p, e in expected.items() if self._comparable(e, actual[p])}
        wrong = [
            difference
            for path in expected.keys() - floats.keys()
            for difference in compare(
                expected[path], actual[path], ANYTHING, path, dtypes=self.strict
            )
        ]
        if wrong:  # shapes, dtypes, integers
            return Judged(float("inf"), wrong[0].path, tuple(wrong))
        if not floats:
            return Judged(0.0, "", ())
        expected = floats
        if self.tolerances.resync and not remembered:
            return self._together(expected, actual, base or {}, floor)
        return self._each(expected, actual, group, floor)

    @property
    def strict(self) -> bool:
        """Whether dtypes have to be equal: in a float64 run, float32 is an error."""
        return not self.tolerances.resync

    def _comparable(self, e: Array, a: Array) -> bool:
        """Whether only the size of the error is to be judged."""
        same_dtype = e.dtype == a.dtype or not self.strict
        return e.shape == a.shape and same_dtype and e.dtype.kind == a.dtype.kind == "f"

    def judge_move(self, torch: Moves, port: Moves, noise: float) -> Judged:
        """Compare how far one update moved the weights, whatever drift there was before.

        A wrong formula shows here long before it shows in the weights. `noise` is the relative
        error that gradients and weights have had so far; an update may amplify it.
        """
        (before, after), (before_port, after_port) = torch, port
        moves = {path: after[path] - before[path] for path in after}
        theirs = {path: after_port[path] - before_port[path] for path in after}
        limit = self.tolerances.relative + AMPLIFIED * noise
        rounding = 4 * self.tolerances.epsilon * norm(after)
        error = ratio(distance(moves, theirs), norm(moves) + rounding / limit)
        errors = {path: distance({path: moves[path]}, theirs) for path in moves}
        worst = sorted(errors, key=lambda path: -errors[path])
        found = [compare(moves[p], theirs[p], EXACT, p) for p in worst] if error > limit else []
        return Judged(error, worst[0], tuple(d for differences in found for d in differences))

    def _each(
        self, expected: Arrays, actual: Arrays, group: Callable[[str], str], floor: float
    ) -> Judged:
        limit = self.tolerances.relative
        for path, array in expected.items():
            for key in (path, f"group {group(path)}"):
                self.scales[key] = max(self.scales.get(key, 0.0), greatest(array))
        errors: dict[str, float] = {}
        scales: dict[str, float] = {}
        for path, e in expected.items():
            rounding = ROUNDINGS * self.tolerances.epsilon * self.scales[f"group {group(path)}"]
            scales[path] = self.scales[path] + (rounding + floor) / limit
            errors[path] = ratio(greatest_error(e, actual[path]), scales[path])
        worst = sorted(errors, key=lambda path: -errors[path])
        differences = [
            difference
            for path in worst
            if errors[path] > limit
            for difference in compare(
                expected[path], actual[path], Tolerance(absolute=limit * scales[path]), path
            )
        ]
        return Judged(errors[worst[0]], worst[0], tuple(differences))

    def _together(self, expected: Arrays, actual: Arrays, base: Arrays, floor: float) -> Judged:
        limit = self.tolerances.relative
        size = norm(expected)
        rounding = 2 * self.tolerances.epsilon * size + floor
        update = {
            path: base[path] if path in base else np.zeros_like(e) for path, e in expected.items()
        }
        scale = (distance(expected, update) if base else size) + rounding / limit
        error = ratio(distance(expected, actual), scale)
        errors = {path: distance({path: e}, actual) for path, e in expected.items()}
        worst = sorted(errors, key=lambda path: -errors[path])
        differences = [
            difference
            for path in worst
            if error > limit
            for difference in compare(expected[path], actual[path], EXACT, path, dtypes=False)
        ]
        return Judged(error, worst[0], tuple(differences))
