"""How the names that the output needs are spelled, so that none collides with the user's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.index import Index
from porter.kinds import Named
from porter.rewrite.unused import of_torch
from porter.rulebook import parsed
from porter.tree import bound_name, imported_names, walk

IMPORTS = {
    "tf": "tensorflow",
    "keras": "keras",
    "np": "numpy",
    "math": "math",
    "functools": "functools",
    "copy": "copy",
    "pickle": "pickle",
    "socket": "socket",
    "time": "time",
    "atexit": "atexit",
    "signal": "signal",
    "threading": "threading",
    "json": "json",
    "os": "os",
    "multiprocessing": "multiprocessing",
    "weakref": "weakref",
}


class Spelling:
    """Spells imports ("tf"), building blocks ("Linear") and new local names ("tape")."""

    def __init__(self, facts: Facts) -> None:
        self.own = bound_names(facts.index)
        self.bound = self.own | torch_names(facts.index)
        self.used: set[str] = set()
        self.blocks: set[str] = set()
        self.present: dict[str, str] = {}  # module -> the name that the user imported it under
        for name, kind in facts.names.items():
            if isinstance(kind, Named):
                self.present.setdefault(kind.name, name)
        self.names: dict[str, str] = {}
        for short, module in IMPORTS.items():
            own = self.present.get(module)
            if own is not None:
                self.names[short] = own
            else:
                self.names[short] = short if short not in self.bound else f"{short}_"

    def need(self, imports: Iterable[str], blocks: Iterable[str] = ()) -> None:
        """Note what a piece of output uses."""
        self.used.update(imports)
        for block in blocks:
            self.block(block)

    def block(self, name: str) -> str:
        """The spelling of a building block, which is pasted under that name."""
        self.blocks.add(name)
        if name not in self.names:
            taken = name in self.bound
            other = f"Torch{name}" if name[:1].isupper() else f"torch_{name}"
            self.names[name] = other if taken else name
        return self.names[name]

    def untracked(self, target: Any, value: cst.BaseExpression) -> cst.Expr:
        """`set_untracked(self, "std", value)`: an attribute that Keras does not look into."""
        name = cst.SimpleString(f'"{target.attr.value}"')
        setter = cst.Name(self.block("set_untracked"))
        return cst.Expr(cst.Call(setter, [cst.Arg(n) for n in (target.value, name, value)]))

    def tf(self, name: str) -> cst.BaseExpression:
        """`tf.<name>` in the output's spelling."""
        return self.module("tf", name)

    def module(self, short: str, name: str) -> cst.BaseExpression:
        """`<module>.<name>` in the output's spelling."""
        self.used.add(short)
        return parsed(f"{self.names[short]}.{name}")

    def cast(self, node: cst.BaseExpression, dtype: str | cst.BaseExpression) -> cst.Call:
        """`tf.cast(node, tf.float32)`, or to a dtype that is an expression: `x.dtype`."""
        to = self.tf(dtype) if isinstance(dtype, str) else dtype
        return cst.Call(self.tf("cast"), [cst.Arg(node), cst.Arg(to)])

    def fresh(self, name: str) -> str:
        """A new local name; an underscore is added until nobody has it."""
        while name in self.bound:
            name += "_"
        return name


def bound_names(index: Index) -> set[str]:
    """Every name that the file binds anywhere, but for what it imports from torch."""
    found = {node.name.value for node in index.all(cst.Param, cst.FunctionDef, cst.ClassDef)}
    for kind, field in _BINDING.items():
        for node in index.all(kind):
            found.update(n.value for n in walk(getattr(node, field)) if type(n) is cst.Name)
    for node in index.all(cst.Import, cst.ImportFrom):
        torchs = of_torch(node)
        found.update(name for name in imported_names(node) if name not in map(bound_name, torchs))
    return found


def torch_names(index: Index) -> set[str]:
    """Every name that an import of torch binds."""
    imports = index.all(cst.Import, cst.ImportFrom)
    return {bound_name(alias) for node in imports for alias in of_torch(node)}


_BINDING: dict[type[cst.CSTNode], str] = {
    cst.AssignTarget: "target",
    cst.AugAssign: "target",
    cst.AnnAssign: "target",
    cst.For: "target",
    cst.CompFor: "target",
    cst.NamedExpr: "target",
    cst.AsName: "name",
}
