"""PyTorch draws from the tape.

All random functions, methods, layers and distributions of PyTorch end in about twenty kernels of
ATen. These are exchanged, below autograd, so it does not matter by what name a program draws, or
when it imported that.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import torch
from torch.utils.data import RandomSampler
from torch.utils.data.dataloader import _BaseDataLoaderIter

from porter.equivalence.tape.tape import Tape
from porter.equivalence.tape.torch_kernels import IN_PLACE, NEW, OUT, Tensor, trunc_normal_


@contextmanager
def torch_on(tape: Tape) -> Iterator[None]:
    """Let all that PyTorch draws come from the tape, seeds and generators regardless.

    PyTorch's own layers are initialised off the tape: the port takes over their weights.
    """
    truncated = "_no_grad_trunc_normal_"  # draws as often as it must, so it is no one kernel
    serve = torch.no_grad()(_filled(tape, trunc_normal_))
    with ExitStack() as stack:
        _exchange(tape, stack.enter_context(torch.library._scoped_library("aten", "IMPL")))
        own = getattr(torch.nn.init, truncated)
        stack.enter_context(mock.patch.object(torch.nn.init, truncated, _either(tape, own, serve)))
        stack.enter_context(mock.patch.object(RandomSampler, "__iter__", _shuffled))
        begun = tape.pause()(_BaseDataLoaderIter.__init__)  # it draws the seed of its workers
        stack.enter_context(mock.patch.object(_BaseDataLoaderIter, "__init__", begun))
        for layer in _layers(torch.nn.Module):
            for name in ("reset_parameters", "_reset_parameters"):
                if name in vars(layer):
                    paused = tape.pause()(getattr(layer, name))
                    stack.enter_context(mock.patch.object(layer, name, paused))
        yield


def _shuffled(sampler: Any, own: Any = RandomSampler.__iter__) -> Iterator[int]:
    """One draw for each pass of RandomSampler: no seed before it, no order that is not used."""
    whole = not sampler.replacement and sampler.num_samples == len(sampler.data_source)
    yield from torch.randperm(sampler.num_samples).tolist() if whole else own(sampler)


def _exchange(tape: Tape, library: Any) -> None:
    """Register a kernel for each operator of the tables, on each device that has one."""
    kernels = {name: _filled(tape, serve) for name, serve in IN_PLACE.items()}
    kernels |= {name: functools.partial(serve, tape) for name, serve in NEW.items()}
    kernels |= {name: _written(tape, serve) for name, serve in OUT.items()}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Warning only once for all operators", UserWarning)
        for name, kernel in kernels.items():
            for device in ("CPU", "CUDA"):
                if torch._C._dispatch_has_kernel_for_dispatch_key(f"aten::{name}", device):
                    own = torch.library.get_kernel(f"aten::{name}", device)
                    chosen = _kernel(tape, own.call_boxed, kernel)
                    library.impl(name, chosen, device, with_keyset=True)


def _kernel(tape: Tape, own: Callable[..., Any], serve: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel with the dispatcher's keys as the first argument."""

    def kernel(keys: Any, *args: Any, **keywords: Any) -> Any:
        return _either(tape, functools.partial(own, keys), serve)(*args, **keywords)

    return kernel


def _either(tape: Tape, own: Callable[..., Any], serve: Callable[..., Any]) -> Callable[..., Any]:
    """PyTorch's own function while the tape is paused; the tape knows no generators."""

    def called(*args: Any, **keywords: Any) -> Any:
        if tape.paused:
            return own(*args, **keywords)
        keywords.pop("generator", None)
        return serve(*args, **keywords)

    return called


def _filled(tape: Tape, serve: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda self, *args, **keywords: self.copy_(serve(tape, self, *args, **keywords))


def _written(tape: Tape, serve: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def kernel(*args: Any, out: Tensor, **keywords: Any) -> Tensor:
        values = serve(tape, *args, **keywords)
        return out.resize_(values.shape).copy_(values)

    return kernel


def _layers(base: Any) -> Iterator[Any]:
    """PyTorch's own layers."""
    for layer in base.__subclasses__():
        if layer.__module__.startswith("torch.nn."):
            yield layer
            yield from _layers(layer)
