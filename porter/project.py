"""The other files of the directory: what an import from them brings in."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import libcst as cst

from porter import source
from porter.codegen import module_code
from porter.evidence.places import nodes_seen
from porter.facts import ClassInfo, Facts, FunctionInfo
from porter.infer import passing
from porter.infer.hydra import Configurations
from porter.infer.learned import Learned
from porter.infer.set_elsewhere import (
    HERE,
    SetElsewhere,
    Sets,
    by_others,
    may_set,
    told,
    words,
)
from porter.kinds import (
    TAINTED,
    Class,
    Kind,
    Named,
    Unknown,
    join,
)
from porter.moves import without_moves
from porter.parsing import parsed
from porter.patched_classes import may_inherit, without_patches
from porter.project_files import LIBRARY, ProjectFiles
from porter.project_state import News, Passed, Remembered, State
from porter.verbatim import original_texts, with_texts

if TYPE_CHECKING:
    from porter.evidence.model import Evidence, Seen
    from porter.facts import Scope
    from porter.rulebook import Rulebook


_ROUNDS = 2  # of evaluating files again
_CHAIN = 25  # files that import one another are followed so far: Python's stack has an end
_LINES = 30_000  # of other files that are evaluated for one: what more they import is a library


class Project(ProjectFiles):
    """Looks imports up in files below `root`; each file is read and evaluated once."""

    def __init__(
        self, root: Path | None = None, evidence: Evidence | None = None, decides: bool = False
    ) -> None:
        super().__init__(root, evidence.texts if evidence is not None else {})
        self.evidence = evidence
        self.seen: dict[cst.CSTNode, Seen] = {}  # what a run showed of the trees' expressions
        self.decided_by: dict[cst.CSTNode, Seen] = self.seen if decides else {}
        self.classes: dict[str, ClassInfo] = {}
        self.functions: dict[str, FunctionInfo] = {}
        self.configurations = Configurations(root)
        self._given: dict[str, Passed] = {}  # by the callers' file
        self._scopes: dict[Path, Scope | None] = {}
        self._open: list[Path] = []  # that are being evaluated, each for another's import
        self._asking: list[Path] = []  # whose callers are asked what they pass
        self._partial: dict[str, list[str]] = {}  # the modules of `import *` that were open then
        self._lines = 0  # of the files that were evaluated for the one at hand
        self._facts: dict[Path, Facts] = {}  # of the files that were evaluated …
        self._knew: dict[Path, dict[str, dict[str, Kind]]] = {}  # … with what others pass to them
        self._trees: dict[str, cst.Module] = {}  # of the texts that were evaluated
        self._texts: dict[cst.Module, str] = {}  # that trees were evaluated of
        self.learned = Learned()  # of the file at hand, too late
        self._printed: tuple[cst.Module | None, str] = None, ""  # of a tree that was changed
        self._parsed: tuple[cst.Module | None, str] = None, ""  # the tree that was asked for last
        self._path = ""  # … and its file
        self._passes: Passed = {}  # by that, to functions of others
        self._sets = SetElsewhere()
        self._told: dict[Path, Sets] = {}  # to each file, of what others set of its classes …
        self.told: Sets = {}  # … and to the file at hand
        self._bare: State | None = None  # what was known before this file's program told …
        self._remembered = Remembered()  # … more, and what programs told

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
        if any(scope is self._scopes[path] for path in self._open):  # the rest is looked up later
            self._partial.setdefault(self._real_path(importer), []).append(module)
        return {n: self._from_here(kind, module, importer) for n, kind in scope.names.items()}

    # -- what other files pass
    def callers(self, path: str, book: Rulebook) -> dict[str, dict[str, Kind]]:
        """What the files that import this one pass to its functions, by their parameters."""
        return self._passed(path, self._importers(Path(path)), book)

    def gets_tensors(self, path: str, book: Rulebook) -> bool:
        """Whether files that import this one give its functions what is torch's."""
        return passing.gives_torch(self.callers(path, book))

    def _passed(
        self, path: str, importers: Sequence[Path], book: Rulebook
    ) -> dict[str, dict[str, Kind]]:
        if len(importers) > LIBRARY:
            return {}
        for importer in importers:
            if not self._passes or not self._same(importer, self._path):
                self._scope_of(importer, book)
                self._ask_callers_of(importer, path, book)
        home, found = self._real_path(path), dict[str, dict[str, Kind]]()
        given = (self._given_by(self._real_path(str(one)), home).items() for one in importers)
        for name, kinds in chain.from_iterable(given):
            known = found.setdefault(f"{path}{name}", {})
            for parameter, kind in kinds.items():
                known[parameter] = join(known.get(parameter, kind), kind)
        return {
            name: {
                p: kind
                for p, kind in kinds.items()
                if kind == TAINTED or not isinstance(kind, Unknown)
            }
            for name, kinds in found.items()
        }

    def _ask_callers_of(self, importer: Path, path: str, book: Rulebook) -> None:
        """A file that passes on what it gets is evaluated with what others pass to it."""
        real = self._real_path(str(importer))
        passes = self._given_by(real, self._real_path(path)).values()
        known = all(not isinstance(kind, Unknown) for kinds in passes for kind in kinds.values())
        if known or importer in {*self._asking, *self._open} or importer not in self._facts:
            return
        self._asking.append(importer)
        given = self._passed(str(importer), self._importers(importer), book)
        self._asking.pop()
        if self._is_new(importer, given):
            self._remembered.forget()  # files were evaluated with what this was before
            self._given.pop(real, None)
            self._open.append(importer)
            self._scopes[importer] = self._evaluate(importer, book, given)
            self._open.pop()

    def _all_given_by(self, real: str) -> Passed:
        ours = self._passes and real == self._real_path(self._path)
        return self._passes if ours else self._given.get(real, {})

    def _given_by(self, real: str, home: str) -> dict[str, dict[str, Kind]]:
        """What one file passes to the functions of another."""
        return self._all_given_by(real).get(home, {})

    def learn(self, path: str, facts: Facts, names: Mapping[str, Kind], book: Rulebook) -> bool:
        """Evaluates other files again to which the program of this one gives more than they knew,
        such as the parts of a network. Whether there are any, or this file has to be evaluated
        again."""
        program = self.together(path) | {self._real_path(path)}
        imported = self._imported(path)
        self._evaluate_setters(path, imported, book)
        rounds: list[News] = []
        while len(rounds) < _ROUNDS and (news := self._all_news(path, program, imported, book)):
            before = State(self)
            self._bare = self._bare or before
            rounds.append(news)
            if not self._remembered.tell(rounds, self):
                self._believe(news, book)
                self._remembered.keep(rounds, before, self)
        return self._tell_sets(facts, names, program) or bool(rounds)

    def _all_news(
        self, path: str, program: frozenset[str], imported: frozenset[Path], book: Rulebook
    ) -> News:
        """What the program of a file gives other files more than they knew."""
        homes = set(chain(*map(self._all_given_by, program)))
        return {
            one: (given, sets)
            for one in list(self._facts)
            if not self._same(one, path)
            for real in [self._real_path(str(one))]
            for given in [self._news(one, program, book) if real in homes else {}]
            for sets in [self._news_of_sets(one, program) if one in imported else {}]
            if given or sets
        }

    def _believe(self, news: News, book: Rulebook) -> None:
        for one, (given, sets) in news.items():
            before = self._facts[one].classes
            self._scopes[one] = self._evaluate(one, book, given, sets)
            for name in before.keys() & self._facts[one].classes.keys():
                own = self._facts[one].classes[name].attributes
                own |= by_others(own, before[name].attributes)

    def _news(
        self, path: Path, program: frozenset[str], book: Rulebook
    ) -> dict[str, dict[str, Kind]]:
        """What the files of a program pass to functions of one of them, if it knew less."""
        importers = [one for one in self._importers(path) if self._real_path(str(one)) in program]
        passed = self._passed(str(path), importers, book)
        return passed if self._is_new(path, passed) else {}

    def _is_new(self, path: Path, passed: dict[str, dict[str, Kind]]) -> bool:
        """Whether a file would know more: it need not believe what it was told before."""
        functions, knew = self._facts[path].functions, self._knew.get(path, {})
        return passed != knew and passing.is_new(functions, passed)

    # -- what other files set
    def sets(self, by: str, info: ClassInfo, name: str, before: Kind | None, kind: Kind) -> None:
        """A file sets an attribute of a class of another one."""
        home, _, cls = info.name.rpartition(":")
        self._sets.add(self._setter(by), self._real_path(home), (cls, name), before, kind)

    def sets_name(self, by: str, module: str, name: str, kind: Kind) -> None:
        """A file sets a name of the module that another one is."""
        for path in self._meant(module, os.path.dirname(by))[:1]:
            scope = self._scopes.get(path)
            before = scope.names.get(name) if scope is not None else None
            self._sets.add(self._setter(by), self._real_path(str(path)), ("", name), before, kind)

    def _setter(self, by: str) -> str:
        return HERE if self._is_at_hand(by) else self._real_path(by)

    def _is_at_hand(self, path: str) -> bool:
        return not self._open and self._same(Path(path), self._path)

    def _evaluate_setters(self, path: str, imported: frozenset[Path], book: Rulebook) -> None:
        """Evaluates the files of its programs that set what this one and those that it imports
        read."""
        texts = dict(self._sources)
        read = (texts[one] for one in texts if one in imported or self._same(one, path))
        wanted = frozenset[str]().union(*map(words, read))
        for one in self._together(path):
            if one not in imported and may_set(texts[one], wanted):
                self._scope_of(one, book)

    def _set_of(self, path: str, program: frozenset[str]) -> Sets:
        """What the other files of a program set of the objects of one file's classes."""
        real, here = self._real_path(path), self._real_path(self._path)
        by = (HERE if one == here else one for one in program if one != real)
        return self._sets.of(by, real)

    def _news_of_sets(self, path: Path, program: frozenset[str]) -> Sets:
        """The same of another file than the one at hand, if it knew less."""
        before = self._sets.before.get(self._real_path(str(path)), {})
        scope, classes = self._scopes.get(path), self._facts[path].classes.values()
        names = scope.names if scope is not None else {}
        found = told(classes, names, self._set_of(str(path), program), before)
        return {} if found == self._told.get(path, {}) else found

    def _tell_sets(self, facts: Facts, names: Mapping[str, Kind], program: frozenset[str]) -> bool:
        """Whether the file at hand has to know more."""
        found = told(facts.classes.values(), names, self._set_of(facts.path, program), {})
        is_new = not found.items() <= self.told.items()
        self.told |= found
        return is_new

    @property
    def evaluated(self) -> list[Facts]:
        """What is known of the files that were read for the sake of others."""
        return list(self._facts.values())

    def importers(self, path: str) -> list[Facts]:
        """What is known of the files that import this one, once callers() has asked them."""
        return [self._facts[p] for p in self._importers(Path(path)) if p in self._facts]

    def passed(self, by: str, function: FunctionInfo, given: Iterable[tuple[str, Kind]]) -> None:
        """A file calls a function of another one with these arguments."""
        if function.home is None:
            return
        path = function.home.path
        passes = (
            self._passes
            if self._is_at_hand(by)
            else self._given.setdefault(self._real_path(by), {})
        )
        named = passes.setdefault(self._real_path(path), {})
        known = named.setdefault(function.name.removeprefix(path), {})
        for parameter, kind in given:
            known[parameter] = join(known[parameter], kind) if parameter in known else kind

    # -- files
    def tree(self, text: str, path: str) -> cst.Module:
        """The tree of a text, parsed once where other files wanted to know of it before."""
        tree = self._trees[text] if text in self._trees else self._read(text)
        self._parsed, self._path, self._lines = (tree, text), path, 0
        self._passes, self.told, self.learned = {}, {}, Learned()
        self._sets.forget(HERE)
        if self._bare is not None:
            self._bare.restore(self)
            self._bare = None
        return tree

    def promised(self, facts: Facts, node: cst.CSTNode) -> Kind:
        """What a name in an annotation stands for. Of a class of torch's that the program has heirs
        of it is any object: their methods may be others."""
        kind = facts.kind(node)
        if not isinstance(kind, Named) or not kind.name.startswith("torch.distributions."):
            return kind
        found = may_inherit(kind.name.rpartition(".")[2])
        inherited = found.search(self.text(facts.module)) or self.links(facts.path, found)
        return Class() if inherited else kind

    def plain(self, tree: cst.Module, text: str, path: str) -> cst.Module:
        """The tree of a file without code that only moves, and with heirs for the classes of torch
        whose methods it replaces."""
        return without_patches(without_moves(tree, text), text, path, partial(self.links, path))

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
        if module is not self._printed[0]:
            known = original_texts(tree, text) if tree is not None else {}
            self._printed = module, module_code(with_texts(module, known))
        return self._printed[1]

    def _scope(self, module: str, importer: str, book: Rulebook) -> Scope | None:
        found = self._meant(module, os.path.dirname(importer))
        path = next((p for p in found if not self._same(p, importer)), None)
        scope = self._scope_of(path, book) if path is not None else None
        if scope is not None and path is not None and path not in self._open:
            for late in self._partial.pop(self._real_path(str(path)), ()):
                scope.names = {**(self.star(late, str(path), book) or {}), **scope.names}
        return scope

    def _scope_of(self, path: Path, book: Rulebook) -> Scope | None:
        if path not in self._scopes and len(self._open) < _CHAIN and self._lines < _LINES:
            self._scopes[path] = None
            self._open.append(path)
            self._scopes[path] = self._evaluate(path, book)
            self._open.pop()
        return self._scopes.get(path)

    def _evaluate(
        self,
        path: Path,
        book: Rulebook,
        given: dict[str, dict[str, Kind]] | None = None,
        sets: Sets | None = None,
    ) -> Scope | None:
        from porter.infer import Inference

        try:
            text = self.text_in_place(str(path))
            text = source.read(str(path)).text if text is None else text
            if source.parse_problem(text, str(path)) is not None:
                return None  # it is reported when it is converted itself
            own = self._parsed[0] if self._is_converted(path, text) else None
            tree = self._trees[text] = own or self._read(text)
            self._texts[tree] = text
            self._lines += text.count("\n")
        except (source.Unreadable, cst.ParserSyntaxError):
            return None
        inference = Inference(Facts(str(path), self.plain(tree, text, str(path))), book, self)
        self._knew[path] = given or {}
        inference.told_by_callers(self._knew[path])
        inference.elsewhere = self._told[path] = {**self._told.get(path, {}), **(sets or {})}
        self._scopes[path] = inference.module_scope  # an import cycle finds what is bound so far
        inference.file()
        for function in inference.facts.functions.values():
            function.torch, function.home = inference.imports_torch, inference.facts
        self._facts[path] = inference.facts
        self.classes.update(inference.facts.classes)
        self.functions.update(inference.facts.functions)
        return inference.module_scope
