"""check_module(): a PyTorch network and its port, with the same weights and the same inputs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import tensorflow as tf
from keras import tree

from porter.equivalence.compare import Tolerance, compare
from porter.equivalence.events import Arrays
from porter.equivalence.modules import keras_run, torch_run
from porter.equivalence.modules.layers import first_parting
from porter.equivalence.modules.report import CannotCheck, Compared, Divergence, ModuleReport
from porter.equivalence.modules.run import Run, flatten, reason
from porter.equivalence.verdict.model import Phase
from porter.equivalence.verdict.tolerances import Measure, Tolerances
from porter.equivalence.weights.bond import TransferError
from porter.equivalence.weights.pairing import Pairing, pair
from porter.equivalence.weights.torch_weights import as_numpy, torch_weights

EAGER, GRAPH = "eager", "tf.function"
TRAINING = ", training"


def check_module(
    torch_module: torch.nn.Module,
    keras_module: Any,
    inputs: Any,
    *,
    relative: float | None = None,
    seed: int = 0,
    name: str = "",
) -> ModuleReport:
    """Compare outputs and gradients of two networks, eager and inside a tf.function.

    The port takes over the original's weights, and keeps them. `inputs` is an array or a tuple of
    forward's positional arguments: arrays, or dicts, lists and tuples of arrays; floats are cast to
    the networks' precision. Gradients are those of a random projection of the outputs (`seed`),
    with respect to every float input and every parameter. `relative` is the allowed error, relative
    to a tensor's greatest value: 1e-10 in float64, 1e-4 in float32. Both are in evaluation mode,
    then in training mode, if a layer does something else in it and the port's layers keep a mode.

    Raises CannotCheck where they can't be compared: mixed precision, inputs that one does not take.
    """
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    precision = _precision(torch_module)
    inputs = tree.map_structure(lambda value: _cast(value, precision), inputs)
    names = tuple(islice(torch_run.parameter_names(torch_module.forward), len(inputs)))
    check = _Check(torch_module, keras_module, inputs, names, precision, relative, seed)
    check.all()
    return ModuleReport(
        name or type(torch_module).__name__,
        precision,
        check.tolerances.relative,
        {p.removeprefix("input."): _described(v) for p, v in check.named_inputs().items()},
        tuple(check.divergences),
        tuple(check.compared),
        tuple(check.not_compared),
    )


class _Check:
    """The phases of one check, and what they found."""

    def __init__(
        self,
        original: torch.nn.Module,
        port: Any,
        inputs: tuple[Any, ...],
        names: tuple[str, ...],
        precision: str,
        relative: float | None,
        seed: int,
    ) -> None:
        self.original, self.port = original, port
        self.inputs, self.names = inputs, names
        usual = Tolerances.of(precision)
        limit = usual.relative if relative is None else relative
        self.tolerances = Tolerances(limit, usual.epsilon, resync=False)
        self.seed = seed
        self.precision = precision
        self.divergences: list[Divergence] = []
        self.compared: list[Compared] = []
        self.not_compared: list[str] = []

    def named_inputs(self) -> dict[str, Any]:
        return flatten("input", dict(zip(self.names, self.inputs)))

    def all(self) -> None:
        expected = self.torch_run()
        pairing = self.transfer()
        if self.divergences:
            self.not_compared.append("forward and gradients: the weights don't fit")
            return
        if not expected.gradients:
            self.not_compared.append("gradients: no output depends on floats that can have one")
        self.passes(expected, pairing)
        modes = sorted({type(m).__name__ for m in self.original.modules() if _has_modes(m)})
        if modes:
            self.training(pairing, ", ".join(modes))

    def passes(self, expected: Run, pairing: Pairing, training: bool = False) -> None:
        self.eager(expected, pairing, training)
        self.graph(expected, pairing, training)

    def training(self, pairing: Pairing, modes: str) -> None:
        """The same passes in training mode."""
        if not isinstance(self.port, keras.Layer) or any(
            keras_run.has_mode(layer) for layer in self.port._flatten_layers()
        ):
            self.not_compared.append(f"training mode, which {modes} would have")
            return
        try:
            expected = self.torch_run(training=True)
        except CannotCheck as error:
            self.not_compared.append(f"training mode: {error}")
            return
        self.passes(expected, pairing, training=True)

    def torch_run(self, training: bool = False) -> Run:
        try:
            done = torch_run.run(self.original, self.inputs, self.seed, training)
        except CannotCheck:
            raise
        except Exception as error:
            where = reason(error, type(self.original).forward.__code__.co_filename)
            raise CannotCheck(f"the original does not take {self._given()}: {where}") from error
        if not done.outputs:
            raise CannotCheck("the original's forward() returns nothing that could be compared")
        return done

    def transfer(self) -> Pairing:
        """Phase one: every weight of the original has a place in the port, and gets there."""
        try:
            self.port(*tree.map_structure(tf.convert_to_tensor, self.inputs))  # builds it
        except Exception as error:
            raise self._refused(error) from error
        weights = torch_weights(self.original)
        pairing = pair(self.port, weights)
        for path, why in pairing.unpaired_torch.items():
            self.transfer_failed(path, f"{path}: {why}")
        for path in pairing.extra:
            self.transfer_failed(path, f"{path} of the port has no partner in the original")
        for variable in pairing.variables:
            if _floating(variable) and tf.as_dtype(variable.dtype).name != self.precision:
                raise CannotCheck(
                    f"the original is {self.precision} and the port's {variable.path} is "
                    f"{variable.dtype}: build both in the same precision"
                )
        try:
            pairing.write({path: weights[path] for path in pairing.paths})
        except TransferError as error:
            self.transfer_failed(str(error).partition(":")[0], str(error))
        self.trained(pairing)
        return pairing

    def transfer_failed(self, path: str, text: str) -> None:
        layer = path.rpartition(".")[0]
        self.divergences.append(Divergence(Phase.TRANSFER, EAGER, text, layer))

    def trained(self, pairing: Pairing) -> None:
        """What the original trains, the port trains; and what it freezes is frozen."""
        learns = {path: p.requires_grad for path, p in self.original.named_parameters()}
        for bond in pairing.bonds:
            for path in bond.paths:
                trainable = all(v.trainable for v in bond.variables)
                if path in learns and learns[path] != trainable:
                    there, here = ("trained", "frozen") if learns[path] else ("frozen", "trained")
                    text = f"{path} is {there} in the original and {here} in the port"
                    self.transfer_failed(path, text)

    def eager(self, expected: Run, pairing: Pairing, training: bool) -> None:
        mode = EAGER + TRAINING * training
        layers = [path for path, _ in self.original.named_modules()]
        try:
            actual = self.keras_run(pairing, False, layers, training)
        except Exception as error:
            raise self._refused(error) from error
        if not self.outputs(mode, expected, actual):
            seen = {path for path, _ in keras_run.layers_at(self.port, layers)}
            limit = self.tolerances.relative
            parting = first_parting(expected.calls, actual.calls, seen, limit)
            if parting is not None:
                last = self.divergences.pop()
                differences = (*filter(None, [parting.difference]), *last.differences)
                self.divergences.append(
                    Divergence(last.phase, last.mode, parting.text, parting.layer, differences)
                )
        self.behind(mode, expected, actual)

    def graph(self, expected: Run, pairing: Pairing, training: bool) -> None:
        mode = GRAPH + TRAINING * training
        try:
            actual = self.keras_run(pairing, True, (), training)
        except Exception as error:
            text = f"the port runs eagerly and cannot be traced: {reason(error)}"
            self.divergences.append(Divergence(Phase.FORWARD, mode, text))
            return
        self.outputs(mode, expected, actual)
        self.behind(mode, expected, actual)

    def keras_run(
        self, pairing: Pairing, graph: bool, layers: Iterable[str], training: bool
    ) -> Run:
        return keras_run.run(
            self.port, self.inputs, self.names, pairing, self.seed, graph, layers, training
        )

    def behind(self, mode: str, expected: Run, actual: Run) -> None:
        """What a forward pass leaves behind: gradients, and the statistics of its layers."""
        self.gradients(mode, expected, actual)
        before = {path: as_numpy(buffer) for path, buffer in self.original.named_buffers()}
        moved = {
            path: (expected.weights[path], weight)
            for path, weight in actual.weights.items()
            if path in before and weight.dtype.kind == "f"
            if any((w != before[path]).any() for w in (expected.weights[path], weight))
        }
        if moved:
            left, right = ({path: pair[i] for path, pair in moved.items()} for i in (0, 1))
            self.judge(Phase.WEIGHTS, mode, left, right)

    def outputs(self, mode: str, expected: Run, actual: Run) -> bool:
        """Whether the outputs are the same."""
        if expected.draws != actual.draws:
            text = f"{expected.draws} draws of random numbers expected, {actual.draws} found"
            self.divergences.append(Divergence(Phase.DRAWS, mode, text))
        return self.judge(Phase.FORWARD, mode, expected.outputs, actual.outputs)

    def gradients(self, mode: str, expected: Run, actual: Run) -> None:
        """Last layers first, as they come about."""
        backward = dict(reversed(expected.gradients.items()))
        known = {path: g for path, g in actual.gradients.items() if path in backward}
        if backward:
            self.judge(Phase.GRADIENTS, mode, backward, known)

    def judge(self, phase: Phase, mode: str, expected: Arrays, actual: Arrays) -> bool:
        """Compare the arrays of one phase; the divergence, if any, names the first that differs."""
        differences = compare(expected, actual, Tolerance(absolute=np.inf), dtypes=False)
        if not differences and expected:
            judged = Measure(self.tolerances).judge(expected, actual, lambda path: phase.value)
            self.compared.append(Compared(phase, mode, len(expected), judged.error, judged.where))
            order = list(expected)
            differences = sorted(judged.differences, key=lambda d: order.index(d.path))
        if differences:
            text = f"{differences[0].path} is the first of {len(differences)} that differ"
            self.divergences.append(Divergence(phase, mode, text, "", tuple(differences)))
        return not differences

    def _refused(self, error: Exception) -> CannotCheck:
        function = getattr(type(self.port), "call", type(self.port).__call__)
        where = reason(error, getattr(function, "__code__", _NO_CODE).co_filename)
        return CannotCheck(f"the port does not take {self._given()}: {where}")

    def _given(self) -> str:
        return ", ".join(
            f"{path.removeprefix('input.')} {_described(v)}"
            for path, v in self.named_inputs().items()
        )


_NO_CODE = compile("", "", "exec")


def _precision(module: torch.nn.Module) -> str:
    tensors = [*module.parameters(), *module.buffers()]
    found = {str(t.dtype).removeprefix("torch.") for t in tensors if t.is_floating_point()}
    if found - {"float64"} and found - {"float32"}:
        raise CannotCheck(
            f"the original has weights in {', '.join(sorted(found))}: "
            "build it in float64 or in float32 throughout"
        )
    return found.pop() if found else str(torch.get_default_dtype()).removeprefix("torch.")


def _cast(value: Any, precision: str) -> Any:
    floats = (
        isinstance(value, np.ndarray | np.generic | float) and np.asarray(value).dtype.kind == "f"
    )
    return np.asarray(value, precision if floats else None)


def _described(value: Any) -> str:
    return f"{value.dtype}{list(value.shape)}"


def _floating(variable: Any) -> bool:
    return bool(tf.as_dtype(variable.dtype).is_floating)


def _has_modes(module: torch.nn.Module) -> bool:
    """Whether a layer does something else in training: a forward() that asks, too."""
    return isinstance(
        module,
        torch.nn.modules.dropout._DropoutNd | torch.nn.modules.batchnorm._NormBase,
    ) or (
        not type(module).__module__.startswith("torch.")
        and "training" in type(module).forward.__code__.co_names
    )
