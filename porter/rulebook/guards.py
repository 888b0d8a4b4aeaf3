"""Deciding a rule's guards from what is known statically: True, False or None (undecided)."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

import libcst as cst

from porter import kinds
from porter.codegen import code
from porter.rulebook.bind import UNKNOWN_VALUE, Value
from porter.rulebook.words import OF_ANYTHING, is_a

_VALUES = (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison)  # never None
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}


def decide(test: ast.expr, bound: Mapping[str, Value]) -> bool | None:
    """The truth of a guard, None if it can't be known before the program runs."""
    if isinstance(test, ast.BoolOp):
        return _bool_op(test, bound)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = decide(test.operand, bound)
        return None if inner is None else not inner
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name):
        return _call(test.func.id, test.args, bound)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _compare(test.left, test.ops[0], test.comparators[0], bound)
    value = _value(test, bound)
    return None if value is UNKNOWN_VALUE else bool(value)


def _bool_op(test: ast.BoolOp, bound: Mapping[str, Value]) -> bool | None:
    stop = isinstance(test.op, ast.Or)
    undecided = False
    for item in test.values:
        answer = decide(item, bound)
        if answer is stop:
            return stop
        undecided = undecided or answer is None
    return None if undecided else not stop


def _call(name: str, args: list[ast.expr], bound: Mapping[str, Value]) -> bool | None:
    if name == "ordered":
        return _ordered(args[0], args[1], bound)
    if name == "nonnegative":
        return isinstance(args[0], ast.Name) and bound[args[0].id].nonnegative
    if name == "same_dtype":
        dtypes = [_dtype(_kind(arg, bound)) for arg in args]
        return dtypes[0] is not None and dtypes[0] == dtypes[1]
    if len(args) == 1:  # known(test)
        return decide(args[0], bound) is True
    kind = _kind(args[0], bound)
    words = [w.id for w in ast.walk(args[1]) if isinstance(w, ast.Name)]
    if name == "known" and "Bool" in words and _may_be_mask(kind):
        return None if _some_are(kind, words) else True
    answers = [is_a(kind, word) for word in words]
    if any(answers) or _all_are(kind, words):
        return True
    if name == "known":
        return False
    return None if None in answers else False


def _may_be_mask(kind: kinds.Kind) -> TypeGuard[kinds.Tensor]:
    """Whether it is a tensor that is a mask at one call and none at another."""
    return isinstance(kind, kinds.Tensor) and "bool" in kind.among and len(kind.among) > 1


def _some_are(kind: kinds.Tensor, words: list[str]) -> bool:
    """Whether only some of the dtypes that a tensor may have are these."""
    each = (kinds.Tensor(dtype) for dtype in kinds.dtypes(kind))
    return not all(any(is_a(one, word) for word in words) for one in each)


def is_refused(test: ast.expr, bound: Mapping[str, Value]) -> bool:
    """Whether to refuse what may be a mask, where masks are what the rule lacks. What torch refuses
    itself never happens, and data of which nothing is known are rarely masks."""
    for call in (node for node in ast.walk(test) if isinstance(node, ast.Call)):
        if len(call.args) == 2 and _may_be_mask(kind := _kind(call.args[0], bound)):
            words = [w.id for w in ast.walk(call.args[1]) if isinstance(w, ast.Name)]
            return words == ["Bool"] and kind.among != OF_ANYTHING
    return True


def _all_are(kind: kinds.Kind, words: list[str]) -> bool:
    """Whether each of several kinds is one of these."""
    several = kind.kinds if isinstance(kind, kinds.Union) else ()
    return bool(several) and all(any(is_a(one, word) for word in words) for one in several)


def _dtype(kind: kinds.Kind) -> str | None:
    if isinstance(kind, kinds.Dtype):
        return kind.name or None
    return kind.dtype if isinstance(kind, kinds.Tensor) else None


