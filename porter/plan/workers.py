"""Workers: which processes become threads, and what they would share that processes do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import libcst as cst

from porter.changes import Changes
from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.infer.names import is_torch
from porter.infer.workers import PROCESS
from porter.kinds import Class, Function, Kind, Module, Named, Optimizer, Tensor
from porter.plan.scopes import bindings, parameters
from porter.reloaded import mutated
from porter.rulebook import Argument
from porter.tree import children, dotted, walk

TORCHS = (Module, Optimizer, Tensor)
_STARTS, _AFRESH = ("set_start_method", "get_context"), ("spawn", "forkserver")
_MAKERS = frozenset({"gym.make", "gymnasium.make"})


class Workers:
    """Answers for one file. Where a worker uses no torch, its process stays one."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._used: dict[str, bool] = {}

    # -- threads or processes
    def is_thread(self, call: cst.Call) -> bool | None:
        """Whether a process has to be a thread, for TensorFlow runs in it; None if not known."""
        target, args = self.facts.workers[call]
        if any(isinstance(arg.kind, TORCHS) for arg in args):
            return True
        if isinstance(target.kind, Named):
            return is_torch(target.kind.name)
        function = self._function(target.kind)
        return self._uses_torch(function) if function is not None else None

    def joins_group(self, call: cst.Call) -> bool:
        """Whether what a process runs is one of torch.distributed's: it has to be a process."""
        function = self._function(self.facts.workers[call][0].kind)
        reached = [] if function is None else self.reached(function)
        used = (self.facts.api(node) for info in reached for node in parts(info))
        return "torch.distributed.init_process_group" in used

    def reached(self, function: FunctionInfo) -> list[FunctionInfo]:
        """A function, and all of the project that it may call."""
        found, todo = dict[str, FunctionInfo](), [function]
        while todo:
            info = todo.pop()
            if info.name not in found:
                found[info.name] = info
                calls = (node for node in parts(info) if isinstance(node, cst.Call))
                todo += (called for call in calls for called in self._called(call))
        return list(found.values())

    @cached_property
    def spawns(self) -> bool:
        """Whether processes start afresh, and are no copies of this one."""
        return any(
            (dotted(call.func) or "").rpartition(".")[2] in _STARTS
            and any(code(arg.value).strip("'\"") in _AFRESH for arg in call.args)
            for call in self.facts.index.all(cst.Call)
        )

    def is_thread_class(self, node: cst.ClassDef) -> bool:
        """The same for a class that inherits from Process."""
        info = next(c for c in self.facts.classes.values() if c.node is node)
        held = any(isinstance(kind, TORCHS) for kind in info.attributes.values())
        return held or any(map(self._uses_torch, info.methods.values()))

    def _uses_torch(self, function: FunctionInfo) -> bool:
        if function.name not in self._used:
            self._used[function.name] = False  # for calls of itself
            self._used[function.name] = function.torch or any(map(self._is_torch, parts(function)))
        return self._used[function.name]

    def _is_torch(self, node: cst.CSTNode) -> bool:
        kind = self.facts.kind(node)
        if node in self.facts.apis or isinstance(kind, TORCHS):
            return True
        return isinstance(node, cst.Call) and any(map(self._uses_torch, self._called(node)))

    def _called(self, node: cst.Call) -> Iterator[FunctionInfo]:
        """The functions of the project that a call may run."""
        callee = self.facts.kind(node.func)
        function = self._function(callee)
        if function is not None:
            yield function
        if isinstance(callee, Class):
            every = (*self.facts.functions.values(), *self.facts.others.values())
            yield from (f for f in every if f.cls is not None and f.cls.name == callee.name)

    def _function(self, kind: Kind) -> FunctionInfo | None:
        name = kind.name if isinstance(kind, Function) else ""
        return self.facts.functions.get(name) or self.facts.others.get(name)

    # -- what processes have for themselves
    def problems(self, call: cst.Call) -> Iterator[str]:
        """Why a process can't be a thread: it would share what is its own in the original."""
        target, args = self.facts.workers[call]
        yield from self._arguments(args)
        function = self._function(target.kind)
        yield from self._globals([] if function is None else [function])

    def class_problems(self, node: cst.ClassDef) -> Iterator[str]:
        """The same for a class that inherits from Process, and for where its objects are made."""
        info = next(c for c in self.facts.classes.values() if c.node is node)
        yield from self._globals(info.methods.values())
        for call in self.facts.index.all(cst.Call):
            if self.facts.kind(call.func) == Class(info.name):
                kinds = self.facts.kind
                yield from self._arguments(Argument(a.value, kinds(a.value)) for a in call.args)

    def _arguments(self, args: Iterable[Argument]) -> Iterator[str]:
        for arg in args:
            text = code(arg.node)
            if isinstance(arg.kind, Module) and not self._shared(arg.node):
                yield f"share_memory() is not called on {text}: each process has a copy"
            if isinstance(arg.kind, Optimizer) and arg.kind.cls.startswith("torch.optim."):
                yield f"{text} is not shared: each process has its own"
            if self._made(arg.node) & _MAKERS:
                yield f"{text} is not shared: each process has its own"

    def _shared(self, node: cst.BaseExpression) -> bool:
        """Whether share_memory() is called on a network, or could be where it comes from."""
        name = dotted(node)
        functions = (n for n in self.facts.index.above(node) if isinstance(n, cst.FunctionDef))
        if name is None or any(name.split(".")[0] in parameters(f) for f in functions):
            return True
        # what is sent to a process that starts afresh is shared
        return self.spawns or self.is_shared(node)

    def is_shared(self, node: cst.BaseExpression) -> bool:
        """Whether share_memory() is called on a network."""
        return dotted(node) in self._sharing

    @cached_property
    def _sharing(self) -> set[str | None]:
        """The networks that share_memory() is called on, and what it is assigned to."""
        found = set[str | None]()
        for call in self.facts.index.all(cst.Call):
            if self.facts.api(call) == "Module.share_memory":
                found |= {dotted(call.func.value), *self._bound_to(call)}
        return found

    def _bound_to(self, call: cst.Call) -> set[str | None]:
        """The names that a call's result is assigned to."""
        around = [call, *self.facts.index.above(call)]
        node = next((n for n in around if isinstance(n, cst.Assign)), None)
        values = _items(node.value) if node is not None else []
        place = next((i for i, value in enumerate(values) if value in around), None)
        if node is None or place is None:
            return set()
        rows = (_items(target.target) for target in node.targets)
        return {dotted(row[place]) for row in rows if len(row) == len(values)}

    def values(self, name: str) -> Iterator[cst.BaseExpression]:
        """What is assigned to a name; of tuples, what stands at its place."""
        yield from self._values.get(name, ())

    @cached_property
    def _values(self) -> dict[str | None, list[cst.BaseExpression]]:
        found: dict[str | None, list[cst.BaseExpression]] = {}
        for node in self.facts.index.all(cst.Assign):
            for target in node.targets:
                places, values = _items(target.target), _items(node.value)
                if len(places) != len(values):
                    values = [node.value] * len(places)
                for place, value in zip(places, values):
                    found.setdefault(dotted(place), []).append(value)
        return found

    def _made(self, node: cst.BaseExpression) -> set[str]:
        """The functions whose results a name is bound to: {"gym.make"}."""
        found = set()
        for assign in self.facts.index.assigned.get(dotted(node) or "?", ()):
            kinds = (self.facts.kind(n.func) for n in walk(assign.value) if type(n) is cst.Call)
            found |= {kind.name for kind in kinds if isinstance(kind, Named)}
        return found

    def _globals(self, functions: Iterable[FunctionInfo]) -> Iterator[str]:
        """Names of the module that workers change."""
        reached = {info.name: info for f in functions for info in self.reached(f)}
        for name, function in reached.items():
            if name not in self.facts.functions:
                continue
            bound = set(bindings(function.node.body.body))
            changed = self._changed(function) - parameters(function.node) - bound
            for name in sorted(changed | (self.facts.once(Changes).declared & bound)):
                yield f"each process changes a {name} of its own"

    def _changed(self, function: FunctionInfo) -> set[str]:
        """The names whose list, dict or environment a function changes."""
        found = set()
        for node in parts(function):
            place = mutated(node)
            if isinstance(node, (cst.AssignTarget, cst.AugAssign)):
                place = node.target.value if isinstance(node.target, cst.Subscript) else None
            if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
                if self._made(node.func.value) & _MAKERS:
                    place = node.func.value
            if isinstance(place, cst.Name) and place.value in self.facts.names:
                found.add(place.value)
        return found


def parts(function: FunctionInfo) -> Iterable[cst.CSTNode]:
    """The nodes of a function's body."""
    return (node for statement in children(function.node.body) for node in walk(statement))


def _items(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [e.value for e in node.elements] if isinstance(node, cst.Tuple) else [node]


def inherits(facts: Facts, node: cst.ClassDef) -> bool:
    """`class Worker(mp.Process)`"""
    return any(facts.kind(base.value) == Named(PROCESS) for base in node.bases)
