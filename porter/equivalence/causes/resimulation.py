"""The port's update computed again: which formula leads from its weights before to those after."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from porter.equivalence.causes.formulas import Formula
from porter.equivalence.causes.model import Case
from porter.equivalence.compare import distance, ratio
from porter.equivalence.events import Array, Arrays, Step

GAIN = 100  # a hypothesis must explain the port this many times better than torch's formula
CLOSE = 1e-4  # what may remain, of the size of the update


@dataclass(frozen=True)
class Resimulation:
    """One update of the port. `right` is the original's formula with the original's numbers.

    `state` is the port's before the update, and the original's where the port has none.
    """

    right: Formula
    step: Step
    state: Arrays

    @staticmethod
    def of(case: Case) -> Resimulation | None:
        """That of the update that ends the divergence's window; None if there is none to try."""
        window, steps = case.window(), case.steps()
        if window is None or window.step is None or steps is None:
            return None
        torch = window.step.torch
        built = case.optimizers.get(torch.name)
        numbers = (built.torch.info if built else {}) | torch.info
        right = Formula.of(str(numbers.get("type", "")), steps[0].slots_after, numbers)
        again = right and Resimulation(
            right, steps[1], steps[0].slots_before | steps[1].slots_before
        )
        return again if again and again.paths else None

    @property
    def paths(self) -> list[str]:
        """The parameters that can be computed again."""
        step = self.step
        return [p for p in step.gradients if p in step.before and p in step.after]

    def after(self, rule: Formula) -> Arrays:
        """The weights that a formula leads to."""
        with np.errstate(all="ignore"):  # a wrong formula may divide by zero
            return {
                path: rule(self.step.before[path], self.step.gradients[path], self.slots(path))
                for path in self.paths
            }

    def slots(self, path: str, after: bool = False) -> Arrays:
        """A parameter's optimizer state before the update, by torch's names of the slots."""
        every = self.step.slots_after if after else self.state
        return {
            key.rpartition("/")[2]: array
            for key, array in every.items()
            if key.rpartition("/")[0] == path
        }

    def residual(self, rule: Formula) -> float:
        """What a formula leaves unexplained, relative to the size of the update."""
        after = {path: self.step.after[path] for path in self.paths}
        off = distance(after, self.after(rule))
        return ratio(off, distance(after, self.step.before))

    def explains(self, rule: Formula) -> float | None:
        """The residual, if the formula explains the port and the original's does not."""
        residual = self.residual(rule)
        return residual if residual < min(CLOSE, self.residual(self.right) / GAIN) else None

    def factor(self) -> float:
        """How many times as far as the original's formula the port moves the weights."""
        right = self.after(self.right)
        moves = [
            (
                np.ravel(right[p] - self.step.before[p]),
                np.ravel(self.step.after[p] - self.step.before[p]),
            )
            for p in self.paths
        ]
        expected, actual = (np.concatenate(arrays) for arrays in zip(*moves))
        return fitted(expected, actual)


def fitted(one: Array, other: Array) -> float:
    """The k for which k * one is nearest to other; 0 where `one` is zero."""
    square = float(np.vdot(one, one).real)
    return float(np.vdot(one, other).real) / square if square else 0.0
