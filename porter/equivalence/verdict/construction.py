"""Networks and optimizers as they were built: variables, first weights, hyperparameters."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from porter.equivalence.compare import compare
from porter.equivalence.events import Array, Arrays, Event
from porter.equivalence.verdict.decay import is_coupled
from porter.equivalence.verdict.model import Pair, Phase
from porter.equivalence.verdict.record import Record

NEUTRAL = {  # hyperparameters that do nothing at this value: an optimizer without them has it
    "weight_decay": 0.0, "momentum": 0.0, "dampening": 0.0, "nesterov": False, "amsgrad": False,
    "centered": False, "maximize": False, "lr_decay": 0.0,
}  # fmt: skip
HYPERPARAMETERS = (
    "lr", "betas", "eps", "alpha", "rho", "decoupled_weight_decay", "momentum_decay", "etas",
    "step_sizes", *NEUTRAL,
)  # fmt: skip
SURE = 2.7  # Kolmogorov and Smirnov's statistic that equal distributions exceed 1 in 10^6 times


def judge_network(pair: Pair, record: Record) -> None:
    """CONSTRUCT events: equal variables, an equal initialiser, weights that were carried over."""
    torch, port = pair.torch, pair.port
    name = torch.name
    for what in ("missing", "extra"):
        paths = port.info.get(what, [])
        if paths:
            text = f"{name}: the port's {port.info.get('type', 'network')} has"
            text += f" no {listed(paths)}" if what == "missing" else f" also {listed(paths)}"
            record.report(record.divergence(Phase.CONSTRUCTION, text, pair))
    record.agreed(Phase.CONSTRUCTION, len(torch.arrays))
    for path, first in port.info.get("initial", {}).items():
        text = other_distribution(torch.arrays[path], first) if path in torch.arrays else ""
        if text:
            text = f"{name}.{path} is initialised differently: {text}"
            record.report(record.divergence(Phase.CONSTRUCTION, text, pair))
    if not port.info.get("given", True):
        return  # it is to be a copy: the first update tells whether it is
    shared = {path: e for path, e in torch.arrays.items() if path in port.arrays}
    record.agreed(Phase.TRANSFER, len(shared))
    lost = compare(shared, {path: port.arrays[path] for path in shared}, path=name)
    if lost:
        text = f"the weights were not carried over: {lost[0]}"
        record.report(
            replace(record.divergence(Phase.TRANSFER, text, pair), differences=tuple(lost))
        )


def judge_optimizer(pair: Pair, record: Record) -> None:
    """OPTIMIZER events: the same parameters, the same hyperparameters."""
    name = pair.torch.name
    record.agreed(Phase.CONSTRUCTION)
    expected, actual = (list(e.info.get("parameters", [])) for e in (pair.torch, pair.port))
    missing = [path for path in expected if path not in actual]
    extra = [path for path in actual if path not in expected]
    if missing or extra or len(expected) != len(actual):
        parts = [f"the original gives {name} {len(expected)} parameters, the port {len(actual)}"]
        parts += [f"the port's lacks {listed(missing)}"] * bool(missing)
        parts += [f"the port's has also {listed(extra)}"] * bool(extra)
        record.report(record.divergence(Phase.CONSTRUCTION, "; ".join(parts), pair))
    elif expected != actual:
        record.note(f"{name}: both have the same parameters, in another order")
    # The port may add an L2 penalty to its gradients: the first update tells
    later = {"weight_decay"} if is_coupled(pair.torch) else set[str]()
    judge_hyperparameters(pair, pair, record, Phase.CONSTRUCTION, later)


def judge_hyperparameters(
    told: Pair, pair: Pair, record: Record, phase: Phase, but: Collection[str] = ()
) -> None:
    """Compare what the events `told` tell of the optimizer; one divergence of `pair` for all."""
    differing = different_hyperparameters(told.torch, told.port, record.measure.tolerances.resync)
    differing = {key: values for key, values in differing.items() if key not in but}
    if differing:
        values = ", ".join(
            f"{key} is {e!r}, in the port {a!r}" for key, (e, a) in differing.items()
        )
        record.report(record.divergence(phase, f"{pair.torch.name}: {values}", pair))


def different_hyperparameters(
    torch: Event, port: Event, single: bool = False
) -> dict[str, tuple[Any, Any]]:
    """The hyperparameters that differ, as {name: (original's, port's)}.

    Those that a side does not tell are left out, unless they have a neutral value. In single
    precision the port may hold them as float32.
    """
    found: dict[str, tuple[Any, Any]] = {}
    told = dict.fromkeys((*torch.info, *port.info))
    for key in sorted(told, key=_order):
        if _base(key) not in HYPERPARAMETERS:
            continue
        e, a = (_told(event.info, key) for event in (torch, port))
        if e is None or a is None:
            continue
        close = np.allclose(np.float64(e), np.float64(a), rtol=1e-6 if single else 1e-12, atol=0)
        if not close:
            found[key] = (e, a)
    return found


def _told(info: Mapping[str, Any], key: str) -> Any:
    value = info.get(key)
    return NEUTRAL.get(_base(key)) if value is None else value


def _base(key: str) -> str:
    """The "eps" of "eps[1]", that of the second parameter group."""
    return key.partition("[")[0]


def _order(key: str) -> tuple[str, int]:
    """Group by group, in the order of HYPERPARAMETERS."""
    name, _, group = key.partition("[")
    return group, HYPERPARAMETERS.index(name) if name in HYPERPARAMETERS else -1


def other_distribution(expected: Array, actual: Array) -> str:
    """How two random arrays are not of one distribution; "" if they may be.

    Kolmogorov and Smirnov's test for two samples, of the values and of their magnitudes.
    """
    e, a = expected.ravel(), actual.ravel()
    if e.size != a.size or not e.size:
        return ""  # reported as another shape
    constant = [array.size > 1 and bool(np.all(array == array[0])) for array in (e, a)]
    if any(constant):
        if compare(e, a, dtypes=False) and (all(constant) or e.size >= 4):
            return f"{_spread(e)} in the original, {_spread(a)} in the port"
        return ""
    limit = SURE * (2 / _independent(expected)) ** 0.5
    if max(_distance(e, a), _distance(np.abs(e), np.abs(a))) <= limit:
        return ""
    return f"{_spread(e)} in the original, {_spread(a)} in the port"


def _independent(array: Array) -> int:
    """How many numbers were drawn for it at least: an outer product, as NoisyLinear's, has few."""
    if array.ndim != 2 or min(array.shape) == 1:
        return int(array.size)
    outer = np.allclose(array * array[0, 0], np.outer(array[:, 0], array[0]))
    return int(min(array.shape) if outer else array.size)


def _distance(one: Array, other: Array) -> float:
    """The greatest distance of two samples' distribution functions."""
    everything = np.concatenate([one, other])
    functions = [
        np.searchsorted(np.sort(sample), everything, side="right") / sample.size
        for sample in (one, other)
    ]
    return float(np.abs(functions[0] - functions[1]).max())


def _spread(array: Array) -> str:
    if np.all(array == array[0]):
        return f"all {array[0]:.4g}"
    return f"{array.min():.4g} to {array.max():.4g} with deviation {array.std():.4g}"


def listed(paths: Any, most: int = 3) -> str:
    """The first few of many paths."""
    paths = list(paths)
    more = f" and {len(paths) - most} more" if len(paths) > most else ""
    return ", ".join(paths[:most]) + more


def known_weights(networks: Mapping[str, Event]) -> Arrays:
    """The weights of networks as they were built, by full path."""
    return {
        f"{name}.{path}": array
        for name, event in networks.items()
        for path, array in event.arrays.items()
    }
