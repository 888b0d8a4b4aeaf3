"""Optimizers computed again in NumPy: torch's formula, or a wrong one to be tried.

The formulas are those of torch/optim/{adam,adamw,sgd,rmsprop}.py, the single-tensor versions.
All arrays are of one parameter and of one shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from porter.equivalence.events import Array, Arrays
from porter.equivalence.weights.hyperparameters import is_decoupled

Epsilon = Literal["outside", "inside", "before"]
Decay = Literal["none", "coupled", "decoupled"]


@dataclass(frozen=True)
class Formula:
    """An update rule; the defaults are torch's. What an optimizer has no use for is ignored.

    `epsilon` tells where eps is added: outside of the root, inside of it, or outside but before
    the bias correction (as Keras's Adam does). `factor` multiplies the whole update.
    `count` is the number of the update as the formula sees it; None counts right.
    """

    kind: str  # "adam", "sgd" or "rmsprop"
    lr: float
    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 0.0
    alpha: float = 0.99
    weight_decay: float = 0.0
    decay: Decay = "coupled"
    amsgrad: bool = False
    centered: bool = False
    momentum: float = 0.0
    dampening: float = 0.0
    nesterov: bool = False
    epsilon: Epsilon = "outside"
    corrected: tuple[bool, bool] = (True, True)
    count: float | None = None
    factor: float = 1.0
    rate_in_buffer: bool = False  # lr multiplies the gradient on its way into the buffer
    maximize: bool = False

    @staticmethod
    def of(type_name: str, slots: Arrays, numbers: Mapping[str, Any]) -> Formula | None:
        """The rule of an optimizer, told by its type's name or its state; None if unknown."""
        kinds = {slot.rpartition("/")[2] for slot in slots}
        name = type_name.lower()
        if "exp_avg_sq" in kinds or name in ("adam", "adamw"):
            kind = "adam"
        elif "square_avg" in kinds or "rmsprop" in name:
            kind = "rmsprop"
        elif "sgd" in name:
            kind = "sgd"
        else:
            return None
        known = {key: numbers[key] for key in _NUMBERS if numbers.get(key) is not None}
        if "lr" not in known:
            return None
        decoupled = is_decoupled(type_name, numbers)
        return Formula(kind, decay="decoupled" if decoupled else "coupled", **known)

    def __call__(self, weight: Array, gradient: Array, slots: Arrays) -> Array:
        """The weight after the update; `slots` are the parameter's before it, by torch's names."""
        if self.maximize:
            gradient = -gradient
        if self.weight_decay and self.decay == "coupled":
            gradient = gradient + self.weight_decay * weight
        start = weight
        if self.weight_decay and self.decay == "decoupled":
            start = weight * (1 - self.lr * self.weight_decay)
        direction = _RULES[self.kind](self, gradient, slots)
        return start - self.factor * self.lr * direction

    def but(self, **changes: Any) -> Formula:
        """The same rule with these changes."""
        return replace(self, **changes)


def _adam(rule: Formula, gradient: Array, slots: Arrays) -> Array:
    """Adam (Kingma and Ba, 2015); amsgrad: Reddi et al., 2018."""
    first, second = rule.betas
    count = rule.count or float(slots.get("step", np.zeros(()))) + 1
    m: Array = slots.get("exp_avg", 0.0 * gradient)
    v: Array = slots.get("exp_avg_sq", 0.0 * gradient)
    m = m + (gradient - m) * (1 - first)
    v = v * second + gradient**2 * (1 - second)
    if rule.amsgrad:
        v = np.maximum(slots.get("max_exp_avg_sq", 0.0 * gradient), v)
    m_unbiased: Array = m / (1 - first**count) if rule.corrected[0] else m
    unbias: float = 1 - second**count if rule.corrected[1] else 1.0
    if rule.epsilon == "inside":
        return m_unbiased / np.sqrt(v / unbias + rule.eps)
    if rule.epsilon == "before":
        root: float = unbias**0.5
        return m_unbiased * root / (np.sqrt(v) + rule.eps)
    return m_unbiased / (np.sqrt(v / unbias) + rule.eps)


def _rmsprop(rule: Formula, gradient: Array, slots: Arrays) -> Array:
    """RMSprop (Hinton); centered: Graves, 2013."""
    square = slots.get("square_avg", 0.0 * gradient)
    square = rule.alpha * square + (1 - rule.alpha) * gradient**2
    if rule.centered:
        mean = slots.get("grad_avg", 0.0 * gradient)
        square = square - (mean + (gradient - mean) * (1 - rule.alpha)) ** 2
    if rule.epsilon == "outside":
        step = gradient / (np.sqrt(square) + rule.eps)
    else:
        step = gradient / np.sqrt(square + rule.eps)
    return _with_momentum(rule, step, slots, 1.0) if rule.momentum else step


def _sgd(rule: Formula, gradient: Array, slots: Arrays) -> Array:
    """SGD; the first gradient enters torch's momentum buffer undampened."""
    if not rule.momentum:
        return gradient
    dampening = rule.dampening if np.any(slots.get("momentum_buffer", 0.0)) else 0.0
    return _with_momentum(rule, gradient, slots, 1 - dampening)


def _with_momentum(rule: Formula, step: Array, slots: Arrays, share: float) -> Array:
    buffer = slots.get("momentum_buffer", 0.0 * step)
    buffer = rule.momentum * buffer + share * (rule.lr if rule.rate_in_buffer else 1.0) * step
    direction = step + rule.momentum * buffer if rule.nesterov else buffer
    return direction / rule.lr if rule.rate_in_buffer else direction


_RULES: dict[str, Callable[[Formula, Array, Arrays], Array]] = {
    "adam": _adam,
    "rmsprop": _rmsprop,
    "sgd": _sgd,
}
_NUMBERS = (
    "lr", "betas", "eps", "alpha", "weight_decay", "amsgrad", "centered", "momentum", "dampening",
    "nesterov", "maximize",
)  # fmt: skip
