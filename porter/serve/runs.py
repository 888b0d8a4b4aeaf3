"""Running programs in a process of their own, one run at a time, with what it says as it goes."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock, Thread
from typing import Any

_PATIENCE = 20.0  # seconds that a run has to end its programs
_running = Lock()


class Busy(Exception):
    """Another run is going on."""


def run(orders: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the run says, and the seconds so far in between. Closing the iterator ends the run.

    Raises Busy.
    """
    if not _running.acquire(blocking=False):
        raise Busy("a run is going on: stop it first")
    return _events(orders)


def _events(orders: dict[str, Any]) -> Iterator[dict[str, Any]]:
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    begun = time.monotonic()
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "porter.serve.child"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path},
        ) as child:  # fmt: skip
            try:
                yield from _said(child, orders, begun)
            finally:
                _end(child)
    finally:
        _running.release()


def _said(
    child: subprocess.Popen[str], orders: dict[str, Any], begun: float
) -> Iterator[dict[str, Any]]:
    assert child.stdin is not None
    assert child.stdout is not None
    with child.stdin as stdin:
        json.dump(orders, stdin)
    lines: queue.Queue[str | None] = queue.Queue()
    output = child.stdout

    def listen() -> None:
        for line in output:
            lines.put(line)
        lines.put(None)

    Thread(target=listen, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=1.0)
        except queue.Empty:
            yield {"seconds": round(time.monotonic() - begun)}
            continue
        if line is None:
            break
        yield json.loads(line)
    code = child.wait()
    yield {"ended": code} if code == 0 else {"error": f"the run died with exit code {code}"}


def _end(child: subprocess.Popen[str]) -> None:
    """Let it end its programs; it is killed if it does not."""
    child.terminate()
    try:
        child.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
