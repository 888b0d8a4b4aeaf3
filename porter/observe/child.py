"""The process that the program runs in: `python -m porter.observe.child ORDERS`.

What was seen is written when the process ends, however it does that: by itself, by os._exit, or
because it is enough. A process that it forks writes its own.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from porter.equivalence.sides.program import ownership
from porter.evidence.file import save
from porter.observe.describe import Describer
from porter.observe.hook import Hook
from porter.observe.recorder import Recorder


@dataclass(frozen=True)
class Orders:
    """What is run, and for how long. Paths are absolute."""

    script: str
    arguments: tuple[str, ...]
    root: str  # the folder of the program's own files
    parts: str  # the folder that processes write to what they saw
    updates: int | None = None
    seconds: float = 0.0  # 0 is no limit


_TICK = 0.2  # seconds
ENOUGH = "enough"  # a file in the folder of parts: a limit was reached


class Observed:
    """This process."""

    def __init__(self, orders: Orders) -> None:
        self.orders = orders
        self.root = os.path.realpath(orders.root)
        self.is_own = ownership(Path(self.root))
        self.recorder = Recorder(Describer(self.file_of))
        self.hook = Hook(self.recorder, self.file_of)
        self.exit, self.main = os._exit, os.getpid()

    def file_of(self, path: str) -> str | None:
        """The name of a file of the program's own."""
        path = os.path.realpath(path)
        return Path(os.path.relpath(path, self.root)).as_posix() if self.is_own(path) else None

    def begin(self) -> None:
        """What ends the process writes first what was seen."""
        atexit.register(self.write)
        os._exit = self.leave  # type: ignore[assignment]
        os.register_at_fork(after_in_child=self.recorder.forget)
        self.hook.install()
        if self.orders.seconds:
            threading.Thread(target=self._wait, daemon=True).start()
        if self.orders.updates:
            self._count()

    def _wait(self) -> None:
        """Until the time is over, without what the import of torch takes: that may be all of it."""
        left = self.orders.seconds
        while left > 0:
            time.sleep(min(left, _TICK))
            left -= 0.0 if _imports_torch() else _TICK
        self.enough()

    def _count(self) -> None:
        """The updates, by torch's own hook behind each step of an optimizer."""
        counter = count(1)

        def counted(*_: Any) -> None:
            if os.getpid() == self.main and next(counter) == self.orders.updates:
                self.enough()

        from torch.optim.optimizer import register_optimizer_step_post_hook

        register_optimizer_step_post_hook(counted)

    def enough(self) -> NoReturn:
        """A limit is reached: the program ends here and now."""
        Path(self.orders.parts, ENOUGH).touch()
        self.leave(0)

    def leave(self, code: int) -> NoReturn:
        """os._exit, for the program too."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        self.write()
        self.exit(code)

    def write(self) -> None:
        """What this process saw."""
        with suppress(OSError):  # whoever asked for it is gone
            save(self.recorder.evidence(), Path(self.orders.parts, f"{os.getpid()}.json"))

    def run(self) -> int:
        """As `python script arguments` does; the exit code."""
        script = self.orders.script
        sys.argv = [script, *self.orders.arguments]
        sys.path[0] = str(Path(script).parent)
        module = ModuleType("__main__")
        vars(module).update(__file__=script, __builtins__=__builtins__, __cached__=None)
        if script.endswith(".ipynb"):
            vars(module)["display"] = print  # what a notebook has without an import
        sys.modules["__main__"] = module
        try:
            exec(self.hook.code(Path(script).read_bytes(), script), vars(module))
        except Exception as error:
            frames = error.__traceback__
            while frames is not None and _is_ours(frames.tb_frame.f_code.co_filename):
                frames = frames.tb_next
            traceback.print_exception(type(error), error, frames)
            return 1
        return 0


def _imports_torch() -> bool:
    """Whether torch is being imported."""
    spec = getattr(sys.modules.get("torch"), "__spec__", None)
    return bool(getattr(spec, "_initializing", False))


def _is_ours(path: str) -> bool:
    return path.startswith((str(Path(__file__).parent), "<frozen importlib"))


def main() -> None:
    """Run the program of the orders."""
    orders = json.loads(Path(sys.argv[1]).read_bytes())
    observed = Observed(Orders(**{**orders, "arguments": tuple(orders["arguments"])}))
    observed.begin()
    sys.exit(observed.run())


if __name__ == "__main__":
    main()
