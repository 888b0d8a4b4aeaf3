"""A run over all files: read, lint, change what is wanted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from porter import source, terminal
from porter.linter import documents, paths
from porter.linter.documents import Document
from porter.linter.finding import Finding
from porter.linter.settings import Settings

Change = Callable[[str, Callable[[str], tuple[Finding, ...]]], str]  # code and lint: new code


class UsageError(Exception):
    """Something is wrong with the command line."""


def lint(given: list[str], settings: Settings, quiet: bool = False) -> Iterator[Document]:
    """Each file, linted. Raises UsageError for a path that isn't there."""
    for name in given:
        if name != "-" and not Path(name).exists():
            raise UsageError(f"{name}: no such file or directory")
    if "-" in given:
        if len(given) > 1:
            raise UsageError("- (standard input) cannot be combined with other paths")
        yield documents.read(source.STDIN, settings)
        return
    found = list(paths.find(given, settings))
    read = (documents.read(str(path), settings) for path in found)
    yield from terminal.progress(read, len(found), "linting", quiet)


@dataclass(frozen=True)
class Changed:
    """A document before and after; `after.text` is what the file gets."""

    before: Document
    after: Document

    def diff(self) -> str:
        """The change as a unified diff."""
        import difflib

        old, new = (d.text.splitlines(keepends=True) for d in (self.before, self.after))
        rows = difflib.unified_diff(old, new, self.before.path, self.before.path)
        return "".join(
            r if r.endswith("\n") else f"{r}\n\\ No newline at end of file\n" for r in rows
        )

    def write(self) -> None:
        """Write the file, or to standard output what came from standard input."""
        data = self.after.text.encode(self.after.encoding)
        if self.after.path == source.STDIN:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        elif self.after.text != self.before.text:
            source.write(Path(os.path.realpath(self.after.path)), data, self.after.mode)


def changed(document: Document, change: Change, settings: Settings) -> Changed:
    """What a change of the code makes of a document, linted again."""
    if not any(not finding.suppressed for finding in document.found):
        return Changed(document, document)
    code = change(document.code, lambda code: documents.lint(document, code, settings))
    if code == document.code:
        return Changed(document, document)
    after = replace(document, text=document.rewritten(code))
    return Changed(document, documents.check(after, settings))
