"""Sides of a check that start at once: copies of a process that has imported its framework.

Importing TensorFlow takes longer than training a small agent. A server for each framework imports
it once; every run gets a fresh copy, made before anything was computed.
"""

from __future__ import annotations

import atexit
import importlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from dataclasses import asdict
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from porter.equivalence.process import SIDES, Process, environment
from porter.equivalence.sides.main import main

OBSERVERS = {"torch": "TorchSide", "tensorflow": "TensorFlowSide"}


class WarmProcess(Process):
    """One side, started by a server."""

    def start(self, wire: int, folder: Path, device: str) -> int:
        server = _server(self.framework, device)
        orders = json.dumps({"folder": str(folder), "run": asdict(self.run)})
        socket.send_fds(server, [orders.encode()], [wire, self.log.fileno()])
        return int(server.recv(100))

    def wait(self) -> None:
        """Nothing to do: the server's children are not waited for."""


@cache
def _server(framework: str, device: str) -> socket.socket:
    """The connection to a server, which ends with this process."""
    ours, theirs = socket.socketpair()
    temporary = TemporaryDirectory(prefix="porter-warm-")  # for what a copy leaves, as AutoGraph
    command = [sys.executable, "-m", "tests.equivalence.warm", framework, str(theirs.fileno())]
    with theirs:
        server = subprocess.Popen(
            command,
            env={**environment(device), "TMPDIR": temporary.name},
            cwd=Path(__file__).parents[2],
            pass_fds=[theirs.fileno()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    atexit.register(temporary.cleanup)  # at last
    atexit.register(server.wait)
    atexit.register(ours.close)  # runs first, and is what the server waits for
    return ours


def _serve(framework: str, connection: socket.socket) -> None:
    """A copy of this process for each order."""
    observer = getattr(importlib.import_module(SIDES[framework]), OBSERVERS[framework])
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        orders, descriptors, _, _ = socket.recv_fds(connection, 100_000, 2)
        if not orders:
            return
        child = os.fork()
        if not child:
            os.setsid()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _run(observer, json.loads(orders), *descriptors)
        connection.send(str(child).encode())
        for descriptor in descriptors:
            os.close(descriptor)


def _run(observer: type, orders: dict, wire: int, log: int) -> None:
    """What `python -m` the side does."""
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.chdir(orders["folder"])
    sys.stdin = io.StringIO(json.dumps({**orders["run"], "connection": wire}))
    try:
        main(observer)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


if __name__ == "__main__":
    _serve(sys.argv[1], socket.socket(fileno=int(sys.argv[2])))
