"""Which values a graph can hold."""

from __future__ import annotations

import libcst as cst

from porter.assigned_buffers import AssignedBuffers
from porter.codegen import short
from porter.facts import Facts
from porter.infer.in_place import assigns
from porter.kinds import (
    UNKNOWN,
    Device,
    Dictionary,
    Dtype,
    Function,
    Kind,
    Module,
    Named,
    Nothing,
    Number,
    Optimizer,
    Parameters,
    Passed,
    Sequence,
    Tensor,
    Text,
    Tuple,
    Union,
    Unknown,
    item_of,
    may_be_tensor,
    networks,
)
from porter.named_tuples import is_named_tuple
from porter.plan.constants import is_constant, is_numpy_number
from porter.plan.scopes import parameters
from porter.plan.trace_time import is_list, is_size
from porter.tree import dotted, walk

# What a trace knows
_SIZES = frozenset("shape size numel nelement dim ndim ndimension is_cuda".split())


def is_value(kind: Kind) -> bool:
    """Tensors, also in tuples of tuples, as an LSTM gives them, and in dicts for a log."""
    if isinstance(kind, Tuple) and kind.items:
        return all(map(is_value, kind.items))
    if isinstance(kind, Dictionary) and kind.entries:
        return all(is_value(value) for _, value in kind.entries)
    return may_be_tensor(kind)


def of_tensors(kind: Kind) -> bool:
    """A tensor, or a tuple of nothing else."""
    if isinstance(kind, Tuple):
        return bool(kind.items) and all(map(of_tensors, kind.items))
    return isinstance(kind, Tensor)


def leaves_the_graph(facts: Facts, kind: Kind, node: cst.CSTNode) -> bool:
    """Whether what a call of torch gives is none of a graph's values."""
    api = facts.api(node)
    if isinstance(kind, Nothing):
        return not assigns(api)
    return not (
        _is_for_torch(facts, node)
        or isinstance(kind, (Tensor, Module, Parameters, Dtype, Unknown))
        or facts.is_distribution(kind)
        or (isinstance(kind, Sequence) and isinstance(kind.item, Tensor))
        or (isinstance(kind, Tuple) and not all(isinstance(k, Nothing) for k in kind.items))
        or (isinstance(kind, (Number, Sequence)) and api.rpartition(".")[2] in _SIZES)
    )


def _is_for_torch(facts: Facts, node: cst.CSTNode) -> bool:
    """`device = x.device`, which functions of torch's alone are given: the port needs none."""
    if facts.api(node) != "Tensor.device" or not isinstance(node, cst.Attribute):
        return False
    above = facts.index.parents.get(node)
    if isinstance(above, cst.Arg):
        return True
    target = above.targets[0].target if isinstance(above, cst.Assign) else None
    if not isinstance(target, cst.Name):
        return False
    uses = facts.variables.uses(facts.variables.owner(target), target.value)
    return all(_is_given(facts, use) for use in uses if use is not target)


def _is_given(facts: Facts, name: cst.Name) -> bool:
    """Whether a call of torch's is given it."""
    above = facts.index.parents.get(name)
    call = facts.index.parents.get(above) if isinstance(above, cst.Arg) else None
    return isinstance(above, cst.AssignTarget) or (call is not None and bool(facts.api(call)))


def is_torchs(kind: Kind) -> bool:
    """Whether the attributes of such a value are none of the program's."""
    return isinstance(kind, (Tensor, Optimizer))


def is_callable(kind: Kind) -> bool:
    """A function of the program, one of torch's that gives a tensor (an activation, say), or a
    network."""
    torchs = isinstance(kind, Passed) and isinstance(kind.gives, Tensor)
    return torchs or isinstance(kind, (Function, Module))


def is_layer(item: Kind) -> bool:
    """A layer, or a tuple with one and nothing that changes: of zip() and enumerate()."""
    if isinstance(item, Tuple):
        fixed = (Module, Number, Text)
        return any(map(is_layer, item.items)) and all(isinstance(k, fixed) for k in item.items)
    return bool(networks(item))


def no_value(facts: Facts, node: cst.CSTNode, called: bool) -> str | None:
    """The reason why a graph can't hold what an expression gives; a function that is `called` in
    a trace may have more."""
    kind = facts.kind(node)
    if is_value(kind) or facts.is_distribution(kind):
        return None
    if called and (is_list(kind) or is_size(facts, node)):
        return None
    if called and _is_empty(kind):
        return None  # until a branch that the trace knows gives it a value
    if isinstance(kind, Sequence) and isinstance(kind.item, Tensor) and _makes_list(facts, node):
        return None
    if called and isinstance(node, cst.Attribute) and _may_be_numbers(kind):
        return None  # `low, high = self.bounds`, which never change: expression() has seen to it
    if called and (is_constant(facts, node) or _is_argument(facts, node)):
        return None
    if called and is_numpy_number(facts, node):
        return None
    if called and isinstance(node, cst.Tuple):
        return next(filter(None, (no_value(facts, e.value, called) for e in node.elements)), None)
    if called and isinstance(node, cst.IfExp) and isinstance(facts.kind(node.test), Number):
        # the trace knows which of them it is
        return no_value(facts, node.body, called) or no_value(facts, node.orelse, called)
    if called and is_named_tuple(facts, kind):
        return None
    if isinstance(kind, (Module, Passed, Named, Device)) and called:
        return None  # a layer, a list of parameters, a function, under a name of its own
    return "a Python number" if isinstance(kind, Number) else "not known to be a tensor"


