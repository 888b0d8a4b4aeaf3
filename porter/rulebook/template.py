"""A rule's return expression as a template: what it needs, and grafting arguments into it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import libcst as cst

from porter.ast_names import nodes as below
from porter.rulebook.bind import UNKNOWN_VALUE, Value, literal, same
from porter.rulebook.fold import folded, shape_given, tuple_given
from porter.rulebook.parens import bare, parsed, repaired, whole
from porter.tree import dotted, mapped, walk

SHAPE = "shape_of"  # the building block for a size that may be a number or a shape
Defaults = Callable[[str], Mapping[str, Any]]  # callee -> keyword -> default


@dataclass(frozen=True)
class Template:
    """An expression of a rule, with its parameters bound to a call's arguments."""

    expression: ast.expr
    bound: Mapping[str, Value]
    defaults: Defaults

    def inlines(self) -> bool:
        """Whether every argument is evaluated once and in order if it is grafted in."""
        order: list[int] = []
        seen: set[int] = set()
        inner = _bound_names(self.expression)
        for name, repeated in _uses(self.expression):
            value = self.bound.get(name)
            for index, node in zip(value.indices, value.nodes) if value else ():
                if (repeated or index in seen) and not is_atomic(node):
                    return False
                if inner and any(isinstance(n, cst.Name) and n.value in inner for n in walk(node)):
                    return False
                seen.add(index)
                if not is_pure(node):
                    order.append(index)
        return order == sorted(order)

    def build(
        self, nodes: Sequence[cst.BaseExpression], names: Mapping[str, str]
    ) -> cst.BaseExpression:
        """The expression with the arguments grafted in."""
        found = self._grafted(_template(self.expression), nodes, names, bracketed=False)
        return whole(found)

    def _grafted(
        self,
        node: Any,
        nodes: Sequence[cst.BaseExpression],
        names: Mapping[str, str],
        bracketed: bool,
    ) -> Any:
        if isinstance(node, cst.Name):
            if node.value in self.bound:
                found = _node_of(self.bound[node.value], nodes)
                if self.bound[node.value].either:
                    found = cst.Call(cst.Name(names.get(SHAPE, SHAPE)), [cst.Arg(found)])
                return found
            if node.value in names:
                return parsed(names[node.value])
            return node
        inside = bracketed or isinstance(node, (cst.Arg, cst.Element, cst.SubscriptElement))
        new = mapped(node, lambda child: self._grafted(child, nodes, names, inside))
        if isinstance(node, cst.Call):
            new = new.with_changes(args=self._arguments(node, new))
        if isinstance(node, cst.List) and new is not node:
            new = _spread(new)
        if new is not node and isinstance(new, cst.BaseExpression):
            new = folded(new)
        return repaired(new, inside)

    def _arguments(self, template: cst.Call, call: cst.Call) -> list[cst.Arg]:
        """The call's arguments: `*size` spread out, keywords that repeat a default left out."""
        defaults = self.defaults(dotted(template.func) or "")
        args: list[cst.Arg] = []
        for old, new in zip(template.args, call.args):
            value = self.bound.get(old.value.value) if isinstance(old.value, cst.Name) else None
            if value is not None and value.packed and isinstance(new.value, cst.List) and old.star:
                args += [_spread_argument(element) for element in new.value.elements]
                continue
            if value is not None and old.keyword is not None and old.keyword.value in defaults:
                plain = literal(new.value)
                if plain is not UNKNOWN_VALUE and same(plain, defaults[old.keyword.value]):
                    continue
            own = bare(new.value) if value is not None else new.value
            own = tuple_given(shape_given(own))
            args.append(new.with_changes(value=own, comma=cst.MaybeSentinel.DEFAULT))
        return args


def _spread_argument(element: cst.BaseElement) -> cst.Arg:
    return cst.Arg(element.value, star="*" if isinstance(element, cst.StarredElement) else "")


def _spread(found: cst.List) -> cst.List:
    """[1, *[2, 3]] is [1, 2, 3]."""
    if not any(isinstance(e.value, cst.List) for e in found.elements):
        return found
    elements: list[cst.BaseElement] = []
    for element in found.elements:
        inside = element.value if isinstance(element, cst.StarredElement) else None
        elements += inside.elements if isinstance(inside, cst.List) else [element]
    bare = [e.with_changes(comma=cst.MaybeSentinel.DEFAULT) for e in elements]
    return found.with_changes(elements=bare)


def _node_of(value: Value, nodes: Sequence[cst.BaseExpression]) -> cst.BaseExpression:
    if value.packed:
        stars = value.stars or (False,) * len(value.indices)
        return cst.List(
            [
                repaired(cst.StarredElement(nodes[index])) if star else cst.Element(nodes[index])
                for index, star in zip(value.indices, stars)
            ]
        )
    if value.indices:
        return nodes[value.indices[0]]
    return _parsed(ast.unparse(ast.Constant(value.default)))


@lru_cache(maxsize=1024)
def _template(expression: ast.expr) -> cst.BaseExpression:
    """A rule's expression as libcst, on one line."""
    return _parsed(ast.unparse(expression))


def _parsed(text: str) -> cst.BaseExpression:
    """The expression, strings in double quotes."""
    found: cst.BaseExpression = _quoted(parsed(text))
    return found


def _quoted(node: Any) -> Any:
    if isinstance(node, cst.SimpleString) and node.value[0] == "'" and '"' not in node.value:
        return node.with_changes(value=f'"{node.value[1:-1]}"')
    return mapped(node, _quoted)


_LOOSE = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.GeneratorExp)


@lru_cache(maxsize=1024)
def _uses(expression: ast.expr) -> tuple[tuple[str, bool], ...]:
    """The names in the order of evaluation; True for those evaluated never or many times."""

    def visit(node: ast.AST, repeated: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.Name):
            yield node.id, repeated
        for child in ast.iter_child_nodes(node):
            yield from visit(child, repeated or isinstance(node, _LOOSE))

    return tuple(visit(expression, False))


@lru_cache(maxsize=1024)
def _bound_names(node: ast.AST) -> frozenset[str]:
    """The names that comprehensions and lambdas inside of the expression bind."""
    return frozenset(
        n.arg if isinstance(n, ast.arg) else n.id
        for n in below(node)
        if isinstance(n, ast.arg) or (isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    )


def is_atomic(node: cst.BaseExpression) -> bool:
    """Cheap, and the same however often it is evaluated: names, attributes, literals."""
    if isinstance(node, cst.UnaryOperation):
        return isinstance(node.operator, cst.Minus) and is_atomic(node.expression)
    if isinstance(node, (cst.Tuple, cst.List)):
        return isinstance(node, cst.Tuple) and all(is_atomic(e.value) for e in node.elements)
    if isinstance(node, (cst.Integer, cst.Float, cst.SimpleString)):
        return True
    return dotted(node) is not None


def is_pure(node: cst.BaseExpression) -> bool:
    """Nothing in it is called, so that it does not matter when it is evaluated."""
    return not any(type(n) in _IMPURE for n in walk(node))


_IMPURE = frozenset({cst.Call, cst.Await, cst.Yield, cst.NamedExpr})
