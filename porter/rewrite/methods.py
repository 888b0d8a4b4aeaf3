"""Methods of networks that host code calls, `agent.act(obs)`: traced as the networks are."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Kind, Module, Tensor, Tuple
from porter.plan.graphable import Graphable
from porter.plan.lengths import Lengths
from porter.rewrite.arrays import Arrays
from porter.tree import named

if TYPE_CHECKING:
    from porter.rewrite.expressions import Context


class Methods(Arrays):
    """What `Expressions` knows of them."""

    graphable: Graphable
    context: Context

    @cached_property
    def lengths(self) -> Lengths:
        """Which batches change their length: a trace for each would cost more than it saves."""
        return Lengths(self.facts)

    def of_network(self, node: cst.Call, new: cst.Call) -> cst.Call:
        """The call through graph() where tensors alone go in and come out."""
        func = node.func
        owner = self.facts.kind(func.value) if isinstance(func, cst.Attribute) else None
        if not isinstance(owner, Module) or self.context.graph or self.context.tape:
            return new
        assert isinstance(func, cst.Attribute)
        info = self.facts.method(owner, func.attr.value)
        if info is None or self.graphable.function(info.name) is not None:
            return new
        if not (_is_of_tensors(self.facts.kind(node)) and self._takes_tensors(node)):
            return new
        given = [cst.Arg(new.func)]
        if self.context.callee:  # gradients may be wanted
            given.append(named("taped", cst.Name("True")))
        return new.with_changes(func=cst.Call(cst.Name(self.spelling.block("graph")), given))

    def _takes_tensors(self, node: cst.Call) -> bool:
        return bool(node.args) and all(
            arg.keyword is None
            and not arg.star
            and isinstance(self.facts.kind(arg.value), Tensor)
            and not self.lengths.varies(arg.value)
            for arg in node.args
        )


def _is_of_tensors(kind: Kind) -> bool:
    if isinstance(kind, Tuple):
        return bool(kind.items) and all(map(_is_of_tensors, kind.items))
    return isinstance(kind, Tensor)
