"""The port's variables under the original's names: networks, parameters, optimizer slots."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import tensorflow as tf

from porter.equivalence.events import Array, Arrays
from porter.equivalence.weights.bond import Bond, same
from porter.equivalence.weights.hyperparameters import hyperparameters
from porter.equivalence.weights.optimizers import groups_of, pair_slots
from porter.equivalence.weights.pairing import Pairing, joined, pair
from porter.equivalence.weights.paths import identity

PLAIN = (int, float, bool, tuple)
T = TypeVar("T")


class Table:
    """Every network that has a partner, and every optimizer's parameters."""

    def __init__(self) -> None:
        self.networks: dict[str, Pairing] = {}
        self.layers: dict[int, str] = {}
        self.optimized: weakref.WeakKeyDictionary[Any, Pairing] = weakref.WeakKeyDictionary()

    def add_network(
        self, name: str, network: Any, arrays: Arrays, give: bool = True
    ) -> tuple[Pairing, Arrays]:
        """Pair a network with the original's `arrays` and give it these; returns its own ones."""
        pairing = pair(network, arrays)
        initial = pairing.read()
        if give:
            pairing.write({path: arrays[path] for path in pairing.paths})
        bonds = [replace(b, paths=tuple(f"{name}.{p}" for p in b.paths)) for b in pairing.bonds]
        self.networks[name] = Pairing(tuple(bonds), {}, {})
        weakref.finalize(network, self.networks.pop, name, None)
        self._add_layers(name, network)
        return pairing, initial

    def _add_layers(self, name: str, network: Any) -> None:
        """Layers are called as torch calls the owners of their variables."""
        self.layers[id(network)] = name
        bonds = self.networks[name].bonds
        owners = {identity(v): b.paths[0].rpartition(".")[0] for b in bonds for v in b.variables}
        for layer in getattr(network, "_flatten_layers", list)():
            for variable in layer._trainable_variables:
                if identity(variable) in owners:
                    self.layers[id(layer)] = owners[identity(variable)]

    def layer(self, layer: Any) -> str:
        """The path of a layer, "" of an unknown one."""
        return self.layers.get(id(layer), "")

    def add_optimizer(self, name: str, optimizer: Any) -> list[str]:
        """Name the optimizer's parameters; those of no network are called "optimizer[0]"."""
        own = optimizer._trainable_variables
        known: dict[int, Bond] = {}
        named = [self.networks[name] for name in sorted(self.networks)]
        for pairing in (*named, *self.optimized.values()):  # of its paths torch tells the first
            known |= {identity(v): bond for bond in reversed(pairing.bonds) for v in bond.variables}
        loose = (alone(f"{name}[{i}]", v) for i, v in enumerate(own))
        bonds = [known.get(identity(v), other) for v, other in zip(own, loose)]
        self.optimized[optimizer] = Pairing(each_once(bonds), {}, {})
        return list(self.optimized[optimizer].paths)

    def weights(self) -> Pairing:
        """The variables of all networks that are alive."""
        return joined(self.networks[name] for name in sorted(self.networks))

    def _all(self) -> Pairing:
        return joined([self.weights(), *self.optimized.values()])

    def gradients(
        self, sources: Iterable[Any], results: Iterable[Any]
    ) -> tuple[Pairing, list[Any]]:
        """What gradients belong to, and the gradients in the order of its variables.

        A source that is no parameter is called "input[0]". Where torch has two parameters for one
        variable that is their sum, there is no gradient to compare.
        """
        found = {identity(s): (s, r) for s, r in zip(sources, results) if r is not None}
        everything = self._all().among(source for source, _ in found.values())
        bonds = [bond for bond in each_once(everything.bonds) if not bond.merges]
        bonds += [alone(f"input[{i}]", v) for i, v in enumerate(everything.unpaired_keras.values())]
        pairing = Pairing(tuple(bonds), {}, {})
        return pairing, [found[identity(v)][1] for v in pairing.variables]

    def paths(self, optimizer: Any) -> list[str]:
        """Its parameters."""
        return list(self.optimized[optimizer].paths)

    def state(self, *optimizers: Any) -> tuple[Pairing, Pairing]:
        """All weights, the optimizers' loose parameters among them, and the optimizers' slots."""
        weights = self.weights()
        own = [bond for optimizer in optimizers for bond in self.optimized[optimizer].bonds]
        weights = replace(weights, bonds=each_once([*weights.bonds, *own]))
        return weights, joined(pair_slots(optimizer, weights) for optimizer in optimizers)

    def among(self, optimizer: Any, paths: Iterable[str], groups: Sequence[T]) -> list[T]:
        """Of what is told of each parameter group, that of those with any of these parameters."""
        wanted = {*paths}
        owners = [
            (path, identity(variable))
            for bond in self.optimized[optimizer].bonds
            for path in bond.paths
            for variable in bond.variables
        ]
        variables = {variable for path, variable in owners if path in wanted}
        known = [{*map(identity, group._trainable_variables)} for group in groups_of(optimizer)]
        return [told for told, own in zip(groups, known) if len(known) == 1 or own & variables]

    @staticmethod
    def numbers(optimizer: Any) -> list[dict[str, Any]]:
        """The numbers and switches of each parameter group under torch's names.

        In a graph, without those that are variables.
        """
        groups = groups_of(optimizer)
        told = [
            {k: v for k, v in hyperparameters(group).items() if _is_plain(v)} for group in groups
        ]
        if not tf.inside_function():
            for group, numbers in zip(groups, told):
                numbers["lr"] = float(group.learning_rate)
        return told

    @staticmethod
    def moving(optimizer: Any) -> list[dict[str, Any]]:
        """The numbers of each parameter group that are variables, as float64 tensors.

        These are the learning rate and, in a graph, the options that the program changes
        (rules/changing_options.py).
        """
        told = []
        for group in groups_of(optimizer):
            options = hyperparameters(group).items()
            own = {name: value for name, value in options if _is_variable(value)}
            told.append(tf.nest.map_structure(_as_number, {**own, "lr": group.learning_rate}))
        return told


