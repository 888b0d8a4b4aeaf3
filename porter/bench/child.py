"""A program under measurement: `python -m porter.bench.child`, orders on stdin."""

from __future__ import annotations

import ast
import builtins
import inspect
import json
import os
import resource
import sys
import textwrap
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any
from unittest import mock

from porter.bench.graphs import Traces
from porter.bench.instrument import WATCH, instrumented
from porter.bench.stopwatch import Stopwatch
from porter.equivalence.crash import told
from porter.equivalence.sides.program import Enough, ownership
from porter.equivalence.tape.host_draws import host_on
from porter.source import read

CLOCKS = {"wall": time.perf_counter, "processor": time.process_time}


@dataclass(frozen=True)
class Orders:
    """What to run and how. `mode` is one of `modes.MODES`; the result goes to the file `result`."""

    script: str
    arguments: list[str]
    framework: str
    mode: str
    lines: dict[str, dict[int, int]]
    updates: list[int]
    limit: int | None
    threads: int
    device: str
    seed: int
    clock: str
    here: bool
    result: str


def main() -> None:
    """Run the program and write its figures; a crash is a figure too."""
    given = json.loads(sys.stdin.read())
    lines = {path: {int(k): v for k, v in of.items()} for path, of in given.pop("lines").items()}
    orders = Orders(lines=lines, **given)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: orders.threads])
    clock = CLOCKS[orders.clock]
    watch = Stopwatch(frozenset(orders.updates), orders.limit, _prepare(orders), clock)
    error = ""
    start = clock()
    graphs = Traces()
    counting = _counting(orders.framework, graphs, watch)
    is_own = ownership(Path(orders.script).parent)
    with host_on(orders.seed, is_own), _instrumenting(orders, watch), counting as traces:
        try:
            _execute(orders)
        except Enough:
            pass
        except SystemExit as stop:
            error = "" if stop.code in (None, 0) else f"the program exited with {stop.code}"
        except Exception as failure:
            error = told(failure, orders.here).strip().splitlines()[0]
    end = clock()
    figures = {
        "error": error,
        "seconds": end - start,
        "loop": end - (watch.started or start),
        "spans": {number: list(spans) for number, spans in watch.spans.items()},
        "traces": traces(),
        "graphs": graphs.counted(),
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        * (1 if sys.platform == "darwin" else 1024),
    }
    Path(orders.result).write_text(json.dumps(figures), "utf-8")
    sys.stdout.flush()
    os._exit(0)  # the program's own threads and exit handlers are none of our business


def _prepare(orders: Orders) -> Callable[[], object]:
    """Set the framework up; what comes back waits until the device has finished."""
    if orders.framework == "torch":
        import torch

        torch.set_num_threads(orders.threads)
        torch.manual_seed(orders.seed)
        return torch.cuda.synchronize if orders.device == "gpu" else _nothing
    import tensorflow as tf

    tf.random.set_seed(orders.seed)
    if orders.mode == "eager":
        tf.config.run_functions_eagerly(True)
    if orders.mode == "jit":
        tf.function = _compiling(tf.function)
    for device in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(device, True)
    return tf.test.experimental.sync_devices if orders.device == "gpu" else _nothing


def _nothing() -> None:
    return None


def _compiling(original: Callable[..., Any]) -> Callable[..., Any]:
    """`tf.function` with XLA for every function that has a tape in it."""

    def function(func: Any = None, **keywords: Any) -> Any:
        if func is None:
            return lambda decorated: function(decorated, **keywords)
        with suppress(OSError, TypeError):  # no source: a lambda of a library
            if "GradientTape" in textwrap.dedent(inspect.getsource(func)):
                keywords["jit_compile"] = True
        return original(func, **keywords)

    return function


@contextmanager
def _counting(framework: str, seen: Traces, watch: Stopwatch) -> Iterator[Callable[[], int]]:
    """How often the program's graphs were traced, those that are gone by then included."""
    if framework != "tensorflow":
        yield lambda: 0
        return
    import tensorflow as tf

    graphs: list[Any] = []
    kind = type(tf.function(_nothing))
    init = kind.__init__

    def built(self: Any, *args: Any, **keywords: Any) -> None:
        graphs.append(self)
        init(self, *args, **keywords)

    with mock.patch.object(kind, "__init__", built), seen.recording(lambda: watch.running):
        yield lambda: sum(graph.experimental_get_tracing_count() for graph in graphs)


@contextmanager
def _instrumenting(orders: Orders, watch: Stopwatch) -> Iterator[None]:
    """The program's own modules are compiled with the stopwatch in them."""
    root = str(Path(orders.script).parent) + os.sep
    get_code = SourceFileLoader.get_code

    def compiled(self: SourceFileLoader, name: str) -> types.CodeType | None:
        path = os.path.abspath(self.get_filename(name))
        if not path.startswith(root) or "site-packages" in path:
            return get_code(self, name)
        return compile(_tree(orders, path), path, "exec", dont_inherit=True)

    with (
        mock.patch.object(SourceFileLoader, "get_code", compiled),
        mock.patch.object(builtins, WATCH, watch, create=True),
    ):
        yield


def _tree(orders: Orders, path: str) -> ast.Module:
    text = read(path).text
    return instrumented(text, path, orders.lines.get(path, {}))


def _execute(orders: Orders) -> None:
    """As `python script arguments` does."""
    sys.argv = [orders.script, *orders.arguments]
    sys.path[0] = str(Path(orders.script).parent)
    code = compile(_tree(orders, orders.script), orders.script, "exec", dont_inherit=True)
    module = types.ModuleType("__main__")
    module.__file__ = orders.script
    module.__dict__["__builtins__"] = __builtins__
    sys.modules["__main__"] = module
    exec(code, module.__dict__)


if __name__ == "__main__":
    main()
