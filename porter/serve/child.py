"""The process that runs the user's programs: it converts, then checks or measures.

Orders come as JSON on standard input. What is done, and how it ended, goes to standard output, a
line of JSON each: {"at": …} while a phase runs, {"phase": HTML} behind it, {"error": …}.
"""

from __future__ import annotations

import json
import signal
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from porter.files import UsageError, beside
from porter.html_report.page import phase_html
from porter.port.run import Port, Wanted
from porter.pyproject import SettingsError
from porter.rulebook import RuleError
from porter.serve.workspace import CannotOpen, Workspace


def main() -> None:
    """One run. A signal ends it, and with it the programs."""
    signal.signal(signal.SIGTERM, _ended)
    orders = json.load(sys.stdin)
    with TemporaryDirectory(prefix="porter-serve-") as folder:
        try:
            _run(orders, Path(folder).resolve())
        except (CannotOpen, UsageError, RuleError, SettingsError, OSError) as error:
            _say(error=str(error))
        except ModuleNotFoundError as missing:
            _say(error=f"{missing.name} is not installed: pip install 'porter-rl[check]'")


def _run(orders: dict[str, Any], folder: Path) -> None:
    root = Path(orders["root"]) if orders["root"] else None
    workspace, name = Workspace(root, orders["only"]), orders["name"]
    top = folder / "original"
    script = workspace.copied(top, name, orders["text"])
    whole = root is not None and not workspace.only and name in workspace.names()
    output = beside(script)
    if not whole:
        output.unlink(missing_ok=True)  # a link to the user's own port
        (script.parent / "torch_compat.py").unlink(missing_ok=True)
    wanted = Wanted(
        top if whole else script, script, folder / "port" if whole else output,
        tuple(orders["arguments"]), orders["updates"], rules=workspace.rules,
    )  # fmt: skip
    port = Port(wanted, lambda what: _say(at=what))
    phases = (port.convert, {"check": port.check, "bench": port.bench}[orders["kind"]])
    for phase in phases:
        done = phase()
        text = done.text.replace(f"{top}/", "").replace(f"{folder}/port/", "port/")
        _say(phase=phase_html(replace(done, text=text)))
        if not done.goes_on:
            return


def _say(**what: str) -> None:
    print(json.dumps(what), flush=True)


def _ended(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    main()
