"""Code that does nothing but move: TensorFlow places tensors itself.

`Variable = lambda *a, **k: f(*a, **k).cuda() if gpu else f(*a, **k)` is `Variable = f`. Programs of
2018 have such a line to move all that a function of torch makes.

A method `to()` of a network that moves its attributes, and asks `super()` for the rest, is the one
that it inherits.

`if gpu: x = f(y).cuda()`, else `x = f(y)`, is the latter alone.
"""

from __future__ import annotations

import re
from operator import is_
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.tree import dotted, is_expression, mapped, only, statements

_MOVES = frozenset({"to", "cuda", "cpu"})
_METHOD = re.compile(r"^[ \t]+def (?:to|cuda|cpu)\(", re.M)


def without_moves(module: cst.Module, text: str) -> cst.Module:
    """The module with such lambdas replaced by the functions that they call, and without such
    methods and branches."""
    if ".cuda(" in text and "else:" in text:
        found = _placed_alike(module)
        assert isinstance(found, cst.Module)
        module = found
    if _METHOD.search(text):
        found = _inherited(module)
        assert isinstance(found, cst.Module)
        module = found
    if "lambda *" not in text or ".cuda(" not in text:
        return module
    found = _replaced(module)
    assert isinstance(found, cst.Module)
    return found


def _placed_alike(node: Any) -> Any:
    """Suites without branches that differ by moves alone."""
    if is_expression(node) or isinstance(node, cst.SimpleStatementLine):
        return node
    new = mapped(node, _placed_alike)
    if not isinstance(new, (cst.Module, cst.IndentedBlock)):
        return new
    body = [line for statement in new.body for line in _one_branch(statement)]
    same = len(body) == len(new.body) and all(map(is_, body, new.body))
    return new if same else new.with_changes(body=body)


def _one_branch(node: Any) -> list[Any]:
    """The lines of the branch without moves; the statement itself where there is more to choose."""
    if not isinstance(node, cst.If) or not isinstance(node.orelse, cst.Else):
        return [node]
    test = node.test.expression if isinstance(node.test, cst.UnaryOperation) else node.test
    asked = test.func if isinstance(test, cst.Call) and not test.args else test
    branches = [node.body, node.orelse.body]
    if not dotted(asked) or not all(isinstance(body, cst.IndentedBlock) for body in branches):
        return [node]
    texts = [list(map(_text, statements(body))) for body in branches]
    plain = [[_text(_unmoved(line)) for line in statements(body)] for body in branches]
    unmoved = [plain[0] == text for text in texts]
    if plain[0] != plain[1] or not any(unmoved):
        return [node]
    first, *rest = statements(branches[unmoved[1]])
    return [first.with_changes(leading_lines=[*node.leading_lines, *first.leading_lines]), *rest]  # type: ignore[attr-defined]


def _text(line: Any) -> str:
    return " ".join(code(line.with_changes(leading_lines=[])).split())


def _unmoved(node: Any) -> Any:
    """Without `.cuda()` and `.to(device)`."""
    new = mapped(node, _unmoved)
    match new:
        case cst.Call(cst.Attribute(value, cst.Name("cuda" | "cpu")), []):
            return value
        case cst.Call(cst.Attribute(value, cst.Name("to")), [cst.Arg(where, None)]):
            return value if "device" in (dotted(where) or "") else new
    return new


def _inherited(node: Any) -> Any:
    """Classes without the methods that only move, and move on."""
    if is_expression(node):
        return node
    new = mapped(node, _inherited)
    if not isinstance(new, cst.ClassDef) or not isinstance(new.body, cst.IndentedBlock):
        return new
    kept = [statement for statement in new.body.body if not _moves(statement)]
    if not kept or len(kept) == len(new.body.body):
        return new
    return new.with_changes(body=new.body.with_changes(body=kept))


def _moves(node: cst.CSTNode) -> bool:
    if not isinstance(node, cst.FunctionDef) or node.decorators or node.asynchronous:
        return False
    name, asked = node.name.value, 0
    for line in node.body.body:
        small = only(line)
        if isinstance(small, (cst.Expr, cst.Return)) and _asks_super(small.value, name):
            asked += 1
        elif isinstance(small, cst.Return):
            if small.value is None or dotted(small.value) != "self":
                return False
        elif not (isinstance(small, cst.Assign) and _is_moved(small)) and not _is_text(small):
            return False
    return name in _MOVES and asked == 1


def _is_text(node: cst.CSTNode | None) -> bool:
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString)


def _asks_super(node: cst.CSTNode | None, name: str) -> bool:
    """`super().to(device)`, `super(Policy, self).to(device)`"""
    match node:
        case cst.Call(cst.Attribute(cst.Call(cst.Name("super")), cst.Name(asked))):
            return asked == name
    return False


def _is_moved(assign: cst.Assign) -> bool:
    """`self.scale = self.scale.to(device)`"""
    match assign.value:
        case cst.Call(cst.Attribute(cst.Attribute(cst.Name("self")) as owner, cst.Name(name))):
            to = dotted(assign.targets[0].target)
            return name in _MOVES and len(assign.targets) == 1 and to == dotted(owner)
    return False


def _replaced(node: Any) -> Any:
    if isinstance(node, cst.Assign) and isinstance(node.value, cst.Lambda):
        function = _called(node.value.params, node.value.body)
        return node.with_changes(value=function) if function is not None else node
    return mapped(node, _replaced)


def _called(params: cst.Parameters, body: cst.BaseExpression) -> cst.BaseExpression | None:
    """The function that gets all arguments of the lambda, as it gets them, on either device."""
    if isinstance(body, cst.IfExp):
        here, there = _called(params, body.body), _called(params, body.orelse)
        return here if here and there and code(here) == code(there) else None
    if not isinstance(body, cst.Call):
        return None
    if isinstance(body.func, cst.Attribute) and body.func.attr.value == "cuda" and not body.args:
        return _called(params, body.func.value)
    star, stars = params.star_arg, params.star_kwarg
    if not isinstance(star, cst.Param) or stars is None or params.params or params.kwonly_params:
        return None
    given = [(arg.star, dotted(arg.value)) for arg in body.args]
    handed_on = given == [("*", star.name.value), ("**", stars.name.value)]
    return body.func if handed_on and dotted(body.func) else None
