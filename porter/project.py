"""The other files of the directory: what an import from them brings in."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import libcst as cst

from porter import import_graph, source
from porter.codegen import module_code
from porter.evidence.places import nodes_seen
from porter.facts import ClassInfo, Facts, FunctionInfo
from porter.infer.hydra import Configurations
from porter.kinds import Kind, Named, Unknown, join
from porter.moves import without_moves
from porter.parsing import parsed
from porter.verbatim import original_texts, with_texts

if TYPE_CHECKING:
    from porter.evidence.model import Evidence, Seen
    from porter.facts import Scope
    from porter.rulebook import Rulebook


_LIBRARY = 6  # what more files import is a library: they are not all read to tell what they pass
_CHAIN = 25  # files that import one another are followed so far: Python's stack has an end
_MANY = 300  # files of a project that are looked at
_LINES = 30_000  # of other files that are evaluated for one: what more they import is a library
_LATER = re.compile(r"^[ \t].*", re.M)  # in a function, or on a condition
_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_FREEZING = re.compile(
    r"\.requires_grad(?:_\(|\s*=)(?!=)\s*(?!True\b|\))|Parameter\(.*requires_grad=(?!True)|from_pretrained\(|\.add_param_group\("
)
_TORCH = re.compile(r"\btorch\b")
_QUOTED = re.compile(r"""["'](\w+)["']""")


class Project:
    """Looks imports up in files below `root`; each file is read and evaluated once."""

    def __init__(
        self, root: Path | None = None, evidence: Evidence | None = None, decides: bool = False
    ) -> None:
        self.root, self.evidence = root, evidence
        self.seen: dict[cst.CSTNode, Seen] = {}  # what a run showed of the trees' expressions
        self.decided_by: dict[cst.CSTNode, Seen] = self.seen if decides else {}
        self.classes: dict[str, ClassInfo] = {}
        self.functions: dict[str, FunctionInfo] = {}
        self.configurations = Configurations(root)
        self._given: dict[str, dict[str, dict[str, Kind]]] = {}  # by caller, function, parameter
        self._scopes: dict[Path, Scope | None] = {}
        self._depth = 0  # of the files that are being evaluated, each for another's import
        self._lines = 0  # of the files that were evaluated for the one at hand
        self._facts: dict[Path, Facts] = {}  # of the files that were evaluated
        self._trees: dict[str, cst.Module] = {}  # of the texts that were evaluated
        self._texts: dict[cst.Module, str] = {}  # that trees were evaluated of
        self._parsed: tuple[cst.Module | None, str] = None, ""  # the tree that was asked for last
        self._path = ""  # … and its file
        self._files: dict[tuple[str, str], list[Path]] = {}
        self._users: dict[Path, list[Path]] = {}  # by the file that they import
        self._beside: dict[str, list[Path]] = {}  # the other files of its programs
        self._real: dict[str, str] = {}  # asked of the file system once

    def look_up(self, name: str, importer: str, book: Rulebook) -> Kind | None:
        """The kind of "TD3.TD3" or ".agents.Actor" where that is a file of the project."""
        module, _, member = name.rpartition(".")
        if not module.strip("."):
            module = module + "." if name.startswith(".") else module
        scope = self._scope(module, importer, book) if module else None
        if scope is None or member not in scope.names:
            return None
        return self._from_here(scope.names[member], module, importer)

    def _from_here(self, kind: Kind, module: str, importer: str) -> Kind:
        """`from . import agents` of the package rl is rl.agents for who imports rl."""
        if not isinstance(kind, Named) or not kind.name.startswith("."):
            return kind
        names = (f"{package}{kind.name}" for package in (module, module.rpartition(".")[0]))
        found = (n for n in names if self._meant(n, os.path.dirname(importer)))
        return Named(next(found, kind.name))

    def star(self, module: str, importer: str, book: Rulebook) -> dict[str, Kind] | None:
        """What `from module import *` brings in; None if that file can't be read."""
        scope = self._scope(module, importer, book)
        if scope is None:
            return None
        return {n: self._from_here(kind, module, importer) for n, kind in scope.names.items()}

    # -- what other files pass
    def callers(self, path: str, book: Rulebook) -> dict[str, dict[str, Kind]]:
        """What the files that import this one pass to its functions, by their parameters."""
        importers = list(islice(self._importers(Path(path)), _LIBRARY + 1))
        if len(importers) > _LIBRARY:
            return {}
        for importer in importers:
            self._scope_of(importer, book)
        home, found = f"{self._real_path(path)}:", dict[str, dict[str, Kind]]()
        for importer in importers:
            for name, kinds in self._given.get(self._real_path(str(importer)), {}).items():
                if name.startswith(home):
                    known = found.setdefault(f"{path}:{name.removeprefix(home)}", {})
                    for parameter, kind in kinds.items():
                        known[parameter] = join(known.get(parameter, kind), kind)
        return {
            name: {p: kind for p, kind in kinds.items() if not isinstance(kind, Unknown)}
            for name, kinds in found.items()
        }

    def is_library(self, path: str) -> bool:
        """Whether so many files import this one that callers() asks none of them."""
        return len(list(islice(self._importers(Path(path)), _LIBRARY + 1))) > _LIBRARY

    @property
    def evaluated(self) -> list[Facts]:
        """What is known of the files that were read for the sake of others."""
        return list(self._facts.values())

    def importers(self, path: str) -> list[Facts]:
        """What is known of the files that import this one, once callers() has asked them."""
        return [self._facts[p] for p in self._importers(Path(path)) if p in self._facts]

    def foreign(self, path: str, module: str) -> bool:
        """Whether a module is no file of the project, seen from one of its files."""
        return not self._meant(module, os.path.dirname(path))

    def beside(self, path: str) -> frozenset[str]:
        """The names in files that have all of this one by `import *`, also from one another."""
        if self.root is None or not any("import *" in imports for _, imports in self._imports):
            return frozenset()
        imports, texts = dict(self._imports), dict(self._sources)
        found, open_ = dict[Path, None](), [Path(path)]
        while open_:
            one = open_.pop()
            star = re.compile(
                rf"^\s*from\s+[\w.]*\b{re.escape(import_graph.module_name(one))}\s+import\s*\*",
                re.M,
            )
            new = [p for p in self._direct(one) if p not in found and star.search(imports[p])]
            found.update(dict.fromkeys(new))
            open_ += new
        readers = {*found, *chain(*map(self._direct, found))}
        words = (_WORD.findall(texts[one]) for one in readers if not self._same(one, path))
        return frozenset(chain(*words))

    def passed(self, by: str, function: FunctionInfo, given: Iterable[tuple[str, Kind]]) -> None:
        """A file calls a function of another one with these arguments."""
        if function.home is None:
            return
        path = function.home.path
        name = f"{self._real_path(path)}{function.name.removeprefix(path)}"
        known = self._given.setdefault(self._real_path(by), {}).setdefault(name, {})
        for parameter, kind in given:
            known[parameter] = join(known[parameter], kind) if parameter in known else kind

    def _importers(self, path: Path) -> Iterator[Path]:
        """The other files that may import this one, also from a package that hands it on."""
        found: dict[Path, None] = {}
        for importer in self._direct(path):
            found[importer] = None
            if importer.stem == "__init__":
                found.update(dict.fromkeys(self._through(importer, path)))
        yield from (one for one in found if not self._same(one, str(path)))

    def _through(self, package: Path, path: Path) -> list[Path]:
        """The files that import a package and name what one of its files defines; of a package
        that many import all, which makes it a library."""
        texts, users = dict(self._sources), self._direct(package)
        if len(users) > 2 * _LIBRARY:
            return users
        ours = (text for one, text in texts.items() if self._same(one, str(path)))
        wanted = import_graph.naming(next(ours, ""), dict(self._imports)[package])
        return [user for user in users if wanted.search(texts[user])]

    def _direct(self, path: Path) -> list[Path]:
        if path not in self._users:
            self._users[path] = [*self._importing(path)]
        return self._users[path]

    def _importing(self, path: Path) -> Iterator[Path]:
        if self.root is None:
            return
        wanted = import_graph.imports_of(path)
        for other, imports in self._imports:
            if self._same(other, str(path)):
                continue
            if "hydra" in imports or (
                wanted.search(imports) and self._brings(other, imports, path)
            ):
                yield other  # hydra builds from any file

    def _brings(self, importer: Path, imports: str, path: Path) -> bool:
        """Whether the lines import this file, and no other one of its name."""
        named = import_graph.modules_of(imports)
        files = (self._meant(name, str(importer.parent)) for name in named)
        return any(found and self._same(found[0], str(path)) for found in files)

    def mentions(self, attribute: str, path: str) -> bool:
        """Whether another file than this one has an attribute of that name in it."""
        wanted = re.compile(rf"\.{re.escape(attribute)}\b")
        return self.root is not None and any(
            wanted.search(text) and not self._same(other, path) for other, text in self._sources
        )

    def says(self, word: str, path: str) -> bool:
        """Whether another file of a program with this one has that word in it."""
        return self.root is not None and self._linked(path, re.compile(rf"\b{re.escape(word)}\b"))

    def quoted(self) -> frozenset[str]:
        """The words that stand in quotes, in any file."""
        found = (_QUOTED.findall(text) for _, text in (self._sources if self.root else ()))
        return frozenset(chain(*found))

    def shares(self, attribute: str, path: str) -> bool:
        """The same of files that may run in one program with this one: an import links them."""
        wanted = re.compile(rf"\.{re.escape(attribute)}\b")
        return self.mentions(attribute, path) and self._linked(path, wanted)

    def reads(self, attribute: str, path: str) -> bool:
        """Whether such a file does more with an attribute than setting it."""
        wanted = re.compile(rf"\.{re.escape(attribute)}\b(?!\s*=[^=])")
        return self.mentions(attribute, path) and self._linked(path, wanted)

    def touches(self, attribute: str, cls: str, path: str) -> bool:
        """Whether such a file may use an attribute of the class's objects, or inherit from it."""
        used = rf"(?<!\bself)\.{attribute}\b(?!\s*\()|[\"']{attribute}[\"']"
        wanted = re.compile(rf"{used}|class\s[^:]*\b{cls}\b")
        return self.root is not None and self._linked(path, wanted)

    def texts(self, path: str) -> tuple[str, ...]:
        """The texts of the other files of a program with this one."""
        if self.root is None:
            return ()
        texts = dict(self._sources)
        return tuple(texts[one] for one in self._together(path))

    def together(self, path: str) -> frozenset[str]:
        """The real paths of the other files that run in one program with this one."""
        if self.root is None:
            return frozenset()
        return frozenset(self._real_path(str(one)) for one in self._together(path))

    def freezes(self, path: str) -> bool:
        """Whether another file of such a program may freeze parameters."""
        return self.root is not None and self._linked(path, _FREEZING)

    def has_torch(self, path: str) -> bool:
        """Whether another file of such a program names torch."""
        return self.root is not None and self._linked(path, _TORCH)

    def _linked(self, path: str, wanted: re.Pattern[str]) -> bool:
        """Whether a file that runs in one program with this one has a text in it: what a program
        imports does. Two programs that import the same file have nothing to do with each other."""
        texts = dict(self._sources)
        return any(wanted.search(texts[one]) for one in self._together(path))

    def _together(self, path: str) -> list[Path]:
        if path not in self._beside:
            same = {one for one in self._graph.imported if self._same(one, path)}
            ours = [program for program in self._programs if program & same]
            self._beside[path] = sorted({*chain(*ours)} - same)
        return self._beside[path]

    @cached_property
    def _programs(self) -> list[set[Path]]:
        """Each file with all that it imports, and they import."""
        return [self._graph.reached(one) for one in self._graph.imported]

    @cached_property
    def _graph(self) -> import_graph.ImportGraph:
        """The files of the project that each of them may import."""
        return import_graph.ImportGraph(self._imports, self.root or Path(), dict(self._sources))

    def loads(self, wanted: re.Pattern[str], path: str) -> bool:
        """Whether a file that this one imports at its top, or one that does in turn, has a text."""
        if self.root is None:
            return False
        texts = dict(self._sources)
        ours = (one for one in self._loaded.imported if self._same(one, path))
        loaded = (self._loaded.reached(one) - {one} for one in ours)
        return any(wanted.search(texts[one]) for one in chain(*loaded))

    def begins(self, path: str) -> bool:
        """Whether a program may begin with this file, or with one that does not use torch."""
        names = dict(self._sources) if self.root else {}
        this = next((one for one in names if self._same(one, path)), None)
        if this is None or "__main__" in names[this]:
            return True
        importers = {one for one, others in self._graph.imported.items() if this in others}
        loaded = {one for one in importers if this in self._loaded.imported[one]}
        ported = {one for one in loaded if "torch" in names[one]}
        return not ported or ported != importers or not ported.isdisjoint(self._graph.reached(this))

    @cached_property
    def _loaded(self) -> import_graph.ImportGraph:
        """Those of them that it imports when it is imported itself."""
        at_top = ((path, _LATER.sub("", imports)) for path, imports in self._imports)
        return import_graph.ImportGraph(at_top, self.root or Path())

    @cached_property
    def _sources(self) -> list[tuple[Path, str]]:
        paths = (
            Path(folder, name)
            for folder, _, names in os.walk(self.root or ".")
            for name in sorted(names)
            if name.endswith(".py")
        )
        # no link to nowhere, no pipe
        readable = (path for path in paths if path.is_file() and os.access(path, os.R_OK))
        return [(path, path.read_text("utf-8", "replace")) for path in islice(readable, _MANY)]

    @cached_property
    def _imports(self) -> list[tuple[Path, str]]:
        """Of each of them the lines that may import something."""
        return [(path, import_graph.import_lines(text)) for path, text in self._sources]

    # -- files
    def tree(self, text: str, path: str) -> cst.Module:
        """The tree of a text, parsed once where other files wanted to know of it before."""
        tree = self._trees[text] if text in self._trees else self._read(text)
        self._parsed, self._path, self._lines = (tree, text), path, 0
        return tree

    def _is_converted(self, path: Path, text: str) -> bool:
        """Whether it is the file at hand, which what that imports imports in turn."""
        return text == self._parsed[1] and self._same(path, self._path)

    def _read(self, text: str) -> cst.Module:
        """The tree of a text, with what is known of its expressions."""
        tree = parsed(text)
        if self.evidence is not None:
            self.seen |= nodes_seen(self.evidence, text, tree)
        return tree

    def text(self, module: cst.Module) -> str:
        """The text that a tree was read from, or else the text that it has."""
        tree, text = self._parsed
        if module is tree:
            return text
        if module in self._texts:
            return self._texts[module]
        known = original_texts(tree, text) if tree is not None else {}
        return module_code(with_texts(module, known))

    def _scope(self, module: str, importer: str, book: Rulebook) -> Scope | None:
        found = self._meant(module, os.path.dirname(importer))
        path = next((p for p in found if not self._same(p, importer)), None)
        return self._scope_of(path, book) if path is not None else None

    def _meant(self, module: str, folder: str) -> list[Path]:
        key = (module, folder)
        if key not in self._files:
            self._files[key] = import_graph.module_files(module, folder, self.root)
        return self._files[key]

    def _same(self, path: Path, other: str) -> bool:
        return self._real_path(str(path)) == self._real_path(other)

    def _real_path(self, path: str) -> str:
        if path not in self._real:
            self._real[path] = os.path.realpath(path)
        return self._real[path]

    def _scope_of(self, path: Path, book: Rulebook) -> Scope | None:
        if path not in self._scopes and self._depth < _CHAIN and self._lines < _LINES:
            self._scopes[path] = None
            self._depth += 1
            self._scopes[path] = self._evaluate(path, book)
            self._depth -= 1
        return self._scopes.get(path)

    def _evaluate(self, path: Path, book: Rulebook) -> Scope | None:
        from porter.infer import Inference

        try:
            text = source.read(str(path)).text
            if source.parse_problem(text, str(path)) is not None:
                return None  # it is reported when it is converted itself
            own = self._parsed[0] if self._is_converted(path, text) else None
            tree = self._trees[text] = own or self._read(text)
            self._texts[tree] = text
            self._lines += text.count("\n")
        except (source.Unreadable, cst.ParserSyntaxError):
            return None
        inference = Inference(Facts(str(path), without_moves(tree, text)), book, self)
        inference.tells = True
        self._scopes[path] = inference.module_scope  # an import cycle finds what is bound so far
        inference.file()
        for function in inference.facts.functions.values():
            function.torch, function.home = inference.imports_torch, inference.facts
        self._facts[path] = inference.facts
        self.classes.update(inference.facts.classes)
        self.functions.update(inference.facts.functions)
        return inference.module_scope
