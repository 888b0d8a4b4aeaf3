"""The names that stand in nodes of Python's own `ast`."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator

# What changes nothing, and has nothing in it that does
_ABSTRACT = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
_LEAVES: set[type[ast.AST]] = {ast.Pass, ast.Break, ast.Continue, ast.alias}
_LEAVES.update(leaf for kind in _ABSTRACT for leaf in kind.__subclasses__())

_PLACES = re.compile(r"%\w|{\w*}")
_CLASSES = frozenset(
    found
    for found in vars(ast).values()
    if isinstance(found, type)
    and issubclass(found, ast.AST)
    and found.__base__ is not ast.expr_context
)


def nodes(root: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it but Load and Store, in no order: ast.walk() takes many times as
    long, and half of that goes into what a node's values are no instances of."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        for value in node.__dict__.values():
            if value.__class__ is list:
                stack += [item for item in value if item.__class__ in _CLASSES]
            elif value.__class__ in _CLASSES:
                stack.append(value)


def last(node: ast.expr) -> str:
    """The Actor of `nets.Actor`, and of a call of it."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def target_name(target: ast.expr) -> str:
    """x of `agent.x = …`, 'x' of `options["x"] = …`"""
    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
        return repr(target.slice.value)
    return target.attr if isinstance(target, ast.Attribute) else ""


def makes(value: ast.expr) -> bool:
    """Whether a call makes an object, as far as its name tells."""
    name = last(value.func) if isinstance(value, ast.Call) else ""
    return name[:1].isupper() or name == "parse_args"


def namespace(node: ast.expr) -> ast.expr | None:
    """x of `vars(x)` and of `x.__dict__`."""
    if isinstance(node, ast.Attribute) and node.attr == "__dict__":
        return node.value
    if isinstance(node, ast.Call) and last(node.func) == "vars" and len(node.args) == 1:
        return node.args[0]
    return None


def parts(name: ast.AST) -> list[str]:
    """What is written down of a text that is put together, without its places for values."""
    if isinstance(name, ast.Call):  # "a_{}".format(b)
        sides = [getattr(name.func, "value", name.func)]
    else:
        sides = list(ast.iter_child_nodes(name))
    texts = [n.value for n in sides if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    parts = (part for text in texts for part in _PLACES.split(text))
    return [part for part in parts if part.isidentifier() or part.isdigit()]


def bare(value: ast.expr) -> set[str]:
    """The names in an expression that are no part of a longer one."""
    below = list(nodes(value))
    owners = {n.value for n in below if isinstance(n, ast.Attribute)}
    return {n.id for n in below if isinstance(n, ast.Name) and n not in owners}


def has_keys(items: ast.expr) -> bool:
    """Whether a loop goes over texts, as far as that can be seen."""
    if isinstance(items, ast.Call):
        return last(items.func) in ("items", "keys", "vars", "list", "sorted")
    return not isinstance(items, (ast.Tuple, ast.List, ast.Set, ast.Dict)) or bool(words([items]))


def is_globals(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last(node.func) == "globals"


def words(texts: Iterable[ast.expr]) -> list[str]:
    """The texts that are written down, also as keys of dicts."""
    parts = ((*getattr(n, "keys", ()), *getattr(n, "elts", ()), n) for n in texts)
    keys = [part for several in parts for part in several]
    return [n.value for n in keys if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def gives_module(node: ast.Name | ast.Attribute) -> bool:
    """`sys.modules`, and what imports a module by its name."""
    if isinstance(node, ast.Attribute) and node.attr == "modules":
        return last(node.value) == "sys"
    return last(node) in ("import_module", "__import__")


def moves(assign: ast.Assign) -> bool:
    """`self.scale = self.scale.to(device)`: the same values, on another device."""
    call = assign.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    name, given = call.func.attr, call.args
    devices = given if name == "to" else []
    if name not in ("cuda", "cpu") and not (len(devices) == 1 and _is_device(devices[0])):
        return False
    return [ast.dump(call.func.value) == _read(target) for target in assign.targets] == [True]


def _is_device(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return "device" in last(node)


def _read(target: ast.expr) -> str:
    return ast.dump(target).replace("Store()", "Load()")


def written(call: ast.Call) -> Iterator[str]:
    """The attributes whose tensor or array a call changes: mean of `agent.mean.data.add_(x)`, of
    `agent.mean[0].zero_()`, `np.copyto(agent.mean, x)` and `np.add(x, y, out=agent.mean)`."""
    name = last(call.func)
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    changed = [keyword.value for keyword in call.keywords if keyword.arg == "out"]
    of_numpy = owner is not None and last(owner) in ("np", "numpy")
    if name in _WRITERS or (of_numpy and name in ("place", "put")):  # a queue has put(), too
        changed += call.args[:1]
    if owner is not None and _WRITES.fullmatch(name):
        changed.append(owner)
    for place in changed:
        while isinstance(place, (ast.Subscript, ast.Call)) or last(place) == "data":
            inner = place.func if isinstance(place, ast.Call) else place
            if not isinstance(inner, (ast.Attribute, ast.Subscript)):
                break
            place = inner.value
        if isinstance(place, ast.Attribute):
            yield place.attr


_WRITES = re.compile(r"[a-z]\w*[a-z\d]_|fill|partition|itemset")
_WRITERS = frozenset({"copyto", "putmask", "fill_diagonal", "shuffle"})


def modules_of_python(tree: ast.Module) -> frozenset[str]:
    """The names that stand for modules of Python's own wherever they are read."""
    found, bound = set[str](), set[str]()
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                top = one.name.partition(".")[0]
                names = found if top in sys.stdlib_module_names else bound
                names.add(one.asname or top)
        elif isinstance(node, ast.ImportFrom):
            bound.update(one.asname or one.name for one in node.names)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
    return frozenset(found - bound)


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes right below one that are no leaves."""
    for name in node._fields:
        value = getattr(node, name, None)
        if type(value) is list:
            for item in value:
                if type(item) not in _LEAVES and isinstance(item, ast.AST):
                    yield item
        elif type(value) not in _LEAVES and isinstance(value, ast.AST):
            yield value
