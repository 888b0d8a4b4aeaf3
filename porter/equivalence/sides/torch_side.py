"""The original, observed: `python -m porter.equivalence.sides.torch_side`, orders on stdin.

Networks and optimizers are seen as they are built, losses at `backward`, updates by torch's own
hooks around `Optimizer.step`.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import numpy as np
import torch
from torch.optim.optimizer import (
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)

from porter.equivalence.events import Array, Arrays, Kind, Site, Step
from porter.equivalence.sides.classes import Construction, on_new_classes
from porter.equivalence.sides.functions import on_new_functions
from porter.equivalence.sides.main import main
from porter.equivalence.sides.naming import is_slice
from porter.equivalence.sides.observer import Observer, Wire
from porter.equivalence.sides.program import Run, SetupError
from porter.equivalence.sides.returns import Returns, arrays_of
from porter.equivalence.sides.torch_hazards import Hazards
from porter.equivalence.sides.torch_precision import use
from porter.equivalence.tape.torch_draws import torch_on
from porter.equivalence.weights.hyperparameters import by_group
from porter.equivalence.weights.torch_slots import torch_slots, write_torch_slots
from porter.equivalence.weights.torch_weights import as_numpy, torch_weights, weighed, write_tensors


class TorchSide(Observer):
    """Observes a PyTorch program."""

    def __init__(self, run: Run, wire: Wire) -> None:
        super().__init__(run, wire)
        self.noise = np.random.default_rng(run.perturb)
        self.raw: dict[int, Any] = {}  # gradients of the backward pass that is running, by id
        self.hooked: set[int] = set()
        self.pending: Step | None = None
        self.hazards = Hazards(self.where)
        self.newborn: list[tuple[torch.nn.Module, tuple[Site, ...], Arrays, bool]] = []

    def prepare(self) -> None:
        use(self.run.precision)
        torch.manual_seed(self.run.seed)

    @contextmanager
    def watching(self) -> Iterator[None]:
        # Initialisation is not on the tape: the port takes over the weights that came of it
        networks = self.construction = Construction(self.built, self.tape.pause)
        optimizers = Construction(self.optimizer_built)

        def hook(cls: type, own: bool) -> None:
            if issubclass(cls, torch.nn.Module):
                networks.watch(cls)
            elif issubclass(cls, torch.optim.Optimizer):
                optimizers.watch(cls)
            elif own:
                self.actions.watch(cls)
            if own:
                returns.watch(cls)

        returns = Returns(self.returned)
        with ExitStack() as stack:
            stack.enter_context(networks.watching(torch.nn.Module))
            stack.enter_context(optimizers.watching(torch.optim.Optimizer))
            stack.enter_context(on_new_classes(hook, self.is_own))
            stack.enter_context(on_new_functions(returns.function, self.is_own))
            for owner, name, around in (
                (copy, "deepcopy", self._deepcopy),
                (torch.Tensor, "backward", self._backward),
                (torch.autograd, "grad", self._grad),
            ):
                original = getattr(owner, name)
                stack.enter_context(mock.patch.object(owner, name, around(original)))
            hooks = [
                register_optimizer_step_pre_hook(self.before_step),
                register_optimizer_step_post_hook(self.after_step),
            ]
            if self.run.layers:
                hooks.append(torch.nn.modules.module.register_module_forward_hook(self.forwarded))
            for hook_handle in hooks:
                stack.callback(hook_handle.remove)
            stack.enter_context(self.hazards.watching())
            stack.enter_context(torch_on(self.tape))
            yield

    # -- networks and optimizers ----------------------------------------------------------------

    def built(self, network: torch.nn.Module, copied: bool = False) -> None:
        if self.over:
            return
        known = [n for n in self.names.objects.values() if isinstance(n, torch.nn.Module)]
        known += [n for n, *_ in self.newborn]
        theirs = (weight for one in known for weight in one.parameters())
        if is_slice(_parts(network), network.parameters(), known, theirs):
            return
        if self.run.perturb is not None:
            _nudge(network.parameters(), self.noise)
        where, arrays = self.where(), _floats(network)
        if where and arrays:
            self.newborn.append((network, where, arrays, copied))

    def emit(self, kind: Kind, *args: Any, **keywords: Any) -> None:
        self.announce()
        super().emit(kind, *args, **keywords)

    def announce(self) -> None:
        """Tell of new networks, before whatever comes next: by then some are parts of others."""
        newborn, self.newborn = self.newborn, []
        parts = {id(part) for network, *_ in newborn for part in _parts(network)}
        for network, where, arrays, copied in newborn:
            if id(network) not in parts:
                cls = type(network)
                name = self.names.give(network, where[0], cls.__name__)
                builtin = cls.__module__.startswith("torch.")
                info = {"type": cls.__name__, "builtin": builtin, "copied": copied}
                super().emit(Kind.CONSTRUCT, where, name, arrays, **info)

    def _deepcopy(self, deepcopy: Callable[..., Any]) -> Callable[..., Any]:
        def copied(thing: Any, *args: Any, **keywords: Any) -> Any:
            twin = deepcopy(thing, *args, **keywords)
            if isinstance(twin, torch.nn.Module) and not args and not keywords:
                self.built(twin, copied=True)
            return twin

        return copied

    def optimizer_built(self, optimizer: torch.optim.Optimizer) -> None:
        where = self.where()

        def introduce() -> None:  # one that a network makes for itself: once that has a name
            self.announce()
            name = self.names.give(optimizer, where[0], type(optimizer).__name__)
            self.introduce_optimizer(name, optimizer, where)

        if where:
            self.construction.afterwards(introduce)

    def introduce(self, name: str, network: torch.nn.Module) -> None:
        """Take up a network that was built before anybody watched."""
        self.names.adopt(network, name)
        arrays, cls = _floats(network), type(network).__name__
        self.emit(Kind.CONSTRUCT, (), name, arrays, type=cls, copied=True)

    def introduce_optimizer(
        self, name: str, optimizer: torch.optim.Optimizer, where: tuple[Site, ...] = ()
    ) -> None:
        self.optimizers[name] = optimizer
        paths = list(self.paths(name, optimizer).values())
        self._watch_gradients(optimizer)
        numbers = _hyperparameters(optimizer)
        cls = type(optimizer).__name__
        self.emit(Kind.OPTIMIZER, where, name, type=cls, parameters=paths, **numbers)

    def networks(self) -> Iterator[tuple[str, torch.nn.Module]]:
        for name, thing in sorted(self.names.objects.items()):
            if isinstance(thing, torch.nn.Module):
                yield name, thing

    def weights(self) -> Arrays:
        return {
            f"{name}.{path}": value
            for name, network in self.networks()
            for path, value in _floats(network).items()
        }

    def paths(self, name: str, optimizer: torch.optim.Optimizer) -> dict[torch.Tensor, str]:
        """The optimizer's parameters; those of no network are called "optimizer[0]"."""
        known = {
            parameter: f"{root}.{path}"
            for root, network in self.networks()
            for path, parameter in network.named_parameters()
        }
        own = [p for group in optimizer.param_groups for p in group["params"]]
        return {p: known.get(p, f"{name}[{i}]") for i, p in enumerate(own)}

    def all_paths(
        self, name: str, optimizer: torch.optim.Optimizer
    ) -> dict[torch.Tensor, list[str]]:
        """The same with all paths of a parameter that networks share, or that are tied."""
        known: dict[torch.Tensor, list[str]] = {}
        for root, network in self.networks():
            for path, parameter in network.named_parameters(remove_duplicate=False):
                known.setdefault(parameter, []).append(f"{root}.{path}")
        return {p: known.get(p, [path]) for p, path in self.paths(name, optimizer).items()}

    # -- losses and gradients -------------------------------------------------------------------

    def _watch_gradients(self, optimizer: torch.optim.Optimizer) -> None:
        """Of what has gradients by now: frozen parameters may be unfrozen later."""
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                if parameter.requires_grad:
                    self._watch_gradient(parameter)

    def _watch_gradient(self, parameter: torch.Tensor) -> None:
        if id(parameter) not in self.hooked:
            self.hooked.add(id(parameter))

            def arrived(gradient: torch.Tensor, key: int = id(parameter)) -> None:
                self.raw[key] = as_numpy(gradient)
                self.hazards.fresh.add(key)

            parameter.register_hook(arrived)

    def _backward(self, backward: Callable[..., Any]) -> Callable[..., Any]:
        def observed(loss: torch.Tensor, *args: Any, **keywords: Any) -> None:
            where = self.where()
            self.raw = {}
            for optimizer in self.optimizers.values():
                self._watch_gradients(optimizer)
            self.emit(Kind.LOSS, where, arrays={"loss": weighed(loss, *args, **keywords)})
            backward(loss, *args, **keywords)
            arrays = {
                path: self.raw[id(parameter)]
                for name, optimizer in sorted(self.optimizers.items())
                for parameter, paths in self.all_paths(name, optimizer).items()
                if id(parameter) in self.raw
                for path in paths
            }
            self.emit(Kind.GRADIENT, where, arrays=arrays)

        return _outermost(observed, backward)

    def _grad(self, grad: Callable[..., Any]) -> Callable[..., Any]:
        def observed(outputs: Any, inputs: Any, *args: Any, **keywords: Any) -> Any:
            where = self.where()
            results = grad(outputs, inputs, *args, **keywords)
            if where and isinstance(outputs, torch.Tensor):
                self.emit(Kind.LOSS, where, arrays={"loss": weighed(outputs, *args, **keywords)})
                found = {f"input[{i}]": as_numpy(g) for i, g in enumerate(results) if g is not None}
                self.emit(Kind.GRADIENT, where, arrays=found)
            return results

        return _outermost(observed, grad)

    def returned(self, name: str, result: Any) -> None:
        """What a loss is made of is compared there."""
        learned = False

        def as_array(value: Any) -> Array | None:
            nonlocal learned
            if not isinstance(value, torch.Tensor):
                return None
            learned |= value.requires_grad
            return as_numpy(value)

        arrays = arrays_of(result, as_array)
        if arrays and not learned:
            self.emit(Kind.RETURN, self.where(), name, arrays)

    # -- updates --------------------------------------------------------------------------------

    def before_step(self, optimizer: torch.optim.Optimizer, args: Any, keywords: Any) -> Any:
        name = self._name(optimizer)
        self.stop_if_over()
        if name is None:
            return None
        paths = self.paths(name, optimizer)
        if self.run.device == "gpu" and not any(parameter.is_cuda for parameter in paths):
            raise SetupError(
                f"{name} updates parameters on the CPU: nothing would be checked on the GPU. "
                "Let the program choose it, as by torch.cuda.is_available()"
            )
        self.hazards.updated(paths)
        loose = {path: as_numpy(p) for p, path in paths.items() if path.startswith(f"{name}[")}
        slots = torch_slots(optimizer, paths)
        given = self._given(name, optimizer)
        self.pending = pending = Step(given, self.weights() | loose, {}, slots, {})
        closure = keywords.get("closure", args[1] if len(args) > 1 else None)
        if closure is None:
            return None

        def called() -> Any:
            loss = closure()
            self.pending = replace(pending, gradients=self._given(name, optimizer))
            return loss

        return (args[0], called), {}

    def _given(self, name: str, optimizer: torch.optim.Optimizer) -> dict[str, Any]:
        """The gradients that an optimizer's parameters hold."""
        return {
            path: as_numpy(parameter.grad)
            for parameter, same in self.all_paths(name, optimizer).items()
            if parameter.grad is not None
            for path in same
        }

    def after_step(self, optimizer: torch.optim.Optimizer, args: Any, keywords: Any) -> None:
        name = self._name(optimizer)
        if name is None or self.pending is None:
            return
        paths = self.paths(name, optimizer)
        loose = {path: as_numpy(p) for p, path in paths.items() if path.startswith(f"{name}[")}
        before = self.pending
        step = Step(
            before.gradients, before.before, self.weights() | loose,
            before.slots_before, torch_slots(optimizer, paths),
        )  # fmt: skip
        self.pending = None
        self.emit(Kind.STEP, self.where(), name, step.arrays(), **_hyperparameters(optimizer))
        if self.run.perturb is not None and self.run.resync and not self.over:
            state = self.wire.ask("state", (name, self.steps))
            if state is not None:  # the other run has not ended before
                self._perturbed(optimizer, paths, state)

    def _perturbed(
        self, optimizer: torch.optim.Optimizer, paths: dict[torch.Tensor, str], state: Arrays
    ) -> None:
        """Take over the state of another run of this program, each weight moved by one ulp."""
        networks = [network.state_dict(prefix=f"{name}.") for name, network in self.networks()]
        tensors = {path: tensor for weights in networks for path, tensor in weights.items()}
        tensors |= {path: parameter.data for parameter, path in paths.items()}
        step = Step.of_arrays(state)
        write_tensors(tensors, step.after)
        write_torch_slots(optimizer, paths, step.slots_after)
        _nudge([tensors[path] for path in step.after], self.noise)

    def _name(self, optimizer: torch.optim.Optimizer) -> str | None:
        return next((n for n, known in self.optimizers.items() if known is optimizer), None)

    # -- layers ---------------------------------------------------------------------------------

    def forwarded(self, layer: torch.nn.Module, args: Any, output: Any) -> None:
        outputs = _tensors(output)
        for name, network in self.networks():
            for path, known in network.named_modules():
                if known is layer and outputs:
                    arrays = {f"input{i}": as_numpy(t) for i, t in enumerate(_tensors(args))}
                    arrays["output"] = as_numpy(outputs[0])
                    self.emit(Kind.FORWARD, self.where(), f"{name}.{path}".rstrip("."), arrays)
                    return

    def finished(self) -> dict[str, Any]:
        return {"hazards": list(self.hazards.found)}


