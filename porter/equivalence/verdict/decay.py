"""Weight decay as an L2 penalty: the optimizer's own, or added to the gradients by the program."""

from __future__ import annotations

from dataclasses import replace

from porter.equivalence.compare import alike, distance, norm
from porter.equivalence.events import Arrays, Event, Step
from porter.equivalence.verdict.model import Pair
from porter.equivalence.weights.hyperparameters import is_decoupled


def is_coupled(optimizer: Event) -> bool:
    """Whether weight decay is a part of the gradient; AdamW shrinks the weights instead."""
    return not is_decoupled(str(optimizer.info.get("type", "")), optimizer.info)


def penalised(pair: Pair, torch: Step, port: Step, close: float) -> tuple[Step, Step] | None:
    """The steps with the penalty in their gradients, if that makes up for different rates.

    None if the rates are the same, or the gradients are still further apart than `close`.
    """
    rates = [float(event.info.get("weight_decay") or 0.0) for event in (pair.torch, pair.port)]
    if rates[0] == rates[1] or not is_coupled(pair.torch) or "weight_decay[1]" in pair.torch.info:
        return None
    steps = [_with_penalty(step, rate) for step, rate in zip((torch, port), rates)]
    expected, actual = alike(steps[0].gradients, steps[1].gradients)
    if not expected or distance(expected, actual) > close * norm(expected):
        return None
    return steps[0], steps[1]


def _with_penalty(step: Step, rate: float) -> Step:
    gradients: Arrays = {
        path: gradient + rate * step.before[path] if path in step.before else gradient
        for path, gradient in step.gradients.items()
    }
    return replace(step, gradients=gradients)
