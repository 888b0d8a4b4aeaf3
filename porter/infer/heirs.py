"""What subclasses in the file have instead: their methods, their numbers and tensors."""

from __future__ import annotations

import libcst as cst

from porter.changes import Changes
from porter.facts import ClassInfo, Facts, FunctionInfo
from porter.infer.names import is_torch
from porter.kinds import (
    NEVER,
    UNKNOWN,
    Array,
    Class,
    Function,
    Instance,
    Kind,
    Module,
    Named,
    Never,
    Nothing,
    Number,
    Tensor,
    join,
)

_VALUES = (Tensor, Number, Array)


class Heirs:
    """What `Evaluator` knows of them."""

    facts: Facts

    def __init__(self) -> None:
        self._classes, self._inherited = 0, dict[str, list[str]]()

    def overriding_own(self, func: cst.Attribute, base: Kind) -> list[FunctionInfo]:
        """What heirs in the file write for `self.obs()`: whose method runs is not known."""
        own = isinstance(func.value, cst.Name) and func.value.value == "self"
        if not own or not isinstance(base, (Instance, Module)) or base.cls not in self._heirs:
            return []
        heirs = (self.facts.classes[name] for name in self._heirs[base.cls])
        return [c.methods[func.attr.value] for c in heirs if func.attr.value in c.methods]

    def or_of_heirs(self, node: cst.Attribute, base: Instance | Module, found: Kind) -> Kind:
        """What `self.scale` may be as well: a number or a tensor that heirs have instead; and
        nothing sure of a function of torch's, `act = torch.tanh`, that heirs have instead."""
        if isinstance(found, Named) and is_torch(found.name):
            cls, name = base.cls.rpartition(":")[2], node.attr.value
            return UNKNOWN if self.facts.once(Changes).replaced(cls, name) else found
        own = isinstance(node.value, cst.Name) and node.value.value == "self"
        found_here = isinstance(found, (*_VALUES, Nothing))
        if not own or not found_here or base.cls not in self._heirs:
            return found
        heirs = (self.facts.classes[name] for name in self._heirs[base.cls])
        others = (heir.attributes.get(node.attr.value) for heir in heirs)
        for other in others:
            found = join(found, other) if isinstance(other, _VALUES) else found
        return found

    @property
    def _heirs(self) -> dict[str, list[str]]:
        """The classes of the file that inherit from each of its classes."""
        classes = self.facts.classes
        if len(classes) != self._classes:
            self._classes, self._inherited = len(classes), {}
            for info in classes.values():
                open_ = list(info.bases)
                while open_:
                    base = open_.pop()
                    if isinstance(base, Class) and base.name in classes:
                        self._inherited.setdefault(base.name, []).append(info.name)
                        open_ += classes[base.name].bases
        return self._inherited

    def overriding(self, info: ClassInfo, name: str) -> Kind:
        """The methods that subclasses in the file write for an abstract one."""
        found: Kind = NEVER
        for other in self.facts.classes.values():
            if name in other.methods and Class(info.name) in other.bases:
                found = join(found, Function(other.methods[name].name))
        return Function(info.methods[name].name) if isinstance(found, Never) else found
