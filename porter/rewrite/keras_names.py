"""Names that Keras reserves on a Model: setting them raises, or breaks the model silently."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import ClassInfo, Facts
from porter.kinds import Class, Function, Instance, Kind, Module
from porter.tree import mapped

# Measured with Keras 3.15: attributes without a setter, and methods that Keras itself calls.
RESERVED = frozenset(
    "activity_regularizer autocast build built call compiled compiled_metrics compute_dtype"
    " distribute_strategy dtype dtype_policy get_weights given input input_dtype input_spec"
    " layers loss losses metrics metrics_names metrics_variables non_trainable_variables"
    " non_trainable_weights output path quantization_mode set_weights trainable"
    " trainable_variables trainable_weights variable_dtype variables weights".split()
)
# Most networks that have a name give it a text, which Keras's name may be.
NAME = "Keras's networks have a name, a text without a slash"
NAMED_OTHERWISE = "call it something else: self.title"


def renamed(name: str) -> str:
    """What a user's attribute of a reserved name is called in the port."""
    return f"{name}_"


def method(name: cst.Name) -> cst.Name:
    """The name of a network's method in the port."""
    if name.value == "forward":
        return cst.Name("call")
    return cst.Name(renamed(name.value)) if name.value in RESERVED else name


def setting(node: Any) -> Any:
    """The body of a network's class: `metrics = 3` in it is called what the attribute is."""
    if isinstance(node, (cst.IndentedBlock, cst.SimpleStatementLine, cst.Assign)):
        return mapped(node, setting)
    if isinstance(node, (cst.AssignTarget, cst.AnnAssign)):
        if isinstance(node.target, cst.Name) and node.target.value in RESERVED:
            return node.with_changes(target=method(node.target))
    return node


def is_forward(facts: Facts, node: cst.Attribute) -> bool:
    """`net.forward`, `super().forward`, `Net.forward`: it is called call() in the port."""
    base = facts.kind(node.value)
    info = facts.class_info(base.name) if isinstance(base, Class) else None
    of_network = isinstance(base, Module) or (info is not None and info.is_module)
    of_network |= isinstance(base, Instance) and base.cls in facts.once(mixed_in)
    return node.attr.value == "forward" and (of_network or is_super(node.value))


def has_own_call(facts: Facts, network: Kind) -> bool:
    """Whether a network's class has a `__call__` of its own, which forward() goes past."""
    info = facts.class_info(network.cls) if isinstance(network, Module) else None
    return info is not None and any("__call__" in one.methods for one in _line(facts, info))


def _of_super(facts: Facts, node: cst.Attribute) -> bool:
    """`super().loss`, a method of a network of the project's: it has another name in the port."""
    found = facts.kind(node)
    info = facts.functions.get(found.name) if isinstance(found, Function) else None
    of_network = info is not None and info.cls is not None and info.cls.is_module
    return node.attr.value in RESERVED and is_super(node.value) and of_network


def is_reserved(facts: Facts, node: cst.Attribute) -> str | None:
    """The class of which this is an attribute that the project gave a network, or what is mixed
    into one; "" of `super().loss`, None if it is none."""
    owner, name = facts.kind(node.value), node.attr.value
    if _of_super(facts, node):
        return ""
    cls = owner.cls if isinstance(owner, (Module, Instance)) else ""
    cls = owner.name if isinstance(owner, Class) else cls  # `Net.build("a")`
    info = facts.class_info(cls) if name in RESERVED else None
    if info is None or not (info.is_module or cls in facts.once(mixed_in)):
        return None
    heirs = [one for one in _classes(facts) if info in _line(facts, one)]
    family = (base for one in (info, *heirs) for base in _line(facts, one))
    return cls if any(name in one.attributes or name in one.methods for one in family) else None


def mixed_in(facts: Facts) -> frozenset[str]:
    """The classes that networks inherit from and that are none, and those that inherit from them:
    a method of one name has one name in all of them."""
    every = _classes(facts)
    above = {b.name for one in every if one.is_module for b in _line(facts, one)}
    lines = {one.name: {base.name for base in _line(facts, one)} for one in every}
    none = {one.name for one in every if not one.is_module}
    mixed = above & none
    return frozenset({name for name in none if lines[name] & mixed})


def classes_of_networks(facts: Facts) -> list[ClassInfo]:
    """The project's classes whose attributes have the names of a network's in the port."""
    mixed = facts.once(mixed_in)
    return [one for one in _classes(facts) if one.is_module or one.name in mixed]


def _classes(facts: Facts) -> list[ClassInfo]:
    """The classes of the file, of those that it imports, and of those that import it."""
    files = (facts, *facts.importers())
    found = [one for file in files for one in file.classes.values()]
    return [*found, *facts.other_classes.values()]


def _line(facts: Facts, info: ClassInfo) -> list[ClassInfo]:
    """A class and those of the project that it inherits from."""
    found, open_ = [info], [*info.bases]
    while open_:
        base = open_.pop()
        above = facts.class_info(base.name) if isinstance(base, Class) else None
        if above is not None and above not in found:
            found.append(above)
            open_ += above.bases
    return found


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
