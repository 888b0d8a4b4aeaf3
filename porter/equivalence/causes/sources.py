"""The two programs' source texts: the line of a site, and what the port has otherwise."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from dataclasses import dataclass

from porter.equivalence.events import Site
from porter.linemap import LineMap


@dataclass(frozen=True)
class SourceFile:
    """A file of the original and its port, with the lines that belong together."""

    original: str
    port: str
    lines: LineMap


@dataclass(frozen=True)
class Otherwise:
    """A statement of the port that is not what it ought to be, and where it ought to come from.

    `wanted` is what porter writes for it. `found` is None where the port lacks it, `wanted` where
    nothing of the kind is in the original.
    """

    original: Site | None
    port: Site | None
    wanted: ast.stmt | None
    found: ast.stmt | None


@dataclass(frozen=True)
class Sources:
    """The files of both programs, as far as they are known."""

    files: tuple[SourceFile, ...] = ()

    def edits(self) -> Iterator[Otherwise]:
        """What somebody changed in a port that porter wrote."""
        for file in self.files:
            for edit in file.lines.edits:
                yield Otherwise(
                    Site(file.original, edit.original) if edit.original else None,
                    Site(file.port, edit.port) if edit.port else None,
                    _statement(edit.written),
                    _statement(edit.found),
                )

    def to_original(self, site: Site) -> Site | None:
        """The line of the original that a line of the port came from."""
        for file in self.files:
            line = file.lines.to_original(site.line) if file.port == site.path else None
            if line:
                return Site(file.original, line)
        return None

    def place(self, site: Site) -> str:
        """The class and function that a line stands in: "TD3.train"; "" outside of any."""
        for file in self.files:
            for path, statements in (
                (file.original, file.lines.original),
                (file.port, file.lines.port),
            ):
                for statement in statements if path == site.path else ():
                    if statement.first <= site.line <= statement.last:
                        return statement.place
        return ""


def text_at(site: Site) -> str:
    """The text of a line, without indentation; "" where the file cannot be read."""
    return linecache.getline(site.path, site.line).strip()


def _statement(text: str) -> ast.stmt | None:
    """The statement of an outline's text, which has `pass` for its body if it has one."""
    body = ast.parse(text).body
    return body[0] if body else None
