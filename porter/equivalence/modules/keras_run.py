"""The port's network: the same passes, eager or inside a tf.function."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import keras
import numpy as np
import tensorflow as tf
from keras import tree

from porter.equivalence.events import Array, Arrays
from porter.equivalence.modules.run import Call, Run, flatten, projection
from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.weights.pairing import Pairing
from porter.equivalence.weights.paths import NoSuchPath, walk


def run(
    network: Any,
    inputs: tuple[Any, ...],
    names: tuple[str, ...],
    pairing: Pairing,
    seed: int,
    graph: bool,
    layers: Iterable[str] = (),
    training: bool = False,
) -> Run:
    """Call the network in one mode. `names` are the inputs'; `layers` are the torch paths to be
    watched. Its variables are afterwards what they were.
    """
    before = pairing.read()
    tensors = tree.map_structure(_tensor, inputs)
    variables = [_value(v) for v in pairing.variables if tf.as_dtype(v.dtype).is_floating]

    def passes(*tensors: Any) -> tuple[dict[str, Any], list[Any]]:
        sources = _floats(flatten("input", dict(zip(names, tensors))))
        with tf.GradientTape() as gradients:
            gradients.watch([*sources.values()])
            outputs = flatten("output", network(*tensors))
            losses = [
                tf.reduce_sum(
                    value * tf.cast(projection(seed, path, tuple(value.shape)), value.dtype)
                )
                for path, value in _floats(outputs).items()
            ]
            loss = tf.add_n(losses) if losses else None
        wanted = [*sources.values(), *variables]
        found = [None] * len(wanted) if loss is None else gradients.gradient(loss, wanted)
        return outputs, [
            tf.zeros(v.shape, v.dtype) if g is None else tf.convert_to_tensor(g)
            for g, v in zip(found, wanted)
        ]

    calls: list[Call] = []
    tape = Tape(seed)
    try:
        with in_mode(network, training), tf_on(tape), _watching(network, layers, calls):
            outputs, gradients = (tf.function(passes) if graph else passes)(*tensors)
            draws = tape.draws
        weights = pairing.read()
    finally:
        pairing.write(before)
    sources = [*_floats(flatten("input", dict(zip(names, tensors))))]
    arrays = [np.asarray(gradient) for gradient in gradients]
    by_path = dict(zip(sources, arrays)) | _by_path(pairing, arrays[len(sources) :])
    values = {p: np.asarray(v) for p, v in outputs.items()}
    return Run(values, by_path, draws, tuple(calls), weights)


def _tensor(value: Any) -> Any:
    return tf.convert_to_tensor(value) if isinstance(value, np.ndarray) else value


def _value(variable: Any) -> Any:
    return variable.value if isinstance(variable, keras.Variable) else variable


def _floats(leaves: dict[str, Any]) -> dict[str, Any]:
    return {p: v for p, v in leaves.items() if tf.is_tensor(v) and v.dtype.is_floating}


def _by_path(pairing: Pairing, arrays: list[Array]) -> Arrays:
    """The variables' gradients, as torch has them."""
    values = iter(arrays)
    found: Arrays = {}
    for bond in pairing.bonds:
        if not all(tf.as_dtype(v.dtype).is_floating for v in bond.variables):
            continue
        moved = bond.to_torch(*[next(values) for _ in bond.variables])
        # Torch adds up what is one variable in Keras: each term has the gradient of the sum
        found |= (
            dict.fromkeys(bond.paths, moved[0]) if bond.merges else dict(zip(bond.paths, moved))
        )
    return found


@contextmanager
def in_mode(network: Any, training: bool) -> Iterator[None]:
    """The layers of a port in training mode, or in evaluation mode.

    They keep it as torch's do, and begin in training mode. Keras's own have it from their call.
    """
    layers = network._flatten_layers() if isinstance(network, keras.Layer) else ()
    ported = [layer for layer in layers if not has_mode(layer)]
    before = [vars(layer).get("training") for layer in ported]
    for layer in ported:
        layer.training = training
    try:
        yield
    finally:
        for layer, mode in zip(ported, before):
            if mode is None:
                del layer.training
            else:
                layer.training = mode


def has_mode(layer: Any) -> bool:
    """Whether this is a layer of Keras's own that computes something else in training."""
    kept = type(layer).__module__.startswith("keras.")
    return kept and "training" in inspect.signature(layer.call).parameters


@contextmanager
def _watching(network: Any, paths: Iterable[str], calls: list[Call]) -> Iterator[None]:
    """Record the calls of the layers at these paths; those without a layer there are not seen."""
    watched = dict(reversed([(id(layer), path) for path, layer in layers_at(network, paths)]))
    own = keras.Layer.__call__

    def call(layer: Any, *args: Any, **keywords: Any) -> Any:
        path = watched.get(id(layer))
        if path is not None:
            calls.append(Call(path, "input", _arrays(args)))
        output = own(layer, *args, **keywords)
        if path is not None:
            calls.append(Call(path, "output", _arrays(output)))
        return output

    with mock.patch.object(keras.Layer, "__call__", call):
        yield


def layers_at(network: Any, paths: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """The port's layers at torch's paths, where it has layers of its own there."""
    for path in paths:
        try:
            layer = walk(network, path) if path else network
        except NoSuchPath:
            continue
        if isinstance(layer, keras.Layer):
            yield path, layer


def _arrays(value: Any) -> tuple[Array, ...]:
    return tuple(np.array(v) for v in flatten("", value).values() if tf.is_tensor(v))
