"""The port, observed: `python -m porter.equivalence.sides.tf_side`, orders on stdin.

The hooks run while a tf.function is traced and leave callbacks in its graph, which report when the
graph runs. So the update that is compared is the one that the program runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import keras
import numpy as np
import tensorflow as tf
from tensorflow.python.eager import record

from porter.equivalence.events import Array, Arrays, Kind, Site
from porter.equivalence.sides.classes import Construction, family, on_new_classes
from porter.equivalence.sides.functions import on_new_functions
from porter.equivalence.sides.main import main
from porter.equivalence.sides.naming import is_slice
from porter.equivalence.sides.observer import Observer, Wire
from porter.equivalence.sides.program import Run
from porter.equivalence.sides.returns import Returns, arrays_of
from porter.equivalence.sides.tf_functions import Functions
from porter.equivalence.sides.tf_graph import Reports, as_it_is
from porter.equivalence.sides.tf_groups import Groups
from porter.equivalence.sides.tf_precision import use
from porter.equivalence.sides.tf_storage import Storage
from porter.equivalence.sides.tf_table import Table
from porter.equivalence.sides.tf_unbuilt import Unbuilt
from porter.equivalence.sides.tf_updates import Updates
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.tf_ops import counter_of
from porter.equivalence.weights.optimizers import torch_type


class TensorFlowSide(Observer):
    """Observes a TensorFlow program."""

    def __init__(self, run: Run, wire: Wire) -> None:
        super().__init__(run, wire)
        self.table = Table()
        self.unbuilt = Unbuilt(self.tape, self.built)
        self.reports = Reports()
        self.tape.leave = self.reports.send
        self.functions = Functions(
            self.is_own, self._ready_to_trace, self._returned, self.reports.compiling
        )
        self.updates = Updates(self, self.table)
        self.groups = Groups(self)

    def prepare(self) -> None:
        use(self.run.precision)
        if self.run.original and self.run.precision == "float64":
            Storage(self.run.script, self.run.original).use()
        tf.random.set_seed(self.run.seed)

    @contextmanager
    def watching(self) -> Iterator[None]:
        # Initialisation is not on the tape: the port takes over the weights that came of it
        networks = self.construction = Construction(self.constructed, self.tape.pause)
        optimizers = Construction(self.optimizer_built)

        returns = Returns(self.returned)
        patched = [
            (tf.GradientTape, "gradient", self._gradient),
            (keras.Variable, "assign", self.updates.assigning),
        ]
        if self.run.layers:
            patched.append((keras.Layer, "__call__", self._forward))
        with ExitStack() as stack:
            stack.enter_context(networks.watching(keras.Layer))
            stack.enter_context(optimizers.watching(keras.optimizers.Optimizer))
            for cls in (*keras.optimizers.Optimizer.__mro__, *family(keras.optimizers.Optimizer)):
                self.updates.watch(cls, stack)  # Keras's own have the `apply` of a base class

            def hook(cls: type, own: bool) -> None:
                if issubclass(cls, keras.Layer):
                    networks.watch(cls)
                elif issubclass(cls, keras.optimizers.Optimizer):
                    optimizers.watch(cls)
                    self.updates.watch(cls, stack)
                elif own:
                    self.actions.watch(cls)
                if own:
                    returns.watch(cls)

            stack.enter_context(on_new_classes(hook, self.is_own))
            stack.enter_context(on_new_functions(returns.function, self.is_own))
            for owner, name, around in patched:
                original = getattr(owner, name)
                stack.enter_context(mock.patch.object(owner, name, around(original)))
            stack.enter_context(self.unbuilt.watching())
            stack.enter_context(self.functions.watching())
            stack.enter_context(tf_on(self.tape))
            yield

    def _ready_to_trace(self) -> None:
        counter_of(self.tape)

    def _returned(self) -> None:
        self.reports.deliver()
        self.stop_if_over()

    # -- networks and optimizers ----------------------------------------------------------------

    def constructed(self, network: Any) -> None:
        """Pair a new network, as soon as it has variables."""
        where = self.where()
        known = [n for n in self.names.objects.values() if isinstance(n, keras.Layer)]
        theirs = (weight for one in known for weight in one.variables)
        if is_slice(network._flatten_layers(), network.variables, known, theirs):
            return
        if where and network.variables:
            self.built(network, where)
        elif where and isinstance(network, keras.Model):
            self.unbuilt.add(network, where)

    def built(self, network: Any, where: tuple[Site, ...]) -> None:
        """Take the partner's name and weights. A network without one keeps its own."""
        if self.over:
            return
        size = sum(int(tf.size(v)) for v in network.variables)
        partner = self.wire.ask("network", (where, type(network).__name__, size))
        if partner is None:
            return
        name, arrays, copied = partner
        # What the original copies, the port has to copy by itself
        self.introduce(network, name, arrays, copied, where, give=not copied)

    def introduce(
        self,
        network: Any,
        name: str,
        arrays: Arrays,
        copied: bool,
        where: tuple[Site, ...] = (),
        give: bool = True,
    ) -> None:
        """Pair a network with the original's of this name and give it these weights."""
        pairing, initial = self.table.add_network(name, network, arrays, give)
        self.names.adopt(network, name)
        # A copy's own first weights mean nothing
        told = {"given": give} if copied else {"initial": initial, "given": give}
        missing = sorted(pairing.unpaired_torch)
        floats = (n for n, v in pairing.extra.items() if tf.as_dtype(v.dtype).is_floating)
        extra = sorted(floats)  # no number depends on how many batches there were
        cls, now = type(network).__name__, pairing.read()
        self.emit(
            Kind.CONSTRUCT, where, name, now, type=cls, missing=missing, extra=extra, **told
        )  # fmt: skip

    def optimizer_built(self, optimizer: Any) -> None:
        where = self.where()
        if self.over or not where:
            return

        def introduce() -> None:  # one that a network makes for itself: once that has a name
            partner = self.wire.ask("optimizer", (where, torch_type(optimizer)))
            self.introduce_optimizer(partner or "", optimizer, where)

        self.construction.afterwards(introduce)

    def introduce_optimizer(self, name: str, optimizer: Any, where: tuple[Site, ...] = ()) -> None:
        """Pair an optimizer with the original's of this name; without one, by its parameters."""
        self.groups.add(optimizer, name, where)

    def weights(self) -> Arrays:
        return self.table.weights().read()

    @as_it_is
    def where(self) -> tuple[Site, ...]:
        return super().where()

    # -- losses and gradients -------------------------------------------------------------------

    def _gradient(self, gradient: Callable[..., Any]) -> Callable[..., Any]:
        def observed(tape: Any, target: Any, sources: Any, *args: Any, **keywords: Any) -> Any:
            where = self.where()
            results = gradient(tape, target, sources, *args, **keywords)
            if where and tf.is_tensor(target):
                weights = args[0] if args else keywords.get("output_gradients")
                if tf.is_tensor(weights) and target.shape.rank:  # the sum, as of PyTorch
                    target = tf.reduce_sum(target * weights)
                self._report(where, target, tf.nest.flatten(sources), tf.nest.flatten(results))
            return results

        return observed

    @as_it_is
    def _report(self, where: tuple[Site, ...], target: Any, sources: Any, results: Any) -> None:
        def lost(loss: Array) -> None:
            self.emit(Kind.LOSS, where, arrays={"loss": loss})

        self.reports.send(lost, [target])
        known, values = self.table.gradients(sources, results)

        def arrived(*arrays: Array) -> None:
            self.emit(Kind.GRADIENT, where, arrays=known.torch_arrays(arrays))

        self.reports.send(arrived, values)

    @as_it_is
    def returned(self, name: str, result: Any) -> None:
        """What a tape or a graph takes part in is compared as a loss."""

        def as_array(value: Any) -> Array | None:
            known = isinstance(value, tf.Tensor | tf.Variable | keras.Variable)
            return np.array(value) if known else None

        if tf.inside_function() or record.could_possibly_record():
            return
        arrays = arrays_of(result, as_array)
        if arrays:
            self.emit(Kind.RETURN, self.where(), name, arrays)

    # -- layers ---------------------------------------------------------------------------------

    def _forward(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def observed(layer: Any, *args: Any, **keywords: Any) -> Any:
            output = call(layer, *args, **keywords)
            name = self.table.layer(layer)
            outputs = _tensors(output)
            if name and outputs:
                where, inputs = self.where(), _tensors(args)

                def came(*arrays: Array) -> None:
                    first, *given = (in_torchs_layout(layer, array) for array in arrays)
                    known = {f"input{i}": array for i, array in enumerate(given)}
                    self.emit(Kind.FORWARD, where, name, {**known, "output": first})

                self.reports.send(came, [outputs[0], *inputs])
            return output

        return observed

    def finish(self, error: str = "") -> None:
        self.groups.flush()
        super().finish(error)

    def finished(self) -> dict[str, Any]:
        lost = "of a loop in compiled code (jit_compile), only the last turn was compared"
        hazards = [lost] if self.reports.overwritten else []
        return {"traces": self.functions.traces(), "hazards": hazards}


def _tensors(values: Any) -> list[Any]:
    return [value for value in tf.nest.flatten(values) if tf.is_tensor(value)]


def in_torchs_layout(layer: Any, array: Array) -> Array:
    """What goes in or comes out of a layer: channels last become channels first."""
    by_axis = isinstance(layer, keras.layers.BatchNormalization | keras.layers.GroupNormalization)
    last = layer.axis == -1 if by_axis else getattr(layer, "data_format", "") == "channels_last"
    return np.moveaxis(array, -1, 1) if last and array.ndim > 2 else array


if __name__ == "__main__":
    main(TensorFlowSide)
