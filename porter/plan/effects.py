"""What statements read and write."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import libcst as cst

from porter.remembered import remembered
from porter.tree import children, dotted, imported_names, walk


@dataclass(frozen=True)
class Effects:
    """Names read, written, and surely replaced (`kills`); attributes of self as "self.x"."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    kills: frozenset[str] = frozenset()


@remembered
def effects(node: cst.CSTNode) -> Effects:
    """The effects of one statement with everything inside it; asked for again and again."""
    collector = _Collector()
    collector.visit(node)
    return collector.found()


def reads(node: cst.CSTNode) -> frozenset[str]:
    """The names that an expression or statement reads."""
    return effects(node).reads


def targets(node: cst.CSTNode) -> frozenset[str]:
    """The names that an assignment to this target writes."""
    return binding(node).writes


def binding(target: cst.CSTNode) -> Effects:
    """The effects of an assignment to this target, without its value: `x[i]` reads x and i."""
    collector = _Collector()
    collector.target(target)
    return collector.found()


def attributes_set(
    lines: Iterable[cst.Assign], wanted: Callable[[cst.BaseExpression], bool]
) -> frozenset[str]:
    """The attributes of self that these lines set to a value that is wanted."""
    written = (effects(line).writes for line in lines if wanted(line.value))
    return frozenset(name for names in written for name in names if name.startswith("self."))


def comprehended(node: cst.BaseComp) -> frozenset[str]:
    """The names that a comprehension binds, for itself."""
    found: frozenset[str] = frozenset()
    loop: cst.CompFor | None = node.for_in
    while loop is not None:
        found |= targets(loop.target)
        loop = loop.inner_for_in
    return found


