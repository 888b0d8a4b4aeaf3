"""Which names may be names of one thing: `self.view = self.hist`, `v = self.cfg`, `for w in ws`.

A thing's name is "w" for a variable of the module, "w@3" for one of the file's third function, and
".hist" for an attribute, whoever has it. What begins with "?" has no name in the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from porter.analysis import library
from porter.changed_names import changed_names
from porter.kinds import (
    Class,
    Device,
    Dtype,
    Function,
    Kind,
    Module,
    Named,
    Nothing,
    Number,
    Optimizer,
    Parameters,
    Passed,
    RecordClass,
    Shape,
    Size,
    Tensor,
    Text,
    Tuple,
    Union,
)
from porter.rulebook.bind import literal
from porter.tree import CONSTANTS, children, dotted, named_parameters

if TYPE_CHECKING:  # they import this
    from porter.analysis.targets import Targets
    from porter.facts import Facts

FUNCTIONS = (cst.FunctionDef, cst.Lambda)
# What nothing in Python changes, and what porter follows by other ways: weights, rates.
_FIXED = (
    *(Class, Device, Dtype, Function, Module, Named, Nothing, Number, Optimizer, Parameters),
    *(Passed, RecordClass, Shape, Size, Tensor, Text),
)


class Things:
    """The names in one file, and which of them may be of one thing."""

    def __init__(self, facts: Facts, targets: Targets) -> None:
        self.facts = facts
        self.targets = targets
        self._numbers = {
            node: i for i, node in enumerate(facts.index.all(cst.FunctionDef, cst.Lambda, cst.Call))
        }
        self._keys: dict[cst.Name, str] = {}
        self._given_by: dict[cst.CSTNode, frozenset[str]] = {}
        self._defaults: dict[tuple[str, cst.CSTNode], frozenset[str]] = {}
        self._above: dict[str, str] = {}  # towards the one that stands for all
        self._members: dict[str, set[str]] = {}
        self._bind()

    # -- names
    def local(self, name: str, function: cst.CSTNode) -> str:
        """What a variable of a function is called here."""
        return f"{name}@{self._numbers[function]}" if function in self._numbers else name

    def seen_at(self, statement: cst.CSTNode, names: Iterable[str]) -> set[str]:
        """Those of these names that a statement could read: no locals of other functions, and no
        variable of the module where a function around has a local of its name."""
        node = statement if statement in self.facts.index.parents else statement.children[0]
        around = [n for n in self.facts.index.above(node) if isinstance(n, FUNCTIONS)]
        scopes = {str(self._numbers[function]) for function in around}
        bound = (self.facts.variables.bound(n) for n in around if isinstance(n, cst.FunctionDef))
        hidden = set[str]().union(*bound)
        return {
            name
            for name in names
            for variable, at, scope in [name.partition("@")]
            if (scope in scopes if at else variable not in hidden)
        }

    def result(self, call: cst.Call) -> str:
        """The name of what a call of the project's own functions gives."""
        return f"?{self._numbers[call]}"

    def name(self, node: cst.Name) -> str:
        """The variable that a name stands for."""
        if node not in self._keys:
            self._keys[node] = self._name(node)
        return self._keys[node]

    def _name(self, node: cst.Name) -> str:
        if isinstance(self.facts.index.scope(node), cst.ClassDef):
            return f".{node.value}"
        return self.local(node.value, self.facts.variables.owner(node))

    def function(self, node: cst.CSTNode) -> cst.CSTNode:
        """The function around a node, or the module."""
        return self.facts.index.body(node)

    # -- things
    def fixed(self, node: cst.CSTNode) -> bool:
        """Whether nothing changes what an expression gives."""
        kind = self.facts.kind(node)
        return _fixed(kind) or self.facts.is_distribution(kind)

    def of(self, node: cst.CSTNode) -> frozenset[str]:
        """The names of what an expression gives, of what that is a part of, and what it holds."""
        if node not in self._given_by:
            self._given_by[node] = self._of(node)
        return self._given_by[node]

    def _of(self, node: cst.CSTNode) -> frozenset[str]:
        if isinstance(node, cst.Attribute) and node.attr.value == "param_groups":
            return frozenset({RATES})
        if type(node) in _FRESH or self.fixed(node):
            return frozenset()
        if isinstance(node, cst.Name):
            if node.value in CONSTANTS:  # in code that nothing reached, which has no kinds
                return frozenset()
            return frozenset({self.name(node)})
        if isinstance(node, cst.Attribute):
            if node.attr.value in _SAME or self.facts.api(node):  # push = rows.append, too
                return self.of(node.value)
            return frozenset({f".{node.attr.value}"})
        if isinstance(node, cst.Subscript):
            return frozenset() if self._is_length(node) else self.of(node.value)
        if isinstance(node, cst.Call):
            return self._given(node)
        return frozenset().union(*map(self.of, children(node)))

    def _is_length(self, node: cst.Subscript) -> bool:
        """Whether this is a number: `space.shape[0]`, where the program has no `shape` itself."""
        named = isinstance(node.value, cst.Attribute) and node.value.attr.value == "shape"
        if not named or isinstance(node.slice[0].slice, cst.Slice):
            return False
        return not self._sets_shapes

    @cached_property
    def _sets_shapes(self) -> bool:
        facts = self.facts
        files = [*map(changed_names, facts.texts)]
        names = (n for one in files for n in (*one.own.values(), *one.made.values(), one.fields))
        classes = (*facts.classes.values(), *facts.other_classes.values())
        every = (*names, *(one.attributes for one in files), *(c.attributes for c in classes))
        return any("shape" in names for names in every)

    def _given(self, call: cst.Call) -> frozenset[str]:
        """What the result of a call may share with what goes in."""
        kind, func = self.facts.kind(call.func), call.func
        if self.facts.api(call):
            return frozenset()
        if isinstance(kind, Class):
            return frozenset()  # what it keeps has names of its own
        if self.targets.of(call):
            return frozenset({self.result(call)})
        arguments = frozenset[str]().union(*(self.of(arg.value) for arg in call.args))
        if isinstance(kind, Named):
            return arguments if library.shares(kind.name) else frozenset()
        if isinstance(func, cst.Attribute):
            return frozenset() if func.attr.value in library.FRESH else self.of(func.value)
        return arguments

    def of_default(self, name: str, function: cst.FunctionDef | cst.Lambda) -> frozenset[str]:
        """The names of what a parameter is where a call does not give it."""
        if (name, function) not in self._defaults:
            params = function.params
            every = named_parameters(params)
            found = (p.default for p in every if p.name.value == name and p.default is not None)
            self._defaults[name, function] = frozenset().union(*map(self.of, found))
        return self._defaults[name, function]

    def by_name(
        self, table: cst.BaseExpression, keys: Sequence[cst.SubscriptElement | cst.Arg]
    ) -> set[str]:
        """The attributes, or globals, that `vars(x)["a"]` and `x.__dict__.update(a=1)` are of."""
        func = dotted(table.func) if isinstance(table, cst.Call) else None
        own = isinstance(table, cst.Attribute) and table.attr.value == "__dict__"
        if not own and func not in ("vars", "globals"):
            return set()
        found: set[str] = set()
        for key in keys:
            if isinstance(key, cst.Arg):
                found.add(key.keyword.value if key.keyword is not None else "*")
            else:
                index = key.slice.value if isinstance(key.slice, cst.Index) else None
                name = literal(index) if index is not None else None
                found.add(name if isinstance(name, str) else "*")
        return found if func == "globals" else {f".{name}" for name in found}

    def same(self, names: Iterable[str]) -> frozenset[str]:
        """All names of these things."""
        above, members = self._above, self._members
        roots = {self._root(name) if name in above else name for name in names}
        return frozenset().union(*(members.get(r, (r,)) for r in roots))

    def join(self, one: Iterable[str], other: Iterable[str]) -> bool:
        """These may be names of one thing; whether that is news."""
        roots = {self._root(name) for name in (*one, *other)}
        if len(roots) < 2:
            return False
        first, *rest = sorted(roots)
        members = self._members.setdefault(first, {first})
        for root in rest:
            members |= self._members.pop(root, {root})
            self._above[root] = first
        return True

    @property
    def joined(self) -> int:
        """How much was joined so far."""
        return len(self._above)

    def _root(self, name: str) -> str:
        root, above = name, self._above
        while root in above:
            root = above[root]
        while name != root:  # which is found at once from now on
            above[name], name = root, above[name]
        return root

    def _bind(self) -> None:
        """Join what assignments, loops and `with` give a name."""
        index = self.facts.index
        for assign in index.all(cst.Assign):
            for target in assign.targets:
                self._pair(target.target, assign.value)
                self._pair(target.target, assign.targets[0].target)  # a = b = []
        for node in index.all(cst.AnnAssign):
            if node.value is not None:
                self._pair(node.target, node.value)
        for node in index.all(cst.NamedExpr):
            self._pair(node.target, node.value)
        for node in index.all(cst.For, cst.CompFor):
            self._pair(node.target, node.iter)
        for node in index.all(cst.WithItem):
            if node.asname is not None:
                self._pair(node.asname.name, node.item)
        for call in index.all(cst.Call):
            func = call.func  # rows.append(row): row is a part of rows now
            if isinstance(func, cst.Attribute) and func.attr.value in library.CHANGERS:
                if not self.facts.api(call):
                    for arg in call.args:
                        self.join(self.of(func.value), self.of(arg.value))

    def _pair(self, target: cst.CSTNode, value: cst.BaseExpression) -> None:
        if isinstance(target, (cst.Tuple, cst.List)):
            items = [e.value for e in target.elements]
            values = value.elements if isinstance(value, (cst.Tuple, cst.List)) else ()
            starred = any(isinstance(item, cst.StarredElement) for item in target.elements)
            if len(values) == len(items) and not starred:
                for item, one in zip(items, values):
                    self._pair(item, one.value)
                return
            for item in items:
                self._pair(item, value)
        elif not self.fixed(target):
            given = self.of(value)
            if given:
                self.join(self.of(target), given)


# Of an array, or of an object: names that are parts of it.
_SAME = frozenset({"T", "flat", "real", "__dict__"}) | library.CHANGERS
RATES = ".param_groups"  # of any optimizer
_FRESH = frozenset(
    {
        *(cst.BinaryOperation, cst.Comparison, cst.UnaryOperation, cst.FormattedString, cst.Lambda),
        *(cst.Integer, cst.Float, cst.SimpleString, cst.ConcatenatedString),
    }
)


def _fixed(kind: Kind) -> bool:
    if isinstance(kind, Union):
        return all(map(_fixed, kind.kinds))
    if isinstance(kind, Tuple) and not isinstance(kind, Shape):
        return bool(kind.items) and all(map(_fixed, kind.items))
    return isinstance(kind, _FIXED)


def inside(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes that run where a statement or a function's body runs: no inner functions."""
    yield node
    for child in children(node):
        if not isinstance(child, (cst.FunctionDef, cst.ClassDef)):
            yield from inside(child)
