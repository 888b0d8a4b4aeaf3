"""What a program replaces of functions and networks, and the port would not notice."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.facts import ClassInfo, Facts
from porter.kinds import Class, Instance, Kind, Module, Named, Optimizer, Parameter, networks
from porter.rulebook import Refused
from porter.rulebook.bind import literal
from porter.tree import dotted, walk

_OF_OPTIMIZERS = frozenset({"defaults", "param_groups", "state"})  # in attributes
_OF_FUNCTIONS = frozenset({"__code__", "__defaults__", "__kwdefaults__"})
_FORWARD = "the forward() of a network is replaced: the port's networks run what their class has"
_OF_LAYERS = frozenset(
    "stride padding dilation groups kernel_size dim start_dim end_dim num_groups normalized_shape"
    " batch_first nonlinearity threshold alpha scale_factor upscale_factor"
    " track_running_stats".split()
)
_STATISTICS = frozenset({"running_mean", "running_var", "num_batches_tracked"})
_SETTING = "the port's layer keeps the {0} that it was made with"
_BUFFER = "the port's layer keeps its {0}, a variable"
_LEARNED = "torch's optimizers keep the parameter that was there: the new one would not learn"
_ANEW = "change what is there: net.mean.copy_(x)"
_REGISTERING = ("self.register_", "self.add_module")
_FUNCTION = "a graph would go on with the {0} that the function had when it was traced"


def replaced_part(facts: Facts, target: cst.CSTNode, value: Kind) -> Refused | None:
    """Why what is assigned to can't be replaced by a value of this kind."""
    if not isinstance(target, cst.Attribute):
        return None
    owner, name = facts.kind(target.value), target.attr.value
    if isinstance(owner, Optimizer) and name in _OF_OPTIMIZERS:
        if facts.class_info(owner.cls) is None:
            message = f"the {name} of an optimizer is replaced: the port's own would stay"
            return Refused("P102", message, "make a new optimizer")
    if name == "forward" and _has_forward(facts, target):
        return Refused("P102", _FORWARD, "write a subclass, or ask in forward() which one to run")
    layer = owner.cls if isinstance(owner, Module) else ""
    if layer.startswith("torch.nn.") and name in _OF_LAYERS:
        return Refused("P102", _SETTING.format(name), "make a new layer")
    if layer.startswith("torch.nn.") and name in _STATISTICS:
        return Refused("P102", _BUFFER.format(name), f"write .{name}.copy_(…)")
    if layer and isinstance(value, Parameter) and _is_learned(facts, target):
        return Refused("P102", _LEARNED, f"write .{name}.data.copy_(…)")
    if name in _OF_FUNCTIONS:
        return Refused("P102", _FUNCTION.format(name), "pass the values")
    return None


def _is_learned(facts: Facts, target: cst.Attribute) -> bool:
    """Whether a parameter belongs to an object that has made its optimizers."""
    function = facts.index.function(target)
    node: cst.CSTNode = target
    while isinstance(node, (cst.Attribute, cst.Subscript)):
        node = node.value
        kind = facts.kind(node)
        info = facts.class_info(kind.cls) if isinstance(kind, Instance) else None
        if info is not None and any(isinstance(k, Optimizer) for k in info.attributes.values()):
            return function is None or function.name.value != "__init__"
    return False


def _has_forward(facts: Facts, target: cst.Attribute) -> bool:
    """Whether this is a network of torch's, or a class of one, but for what networks set of
    themselves: their class may have no other forward()."""
    owner = target.value
    if isinstance(owner, cst.Name) and owner.value == "self" and facts.index.function(target):
        return False
    kind = facts.kind(owner)
    if isinstance(kind, (Class, Named)):
        info = facts.class_info(kind.name)
        return info is not None and "forward" in info.methods
    return bool(networks(kind))


def registered_again(
    facts: Facts, call: cst.CSTNode, info: ClassInfo | None, name: str
) -> Refused | None:
    """Why `net.register_buffer("mean", x)` can't stay: the network's class has made one of this
    name, which a graph has kept, and the optimizer."""
    function = facts.index.function(call)
    if info is None or (function is not None and function.name.value == "__init__"):
        return None
    places = (target for node in walk(info.node) for target in _named_by(node) if node is not call)
    if name not in places:
        return None
    return Refused("P102", f"the network has a {name}: this would be another one", _ANEW)


def _named_by(node: cst.CSTNode) -> Iterator[str]:
    """The attributes of self that a statement or a call sets."""
    if isinstance(node, cst.Assign):
        yield from ((dotted(t.target) or "").removeprefix("self.") for t in node.targets)
    elif isinstance(node, cst.Call) and (dotted(node.func) or "").startswith(_REGISTERING):
        yield from (str(literal(arg.value)) for arg in node.args[:1])
