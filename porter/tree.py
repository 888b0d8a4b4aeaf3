"""Walking and mapping a libcst tree along its meaningful fields.

libcst's own visitors also walk every piece of whitespace; these two functions look at
expressions and statements only, which makes a pass several times faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from operator import is_
from typing import Any, TypeGuard, TypeVar, overload

import libcst as cst

from porter.native_nodes import ask_natively

ask_natively()

N = TypeVar("N", bound=cst.CSTNode)

FIELDS: dict[type[cst.CSTNode], tuple[str, ...]] = {
    cst.Module: ("body",),
    cst.IndentedBlock: ("body",),
    cst.SimpleStatementSuite: ("body",),
    cst.SimpleStatementLine: ("body",),
    # statements
    cst.Expr: ("value",),
    cst.Assign: ("targets", "value"),
    cst.AssignTarget: ("target",),
    cst.AugAssign: ("target", "value"),
    cst.AnnAssign: ("target", "annotation", "value"),
    cst.Annotation: ("annotation",),
    cst.Return: ("value",),
    cst.Raise: ("exc", "cause"),
    cst.From: ("item",),
    cst.Assert: ("test", "msg"),
    cst.Del: ("target",),
    cst.If: ("test", "body", "orelse"),
    cst.Else: ("body",),
    cst.For: ("target", "iter", "body", "orelse"),
    cst.While: ("test", "body", "orelse"),
    cst.With: ("items", "body"),
    cst.WithItem: ("item", "asname"),
    cst.AsName: ("name",),
    cst.Try: ("body", "handlers", "orelse", "finalbody"),
    cst.ExceptHandler: ("type", "name", "body"),
    cst.TryStar: ("body", "handlers", "orelse", "finalbody"),
    cst.ExceptStarHandler: ("type", "name", "body"),
    cst.Finally: ("body",),
    cst.FunctionDef: ("decorators", "params", "returns", "body"),
    cst.ClassDef: ("decorators", "bases", "keywords", "body"),
    cst.Decorator: ("decorator",),
    cst.Parameters: (
        "params",
        "star_arg",
        "kwonly_params",
        "star_kwarg",
        "posonly_params",
    ),
    cst.Param: ("annotation", "default"),
    cst.Match: ("subject", "cases"),
    cst.MatchCase: ("pattern", "guard", "body"),
    cst.MatchAs: ("pattern",),
    cst.MatchClass: ("cls", "patterns", "kwds"),
    cst.MatchKeywordElement: ("pattern",),
    cst.MatchList: ("patterns",),
    cst.MatchMapping: ("elements",),
    cst.MatchMappingElement: ("key", "pattern"),
    cst.MatchOr: ("patterns",),
    cst.MatchOrElement: ("pattern",),
    cst.MatchSequenceElement: ("value",),
    cst.MatchTuple: ("patterns",),
    cst.MatchValue: ("value",),
    # expressions
    cst.Call: ("func", "args"),
    cst.Arg: ("value",),
    cst.Attribute: ("value",),
    cst.Subscript: ("value", "slice"),
    cst.SubscriptElement: ("slice",),
    cst.Index: ("value",),
    cst.Slice: ("lower", "upper", "step"),
    cst.BinaryOperation: ("left", "right"),
    cst.BooleanOperation: ("left", "right"),
    cst.UnaryOperation: ("expression",),
    cst.Comparison: ("left", "comparisons"),
    cst.ComparisonTarget: ("comparator",),
    cst.IfExp: ("body", "test", "orelse"),
    cst.Lambda: ("params", "body"),
    cst.Await: ("expression",),
    cst.Yield: ("value",),
    cst.NamedExpr: ("target", "value"),
    cst.Tuple: ("elements",),
    cst.List: ("elements",),
    cst.Set: ("elements",),
    cst.Dict: ("elements",),
    cst.Element: ("value",),
    cst.StarredElement: ("value",),
    cst.DictElement: ("key", "value"),
    cst.StarredDictElement: ("value",),
    cst.ListComp: ("elt", "for_in"),
    cst.SetComp: ("elt", "for_in"),
    cst.GeneratorExp: ("elt", "for_in"),
    cst.DictComp: ("key", "value", "for_in"),
    cst.CompFor: ("target", "iter", "ifs", "inner_for_in"),
    cst.CompIf: ("test",),
    cst.FormattedString: ("parts",),
    cst.FormattedStringExpression: ("expression", "format_spec"),
    cst.ConcatenatedString: ("left", "right"),
}
CONSTANTS = frozenset({"None", "True", "False"})  # names for libcst, which nothing binds
_NONE: tuple[str, ...] = ()
_BACKWARDS = {kind: fields[::-1] for kind, fields in FIELDS.items()}
_SUITES = frozenset({"body", "orelse", "handlers", "finalbody", "cases"})
_STATEMENTS = {
    kind: tuple(field for field in fields if field in _SUITES)
    for kind, fields in _BACKWARDS.items()
    if kind not in (cst.IfExp, cst.Lambda)
}
# What a field can hold besides a node or a list of nodes. Nodes are told apart by this: an
# isinstance() of libcst's abstract classes would cost as much as the rest of the walk.
_PLAIN = frozenset({type(None), cst.MaybeSentinel, str})


@cache
def _is_expression_type(kind: type[cst.CSTNode]) -> bool:
    return issubclass(kind, cst.BaseExpression)


def is_expression(node: cst.CSTNode) -> TypeGuard[cst.BaseExpression]:
    """isinstance() with cst.BaseExpression asks abc each time; this remembers the type."""
    return _is_expression_type(type(node))


# Of a node of a tree that was walked as a whole: its children, all nodes of that tree, parents
# first, and which of these are the node and what stands below it
Walked = tuple[list[cst.CSTNode], list[cst.CSTNode], int, int]
_WALKED: dict[cst.CSTNode, Walked] = {}  # of the trees at hand: nodes don't change


def remember(walked: dict[cst.CSTNode, Walked]) -> None:
    """A tree was walked: `walk` and `children` need not look into its nodes again."""
    _WALKED.update(walked)


def forget() -> None:
    """The trees at hand are asked for no longer."""
    _WALKED.clear()


def children(node: cst.CSTNode) -> Sequence[cst.CSTNode]:
    """The meaningful child nodes, in the order of the source."""
    known = _WALKED.get(node)
    return known[0] if known is not None else held(node)


def held(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The same, read in the node."""
    found: list[cst.CSTNode] = []
    for field in FIELDS.get(type(node), _NONE):
        value = getattr(node, field)
        kind = type(value)
        if kind is list or kind is tuple:
            found += value
        elif kind not in _PLAIN:
            found.append(value)
    return found


def walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The node and all meaningful nodes below it, parents first."""
    known = _WALKED.get(node)
    if known is None:
        return _walked_below(node)
    _, order, start, end = known
    return iter(order[start:end])


def _walked_below(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The same of a node that is new, and may have others below it that are not."""
    stack = [node]
    while stack:
        node = stack.pop()
        if type(node) not in FIELDS:
            yield node
            continue
        known = _WALKED.get(node)
        if known is not None:
            _, order, start, end = known
            yield from order[start:end]
            continue
        yield node
        stack += held(node)[::-1]


def walk_statements(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The same without the expressions: a fraction of the nodes."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        for field in _STATEMENTS.get(type(node), _NONE):
            value = getattr(node, field)
            if value is None:
                continue
            kind = type(value)
            if kind is tuple or kind is list:
                stack += value[::-1]
            elif kind not in _PLAIN:
                stack.append(value)


def mapped(node: N, change: Callable[[Any], Any]) -> N:
    """The node with `change` applied to each child; the same node if nothing changed."""
    fields = FIELDS.get(type(node))
    if fields is None:
        return node
    changes: dict[str, Any] = {}
    for field in fields:
        value = getattr(node, field)
        kind = type(value)
        if kind is list or kind is tuple:
            if value:
                items = [change(item) for item in value]
                if not all(map(is_, items, value)):
                    changes[field] = kind(items)
        elif kind not in _PLAIN:
            new = change(value)
            if new is not value:
                changes[field] = new
    return node.with_changes(**changes) if changes else node


def dotted(node: cst.CSTNode) -> str | None:
    """ "a.b.c" for a name or a chain of attributes of a name, else None."""
    if type(node) is cst.Name:
        return node.value
    if type(node) is cst.Attribute:
        base = dotted(node.value)
        return f"{base}.{node.attr.value}" if base else None
    return None


def has_decorator(node: cst.FunctionDef, *names: str) -> bool:
    """Whether a function has one of these decorators."""
    return any(dotted(decorator.decorator) in names for decorator in node.decorators)


def bound_name(alias: cst.ImportAlias) -> str:
    """The name that a part of an import statement binds."""
    name = alias.asname.name if alias.asname else alias.name
    return (dotted(name) or "").split(".")[0]


def imported_names(node: cst.Import | cst.ImportFrom) -> list[str]:
    """The names that an import statement binds; none that can be told for `*`."""
    if isinstance(node.names, cst.ImportStar):
        return []
    return [bound_name(alias) for alias in node.names]


def statements(body: cst.BaseSuite) -> list[cst.BaseStatement]:
    """A suite's statements; a one-line suite (`if x: y`) as one line."""
    if isinstance(body, cst.SimpleStatementSuite):
        return [cst.SimpleStatementLine(body.body, trailing_whitespace=body.trailing_whitespace)]
    return list(body.body)  # type: ignore[arg-type]


def only(statement: cst.CSTNode) -> cst.BaseSmallStatement | None:
    """The one small statement of a line, None for compound statements and `a; b` lines."""
    if type(statement) is cst.SimpleStatementLine and len(statement.body) == 1:
        return statement.body[0]
    return None


def is_for_missing(handler: cst.ExceptHandler) -> bool:
    """Whether it handles a module that is not there."""
    name = dotted(handler.type) if handler.type is not None else None
    return name in ("ImportError", "ModuleNotFoundError")


def named(name: str, value: cst.BaseExpression) -> cst.Arg:
    """The argument `name=value`."""
    none = cst.SimpleWhitespace("")
    return cst.Arg(value, cst.Name(name), cst.AssignEqual(none, none))


def binds_names(target: cst.CSTNode) -> bool:
    """Whether a target of an assignment is a name, or names: `a, (b, c)`."""
    if isinstance(target, (cst.Tuple, cst.List)):
        return all(binds_names(e.value) for e in target.elements)
    return isinstance(target, cst.Name)


def named_parameters(params: cst.Parameters) -> tuple[cst.Param, ...]:
    """Those of a function or lambda that have a name of their own: neither *rest nor **options."""
    return (*params.posonly_params, *params.params, *params.kwonly_params)


def indices(node: cst.Subscript) -> Iterator[cst.BaseExpression]:
    return (part.slice.value for part in node.slice if isinstance(part.slice, cst.Index))


@overload
def item_owner(node: cst.BaseExpression) -> cst.BaseExpression: ...
@overload
def item_owner(node: cst.CSTNode) -> cst.CSTNode: ...
def item_owner(node: cst.CSTNode) -> cst.CSTNode:
    """x of `x[0]["k"]`, and of x itself."""
    while isinstance(node, cst.Subscript):
        node = node.value
    return node


def key_of(node: cst.Subscript) -> str:
    """The key of an item as it is written, "" if it is computed."""
    part = node.slice[0].slice if len(node.slice) == 1 else None
    written = part.value if isinstance(part, cst.Index) else None
    if isinstance(written, (cst.Integer, cst.SimpleString)):
        return repr(written.evaluated_value)
    return ""
