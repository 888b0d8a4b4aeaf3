"""Causes in an optimizer's formula: each is tried by computing the port's update again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from porter.equivalence.causes.formulas import Formula
from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.causes.resimulation import Resimulation
from porter.equivalence.verdict.model import Phase

EPSILONS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-16, 0.0)


@dataclass(frozen=True)
class Hypothesis:
    """Wrong formulas to be tried; `text` is filled in with the formula that fits."""

    name: str
    text: str
    advice: str
    tries: Callable[[Resimulation], Iterator[Formula]]


def epsilon_inside_the_root(again: Resimulation) -> Iterator[Formula]:
    for eps in (again.right.eps, *EPSILONS):
        yield again.right.but(epsilon="inside", eps=eps)


def epsilon_before_the_correction(again: Resimulation) -> Iterator[Formula]:
    if again.right.kind == "adam":
        for eps in (again.right.eps, *EPSILONS):
            yield again.right.but(epsilon="before", eps=eps)


def another_epsilon(again: Resimulation) -> Iterator[Formula]:
    for eps in EPSILONS:
        yield again.right.but(eps=eps)


def frozen_counter(again: Resimulation) -> Iterator[Formula]:
    if again.right.kind == "adam":
        yield again.right.but(count=1.0)


def miscounted_steps(again: Resimulation) -> Iterator[Formula]:
    if again.right.kind == "adam":
        right = float(again.slots(again.paths[0]).get("step", np.zeros(()))) + 1
        for count in (right - 1, right + 1):
            if count > 0:
                yield again.right.but(count=count)


def no_bias_correction(again: Resimulation) -> Iterator[Formula]:
    if again.right.kind == "adam":
        for corrected in ((False, False), (False, True), (True, False)):
            yield again.right.but(corrected=corrected)


def swapped_betas(again: Resimulation) -> Iterator[Formula]:
    first, second = again.right.betas
    yield again.right.but(betas=(second, first))


def no_amsgrad(again: Resimulation) -> Iterator[Formula]:
    if again.right.amsgrad:
        yield again.right.but(amsgrad=False)


def needless_amsgrad(again: Resimulation) -> Iterator[Formula]:
    if again.right.kind == "adam" and not again.right.amsgrad:
        yield again.right.but(amsgrad=True)


def no_weight_decay(again: Resimulation) -> Iterator[Formula]:
    if again.right.weight_decay:
        yield again.right.but(weight_decay=0.0)


def decay_of_the_other_kind(again: Resimulation) -> Iterator[Formula]:
    if again.right.weight_decay:
        other = "coupled" if again.right.decay == "decoupled" else "decoupled"
        yield again.right.but(decay=other)


def not_centered(again: Resimulation) -> Iterator[Formula]:
    if again.right.kind == "rmsprop":
        yield again.right.but(centered=not again.right.centered)


def other_momentum(again: Resimulation) -> Iterator[Formula]:
    right = again.right
    if right.momentum:
        yield right.but(momentum=0.0)
        yield right.but(nesterov=not right.nesterov)
        yield right.but(dampening=0.0 if right.dampening else right.momentum)
        yield right.but(rate_in_buffer=True)


def other_direction(again: Resimulation) -> Iterator[Formula]:
    yield again.right.but(maximize=not again.right.maximize)
    yield again.right.but(factor=-1.0)


def other_rate(again: Resimulation) -> Iterator[Formula]:
    yield again.right.but(factor=again.factor())


MOMENTS = {  # without correction
    (False, False): "both moments",
    (False, True): "the first moment",
    (True, False): "the second moment",
}
KERAS = "use porter's block of the same name (rules/optim.py), which has torch's formula"
HYPOTHESES = (
    Hypothesis(
        "epsilon inside the root", "the port adds epsilon ({rule.eps:g}) under the square root",
        KERAS, epsilon_inside_the_root,
    ),
    Hypothesis(
        "epsilon before the bias correction",
        "the port adds epsilon ({rule.eps:g}) before the bias correction, as Keras's Adam does",
        KERAS, epsilon_before_the_correction,
    ),
    Hypothesis(
        "another epsilon", "the port's epsilon is {rule.eps:g}, the original's {right.eps:g}",
        "give the optimizer the original's eps", another_epsilon,
    ),
    Hypothesis(
        "frozen step counter",
        "the port corrects the bias as in the first update: the counter was frozen by the trace",
        "count in a tf.Variable: a Python number is read once, while a tf.function is traced",
        frozen_counter,
    ),
    Hypothesis(
        "steps miscounted", "the port corrects the bias as in update {rule.count:g}",
        "count the update before the correction is computed", miscounted_steps,
    ),
    Hypothesis(
        "no bias correction", "the port leaves out the bias correction of {moments}",
        "divide the moments by 1 - beta ** step", no_bias_correction,
    ),
    Hypothesis(
        "betas swapped", "the port has the betas the other way round",
        "the first beta belongs to the mean of the gradients", swapped_betas,
    ),
    Hypothesis(
        "amsgrad missing", "the port updates without amsgrad",
        "keep the greatest second moment: amsgrad=True", no_amsgrad,
    ),
    Hypothesis(
        "amsgrad not in the original", "the port updates with amsgrad, the original without",
        "leave out amsgrad", needless_amsgrad,
    ),
    Hypothesis(
        "weight decay missing",
        "the port updates without the weight decay of {right.weight_decay:g}",
        "add weight_decay to the port's optimizer", no_weight_decay,
    ),
    Hypothesis(
        "weight decay of the other kind",
        "the port's weight decay is {rule.decay}, the original's {right.decay}",
        "torch's Adam adds weight_decay * weight to the gradient, AdamW and Keras shrink weights",
        decay_of_the_other_kind,
    ),
    Hypothesis(
        "centered differently", "the port's RMSprop has centered={rule.centered}",
        "give the optimizer the original's `centered`", not_centered,
    ),
    Hypothesis(
        "another momentum formula", "the port's momentum has another formula: momentum="
        "{rule.momentum:g}, dampening={rule.dampening:g}, nesterov={rule.nesterov}, learning rate "
        "inside the buffer: {rule.rate_in_buffer}",
        KERAS, other_momentum,
    ),
    Hypothesis(
        "gradient sign", "the port moves the weights the other way",
        "subtract the update; maximize=True is for ascent", other_direction,
    ),
    Hypothesis(
        "learning rate", "the port's updates are {rule.factor:.9g} times as long",
        "compare the learning rates: {rate:g} in the original", other_rate,
    ),
)  # fmt: skip


def wrong_formula(case: Case) -> Cause | None:
    """The hypothesis that explains the port's update best; of equals the first."""
    if case.phase not in (Phase.WEIGHTS, Phase.STATE):
        return None
    again = Resimulation.of(case)
    if again is None:
        return None
    best: tuple[float, Hypothesis, Formula] | None = None
    for hypothesis in HYPOTHESES:
        for rule in hypothesis.tries(again):
            residual = again.explains(rule)
            if residual is not None and (best is None or residual < best[0] / 10):
                best = residual, hypothesis, rule
    if best is None:
        return None
    residual, found, rule = best
    if found.name == "learning rate" and _is_rounded(rule):
        name, text = "float32 learning rate", "the port's learning rate is rounded to float32"
        return Cause(
            name, text, "keep it as float64: tf.constant(lr, tf.float64)", residual=residual
        )
    moments = MOMENTS.get(rule.corrected, "")
    words = {"rule": rule, "right": again.right, "rate": again.right.lr, "moments": moments}
    return Cause(
        found.name, found.text.format(**words), found.advice.format(**words), residual=residual
    )


def _is_rounded(rule: Formula) -> bool:
    return bool(np.isclose(rule.factor, np.float32(rule.lr) / rule.lr, rtol=1e-11, atol=0))
