"""Who learns of an attribute that is set, also by `setattr(agent, "buf", x)`, and by
`setattr(agent, name, x)` of names that stand elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING

import libcst as cst

from porter.changed_names import changed_names
from porter.facts import ClassInfo, Facts, Scope
from porter.infer.learned import Learned, disagrees
from porter.infer.set_elsewhere import Sets
from porter.kinds import (
    NEVER,
    Array,
    Instance,
    Kind,
    Module,
    Never,
    Number,
    Tensor,
    Unknown,
    join,
    members,
)
from porter.rulebook import Argument
from porter.rulebook.bind import literal

if TYPE_CHECKING:  # it imports the package
    from porter.project import Project

_VALUES = (Tensor, Array, Number)


class SetAttributes:
    """What `Evaluator` does when an attribute of a class of the project is set."""

    facts: Facts
    known: Learned  # from the start
    late: Learned
    elsewhere: Sets  # what other files set of the module and of its classes
    scope: Scope
    module_scope: Scope
    asked: set[str]  # names of the module that functions have read
    project: Project
    tells: bool

    def class_info(self, name: str) -> ClassInfo | None:
        raise NotImplementedError

    def statement(self, node: cst.CSTNode) -> None:
        raise NotImplementedError

    def set_attribute(self, target: cst.Attribute, kind: Kind, anew: bool = False) -> None:
        raise NotImplementedError

    def tell_attribute(self, info: ClassInfo, name: str, before: Kind | None, kind: Kind) -> None:
        """An attribute has become this as well."""
        self.sets_elsewhere(info, name, before, kind)
        self.late.attribute(info, name, before, info.attributes[name])

    def of_module(self, name: str, found: Kind) -> Kind:
        """A function reads a name, of which the module may make something else."""
        if found is not self.module_scope.names.get(name):
            return found
        self.asked.add(name)
        found = join(found, self.elsewhere.get(("", name), found))
        return join(found, self.known.names[name]) if name in self.known.names else found

    def declared(self, node: cst.Global | cst.Nonlocal) -> None:
        """Names of the module, or of a function around."""
        names = self.scope.declared if isinstance(node, cst.Global) else self.scope.shared
        names.update(item.name.value for item in node.names)

    def globals_of_both(self, *branches: tuple[dict[str, Kind], Mapping[str, Kind]]) -> None:
        """A name that a function declares `global` or `nonlocal` and binds in one of two branches
        is that of outside in the other one, as far as its condition goes."""
        (after, _), (other, _) = branches
        declared = self.scope.declared | self.scope.shared
        for name in declared & (after.keys() ^ other.keys()):
            names, told = branches[name in after]
            around = self.module_scope if name in self.scope.declared else self.scope.parent
            found = around.look_up(name) if around is not None else None
            if found is not None:
                names[name] = told.get(name) or self.of_module(name, found)

    def tell_name(self, name: str, kind: Kind) -> None:
        """A name of the module, also one that a function declares `global`, becomes this."""
        inside = self.scope is not self.module_scope
        if name in self.scope.shared:
            self._tell_around(name, kind)
        if inside and name not in self.scope.declared:
            return
        before = self.module_scope.names.get(name)
        if name in self.asked:
            self.late.name(name, before, kind)
        if inside:
            self.module_scope.names[name] = kind if before is None else join(before, kind)

    def _tell_around(self, name: str, kind: Kind) -> None:
        """A name of a function around, which later calls read, becomes this as well."""
        around = self.scope.parent
        while around is not None and name not in around.names:
            around = around.parent
        if around is not None:
            before = around.names[name]
            around.names[name] = found = join(before, kind)
            self.scope.grown |= found != before and disagrees(found)

    def again(self, body: cst.BaseSuite) -> None:
        """The body of a function once more, where its calls change what the next one reads."""
        if self.scope.grown:
            for name in self.scope.shared:
                self.scope.names.pop(name, None)
            self.statement(body)

    def sets_elsewhere(self, info: ClassInfo, name: str, before: Kind | None, kind: Kind) -> None:
        """An attribute is set: the files of its class, and of its bases, have to know of that."""
        if self.tells:
            for one in self.facts.family(info):
                if one.name not in self.facts.classes:
                    own = before if one is info else one.attributes.get(name)
                    self.project.sets(self.facts.path, one, name, own, kind)

    def set_by_name(self, args: list[Argument]) -> None:
        """The attribute becomes this, too; of any name, each that the program has in quotes or as
        a keyword, as far as tensors, arrays and numbers go."""
        owner, name, value = args
        text = literal(name.node)
        info = (
            self.class_info(owner.kind.cls) if isinstance(owner.kind, (Instance, Module)) else None
        )
        if isinstance(text, str) and text.isidentifier():
            self.set_attribute(cst.Attribute(owner.node, cst.Name(text)), value.kind)
        elif info is not None:
            words = frozenset[str]().union(*(changed_names(t).words for t in self.facts.texts))
            for one in sorted(words & info.attributes.keys()):
                self._may_be_set(info, one, value.kind)

    def _may_be_set(self, info: ClassInfo, name: str, kind: Kind) -> None:
        own = info.attributes[name]
        nothing: Kind = NEVER
        found = reduce(join, (k for k in members(kind) if isinstance(k, _VALUES)), nothing)
        if isinstance(kind, Unknown) and isinstance(own, Array):
            found = Array()
        if isinstance(own, _VALUES) and not isinstance(found, Never):
            info.attributes[name] = join(own, found)
            self.tell_attribute(info, name, own, found)
