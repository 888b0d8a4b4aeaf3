"""Files that the observed run did not import: an error there need not stop what did run.

Their ports stay as far as they came, for people to finish, and raise where something imports them:
no result of a run can rest on them.
"""

from __future__ import annotations

import ast
import io
from dataclasses import replace
from pathlib import Path

from porter.evidence.model import Evidence
from porter.evidence.statements import is_marked
from porter.findings import Finding
from porter.jobs import Done
from porter.outline import first_line
from porter.partial import NOT_PORTED
from porter.pipeline import Converted


class Unloaded:
    """Which files these are, by the evidence of a run of `script`."""

    def __init__(self, evidence: Evidence, root: Path, script: Path) -> None:
        self.evidence, self.root = evidence, root.resolve()
        name = self.name(str(script))
        main = evidence.files.get(name) if name is not None else None
        self.is_known = main is not None and main.ran is not None

    def name(self, path: str) -> str | None:
        """A file's name in evidence."""
        try:
            return Path(path).resolve().relative_to(self.root).as_posix()
        except (ValueError, OSError):
            return None

    def has(self, done: Done) -> bool:
        """Whether the run did not import a file. Notebooks can't raise, and are not among them."""
        name = self.name(done.job.path) if self.is_known else None
        return name is not None and name.endswith(".py") and name not in self.evidence.files

    def raising(self, done: Done, error: Finding) -> Done:
        """The file's port, which raises when it is imported. Where there is none, only that."""
        where = f"{self.name(done.job.path)}:{error.line}"
        why = f"{NOT_PORTED}{error.code} {where}: the observed run did not import this file"
        statement, outcome = f"raise NotImplementedError({why!r})", done.outcome
        if not isinstance(outcome, Converted):
            return replace(done, data=f"{statement}\n".encode())
        output, added = raising(outcome.output, statement)
        lines = tuple((a, b + (added is not None and b >= added)) for a, b in outcome.lines)
        data = output.encode(done.encoding, "backslashreplace")  # of a name, in a string
        left = outcome.ported + outcome.left  # none of them is reached
        outcome = replace(outcome, output=output, lines=lines, ported=0, left=left)
        return replace(done, outcome=outcome, data=data)


def raising(text: str, statement: str) -> tuple[str, int | None]:
    """A module that begins with this statement, and its line if that is a new one. What has to
    stand above it does: the docstring, and imports from __future__."""
    lines = list(io.StringIO(text, newline=""))  # as Python counts them
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    first = next((node for node in ast.parse(text).body if is_marked(node)), None)
    if first is None:
        last = "" if not text or text.endswith(("\n", "\r")) else end
        return f"{text}{last}{statement}{end}", len(lines) + 1
    number = first_line(first)
    if first.col_offset == 0:
        lines.insert(number - 1, f"{statement}{end}")
        return "".join(lines), number
    line = lines[number - 1].encode()  # it stands behind the docstring
    before, behind = line[: first.col_offset].decode(), line[first.col_offset :].decode()
    lines[number - 1] = f"{before}{statement}; {behind}"
    return "".join(lines), None
