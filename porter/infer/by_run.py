"""What a run of the original showed of an expression that the text leaves open (`--evidence`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import libcst as cst

from porter.infer.receivers import Receivers
from porter.kinds import HOST, Kind, Parameter, Tensor, Unknown

if TYPE_CHECKING:
    from porter.evidence.model import Seen


class ByRun(Receivers):
    """The text comes first: a kind that it tells is never replaced."""

    seen: Mapping[cst.CSTNode, Seen]  # empty without evidence

    def class_named(self, file: str, name: str) -> str | None:
        """The project's class of this name in a file, if there is one."""
        known = [*self.facts.classes, *self.facts.other_classes]
        found = {one for one in known if _is_class(one, file, name)}
        return found.pop() if len(found) == 1 else None

    def by_run(self, node: cst.CSTNode, found: Kind) -> Kind:
        """The kind of an expression, by the run where the text does not know it: what it was in
        all calls is what the name is from now on."""
        if node in self.seen and all(v.memory == "alone" for v in self.seen[node][1]):
            self.facts.unshared[node] = self.seen[node]
        if node not in self.seen or not _is_open(found):
            return found
        from porter.evidence.kinds import kind_of

        kind = kind_of(self.seen[node][1], self.class_named)
        if isinstance(kind, Unknown) or not isinstance(kind, _within(found)):
            return found
        self.facts.by_run[node] = self.seen[node]
        return self.refine(node, kind)

    def are_otherwise(self, names: Sequence[cst.CSTNode], kind: Kind) -> bool:
        """The same of all names of a parameter of forward()."""
        if not isinstance(kind, Tensor):
            return False
        self.facts.guessed.update(names)
        known = [name for name in names if name in self.seen]
        return bool(known) and all(self.is_otherwise(name, kind) for name in known)

    def is_otherwise(self, node: cst.CSTNode, kind: Kind) -> bool:
        """Whether an expression was no tensor in any call of the run, where a network's argument
        is taken for one."""
        self.facts.guessed.add(node)
        if node not in self.seen:
            return False
        from porter.evidence.kinds import contradicts

        return contradicts(kind, self.seen[node][1])


def _is_open(kind: Kind) -> bool:
    """Whether a run can tell more: of a tensor, that it is a parameter."""
    return (isinstance(kind, Unknown) and kind != HOST) or type(kind) is Tensor


def _within(kind: Kind) -> type[Kind]:
    return Parameter if isinstance(kind, Tensor) else Kind


def _is_class(known: str, file: str, name: str) -> bool:
    path, _, own = known.partition(".py:")
    return own.partition("#")[0] == name and f"/{path}.py".endswith(f"/{file.rpartition('/')[2]}")
