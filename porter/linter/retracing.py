"""Calls of a tf.function in a loop, and which of their arguments are new to it each time."""

from __future__ import annotations

import ast

from porter.linter.bindings import Binding, Found, How, parameters
from porter.linter.file import File
from porter.linter.kinds import What
from porter.linter.tree import Function, iterable, names, same

_TOLERANT = frozenset(["input_signature", "reduce_retracing", "experimental_relax_shapes"])


def called_often(call: ast.Call, file: File) -> bool:
    """Whether a call runs a tf.function eagerly and often, and each new Python value retraces."""
    kind = file.kind(call.func)
    if kind.what is not What.GRAPH or not file.eager(call) or file.hot(call) is None:
        return False
    return not _has_signature(call.func, kind.node, file)


def _has_signature(function: ast.expr, node: ast.AST | None, file: File) -> bool:
    """Whether tf.function was told of the types: then numbers become tensors."""
    decorators = node.decorator_list if isinstance(node, Function) else []
    return file.once(_is_told, _bindings(function, file)) or any(map(_tells, decorators))


def _is_told(found: Found, file: File) -> bool:
    return any(_tells(binding.source) for binding in found)


def _tells(node: ast.AST) -> bool:
    """Whether a call has an option that says what tf.function may expect."""
    options = node.keywords if isinstance(node, ast.Call) else []
    return any(option.arg in _TOLERANT for option in options)


def arguments(call: ast.Call, file: File) -> list[ast.expr]:
    """The arguments of a call, but those that are annotated as tensors."""
    node = file.kind(call.func).node
    given = [a for a in call.args if not isinstance(a, ast.Starred)]
    if not isinstance(node, Function):
        return [*given, *(k.value for k in call.keywords if k.arg)]
    tensors = {
        p.arg
        for p in parameters(node)
        if p.annotation is not None and file.name(p.annotation).startswith("tf.")
    }
    named = [p.arg for p in parameters(node) if p.arg != "self"]
    places = [a for i, a in enumerate(given) if i >= len(named) or named[i] not in tensors]
    return [*places, *(k.value for k in call.keywords if k.arg and k.arg not in tensors)]


def is_changing_number(node: ast.expr, file: File) -> bool:
    """Whether this is a Python number that is another one in the next call."""
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        numbers = all(file.kind(side).what is What.NUMBER for side in sides)
        return numbers and any(is_changing_number(side, file) for side in sides)
    if not isinstance(node, (ast.Name, ast.Attribute)) or file.kind(node).what is not What.NUMBER:
        return False
    return any(_changes(binding, node, file) for binding in _bindings(node, file))


def _bindings(node: ast.expr, file: File) -> Found:
    if isinstance(node, ast.Name):
        return file.bindings.of_name(node)
    if isinstance(node, ast.Attribute) and isinstance(
        owner := file.kind(node.value).node, ast.ClassDef
    ):
        return file.bindings.of_attribute(owner, node.attr)
    return Found()


def _changes(binding: Binding, node: ast.expr, file: File) -> bool:
    if binding.how is How.CHANGED:
        return not _doubles(binding, file)
    if binding.how is How.ITEM:
        loop = next(iter(file.tree.loops(node)), None)
        return any(_counts(loop, binding.source, file) for loop in file.tree.loops(node)) and bool(
            loop
        )
    # epsilon = max(low, epsilon * decay)
    return binding.how is How.VALUE and any(
        isinstance(part, type(node)) and same(part, node) for part in ast.walk(binding.source)
    )


def _doubles(binding: Binding, file: File) -> bool:
    """`size *= 2` has few values before it is too large for anything."""
    changed = file.tree.parent(binding.source)
    by = binding.source.value if isinstance(binding.source, ast.Constant) else None
    grows = isinstance(changed, ast.AugAssign) and isinstance(changed.op, ast.Mult)
    return grows and isinstance(by, int) and by > 1


def _counts(loop: ast.AST, over: ast.AST, file: File) -> bool:
    """Whether a loop counts, further than a few."""
    counted = isinstance(over, ast.Call) and "range" in names(over.func)
    return counted and iterable(loop) is over and file.heat.loops.is_long(loop)  # type: ignore[arg-type]
