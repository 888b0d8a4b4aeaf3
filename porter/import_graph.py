"""Which files of a project import which: the files of one program, as far as the text tells."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

_TOPS = (".git", "pyproject.toml", "setup.py", "setup.cfg")  # what stands there
_MODULES = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+(.*)", re.M)
_IMPORT = re.compile(  # also over several lines, in brackets or behind backslashes
    r"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+import[ \t]*\([^)]*\)"
    r"|(?:from[ \t]+[\w.]+[ \t]+import|import)\b(?:.*\\\r?\n)*.*)",
    re.M,
)
_DEFINED = re.compile(r"^(?:(?:async[ ]+)?def[ ]+|class[ ]+)?(\w+)[ ]*(?=[(:=])", re.M)
_BETWEEN = re.compile(r"[ \t]*#.*|[()\\]|\s*\n\s*")
_BY_NAME = re.compile(r"import_module|__import__|hydra|instantiate|spec_from_file")
_QUOTED = re.compile(r"""["']([\w./]+)["']""")


def import_lines(text: str) -> str:
    """The lines of a file that may import something, each import on one line."""
    return "\n".join(_on_one_line(found) for found in _IMPORT.findall(text))


def _on_one_line(lines: str) -> str:
    inner = lines.lstrip()
    return lines[: len(lines) - len(inner)] + _BETWEEN.sub(" ", inner).strip()


def modules_of(text: str) -> set[str]:
    """The modules that the imports of a file may bring in; relative ones begin with dots."""
    return {name for found in _MODULES.findall(text) for name in _modules(*found)}


def _modules(base: str, names: str) -> Iterator[str]:
    """The modules that `from base import names` or `import names` may bring in."""
    if base:
        yield base
    for name in re.findall(r"([\w.]+)(?:[ \t]+as[ \t]+\w+)?", names.split("#")[0]):
        yield name if not base else f"{base}{name}" if base.endswith(".") else f"{base}.{name}"


def module_files(module: str, folder: str, root: Path | None) -> list[Path]:
    """The files that a dotted module name may mean, seen from a file in this folder."""
    dots = len(module) - len(module.lstrip("."))
    parts = [p for p in module.lstrip(".").split(".") if p]
    if root is None or not (parts or dots):
        return []
    here = Path(folder)
    between = [up for up in here.parents if root in up.parents]  # of a program that lies there
    tops = [root, *between, *_above(root)]
    bases = [root, here, *tops[1:], *(src for top in tops for src in _sources_of(top))]
    if dots:
        for _ in range(dots - 1):
            here = here.parent
        bases = [here]
    stems = [os.path.join(base, *parts) for base in bases]
    paths = (p for stem in stems for p in (f"{stem}.py", os.path.join(stem, "__init__.py")))
    return [Path(path) for path in paths if os.path.isfile(path)]


@lru_cache(maxsize=64)
def _sources_of(top: Path) -> tuple[Path, ...]:
    """`src`, where many projects keep their packages: an installed project has them at the top."""
    return (top / "src",) if (top / "src").is_dir() else ()


@lru_cache(maxsize=4)
def _above(root: Path) -> tuple[Path, ...]:
    """The directories from here to the top of the repository, if this is a part of one."""
    here = root.resolve()
    folders = (here, *here.parents)
    tops = (n for n, at in enumerate(folders) if any(Path(at, name).exists() for name in _TOPS))
    return folders[1 : next(tops, 0) + 1]


def top_of(root: Path) -> Path:
    """The top of the repository that a directory is a part of; itself, if of none."""
    return (root.resolve(), *_above(root))[-1]


def module_name(path: Path) -> str:
    """What an import calls a file: a package by its folder."""
    return path.parent.name if path.stem == "__init__" else path.stem


def imports_of(path: Path) -> re.Pattern[str]:
    """What a line that imports a file looks like."""
    stem = re.escape(module_name(path))
    package = r"|from\s+\.+\s" if path.stem == "__init__" else ""  # `from .. import DEVICE`
    return re.compile(
        rf"^\s*(from\s+[\w.]*\b{stem}\s|(from.*)?import\s.*\b{stem}\b{package})", re.M
    )


def naming(text: str, handed_on: str) -> re.Pattern[str]:
    """What names something that a file defines at its top, by the lines of a package that hand it
    on: any text, where these give names of their own."""
    names = _DEFINED.findall(text)
    return re.compile("" if re.search(r"\bas\b", handed_on) else rf"\b(?:{'|'.join(names)})\b")


class ImportGraph:
    """For each file of a project the files that it may import.

    `imports` are the files with their import lines, `texts` with all that is in them. An import
    means the file that Python would find beside the importer, or from the top of the project. One
    that finds none there, but whose first part a file of the project has for its name, means all
    files of that name (the program may change `sys.path`). So does a name in quotes, where modules
    are imported by their names.
    """

    def __init__(
        self,
        imports: Iterable[tuple[Path, str]],
        root: Path,
        texts: Mapping[Path, str] = MappingProxyType({}),
    ) -> None:
        self._root = root
        self._lines = dict(imports)
        self._texts = texts
        self._by_name: dict[str, list[Path]] = {}
        for path in self._lines:
            self._by_name.setdefault(module_name(path), []).append(path)
        folders = (part for path in self._lines for part in path.relative_to(root).parts[:-1])
        self._own = {*self._by_name, *folders}
        self.imported = {path: self._of(path) for path in self._lines}

    def reached(self, main: Path) -> set[Path]:
        """A file and all that it imports, and they import."""
        found, open_ = set[Path](), [main]
        while open_:
            one = open_.pop()
            if one not in found:
                found.add(one)
                open_ += self.imported[one]
        return found

    def _of(self, path: Path) -> list[Path]:
        found: dict[Path, None] = {}
        lines = self._lines[path]
        for module in modules_of(lines):
            found.update(dict.fromkeys(self._meant(module, path)))
        text = self._texts.get(path, "")
        if _BY_NAME.search(text):
            words = {w for quoted in _QUOTED.findall(text) for w in re.split("[./]", quoted)}
            found.update((file, None) for word in words for file in self._by_name.get(word, ()))
        found.pop(path, None)
        return [one for one in self._lines if one in found]

    def _meant(self, module: str, importer: Path) -> Iterator[Path]:
        parts = [part for part in module.lstrip(".").split(".") if part]
        if module[:1] != "." and parts[0] not in self._own:
            return  # a library's
        files = module_files(module, os.path.dirname(importer), self._root)
        known = [file for file in files if file in self._lines]
        for file in known:
            yield file
            yield from self._packages(file)
        if not files and module[:1] != ".":
            yield from self._by_name.get(parts[-1], ())

    def _packages(self, file: Path) -> Iterator[Path]:
        """Those that are loaded on the way to a module."""
        for folder in file.relative_to(self._root).parents:
            package = self._root / folder / "__init__.py"
            if package in self._lines:
                yield package