def _outermost(observed: Callable[..., Any], own: Callable[..., Any]) -> Callable[..., Any]:
    """`observed`, but `own` within it: a function mode calls torch's function by its name again."""
    inside = threading.local()

    def called(*args: Any, **keywords: Any) -> Any:
        if getattr(inside, "yes", False):
            return own(*args, **keywords)
        inside.yes = True
        try:
            return observed(*args, **keywords)
        finally:
            inside.yes = False

    return called


def _floats(network: torch.nn.Module) -> Arrays:
    """Its weights. Counters, as BatchNorm's, have no partner in Keras."""
    return {path: a for path, a in torch_weights(network).items() if a.dtype.kind == "f"}


def _tensors(values: Any) -> list[torch.Tensor]:
    """The tensors of an argument list or of a result, nested tuples flattened."""
    if isinstance(values, torch.Tensor):
        return [values]
    inner = values if isinstance(values, list | tuple) else ()
    return [tensor for value in inner for tensor in _tensors(value)]


def _parts(network: torch.nn.Module) -> Iterator[torch.nn.Module]:
    return (part for part in network.modules() if part is not network)


def _hyperparameters(optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """The numbers and switches of the parameter groups."""
    plain = (int, float, bool, tuple)
    told = (group.items() for group in optimizer.param_groups)
    return by_group({k: v for k, v in of if isinstance(v, plain) and k != "params"} for of in told)


def _nudge(weights: Iterable[torch.Tensor], noise: np.random.Generator) -> None:
    """Move every weight by one ulp, up or down at random."""
    with torch.no_grad():
        for parameter in weights:
            up = torch.as_tensor(noise.random(tuple(parameter.shape)) < 0.5)
            towards = torch.where(up.to(parameter.device), torch.inf, -torch.inf)
            parameter.data.copy_(torch.nextafter(parameter, towards.to(parameter.dtype)))


if __name__ == "__main__":
    main(TorchSide)
