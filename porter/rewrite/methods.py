"""Methods of networks that host code calls, `agent.act(obs)`: traced as the networks are."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter.codegen import code
from porter.kinds import Module
from porter.plan.length_reads import reads_length
from porter.plan.lengths import Lengths
from porter.plan.traceable import Traceable
from porter.plan.traced_kinds import of_tensors
from porter.rewrite.arrays import Arrays
from porter.rewrite.named_graphs import NamedGraphs, declared, parameters, text_of
from porter.rewrite.script_graphs import ScriptGraphs
from porter.tree import named

if TYPE_CHECKING:
    from porter.rewrite.context import Context


class Methods(Arrays):
    """What `Expressions` knows of them."""

    traceable: Traceable
    context: Context
    body_names: set[str]  # of train bodies

    @cached_property
    def lengths(self) -> Lengths:
        """Which batches change their length: a trace for each would cost more than it saves."""
        return Lengths(self.facts)

    def of_network(self, node: cst.Call, new: cst.Call) -> cst.Call:
        """The call through graph() where tensors alone go in and come out."""
        func = node.func
        owner = self.facts.kind(func.value) if isinstance(func, cst.Attribute) else None
        if not isinstance(owner, Module) or self.context.graph or self.context.tapes:
            return new
        assert isinstance(func, cst.Attribute)
        info = self.facts.method(owner, func.attr.value)
        if info is None or self.traceable.function(info.name) is not None:
            return new
        if not (of_tensors(self.facts.kind(node)) and self._takes_tensors(node)):
            return new
        if self.varies(node) and reads_length(self.facts, [node]) is not None:
            return new
        return new.with_changes(func=self.as_graph("graph", new.func, node, list(node.args)))

    def in_network(self, node: cst.CSTNode) -> bool:
        """Whether a node stands in a method of a network."""
        info = self.facts.class_around(node)
        return info is not None and info.is_module

    def _is_made_here(self, network: cst.CSTNode) -> bool:
        """`nn.Softmax(1)(x)`, `make()(x)`, `Net().eval()(x)`: no graph outlives a network that
        nobody else holds."""
        if isinstance(network, cst.Attribute):
            return self._is_made_here(network.value)
        if isinstance(network, cst.Subscript):
            display = isinstance(network.value, (cst.List, cst.Tuple, cst.Dict))
            part = isinstance(network.slice[0].slice, cst.Slice)  # layers[:2] is another network
            return display or part or self._is_made_here(network.value)
        if not isinstance(network, cst.Call):
            return False
        owner = network.func.value if isinstance(network.func, cst.Attribute) else None
        if owner is not None and isinstance(self.facts.kind(owner), Module):
            return self._is_made_here(owner)
        return True

    def as_graph(
        self, block: str, network: cst.BaseExpression, node: cst.Call, args: list[cst.Arg]
    ) -> Any:
        """`graph(network)`, with what this call of it asks for; `args` are as Keras takes them."""
        if self._is_made_here(node.func):
            return network
        method = self._named_graph(block, network, node, args)
        if method is not None:
            return method
        given = [cst.Arg(network)]
        if self.context.callee:  # gradients may be wanted
            given.append(named("taped", cst.Name("True")))
        if self.varies(node) and reads_length(self.facts, [node]) is None:
            given.append(named("any_length", cst.Name("True")))
        return cst.Call(cst.Name(self.spelling.block(block)), given)

    def _named_graph(
        self, block: str, network: cst.BaseExpression, node: cst.Call, args: list[cst.Arg]
    ) -> Any:
        """`self._call_actor` where the class owns the network, None elsewhere."""
        text = text_of(network)
        if block != "graph" or not text or self.context.callee or self.varies(node):
            return None
        cls, func = self.facts.class_around(node), node.func
        is_method = self._calls_method(func)
        owner = func.value if is_method and isinstance(func, cst.Attribute) else func
        called = code(func.attr) if is_method and isinstance(func, cst.Attribute) else "forward"
        params = parameters(args, declared(self.facts, self.facts.kind(owner), called))
        if not params:
            return None
        if cls is None:
            name = self.script_graphs.name(node, text, params)
            return None if name is None else cst.Name(name)
        name = self.named_graphs.name(cls, node, text, params)
        return None if name is None else cst.Attribute(cst.Name("self"), cst.Name(name))

    def _calls_method(self, func: cst.CSTNode) -> bool:
        """Whether it is `agent.act`, a method of a network, and not the network itself."""
        return isinstance(func, cst.Attribute) and not isinstance(self.facts.kind(func), Module)

    @cached_property
    def script_graphs(self) -> ScriptGraphs:
        """The functions that scripts get for their networks."""
        return ScriptGraphs(self.facts, self.spelling, self.body_names)

    @cached_property
    def named_graphs(self) -> NamedGraphs:
        """The methods that classes get for their networks."""
        return NamedGraphs(self.facts)

    def varies(self, node: cst.Call) -> bool:
        """Whether the length of a batch that is passed changes from call to call."""
        return any(self.lengths.varies(arg.value) for arg in node.args)

    def _takes_tensors(self, node: cst.Call) -> bool:
        return bool(node.args) and all(
            arg.keyword is None and not arg.star and of_tensors(self.facts.kind(arg.value))
            for arg in node.args
        )
