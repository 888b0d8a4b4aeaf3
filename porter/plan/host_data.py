"""Data that a statement of the update makes of Python's: `loss_fn(torch.tensor(batch), …)`.

The host makes it before the call of the train body, which gets it as a tensor.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from keyword import iskeyword

import libcst as cst

from porter.analysis.doings import Doings
from porter.codegen import code
from porter.facts import Facts, getter
from porter.kinds import (
    Array,
    Dtype,
    Function,
    Kind,
    Module,
    Named,
    Number,
    Parameters,
    Sequence,
    Shape,
    Size,
    Tensor,
    Text,
    Tuple,
    Union,
    Unknown,
    item_of,
)
from porter.plan.effects import effects, targets
from porter.plan.traced_kinds import is_value
from porter.promotion import is_float
from porter.subscripts import parts
from porter.tree import children, dotted, statements, walk

_PURE = frozenset(
    f"builtins.{name}"
    for name in "abs bool dict divmod enumerate float int isinstance len list max min pow range"
    " reversed round set sorted str sum tuple type zip".split()
)
_METHODS = frozenset("astype copy flatten ravel reshape squeeze transpose tolist".split())
_RANDOM = ("torch.rand", "torch.normal", "torch.bernoulli", "torch.multinomial", "Tensor.normal")


class HostData:
    """Answers for the expressions of one file; remembers functions."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._functions: dict[str, bool] = {}

    def makes(self, node: cst.CSTNode) -> bool:
        """Whether an expression gives a tensor, or rows of an array, and the host may compute it a
        little earlier."""
        made = isinstance(node, cst.Call | cst.IfExp) or self.sliced(node)
        if not (made and _is_tensor(self.facts.kind(node))) and not picks_rows(self.facts, node):
            return False
        return self.pure(self.facts, node)

    @cached_property
    def slices(self) -> frozenset[str]:
        """rows of `rows = slice(start, stop)`: no trace takes it."""
        found: set[str] = set()
        for node in self.facts.index.all(cst.Assign):
            call = node.value
            if isinstance(call, cst.Call) and self.facts.kind(call.func) == _SLICE:
                found |= effects(node).writes
        for loop in self.facts.index.all(cst.For):
            items = loop.iter.elements if isinstance(loop.iter, cst.Tuple | cst.List) else ()
            calls = (e.value.func for e in items if isinstance(e.value, cst.Call))
            if any(self.facts.kind(func) == _SLICE for func in calls):
                found |= targets(loop.target)
        return frozenset(found)

    def sliced(self, node: cst.CSTNode) -> bool:
        """`states[rows]`"""
        if not isinstance(node, cst.Subscript) or len(node.slice) != 1:
            return False
        part = node.slice[0].slice
        return isinstance(part, cst.Index) and dotted(part.value) in self.slices

    def changing(self, node: cst.CSTNode) -> bool:
        """`cfg["beta"]`, `0.5 * self.history[-1]`, `np.mean(losses)`: a number beside a tensor of
        floats, of a dict or list that changes; a trace of its own for each value would be the price
        of giving that whole."""
        if not isinstance(node, _OF_ITEMS) or not becomes(self.facts, node):
            return False
        inside = [*walk(node)]
        if any(isinstance(self.facts.kind(n), Tensor) for n in inside):
            return False
        return any(map(self._changes, inside)) and self.pure(self.facts, node)

    def _changes(self, node: cst.CSTNode) -> bool:
        """Whether a name is of a dict or list that is changed somewhere, also by a call."""
        name = dotted(node) if isinstance(node, cst.Name | cst.Attribute) else None
        mutated = self.facts.once(Doings).mutated
        if name is None or not name.startswith("self."):
            return name in mutated
        return name.count(".") == 1 and name.removeprefix("self") in mutated

    def pure(self, facts: Facts, node: cst.CSTNode) -> bool:
        """Whether it changes nothing, draws no random numbers and asks no network."""
        kind = facts.kind(node)
        if isinstance(kind, Module | Parameters) or facts.is_distribution(kind):
            return False
        if isinstance(node, cst.Attribute):
            if getter(facts, node) is not None:
                return False
        if isinstance(node, cst.Call) and not self._call(facts, node):
            return False
        if isinstance(node, _EFFECTS):
            return False
        return all(self.pure(facts, child) for child in children(node))

    def _call(self, facts: Facts, node: cst.Call) -> bool:
        api = facts.api(node)
        if api:
            changes = api.endswith("_") or api.startswith(_RANDOM) or not api.startswith(_OF_TORCH)
            return node in facts.ports and not changes
        callee = facts.kind(node.func)
        if isinstance(callee, Named):
            computes = callee.name.startswith(("numpy.", "math."))
            return callee.name in _PURE or (
                computes and not callee.name.startswith("numpy.random.")
            )
        if isinstance(callee, Function):
            return self._function(facts, callee)
        owner = node.func.value if isinstance(node.func, cst.Attribute) else None
        if owner is None or node.func.attr.value not in _METHODS:  # type: ignore[attr-defined]
            return False
        return isinstance(facts.kind(owner), Array | Number | Text)

    def _function(self, facts: Facts, function: Function) -> bool:
        """A function of the project that only computes what it returns."""
        if function.name not in self._functions:
            self._functions[function.name] = False  # while it is looked at: it may call itself
            info = facts.function(function)
            if info is not None:
                home = info.home or facts
                lines = statements(info.node.body)
                self._functions[function.name] = all(self._line(home, line) for line in lines)
        return self._functions[function.name]

    def _line(self, facts: Facts, node: cst.CSTNode) -> bool:
        """Names, results, and conditions on them."""
        if isinstance(node, cst.If):
            inside = [*statements(node.body), *([node.orelse] if node.orelse else [])]
            return self.pure(facts, node.test) and all(self._line(facts, n) for n in inside)
        if isinstance(node, cst.Else):
            return all(self._line(facts, n) for n in statements(node.body))
        if not isinstance(node, cst.SimpleStatementLine):
            return False
        for small in node.body:
            bound = isinstance(small, cst.Assign) and all(
                isinstance(target.target, cst.Name) for target in small.targets
            )
            text = isinstance(small, cst.Expr) and isinstance(small.value, cst.SimpleString)
            if not (bound or text or isinstance(small, cst.Return)):
                return False
            if not self.pure(facts, small):
                return False
        return True


