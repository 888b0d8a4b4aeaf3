"""requires_grad: which parameters are trained, and whether the port has to know.

In the port a parameter that is frozen has the attribute `trained = False`, and `tape.gradient()`
gives None for it (`rules/trained.py`). Where no optimizer has what is frozen, as with a target
network, nothing is left of the flag.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeGuard

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, keyword
from porter.kinds import Module, Optimizer, Parameter, Tensor
from porter.plan.reach import Reach
from porter.tree import dotted, only, statements, walk

CHANGES = "it changes which parameters are trained"
_CALLS = frozenset(f"{kind}.requires_grad_" for kind in ("Module", "Parameter", "Either"))
_PARAMETER = frozenset({"torch.nn.Parameter", "torch.nn.parameter.Parameter"})
_PRETRAINED = "torch.nn.Embedding.from_pretrained"


class Freezing:
    """Answers for the flags of one file: `p.requires_grad = …` and calls of `requires_grad_()`."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.reach = Reach(facts)
        self.parents = facts.index.parents

    @cached_property
    def flags(self) -> dict[cst.CSTNode, cst.BaseExpression | None]:
        """The targets and calls, with the value that they set; None: the default, True."""
        found: dict[cst.CSTNode, cst.BaseExpression | None] = {}
        for line in self.facts.index.all(cst.Assign):
            for target in (t.target for t in line.targets):
                if is_flag(target) and not self._makes_leaf(target, line.value):
                    found[target] = line.value
        for call in self.facts.index.all(cst.Call):
            if self.facts.api(call) in _CALLS and call not in self.facts.watched:
                found[call] = keyword(call.args, "requires_grad", 0)
            elif by_name(call):
                found[call] = call.args[2].value
        return found

    def _makes_leaf(self, target: cst.Attribute, value: cst.BaseExpression) -> bool:
        """`x.requires_grad = True`, of a tensor that is a leaf from now on."""
        if target in self.facts.watched:
            return True
        if code(value) != "True" or not isinstance(self.facts.kind(target.value), Tensor):
            return False
        return _is_plain(self.facts, target.value) or any(
            dotted(one.target) == dotted(target.value) and _is_plain(self.facts, line.value)
            for line in self.facts.index.all(cst.Assign)
            for one in line.targets
        )

    @property
    def counts(self) -> bool:
        """Whether a gradient has to look at what is trained."""
        made = self._elsewhere or self._made or self._grows
        return made or any(self._freezes(f) for f in self.live)

    @cached_property
    def changes(self) -> bool:
        """Whether what is trained may change while the program runs."""
        return self._elsewhere or self._grows or not all(map(self._settled, self.live))

    @cached_property
    def live(self) -> frozenset[cst.CSTNode]:
        """The flags that the port needs."""
        freezing = [flag for flag in self.flags if self._freezes(flag)]
        if self._reads or self.facts.read("requires_grad", self.facts.path):
            return frozenset(self.flags)
        live = [flag for flag in freezing if not self._is_idle(flag)]
        others = {self._what(flag) for flag in freezing if flag not in live}
        needed = {self._what(flag) for flag in live}
        thawing = [flag for flag in self.flags if flag not in freezing]
        if not live and not self._elsewhere and not self._made:
            return frozenset()
        thawing = [f for f in thawing if (what := self._what(f)) in needed or what not in others]
        return frozenset((*live, *thawing))

    @cached_property
    def host(self) -> frozenset[cst.CSTNode]:
        """What no trace may hold: flags that are needed, and what asks for them if they change."""
        return self.live.union(self._reads if self.changes else ())

    def may_freeze(self, network: cst.BaseExpression) -> bool:
        """Whether some of a network may be frozen."""
        if self._elsewhere or self._made:
            return True
        frozen = [self._frozen(flag) for flag in self.live if self._freezes(flag)]
        return any(
            some is None or not all(self.reach.disjoint(network, one) for one in some)
            for some in frozen
        )

    def is_idle(self, node: cst.CSTNode) -> bool:
        """Whether a statement only sets flags that the port does not need."""
        if isinstance(node, cst.For):
            return not node.orelse and all(map(self.is_idle, statements(node.body)))
        small = node if isinstance(node, cst.Expr | cst.Assign) else only(node)
        if isinstance(small, cst.Assign):
            flags: list[cst.CSTNode] = [target.target for target in small.targets]
        else:
            flags = [small.value] if isinstance(small, cst.Expr) else []
        return bool(flags) and all(f in self.flags and f not in self.live for f in flags)

    # -- what a flag freezes
    def _freezes(self, flag: cst.CSTNode) -> bool:
        value = self.flags[flag]
        return value is not None and code(value) != "True"

    def _what(self, flag: cst.CSTNode) -> str:
        """The parameters as they are spelled: `net.parameters()` of a loop."""
        base = _base(flag)
        loop = self._loop(flag)
        return code(base) if loop is None else code(loop.iter)

    def _loop(self, flag: cst.CSTNode) -> cst.For | cst.CompFor | None:
        """The loop whose variable the flag is set of."""
        return self._over(flag, _root(_base(flag)))

    def _over(self, node: cst.CSTNode, name: str) -> cst.For | cst.CompFor | None:
        """The loop around a node that has a variable of this name."""
        for above in self.facts.index.above(node):
            loop = above.for_in if isinstance(above, (cst.ListComp, cst.GeneratorExp)) else above
            if isinstance(loop, (cst.For, cst.CompFor)) and name in _names(loop.target):
                return loop
        return None

    def _frozen(self, flag: cst.CSTNode) -> list[cst.BaseExpression] | None:
        """The networks and parameters; None where they can't be told."""
        loop, base = self._loop(flag), _base(flag)
        if loop is not None:
            found = self.reach.sources(loop.iter)
        elif dotted(base) is not None:
            found = [base]
        else:  # `self.target = copy.deepcopy(net).requires_grad_(False)`
            lines = (n for n in self.facts.index.above(flag) if isinstance(n, cst.Assign))
            found = [target.target for line in lines for target in line.targets]
        resolved = [self.reach.passed(one) for one in found or ()]
        if not resolved or any(each is None for each in resolved):
            return None
        return [one for each in resolved for one in each or ()]

    # -- whether an optimizer has it
    def _is_idle(self, flag: cst.CSTNode) -> bool:
        frozen = self._frozen(flag)
        if not frozen or any(self._seen_elsewhere(one) for one in frozen):
            return False
        for made in self._stepping(flag):
            sources = self.reach.sources(made)
            if sources is None:
                return False
            if not all(self._disjoint(one, other) for one in frozen for other in sources):
                return False
        return True

    def _disjoint(self, frozen: cst.BaseExpression, source: cst.BaseExpression) -> bool:
        cls = self._module_around(frozen)
        kind = self.facts.kind(source)
        if cls is not None and isinstance(kind, Module):  # a part of any network of that class
            info = self.facts.class_info(kind.cls)
            if kind.cls in ("", cls) or (info is not None and info.bases):
                return False
        return self.reach.disjoint(frozen, source)

    def _seen_elsewhere(self, one: cst.BaseExpression) -> bool:
        """Whether the optimizer of another file may have it."""
        if self._module_around(one) is not None:
            return self.facts.shared("optim", self.facts.path)
        if isinstance(one, cst.Attribute) and dotted(one.value) == "self":
            return self.facts.shared(one.attr.value, self.facts.path)
        return not self.reach.optimizers and self.facts.shared("optim", self.facts.path)

    def _module_around(self, one: cst.BaseExpression) -> str | None:
        """The class of the network whose own part this is: `self.features`."""
        if (dotted(one) or "").split(".")[0] != "self":
            return None
        info = self.facts.class_around(one)
        return info.name if info is not None and info.is_module else None

    def _stepping(self, flag: cst.CSTNode) -> Iterator[cst.BaseExpression]:
        """What the optimizers have that step until the parameters are thawed, or do at all."""
        suite, at = self._place(flag)
        thawed = {self._place(f)[0][self._place(f)[1]] for f in self.flags if self._thaws(f, flag)}
        later = suite[at + 1 :]
        until = next((i for i, statement in enumerate(later) if statement in thawed), None)
        if until is None:
            yield from (*self.reach.optimizers, *self._descended)
            return
        steps = self._calls(later[:until], "Optimizer.step")
        if not steps and self._calls(later[:until], "Tensor.backward"):
            behind = later[until:]  # it steps on the gradients that were left out
            nexts = (i for i, s in enumerate(behind) if self._calls([s], "Tensor.backward"))
            steps = self._calls(behind[: next(nexts, None)], "Optimizer.step")
        for step in steps:
            yield from self.reach.owners.made_of(_base(step)) or [_base(step)]

    def _calls(self, statements: Sequence[cst.CSTNode], api: str) -> list[cst.Call]:
        nodes = (n for s in statements for n in walk(s) if isinstance(n, cst.Call))
        return [n for n in nodes if self.facts.api(n) == api]

    @cached_property
    def _descended(self) -> list[cst.BaseExpression]:
        """What the program itself asks gradients of: `p.grad` of a loop, `w.grad`."""
        found: list[cst.BaseExpression] = []
        for node in self.facts.index.all(cst.Attribute):
            if node.attr.value in ("grad", "_grad"):
                loop = self._over(node, _root(node))
                found.append(node.value if loop is None else loop.iter)
        return found

    def _place(self, flag: cst.CSTNode) -> tuple[Sequence[cst.CSTNode], int]:
        """The suite that a flag is set in, by its loop if it has one, and which line of it."""
        loop = self._loop(flag)
        line = loop if isinstance(loop, cst.For) else flag
        while not isinstance(line, (cst.SimpleStatementLine, cst.For)):
            line = self.parents[line]
        suite = self.parents[line].body  # type: ignore[attr-defined]
        return suite, next(i for i, s in enumerate(suite) if s is line)

    def _thaws(self, flag: cst.CSTNode, frozen: cst.CSTNode) -> bool:
        return not self._freezes(flag) and self._what(flag) == self._what(frozen)

    # -- who else says or asks what is trained
    @cached_property
    def _grows(self) -> bool:
        """Whether optimizers get parameters while the program runs."""
        calls = (node.func for node in self.facts.index.all(cst.Call))
        return any(
            isinstance(func, cst.Attribute) and func.attr.value == "add_param_group"
            for func in calls
        )

    @cached_property
    def _elsewhere(self) -> bool:
        return self.facts.frozen_elsewhere(self.facts.path)

    @cached_property
    def _made(self) -> bool:
        """Whether parameters are frozen as they are made: `Parameter(x, requires_grad=False)`."""
        calls = self.facts.index.all(cst.Call)
        return any(
            self.facts.api(call) == _PRETRAINED
            or (
                self.facts.api(call) in _PARAMETER
                and any(a.keyword and a.keyword.value == "requires_grad" for a in call.args)
            )
            for call in calls
        )

    @cached_property
    def _reads(self) -> list[cst.CSTNode]:
        """Where the program asks whether a parameter is trained; what it asserts does not count."""
        return [
            node
            for node in self.facts.index.all(cst.Attribute)
            if is_flag(node) and node not in self.flags
            if isinstance(self.facts.kind(node.value), Parameter)
            if not any(isinstance(n, cst.Assert) for n in self.facts.index.above(node))
        ]

    def _settled(self, flag: cst.CSTNode) -> bool:
        """Whether a flag is set before anything is trained: as a network sets its own parts when
        it is made, or above the lines that make the optimizers."""
        function, root = self.facts.index.function(flag), self._what(flag).split(".")[0]
        if function is not None and function.name.value == "__init__":
            return root == "self"
        above = list(self.facts.index.above(flag))
        over = self._loop(flag)
        if any(isinstance(n, (cst.For, cst.While)) and n is not over for n in above):
            return False
        suite = function.body.body if function is not None else self.facts.module.body
        here = self._at(suite, flag)
        return bool(self._built) and all(here < self._at(suite, call) for call in self._built)

    @cached_property
    def _built(self) -> list[cst.Call]:
        """The calls that make optimizers."""
        calls = self.facts.index.all(cst.Call)
        return [call for call in calls if isinstance(self.facts.kind(call), Optimizer)]

    def kept_elsewhere(self, target: cst.Attribute) -> tuple[str, str] | None:
        """Who keeps the old parameter of `layer.weight = nn.Parameter(x)`, and what to do."""
        if self._outlives(target):
            why = "the optimizer that was made before goes on with the old parameter"
            return why, "make the optimizer behind it, or set .data"
        if self._is_shared(target):
            return "another layer may share the old parameter, and keeps it", "set .data of both"
        return None

    def _is_shared(self, target: cst.Attribute) -> bool:
        """Whether layers of the file share those of a name: `head.weight = words.weight`."""
        name = target.attr.value
        lines = (only(line) for line in self.facts.index.all(cst.SimpleStatementLine))
        pairs = ((t.target, a.value) for a in lines if isinstance(a, cst.Assign) for t in a.targets)
        return any(
            all(isinstance(side, cst.Attribute) and side.attr.value == name for side in pair)
            and isinstance(self.facts.kind(pair[1]), Parameter)
            for pair in pairs
        )

    def _outlives(self, target: cst.CSTNode) -> bool:
        """Whether an optimizer that was made before a parameter is replaced steps behind it: it
        has the old one."""
        function = self.facts.index.function(target)
        above = list(self.facts.index.above(target))
        for suite in (n for n in above if isinstance(n, (cst.IndentedBlock, cst.Module))):
            if any(
                self._at(suite.body, call) > self._at(suite.body, target) for call in self._built
            ):
                return False
            if isinstance(self.parents.get(suite), cst.FunctionDef):
                break
        if function is not None and function.name.value == "__init__":
            return False
        over = self._over(target, _root(target))
        turns = any(isinstance(n, (cst.For, cst.While)) and n is not over for n in above)
        suite_ = function.body.body if function is not None else self.facts.module.body
        here = self._at(suite_, target)
        return any(turns or -1 < self._at(suite_, call) < here for call in self._built)

    def _at(self, suite: Sequence[cst.CSTNode], node: cst.CSTNode) -> int:
        """Which statement of a suite holds a node; -1 if none does."""
        around = {node, *self.facts.index.above(node)}
        return next((i for i, s in enumerate(suite) if s in around), -1)


