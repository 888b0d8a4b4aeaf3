"""What a program changes while it runs: a traced function would keep the first value for good."""

from __future__ import annotations

from collections import Counter

import libcst as cst

from porter.tree import children, code, walk


def changing_attributes(module: cst.Module) -> frozenset[str]:
    """Names of attributes that are set anywhere but on self in `__init__`."""
    found: set[str] = set()

    def visit(node: cst.CSTNode, init: bool) -> None:
        if isinstance(node, cst.FunctionDef):
            init = node.name.value == "__init__"
        target: cst.CSTNode | None = None
        if isinstance(node, cst.Assign):
            if not code(node.value).startswith(("copy.deepcopy(", "deepcopy(")):
                for assigned in node.targets:
                    found.update(_attributes(assigned.target, init))
        elif isinstance(node, (cst.AugAssign, cst.AnnAssign, cst.For)):
            target = node.target
        elif isinstance(node, cst.Expr):
            owner = _mutated(node.value)
            if isinstance(owner, cst.Attribute):
                found.update(_attributes(owner, init))
        if target is not None:
            found.update(_attributes(target, init))
        if not isinstance(node, cst.BaseExpression):
            for child in children(node):
                visit(child, init)

    visit(module, False)
    return frozenset(found)


_MUTATORS = frozenset(
    "add append appendleft clear discard extend insert pop popleft remove reverse setdefault sort"
    " update".split()
)


def _mutated(node: cst.CSTNode) -> cst.CSTNode | None:
    """xs of `xs.append(x)`."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        if node.func.attr.value in _MUTATORS:
            return node.func.value
    return None


def mutated_globals(module: cst.Module) -> frozenset[str]:
    """Names whose list or dict is changed somewhere: `xs.append(x)`, `d[k] = v`, `d[k] += 1`."""
    found: set[str] = set()
    for node in walk(module):
        places: list[cst.CSTNode | None] = []
        if isinstance(node, cst.Expr):
            places.append(_mutated(node.value))
        elif isinstance(node, cst.Assign):
            places += [t.target.value for t in node.targets if isinstance(t.target, cst.Subscript)]
        elif isinstance(node, cst.AugAssign) and isinstance(node.target, cst.Subscript):
            places.append(node.target.value)
        found.update(place.value for place in places if isinstance(place, cst.Name))
    return frozenset(found)


def aliases(module: cst.Module) -> frozenset[str]:
    """Names that stand for the same object as another name: both sides of `y = x`, `self.a = x`."""
    found: set[str] = set()
    for node in walk(module):
        if isinstance(node, cst.Assign) and isinstance(node.value, cst.Name):
            found.add(node.value.value)
            found.update(t.target.value for t in node.targets if isinstance(t.target, cst.Name))
    return frozenset(found)


def _attributes(target: cst.CSTNode, init: bool) -> set[str]:
    if isinstance(target, (cst.Tuple, cst.List)):
        return set().union(*(_attributes(e.value, init) for e in target.elements), set())
    if isinstance(target, cst.Subscript):
        return _attributes(target.value, init)
    if not isinstance(target, cst.Attribute):
        return set()
    own = isinstance(target.value, cst.Name) and target.value.value == "self"
    return set() if init and own else {target.attr.value}


def declared_globals(module: cst.Module) -> frozenset[str]:
    """The names of `global` statements."""
    return frozenset(
        item.name.value
        for node in walk(module)
        if isinstance(node, cst.Global)
        for item in node.names
    )


def changing_globals(module: cst.Module) -> frozenset[str]:
    """Names of the module that are bound more than once, in a loop, or by `global`."""
    counts: Counter[str] = Counter()

    def visit(node: cst.CSTNode, loop: bool) -> None:
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            return
        loop = loop or isinstance(node, (cst.For, cst.While))
        targets: list[cst.CSTNode] = []
        if isinstance(node, cst.Assign):
            targets = [t.target for t in node.targets]
        elif isinstance(node, (cst.AugAssign, cst.For)):
            targets = [node.target, node.target]
        for target in targets:
            for name in walk(target):
                if isinstance(name, cst.Name):
                    counts[name.value] += 2 if loop else 1
        if not isinstance(node, cst.BaseExpression):
            for child in children(node):
                visit(child, loop)

    visit(module, False)
    several = frozenset(name for name, count in counts.items() if count > 1)
    return several | declared_globals(module) | mutated_globals(module)