class _Collector:
    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.writes: set[str] = set()
        self.kills: set[str] = set()
        self.bound: set[str] = set()  # by an assignment or a loop, at any depth
        self.depth = 0  # inside a branch or loop nothing is surely replaced

    def found(self) -> Effects:
        return Effects(frozenset(self.reads), frozenset(self.writes), frozenset(self.kills))

    def visit(self, node: cst.CSTNode) -> None:
        method = _VISITS.get(type(node))
        if method is not None:
            method(self, node)
        else:
            self.below(node)

    def below(self, node: cst.CSTNode) -> None:
        for child in children(node):
            self.visit(child)

    # -- expressions
    def name(self, node: cst.Name) -> None:
        self.reads.add(node.value)

    def attribute(self, node: cst.Attribute) -> None:
        name = dotted(node)
        if name is not None and name.startswith("self."):
            self.reads.add(".".join(name.split(".")[:2]))
        self.visit(node.value)

    def comprehension(self, node: Any) -> None:
        inner = _Collector()
        inner.below(node)
        self.reads |= inner.reads - comprehended(node)
        self.writes |= inner.writes
        self.bound |= inner.bound

    def function(self, node: cst.Lambda) -> None:
        """Its defaults are read at once, its body when it is called."""
        self.visit(node.params)
        own = {part.name.value for part in walk(node.params) if isinstance(part, cst.Param)}
        self.reads |= reads(node.body) - own

    def named(self, node: cst.NamedExpr) -> None:
        """`(n := f())`, which a condition may leave out."""
        self.visit(node.value)
        self.depth += 1
        self.target(node.target)
        self.depth -= 1

    # -- statements
    def assign(self, node: cst.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.target(target.target)

    def annotated(self, node: cst.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self.target(node.target)

    def augmented(self, node: cst.AugAssign) -> None:
        self.visit(node.value)
        self.visit(node.target)
        self.target(node.target)

    def expression(self, node: cst.Expr) -> None:
        """`losses.append(x)` changes losses."""
        self.visit(node.value)
        if isinstance(node.value, cst.Call) and isinstance(node.value.func, cst.Attribute):
            self.mutated(node.value.func.value)

    def loop(self, node: cst.For) -> None:
        self.visit(node.iter)
        self.depth += 1
        self.target(node.target)
        for part in (node.body, node.orelse):
            if part is not None:
                self.visit(part)
        self.depth -= 1

    def maybe(self, node: cst.CSTNode) -> None:
        self.depth += 1
        self.below(node)
        self.depth -= 1

    def branches(self, node: cst.If) -> None:
        """What every branch replaces is surely replaced, if there is an else."""
        self.visit(node.test)
        found: list[set[str]] = []
        for branch in (node.body, node.orelse):
            if branch is None:
                found.append(set())
                continue
            inner = _Collector()
            inner.depth = self.depth
            inner.visit(branch)
            self.reads |= inner.reads
            self.writes |= inner.writes
            found.append(inner.kills)
        self.kills |= found[0] & found[1]

    def with_item(self, node: cst.WithItem) -> None:
        self.visit(node.item)
        if node.asname is not None:
            self.target(node.asname.name)

    def definition(self, node: cst.FunctionDef | cst.ClassDef) -> None:
        inner = _Collector()
        inner.below(node)
        own: set[str] = set()
        if isinstance(node, cst.FunctionDef):
            parts = list(walk(node))
            declared = {n.name.value for g in parts if isinstance(g, cst.Global) for n in g.names}
            own = inner.bound.union(p.name.value for p in parts if isinstance(p, cst.Param))
            own -= declared
        self.reads |= inner.reads - own
        self.writes.add(node.name.value)

    def imports(self, node: cst.Import | cst.ImportFrom) -> None:
        self.writes.update(imported_names(node))

    # -- what they write
    def target(self, node: cst.CSTNode) -> None:
        if isinstance(node, cst.Name):
            self.writes.add(node.value)
            self.bound.add(node.value)
            if not self.depth:
                self.kills.add(node.value)
        elif isinstance(node, (cst.Tuple, cst.List)):
            for element in node.elements:
                self.target(element.value)
        elif isinstance(node, cst.Attribute):
            self.visit(node.value)
            self.writes.add(".".join((dotted(node) or "?").split(".")[:2]))
        elif isinstance(node, cst.Subscript):
            self.visit(node)
            self.mutated(node.value)
        elif isinstance(node, cst.StarredElement):
            self.target(node.value)

    def mutated(self, node: cst.CSTNode) -> None:
        root = node
        while isinstance(root, (cst.Subscript, cst.Call)):
            inner = root.func if isinstance(root, cst.Call) else root
            if not isinstance(inner, (cst.Attribute, cst.Subscript)):
                break
            root = inner.value
        parts = (dotted(root) or "").split(".")
        inside = root is not node and parts[0] != "self"
        if parts[0] and (not inside or parts[1:] in ([], ["data"])):  # x of `x.view(-1)[0][1]`
            self.writes.add(".".join(parts[:2]) if parts[0] == "self" else parts[0])


_VISITS: dict[type[cst.CSTNode], Callable[[_Collector, Any], None]] = {
    cst.Name: _Collector.name,
    cst.Attribute: _Collector.attribute,
    cst.Assign: _Collector.assign,
    cst.AnnAssign: _Collector.annotated,
    cst.AugAssign: _Collector.augmented,
    cst.Expr: _Collector.expression,
    cst.For: _Collector.loop,
    cst.ListComp: _Collector.comprehension,
    cst.GeneratorExp: _Collector.comprehension,
    cst.SetComp: _Collector.comprehension,
    cst.DictComp: _Collector.comprehension,
    cst.Lambda: _Collector.function,
    cst.NamedExpr: _Collector.named,
    cst.FunctionDef: _Collector.definition,
    cst.ClassDef: _Collector.definition,
    cst.Import: _Collector.imports,
    cst.ImportFrom: _Collector.imports,
    cst.If: _Collector.branches,
    cst.While: _Collector.maybe,
    cst.Try: _Collector.maybe,
    cst.Match: _Collector.maybe,
    cst.WithItem: _Collector.with_item,
}