def _may_be_numbers(kind: Kind) -> bool:
    """Nothing is known of it, or of what is in it: a tuple of sizes, say."""
    if isinstance(kind, Tuple):
        return all(isinstance(item, (Number, Unknown)) for item in kind.items)
    return kind == UNKNOWN


def _is_argument(facts: Facts, node: cst.CSTNode) -> bool:
    """A parameter, of which nothing is known, in a tuple: `(h0, c0)` is for a layer."""
    if not isinstance(node, cst.Name) or not isinstance(facts.kind(node), Unknown):
        return False
    function = facts.index.function(node)
    inside = isinstance(facts.index.parents.get(node), cst.Element)
    return inside and function is not None and node.value in parameters(function)


def is_trace_number(facts: Facts, node: cst.Assign) -> bool:
    """Whether a trace has the number that a line gives a name, for it alone reads it, or knows
    that the line runs."""
    return _is_inner_number(facts, node) or _is_branch_number(facts, node)


def _is_inner_number(facts: Facts, node: cst.Assign) -> bool:
    """`gamma_n = gamma**n` in a `with` block that alone reads it: the trace has the number."""
    target = node.targets[0].target
    block = next((n for n in facts.index.above(node) if isinstance(n, _BLOCKS)), None)
    if not isinstance(facts.kind(node.value), Number) or not isinstance(block, cst.With):
        return False
    if len(node.targets) > 1 or not isinstance(target, cst.Name):
        return False
    inside = {*walk(block)}
    scope = facts.index.function(node) or facts.index.module
    named = (n for n in walk(scope) if isinstance(n, cst.Name) and n.value == target.value)
    return all(n in inside for n in named)


def _is_branch_number(facts: Facts, node: cst.Assign) -> bool:
    """`alpha = 1.0` in a branch, where other lines give the name a tensor: the trace, which knows
    the branch, has the number."""
    target = node.targets[0].target
    block = next((n for n in facts.index.above(node) if isinstance(n, _BLOCKS)), None)
    if len(node.targets) > 1 or not isinstance(target, cst.Name) or not isinstance(block, cst.If):
        return False
    scope = facts.index.function(node)
    if scope is None or not isinstance(node.value, (cst.Float, cst.Integer)):
        return False
    others = (
        line
        for line in walk(scope)
        if isinstance(line, cst.Assign) and target.value in (dotted(t.target) for t in line.targets)
    )
    return any(isinstance(facts.kind(line.value), Tensor) for line in others)


_BLOCKS = (cst.With, cst.For, cst.While, cst.If, cst.FunctionDef, cst.ClassDef, cst.Lambda)


def _is_empty(kind: Kind) -> bool:
    """None, or values with None among them."""
    if isinstance(kind, Tuple):
        return bool(kind.items) and all(is_value(k) or _is_empty(k) for k in kind.items)
    return isinstance(kind, Nothing)


def _makes_list(facts: Facts, node: cst.CSTNode) -> bool:
    """What chunk, split and autograd.grad give, or what a trace makes of that."""
    if node in facts.ports or node in facts.derived or isinstance(node, cst.ListComp):
        return True
    return isinstance(node, cst.Call) and isinstance(facts.kind(node.func), Function)


def casts_array(facts: Facts, node: cst.CSTNode) -> bool:
    """`torch.from_numpy(x).float()`: x comes into a graph as a tensor, which is not cast so."""
    call = node.func if isinstance(node, cst.Call) else None
    made = call.value if isinstance(call, cst.Attribute) else None
    if not isinstance(made, cst.Call) or facts.api(made) != "torch.from_numpy":
        return False
    return not made.args or not isinstance(facts.kind(made.args[0].value), Tensor)


def unpacks_either(facts: Facts, node: cst.Assign) -> str | None:
    """`a, b = pair`, which is a tuple by one caller: a graph does not go over the rows of what is a
    tensor by another."""
    kind = facts.kind(node.value)
    parts = any(isinstance(assign.target, (cst.Tuple, cst.List)) for assign in node.targets)
    if parts and isinstance(kind, Union) and may_be_tensor(kind):
        return f"{short(node.value)} may be a tensor or a tuple"
    return None


def side_output(facts: Facts, node: cst.CSTNode) -> str | None:
    """The attribute of self that a line of a forward pass keeps a tensor in."""
    if not isinstance(node, cst.Assign) or len(node.targets) != 1:
        return None
    if node in facts.once(AssignedBuffers).assigned:
        return None
    place: cst.BaseExpression = node.targets[0].target
    if isinstance(place, cst.Subscript):
        element = place.slice[0].slice
        if len(place.slice) > 1 or not isinstance(element, cst.Index):
            return None
        if not isinstance(element.value, cst.SimpleString):
            return None
        place = place.value
    name = dotted(place) or ""
    own = name.startswith("self.") and name.count(".") == 1
    return name[5:] if own and isinstance(facts.kind(node.value), Tensor) else None


def over_layers(items: Kind) -> bool:
    """Whether a loop over these is unrolled: layers, or the parts of a tuple of tensors."""
    layers = isinstance(items, (Sequence, Tuple, Module)) and is_layer(item_of(items))
    return layers or (isinstance(items, Tuple) and of_tensors(items))
