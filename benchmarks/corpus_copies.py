"""Ports that run under TensorFlow where torch is forbidden, each in a copy of one process.

TensorFlow is loaded once: a copy of a process that has not used it yet can do so.
"""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from subprocess import PIPE
from typing import Any

from corpus_facts import FORBIDDEN


def ask(file: str, orders: Sequence[Any]) -> Iterator[str]:
    """Run a script that calls `serve`; its answer to each order."""
    command = [sys.executable, file]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(orders))
        process.stdin.close()
        yield from map(json.loads, process.stdout)


def serve(answer: Callable[..., str], seconds: float) -> None:
    """Answer the orders on stdin, each in a copy of this process that has so many seconds."""
    import keras  # noqa: F401
    import tensorflow  # noqa: F401

    sys.path.remove(str(Path(__file__).parent))  # `common` and `corpus` are names that others have
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the ports print is no answer
    for order in json.load(sys.stdin):
        print(json.dumps(_in_a_copy(answer, order, seconds)), file=answers, flush=True)


def _in_a_copy(answer: Callable[..., str], order: Sequence[Any], seconds: float) -> str:
    here, there = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        sys.meta_path.insert(0, Forbidden())
        reply(there, answer(*order, there))
    os.close(there)
    ready = select.select([here], [], [], seconds)[0]
    found = os.read(here, 60_000).decode() if ready else f"failed: not done in {seconds:.0f} s"
    os.close(here)
    os.killpg(child, signal.SIGKILL)
    code = os.waitpid(child, 0)[1]
    return found or f"failed: the process ended with {code}"


def reply(there: int, found: str) -> None:
    """End the copy with this answer, whatever its threads do."""
    os.write(there, found.encode())
    os._exit(0)


class Forbidden(MetaPathFinder):
    """Refuses torch."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in FORBIDDEN:
            raise ImportError(f"the port imports {name}")
