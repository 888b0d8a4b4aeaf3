"""Python's numbers that change from call to call: how a train body gets them.

Each becomes a tensor, lest each value be traced. But Python's arithmetic is not that of tensors:
of `x * 0.9**k` the host computes 0.9**k, and the trace gets a float. A number that meets tensors
of floats here and is the length of something there comes in twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

import libcst as cst

from porter.changes import Changes
from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.kinds import UNKNOWN, Kind, Module, Number, Tensor
from porter.plan.constants import computes_number
from porter.plan.effects import attributes_set, effects, targets
from porter.plan.host_data import HostData, fresh, without
from porter.promotion import is_float
from porter.tree import dotted, walk

Nodes = Sequence[cst.CSTNode]


class Numbers:
    """Answers for the train bodies of one file."""

    def __init__(self, facts: Facts, host_data: HostData) -> None:
        self.facts = facts
        self.host_data = host_data
        self.parents = facts.index.parents

    def wrap(self, name: str, kind: Kind, wrap: str, own: bool, body: Nodes) -> str:
        """ "float" where a number meets tensors of floats, though Python may count with it."""
        weak = own and kind == UNKNOWN and name in self._stepped
        weak = weak or (kind == UNKNOWN and name in self._annealed)
        if (wrap in ("int", "number") or (weak and not wrap)) and self._is_weak(name, body):
            return "float"
        return wrap

    def computed_by_host(
        self,
        body: Nodes,
        data: Collection[cst.CSTNode],
        wraps: Mapping[str, str],
        traced: Collection[str] = (),
    ) -> tuple[dict[cst.CSTNode, str], dict[str, str]]:
        """The expressions of these numbers that the host computes, each with what it becomes, and
        the numbers that come in themselves. Of those that come in as Python's, each value of which
        is `traced`, what a call computes."""
        if not wraps and not traced:
            return {}, {}
        written = frozenset[str]().union(*(_bound_in(statement) for statement in body))
        found: dict[cst.CSTNode, str] = {}
        bare: dict[str, dict[cst.CSTNode, str]] = {}
        for node in (n for statement in body for n in without(statement, data)):
            name = dotted(node) if isinstance(node, (cst.Name, cst.Attribute)) else None
            if name in traced and self._is_read(node):
                whole = self._whole(node, written)
                found |= {whole: self._wrap(whole, "float")} if _calls(whole) else {}
            if name is None or name not in wraps or not self._is_read(node):
                continue
            if name not in written and self._is_test(node):
                found[node] = "truth"
                continue
            whole = self._whole(node, written) if name not in written else node
            exact = self.facts.kind(node) != Number("float") or _calls(whole)
            if whole is not node and exact:
                found[whole] = self._wrap(whole, wraps[name])
            else:
                bare.setdefault(name, {})[node] = self._wrap(node, wraps[name])
        left: dict[str, str] = {}
        for name, uses in bare.items():
            several = len({*uses.values()}) > 1 and name not in written
            left[name] = wraps[name] if several or name in written else next(iter(uses.values()))
            if several:
                found |= {node: wrap for node, wrap in uses.items() if wrap != wraps[name]}
                if wraps[name] not in uses.values():
                    del left[name]
        return found, left

    def computed_late(
        self, body: Nodes, numbers: Collection[cst.CSTNode], tensors: Collection[str]
    ) -> cst.Call | None:
        """A call that counts with what the body itself binds, or gets as a tensor: Python can't."""
        known = frozenset(tensors).union(*map(_bound_in, body))
        for node in (n for statement in body for n in without(statement, numbers)):
            if isinstance(node, cst.Call) and computes_number(self.facts, node):
                if not known.isdisjoint(filter(None, map(dotted, walk(node)))):
                    return node
        return None

    def becomes(self, node: cst.CSTNode) -> str:
        """What a number of any name becomes where it stands."""
        kind = self.facts.kind(node)
        if not isinstance(kind, Number):
            return "float"  # beside tensors of floats
        return self._wrap(node, kind.type if kind.type in ("float", "int") else "number")

    def _wrap(self, node: cst.CSTNode, default: str) -> str:
        role = self._role(node)
        return default if role is None else role

    def _is_read(self, node: cst.CSTNode) -> bool:
        """Not the k of `f(k=1)`."""
        parent = self.parents.get(node)
        return not (isinstance(parent, cst.Arg) and parent.keyword is node)

    def _is_test(self, node: cst.CSTNode) -> bool:
        """`if k:`: what stands behind it may be None on one side, which no tensor decides."""
        parent = self.parents.get(node)
        return isinstance(parent, (cst.If, cst.IfExp)) and parent.test is node

    def _whole(self, node: cst.CSTNode, written: Collection[str]) -> cst.CSTNode:
        """The largest expression around a number that the host can compute before the call."""
        whole = node
        for above in self.facts.index.above(node):
            if isinstance(above, _BETWEEN):
                continue
            if not isinstance(above, _COMPUTED) or not self._computes(above, written):
                break
            whole = above
        while isinstance(whole, cst.UnaryOperation) and isinstance(whole.operator, cst.Minus):
            whole = whole.expression
        return whole

    def _computes(self, node: cst.CSTNode, written: Collection[str]) -> bool:
        counts = isinstance(self.facts.kind(node), Number) or self.facts.api(node) in _VALUES
        if not counts or not self.host_data.pure(self.facts, node):
            return False
        inside = [below for below in walk(node) if below is not node]
        names = {dotted(n) for n in inside if isinstance(n, (cst.Name, cst.Attribute))}
        return names.isdisjoint(written) and not any(
            isinstance(self.facts.kind(n), Tensor) for n in inside
        )

    def _role(self, node: cst.CSTNode) -> str | None:
        """What the number has to be where it stands; None: what it is in Python."""
        kind = self.facts.kind(node)
        if self.facts.api(node) in _VALUES:
            return ""
        if not isinstance(kind, Number):
            return None  # a tensor at times
        if kind == Number("bool"):
            return ""
        own = {"float": "float", "int": "int"}.get(kind.type or "")
        parent = self.parents.get(node)
        while isinstance(parent, cst.UnaryOperation):
            node, parent = parent, self.parents.get(parent)
        if isinstance(parent, (cst.BinaryOperation, cst.AugAssign, cst.ComparisonTarget)):
            return self._beside(node, parent, own)
        if isinstance(parent, cst.Comparison) and len(parent.comparisons) == 1:
            return self._meets(self.facts.kind(parent.comparisons[0].comparator), own)
        if isinstance(parent, cst.Arg):
            return self._handed(parent, own)
        return own

    def _beside(self, node: cst.CSTNode, parent: cst.CSTNode, own: str | None) -> str | None:
        other: cst.CSTNode
        if isinstance(parent, cst.BinaryOperation):
            other = parent.right if node is parent.left else parent.left
            if isinstance(parent.operator, cst.Divide) and own == "int":
                own = "float"
        elif isinstance(parent, cst.AugAssign):
            other = parent.target
        else:
            above = self.parents.get(parent)
            assert isinstance(above, cst.Comparison)
            other = above.left
        return self._meets(self.facts.kind(other), own)

    def _meets(self, other: Kind, own: str | None) -> str | None:
        """A number of Python's never decides the dtype beside a tensor of floats."""
        if not isinstance(other, Tensor):
            return own
        if other.dtype == "float64":
            return "double"
        if is_float(other.dtype) or other.dtype is None:
            return "float"
        return own

    def _handed(self, arg: cst.Arg, own: str | None) -> str | None:
        call = self.parents.get(arg)
        if not isinstance(call, cst.Call) or arg.star:
            return own
        if self.facts.api(call):
            return self._to_torch(call, arg, own)
        callee = self.facts.kind(call.func)
        info = self.facts.function(callee)
        if isinstance(callee, Module):
            info = self.facts.method(callee, "forward")
        if info is None:
            return "" if isinstance(call.func, cst.Name) and call.func.value == "range" else own
        name = _parameter(info, call, arg)
        return own if own == "float" or not name else self._used(info, name)

    def _to_torch(self, call: cst.Call, arg: cst.Arg, own: str | None) -> str | None:
        """`x.clamp(-k, k)`: a limit for floats; `torch.ones(k, 2)`: a length."""
        port = self.facts.ports.get(call)
        if port is None or own == "float":
            return own
        kinds = [a.kind for a in port.args]
        floats = [
            k for k in kinds if isinstance(k, Tensor) and (k.dtype is None or is_float(k.dtype))
        ]
        names = [p.name for p in port.rule.params]
        at = next((i for i, a in enumerate(port.args) if a.node is arg.value), -1)
        keyword = port.args[at].keyword
        name = keyword or (names[at] if 0 <= at < len(names) else "")
        return self._meets(floats[0], own) if floats and name in _OPERANDS else own

    def _used(self, info: FunctionInfo, name: str) -> str:
        """What a function of the project does with a whole number: it computes with it alone, or
        it asks for Python's own, which each value is traced for."""
        facts = info.home or self.facts
        for node in walk(info.node.body):
            if not isinstance(node, cst.Name) or node.value != name:
                continue
            parent = facts.index.parents.get(node)
            while isinstance(parent, cst.UnaryOperation):
                parent = facts.index.parents.get(parent)
            if not isinstance(parent, (cst.BinaryOperation, cst.AugAssign)):
                return ""
        return "float"

    def _is_weak(self, name: str, body: Nodes) -> bool:
        """A count, or the reward of `state, reward, done, _ = env.step(action)`, may be a number of
        any type: beside a tensor of floats it is such a tensor, too."""
        return any(
            dotted(_unsigned(one)) == name
            and (self._is_float(other) or self._is_annealed(name, other))
            for node in _operations(body)
            for one, other in ((node.left, node.right), (node.right, node.left))
        )

    @cached_property
    def _stepped(self) -> frozenset[str]:
        """The names that `….step(action)` gives."""
        found: set[str] = set()
        for node in self.facts.index.all(cst.Assign):
            call = node.value
            if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute):
                if call.func.attr.value == "step":
                    found |= effects(node).writes
        return frozenset(found)

    @cached_property
    def _annealed(self) -> frozenset[str]:
        """`self.coef *= self.decay`, `self.alpha = self.log_alpha.exp().item()`: they change."""
        stepped = {dotted(node.target) or "" for node in self.facts.index.all(cst.AugAssign)}
        lines = self.facts.index.all(cst.Assign)
        stepped |= {f"self.{name}" for name in self.facts.once(Changes).numbers}
        return attributes_set(lines, lambda v: isinstance(self.facts.kind(v), Number)) | stepped

    def _is_annealed(self, name: str, other: cst.CSTNode) -> bool:
        """Whether the name is a number that changes by steps, beside a tensor of any dtype."""
        kind = self.facts.kind(other)
        return name in self._annealed and isinstance(kind, Tensor) and kind.dtype is None

    def _is_float(self, node: cst.CSTNode) -> bool:
        kind = self.facts.kind(node)
        return isinstance(kind, Tensor) and is_float(kind.dtype)


