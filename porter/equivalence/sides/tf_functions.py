"""The program's tf.functions: how often each was traced, and where a run can be stopped."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any
from unittest import mock

import tensorflow as tf

Function = type(tf.function(lambda: None))


class Functions:
    """Watches every tf.function that is made of the program's own code."""

    def __init__(
        self,
        is_own: Callable[[str], bool],
        called: Callable[[], None],
        returned: Callable[[], None],
        compiling: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self.is_own = is_own
        self.called = called  # before one is called from the host
        self.returned = returned  # called when one returns to the host
        self.compiling = compiling  # around a call of one that XLA compiles, and so its trace
        self.counts: dict[tuple[str, str], int] = {}

    @contextmanager
    def watching(self) -> Iterator[None]:
        call = Function.__call__

        def called(function: Any, *args: Any, **keywords: Any) -> Any:
            if not tf.inside_function():
                self.called()
            with self.compiling() if function._jit_compile else nullcontext():
                result = call(function, *args, **keywords)
            if not tf.inside_function():
                self._count(function)
                self.returned()
            return result

        trace, run = Function.get_concrete_function, tf.raw_ops.StatefulPartitionedCall

        def traced(function: Any, *args: Any, **keywords: Any) -> Any:
            """A trace that the program runs as one operation."""
            if not tf.inside_function():
                self.called()
            with self.compiling() if function._jit_compile else nullcontext():
                found = trace(function, *args, **keywords)
            self._count(function)
            return found

        def ran(**keywords: Any) -> Any:
            if tf.inside_function():
                return run(**keywords)
            self.called()
            result = run(**keywords)
            self.returned()
            return result

        with (
            mock.patch.object(Function, "__call__", called),
            mock.patch.object(Function, "get_concrete_function", traced),
            mock.patch.object(tf.raw_ops, "StatefulPartitionedCall", ran),
        ):
            yield

    def _count(self, function: Any) -> None:
        """A method has a function for each object: the most traced one counts."""
        code = getattr(inspect.unwrap(function.python_function), "__code__", None)
        if code is not None and self.is_own(code.co_filename):
            key = f"{code.co_filename}:{code.co_firstlineno}", code.co_name
            count = function.experimental_get_tracing_count()
            self.counts[key] = max(self.counts.get(key, 0), count)

    def traces(self) -> list[list[Any]]:
        """[site, name, count] of each that was called."""
        return [[site, name, count] for (site, name), count in sorted(self.counts.items())]
