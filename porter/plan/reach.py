"""What parameters an optimizer may have, and whether those of two networks are surely others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import libcst as cst

from porter.facts import Facts
from porter.infer.optimizers import options_of
from porter.kinds import Instance, Module, Optimizer, Tensor, Unknown
from porter.plan.owners import Owners, bare, parts
from porter.plan.passed import passed, passed_by_others
from porter.plan.scopes import parameters
from porter.tree import dotted

_PARAMETERS = frozenset({"Module.parameters", "Module.named_parameters"})
_DEEPEST = 3  # functions that hand a network on to the next


class Reach:
    """Answers for the networks and tensors of one file, by the expressions that name them."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.owners = Owners(facts)
        self._open = set[str]()  # names that are being asked for

    @cached_property
    def optimizers(self) -> list[cst.BaseExpression]:
        """What each line that builds an optimizer gives it."""
        calls = self.facts.index.all(cst.Call)
        built = (call for call in calls if isinstance(self.facts.kind(call), Optimizer))
        return [call.args[0].value for call in built if call.args]

    def sources(self, made: cst.BaseExpression) -> list[cst.BaseExpression] | None:
        """The networks whose parameters these are, or are some of, and tensors that are given by
        themselves; None where that isn't plain."""
        if isinstance(made, cst.Name) and not isinstance(self.facts.kind(made), Tensor):
            lines = self.facts.index.all(cst.Assign)
            values = [
                n.value for n in lines if any(dotted(t.target) == made.value for t in n.targets)
            ]
            if len(values) != 1 or made.value in self._open:  # `params = [p for p in params if …]`
                return None
            self._open.add(made.value)
            named = self.sources(values[0])
            self._open.remove(made.value)
            return named
        found: list[cst.BaseExpression] = []
        for part in parts(bare(made)):
            one = self._source(bare(part))
            if one is None:
                return None
            found += one
        return found

    def _source(self, part: cst.BaseExpression) -> list[cst.BaseExpression] | None:
        if isinstance(part, cst.Dict):
            params = options_of(part).get("params")
            return self.sources(params) if params is not None else None
        if isinstance(part, (cst.ListComp, cst.GeneratorExp)):
            return self._source(part.for_in.iter) if not part.for_in.inner_for_in else None
        if isinstance(part, cst.Call) and self.facts.api(part) in _PARAMETERS:
            return [part.func.value] if isinstance(part.func, cst.Attribute) else None
        if isinstance(part, cst.Name) and not isinstance(self.facts.kind(part), Tensor):
            return self.sources(part)
        return [part] if isinstance(self.facts.kind(part), Tensor) and dotted(part) else None

    def passed(self, one: cst.BaseExpression, depth: int = 0) -> list[cst.BaseExpression] | None:
        """What the callers of a function give for a network that is one of its parameters; None
        where nobody in sight does, or another file."""
        function, root = self.facts.index.function(one), (dotted(one) or "").split(".")[0]
        if function is None or root == "self" or root not in parameters(function):
            return [one]
        given = list(passed(self.facts, function, root))
        if one is not _root(one) or not given or depth == _DEEPEST:
            return None
        if any(passed_by_others(self.facts, function, root)):
            return None
        found = [self.passed(argument, depth + 1) for argument in given]
        if any(each is None for each in found):
            return None
        return [argument for each in found for argument in each or ()]

    def disjoint(self, one: cst.BaseExpression, other: cst.BaseExpression) -> bool:
        """Whether two networks surely share no parameters."""
        if dotted(one) is None or dotted(other) is None:
            return False
        for node, owner in ((one, other), (other, one)):
            own = self._as_own(node, owner)
            if own is None or (own and not self.owners.disjoint(own, dotted(owner) or "")):
                return False
        return any(
            self.owners.disjoint(dotted(a) or "", dotted(b) or "") or self._siblings(a, b)
            for a in _chain(one)
            for b in _chain(other)
        )

    def shares(self, one: cst.BaseExpression, other: cst.BaseExpression) -> bool:
        """Whether something that holds parameters went into both of two networks."""
        ours, theirs = self.passed(one) or [one], self.passed(other) or [other]
        pairs = ((dotted(a) or "", dotted(b) or "") for a in ours for b in theirs)
        return any(a != b and self.owners.share_parts(a, b) for a, b in pairs)

    def _as_own(self, node: cst.BaseExpression, owner: cst.BaseExpression) -> str | None:
        """What `agent.actor.head` is called in the class in which `owner` is an attribute of self:
        "self.actor.head"; "" where it is of no such object, None where that can't be told."""
        cls = self.facts.class_around(owner) if _is_self(owner) else None
        if cls is None or (_is_self(node) and self.facts.class_around(node) is cls):
            return ""
        text = dotted(node) or ""
        for part in _chain(node):
            kind = self.facts.kind(part)
            if isinstance(kind, Unknown) and dotted(part) != "self":
                return None
            if isinstance(kind, (Instance, Module)) and self.facts.akin(kind.cls, cls.name):
                return "self" + text.removeprefix(dotted(part) or "")
        return ""

    def _siblings(self, one: cst.BaseExpression, other: cst.BaseExpression) -> bool:
        """Whether the class of a network builds two of its layers of nothing that is in both."""
        if not isinstance(one, cst.Attribute) or not isinstance(other, cst.Attribute):
            return False
        kind = self.facts.kind(one.value)
        info = self.facts.class_info(kind.cls) if isinstance(kind, Module) else None
        if info is None or dotted(one.value) != dotted(other.value):
            return False
        init = info.methods.get("__init__")
        home = init.home if init is not None else None
        owners = self.owners if home is None else Owners(home)
        return owners.disjoint(f"self.{one.attr.value}", f"self.{other.attr.value}")


def _chain(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """a.b.c, a.b and a"""
    yield node
    while isinstance(node, cst.Attribute) and dotted(node.value) != "self":
        node = node.value
        yield node


def _is_self(node: cst.BaseExpression) -> bool:
    return (dotted(node) or "").split(".")[0] == "self"


def _root(node: cst.BaseExpression) -> cst.BaseExpression:
    return list(_chain(node))[-1]
