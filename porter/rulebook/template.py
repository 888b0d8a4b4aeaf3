"""A rule's return expression as a template: what it needs, and grafting arguments into it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import libcst as cst

from porter.rulebook.bind import UNKNOWN_VALUE, Value, literal, same
from porter.rulebook.parens import repaired, whole
from porter.tree import dotted, mapped, walk

Defaults = Mapping[str, Mapping[str, Any]]  # callee -> keyword -> default


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
        found = self._grafted(parse(self.expression), nodes, names, bracketed=False)
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
                return _node_of(self.bound[node.value], nodes)
            if node.value in names:
                return cst.parse_expression(names[node.value])
            return node
        callee = dotted(node.func) if isinstance(node, cst.Call) else None
        if isinstance(node, cst.Call):
            node = self._unstarred(node, nodes)
        inside = bracketed or isinstance(node, (cst.Arg, cst.Element, cst.SubscriptElement))
        new = mapped(node, lambda child: self._grafted(child, nodes, names, inside))
        if isinstance(node, cst.Call):
            new = self._without_defaults(new, node, self.defaults.get(callee or "", {}))
        return repaired(new, inside)

    def _unstarred(self, call: cst.Call, nodes: Sequence[cst.BaseExpression]) -> cst.Call:
        """`f(*size)` with the separate arguments that were given as size."""
        args: list[cst.Arg] = []
        for arg in call.args:
            name = arg.value.value if isinstance(arg.value, cst.Name) else ""
            value = self.bound.get(name)
            if arg.star == "*" and value is not None and value.packed:
                args += [cst.Arg(nodes[index]) for index in value.indices]
            else:
                args.append(arg.with_changes(comma=cst.MaybeSentinel.DEFAULT))
        return call.with_changes(args=args)

    def _without_defaults(
        self, new: cst.Call, old: cst.Call, defaults: Mapping[str, Any]
    ) -> cst.Call:
        """The call without the keywords that only repeat the callee's own default."""
        args = []
        for arg, template in zip(new.args, old.args):
            name = template.value.value if isinstance(template.value, cst.Name) else ""
            if arg.keyword is not None and arg.keyword.value in defaults and name in self.bound:
                value = literal(arg.value)
                if value is not UNKNOWN_VALUE and same(value, defaults[arg.keyword.value]):
                    continue
            args.append(arg)
        return new.with_changes(args=args)


def _node_of(value: Value, nodes: Sequence[cst.BaseExpression]) -> cst.BaseExpression:
    if value.packed:
        return cst.Tuple([cst.Element(nodes[index]) for index in value.indices])
    if value.indices:
        return nodes[value.indices[0]]
    return parse(ast.Constant(value.default))


def parse(expression: ast.expr) -> cst.BaseExpression:
    """The expression as libcst, on one line, strings in double quotes."""
    return _quoted(cst.parse_expression(ast.unparse(expression)))


def _quoted(node: Any) -> Any:
    if isinstance(node, cst.SimpleString) and node.value[0] == "'" and '"' not in node.value:
        return node.with_changes(value=f'"{node.value[1:-1]}"')
    return mapped(node, _quoted)


def _uses(node: ast.AST, repeated: bool = False) -> Iterator[tuple[str, bool]]:
    """The names in the order of evaluation; True for those evaluated never or many times."""
    if isinstance(node, ast.Name):
        yield node.id, repeated
    loose = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.GeneratorExp)
    for child in ast.iter_child_nodes(node):
        yield from _uses(child, repeated or isinstance(node, loose))


def _bound_names(node: ast.AST) -> set[str]:
    """The names that comprehensions and lambdas inside of the expression bind."""
    return {
        n.arg if isinstance(n, ast.arg) else n.id
        for n in ast.walk(node)
        if isinstance(n, ast.arg) or (isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    }


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
    return not any(
        isinstance(n, (cst.Call, cst.Await, cst.Yield, cst.NamedExpr)) for n in walk(node)
    )
