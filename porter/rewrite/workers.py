"""Processes that share networks are threads, or stay; torch.multiprocessing is Python's own."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.infer.workers import PROCESS, canonical
from porter.kinds import UNKNOWN, Module, Named
from porter.plan.actor_processes import actor_processes
from porter.plan.model import Body, Plan
from porter.plan.weight_changes import changes_weights, changing, moves_parameters
from porter.plan.workers import Workers, inherits
from porter.rewrite import lines
from porter.rewrite.expressions import Expressions
from porter.rewrite.imports import after_imports
from porter.tree import bound_name, dotted, walk

_PROCESS = Named(PROCESS)
_MODULE = Named("multiprocessing")
_THREADS = (
    "workers are threads of one process: they share Python's globals and its random numbers,"
    " and an error in one ends the program"
)
_AFRESH = "workers start afresh: each imports this file, and what it gets is pickled"
_HINT = "give it a function of this project, or write the worker as a thread"
_CONTEXT = """\
{0} = multiprocessing.get_context("forkserver")  # a copy of what runs TensorFlow may hang
{0}.set_forkserver_preload(["tensorflow"])
"""
_SHARED = '''\
class {name}({model}, {network}):
    """A {network} for several processes."""
'''
_SHARE = "make it in the worker, or share it in the original, too"


class Processes(Expressions):
    """Calls of Process, classes that inherit from it, and where they are imported."""

    @cached_property
    def _workers(self) -> Workers:
        return Workers(self.facts)

    def learn_processes(self, plan: Plan) -> None:
        """Find them in the file."""
        index, kind = self.facts.index, self.facts.kind
        self.whole_graphs = plan.functions
        self.actor_processes = actor_processes(self.facts, plan, self._workers)
        if self.actor_processes is not None:
            self.own.update((c, self.inside) for c in index.all(cst.Call) if self._shares(c))
            self.own.update((call, self._shared) for call in self.actor_processes.made)
        self.own.update((c, self._process) for c in index.all(cst.Call) if kind(c.func) == _PROCESS)
        for cls in index.all(cst.ClassDef):
            if inherits(self.facts, cls) and self._workers.is_thread_class(cls):
                for base in cls.bases:
                    if kind(base.value) == _PROCESS:
                        self.own[base.value] = partial(self._thread_class, cls)
        for node in index.all(cst.Attribute):
            if node.attr.value == "multiprocessing" and kind(node) == _MODULE:
                if dotted(node) == "torch.multiprocessing":
                    self.own[node] = self._module

    def _shares(self, node: cst.Call) -> bool:
        """`network.share_memory()` of one that goes to a process."""
        if self.actor_processes is None or self.facts.api(node) != "Module.share_memory":
            return False
        kind = self.facts.apis[node].args[0].kind
        return isinstance(kind, Module) and kind.cls in self.actor_processes.shared

    def _thread_class(self, cls: cst.ClassDef, base: cst.CSTNode) -> Any:
        return self._thread(base, *self._workers.class_problems(cls))

    def _module(self, _: cst.CSTNode) -> cst.Name:
        self.spelling.need(["multiprocessing"])
        return cst.Name(self.spelling.names["multiprocessing"])

    def _process(self, node: cst.Call) -> Any:
        thread = self._workers.is_thread(node) if node in self.facts.workers else None
        if thread is None:
            return self.leave(node, "P104", "what this process runs is not known", _HINT)
        if self._workers.joins_group(node):
            if self._workers.spawns:
                return self.inside(node)
            message = "TensorFlow does not run in a process that is a copy of this one"
            return self.leave(node, "P104", message, 'call mp.set_start_method("spawn") first')
        new = self.inside(node)
        if not thread:
            return new
        if self.actor_processes is not None:
            self.note(node, "N402", _AFRESH)
            return new
        return new.with_changes(func=self._thread(node.func, *self._workers.problems(node)))

    def _thread(self, node: Any, *problems: str) -> Any:
        for problem in dict.fromkeys(problems):
            message = f"as a thread it would share what a process does not: {problem}"
            self.leave(node, "P104", message, _SHARE)
        self.note(node, "N402", _THREADS)
        return cst.Name(self.spelling.block("WorkerThread"))

    # -- workers that play, and stay processes
    def published(self, node: cst.CSTNode) -> list[Any]:
        """The line behind one that changes weights which workers read."""
        if self.actor_processes is None or self.context.graph:
            return []
        if not isinstance(node, cst.SimpleStatementLine) and not moves_parameters(self.facts, node):
            return []
        if any(moves_parameters(self.facts, above) for above in self.facts.index.above(node)):
            return []  # it comes behind the loop
        changes = any(changing(self.facts, node)) or any(map(self._runs_a_graph, walk(node)))
        return self._publish(node) if changes else []

    def _runs_a_graph(self, node: cst.CSTNode) -> bool:
        """Whether it calls a function that changes weights and is a graph as a whole."""
        kind = self.facts.kind(node.func) if isinstance(node, cst.Call) else UNKNOWN
        info = self.facts.function(kind)
        if info is None or info.node not in self.whole_graphs:
            return False
        return any(changing(self.facts, info.node.body))

    def published_body(self, body: Body) -> list[Any]:
        """The same behind the call of a train body."""
        changed = self.actor_processes is not None and any(
            changes_weights(self.facts, node) for node in body.graph
        )
        return self._publish(body.first) if changed else []

    def _publish(self, node: cst.CSTNode) -> list[Any]:
        assert self.actor_processes is not None
        if not self.actor_processes.workers.isdisjoint(self.facts.index.above(node)):
            return []  # a network of the worker's own
        model = self.spelling.block("SharedModel")
        return [cst.parse_statement(f"{model}.publish()")]

    def afresh(self, body: list[Any]) -> list[Any]:
        """The statements of the file; the processes of multiprocessing start afresh, and what they
        share are networks that can be."""
        if self.actor_processes is None:
            return body
        body = self._inherit_shared(body, {n.name.value for n in self.actor_processes.networks})
        new: list[Any] = []
        if self.actor_processes.imported is not None:
            context = _CONTEXT.format(self.actor_processes.name).splitlines()
            new += map(cst.parse_statement, context)
            new[0] = lines.with_leading(new[0], lines.blank(1))
        end = after_imports(body)
        for written, name in {
            code(c.func): name for c, name in self.actor_processes.made.items()
        }.items():
            model = self.spelling.block("SharedModel")
            text = _SHARED.format(name=name, model=model, network=written)
            new.append(lines.with_leading(cst.parse_statement(text), lines.blank(2)))
            below = lines.without_blanks(lines.leading(body[end]))
            body[end] = lines.with_leading(body[end], (*lines.blank(2), *below))
        return [*body[:end], *new, *body[end:]]

    def _inherit_shared(self, body: list[Any], names: set[str]) -> list[Any]:
        """The statements of the file; networks of these classes can be shared."""
        if not names:
            return body
        plain, shared = (self.spelling.block(name) for name in ("TorchModel", "SharedModel"))

        def base(arg: cst.Arg) -> cst.Arg:
            return arg.with_changes(value=cst.Name(shared)) if code(arg.value) == plain else arg

        return [
            s.with_changes(bases=[base(arg) for arg in s.bases])
            if isinstance(s, cst.ClassDef) and s.name.value in names
            else s
            for s in body
        ]

    def _shared(self, node: cst.Call) -> Any:
        """A network of a class of another file is made of the class for it here."""
        assert self.actor_processes is not None
        return self.inside(node).with_changes(func=cst.Name(self.actor_processes.made[node]))

    def imports(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        """The line with multiprocessing imported from Python; None for all other lines."""
        if self.actor_processes is None or node is not self.actor_processes.imported:
            return _imports(node)
        return [
            cst.parse_statement("import multiprocessing").with_changes(
                leading_lines=lines.leading(node), trailing_whitespace=node.trailing_whitespace
            )
        ]


def _imports(node: cst.SimpleStatementLine) -> list[Any] | None:
    new: list[Any] = []
    for small in node.body:
        new += _split(small) if isinstance(small, (cst.Import, cst.ImportFrom)) else [small]
    if all(a is b for a, b in zip(new, node.body)):
        return None
    first, *rest = (cst.SimpleStatementLine([small]) for small in new)
    above = lines.leading(node)
    return [
        first.with_changes(leading_lines=above, trailing_whitespace=node.trailing_whitespace),
        *rest,
    ]


def _split(node: cst.Import | cst.ImportFrom) -> list[Any]:
    """An import statement in two, if it takes anything from torch.multiprocessing."""
    if isinstance(node.names, cst.ImportStar):
        return [node]
    root = f"{code(node.module)}." if isinstance(node, cst.ImportFrom) and node.module else ""
    whole = isinstance(node, cst.Import)
    own: list[tuple[cst.ImportAlias, str]] = []
    others: list[cst.ImportAlias] = []
    for alias in node.names:
        name = f"{root}{dotted(alias.name)}"
        plain = canonical(name)
        python = plain != name and (not whole or alias.asname is not None)
        if python and not getattr(node, "relative", ()):
            own.append((alias, plain))
        else:
            others.append(alias)
    if not own:
        return [node]
    new: list[Any] = []
    if others:
        last = others[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        new.append(node.with_changes(names=[*others[:-1], last]))
    for alias, plain in own:
        home, _, name = plain.rpartition(".")
        bound = bound_name(alias)
        text = f"from {home} import {name}" if home else f"import {name}"
        line = cst.parse_statement(text if bound == name else f"{text} as {bound}")
        assert isinstance(line, cst.SimpleStatementLine)
        new += line.body
    return new
