"""What was found by an earlier call: a phase whose files and arguments are the same is done."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from porter import source


@dataclass(frozen=True)
class Ratio:
    """The time of a phase of the program, in that of the original."""

    phase: str
    times: float


@dataclass(frozen=True)
class Verdict:
    """What a check found at a line: "equal", a "divergence", or the likely "cause" of one."""

    path: str  # of a notebook with the cell: nb.ipynb:cell 3
    line: int
    status: str
    text: str = ""


@dataclass(frozen=True)
class Done:
    """How a phase ended: "done", "left" (something is left to do), "partial" (something is left
    where the run never came), "failed" or "skipped"."""

    phase: str
    outcome: str
    line: str  # of the screen
    text: str = ""  # all that it has to say
    drift: tuple[float, ...] = ()  # of a check: the error after each update …
    tolerance: float = 0.0  # … and what is allowed
    ratios: tuple[Ratio, ...] = ()  # of a bench
    verdicts: tuple[Verdict, ...] = ()  # of a check

    @property
    def goes_on(self) -> bool:
        """Whether the next phase has what it needs."""
        return self.outcome in ("done", "skipped", "partial")


class State:
    """Phases by their names, each with a hash of all that it depends on; a file beside the port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "state.json"
        self._known: dict[str, dict[str, Any]] = {}
        with suppress(OSError, ValueError):
            known = json.loads(self.path.read_bytes())
            self._known = known if isinstance(known, dict) else {}

    def done(self, phase: str, key: str) -> Done | None:
        """The outcome of a phase for the same files, if it went well."""
        found = self._known.get(phase)
        if not isinstance(found, dict) or found.get("key") != key:
            return None
        with suppress(KeyError, TypeError, ValueError):  # somebody else wrote it
            outcome, line, text = (str(found[name]) for name in ("outcome", "line", "text"))
            ratios = (Ratio(str(one["phase"]), float(one["times"])) for one in found["ratios"])
            drift = tuple(float(error) for error in found["drift"])
            verdicts = tuple(_verdict(one) for one in found["verdicts"])
            allowed = float(found["tolerance"])
            return Done(phase, outcome, line, text, drift, allowed, (*ratios,), verdicts)
        return None

    def keep(self, done: Done, key: str) -> None:
        """Remember it. Raises OSError."""
        self._known[done.phase] = {**asdict(done), "key": key}
        source.write(self.path, json.dumps(self._known, indent=1).encode())


def _verdict(kept: dict[str, Any]) -> Verdict:
    path, status, text = (str(kept[name]) for name in ("path", "status", "text"))
    return Verdict(path, int(kept["line"]), status, text)


def key(files: list[Path], *others: object) -> str:
    """Of the texts of files, and of what was asked for."""
    found = hashlib.sha256(repr(others).encode())
    for path in sorted(files):
        found.update(b"\0" + path.name.encode("utf-8", "surrogateescape") + b"\0")
        with suppress(OSError):
            found.update(path.read_bytes())
    return found.hexdigest()
