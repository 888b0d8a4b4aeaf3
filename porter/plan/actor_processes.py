"""Actor processes: workers that only play with a shared network; who updates it publishes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeGuard, TypeVar

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.infer.workers import PROCESS
from porter.kinds import Array, Class, Device, Instance, Module, Named, Nothing, Number, Text
from porter.kinds import networks as networks_in
from porter.plan.model import Plan
from porter.plan.passed import passed
from porter.plan.scopes import bindings, parameters
from porter.plan.weight_changes import changing
from porter.plan.workers import TORCHS, Workers, inherits, parts
from porter.rulebook import Argument
from porter.tree import bound_name, dotted, only, statements

T = TypeVar("T")

_PLAIN = (Number, Text, Nothing, Array, Device)
_GUARD = '__name__ == "__main__"'
_MODULE, _DEEPCOPY = Named("multiprocessing"), Named("copy.deepcopy")
_USED = frozenset(  # of multiprocessing: what works the same between processes that start afresh
    "Process Queue SimpleQueue JoinableQueue Pipe Event Lock RLock Condition Semaphore Barrier"
    " Value Array cpu_count current_process".split()
)
_OPTIONS = frozenset({"target", "args", "name", "daemon"})


@dataclass(frozen=True)
class ActorProcesses:
    """The processes of a file, whose workers all change no weights but those of their own."""

    imported: cst.CSTNode | None  # the line that imports multiprocessing …
    name: str  # … under this name; none where the original says how processes start
    shared: frozenset[str]  # the classes of the networks …
    networks: frozenset[cst.ClassDef]  # … those of this file, …
    made: dict[cst.Call, str]  # … and where those of others are made: of classes for them here
    workers: frozenset[cst.FunctionDef]  # with all that they call


class _Thread(Exception):
    """A process has to be a thread."""


def actor_processes(facts: Facts, plan: Plan, workers: Workers) -> ActorProcesses | None:
    """The workers that can be processes. None: they are threads, as they update networks, or get
    what may not go to a process that starts afresh."""
    calls = [c for c in facts.index.all(cst.Call) if facts.kind(c.func) == Named(PROCESS)]
    if not any(workers.is_thread(c) for c in calls if c in facts.workers):
        return None
    try:
        return _Search(facts, plan, workers).found(calls)
    except _Thread:
        return None


class _Search:
    def __init__(self, facts: Facts, plan: Plan, workers: Workers) -> None:
        self.facts, self.plan, self.workers = facts, plan, workers
        self.guard = next(filter(_is_guard, facts.module.body), None)

    def found(self, calls: list[cst.Call]) -> ActorProcesses:
        facts = self.facts
        imported, name = (None, "") if self.workers.spawns else self._afresh(calls)
        copies = (c for c in facts.index.all(cst.Call) if facts.kind(c.func) == _DEEPCOPY)
        need(not any(copies))
        need(not any(inherits(facts, node) for node in facts.index.all(cst.ClassDef)))
        self._all_can_be_published()
        run: dict[cst.FunctionDef, FunctionInfo] = {}
        networks: set[str] = set()
        for call in calls:
            need(call in facts.workers)
            target, args = facts.workers[call]
            function = known(facts.function(target.kind))
            run |= {info.node: info for info in self.workers.reached(function)}
            need(not any(map(self._holds_torch, args)))
            networks |= {self._shared(a.node, a.kind) for a in args if isinstance(a.kind, Module)}
        need(networks)
        changing_names = {i.node.name.value for i in self._functions() if self._changes(i)}
        for info in run.values():
            if info.home is None:  # nothing of other files changes weights
                self._only_plays(info, changing_names)
                if imported is not None:
                    self._is_the_same_afresh(info)
        own = [facts.classes[n].node for n in networks if n in facts.classes]
        need(all(node in facts.module.body for node in own))
        made = self._made(networks - {*facts.classes}, run.keys())
        return ActorProcesses(
            imported, name, frozenset(networks), frozenset(own), made, frozenset(run)
        )

    def _all_can_be_published(self) -> None:
        """Behind every change of weights there is a place for a line, in this file."""
        need(not any(map(self._changes, self.facts.others.values())))
        need(not any(isinstance(only(body.last), cst.Return) for body in self.plan.bodies))
        for info in filter(self._changes, self.facts.functions.values()):
            network = info.cls is not None and info.cls.is_module
            need(info.node.name.value == "__init__" if network else True)
            for node in changing(self.facts, info.node.body):
                above = [node, *self.facts.index.above(node)]
                need(not any(isinstance(n, cst.Return) for n in above))

    def _holds_torch(self, arg: Argument) -> bool:
        """Whether an argument is an optimizer, a tensor, several networks, or has any of them."""
        if isinstance(arg.kind, Module):
            return False
        info = self.facts.class_info(arg.kind.cls) if isinstance(arg.kind, Instance) else None
        held = () if info is None else info.attributes.values()
        return any(isinstance(k, TORCHS) or networks_in(k) for k in (arg.kind, *held))

    # -- processes that were copies, and start afresh in the port
    def _afresh(self, calls: list[cst.Call]) -> tuple[cst.CSTNode, str]:
        """The line that imports multiprocessing, and its name for the module, where a process that
        starts afresh does what a copy does."""
        modules = (
            n for n in self.facts.index.all(cst.Attribute) if self.facts.kind(n.value) == _MODULE
        )
        need(all(node.attr.value in _USED for node in modules))
        for call in calls:
            need(call in self.facts.workers and self._starts_late(call))
            need(all(a.keyword is not None and a.keyword.value in _OPTIONS for a in call.args))
            target, args = self.facts.workers[call]
            need(known(self.facts.function(target.kind)).node in self.facts.module.body)
            need(all(isinstance(a.kind, Module) or self._is_picklable(a.node) for a in args))
        return self._import()

    def _is_the_same_afresh(self, info: FunctionInfo) -> None:
        """What a worker runs reads nothing of the module that would be another there."""
        own = set(bindings(statements(info.node.body))) | parameters(info.node)
        main = bindings(statements(known(self.guard).body))
        for node in parts(info):
            if isinstance(node, cst.Name) and node.value not in own:
                need(node.value not in main)
                need(all(map(self._is_plain, self.workers.values(node.value))))

    def _import(self) -> tuple[cst.CSTNode, str]:
        """The only line that imports multiprocessing, and its name for the module."""
        found = []
        for node in self.facts.index.all(cst.Import, cst.ImportFrom):
            if isinstance(node.names, cst.ImportStar):
                continue
            home = dotted(node.module) if isinstance(node, cst.ImportFrom) and node.module else ""
            for alias in node.names:
                if "multiprocessing" in f"{home}.{dotted(alias.name)}".split("."):
                    need(self.facts.names.get(bound_name(alias)) == _MODULE)
                    need(len(node.names) == 1)
                    found.append((self.facts.index.parents[node], bound_name(alias)))
        need(len(found) == 1 and found[0][0] in self.facts.module.body)
        return found[0]

    def _starts_late(self, call: cst.Call) -> bool:
        """Whether a process that only imports the file does not start it."""
        above = list(self.facts.index.above(call))
        need(self.guard is not None)
        return self.guard in above or any(isinstance(n, cst.FunctionDef) for n in above)

    def _shared(self, node: cst.BaseExpression, kind: Module) -> str:
        """The class of a network that is shared, which has to be one of the project."""
        need(self.workers.is_shared(node))
        need(known(self.facts.class_info(kind.cls)).bases == (Named("torch.nn.Module"),))
        return kind.cls

    def _made(self, networks: set[str], workers: Collection[cst.CSTNode]) -> dict[cst.Call, str]:
        """Where networks of other files' classes are made, with the names of classes for them;
        workers' own are not shared."""
        made, seen = {}, set()
        for call in self.facts.index.all(cst.Call):
            kind = self.facts.kind(call.func)
            own = any(above in workers for above in self.facts.index.above(call))
            if isinstance(kind, Class) and kind.name in networks and not own:
                seen.add(kind.name)
                made[call] = "Shared" + known(dotted(call.func)).rpartition(".")[2]
        written = {code(call.func) for call in made}
        need(seen == networks and len(written) == len(networks))
        need(not {*made.values()} & self.facts.names.keys())
        return made

    def _is_picklable(self, node: cst.BaseExpression) -> bool:
        """Whether it is plain, or multiprocessing's."""
        if isinstance(self.facts.kind(node), _PLAIN):
            return True
        values = list(self._values(node))
        return bool(values) and all(self._is_plain(v) or self._is_queue(v) for v in values)

    def _is_plain(self, node: cst.BaseExpression) -> bool:
        """Numbers, texts, arrays and arguments of the command line."""
        if isinstance(self.facts.kind(node), _PLAIN):
            return True
        return isinstance(node, cst.Call) and (dotted(node.func) or "").endswith(".parse_args")

    def _is_queue(self, node: cst.BaseExpression) -> bool:
        kind = self.facts.kind(node.func) if isinstance(node, cst.Call) else None
        return isinstance(kind, Named) and kind.name.startswith("multiprocessing.")

    def _values(self, node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
        """What is assigned to a name, or passed for it."""
        name = dotted(node)
        if name is None:
            yield node
            return
        for above in self.facts.index.above(node):
            if isinstance(above, cst.FunctionDef) and name in parameters(above):
                yield from passed(self.facts, above, name)
        yield from self.workers.values(name)

    def _functions(self) -> list[FunctionInfo]:
        return [*self.facts.functions.values(), *self.facts.others.values()]

    def _changes(self, info: FunctionInfo) -> bool:
        return any(changing(info.home or self.facts, info.node.body))

    def _only_plays(self, info: FunctionInfo, changing_names: set[str]) -> None:
        """What a worker runs changes a network of its own at most, by loading."""
        own = set(bindings(statements(info.node.body))) - parameters(info.node)
        for node in changing(self.facts, info.node.body):
            need(self.facts.api(node) == "Module.load_state_dict")
            need(dotted(self.facts.apis[node].args[0].node) in own)
        for node in parts(info):
            if isinstance(node, cst.Call):
                need((dotted(node.func) or "").rpartition(".")[2] not in changing_names)


def need(condition: object) -> None:
    """Raises _Thread where a condition does not hold."""
    if not condition:
        raise _Thread


def known(value: T | None) -> T:
    """The value. Raises _Thread where there is none."""
    if value is None:
        raise _Thread
    return value


def _is_guard(node: cst.CSTNode) -> TypeGuard[cst.If]:
    """`if __name__ == "__main__":`"""
    return isinstance(node, cst.If) and code(node.test).replace("'", '"') == _GUARD
