"""Run programs one after the other in this process: `run_programs.py FILE...` prints, as JSON,
what each printed and how it stopped."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import traceback
import types
from pathlib import Path

import torch


def run(path: Path) -> dict[str, str]:
    """What the program printed, and the error that stopped it, "" if none did."""
    printed, stopped = io.StringIO(), ""
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    module.__file__ = str(path)
    source = path.read_text(encoding="utf-8")
    torch.set_grad_enabled(True)  # a program before may have left it off
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(source, str(path), "exec"), module.__dict__)
    except Exception:  # a program may stop by any error: that is what is asked
        stopped = traceback.format_exc()
    return {"printed": printed.getvalue(), "stopped": stopped}


if __name__ == "__main__":
    results = {path: run(Path(path)) for path in sys.argv[1:]}
    sys.stdout.write(json.dumps(results))
