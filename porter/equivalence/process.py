"""A program of a twin run as a process: started, listened to, and never left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import asdict, replace
from multiprocessing import Pipe
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

from porter.environment import settings
from porter.equivalence.quoted import last_lines
from porter.equivalence.sides.program import Run
from porter.equivalence.sides.wire import Halt

SIDES = {
    "torch": "porter.equivalence.sides.torch_side",
    "tensorflow": "porter.equivalence.sides.tf_side",
}
LAST_LINES = 12
MARK = "PORTER_CHECK_OF"


class Died(Exception):
    """The process ended before it could say so; the text is what it printed last."""


class Process:
    """One side. `folder` is where the program runs; a scratch directory if it is None."""

    def __init__(self, framework: str, run: Run, device: str, folder: Path | None) -> None:
        self.framework = framework
        self.run = run
        self.steps = 0
        self.ended = False
        self.stopped = False  # before its program's own end
        self.halted = False  # was told that it is enough
        self.resources = ExitStack()
        self.log = TemporaryFile()  # noqa: SIM115 (closed with the process)
        self.resources.enter_context(self.log)
        scratch = folder or self.resources.enter_context(TemporaryDirectory(prefix="porter-"))
        self.temporary = self.resources.enter_context(TemporaryDirectory(prefix="porter-"))
        self.connection, theirs = Pipe()
        self.resources.enter_context(self.connection)
        with theirs:
            self.pid = self.start(theirs.fileno(), Path(scratch), device)

    def start(self, wire: int, folder: Path, device: str) -> int:
        """Start the process at the head of its group; its number."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", SIDES[self.framework]],
            stdin=subprocess.PIPE,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={**settings(Path(self.run.script)), **environment(device), **self.mark()},
            pass_fds=[wire],
            start_new_session=True,  # so that the program's own children can be ended too
        )
        assert self.process.stdin is not None
        with self.process.stdin as stdin:
            stdin.write(json.dumps(asdict(replace(self.run, connection=wire))).encode())
        return self.process.pid

    def mark(self) -> dict[str, str]:
        """A place for temporary files, as AutoGraph's, and a sign that children inherit."""
        return {"TMPDIR": self.temporary, MARK: self.temporary}

    def receive(self) -> Any:
        """The side's next message. Raises Died."""
        try:
            return self.connection.recv()
        except (EOFError, ConnectionError):
            raise Died(self.last_lines()) from None

    def halt(self) -> None:
        """Tell the side that nothing more will be compared. If it is dead, what is read next says
        so."""
        self.halted = True
        with suppress(BrokenPipeError, ConnectionError):
            self.connection.send(Halt())

    def last_lines(self) -> str:
        """What the program printed last."""
        self.log.seek(0)
        return "\n".join(last_lines(self.log.read(), LAST_LINES))

    def close(self) -> None:
        """End the process and all that it started."""
        with suppress(ProcessLookupError):  # it has ended, and left nothing behind
            os.killpg(self.pid, signal.SIGKILL)
        self.wait()
        for child in left_behind(self.temporary):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)
        self.resources.close()

    def wait(self) -> None:
        """Until the process has ended."""
        self.process.wait()


def left_behind(mark: str) -> Iterator[int]:
    """Processes that a program detached from itself: they have its mark in their environment.

    Only where /proc tells of processes, as on Linux.
    """
    sign = f"{MARK}={mark}".encode()
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended meanwhile, or is somebody else's
            if sign in entry.read_bytes().split(b"\0"):
                yield int(entry.parent.name)


def environment(device: str) -> dict[str, str]:
    """A side's. One thread each: the sums of a parallel product depend on how it was split."""
    package = str(Path(__file__).parents[2])
    own = {
        "PYTHONPATH": os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")])),
        "KERAS_BACKEND": "tensorflow",
        "TF_CPP_MIN_LOG_LEVEL": "2",
        "OMP_NUM_THREADS": "1",
        "TF_NUM_INTRAOP_THREADS": "1",
        "TF_NUM_INTEROP_THREADS": "1",
        "PYTHONHASHSEED": "0",
        "CUBLAS_WORKSPACE_CONFIG": ":4096:8",  # torch's deterministic matrix products on a GPU
        "MPLBACKEND": "Agg",
        "TQDM_DISABLE": "1",
    }
    if device == "cpu":
        own["CUDA_VISIBLE_DEVICES"] = ""
    return {**os.environ, **own}
