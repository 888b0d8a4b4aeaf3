"""How the names that the output needs are spelled, so that none collides with the user's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.kinds import Named
from porter.rewrite.taken import Taken
from porter.rulebook import parsed

IMPORTS = {
    "tf": "tensorflow",
    "keras": "keras",
    "np": "numpy",
    "math": "math",
    "contextlib": "contextlib",
    "functools": "functools",
    "collections": "collections",
    "operator": "operator",
    "copy": "copy",
    "pickle": "pickle",
    "inspect": "inspect",
    "io": "io",
    "socket": "socket",
    "time": "time",
    "abc": "abc",
    "atexit": "atexit",
    "signal": "signal",
    "threading": "threading",
    "json": "json",
    "os": "os",
    "sys": "sys",
    "multiprocessing": "multiprocessing",
    "weakref": "weakref",
    "einops": "einops",
    "Image": "PIL.Image",
    "builtins": "builtins",
}


def import_of(short: str, name: str) -> str:
    """The line that imports one of these under a name."""
    package, _, last = IMPORTS[short].rpartition(".")
    text = f"from {package} import {last}" if package else f"import {last}"
    return text if name == last else f"{text} as {name}"


def by_kind(name: str) -> tuple[bool, bool, str]:
    """The order of imported names: CONSTANTS, Classes, functions."""
    return not name.isupper(), not name[0].isupper(), name


def _other(name: str) -> str:
    """What a building block is called where the program uses its name for something else."""
    return f"Torch{name}" if name[:1].isupper() else f"torch_{name}"


def own_name(other: str) -> str:
    """The building block that is called so then, "" if none can be."""
    for prefix in ("Torch", "torch_"):
        name = other.removeprefix(prefix)
        if name != other and _other(name) == other:
            return name
    return ""


class Spelling:
    """Spells imports ("tf"), building blocks ("Linear") and new local names ("tape")."""

    def __init__(self, facts: Facts) -> None:
        self.taken = Taken(facts)
        self.used: set[str] = set()
        self.blocks: set[str] = set()
        self.present: dict[str, str] = {}  # module -> the name that the user imported it under
        for name, kind in facts.names.items():
            if isinstance(kind, Named) and name not in self.taken.rebound:
                self.present.setdefault(kind.name, name)
        self.names: dict[str, str] = {}
        for short, module in IMPORTS.items():
            self.names[short] = self.present.get(module) or self.fresh(short)
        self.hidden = self._qualified(self.taken.hidden)  # from the blocks, which are the module's
        self.names.update(self._qualified(self.taken.shadowed))

    @property
    def in_blocks(self) -> dict[str, str]:
        """What blocks have to call the modules, and names of Python's own, in this file."""
        return {name: self.names[name] for name in IMPORTS} | self.hidden

    def need(self, names: Iterable[str], blocks: Iterable[str] = ()) -> None:
        """Note what a piece of output uses: modules, names of Python's own, building blocks."""
        for name in names:
            if name in IMPORTS:
                self.used.add(name)
            elif name in self.names:
                self.used.add("builtins")
        for block in blocks:
            self.block(block)

    def block(self, name: str) -> str:
        """The spelling of a building block, which is pasted under that name."""
        self.blocks.add(name)
        return self.spelled(name)

    def spelled(self, name: str) -> str:
        """The same of a block that only another one uses."""
        if name not in self.names:
            taken = name in self.taken.names or self.taken.unseen
            self.names[name] = self.fresh(_other(name)) if taken else name
        return self.names[name]

    def _qualified(self, names: Iterable[str]) -> dict[str, str]:
        """Python's own names that the program has given to something else: builtins.max."""
        return {name: f"{self.names['builtins']}.{name}" for name in names}

    def untracked(
        self, target: Any, value: cst.BaseExpression, setter: str = "set_untracked"
    ) -> cst.Expr:
        """`set_untracked(self, "std", value)`: an attribute that Keras does not look into."""
        name = cst.SimpleString(f'"{target.attr.value}"')
        args = [cst.Arg(node) for node in (target.value, name, value)]
        return cst.Expr(cst.Call(cst.Name(self.block(setter)), args))

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
        while name in self.taken.names:
            name += "_"
        return name
