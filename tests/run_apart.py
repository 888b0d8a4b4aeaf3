"""Run programs in copies of one process that has imported a framework: `run_apart.py FRAMEWORK`.

Each line of the input is a program's path. It runs in its folder, as `python main.py` there does;
the answer is a line of JSON: what it printed, and its last words if it stopped. Importing
TensorFlow takes longer than most of these programs.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import signal
import sys
import tempfile
import traceback
from pathlib import Path


def run(program: Path) -> dict[str, str]:
    with tempfile.TemporaryFile("w+") as printed, tempfile.TemporaryFile("w+") as words:
        child = os.fork()
        if not child:
            _become(program, printed.fileno(), words.fileno())
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        words.seek(0)
        last = words.read()[-2000:] or f"status {status}"
        return {"printed": printed.read(), "stopped": last if status else ""}


def _become(program: Path, printed: int, words: int) -> None:
    """This copy runs the program, and ends."""
    os.dup2(printed, 1)
    os.dup2(words, 2)
    os.chdir(program.parent)
    signal.alarm(300)  # none takes half a minute
    sys.path[0], sys.argv = str(program.parent), [str(program)]
    code = 0
    try:
        runpy.run_path(str(program), run_name="__main__")
    except BaseException:  # also sys.exit(): any end but the last line is told
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    importlib.import_module(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(run(Path(line.strip()))), flush=True)
