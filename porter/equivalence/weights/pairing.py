"""Which variables of a port hold the numbers of which torch tensors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tensorflow as tf

from porter.equivalence.events import Array, Arrays
from porter.equivalence.weights.bond import Bond, TransferError, same
from porter.equivalence.weights.layers import parts_of
from porter.equivalence.weights.paths import (
    VARIABLES,
    NoSuchPath,
    identity,
    step,
    walk,
    weights_of,
)


@dataclass(frozen=True)
class Pairing:
    """The bonds between torch tensors and Keras variables, and what is in none.

    `unpaired_torch` says of each path why, `unpaired_keras` has the variables by their names in
    the port ("net.0.kernel"). `torch_only` are paths that a port has no use for, such as
    BatchNorm's num_batches_tracked.
    """

    bonds: tuple[Bond, ...]
    unpaired_torch: dict[str, str] = field(default_factory=dict)
    unpaired_keras: dict[str, Any] = field(default_factory=dict)
    torch_only: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The torch paths that have a partner."""
        return tuple(path for bond in self.bonds for path in bond.paths)

    @property
    def variables(self) -> tuple[Any, ...]:
        """The Keras variables that have a partner, in the order of the bonds."""
        return tuple(variable for bond in self.bonds for variable in bond.variables)

    @property
    def extra(self) -> dict[str, Any]:
        """Weights of the port without a partner.

        A plain tf.Variable is none of a Keras network's: in torch it may be a tensor that is no
        parameter of the network either, but an optimizer's own, as SAC's log_alpha.
        """
        found = self.unpaired_keras.items()
        return {name: v for name, v in found if not isinstance(v, tf.Variable)}

    def torch_arrays(self, arrays: Iterable[Array]) -> Arrays:
        """What belongs to `variables`, one array for each, as torch has it: {path: array}.

        The arrays may be values, gradients or moments. A tf.function can pass them to a callback
        and leave the rest to this.
        """
        values = iter(arrays)
        return {
            path: array
            for bond in self.bonds
            for path, array in zip(
                bond.paths, bond.to_torch(*[next(values) for _ in bond.variables])
            )
        }

    def keras_arrays(self, arrays: Arrays) -> list[tuple[Any, Array]]:
        """The variables that belong to these torch arrays, each with its array and dtype.

        Raises TransferError for a path without a partner, another shape than the variable's, and
        values that the variable's dtype would round.
        """
        unknown = sorted(arrays.keys() - set(self.paths))
        if unknown:
            raise TransferError(f"the port has no partner for {', '.join(unknown)}")
        found: dict[int, tuple[Any, Array]] = {}
        for bond in self.bonds:
            if not arrays.keys() & set(bond.paths):
                continue
            given = _shaped(bond, arrays)
            for variable, array in zip(bond.variables, bond.to_keras(*given)):
                exact = _cast(array, variable, bond)
                _, other = found.setdefault(identity(variable), (variable, exact))
                if not np.array_equal(other, exact, equal_nan=exact.dtype.kind in "fc"):
                    raise TransferError(f"{bond.paths[0]}: one variable would get two values")
        return list(found.values())

    def read(self) -> Arrays:
        """The variables' values as torch has them: {path: array}."""
        return self.torch_arrays(np.array(variable.numpy()) for variable in self.variables)

    def write(self, arrays: Arrays) -> None:
        """Set the variables of these torch arrays; on TransferError, none is changed."""
        for variable, array in self.keras_arrays(arrays):
            variable.assign(array)

    def among(self, variables: Iterable[Any]) -> Pairing:
        """The bonds that are of these variables alone, in their own order.

        Variables in none of them are `unpaired_keras`, by their number among the given ones.
        """
        asked = {identity(v): (f"[{i}]", v) for i, v in enumerate(variables)}
        bonds = [b for b in self.bonds if all(identity(v) in asked for v in b.variables)]
        known = {identity(v) for bond in bonds for v in bond.variables}
        return Pairing(
            tuple(bonds), unpaired_keras=dict(asked[key] for key in asked if key not in known)
        )


def pair(root: Any, paths: Iterable[str]) -> Pairing:
    """Find the variables of a port for torch's paths ("fc1.weight", "net.0.bias", "log_std").

    `root` is a layer, a dict or list of layers and variables, or any object that has them as
    attributes. Nothing is dropped silently: see Pairing.
    """
    asked = dict.fromkeys(paths)
    bonds: dict[tuple[str, ...], Bond] = {}
    unpaired: dict[str, str] = {}
    for path in asked:
        try:
            bond = _bond(root, path)
        except NoSuchPath as problem:
            unpaired[path] = str(problem)
            continue
        missing = [name for name in bond.paths if name not in asked]
        if missing:
            unpaired[path] = f"the port's variable is also {', '.join(missing)}"
        else:
            bonds[bond.paths] = bond
    known = {identity(v) for bond in bonds.values() for v in bond.variables}
    extra = {name: v for name, v in weights_of(root).items() if identity(v) not in known}
    return Pairing(
        tuple(bond for bond in bonds.values() if bond.variables),
        unpaired,
        extra,
        tuple(bond.paths[0] for bond in bonds.values() if not bond.variables),
    )


def joined(pairings: Iterable[Pairing]) -> Pairing:
    """Several pairings as one."""
    pairings = list(pairings)
    return Pairing(
        tuple(bond for p in pairings for bond in p.bonds),
        {path: why for p in pairings for path, why in p.unpaired_torch.items()},
        {name: v for p in pairings for name, v in p.unpaired_keras.items()},
        tuple(path for p in pairings for path in p.torch_only),
    )


def _bond(root: Any, path: str) -> Bond:
    """The bond of a path. A port's own variable of torch's name wins over what a layer offers."""
    names = path.split(".")
    owner = root
    for i, name in enumerate(names):
        rest = ".".join(names[i:])
        own = getattr(owner, rest, None)
        for part in () if isinstance(own, VARIABLES) else parts_of(owner):
            if rest in part.leaves:
                prefix = "".join(f"{name}." for name in names[:i])
                variables = tuple(
                    _variable(walk(owner, attribute)) for attribute in part.attributes
                )
                return Bond(
                    tuple(prefix + leaf for leaf in part.leaves),
                    variables,
                    part.to_torch,
                    part.to_keras,
                    part.merges,
                )
        owner = step(owner, name)
    return Bond((path,), (_variable(owner),), same, same)


def _variable(found: Any) -> Any:
    if not isinstance(found, VARIABLES):
        raise NoSuchPath(f"in the port it is a {type(found).__name__}, no variable")
    return found


def _shaped(bond: Bond, arrays: Arrays) -> list[Array]:
    """The arrays of a bond, whose shapes are those of its variables in torch."""
    given = []
    for path, shape in zip(bond.paths, bond.torch_shapes()):
        if path not in arrays:
            raise TransferError(f"{', '.join(bond.paths)} belong together, {path} is missing")
        if arrays[path].shape != shape:
            raise TransferError(f"{path}: shape {shape} expected, {arrays[path].shape} found")
        given.append(arrays[path])
    return given


def _cast(array: Array, variable: Any, bond: Bond) -> Array:
    """The array in the variable's dtype, with the same values."""
    dtype = tf.as_dtype(variable.dtype)
    cast = array.astype(dtype.as_numpy_dtype)
    if not np.array_equal(cast, array, equal_nan=array.dtype.kind in "fc"):
        raise TransferError(f"{bond.paths[0]}: {array.dtype} values don't fit into {dtype.name}")
    return cast
