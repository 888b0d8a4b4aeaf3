"""What an expression of a program is worth, read from its source: nothing of it is executed."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef

OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
BUILTINS: dict[str, Callable[..., Any]] = {
    f.__name__: f for f in (int, float, bool, str, len, max, min, abs, tuple, list)
}
# What is asked of a gymnasium environment, and of its spaces
OF_ENVIRONMENTS = {"observation_space", "action_space", "shape", "n", "high", "low", "nvec"}


class NotShown(Exception):
    """The program does not show a value before it runs."""


class Values:
    """Evaluates expressions of one file: literals, names bound to them, defaults, arithmetic.

    Parameters have the values of the calls that the file makes. The sizes of an environment's
    spaces are asked of gymnasium, which is the only thing that is made.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.nodes = list(ast.walk(tree))
        self.parents = {c: node for node in self.nodes for c in ast.iter_child_nodes(node)}
        self.classes = {n.name: n for n in self.nodes if isinstance(n, ast.ClassDef)}
        self.busy: set[tuple[int, str]] = set()  # names that are being looked up

    def value(self, node: ast.expr, bound: Mapping[str, Any] | None = None) -> Any:
        """An expression's value. `bound` are names that have one already. Raises NotShown."""
        bound = bound or {}
        try:
            return self._value(node, bound)
        except NotShown:
            raise
        except Exception as error:  # a literal that is too short, a division by zero
            raise NotShown(str(error)) from error

    def shown(
        self, nodes: Mapping[str, ast.expr], bound: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The values of those expressions that have one: numbers, texts and lists of them."""
        found: dict[str, Any] = {}
        for name, node in nodes.items():
            with suppress(NotShown):
                found[name] = plain(self.value(node, bound))
        return found

    def _value(self, node: ast.expr, bound: Mapping[str, Any]) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return [self._value(element, bound) for element in elements]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._value(operand, bound)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return OPERATORS[type(op)](self._value(left, bound), self._value(right, bound))
            case ast.Name(id=name):
                return bound[name] if name in bound else self.name(name, node)
            case ast.Attribute():
                return self._attribute(node, bound)
            case ast.Subscript(value=owner, slice=index):
                return self._value(owner, bound)[self._value(index, bound)]
            case ast.Call():
                return self._call(node, bound)
        raise NotShown(ast.unparse(node))

    def _attribute(self, node: ast.Attribute, bound: Mapping[str, Any]) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            cls = self.enclosing(node, ast.ClassDef)
            for assigned, value in self.assignments(cls) if cls else ():
                if isinstance(assigned, ast.Attribute) and assigned.attr == node.attr:
                    return self._value(value, bound)
            raise NotShown(node.attr)
        owner = self._value(node.value, bound)
        if isinstance(owner, Options):
            return owner.value(node.attr)
        if node.attr in OF_ENVIRONMENTS:
            return getattr(owner, node.attr)
        raise NotShown(node.attr)

    def _call(self, node: ast.Call, bound: Mapping[str, Any]) -> Any:
        called = ast.unparse(node.func)
        if called in BUILTINS and called not in self.classes and not node.keywords:
            return BUILTINS[called](*[self._value(argument, bound) for argument in node.args])
        if called in ("gym.make", "gymnasium.make") and node.args:
            return _environment(self._value(node.args[0], bound))
        if called.endswith(".parse_args"):
            return Options(self)
        raise NotShown(called)

    # -- names
    def name(self, name: str, node: ast.AST) -> Any:
        """A name's value where a node stands. Raises NotShown, also where it has several."""
        scope = self.enclosing(node, Function)
        key = id(scope), name
        if key in self.busy:
            raise NotShown(name)
        self.busy.add(key)
        try:
            found = [
                self._value(value, {})
                for target, value in self.assignments(scope or self.tree)
                if isinstance(target, ast.Name) and target.id == name
            ]
            if found:
                if any(value is not found[0] and value != found[0] for value in found):
                    raise NotShown(name)
                return found[0]
            if scope is not None:
                if name in parameters(scope):
                    return self.parameter(scope, name)
                return self.name(name, self.parents[scope])
        finally:
            self.busy.remove(key)
        raise NotShown(name)

    def assignments(self, owner: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
        """Targets and values in a scope: of a class, those of its methods."""
        for child in ast.iter_child_nodes(owner):
            if isinstance(child, ast.Assign):
                for target in child.targets:
                    yield from _matched(target, child.value)
            elif isinstance(child, ast.AnnAssign) and child.value is not None:
                yield child.target, child.value
            inner = isinstance(child, Function | ast.Lambda | ast.ClassDef)
            if not inner or (isinstance(owner, ast.ClassDef) and isinstance(child, Function)):
                yield from self.assignments(child)

    def parameter(self, function: Function, name: str) -> Any:
        """What the file's calls give to a parameter, or its default. Raises NotShown."""
        for call in self.calls(function):
            with suppress(NotShown):
                given = arguments(call, function)
                if name in given:
                    return self._value(given[name], {})
        if name in defaults(function):
            return self._value(defaults(function)[name], {})
        raise NotShown(name)

    def calls(self, function: Function) -> Iterator[ast.Call]:
        """The calls of a function by its name; of __init__, by its class's."""
        name = function.name
        if name == "__init__":
            owner = self.parents[function]
            name = owner.name if isinstance(owner, ast.ClassDef) else name
        for node in self.nodes:
            if isinstance(node, ast.Call) and last_name(node.func) == name:
                yield node

    def enclosing(self, node: ast.AST, kind: Any) -> Any:
        """The innermost definition of a kind around a node, or that itself; None outside."""
        found: ast.AST | None = node
        while found is not None and not isinstance(found, kind):
            found = self.parents.get(found)
        return found

    def options(self) -> Iterator[ast.Call]:
        """The calls of argparse's add_argument."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and last_name(node.func) == "add_argument":
                yield node


class Options:
    """What parse_args() gives without arguments: the options' defaults."""

    def __init__(self, values: Values) -> None:
        self.values = values

    def value(self, name: str) -> Any:
        for call in self.values.options():
            named = {k.arg: k.value for k in call.keywords if k.arg}
            flags = [a.value for a in call.args if isinstance(a, ast.Constant)]
            long = [str(flag) for flag in flags if str(flag).startswith("--")] or flags
            known = str(long[0]).lstrip("-").replace("-", "_") if long else ""
            if "dest" in named:
                known = str(self.values.value(named["dest"]))
            if known == name and "default" in named:
                return self.values.value(named["default"])
        raise NotShown(name)


def plain(value: Any) -> Any:
    """The value without NumPy's types. Raises NotShown for any other object."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list | tuple):
        return [plain(element) for element in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise NotShown(type(value).__name__)


# -- signatures
def parameters(function: Function) -> list[str]:
    """The names of a function's positional and keyword parameters; no *args."""
    given = function.args
    return [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


def defaults(function: Function) -> dict[str, ast.expr]:
    """The defaults of a function's parameters."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    with_default = positional[len(positional) - len(given.defaults) :]
    found = dict(zip((a.arg for a in with_default), given.defaults))
    return found | {a.arg: d for a, d in zip(given.kwonlyargs, given.kw_defaults) if d is not None}


def arguments(call: ast.Call, function: Function) -> dict[str, ast.expr]:
    """The arguments of a call by parameter. Raises NotShown where * or ** hides them."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(
        k.arg is None for k in call.keywords
    ):
        raise NotShown(ast.unparse(call))
    names = [name for name in parameters(function) if name != "self"]
    return dict(zip(names, call.args)) | {k.arg: k.value for k in call.keywords if k.arg}


def last_name(node: ast.expr) -> str:
    """`Linear` of `torch.nn.Linear`; "" of what is no name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _matched(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    pair = isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List)
    if pair and len(target.elts) == len(value.elts):  # type: ignore[attr-defined]
        for one, other in zip(target.elts, value.elts):  # type: ignore[attr-defined]
            yield from _matched(one, other)
    else:
        yield target, value


def _environment(name: Any) -> Any:
    try:
        import gymnasium
    except ImportError:
        raise NotShown(f"gymnasium, for {name}") from None
    environment = gymnasium.make(name)
    environment.close()
    return environment
