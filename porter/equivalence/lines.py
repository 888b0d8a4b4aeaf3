"""Which line of the original a line of the port came from, for whole projects."""

from __future__ import annotations

import ast
from pathlib import Path

from porter.equivalence.causes import SourceFile, Sources
from porter.equivalence.events import Site
from porter.equivalence.twin import CouldNotRun
from porter.linemap import LineMap, line_map
from porter.source import Unreadable, read


class ProjectLines:
    """The line maps of a program's files, made as they are needed.

    A port's file has the name of its original, or that name with "_tf", in the same place.
    """

    def __init__(self, original: Path, port: Path) -> None:
        self.roots = original.resolve().parent, port.resolve().parent
        self.files: dict[str, Path | None] = {str(port.resolve()): original.resolve()}
        self.maps: dict[str, LineMap] = {}
        self.starts: dict[str, dict[int, int]] = {}

    def read(self) -> None:
        """Read the two scripts. Raises CouldNotRun where one can't be read or is no Python."""
        [(port, original)] = self.files.items()
        for path in (port, str(original)):
            _parse(path)

    def sources(self) -> Sources:
        """The files that have been asked for so far, to be shown side by side."""
        return Sources(
            tuple(
                SourceFile(str(self.files[port]), port, lines)
                for port, lines in sorted(self.maps.items())
            )
        )

    def to_original(self, site: Site) -> Site | None:
        """The original's line, or None for porter's own lines and for files without an original."""
        path = self.original_of(site.path)
        if path is None:
            return None
        line = self.map_of(site.path, path).to_original(site.line)
        return None if line is None else Site(str(path), line)

    def statement(self, site: Site) -> Site:
        """The first line of the original's statement that a line is of: a line map knows where a
        statement came from, not where in it."""
        if site.path not in self.starts:
            self.starts[site.path] = _starts(site.path)
        return Site(site.path, self.starts[site.path].get(site.line, site.line))

    def original_of(self, port: str) -> Path | None:
        if port not in self.files:
            relative = Path(port).relative_to(self.roots[1])
            plain = relative.with_name(relative.stem.removesuffix("_tf") + relative.suffix)
            beside = [self.roots[0] / name for name in (relative, plain)]
            self.files[port] = next((p for p in beside if p.is_file() and str(p) != port), None)
        return self.files[port]

    def map_of(self, port: str, original: Path) -> LineMap:
        if port not in self.maps:
            self.maps[port] = line_map(original, Path(port), self.roots[0])
        return self.maps[port]


def _parse(path: str) -> None:
    try:
        ast.parse(read(path).text, path)
    except Unreadable as problem:
        raise CouldNotRun(f"{path}: {problem.message}; {problem.hint}") from None
    except SyntaxError as problem:
        raise CouldNotRun(f"{path}:{problem.lineno}: {problem.msg}") from None


def _starts(path: str) -> dict[int, int]:
    """For each line of a file that a statement goes on to, the line that it begins at."""
    found: dict[int, int] = {}
    for node in ast.walk(ast.parse(read(path).text)):
        if isinstance(node, ast.stmt) and not isinstance(node, ast.Match):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            found.update((line, node.lineno) for line in range(node.lineno + 1, end + 1))
    return found
