"""The original's network: one forward and one backward pass, with every layer's calls."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
import torch
from keras import tree

from porter.equivalence.events import Arrays
from porter.equivalence.modules.report import CannotCheck
from porter.equivalence.modules.run import Call, Run, flatten, projection
from porter.equivalence.tape import Tape
from porter.equivalence.tape.torch_draws import torch_on
from porter.equivalence.weights.torch_weights import as_numpy, torch_weights, write_torch


def run(module: torch.nn.Module, inputs: tuple[Any, ...], seed: int, training: bool = False) -> Run:
    """Call the network in one mode, with random numbers from the tape of this seed.

    Its weights and buffers are afterwards what they were.
    """
    before = torch_weights(module)
    tensors = tree.map_structure(_tensor, inputs)
    calls: list[Call] = []
    tape = Tape(seed)
    try:
        with in_mode(module, training), torch_on(tape):
            with _watching(module, calls):
                outputs = flatten("output", module(*tensors))
            gradients = _gradients(module, tensors, outputs, seed)
        arrays = {p: _array(p, v) for p, v in outputs.items()}
        return Run(arrays, gradients, tape.draws, tuple(calls), torch_weights(module))
    finally:
        write_torch(module, before)


def _tensor(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    return torch.tensor(value, requires_grad=value.dtype.kind == "f")


def _array(path: str, value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return as_numpy(value)
    if isinstance(value, bool | int | float):
        return np.asarray(value)
    raise CannotCheck(
        f"{path} of the original is a {type(value).__name__}, and only tensors are compared: "
        "check a network that returns them, or run both programs whole"
    )


def _gradients(module: torch.nn.Module, inputs: Any, outputs: dict[str, Any], seed: int) -> Arrays:
    """Of the projected outputs; one that does not exist is zero."""
    named = flatten("input", dict(zip(parameter_names(module.forward), inputs)))
    wanted = {p: v for p, v in named.items() if torch.is_tensor(v) and v.requires_grad}
    wanted |= {p: v for p, v in module.named_parameters() if v.requires_grad}
    losses = [
        (value * torch.as_tensor(projection(seed, path, value.shape)).to(value)).sum()
        for path, value in outputs.items()
        if torch.is_tensor(value) and value.requires_grad
    ]
    if not (losses and wanted):
        return {}
    found = torch.autograd.grad(torch.stack(losses).sum(), [*wanted.values()], allow_unused=True)
    return {
        path: np.zeros(tuple(v.shape), as_numpy(v).dtype) if g is None else as_numpy(g)
        for (path, v), g in zip(wanted.items(), found)
    }


def parameter_names(function: Any) -> Iterator[str]:
    """The names of positional arguments; numbers after those of the signature."""
    count = 0
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            count += 1
            yield parameter.name
    while True:
        yield str(count)
        count += 1


@contextmanager
def in_mode(module: torch.nn.Module, training: bool) -> Iterator[None]:
    """All layers in training mode, or in evaluation mode."""
    modes = [(part, part.training) for part in module.modules()]
    module.train(training)
    try:
        yield
    finally:
        for part, training in modes:
            part.training = training


@contextmanager
def _watching(module: torch.nn.Module, calls: list[Call]) -> Iterator[None]:
    def record(path: str, kind: str, value: Any) -> None:
        arrays = [as_numpy(v) for v in flatten("", value).values() if torch.is_tensor(v)]
        calls.append(Call(path, kind, tuple(arrays)))

    def before(path: str) -> Any:
        return lambda module, args: record(path, "input", args)

    def after(path: str) -> Any:
        return lambda module, args, output: record(path, "output", output)

    with ExitStack() as stack:
        for path, part in module.named_modules():
            stack.callback(part.register_forward_pre_hook(before(path)).remove)
            stack.callback(part.register_forward_hook(after(path)).remove)
        yield
