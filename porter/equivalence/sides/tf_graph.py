"""Hooks that run while a tf.function is traced, and what reports when its graph runs.

An ordinary graph calls back to Python. XLA knows no callbacks: compiled code leaves the values in
cells, and they are reported when the compiled function has returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import tensorflow as tf

F = TypeVar("F", bound=Callable[..., Any])
Report = Callable[..., None]  # takes the values as arrays


def as_it_is(hook: F) -> F:
    """Keep AutoGraph out of a hook; it must not call the program's own functions."""
    return cast(F, tf.autograph.experimental.do_not_convert(hook))


class _Cell:
    """A value that outlives the graph which sets it.

    A tf.Variable would be counted among those that the program's own tf.function creates.
    """

    def __init__(self, name: str, dtype: Any, shape: Any) -> None:
        self.dtype = dtype
        with tf.init_scope():
            self.handle = tf.raw_ops.VarHandleOp(dtype=dtype, shape=shape, shared_name=name)

    def set(self, value: Any) -> None:
        tf.raw_ops.AssignVariableOp(resource=self.handle, value=value)

    def get(self) -> Any:
        return tf.raw_ops.ReadVariableOp(resource=self.handle, dtype=self.dtype)


@dataclass
class _Point:
    """A place in compiled code, and what it left when the code last came there."""

    report: Report
    passed: _Cell  # how often the code came there
    values: list[_Cell]
    seen: int = 0


class Reports:
    """The values that the observed program computes, on their way out of its graphs."""

    def __init__(self) -> None:
        self.points: list[_Point] = []  # in the order of the code
        self.depth = 0  # of compiled functions that are being traced
        self.overwritten = False  # a point was passed several times in one call

    @property
    def compiled(self) -> bool:
        """Whether what is being traced is for XLA."""
        return self.depth > 0 and tf.inside_function()

    @contextmanager
    def compiling(self) -> Iterator[None]:
        """While a function is traced that XLA compiles."""
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    def send(self, report: Report, tensors: Iterable[Any]) -> None:
        """Call `report` with the tensors' values as arrays, whenever they are computed."""
        values = [tf.convert_to_tensor(tensor) for tensor in tensors]
        if self.compiled:
            self._leave(report, values)
            return

        def called(*arrays: Any) -> bool:
            report(*arrays)
            return True

        tf.numpy_function(called, values, tf.bool)  # stateful: they keep their order

    def _leave(self, report: Report, values: list[Any]) -> None:
        name = f"porter_{len(self.points)}"
        passed = _Cell(name, tf.int64, [])
        with tf.init_scope():
            passed.set(tf.zeros([], tf.int64))
        passed.set(passed.get() + 1)
        cells = [_Cell(f"{name}_{i}", v.dtype, v.shape) for i, v in enumerate(values)]
        for cell, value in zip(cells, values):
            cell.set(value)
        self.points.append(_Point(report, passed, cells))

    def deliver(self) -> None:
        """Report what compiled code has left."""
        for point in list(self.points):
            passed = int(point.passed.get())
            if passed > point.seen:
                self.overwritten |= passed > point.seen + 1
                point.seen = passed
                point.report(*(cell.get().numpy() for cell in point.values))