_OF_ITEMS = (cst.Subscript, cst.BinaryOperation, cst.Call)
_SLICE = Named("builtins.slice")
_EFFECTS = (cst.NamedExpr, cst.Lambda, cst.Await, cst.Yield)
_OF_TORCH = ("torch.", "Tensor.")


def _is_tensor(kind: Kind) -> bool:
    if isinstance(kind, Union):
        return all(map(_is_tensor, kind.kinds))
    return isinstance(kind, Tensor)


def picks_rows(facts: Facts, node: cst.CSTNode) -> bool:
    """`actions[rows]` of arrays: NumPy can't take the tensor that a trace has for the rows."""
    if type(node) is not cst.Subscript or not isinstance(facts.kind(node.value), Array):
        return False
    return any(part.picks for part in parts(node, facts.kind))


def becomes(facts: Facts, node: cst.CSTNode) -> str:
    """ "float", or "double", where an operator has what may be a number on one side, and such a
    tensor on the other."""
    if not isinstance(facts.kind(node), Number | Unknown):
        return ""
    above = facts.index.parents.get(node)
    if not isinstance(above, cst.BinaryOperation):
        return ""
    other = facts.kind(above.right if above.left is node else above.left)
    if not isinstance(other, Tensor) or not is_float(other.dtype):
        return ""
    return "double" if other.dtype == "float64" else "float"


def outermost(nodes: Container[cst.CSTNode], body: Iterable[cst.CSTNode]) -> list[cst.CSTNode]:
    """Those of the nodes that stand in a body and in no other of them, in their order."""
    return [n for statement in body for n in _until(statement, nodes) if n in nodes]


def without(statement: cst.CSTNode, data: Container[cst.CSTNode]) -> Iterator[cst.CSTNode]:
    """The nodes of a statement but for what belongs to the data."""
    return (node for node in _until(statement, data) if node not in data)


def _until(node: cst.CSTNode, ends: Container[cst.CSTNode]) -> Iterator[cst.CSTNode]:
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        if node not in ends:
            stack += reversed(children(node))


def computed_here(
    data: abc.Sequence[cst.CSTNode], body: Iterable[cst.CSTNode]
) -> cst.CSTNode | None:
    """The first of the data that reads what the body computes before it."""
    written: set[str] = set()
    for statement in body:
        inner = [statement]
        if isinstance(statement, cst.With):
            inner = [*statements(statement.body)]
        for line in inner:
            inside = set(walk(line))
            for node in data:
                if node in inside and effects(node).reads & written:
                    return node
            written |= effects(line).writes
    return None


