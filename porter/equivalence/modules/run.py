"""What one side's network did with the inputs."""

from __future__ import annotations

import re
import traceback
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from porter.equivalence.events import Array, Arrays

_COLOURS = re.compile(r"\x1b\[\d+m")


@dataclass(frozen=True)
class Call:
    """What went into a layer, or came out of it. `layer` is its torch path, "" the network's."""

    layer: str
    kind: str  # "input" or "output"
    arrays: tuple[Array, ...]


@dataclass(frozen=True)
class Run:
    """One forward and one backward pass. Gradients are by torch path, in torch's layout."""

    outputs: Arrays
    gradients: Arrays
    draws: int  # of random numbers
    calls: tuple[Call, ...] = ()  # in the order of their ends
    weights: Arrays = field(default_factory=dict)  # behind the forward pass, with the buffers


def flatten(path: str, value: Any) -> dict[str, Any]:
    """The leaves of nested dicts, lists and tuples by path ("output[0].mean"); no None."""
    return dict(_leaves(path, value))


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(f"{path}.{key}", part)
    elif isinstance(value, list | tuple):
        for i, part in enumerate(value):
            yield from _leaves(f"{path}[{i}]", part)
    elif value is not None:
        yield path, value


def projection(seed: int, path: str, shape: tuple[int, ...]) -> Array:
    """The fixed random weights of an output; their sum of products is what is differentiated."""
    return np.random.default_rng([seed, zlib.crc32(path.encode())]).standard_normal(shape)


def reason(error: BaseException, filename: str = "") -> str:
    """An exception in one line, with the line of the program's file that it came through."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == filename]
    place = f"{filename}:{frames[-1].lineno}: " if frames else ""
    lines = [line.strip() for line in _COLOURS.sub("", str(error)).splitlines()]
    wrapped = ("Exception encountered when calling", "in user code:")  # by Keras, by AutoGraph
    said = [line for line in lines if line and not line.startswith((*wrapped, "File "))]
    return f"{place}{type(error).__name__}: {said[0] if said else ''}".rstrip(": ")