def _ordered(low: ast.expr, high: ast.expr, bound: Mapping[str, Value]) -> bool:
    """Two numbers low <= high, `-c` and `c`, `1 - c` and `1 + c`, or `x.v_min` and `x.v_max`."""
    a, b = _value(low, bound), _value(high, bound)
    left, right = _node(low, bound), _node(high, bound)
    a = a if left is None or isinstance(a, (int, float)) else _number(left)
    b = b if right is None or isinstance(b, (int, float)) else _number(right)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a <= b
    if left is None or right is None:
        return False
    if isinstance(left, cst.UnaryOperation) and isinstance(left.operator, cst.Minus):
        return code(left.expression) == code(right)
    if isinstance(left, cst.BinaryOperation) and isinstance(right, cst.BinaryOperation):
        around = isinstance(left.operator, cst.Subtract) and isinstance(right.operator, cst.Add)
        sides = (left.left, right.left), (left.right, right.right)
        return around and all(code(one) == code(other) for one, other in sides)
    if not (_is_number(low, left, bound) and _is_number(high, right, bound)):
        return False
    texts = code(left), code(right)
    return any(n in texts[0] and texts[0].replace(n, x) == texts[1] for n, x in _BOUNDS)


def _is_number(name: ast.expr, node: cst.CSTNode, bound: Mapping[str, Value]) -> bool:
    """Whether it is a number by a name; an attribute is taken for one, a parameter may be None."""
    plain = isinstance(node, cst.Name) and isinstance(_kind(name, bound), kinds.Number)
    return plain or isinstance(node, cst.Attribute)


_BOUNDS = (("min", "max"), ("MIN", "MAX"), ("low", "high"), ("LOW", "HIGH"), ("lower", "upper"))


def _number(node: cst.BaseExpression) -> Any:
    """What a sum or a difference of numbers comes to: `1 - 1e-5`."""
    if isinstance(node, (cst.Integer, cst.Float)):
        return node.evaluated_value
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, (cst.Add, cst.Subtract)):
        left, right = _number(node.left), _number(node.right)
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            return left + right if isinstance(node.operator, cst.Add) else left - right
    return UNKNOWN_VALUE


def _compare(
    left: ast.expr, op: ast.cmpop, right: ast.expr, bound: Mapping[str, Value]
) -> bool | None:
    if isinstance(op, (ast.Is, ast.IsNot)):
        something = isinstance(_node(left, bound), _VALUES)
        answer = False if something else is_a(_kind(left, bound), "Nothing")
        return answer if answer is None or isinstance(op, ast.Is) else not answer
    a, b = _value(left, bound), _value(right, bound)
    if a is UNKNOWN_VALUE or b is UNKNOWN_VALUE:
        return None
    try:
        return bool(_COMPARE[type(op)](a, b))
    except TypeError:
        return None


def _kind(node: ast.expr, bound: Mapping[str, Value]) -> kinds.Kind:
    return bound[node.id].kind if isinstance(node, ast.Name) else kinds.UNKNOWN


def _node(node: ast.expr, bound: Mapping[str, Value]) -> cst.BaseExpression | None:
    value = bound[node.id] if isinstance(node, ast.Name) else None
    return value.nodes[0] if value is not None and len(value.nodes) == 1 else None


def _value(node: ast.expr, bound: Mapping[str, Value]) -> Any:
    """The literal value of an expression in a guard; a dtype is its name."""
    if isinstance(node, ast.Name):
        kind = bound[node.id].kind
        return kind.name if isinstance(kind, kinds.Dtype) and kind.name else bound[node.id].literal
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        value = bound[node.args[0].id] if isinstance(node.args[0], ast.Name) else None
        if value is None:
            return UNKNOWN_VALUE
        if node.func.id == "rank" and isinstance(value.kind, kinds.Tensor):
            return UNKNOWN_VALUE if value.kind.rank is None else value.kind.rank
        if node.func.id == "dtype" and isinstance(value.kind, kinds.Tensor):
            return UNKNOWN_VALUE if value.kind.dtype is None else value.kind.dtype
        if node.func.id == "len" and isinstance(value.kind, kinds.Tuple):
            return len(value.kind.items)
        return UNKNOWN_VALUE
    try:
        return ast.literal_eval(node)
    except ValueError:
        return UNKNOWN_VALUE
