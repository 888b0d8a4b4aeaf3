"""The files of a project, as far as their texts tell: which import which, and what they mention."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain, islice
from pathlib import Path

from porter import import_graph

HELPER_MODULE = "torch_compat"  # porter writes it beside ports
LIBRARY = 6  # what more files import is a library: they are not all read to tell what they pass
_MANY = 300  # files of a project that are looked at
_LATER = re.compile(r"^[ \t].*", re.M)  # in a function, or on a condition
_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_FREEZING = re.compile(
    r"\.requires_grad(?:_\(|\s*=)(?!=)\s*(?!True\b|\))|Parameter\(.*requires_grad=(?!True)|from_pretrained\(|\.add_param_group\("
)
# What puts a network into another mode than the one that it begins in
_MODES = re.compile(r"\.(?:eval\(\)|train\([^)]|training\s*=[^=])")
_TORCH = re.compile(r"\btorch\b")
_QUOTED = re.compile(r"""["'](\w+)["']""")


class ProjectFiles:
    """Answers from the texts of the files below `root`; nothing is evaluated."""

    def __init__(self, root: Path | None, texts: Mapping[str, str] | None = None) -> None:
        self.root = root
        self.texts_in_place = texts or {}  # by real paths: read in place of the files
        self._files: dict[tuple[str, str], list[Path]] = {}
        self._users: dict[Path, list[Path]] = {}  # by the file that they import …
        self._known_importers: dict[Path, tuple[Path, ...]] = {}  # … also from packages
        self._beside: dict[str, list[Path]] = {}  # the other files of its programs
        self._mentioning: dict[str, list[Path]] = {}  # by the name of an attribute
        self._modes: dict[str, bool] = {}  # each inference of a file asks for it
        self._real: dict[str, str] = {}  # asked of the file system once

    def text_in_place(self, path: str) -> str | None:
        """The text that is read in place of a file, None if that is its own."""
        return self.texts_in_place.get(self._real_path(path)) if self.texts_in_place else None

    def is_library(self, path: str) -> bool:
        """Whether so many files import this one that callers() asks none of them."""
        return len(self._importers(Path(path))) > LIBRARY

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

    def _importers(self, path: Path) -> tuple[Path, ...]:
        """The other files that may import this one, also from packages that hand it on."""
        if path not in self._known_importers:
            self._known_importers[path] = tuple(self._found_importers(path))
        return self._known_importers[path]

    def _found_importers(self, path: Path) -> Iterator[Path]:
        found: dict[Path, None] = {}
        packages: dict[Path, None] = {}
        for importer in self._direct(path):
            found[importer] = None
            if importer.stem == "__init__":
                found.update(dict.fromkeys(self._through(importer, path, packages)))
        yield from (one for one in found if not self._same(one, str(path)))

    def _through(self, package: Path, path: Path, seen: dict[Path, None]) -> Iterator[Path]:
        """The files that import a package and name what one of its files defines, also from a
        package around it."""
        seen[package] = None
        texts, users = dict(self._sources), self._direct(package)
        ours = (text for one, text in texts.items() if self._same(one, str(path)))
        wanted = import_graph.naming(next(ours, ""), dict(self._imports)[package])
        yield from (user for user in users if wanted.search(texts[user]))
        for user in users:
            if user.stem == "__init__" and user not in seen:
                yield from self._through(user, path, seen)

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
        if attribute not in self._mentioning:
            wanted = re.compile(rf"\.{re.escape(attribute)}\b")
            sources = self._sources if self.root is not None else ()
            self._mentioning[attribute] = [one for one, text in sources if wanted.search(text)]
        return any(not self._same(one, path) for one in self._mentioning[attribute])

    def says(self, word: str, path: str) -> bool:
        """Whether another file of a program with this one has that word in it."""
        return self.root is not None and self._linked(path, re.compile(rf"\b{re.escape(word)}\b"))

    def quoted(self) -> frozenset[str]:
        """The words that stand in quotes, in any file but porter's own."""
        sources = self._sources if self.root else ()
        texts = (text for path, text in sources if path.stem != HELPER_MODULE)
        return frozenset(chain(*map(_QUOTED.findall, texts)))

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

    def changes_modes(self, path: str) -> bool:
        """Whether another file of such a program may put networks into another mode."""
        if path not in self._modes:
            self._modes[path] = self.root is not None and self._linked(path, _MODES)
        return self._modes[path]

    def has_torch(self, path: str) -> bool:
        """Whether another file of such a program names torch."""
        return self.root is not None and self._linked(path, _TORCH)

    def _linked(self, path: str, wanted: re.Pattern[str]) -> bool:
        """Whether a file that runs in one program with this one has a text in it: what a program
        imports does. Two programs that import the same file have nothing to do with each other."""
        texts = dict(self._sources)
        return any(wanted.search(texts[one]) for one in self._together(path))

    def _imported(self, path: str) -> frozenset[Path]:
        """The other files that this one imports, and they import."""
        if self.root is None:
            return frozenset()
        ours = [one for one in self._graph.imported if self._same(one, path)]
        return frozenset(chain(*map(self._graph.reached, ours))).difference(ours)

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

    def links(self, path: str, wanted: re.Pattern[str]) -> bool:
        """Whether a file that runs in one program with this one has a text in it."""
        return self.root is not None and self._linked(path, wanted)

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
        return [(path, self._source(path)) for path in islice(readable, _MANY)]

    def _source(self, path: Path) -> str:
        known = self.text_in_place(str(path))
        return path.read_text("utf-8", "replace") if known is None else known

    @cached_property
    def _imports(self) -> list[tuple[Path, str]]:
        """Of each of them the lines that may import something."""
        return [(path, import_graph.import_lines(text)) for path, text in self._sources]

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
