"""Causes inside one layer: the port's output computed again from its own input and weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

import numpy as np

from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.events import Array, Arrays, Event
from porter.equivalence.verdict.model import Phase

Hypothesis = tuple[Array, str, str, str]  # the output under it; the cause's name, text and advice


def wrong_layer(case: Case) -> Cause | None:
    """What a layer does otherwise with an equal input: its kernel, its gates, its epsilon."""
    steps = case.steps()
    if case.phase is not Phase.FORWARD or case.events is None or steps is None:
        return None
    torch, port = case.events
    if "input0" not in port.arrays or not _close(torch.arrays["input0"], port.arrays["input0"]):
        return None
    for key, array in port.arrays.items():
        same = key not in torch.arrays or _close(torch.arrays[key], array)
        if key != "output" and not same:
            text = f"{port.name}: {key.replace('input', 'argument ')} is another (counted from 0)"
            return Cause("another argument", text, "a recurrent layer needs the state of before")
    prefix = f"{port.name}."
    weights = {p[len(prefix) :]: a for p, a in steps[1].before.items() if p.startswith(prefix)}
    tries: tuple[Callable[[Event, Arrays], Iterator[Hypothesis]], ...] = (_linear, _gates)
    for hypotheses in tries:
        for output, name, text, advice in hypotheses(port, weights):
            if _close(output, port.arrays["output"]):
                return Cause(name, f"{port.name}: {text}", advice)
    return _other_epsilon(torch, port, weights)


def _close(array: Array, found: Array) -> bool:
    close = 1e-4 if found.dtype == np.float32 else 1e-9
    return array.shape == found.shape and bool(np.allclose(array, found, rtol=close, atol=close))


def _linear(event: Event, weights: Arrays) -> Iterator[Hypothesis]:
    weight, bias, x = weights.get("weight"), weights.get("bias"), event.arrays["input0"]
    if weight is None or weight.ndim != 2 or x.shape[-1] != weight.shape[1]:
        return
    if weight.shape[0] == weight.shape[1]:
        output = x @ weight if bias is None else x @ weight + bias
        text = "the kernel is used the other way round"
        yield output, "transposed kernel", text, "torch multiplies with the transposed: x @ W.T + b"
    if bias is not None:
        yield x @ weight.T, "bias missing", "the bias is not added", "add the bias"


def _gates(event: Event, weights: Arrays) -> Iterator[Hypothesis]:
    """One step of an LSTM or GRU cell with its gates taken in another order.

    Formulas: torch.nn.LSTMCell and torch.nn.GRUCell.
    """
    names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    inputs = [event.arrays[key] for key in sorted(event.arrays) if key.startswith("input")]
    if not set(names) <= weights.keys() or len(inputs) < 2:
        return
    count = len(weights["weight_hh"]) // inputs[1].shape[1]
    gates = "ifgo" if count == 4 else "rzn"
    given = inputs[0] @ weights["weight_ih"].T + weights["bias_ih"]
    kept = inputs[1] @ weights["weight_hh"].T + weights["bias_hh"]
    parts = [np.split(product, count, axis=1) for product in (given, kept)]
    advice = "torch: LSTM i f g o, GRU r z n; Keras: LSTM i f c o, GRU z r h"
    for order in list(permutations(range(count)))[1:]:
        ours, theirs = ([part[i] for i in order] for part in parts)
        output = (_lstm if count == 4 else _gru)(ours, theirs, *inputs[1:])
        text = f"the gates are taken as {' '.join(gates[i] for i in order)}, not {' '.join(gates)}"
        yield output, "gate order", text, advice
    if count == 3:
        yield from _other_gru(parts[0], parts[1], inputs[1])


def _other_gru(given: list[Array], kept: list[Array], hidden: Array) -> Iterator[Hypothesis]:
    """The usual variants of a GRU that are not torch's."""
    r, z = (_sigmoid(one + other) for one, other in zip(given[:2], kept[:2]))
    advice = "torch: n = tanh(W x + b + r * (U h + c)); h = (1 - z) * n + z * h"
    n = np.tanh(given[2] + r * kept[2])
    text = "the update gate takes the new state where torch keeps the old one"
    yield z * n + (1 - z) * hidden, "gate formula", text, advice
    n = np.tanh(given[2] + kept[2])
    yield (1 - z) * n + z * hidden, "gate formula", "the reset gate is not applied", advice


def _lstm(given: list[Array], kept: list[Array], hidden: Array, cell: Array) -> Array:
    i, f, g, o = (one + other for one, other in zip(given, kept))
    cell = _sigmoid(f) * cell + _sigmoid(i) * np.tanh(g)
    output: Array = _sigmoid(o) * np.tanh(cell)
    return output


def _gru(given: list[Array], kept: list[Array], hidden: Array, *_: Array) -> Array:
    r, z = (_sigmoid(one + other) for one, other in zip(given[:2], kept[:2]))
    n = np.tanh(given[2] + r * kept[2])
    output: Array = (1 - z) * n + z * hidden
    return output


def _sigmoid(x: Array) -> Array:
    result: Array = 1 / (1 + np.exp(-x))
    return result


def _other_epsilon(torch: Event, port: Event, weights: Arrays) -> Cause | None:
    """A normalisation whose epsilon is another; both are solved for."""
    expected, actual = (_epsilon(event, weights) for event in (torch, port))
    if expected is None or actual is None or np.isclose(expected, actual, rtol=1e-3):
        return None
    name = "BatchNorm epsilon" if "running_var" in weights else "LayerNorm epsilon"
    text = f"{port.name}: the port's epsilon is {actual:.3g}, the original's {expected:.3g}"
    return Cause(name, text, f"use epsilon={expected:.3g}; Keras's default is 1e-3")


def _epsilon(event: Event, weights: Arrays) -> float | None:
    """The eps of output = (x - mean) / sqrt(var + eps) * weight + bias; None if there is none.

    BatchNorm in training takes mean and variance over all axes but 1, LayerNorm over the last ones.
    """
    x, output = event.arrays["input0"], event.arrays["output"]
    weight, bias = weights.get("weight"), weights.get("bias")
    if weight is None or bias is None or x.shape != output.shape:
        return None
    if "running_var" in weights:
        shape = (1, -1, *[1] * (x.ndim - 2))
        axes = tuple(axis for axis in range(x.ndim) if axis != 1)
        weight, bias = weight.reshape(shape), bias.reshape(shape)
    else:
        axes = tuple(range(x.ndim - weight.ndim, x.ndim))
    if not np.all(weight):
        return None
    normal = (output - bias) / weight
    variance = x.var(axis=axes)
    power = np.square(normal).mean(axis=axes)  # var / (var + eps)
    found = variance / power - variance
    middle = float(np.median(found))
    return middle if middle > 0 and np.allclose(found, middle, rtol=0.01) else None
