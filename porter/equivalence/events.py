"""What is observed of a program while it runs: one stream of events for each side.

Both sides speak the original's language, so that equal events have equal keys: networks have the
original's names, parameters torch's paths ("critic.net1.0.weight"), arrays torch's layout, and
optimizer state torch's slots ("exp_avg"). The `site` alone is each program's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy.typing as npt

Array = npt.NDArray[Any]
Arrays = dict[str, Array]


class Kind(Enum):
    """The kinds of events, in the order of the phases that they belong to."""

    CONSTRUCT = "construct"  # a network was built; arrays: {path: value}, info: type
    OPTIMIZER = "optimizer"  # an optimizer was built; info: class, hyperparameters, parameters
    DRAW = "draw"  # random numbers were drawn; info: distribution, shape
    FORWARD = "forward"  # a layer was called; arrays: "input0", …, "output"; only on request
    LOSS = "loss"  # a gradient was asked for; arrays: {"loss": scalar}
    GRADIENT = "gradient"  # ... and computed; arrays: {path: gradient}
    STEP = "step"  # an optimizer made an update; see `Step`
    ACTION = "action"  # an environment was stepped; arrays: {"action": …}
    RETURN = "return"  # a method that acts or evaluates; arrays: the numbers in its result
    END = "end"  # the program is over; arrays: {path: final weight}, info: see `Event`


@dataclass(frozen=True, order=True)
class Site:
    """A line of the user's program: the innermost frame that is in one of its files."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Event:
    """One observation. `order` counts this side's events; `draws` is how many draws came before.

    `name` is the network, layer path or optimizer that it is about, "" where there is none.

    What `info` may hold: the port's CONSTRUCT: missing and extra (lists of paths without partner),
    initial ({path: its own first weight, before it took the original's}), given (whether it took
    them; a copy of another network must be copied by the port itself). END: error (text or None),
    stopped (before the program's own end: what is left over proves nothing), traces ([[site, name,
    count], ...] of each tf.function), hazards ([text, ...]), printed (the numbers printed).
    """

    kind: Kind
    order: int
    site: Site
    name: str = ""
    arrays: Arrays = field(default_factory=dict)
    info: dict[str, Any] = field(default_factory=dict)
    draws: int = 0
    stack: tuple[Site, ...] = ()  # outer frames of the program, innermost first


@dataclass(frozen=True)
class Step:
    """The arrays of a STEP event, told apart. All are {path: array}; slots are {path/slot: array}.

    `gradients` are those that the optimizer was given: after clipping. `before` and `after` are the
    weights of every network that is known by then, targets included, around the optimizer's step.
    """

    gradients: Arrays
    before: Arrays
    after: Arrays
    slots_before: Arrays
    slots_after: Arrays

    @staticmethod
    def of(event: Event) -> Step:
        return Step.of_arrays(event.arrays)

    @staticmethod
    def of_arrays(arrays: Arrays) -> Step:
        """From what `arrays()` gives, or a part of it."""
        parts: dict[str, Arrays] = {name: {} for name in Step.__annotations__}
        for key, array in arrays.items():
            part, _, path = key.partition("/")
            parts[part][path] = array
        return Step(**parts)

    def arrays(self) -> Arrays:
        """As one dictionary, as events carry them: {"before/critic.fc1.weight": …}."""
        return {
            f"{part}/{path}": array
            for part in Step.__annotations__
            for path, array in getattr(self, part).items()
        }
