"""How each kind of layer lies in torch and in Keras: a file a family, an entry a kind.

A family has `KINDS`: {Keras class: function from a layer to its Parts}. Subclasses, such as the
blocks that porter pastes, are their base class's kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from porter.equivalence.weights.layers import (
    activation,
    attention,
    convolution,
    dense,
    embedding,
    normalization,
    recurrent,
)
from porter.equivalence.weights.layers.part import Part

KINDS: dict[type, Callable[[Any], Iterable[Part]]] = {
    **activation.KINDS,
    **dense.KINDS,
    **convolution.KINDS,
    **normalization.KINDS,
    **embedding.KINDS,
    **recurrent.KINDS,
    **attention.KINDS,
}


def parts_of(owner: Any) -> tuple[Part, ...]:
    """The parts of a layer; none for anything else."""
    for cls in type(owner).__mro__:
        if cls in KINDS:
            return tuple(KINDS[cls](owner))
    return ()
