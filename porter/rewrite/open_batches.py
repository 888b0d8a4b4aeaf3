"""Tensors as long as the batch of a network: `torch.zeros(x.size(0), 8)` where that is open.

In a trace for any batch (`export()`, `fit()`) `x.shape[0]` is None. `keras.ops.shape(x)[0]` is a
number where the size is known and a tensor where it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import libcst as cst

from porter.kinds import Parameter
from porter.plan.trace_time import is_size
from porter.rewrite.expressions import Expressions
from porter.rewrite.shapes import RESHAPES, NamedSizes, dimension
from porter.tree import dotted, walk

_MADE = ("zeros", "ones", "empty", "full", "rand", "randn", "arange", "linspace", "eye", "randint")
_MAKES = frozenset(
    {
        *(f"torch.{name}" for name in _MADE),
        *(f"Tensor.new_{name}" for name in _MADE[:4]),
        *("Tensor.expand", "Tensor.repeat"),
        *RESHAPES,
    }
)


class OpenBatches(Expressions):
    """Sizes of batches that a network makes tensors of."""

    def learn_batches(self) -> None:
        """Find them in the file."""
        named = self.facts.once(NamedSizes)
        for call in self.facts.index.all(cst.Call):
            if self.facts.api(call) not in _MAKES or not self.in_network(call):
                continue
            function = self.facts.index.function(call)
            if function is None or function.name.value == "__init__":
                continue
            for node in self._asked_sizes(call):
                if isinstance(node, cst.Name):
                    if named.of(function).get(node.value) == 0:
                        value = named.value(function, node.value)
                        if self._comes_with_batch(value):
                            self.own[value] = self._open_size
                elif (
                    is_size(self.facts, node)
                    and dimension(node) == 0
                    and self._comes_with_batch(node)
                ):
                    self.own[node] = self._open_size

    def _asked_sizes(self, call: cst.Call) -> Iterator[cst.BaseExpression]:
        """What stands in its arguments; of a reshape not what `opened` makes a -1 of."""
        given = [arg.value for arg in call.args]
        if self.facts.api(call) in RESHAPES:
            given = given[self.facts.api(call) == "torch.reshape" :]
            if len(given) == 1 and isinstance(given[0], (cst.Tuple, cst.List)):
                given = [element.value for element in given[0].elements]
            if len(given) > 1 and not any(isinstance(size, cst.UnaryOperation) for size in given):
                given = given[1:]
        for value in given:
            yield from (part for part in walk(value) if isinstance(part, cst.BaseExpression))

    def _comes_with_batch(self, size: cst.BaseExpression) -> bool:
        """Whether it is a size of what a network is given: not of what it keeps."""
        asked: Any = size.value if isinstance(size, cst.Subscript) else size
        port = self.facts.apis.get(asked)
        owner: Any = port.args[0].node if port is not None else asked.args[0].value  # len(x)
        kept = (dotted(owner) or "").startswith("self.")
        return not kept and not isinstance(self.facts.kind(owner), Parameter)

    def _open_size(self, node: Any) -> Any:
        """`keras.ops.shape(x)[0]` of `x.shape[0]`, and `keras.ops.shape(x)` of `x.shape`."""
        new = self.plain(node)
        shape = new.value if isinstance(new, cst.Subscript) else new
        if not isinstance(shape, cst.Attribute) or shape.attr.value != "shape":
            return new
        asked = cst.Call(self.spelling.module("keras", "ops.shape"), [cst.Arg(shape.value)])
        return new.with_changes(value=asked) if isinstance(new, cst.Subscript) else asked
