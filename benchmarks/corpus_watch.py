"""How often a port's updates ran, and how often they were traced, seen from outside."""

import ast
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import tensorflow as tf

from porter.equivalence.sides.tf_functions import Function
from porter.equivalence.sites import stack

UPDATES = 20
_EARLY = 10  # a graph that is traced again after so many calls is retraced
_MOST = 3  # traces of one graph: the first, a flag's other branch (also late), any length


@dataclass
class Body:
    """A place where gradients are taken. `traces` is 0 where that is done eagerly."""

    first: int
    last: int
    updates: int = 0
    traces: int = 0
    late: int = 0  # traces after the first updates
    workers: int = 1  # threads with networks of their own: each needs a trace

    @property
    def runs(self) -> bool:
        most = 2 if self.late else _MOST
        return self.updates >= UPDATES and self.traces <= most * self.workers


@dataclass
class Watch:
    """Watches a file's train bodies; `enough` is called when all have run often enough."""

    path: Path
    enough: Callable[[], None]
    bodies: list[Body] = field(init=False)

    def __post_init__(self) -> None:
        tree = ast.parse(self.path.read_text())
        calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
        self.bodies = [
            Body(call.lineno, call.end_lineno or call.lineno)
            for call in calls
            if isinstance(call.func, ast.Attribute) and call.func.attr == "gradient"
        ]
        self.counts: weakref.WeakKeyDictionary[Any, list[int]] = weakref.WeakKeyDictionary()
        self.of: weakref.WeakKeyDictionary[Any, list[Body]] = weakref.WeakKeyDictionary()
        self.owners: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
        self.threads: weakref.WeakKeyDictionary[Any, set[int]] = weakref.WeakKeyDictionary()
        self.running = threading.local()

    @contextmanager
    def watching(self) -> Iterator[None]:
        call, gradient = Function.__call__, tf.GradientTape.gradient
        trace_of, run = Function.get_concrete_function, tf.raw_ops.StatefulPartitionedCall

        def called(function: Any, *arguments: Any, **options: Any) -> Any:
            if tf.inside_function():
                return call(function, *arguments, **options)
            with self._running(function):
                result = call(function, *arguments, **options)
            self._count(function)
            return result

        def traced(function: Any, *arguments: Any, **options: Any) -> Any:
            with self._running(function):
                trace = trace_of(function, *arguments, **options)
            self.owners[trace] = function
            return trace

        def ran(*, f: Any, **options: Any) -> Any:
            """A trace that is called as one operation."""
            result = run(f=f, **options)
            if f in self.owners and not tf.inside_function():
                self._count(self.owners[f])
            return result

        def taken(tape: Any, *arguments: Any, **options: Any) -> Any:
            result = gradient(tape, *arguments, **options)
            body = self._at()
            if body:
                self._taken(body)
            return result

        with (
            mock.patch.object(Function, "__call__", called),
            mock.patch.object(Function, "get_concrete_function", traced),
            mock.patch.object(tf.raw_ops, "StatefulPartitionedCall", ran),
            mock.patch.object(tf.GradientTape, "gradient", taken),
        ):
            yield

    @contextmanager
    def _running(self, function: Any) -> Iterator[None]:
        """The function that a gradient belongs to while this is traced."""
        before = getattr(self.running, "function", None)
        self.running.function = function
        yield
        self.running.function = before

    def _at(self) -> Body | None:
        """The body whose line is running, or the nearest: AutoGraph's lines are short of the
        file's by one for each backslash at a line's end."""
        line = next((site.line for site in stack(str(self.path).__eq__)), None)
        if line is None or not self.bodies:
            return None
        return min(self.bodies, key=lambda body: max(body.first - line, line - body.last, 0))

    def _taken(self, body: Body) -> None:
        if not tf.inside_function():
            body.updates += 1
            self._look()
        elif body not in self.of.setdefault(self.running.function, []):
            self.of[self.running.function].append(body)

    def _count(self, function: Any) -> None:
        """A method has a graph for each object: the most traced one counts."""
        counts = self.counts.setdefault(function, [])
        counts.append(function.experimental_get_tracing_count())
        threads = self.threads.setdefault(function, set())
        threads.add(threading.get_ident())
        for body in self.of.get(function, ()):
            body.updates += 1
            body.traces = max(body.traces, counts[-1])
            body.workers = max(body.workers, len(threads))
            body.late = max(body.late, counts[-1] - counts[:_EARLY][-1])
        self._look()

    def _look(self) -> None:
        if all(body.updates >= UPDATES for body in self.bodies):
            self.enough()

    def found(self) -> list[dict[str, int]]:
        return [asdict(body) for body in self.bodies]
