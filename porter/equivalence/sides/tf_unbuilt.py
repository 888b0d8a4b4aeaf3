"""Networks without variables: Keras builds plain layers with their first call.

They have to take over the original's weights before that call computes anything.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import keras
import tensorflow as tf

from porter.equivalence.events import Site
from porter.equivalence.sides.tf_graph import as_it_is
from porter.equivalence.tape import Tape

Where = tuple[Site, ...]


class Unbuilt:
    """The program's networks that wait for their variables, with the lines that create them."""

    def __init__(self, tape: Tape, built: Callable[[Any, Where], None]) -> None:
        self.tape = tape
        self.built = built  # called as soon as one has variables
        self.waiting: weakref.WeakKeyDictionary[Any, Where] = weakref.WeakKeyDictionary()

    def add(self, network: Any, where: Where) -> None:
        self.waiting[network] = where

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Whatever looks at a network's weights, or runs it, finds those of the original."""
        methods = {"__call__": self._before_call, "get_weights": None, "set_weights": None}
        with ExitStack() as stack:
            for name, before in methods.items():
                method = self._around(getattr(keras.Layer, name), before)
                stack.enter_context(mock.patch.object(keras.Layer, name, method))
            yield

    def _around(self, method: Callable[..., Any], before: Callable[..., None] | None) -> Any:
        def observed(layer: Any, *args: Any, **keywords: Any) -> Any:
            if self.waiting:
                if before is not None and layer in self.waiting:
                    before(method, layer, args, keywords)
                self._settle()
            return method(layer, *args, **keywords)

        return observed

    @as_it_is
    def _before_call(self, call: Callable[..., Any], layer: Any, args: Any, keywords: Any) -> None:
        """Run it once on zeros, outside of any graph: all layers in it build their variables."""
        if layer.variables:
            return
        where = self.waiting.pop(layer)
        with tf.init_scope(), self.tape.pause():
            given, named = tf.nest.map_structure(_zeros, (args, keywords))
            call(layer, *given, **named)
        if layer.variables:
            self.waiting[layer] = where

    @as_it_is
    def _settle(self) -> None:
        for network, where in list(self.waiting.items()):
            if network.variables:
                del self.waiting[network]
                with tf.init_scope():
                    self.built(network, where)


def _zeros(value: Any) -> Any:
    """Zeros like a tensor, with 1 for what is not known of its shape; anything else as it is."""
    if not tf.is_tensor(value):
        return value
    return tf.zeros([size or 1 for size in value.shape], value.dtype)
