"""The other files of the directory: what an import from them brings in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import libcst as cst

from porter import source
from porter.facts import ClassInfo, Facts, FunctionInfo
from porter.kinds import Kind

if TYPE_CHECKING:
    from porter.facts import Scope
    from porter.rulebook import Rulebook


class Project:
    """Looks imports up in files below `root`; each file is read and evaluated once."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root
        self.classes: dict[str, ClassInfo] = {}
        self.functions: dict[str, FunctionInfo] = {}
        self._scopes: dict[Path, Scope | None] = {}
        self._files: dict[tuple[str, str], list[Path]] = {}

    def look_up(self, name: str, importer: str, book: Rulebook) -> Kind | None:
        """The kind of "TD3.TD3" or ".agents.Actor" where that is a file of the project."""
        module, _, member = name.rpartition(".")
        if not module.strip("."):
            module = module + "." if name.startswith(".") else module
        scope = self._scope(module, importer, book) if module else None
        if scope is None or member not in scope.names:
            return None
        return scope.names[member]

    def star(self, module: str, importer: str, book: Rulebook) -> dict[str, Kind]:
        """What `from module import *` brings in."""
        scope = self._scope(module, importer, book)
        return dict(scope.names) if scope is not None else {}

    def _scope(self, module: str, importer: str, book: Rulebook) -> Scope | None:
        key = (module, os.path.dirname(importer))
        if key not in self._files:
            self._files[key] = self._found(*key)
        path = next((p for p in self._files[key] if not _same(p, importer)), None)
        if path is None:
            return None
        if path not in self._scopes:
            self._scopes[path] = None  # an import cycle finds nothing
            self._scopes[path] = self._evaluate(path, book)
        return self._scopes[path]

    def _found(self, module: str, folder: str) -> list[Path]:
        """The files that a dotted module name may mean, seen from a file in this folder."""
        dots = len(module) - len(module.lstrip("."))
        parts = [p for p in module.lstrip(".").split(".") if p]
        if self.root is None or not parts:
            return []
        here = Path(folder)
        bases = [self.root, here]
        if dots:
            for _ in range(dots - 1):
                here = here.parent
            bases = [here]
        stems = [base.joinpath(*parts) for base in bases]
        paths = [p for stem in stems for p in (stem.with_suffix(".py"), stem / "__init__.py")]
        return [path for path in paths if path.is_file()]

    def _evaluate(self, path: Path, book: Rulebook) -> Scope | None:
        from porter.infer import Inference

        try:
            text = source.read(str(path)).text
            if source.parse_problem(text, str(path)) is not None:
                return None  # it is reported when it is converted itself
            tree = cst.parse_module(text)
        except (source.Unreadable, cst.ParserSyntaxError):
            return None
        inference = Inference(Facts(str(path), tree), book, self)
        inference.file()
        for function in inference.facts.functions.values():
            function.torch = inference.imports_torch
        self.classes.update(inference.facts.classes)
        self.functions.update(inference.facts.functions)
        return inference.module_scope


def _same(path: Path, other: str) -> bool:
    return os.path.realpath(path) == os.path.realpath(other)
