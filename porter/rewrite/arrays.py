"""Buffers that host code fills are arrays: what reads them as a tensor gets one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Port
from porter.plan.buffers import Buffers
from porter.rewrite.operations import Operations
from porter.rulebook import repaired
from porter.tree import mapped

_NUMBERS = ("float", "int", "bool")
_STORED = ("float32", "float64", "int32", "int64", "uint8", "bool")
_OF_SHAPES = {"rank": "ndim", "num_elements": "size"}


class Arrays(Operations):
    """What `Expressions` knows of them."""

    buffers: Buffers | None = None

    def placed(self, node: cst.CSTNode, new: Any) -> Any:
        """The port of an expression as what is around it takes it: an array or a tensor."""
        if self.buffers is None:
            return new
        if node in self.buffers.made:
            return self._storage(new)
        return self._tensor(new) if self.buffers.as_tensor(node) else new

    def of_array(self, node: cst.Subscript) -> bool:
        """Whether NumPy takes this part of an array."""
        if self.buffers is None or self.context.graph:
            return False
        return self.buffers.array(node) or self.buffers.is_filled(node)

    def built(self, node: cst.CSTNode, port: Port, arguments: Sequence[Any]) -> Any:
        """The rule's code with these arguments."""
        build, names = port.decision.build, self.spelling.names
        if self.buffers is None:
            return build(arguments, names)
        if self.buffers.reshapes(node):
            shape = [self.inside(arg) for arg in cst.ensure_type(node, cst.Call).args]
            return cst.Call(repaired(cst.Attribute(arguments[0], cst.Name("reshape"))), shape)
        arrays = {
            f"array_{i}_": argument
            for i, argument in enumerate(arguments)
            if self.buffers.array(port.args[i].node)
        }
        if not arrays:
            return build(arguments, names)
        given = [
            cst.Name(f"array_{i}_") if f"array_{i}_" in arrays else argument
            for i, argument in enumerate(arguments)
        ]
        found = build(given, names)
        if isinstance(found, cst.Name) and found.value in arrays and self.buffers.array(node):
            return arrays[found.value]
        return self._grafted(found, arrays)

    def _grafted(self, node: Any, arrays: Mapping[str, Any]) -> Any:
        """Functions of TensorFlow take arrays; for all else they are made tensors."""
        if isinstance(node, cst.Name) and node.value in arrays:
            return self._tensor(arrays[node.value])
        if isinstance(node, cst.Subscript) and _of_numpy(node.value, arrays):
            return node.with_changes(value=arrays[node.value.func.value.value])  # type: ignore[attr-defined]
        if (of_shape := _of_shape(node, arrays)) is not None:
            return of_shape
        if isinstance(node, cst.Attribute) and node.attr.value == "shape":
            return node.with_changes(value=_taken(node.value, arrays))
        if isinstance(node, cst.Call):
            owner = node.func.value if isinstance(node.func, cst.Attribute) else None
            if isinstance(owner, cst.Name) and owner.value in arrays:
                if code(node.func.attr) == "numpy":  # type: ignore[attr-defined]
                    return cst.Call(
                        self.spelling.module("np", "asarray"), [cst.Arg(arrays[owner.value])]
                    )
            name = code(node.func)
            if name.startswith(f"{self.spelling.names['tf']}.") or name in _NUMBERS:
                return node.with_changes(args=[self._handed(arg, arrays) for arg in node.args])
        new = mapped(node, lambda child: self._grafted(child, arrays))
        return new if new is node else repaired(new)

    def _handed(self, arg: cst.Arg, arrays: Mapping[str, Any]) -> cst.Arg:
        taken = _taken(arg.value, arrays)
        if taken is not arg.value:
            return arg.with_changes(value=taken)
        return self._grafted(arg, arrays)  # type: ignore[no-any-return]

    def _storage(self, node: Any) -> Any:
        """`np.zeros((T, N), np.float32)` for `tf.zeros((T, N))`; of all else its `.numpy()`."""
        name = code(node.func) if isinstance(node, cst.Call) else ""
        tensorflow = self.spelling.names["tf"]
        made = name.removeprefix(f"{tensorflow}.")
        given = [arg.value for arg in node.args] if made != name else []
        plain = made != name and not any(arg.keyword or arg.star for arg in node.args)
        if plain and made in ("zeros_like", "ones_like") and len(given) == 1:
            return cst.Call(self.spelling.module("np", made), node.args)
        dtype = code(given[1]) if len(given) == 2 else f"{tensorflow}.float32"
        short = dtype.removeprefix(f"{tensorflow}.")
        if not plain or made not in ("zeros", "ones") or short not in _STORED:
            return cst.Call(repaired(cst.Attribute(node, cst.Name("numpy"))))
        kept = cst.Name("bool") if short == "bool" else self.spelling.module("np", short)
        return cst.Call(self.spelling.module("np", made), [cst.Arg(given[0]), cst.Arg(kept)])

    def _tensor(self, node: Any) -> Any:
        return cst.Call(self.spelling.tf("constant"), [cst.Arg(node)])


def _taken(node: Any, arrays: Mapping[str, Any]) -> Any:
    return arrays.get(node.value, node) if isinstance(node, cst.Name) else node


def _of_shape(node: Any, arrays: Mapping[str, Any]) -> Any | None:
    """What a tensor asks its shape, an array has itself: `x.shape.rank` is `x.ndim`."""
    asked = node.func if isinstance(node, cst.Call) else node
    if not isinstance(asked, cst.Attribute) or asked.attr.value not in _OF_SHAPES:
        return None
    shape = asked.value
    if not isinstance(shape, cst.Attribute) or shape.attr.value != "shape":
        return None
    array = _taken(shape.value, arrays)
    if array is shape.value:
        return None
    return repaired(cst.Attribute(array, cst.Name(_OF_SHAPES[asked.attr.value])))


def _of_numpy(node: Any, arrays: Mapping[str, Any]) -> bool:
    """Whether it is `x.numpy()` of an array."""
    func = node.func if isinstance(node, cst.Call) else None
    owner = func.value if isinstance(func, cst.Attribute) else None
    named = isinstance(owner, cst.Name) and owner.value in arrays
    return named and func.attr.value == "numpy"  # type: ignore[union-attr]