def _is_plain(option: Any) -> bool:
    return isinstance(option, PLAIN) and not _is_variable(option)


def _is_variable(option: Any) -> bool:
    return any(hasattr(number, "number") for number in tf.nest.flatten(option))


def _as_number(option: Any) -> tf.Tensor:
    return tf.cast(tf.convert_to_tensor(getattr(option, "number", option)), tf.float64)


def each_once(bonds: Iterable[Bond]) -> tuple[Bond, ...]:
    return tuple({bond.paths: bond for bond in bonds}.values())


def alone(path: str, variable: Any) -> Bond:
    """The bond of what lies alike in both frameworks."""
    return Bond((path,), (variable,), same, same)


class Values:
    """Several pairings, each a part of one event, whose values go through one callback."""

    def __init__(self, parts: dict[str, Pairing]) -> None:
        self.parts = parts

    def arrays(self, values: tuple[Array, ...]) -> Arrays:
        """The values, in the order of the parts' variables, as an event has them."""
        found: Arrays = {}
        given = iter(values)
        for part, pairing in self.parts.items():
            own = [next(given) for _ in pairing.variables]
            found |= {f"{part}/{path}": a.copy() for path, a in pairing.torch_arrays(own).items()}
        return found

    def variables(self) -> list[Any]:
        return [variable for pairing in self.parts.values() for variable in pairing.variables]

    def resynced(self, state: Arrays, values: tuple[Array, ...]) -> list[Array]:
        """A value for each of the variables: the original's where `state` has it.

        A leaf made of NumPy's numbers is float64 there, float32 in the port.
        """
        new: dict[int, Array] = {}
        for part, pairing in self.parts.items():
            own = {path: state.get(f"{part}/{path}") for path in pairing.paths}
            complete = {path: array for path, array in own.items() if array is not None}
            new |= {identity(v): array for v, array in pairing.keras_arrays(complete)}
        return [
            new[identity(v)].astype(value.dtype) if identity(v) in new else value
            for v, value in zip(self.variables(), values)
        ]