def is_flag(node: cst.CSTNode) -> TypeGuard[cst.Attribute]:
    return isinstance(node, cst.Attribute) and node.attr.value == "requires_grad"


def by_name(node: cst.CSTNode) -> TypeGuard[cst.Call]:
    """`setattr(p, "requires_grad", False)`"""
    if not isinstance(node, cst.Call) or dotted(node.func) != "setattr" or len(node.args) != 3:
        return False
    name = node.args[1].value
    return isinstance(name, cst.SimpleString) and name.evaluated_value == "requires_grad"


def _root(node: cst.CSTNode) -> str:
    return (dotted(node) or "").split(".")[0]


def _is_plain(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a tensor is no parameter."""
    kind = facts.kind(node)
    return isinstance(kind, Tensor) and not isinstance(kind, Parameter)


def _base(flag: cst.CSTNode) -> cst.BaseExpression:
    """p of `p.requires_grad` and of `p.requires_grad_(False)`; the optimizer of its step()."""
    if by_name(flag):
        return flag.args[0].value
    attribute = flag.func if isinstance(flag, cst.Call) else flag
    assert isinstance(attribute, cst.Attribute)
    return attribute.value


def _names(target: cst.CSTNode) -> set[str]:
    return {n.value for n in walk(target) if isinstance(n, cst.Name)}
