"""Causes in how the first weights lie in the port, or were drawn."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.events import Array
from porter.equivalence.verdict.model import Phase


def transposed(case: Case) -> Cause | None:
    """A kernel lies the other way round."""
    for path, expected, actual in _arrays(case):
        if expected.ndim >= 2 and actual.shape == expected.T.shape:
            if np.array_equal(expected.T, actual):
                text = f"{path} is transposed in the port"
                advice = "torch's Linear has (out, in), Keras's Dense (in, out)"
                return Cause("transposed kernel", text, advice)
    return None


def gates(case: Case) -> Cause | None:
    """The gates of an LSTM (4 blocks) or a GRU (3 blocks) stand in another order."""
    for path, expected, actual in _arrays(case):
        if expected.shape != actual.shape or not expected.ndim:
            continue
        for count, names in ((4, "ifgo"), (3, "rzn")):
            if len(expected) % count:
                continue
            blocks = np.split(expected, count)
            for order in permutations(range(count)):
                if np.array_equal(np.concatenate([blocks[i] for i in order]), actual):
                    found = " ".join(names[i] for i in order)
                    text = f"{path} has its gates in the order {found} instead of {' '.join(names)}"
                    advice = "torch: LSTM i f g o, GRU r z n; Keras: LSTM i f c o, GRU z r h"
                    return Cause("gate order", text, advice)
    return None


def initialiser(case: Case) -> Cause | None:
    """The port draws its first weights from another distribution; which, if it is a known one."""
    if case.phase is not Phase.CONSTRUCTION or case.events is None:
        return None
    torch, port = case.events
    for path, first in port.info.get("initial", {}).items():
        if path in torch.arrays and f".{path} is initialised" in case.divergence.text:
            text = f"{torch.name}.{path}: the port draws {_distribution(first)}"
            advice = "use the initialiser that porter's block of the same name has"
            return Cause("initialiser", text, advice)
    return None


def _distribution(array: Array) -> str:
    if not array.any():
        return "nothing: it is all zeros"
    if np.ptp(array) == 0:
        return f"nothing: it is all {array.flat[0]:g}"
    greatest = float(np.abs(array).max())
    if array.ndim >= 2:
        fans = array.shape[0] * array[0, 0].size, array[0].size
        for name, bound in (
            ("Glorot's uniform distribution, Keras's default", (6 / sum(fans)) ** 0.5),
            ("torch's default", fans[1] ** -0.5),
            ("He's uniform distribution", (6 / fans[1]) ** 0.5),
        ):
            if 0.97 * bound < greatest <= 1.000001 * bound:
                return f"{name} (up to {bound:.4g})"
    return f"numbers up to {greatest:.4g} with deviation {array.std():.4g}"


def _arrays(case: Case) -> list[tuple[str, Array, Array]]:
    """The arrays of the networks' events that are not the same."""
    if case.phase is not Phase.TRANSFER or case.events is None:
        return []
    torch, port = case.events
    return [
        (f"{torch.name}.{path}", e, port.arrays[path])
        for path, e in torch.arrays.items()
        if path in port.arrays and not np.array_equal(e, port.arrays[path])
    ]
