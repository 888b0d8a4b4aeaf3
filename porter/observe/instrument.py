"""A file's code with a probe around the expressions that may be tensors: `x.sum()` is
`PROBE(PROBE(x, 0).sum(), 1)`, which gives the same, in the same order, from the same line."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable
from types import CodeType
from typing import Any

from porter.evidence.model import Mark, Place
from porter.evidence.statements import blocks, is_marked, mark

PROBE = "__porter_seen__"  # a name of builtins: no class mangles it, no module hides it
RAN = "__porter_ran__"  # a byte for each statement, which is 1 where the run came there
CHANGED = "__porter_changed__"  # the same of what is changed in place there: who else holds it?
_COMPILERS = frozenset({"njit", "jit", "vectorize", "guvectorize", "cfunc", "stencil"})
_LOAD = ast.Load()
_BUILT_IN = frozenset(dir(builtins))
_POSITIONED = sys.version_info >= (3, 12)  # before, expressions in f-strings have wrong places


def instrumented(
    text: str, path: str, new_place: Callable[[Place], int], new_mark: Callable[[Mark], int]
) -> CodeType:
    """The code of a file, each place and each statement of which has a number. Raises what
    compile() raises."""
    tree = ast.parse(text, path)
    statements = [s for block in blocks(tree) for s in block if is_marked(s)]
    numbers = {mark(statement): new_mark(mark(statement)) for statement in statements}
    try:
        changed = _Probes(text, tree, new_place).visit(tree)
        _put_marks(changed, numbers)
        return compile(changed, path, "exec", dont_inherit=True)
    except RecursionError:  # deeper than a transformer can go
        tree = ast.parse(text, path)
        _put_marks(tree, numbers)
        return compile(tree, path, "exec", dont_inherit=True)


def _put_marks(tree: ast.Module, numbers: dict[Mark, int]) -> None:
    """Above each statement a line that tells that it ran. What others compile can't tell: it is
    taken to run where it is defined."""
    alone = {part for node in ast.walk(tree) if is_compiled(node) for part in ast.walk(node)}
    for block in list(blocks(tree)):
        marked: list[ast.stmt] = []
        for statement in block:
            within = ast.walk(statement) if is_compiled(statement) else [statement]
            told = (s for s in within if isinstance(s, ast.stmt) and mark(s) in numbers)
            marked += [_marking(s, numbers) for s in told if is_marked(s)]
            marked.append(statement)
        if alone.isdisjoint(block) or any(map(is_compiled, block)):
            block[:] = marked


def is_compiled(node: ast.AST) -> bool:
    """Whether a function is compiled by numba, which knows no probes: `@numba.njit(cache=True)`."""
    if not isinstance(node, ast.FunctionDef):
        return False
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name in _COMPILERS:
            return True
    return False


def _marking(statement: ast.stmt, numbers: dict[Mark, int]) -> ast.stmt:
    """`__porter_ran__[12] = 1`"""
    place = ast.Subscript(
        ast.Name(RAN, ast.Load()), ast.Constant(numbers[mark(statement)]), ast.Store()
    )
    found = ast.Assign([place], ast.Constant(1))
    for part in (found, place, place.value, place.slice, found.value):
        ast.copy_location(part, statement)
    return found


class _Probes(ast.NodeTransformer):
    """Puts the probes in."""

    def __init__(self, text: str, tree: ast.Module, new_place: Callable[[Place], int]) -> None:
        self.lines = text.splitlines() if not text.isascii() else []
        self.new_place = new_place
        self.modules = set[str]()  # names of modules: np, torch
        self.known = {"self", "cls"}  # names of what was defined or imported, which is no value
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self.modules |= {(a.asname or a.name).partition(".")[0] for a in node.names}
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.known.add(node.name)
        bound = {name for node in ast.walk(tree) for name in _bound(node)}
        self.modules -= bound  # a parameter of the same name is a value
        self.known = (self.known - bound) | {"self", "cls"} | self.modules
        self.changed = {root for node in ast.walk(tree) for root in _changed(node)}

    # -- what has a probe
    def visit_Name(self, node: ast.Name) -> Any:
        skipped = node.id in self.known or (node.id in _BUILT_IN and node.id != "input")
        return node if skipped else self._probed(node, node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if self._of_module(node):
            return node
        return self._probed(node, self.generic_visit(node))

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        return self._probed(node, self.generic_visit(node))

    def visit_Call(self, node: ast.Call) -> Any:
        return self._probed(node, self._inside(node))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """What a line of its own gives is asked for by nobody."""
        if isinstance(node.value, ast.Call):
            node.value = self._inside(node.value)
            return node
        found = self.generic_visit(node)
        assert isinstance(found, ast.stmt)
        return found

    def _inside(self, node: ast.Call) -> ast.Call:
        """The parts of a call: of a method the receiver, of `self.net` and `net` the function."""
        func = node.func
        if isinstance(func, ast.Attribute):
            own = isinstance(func.value, ast.Name) and func.value.id == "self"
            inner = func if self._of_module(func) else self.generic_visit(func)
            node.func = self._probed(func, inner) if own else inner  # type: ignore[assignment]
        else:
            node.func = self.visit(func)
        node.args = [self.visit(arg) for arg in node.args]
        node.keywords = [self.visit(arg) for arg in node.keywords]
        return node

    def _of_module(self, node: ast.expr) -> bool:
        """Whether it is `torch.float32`, `np.random`: a name that a module spells out."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self.modules

    def _probed(self, node: ast.expr, inner: Any) -> Any:
        if not isinstance(getattr(node, "ctx", _LOAD), ast.Load):
            return inner
        number = self.new_place(self._place(node))
        call = ast.Call(
            ast.Name(CHANGED if node in self.changed else PROBE, ast.Load()),
            [inner, ast.Constant(number)],
            [],
        )  # positions are those of what it holds: tracebacks stay what they are
        for part in (call, call.func, call.args[1]):
            ast.copy_location(part, node)
        return call

    def _place(self, node: ast.expr) -> Place:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            *(node.lineno, self._column(node.lineno, node.col_offset)),
            *(node.end_lineno, self._column(node.end_lineno, node.end_col_offset)),
        )

    def _column(self, line: int, offset: int) -> int:
        """From 1, in characters; Python counts bytes of UTF-8."""
        if not self.lines or line > len(self.lines):
            return offset + 1
        return len(self.lines[line - 1].encode()[:offset].decode("utf-8", "replace")) + 1

    # -- what has none
    def visit_FunctionDef(self, node: Any) -> Any:
        """Defaults and the body; annotations and decorators are read by others."""
        if is_compiled(node):
            return node
        arguments = node.args
        arguments.defaults = [self.visit(default) for default in arguments.defaults]
        arguments.kw_defaults = [d and self.visit(d) for d in arguments.kw_defaults]
        return self._body(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        return self._body(node)

    def _body(self, node: Any) -> Any:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node: Any) -> Any:
        node.guard = node.guard and self.visit(node.guard)
        return self._body(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        return self.generic_visit(node) if _POSITIONED else node

    def visit_TypeAlias(self, node: Any) -> Any:
        return node

    def visit_Delete(self, node: ast.Delete) -> Any:
        return node


def _bound(node: ast.AST) -> list[str]:
    """The name that a parameter, an assignment or a loop gives to a value."""
    if isinstance(node, ast.arg):
        return [node.arg]
    return [node.id] if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else []


def _changed(node: ast.AST) -> list[ast.expr]:
    """The names and attributes whose tensor a statement changes in place: `x[i] = v`,
    `x[i].copy_(v)`, `x.data.mul_(v)`."""
    places: list[ast.expr] = []
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        places = [target for target in targets if isinstance(target, ast.Subscript)]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        name = node.func.attr
        places = [node.func.value] if name.endswith("_") and not name.endswith("__") else []
    return [root for place in places if (root := _root(place)) is not None]


def _root(node: ast.expr) -> ast.expr | None:
    """self.x of `self.x[i]`, `self.x.view(-1)[0]`, `self.x.data`."""
    while True:
        if isinstance(node, ast.Subscript) or (
            isinstance(node, ast.Attribute) and node.attr == "data"
        ):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            node = node.func.value
        else:
            return node if isinstance(node, (ast.Name, ast.Attribute)) else None
