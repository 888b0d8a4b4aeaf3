"""An agent that was trained in TensorFlow goes on in PyTorch: the way back of `to_port`."""

from __future__ import annotations

from typing import Any

import keras
import numpy as np
import torch

from porter.equivalence.weights.hyperparameters import unequal
from porter.equivalence.weights.optimizers import groups_of, pair_slots
from porter.equivalence.weights.outcome import Outcome, is_in
from porter.equivalence.weights.pairing import Pairing, pair
from porter.equivalence.weights.paths import NoSuchPath, walk
from porter.equivalence.weights.torch_slots import torch_slots, write_torch_slots
from porter.equivalence.weights.torch_weights import write_tensors


def to_torch(port: Any, original: Any, part: str = "") -> Outcome:
    """Set the tensors and optimizers of a PyTorch object from its port's.

    `part` is the attribute path of what is asked for, "" for all: tensors elsewhere need no
    partner. Raises TransferError where arrays don't fit.
    """
    outcome = Outcome()
    tensors = _tensors(original)
    pairing = pair(port, tensors)
    write_tensors(tensors, pairing.read())
    names = {tensor: path for path, tensor in tensors.items()}
    names |= {tensors[path]: path for path in pairing.paths}  # a tied weight may have another
    outcome.moved.append(f"{len(pairing.paths)} weights")
    outcome.unpaired += [
        f"{path}: {why}" for path, why in pairing.unpaired_torch.items() if is_in(path, part)
    ]
    outcome.unpaired += [
        f"{name}: the PyTorch class has no such weight"
        for name in pairing.unpaired_keras
        if is_in(name, part)
    ]
    for name, optimizer in vars(original).items():
        if isinstance(optimizer, torch.optim.Optimizer) and is_in(name, part):
            _fill(name, optimizer, port, pairing, names, outcome)
    return outcome


def state_of(thing: Any) -> Any:
    """What torch.save gets of a network, an optimizer, a tensor, or an object that has those."""
    if isinstance(thing, (torch.nn.Module, torch.optim.Optimizer)):
        return thing.state_dict()
    if isinstance(thing, torch.Tensor):
        return thing.detach()
    return {
        name: state_of(part)
        for name, part in vars(thing).items()
        if isinstance(part, (torch.nn.Module, torch.optim.Optimizer)) or _is_trained(part)
    }


def _tensors(original: Any) -> dict[str, torch.Tensor]:
    """The weights of a network, or of an object's networks and its own trained tensors."""
    found: dict[str, torch.Tensor] = {}
    if isinstance(original, torch.nn.Module):
        found |= original.state_dict(keep_vars=True)
        return found
    for name, value in vars(original).items():
        if isinstance(value, torch.nn.Module):
            found |= {f"{name}.{path}": tensor for path, tensor in _tensors(value).items()}
        elif _is_trained(value):
            found[name] = value
    return found


def _is_trained(value: Any) -> bool:
    """Whether this is a tensor that an optimizer may update: no constant, no result."""
    return isinstance(value, torch.Tensor) and value.requires_grad and value.is_leaf


def _fill(
    name: str,
    optimizer: torch.optim.Optimizer,
    port: Any,
    pairing: Pairing,
    names: dict[torch.Tensor, str],
    outcome: Outcome,
) -> None:
    """Set an optimizer's slots and learning rate."""
    try:
        ours = walk(port, name)
    except NoSuchPath as problem:
        outcome.unpaired.append(f"{name}: {problem}")
        return
    if not isinstance(ours, keras.optimizers.Optimizer):
        outcome.unpaired.append(f"{name}: in the port it is a {type(ours).__name__}, no optimizer")
        return
    if any(p not in names for group in optimizer.param_groups for p in group["params"]):
        outcome.unpaired.append(f"{name}: it updates tensors that are no attributes")
        return
    slots, kept = pair_slots(ours, pairing).read(), torch_slots(optimizer, names)
    write_torch_slots(optimizer, names, {key: slots[key] for key in kept if key in slots})
    for key in sorted(kept.keys() ^ slots.keys()):
        side = "the port" if key in kept else "the PyTorch class"
        outcome.unpaired.append(f"{name}: {side} has no {key}")
    own = groups_of(ours)
    if len(own) not in (1, len(optimizer.param_groups)):
        text = f"{name}: the port has {len(own)} parameter groups, the PyTorch class has"
        outcome.unpaired.append(f"{text} {len(optimizer.param_groups)}")
    for i, group in enumerate(optimizer.param_groups):
        one = own[i] if i < len(own) else own[0]
        outcome.unpaired += [f"{name}: {text}" for text in unequal(one, group)]
        rate = float(one.learning_rate)
        if rate != np.float32(group["lr"]):  # Keras's own optimizers round the same rate
            group["lr"] = rate
    outcome.moved.append(f"{name} with {len(slots)} slots")