def named(
    data: abc.Sequence[cst.CSTNode], facts: Facts, taken: Iterable[str]
) -> dict[cst.CSTNode, str]:
    """A parameter's name for each: the argument that it is, else the name that it is made of."""
    found: dict[cst.CSTNode, str] = {}
    texts: dict[str, str] = {}
    used = set(taken)
    for node in data:
        text = code(node)
        if text not in texts:
            texts[text] = fresh(_argument(facts, node) or _root(facts, node) or "data", used)
        found[node] = texts[text]
    return found


def fresh(name: str, used: set[str]) -> str:
    number, found = 1, name
    while found in used:
        number += 1
        found = f"{name}_{number}"
    used.add(found)
    return found


def _argument(facts: Facts, node: cst.CSTNode) -> str:
    """`obs` of `loss(obs=…)`, or the function's own name for that argument."""
    arg = facts.index.parents.get(node)
    call = facts.index.parents.get(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(arg, cst.Arg) or not isinstance(call, cst.Call):
        return ""
    if arg.keyword is not None:
        return arg.keyword.value if not facts.api(call) else ""
    kind = facts.kind(call.func)
    kinds = sorted(kind.kinds, key=repr) if isinstance(kind, Union) else [kind]
    info = next(filter(None, map(facts.function, kinds)), None)
    if info is None or arg.star:
        return ""
    names = info.positional
    at = next(i for i, one in enumerate(call.args) if one is arg)
    return names[at] if at < len(names) else ""


def _root(facts: Facts, node: cst.CSTNode) -> str:
    """`state` of `torch.from_numpy(state).float()`, of `torch.tensor(batch["state"])`, and of
    `tensor_of(state.astype(np.float32))`"""
    if isinstance(node, cst.Subscript):
        index = node.slice[0].slice
        rows = isinstance(index, cst.Index) and isinstance(index.value, cst.Name)
        owner = (dotted(node.value) or "data").rpartition(".")[2].lstrip("_")
        return _field(node) or f"{owner}_{'rows' if rows else 'item'}"
    for call in (n for n in walk(node) if isinstance(n, cst.Call)):
        given = [arg.value for arg in call.args if arg.keyword is None]
        given += [call.func.value] if isinstance(call.func, cst.Attribute) else []
        for value in given:
            name = dotted(value) or _field(value)
            if name and not isinstance(facts.kind(value), (Dtype, Named)):
                return name.rpartition(".")[2].lstrip("_")
    return ""


def _field(node: cst.CSTNode) -> str:
    """`reward` of `batch["reward"]`, where that is a name."""
    index = node.slice[0].slice if isinstance(node, cst.Subscript) else None
    text = index.value if isinstance(index, cst.Index) else None
    found = str(text.evaluated_value) if isinstance(text, cst.SimpleString) else ""
    return found if found.isidentifier() and not iskeyword(found) else ""


def takes_data(facts: Facts, statement: cst.CSTNode) -> bool:
    """`states = torch.tensor(states)` of what may be a list: better done by the host."""
    return any(isinstance(_made_of(facts, node), _PYTHONS) for node in walk(statement))


def of_python(facts: Facts, node: cst.CSTNode) -> bool:
    """torch.tensor(rewards): a graph would be traced anew for each list of numbers, and it has no
    arrays."""
    kind = _made_of(facts, node)
    if kind is None or not isinstance(node, cst.Call):
        return False
    if isinstance(kind, Array) or facts.api(node) == "torch.from_numpy":
        # one that comes in, or a part of that
        return not isinstance(node.args[0].value, cst.Call)
    if dotted(node.args[0].value) is None:
        return False
    items = kind.items if isinstance(kind, Tuple) else [item_of(kind)]
    lists = isinstance(kind, (Sequence, Tuple)) and not isinstance(kind, (Size, Shape))
    return lists and not all(map(is_value, items))


def _made_of(facts: Facts, node: cst.CSTNode) -> Kind | None:
    """What torch.tensor() and its like make a tensor of."""
    if facts.api(node) not in _FROM_DATA or not isinstance(node, cst.Call) or not node.args:
        return None
    return facts.kind(node.args[0].value)


_PYTHONS = (Array, Unknown, Sequence, Tuple)
_FROM_DATA = frozenset(
    f"torch.{name}"
    for name in "tensor as_tensor from_numpy Tensor FloatTensor LongTensor DoubleTensor".split()
)
