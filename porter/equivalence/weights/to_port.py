"""A trained PyTorch agent goes on in TensorFlow: its networks, loose tensors and optimizers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import keras

from porter.equivalence.events import Arrays
from porter.equivalence.weights.hyperparameters import unequal
from porter.equivalence.weights.optimizers import groups_of, pair_slots
from porter.equivalence.weights.outcome import Outcome, is_in
from porter.equivalence.weights.pairing import Pairing, pair
from porter.equivalence.weights.paths import NoSuchPath, identity, walk
from porter.equivalence.weights.torch_files import Content
from porter.equivalence.weights.torch_slots import state_slots


def to_port(content: Content, port: Any, part: str = "") -> Outcome:
    """Set the variables of a port from the content of PyTorch's files.

    `part` is the attribute path of what is asked for, "" for all: variables elsewhere need no
    partner. Raises TransferError where arrays don't fit.
    """
    outcome = Outcome()
    pairing = pair(port, content.weights)
    pairing.write({path: content.weights[path] for path in pairing.paths})
    outcome.moved.append(f"{len(pairing.paths)} weights")
    outcome.unpaired += [f"{path}: {why}" for path, why in pairing.unpaired_torch.items()]
    outcome.unpaired += [
        f"{name}: PyTorch's file has no such weight"
        for name in pairing.unpaired_keras
        if is_in(name, part)
    ]
    for name, state in content.optimizers.items():
        try:
            optimizer = walk(port, name) if name else port
        except NoSuchPath as problem:
            outcome.unpaired.append(f"{name}: {problem}")
            continue
        _fill(name, optimizer, state, pairing, content.weights, outcome)
    outcome.unpaired += [
        f"{name}: PyTorch's file has no state of this optimizer"
        for name, value in vars(port).items()
        if isinstance(value, keras.optimizers.Optimizer) and is_in(name, part)
        if name not in content.optimizers
    ]
    outcome.left_out += [
        f"{name} ({type(value).__name__}), no weight" for name, value in content.others.items()
    ]
    return outcome


def _fill(
    name: str,
    optimizer: Any,
    state: Mapping[str, Any],
    pairing: Pairing,
    weights: Arrays,
    outcome: Outcome,
) -> None:
    """Set an optimizer's slots and learning rate. torch numbers its parameters as the port does."""
    if not isinstance(optimizer, keras.optimizers.Optimizer) or not optimizer.built:
        outcome.unpaired.append(f"{name}: in the port it is no optimizer that knows its variables")
        return
    own = pairing.among(optimizer._trainable_variables)
    if own.unpaired_keras:  # TensorFlow saves an optimizer with the variables that it updates
        outcome.unpaired.append(f"{name}: the weights that it updates are not in PyTorch's file")
        return
    order = [identity(variable) for variable in optimizer._trainable_variables]
    bonds = sorted(own.bonds, key=lambda bond: order.index(identity(bond.variables[0])))
    given = state_slots(state, {path: weights[path] for bond in bonds for path in bond.paths})
    slots = pair_slots(optimizer, own)
    slots.write({key: given[key] for key in slots.paths if key in given})
    for key in sorted(given.keys() ^ set(slots.paths)):
        side = "the port" if key in given else "PyTorch's file"
        outcome.unpaired.append(f"{name}: {side} has no {key}")
    ours, theirs = groups_of(optimizer), state["param_groups"]
    rates = [float(group["lr"]) for group in theirs]
    if len(ours) == 1 and len(set(rates)) == 1:
        ours *= len(theirs)
    if len(ours) != len(theirs):
        text = f"{name}: the port has {len(ours)} learning rates, PyTorch has {rates}"
        outcome.unpaired.append(text)
    for one, group, rate in zip(ours, theirs, rates):
        outcome.unpaired += [f"{name}: {text}" for text in unequal(one, group)]
        one.learning_rate = rate
    outcome.moved.append(f"{name} with {len(slots.paths)} slots")
