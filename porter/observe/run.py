"""A run of the original: started, bounded, and what its processes saw put together."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from porter.equivalence.process import MARK, environment, left_behind
from porter.evidence import Broken, Evidence, load, merged
from porter.gyms.choose import provided
from porter.observe.child import ENOUGH, Orders

GRACE = 120.0  # seconds that a program has beyond its limit, to import torch and to write


@dataclass(frozen=True)
class Ended:
    """How a run ended: its exit code (negative: by a signal), whether a limit ended it, or it had
    to be killed; and what was seen, None where nothing was kept."""

    code: int
    enough: bool
    killed: bool
    evidence: Evidence | None

    @property
    def why(self) -> str:
        """In words."""
        if self.killed:
            return "it did not end in time, and was killed"
        if self.enough:
            return "it was ended at its limit"
        if self.code < 0:
            with suppress(ValueError):
                return f"it died by {signal.Signals(-self.code).name}"
        return f"it ended with exit code {self.code}"


def root_of(script: Path) -> Path:
    """The folder of a program's own files: where you are, if it lies below; else its own."""
    folder, here = script.resolve().parent, Path.cwd().resolve()
    return here if here in (folder, *folder.parents) else folder


def observe(
    script: Path,
    arguments: tuple[str, ...],
    *,
    root: Path | None = None,
    updates: int | None = None,
    seconds: float = 0.0,
    here: bool = False,
    gym: str = "auto",
    output: IO[bytes] | int | None = None,
    stdin: int | None = None,
) -> Ended:
    """Run a program; its output goes where porter's goes, unless `output` is given."""
    script = script.resolve()
    with ExitStack() as stack:
        folders = (TemporaryDirectory("", "porter-", None, True) for _ in range(3))
        stack.enter_context(provided(script, gym))
        parts, scratch, temporary = (Path(stack.enter_context(folder)) for folder in folders)
        root = root or root_of(script)
        orders = Orders(str(script), arguments, str(root), str(parts), updates, seconds)
        file = parts / "orders"
        file.write_text(json.dumps(asdict(orders)), "utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "porter.observe.child", str(file)],
            stdin=stdin,
            stdout=output,
            stderr=None if output is None else subprocess.STDOUT,
            cwd=None if here else scratch,
            env=_environment(temporary),
            start_new_session=True,  # so that the program's own children can be ended too
        )
        killed = False
        try:
            process.wait(seconds + GRACE if seconds else None)
        except subprocess.TimeoutExpired:
            killed = True
        finally:
            _end(process, str(temporary))
        found = [_part(path) for path in sorted(parts.glob("*.json"))]
        evidence = merged(part for part in found if part is not None) if any(found) else None
        if evidence is not None:
            evidence.runs = 1
        return Ended(process.returncode, (parts / ENOUGH).exists(), killed, evidence)


def _environment(temporary: Path) -> dict[str, str]:
    """The program's: its own, for it is not compared with anything."""
    package = {"PYTHONPATH": environment("cpu")["PYTHONPATH"]}
    own = {"TMPDIR": str(temporary), MARK: str(temporary), "TORCHDYNAMO_DISABLE": "1"}
    return {**os.environ, **package, "MPLBACKEND": "Agg", **own}


def _end(process: subprocess.Popen[Any], mark: str) -> None:
    """The process and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for child in left_behind(mark):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(child, signal.SIGKILL)


def _part(path: Path) -> Evidence | None:
    try:
        return load(path)
    except Broken:
        return None
