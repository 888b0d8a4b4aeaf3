"""Names that Keras reserves on a Model: setting them raises, or breaks the model silently."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Class, Function, Module

# Measured with Keras 3.15: attributes without a setter, and methods that Keras itself calls.
RESERVED = frozenset(
    "build call compiled_metrics compute_dtype distribute_strategy dtype dtype_policy get_weights"
    " input input_dtype input_spec layers loss losses metrics metrics_names metrics_variables"
    " non_trainable_variables non_trainable_weights output path quantization_mode set_weights"
    " trainable trainable_variables trainable_weights variable_dtype variables weights".split()
)


def renamed(name: str) -> str:
    """What a user's attribute of a reserved name is called in the port."""
    return f"{name}_"


def method(name: cst.Name) -> cst.Name:
    """The name of a network's method in the port."""
    if name.value == "forward":
        return cst.Name("call")
    return cst.Name(renamed(name.value)) if name.value in RESERVED else name


def is_forward(facts: Facts, node: cst.Attribute) -> bool:
    """`net.forward`, `super().forward`, `Net.forward`: it is called call() in the port."""
    base = facts.kind(node.value)
    info = facts.class_info(base.name) if isinstance(base, Class) else None
    of_network = isinstance(base, Module) or (info is not None and info.is_module)
    return node.attr.value == "forward" and (of_network or is_super(node.value))


def is_reserved_of_super(facts: Facts, node: cst.Attribute) -> bool:
    """`super().loss`, a method of a network of the project's: it has another name in the port."""
    found = facts.kind(node)
    info = facts.functions.get(found.name) if isinstance(found, Function) else None
    of_network = info is not None and info.cls is not None and info.cls.is_module
    return node.attr.value in RESERVED and is_super(node.value) and of_network


def is_super(node: cst.CSTNode) -> bool:
    """`super()`"""
    return isinstance(node, cst.Call) and code(node.func) == "super"


def assigned(node: cst.Expr) -> cst.Expr | cst.Assign:
    """`setattr(self, "a", x)` is written self.a = x."""
    call = node.value
    if not isinstance(call, cst.Call) or code(call.func) != "setattr" or len(call.args) != 3:
        return node
    owner, name, value = (arg.value for arg in call.args)
    if not isinstance(name, cst.SimpleString) or not str(name.evaluated_value).isidentifier():
        return node
    plain = str(name.evaluated_value)
    attribute = cst.Attribute(owner, cst.Name(renamed(plain) if plain in RESERVED else plain))
    return cst.Assign([cst.AssignTarget(attribute)], value)
