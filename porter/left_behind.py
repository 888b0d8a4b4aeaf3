"""Files that a converted file imports, and that stay with torch because they are not converted."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from porter import source
from porter.files import Job
from porter.findings import Finding, Severity
from porter.import_graph import module_files
from porter.jobs import Done
from porter.pipeline import Converted

_IMPORT = re.compile(
    r"^([ \t]*)(?:from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(\([^)]*\)|.*)|import[ \t]+(\w[\w. \t,]*))",
    re.M,
)
_TORCH = re.compile(r"^[ \t]*(?:from|import)[ \t]+torch\b", re.M)
_HINT = "convert a directory that holds both, with -o: it keeps the names that imports ask for"


class LeftBehind:
    """Finds them for the files of one command line."""

    def __init__(self, jobs: tuple[Job, ...]) -> None:
        self.converted = {os.path.realpath(job.path) for job in jobs if _keeps_its_name(job)}
        self.torch: dict[Path, bool] = {}

    def told(self, done: Done) -> Done:
        """The same with a note for each such import."""
        job, outcome = done.job, done.outcome
        if not isinstance(outcome, Converted) or not job.path.endswith(".py") or job.root is None:
            return done
        found = [f for match in _IMPORT.finditer(done.text) for f in self._findings(job, match)]
        if not found:
            return done
        findings = tuple(sorted({*outcome.findings, *found}))
        return replace(done, outcome=replace(outcome, findings=findings))

    def _findings(self, job: Job, match: re.Match[str]) -> Iterator[Finding]:
        line, column = match.string.count("\n", 0, match.start()) + 1, len(match[1]) + 1
        for path in _imported(match, os.path.dirname(job.path), job.root):
            if os.path.realpath(path) not in self.converted and self._uses_torch(path, job.root):
                name = os.path.relpath(path, job.root)
                message = f"{name} uses torch as well, and is not converted with this file"
                yield Finding(job.path, line, column, "N404", Severity.NOTE, message, _HINT)

    def _uses_torch(self, path: Path, root: Path | None) -> bool:
        """Whether the file, or a file of the project that it imports, imports torch."""
        path = path.resolve()
        if path not in self.torch:
            self.torch[path] = False  # an import cycle adds nothing
            try:
                text = source.read(str(path)).text
            except source.Unreadable:
                return False  # it is told where it is converted itself
            matches = _IMPORT.finditer(text)
            below = (p for m in matches for p in _imported(m, str(path.parent), root))
            here = _TORCH.search(text) is not None
            self.torch[path] = here or any(self._uses_torch(p, root) for p in below)
        return self.torch[path]


def _keeps_its_name(job: Job) -> bool:
    """Whether imports find the port: it is called like the original."""
    return job.output is not None and job.output.name == Path(job.path).name


def _imported(match: re.Match[str], folder: str, root: Path | None) -> list[Path]:
    """The files of the project that an import statement reads; of a package, its modules too."""
    if match[2] is None:
        names = [part.split()[0] for part in match[4].split(",") if part.strip()]
    else:
        members = re.findall(r"\w+", re.sub("#.*", "", match[3]))
        stem = match[2] if match[2].endswith(".") else f"{match[2]}."
        names = [match[2], *(stem + member for member in members)]
    found = (module_files(name, folder, root)[:1] for name in names)
    return list(dict.fromkeys(path for paths in found for path in paths))
