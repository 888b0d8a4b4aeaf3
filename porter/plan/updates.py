"""Finds update steps: backward, the optimizer's step, what stands between, where the tape opens."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.findings import Severity
from porter.kinds import Function, Module, Parameter
from porter.plan.effects import effects
from porter.plan.graphable import CLIPS
from porter.plan.model import Problem, Update
from porter.plan.no_grad import calls_without_gradient, is_no_grad
from porter.tree import children, dotted, only

DETACHING = frozenset({"Tensor.detach", "Tensor.data", "Tensor.item", "Tensor.numpy"})


class Finder:
    """Looks for the parts of one update step in one suite."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.problems: list[Problem] = []
        self._functions: dict[str, bool] = {}  # whether gradients come out of a function's networks

    def update(self, suite: Sequence[cst.CSTNode], backward: cst.CSTNode) -> Update | None:
        """The step whose `backward()` is this statement of the suite; None with a problem."""
        at = next(i for i, s in enumerate(suite) if s is backward)
        loss = self.receiver(backward)
        if self.argued(backward):
            return self.problem(backward, "P201", "backward() with arguments")
        steps = [s for s in suite[at:] if self.api(s) == "Optimizer.step"]
        following = next((s for s in suite[at + 1 :] if self.api(s) == "Tensor.backward"), None)
        if not steps or (
            following is not None and _index(suite, following) < _index(suite, steps[0])
        ):
            return self.problem(
                backward, "P201", "no optimizer step follows this backward in its block"
            )
        step = steps[0]
        end = _index(suite, step)
        optimizer = self.receiver(step)
        if self._call(step).args:  # type: ignore[union-attr]
            return self.problem(step, "P201", "step() with a closure")
        second = [
            s for s in steps[1:] if following is None or _index(suite, s) < _index(suite, following)
        ]
        if second:
            return self.problem(second[0], "P201", "two optimizers step on one backward")
        zeros = self._zeros(suite, at, end, optimizer)
        if zeros is None:
            return self.problem(
                backward,
                "P202",
                f"{code(optimizer)} is not cleared right before this backward, "
                "so gradients of an earlier one would be added",
                "call zero_grad() before each backward",
            )
        clips = tuple(s for s in suite[at:end] if self.api(s) in CLIPS)
        first, last, needed = self.slice(suite, at, loss)
        if first is None or last is None:
            return self.problem(backward, "P201", f"where {code(loss)} is computed was not found")
        return Update(loss, optimizer, backward, step, zeros, clips, first, last, needed)

    def argued(self, backward: cst.CSTNode) -> bool:
        """Whether a backward has arguments that matter; a note tells what retain_graph does."""
        call = self._call(backward)
        names = [arg.keyword.value if arg.keyword else "" for arg in call.args] if call else [""]
        if names == ["retain_graph"]:
            message = "retain_graph: gradients flow through what this step computes, no further"
            self.problems.append(Problem(backward, "N402", Severity.NOTE, message))
            return False
        return bool(names)

    def api(self, statement: cst.CSTNode) -> str:
        """The torch name of a statement that is one call."""
        call = self._call(statement)
        return self.facts.api(call) if call is not None else ""

    def _call(self, statement: cst.CSTNode) -> cst.Call | None:
        small = only(statement)
        if isinstance(small, cst.Expr) and isinstance(small.value, cst.Call):
            return small.value
        if isinstance(small, cst.Assign) and isinstance(small.value, cst.Call):
            return small.value if self.facts.api(small.value) in CLIPS else None
        return None

    def receiver(self, statement: cst.CSTNode) -> cst.BaseExpression:
        call = self._call(statement)
        assert call is not None
        assert isinstance(call.func, cst.Attribute)
        return call.func.value

    def problem(self, node: cst.CSTNode, why: str, message: str, hint: str = "") -> Update | None:
        """Report why there is no update here."""
        self.problems.append(Problem(node, why, Severity.ERROR, message, hint))
        return None

    def _zeros(
        self, suite: Sequence[cst.CSTNode], at: int, end: int, optimizer: cst.BaseExpression
    ) -> tuple[cst.CSTNode, ...] | None:
        """The zero_grad() calls of this step; None if gradients could pile up."""
        wanted = {"Optimizer.zero_grad": code(optimizer)}
        if any(self.api(statement) == "Module.zero_grad" for statement in suite):
            wanted["Module.zero_grad"] = self._trained(code(optimizer))
        for places in (range(at - 1, -1, -1), range(end + 1, len(suite))):
            for index in places:
                api = self.api(suite[index])
                if api == "Tensor.backward":
                    break
                if api in wanted and code(self.receiver(suite[index])) == wanted[api]:
                    return (suite[index],)
        return None

    def _trained(self, optimizer: str) -> str:
        """The network whose parameters are all that an optimizer has; "" if that isn't plain."""
        made = set()
        for node in self.facts.index.all(cst.Assign):
            if any(code(target.target) == optimizer for target in node.targets):
                call = node.value if isinstance(node.value, cst.Call) else None
                first = call.args[0].value if call is not None and call.args else None
                owns = isinstance(first, cst.Call) and self.facts.api(first) == "Module.parameters"
                assert not owns or isinstance(first.func, cst.Attribute)  # type: ignore[union-attr]
                made.add(code(first.func.value) if owns else "")  # type: ignore[union-attr]
        return made.pop() if len(made) == 1 else ""

    def slice(
        self, suite: Sequence[cst.CSTNode], at: int, loss: cst.BaseExpression
    ) -> tuple[cst.CSTNode | None, cst.CSTNode | None, frozenset[cst.CSTNode]]:
        """First and last statement of the loss's backward slice that need the tape, and all."""
        chain: list[cst.CSTNode] = []
        needed = self.differentiated(loss)
        first = last = suite[at] if self.trains(loss) else None
        for statement in reversed(suite[:at]):
            found = effects(statement)
            if not found.writes & needed:
                continue
            if is_no_grad(self.facts, statement):
                needed -= found.writes
                continue
            last = last or statement
            chain.insert(0, statement)
            if self.trains(statement):
                first = statement
            needed = (needed - found.kills) | self.differentiated(statement)
        return first, last, self._flowing(chain)

    def _flowing(self, chain: Sequence[cst.CSTNode]) -> frozenset[cst.CSTNode]:
        """The statements of a slice that a gradient really comes through."""
        found: set[cst.CSTNode] = set()
        names: set[str] = set()
        for statement in chain:
            if self.trains(statement) or self.differentiated(statement) & names:
                found.add(statement)
                names |= effects(statement).writes
        return frozenset(found)

    def trains(self, node: cst.CSTNode) -> bool:
        """Whether a gradient could flow from here into a network or a leaf."""
        if self.facts.api(node) in DETACHING:
            return False
        if isinstance(node, cst.Call):
            if calls_without_gradient(self.facts, node):
                return False
            if isinstance(self.facts.kind(node.func), Module):
                return True
            callee = self.facts.kind(node.func)
            if isinstance(callee, Function) and self._function(callee.name, node):
                return True
            func = node.func
            if isinstance(func, cst.Attribute) and isinstance(self.facts.kind(func.value), Module):
                return True
        if isinstance(self.facts.kind(node), Parameter):
            return True
        return any(self.trains(child) for child in children(node))

    def _function(self, name: str, call: cst.Call) -> bool:
        """A function of the project: networks go in, or it has some of its own."""
        if any(isinstance(self.facts.kind(arg.value), Module) for arg in call.args):
            return True
        if name not in self._functions:
            self._functions[name] = False  # for calls of itself
            info = self.facts.functions.get(name)
            self._functions[name] = info is not None and self.trains(info.node.body)
        return self._functions[name]

    def differentiated(self, node: cst.CSTNode) -> set[str]:
        """The names that a gradient can flow through."""
        if self.facts.api(node) in DETACHING or is_no_grad(self.facts, node):
            return set()
        if isinstance(node, cst.Assign):
            return self.differentiated(node.value)
        if isinstance(node, cst.Name):
            return {node.value}
        if isinstance(node, cst.Attribute):
            name = dotted(node)
            if name is not None and name.startswith("self."):
                return {".".join(name.split(".")[:2])}
        if isinstance(node, cst.Call):
            if calls_without_gradient(self.facts, node):
                return set()
            parts: set[str] = set()
            if isinstance(node.func, cst.Attribute):
                parts |= self.differentiated(node.func.value)
            return parts.union(*(self.differentiated(a.value) for a in node.args), set())
        return set().union(*(self.differentiated(child) for child in children(node)))


def _index(suite: Sequence[cst.CSTNode], statement: cst.CSTNode) -> int:
    return next(i for i, s in enumerate(suite) if s is statement)
