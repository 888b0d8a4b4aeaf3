"""Which variables of a Keras optimizer are which slots of a torch optimizer.

Known are porter's own blocks (rules/{optim,adam,adaptive}.py), by the names of their lists, and
Keras's Adam, AdamW, SGD, RMSprop and Adagrad. Keras folds the learning rate into its momentum:
velocity = -lr * momentum_buffer in SGD and lr * momentum_buffer in RMSprop (keras/src/optimizers).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import keras
import numpy as np

from porter.equivalence.events import Array
from porter.equivalence.weights.bond import Bond, Move, TransferError
from porter.equivalence.weights.pairing import Pairing
from porter.equivalence.weights.paths import identity


@dataclass(frozen=True)
class Slot:
    """A torch slot and the attribute with the optimizer's variables for it, one a parameter.

    `sign` is that of the learning rate which the variables hold as a factor, 0 for none.
    """

    name: str
    attribute: str
    sign: int = 0


BLOCKS = (
    Slot("exp_avg", "m"),
    Slot("exp_avg_sq", "v"),
    Slot("max_exp_avg_sq", "v_max"),
    Slot("momentum_buffer", "buffers"),
    Slot("square_avg", "squares"),
    Slot("grad_avg", "means"),
    Slot("sum", "sums"),
    Slot("acc_delta", "deltas"),
    Slot("exp_inf", "u"),
    Slot("prev", "prevs"),
    Slot("step_size", "sizes"),
)
KERAS: dict[Any, tuple[Slot, ...]] = {
    keras.optimizers.Adam: (  # AdamW is one
        Slot("exp_avg", "_momentums"),
        Slot("exp_avg_sq", "_velocities"),
        Slot("max_exp_avg_sq", "_velocity_hats"),
    ),
    keras.optimizers.SGD: (Slot("momentum_buffer", "momentums", -1),),
    keras.optimizers.RMSprop: (
        Slot("square_avg", "_velocities"),
        Slot("grad_avg", "_average_gradients"),
        Slot("momentum_buffer", "_momentums", 1),
    ),
    keras.optimizers.Adagrad: (Slot("sum", "_accumulators"),),
}


def groups_of(optimizer: Any) -> list[Any]:
    """The optimizers of its parameter groups; itself, where it has no groups."""
    return list(getattr(optimizer, "param_groups", [optimizer]))


def torch_type(optimizer: Any) -> str:
    """The name of torch's class for it: that of its groups; a block may be called TorchAdam."""
    return type(groups_of(optimizer)[0]).__name__.removeprefix("Torch")


def pair_slots(optimizer: Any, weights: Pairing) -> Pairing:
    """The optimizer's variables by torch's slots: paths are "fc1.weight/exp_avg".

    The optimizer must be built. A slot lies as its parameter does in `weights`. Where torch has
    two parameters for one variable that is their sum, it also has two updates: their slots, those
    of parameters that are not in `weights`, and all of an unknown optimizer are `unpaired_keras`.
    """
    groups = groups_of(optimizer)
    if optimizer not in groups:
        parts = [pair_slots(group, weights) for group in groups]
        extra = {
            f"param_groups[{i}].{name}": variable
            for i, part in enumerate(parts)
            for name, variable in part.unpaired_keras.items()
        }
        return Pairing(tuple(b for part in parts for b in part.bonds), unpaired_keras=extra)
    parameters = list(optimizer._trainable_variables)
    index = {identity(variable): i for i, variable in enumerate(parameters)}
    own = [bond for bond in weights.among(parameters).bonds if not bond.merges]
    slots = _slots(optimizer)
    bonds = [
        Bond(
            tuple(f"{path}/{slot.name}" for path in bond.paths),
            tuple(getattr(optimizer, slot.attribute)[index[identity(v)]] for v in bond.variables),
            *_moves(optimizer, slot, bond),
        )
        for slot in slots
        for bond in own
    ]
    if own and any(slot.name != "momentum_buffer" for slot in slots):  # torch's SGD counts nothing
        bonds.append(_steps(optimizer, own, index))
    if hasattr(optimizer, "mu_products"):
        bonds.append(_mu_products(optimizer, own, index))
    known = {identity(v) for bond in bonds for v in bond.variables}
    known |= {identity(optimizer.iterations), identity(optimizer._learning_rate)}
    known |= {identity(v) for v in [getattr(optimizer, "steps", None)] if v is not None}
    extra = {
        f"variables[{i}] ({v.path})": v
        for i, v in enumerate(_variables(optimizer))
        if identity(v) not in known
    }
    return Pairing(tuple(bonds), unpaired_keras=extra)


