"""Methods that change their tensor, and functions that change their first argument."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.aliases import Aliases
from porter.codegen import code
from porter.infer.in_place import CHANGING, changes
from porter.kinds import Kind, Tensor
from porter.rewrite.operations import Operations
from porter.tree import only

_MARKS = frozenset({"Tensor.requires_grad_", "Tensor.detach_", "Tensor.share_memory_"})


class InPlace(Operations):
    """What they give; `Stores` binds the tensor's name to it."""

    def __init__(self) -> None:
        self.changing: set[cst.CSTNode] = set()  # whose name the statement at hand binds anew
        self.fields: set[cst.CSTNode] = set()  # of unknown objects, which get another tensor

    def in_place(self, node: cst.CSTNode) -> bool:
        """Whether it is a method that changes its tensor: x.mul_(2)."""
        api = self.facts.api(node)
        changed = self._first(node) or (api.startswith("Tensor.") and changes(api))
        return changed and node in self.facts.ports and api not in _MARKS

    def _first(self, node: cst.CSTNode) -> bool:
        """Whether it changes its first argument."""
        return self.facts.api(node) in CHANGING or node in self.facts.inplace

    def receiver(self, node: cst.CSTNode) -> Any:
        """x of `x.mul_(2).add_(1)`."""
        while self.in_place(node):
            assert isinstance(node, cst.Call)
            first = self._first(node)  # which all_reduce(x) does by its name, too
            node = node.args[0].value if first else cst.ensure_type(node.func, cst.Attribute).value
            if first and self.facts.api(node) == "Parameter.data":
                assert isinstance(node, cst.Attribute)
                node = node.value
        return node

    def changed(self, node: cst.CSTNode, built: Any, kind: Kind) -> Any:
        """The new value, for a tensor that has no name or gets this one: see `Stores`."""
        receiver = self.receiver(node)
        before = self.facts.kind(receiver)
        if receiver not in self.changing and not self.facts.once(Aliases).dead_after(receiver, 0):
            name = self.facts.api(node).rpartition(".")[2]
            message = f"{name}() changes a tensor in place inside of an expression"
            return self.leave(node, "P102", message, instead(node) or "give it a line of its own")
        if not (isinstance(before, Tensor) and isinstance(kind, Tensor)):
            return built
        return self.kept_dtype(built, before, kind.dtype)

    def kept_dtype(self, new: Any, kind: Tensor, result: str | None) -> Any:
        """What a tensor is changed to has the tensor's own dtype."""
        if kind.dtype is None or result in (None, kind.dtype):
            return new
        return self.spelling.cast(new, kind.dtype)


def instead(node: cst.CSTNode) -> str:
    """What to write for a change of what has no plain name, as `y[0].mul_(2)`; "" for a name."""
    small = only(node)
    call = small.value if isinstance(small, cst.Expr) else node
    match call:
        case cst.Call(cst.Attribute(cst.Attribute() | cst.Subscript() as place, name)):
            own = cst.Call(cst.Attribute(place, cst.Name(name.value.rstrip("_"))), call.args)
            other = isinstance(place, cst.Attribute) and place.attr.value in ("grad", "init")
            if name.value.endswith("_") and not other:
                return f"assign the result: {code(place)} = {code(own)}"
    return ""
