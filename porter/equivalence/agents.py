"""The networks and optimizers that an agent holds, by the attributes that lead to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from porter.equivalence.sides.program import SetupError

DEPTH = 3  # agent.learner.critic.net


@dataclass
class Parts:
    """An agent's networks and optimizers by attribute path: {"critic": Critic(...)}."""

    networks: dict[str, Any] = field(default_factory=dict)
    optimizers: dict[str, Any] = field(default_factory=dict)


def parts_of(agent: Any, framework: str) -> Parts:
    """Find the parts in attributes, lists and dictionaries; a bare network is called "network"."""
    if framework == "torch":
        import torch

        network, optimizer = torch.nn.Module, torch.optim.Optimizer
    else:
        import keras
        import tensorflow as tf

        network, optimizer = keras.Layer, keras.optimizers.Optimizer
        _refuse_traced(agent, type(tf.function(lambda: None)))
    parts, seen = Parts(), set()
    for path, thing in _things(agent, "", DEPTH, (network, optimizer)):
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, network):
            parts.networks[path or "network"] = thing
        elif isinstance(thing, optimizer):
            parts.optimizers[path or "optimizer"] = thing
    return parts


def _things(
    owner: Any, path: str, depth: int, wanted: tuple[type, ...]
) -> Iterator[tuple[str, Any]]:
    """What can be reached, with its path; a network's own layers are no parts."""
    if isinstance(owner, wanted):
        yield path, owner
        if path:
            return
    if depth == 0:
        return
    if isinstance(owner, dict):
        inner = {str(key): value for key, value in owner.items()}
    elif isinstance(owner, list | tuple):
        inner = {str(i): value for i, value in enumerate(owner)}
    else:
        inner = getattr(owner, "__dict__", {})
        if isinstance(owner, wanted):  # an agent that is a network: its optimizers are parts
            inner = {k: v for k, v in inner.items() if isinstance(v, wanted[1])}
    for name, value in inner.items():
        if not name.startswith("_"):
            yield from _things(value, f"{path}.{name}" if path else name, depth - 1, wanted)


def _refuse_traced(agent: Any, function: type) -> None:
    """A function that was traced before anybody watched tells nothing."""
    names = [name for cls in type(agent).__mro__ for name in vars(cls)]
    for name in {*names, *getattr(agent, "__dict__", {})}:
        member = getattr(type(agent), name, None)
        if isinstance(getattr(member, "function", None), function):  # called as one operation
            bound = getattr(agent, name).function
        else:
            bound = getattr(agent, name, None) if isinstance(member, function) else None
        if bound is not None and bound.experimental_get_tracing_count():
            raise SetupError(
                f"{type(agent).__name__}.{name} was traced before the check: "
                "it would not use the shared random numbers. Build the agent anew for it"
            )


def precision_of(parts: Parts) -> str:
    """The precision that all weights of the original have."""
    found = {str(p.dtype) for n in parts.networks.values() for p in n.parameters()}
    if found <= {"torch.float64"}:
        return "float64"
    if found == {"torch.float32"}:
        return "float32"
    raise SetupError(f"the original's weights are {', '.join(sorted(found))}: one is needed")