def _variables(optimizer: Any) -> list[Any]:
    """All variables of an optimizer. porter's LBFGS refuses to name its own."""
    found: list[Any] = keras.optimizers.Optimizer.variables.fget(optimizer)
    return found


def _slots(optimizer: Any) -> list[Slot]:
    """The slots that this optimizer has. A subclass with its own update counts as torch does."""
    slots: tuple[Slot, ...] = BLOCKS
    for cls, known in KERAS.items():
        if isinstance(optimizer, cls):
            stock = type(optimizer).update_step == cls.update_step
            slots = known if stock else tuple(replace(slot, sign=0) for slot in known)
    return [slot for slot in slots if getattr(optimizer, slot.attribute, None)]


def _moves(optimizer: Any, slot: Slot, bond: Bond) -> tuple[Move, Move]:
    """Those of the parameter; where Keras has the learning rate as a factor, with and without."""
    if not slot.sign:
        return bond.to_torch, bond.to_keras

    def factor() -> float:
        return slot.sign * float(optimizer.learning_rate)

    return (
        lambda *arrays: tuple(array / factor() for array in bond.to_torch(*arrays)),
        lambda *arrays: tuple(array * factor() for array in bond.to_keras(*arrays)),
    )


def _steps(optimizer: Any, own: list[Bond], index: dict[int, int]) -> Bond:
    """The step counts: a scalar for each parameter in torch.

    porter's blocks count for each parameter, too. All others count their updates, which is the
    greatest count in torch; Keras's Adam computes with it, so there torch's must be the same.
    """
    places = [
        (path, [index[identity(v)] for v in bond.variables]) for bond in own for path in bond.paths
    ]
    paths = tuple(f"{path}/step" for path, _ in places)
    each = getattr(optimizer, "steps", None)
    common = each is None and isinstance(optimizer, keras.optimizers.Adam)

    def to_torch(iterations: Array, *steps: Array) -> tuple[Array, ...]:
        counts = (steps[0][place[0]] if steps else iterations for _, place in places)
        return tuple(np.array(count, np.int64) for count in counts)

    def to_keras(*counts: Array) -> tuple[Array, ...]:
        if common and len({int(count) for count in counts}) > 1:
            raise TransferError(
                f"{optimizer.name} counts the steps of all parameters together; in torch some"
                f" parameters have made {min(counts)} and others {max(counts)}"
            )
        steps = np.zeros(len(index))
        for count, (_, place) in zip(counts, places):
            steps[place] = count
        return (np.max(counts), steps) if each is not None else (np.max(counts),)

    variables = (optimizer.iterations,) if each is None else (optimizer.iterations, each)
    return Bond(paths, variables, to_torch, to_keras)


def _mu_products(optimizer: Any, own: list[Bond], index: dict[int, int]) -> Bond:
    """NAdam's products of momenta: a scalar for each parameter in torch."""
    places = [(bond.paths[0], index[identity(bond.variables[0])]) for bond in own]

    def to_keras(*products: Array) -> tuple[Array, ...]:
        found = np.ones(len(index))
        for product, (_, place) in zip(products, places):
            found[place] = product
        return (found,)

    return Bond(
        tuple(f"{path}/mu_product" for path, _ in places),
        (optimizer.mu_products,),
        lambda products: tuple(products[place] for _, place in places),
        to_keras,
    )
