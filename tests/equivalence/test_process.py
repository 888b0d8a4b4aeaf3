"""A program under check leaves nothing behind: no process, not even a detached one, no file."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from porter.equivalence.process import Process
from porter.equivalence.sides.program import Run

DETACHES = """\
import subprocess, sys, tempfile
from pathlib import Path
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
left = tempfile.mkstemp(prefix="__autograph_generated_file")[1]
Path(sys.argv[1]).write_text(f"{child.pid} {left}")
"""


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    script, told = tmp_path / "main.py", tmp_path / "told"
    script.write_text(DETACHES)
    process = Process("torch", Run(str(script), (str(told),), 0), "cpu", None)
    try:
        while type(process.receive()).__name__ != "Event":  # the END of the program
            pass
        number, left = told.read_text().split()
        os.kill(int(number), 0)  # it is there
        assert Path(left).exists()
    finally:
        process.close()
    try:
        assert not Path(left).exists()
        assert not Path(process.temporary).exists()
        assert Path(left).parent != Path(tempfile.gettempdir())
        deadline = time.monotonic() + 10
        while is_running(int(number)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not is_running(int(number))
    finally:
        with suppress(ProcessLookupError):
            os.kill(int(number), signal.SIGKILL)


def is_running(number: int) -> bool:
    """Neither gone nor waiting to be asked how it ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
