"""The names of a file that only ever hold the options of the command line: no object of a class of
the program has an attribute that is set of these."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.ast_names import last, nodes

_PARSES = frozenset({"parse_args"})
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def option_names(text: str, tree: ast.Module) -> frozenset[str]:
    """`args` of `args = parser.parse_args()`, also where a function of the file is given it."""
    if not any(name in text for name in _PARSES):
        return frozenset()
    every, found, others = [*nodes(tree)], set[str](), set[str]()
    for node in every:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and _parses(node.value):
            found.update(one.id for one in node.targets if isinstance(one, ast.Name))
        else:
            others.update(_bound(node))
    methods = {id(n) for one in every if isinstance(one, ast.ClassDef) for n in one.body}
    functions = [n for n in every if isinstance(n, _FUNCTIONS)]
    calls: dict[str, list[ast.Call]] = {}
    for call in (n for n in every if isinstance(n, ast.Call)):
        calls.setdefault(last(call.func), []).append(call)
    for function in functions:
        names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
        known = found if id(function) not in methods else set[str]()
        given = calls.get(function.name, [])
        for at, name in enumerate(names):
            if not (given and name in known and all(_gives(one, at, name) for one in given)):
                others.add(name)
        others.update(one.arg for one in function.args.kwonlyargs)
    return frozenset(found - others)


def _parses(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and last(value.func) in _PARSES


def _gives(call: ast.Call, at: int, name: str) -> bool:
    """Whether an argument is the name itself."""
    given = call.args[at] if at < len(call.args) else None
    named = (keyword.value for keyword in call.keywords if keyword.arg == name)
    value = given if given is not None else next(named, None)
    return isinstance(value, ast.Name) and value.id == name


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that anything else than an option's assignment or a function's head binds."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from (n.id for n in nodes(target) if isinstance(n, ast.Name) and _is_store(n))
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For, ast.AsyncFor, ast.NamedExpr)):
        yield from (n.id for n in nodes(node.target) if isinstance(n, ast.Name) and _is_store(n))
    elif isinstance(node, ast.comprehension):
        yield from (n.id for n in nodes(node.target) if isinstance(n, ast.Name))
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield from (n.id for n in nodes(node.optional_vars) if isinstance(n, ast.Name))
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (one.asname or one.name for one in node.names)
    elif isinstance(node, ast.Lambda):
        yield from (one.arg for one in node.args.args)
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names


def _is_store(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)
