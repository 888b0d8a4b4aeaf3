"""What the graphs of a phase cost a device, read off their traces: transfers and launches.

On a GPU each tensor that the host gives to a graph is a transfer, each result that the host reads
is another, and each operation is at least one launch of a kernel. The counts are static: what
TensorFlow fuses or folds is counted, and so is each branch; the body of a loop counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest import mock

# What is in a graph and launches nothing.
_NO_KERNEL = {"Placeholder", "Const", "NoOp", "Identity", "IdentityN", "StopGradient"}


class Graph(NamedTuple):
    """The graphs of a phase: how many tensors go in and come out, and their operations."""

    arguments: int
    results: int
    operations: int


class Traces:
    """The graphs that were traced, each with the number of the phase that asked for it."""

    def __init__(self) -> None:
        self._traced: list[tuple[int, Any]] = []

    @contextmanager
    def recording(self, phase: Callable[[], int | None]) -> Iterator[None]:
        """Every trace that is begun within; `phase` gives the number of the one that runs."""
        import tensorflow as tf

        kind = tf.__internal__.FuncGraph
        init = kind.__init__

        def begun(graph: Any, *args: Any, **keywords: Any) -> None:
            init(graph, *args, **keywords)
            number = phase()
            if number is not None and not isinstance(graph.outer_graph, kind):
                self._traced.append((number, graph))

        with mock.patch.object(kind, "__init__", begun):
            yield

    def counted(self) -> dict[int, Graph]:
        """By phase. Of a function with several traces the largest counts."""
        largest: dict[tuple[int, str], Graph] = {}
        for number, graph in self._traced:
            at = number, graph.name
            largest[at] = max(_counted(graph), largest.get(at, Graph(0, 0, 0)), key=_operations_of)
        phases: dict[int, Graph] = {}
        for (number, _), graph in largest.items():
            before = phases.get(number, Graph(0, 0, 0))
            phases[number] = Graph(*(a + b for a, b in zip(before, graph)))
        return phases


def _operations_of(graph: Graph) -> int:
    return graph.operations


def _counted(graph: Any) -> Graph:
    definition = graph.as_graph_def()
    bodies = {body.signature.name: body.node_def for body in definition.library.function}
    operations = sum(1 for _ in _operations(definition.node, bodies))
    return Graph(len(graph.inputs) - len(graph.captures), len(graph.outputs), operations)


def _operations(nodes: Iterable[Any], bodies: Mapping[str, Any]) -> Iterator[str]:
    """What launches a kernel, also in the functions that are called: branches, loops, gradients."""
    for node in nodes:
        called = [value.func.name for value in node.attr.values() if value.HasField("func")]
        for name in called:
            yield from _operations(bodies.get(name, ()), bodies)
        if not called and node.op not in _NO_KERNEL:
            yield node.op