def named(numbers: Mapping[cst.CSTNode, str], taken: Collection[str]) -> dict[cst.CSTNode, str]:
    """A parameter for each number that the host computes: k_2 of `0.9**k`."""
    found: dict[cst.CSTNode, str] = {}
    texts: dict[tuple[str, str], str] = {}
    used = set(taken)
    for node, wrap in numbers.items():
        key = (code(node), wrap)
        if key not in texts:
            called = {n for c in walk(node) if isinstance(c, cst.Call) for n in walk(c.func)}
            inside = (dotted(n) for n in walk(node) if n not in called)
            root = next((n for n in inside if n and n != "self"), "number")
            texts[key] = fresh(root.rpartition(".")[2], used)
        found[node] = texts[key]
    return found


def _calls(node: cst.CSTNode) -> bool:
    return any(isinstance(below, cst.Call) for below in walk(node))


def _operations(body: Nodes) -> Iterator[cst.BinaryOperation]:
    nodes = (node for statement in body for node in walk(statement))
    return (node for node in nodes if isinstance(node, cst.BinaryOperation))


def _unsigned(node: cst.BaseExpression) -> cst.BaseExpression:
    return node.expression if isinstance(node, cst.UnaryOperation) else node


def _bound_in(statement: cst.CSTNode) -> frozenset[str]:
    """The names that a statement writes, those of loops and comprehensions included."""
    loops = (n for n in walk(statement) if isinstance(n, (cst.For, cst.CompFor)))
    return effects(statement).writes.union(*(targets(loop.target) for loop in loops))


def _parameter(info: FunctionInfo, call: cst.Call, arg: cst.Arg) -> str:
    """The name that the function has for an argument, "" where that is not known."""
    if arg.keyword is not None:
        return arg.keyword.value
    at = next(i for i, one in enumerate(call.args) if one is arg)
    if any(one.star for one in call.args[:at]):
        return ""
    return info.positional[at] if at < len(info.positional) else ""


_COMPUTED = (
    cst.BinaryOperation,
    cst.UnaryOperation,
    cst.Comparison,
    cst.ComparisonTarget,
    cst.BooleanOperation,
    cst.IfExp,
    cst.Call,
)
_BETWEEN = (cst.Arg, cst.Element, cst.List, cst.Tuple)
# Tensors of numbers, which the host makes.
_VALUES = frozenset({"torch.full", "torch.tensor", "torch.as_tensor", "torch.scalar_tensor"})
# The parameters of torch's functions that are numbers of the tensor's own dtype.
_OPERANDS = frozenset(
    "min max other exponent value weight alpha beta eps delta threshold negative_slope gamma"
    " label_smoothing lambd margin slope power base".split()
)
