"""Attributes of networks that are no weights, though they hold variables.

A tensor that the program replaces is a variable that it assigns to: torch does not save it. Keras
and checkpoints take up every variable that becomes an attribute, and the networks of a list, but
for object's own way to set one.
"""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter import state_variables
from porter.assigned_buffers import AssignedBuffers
from porter.codegen import code
from porter.kinds import (
    UNKNOWN,
    Dictionary,
    Instance,
    Kind,
    Module,
    Named,
    Parameter,
    Sequence,
    Tuple,
    Unknown,
    item_of,
    networks,
)
from porter.reloaded import unmoved
from porter.rewrite.put_layers import PutLayers
from porter.rulebook import parenthesized
from porter.tree import named

_ASKING = (cst.If, cst.IfExp, cst.While, cst.Assert, cst.CompIf, cst.BooleanOperation)
_COUNTED = "torch does not count this tensor among the parameters of the module, Keras would"

# Keras makes a plain dict of them, without a default and without methods of their own.
_DICTS = (Named("collections.Counter"), Named("collections.defaultdict"))


class StateVariables(PutLayers):
    """`set_untracked(self, "std", tf.Variable(…))`, later `self.std.assign(…)`."""

    def small(self, node: Any) -> Any:
        new = super().small(node)
        state = self.facts.once(state_variables.StateVariables)
        if node in state.made:
            target = new.targets[0].target
            frozen = named("trainable", cst.Name("False"))
            made = cst.Call(self.spelling.tf("Variable"), [cst.Arg(new.value), frozen])
            if node in state.plain:
                return new.with_changes(value=made)
            return self.spelling.untracked(target, made)
        if node in self.facts.once(AssignedBuffers).refused:
            self.leave(node, "P102", *self.facts.once(AssignedBuffers).refused[node])
        elif node in state.replaced and isinstance(new.targets[0].target, (cst.Tuple, cst.List)):
            assign_all = cst.Name(self.spelling.block("assign_all"))
            both = (new.targets[0].target, new.value)
            args = [cst.Arg(_in_brackets(part)) for part in both]
            return cst.Expr(cst.Call(assign_all, args))
        elif node in state.replaced:
            method = cst.Attribute(new.targets[0].target, cst.Name("assign"))
            return cst.Expr(cst.Call(method, [cst.Arg(new.value)]))
        if isinstance(node, cst.Assign) and (setter := self._setter(node)):
            return self.spelling.untracked(new.targets[0].target, new.value, setter)
        if isinstance(node, cst.Assign) and self._loose(node):
            value = new.value
            if code(value.func) == code(self.spelling.module("keras", "Variable")):
                value = value.with_changes(func=self.spelling.tf("Variable"))
            return self.spelling.untracked(new.targets[0].target, value)
        if isinstance(node, cst.Assign) and self._renamed_leaf(node):
            self.leave(
                node, "P102", _COUNTED, "make the tensor in the line that sets the attribute"
            )
        return new

    def plain(self, node: Any) -> Any:
        new, buffers = super().plain(node), self.facts.once(AssignedBuffers)
        if node in buffers.refused:
            return self.leave(node, "P102", *buffers.refused[node])
        if node not in buffers.kept and not self._is_asked(node):
            return new
        return cst.Call(self.spelling.tf("convert_to_tensor"), [cst.Arg(new)])

    def _is_asked(self, node: Any) -> bool:
        """Whether a variable stands for its truth, which it can't: `if not self.started:`."""
        if not isinstance(node, (cst.Name, cst.Attribute)):
            return False
        if not isinstance(self.facts.kind(node), Parameter):
            return False
        above = self.facts.index.parents.get(node)
        if isinstance(above, cst.Arg):
            call = self.facts.index.parents[above]
            called = self.facts.kind(call.func) if isinstance(call, cst.Call) else UNKNOWN
            return called == Named("builtins.bool")
        if isinstance(above, cst.UnaryOperation):
            return isinstance(above.operator, cst.Not)
        return isinstance(above, _ASKING) and getattr(above, "test", node) is node

    def _loose(self, node: cst.Assign) -> bool:
        """`self.log_alpha = torch.zeros(1, requires_grad=True)` in a module: a tensor that torch
        does not count among its parameters, and Keras would."""
        target = node.targets[0].target
        if not isinstance(target, cst.Attribute):
            return False
        return isinstance(self.facts.kind(target.value), Module) and self._is_leaf(node.value)

    def _is_leaf(self, node: cst.BaseExpression) -> bool:
        value = unmoved(self.facts, node)
        if not isinstance(value, cst.Call):
            return False
        asked = any(arg.keyword and arg.keyword.value == "requires_grad" for arg in value.args)
        leaf = isinstance(self.facts.kind(value), Parameter) and asked
        return leaf and self.facts.api(value) not in ("", "torch.nn.Parameter")

    def _renamed_leaf(self, node: cst.Assign) -> bool:
        """`self.log_alpha = log_alpha` of such a tensor."""
        target, name = node.targets[0].target, node.value
        if not isinstance(name, cst.Name) or not isinstance(target, cst.Attribute):
            return False
        if not isinstance(self.facts.kind(target.value), Module):
            return False
        owner = self.facts.variables.owner(name)
        return any(
            isinstance(place.target, cst.Name)
            and place.target.value == name.value
            and self.facts.variables.owner(place.target) is owner
            and self._is_leaf(made.value)
            for made in self.facts.index.assigned.get(name.value, ())
            for place in made.targets
        )

    def _setter(self, node: cst.Assign) -> str:
        """The block for `self.layers = [layer]`: torch neither trains nor saves what is in a list
        or dict of Python's with the network that holds it, and Keras would."""
        target = node.targets[0].target
        if not isinstance(target, cst.Attribute) or len(node.targets) > 1:
            return ""
        owner = self.facts.kind(target.value)
        info = self.facts.class_info(owner.cls) if isinstance(owner, Module) else None
        if info is None:
            return ""
        func = node.value.func if isinstance(node.value, cst.Call) else None
        if func is not None and self.facts.kind(func) in _DICTS:
            return "set_untracked"
        held = info.attributes.get(target.attr.value, UNKNOWN)
        if not isinstance(held, (Dictionary, Sequence, Tuple)):
            return self._for_dicts(target, held)
        entries = [kind for _, kind in held.entries] if isinstance(held, Dictionary) else []
        entries += held.items if isinstance(held, Tuple) else [item_of(held)]
        layers = any(networks(k) or isinstance(k, Parameter) for k in entries)
        return "set_untracked" if layers else ""

    def _for_dicts(self, target: cst.Attribute, held: Kind) -> str:
        """Keras makes a dict of its own of a dict: one of a class of the program's, whose items are
        read as attributes (`self.args.lr`), would lose them."""
        classes = {**self.facts.other_classes, **self.facts.classes}
        dicts = {name for name, info in classes.items() if Named("builtins.dict") in info.bases}
        if not dicts or isinstance(held, Instance):
            own = isinstance(held, Instance) and held.cls in dicts
            return "set_untracked" if own else ""
        nodes = self.facts.index.all(cst.Attribute)
        read = (n for n in nodes if n.attr.value == target.attr.value)
        above = (self.facts.index.parents.get(n) for n in read)
        may_be = isinstance(held, Unknown) and any(isinstance(n, cst.Attribute) for n in above)
        return "set_dict_untracked" if may_be else ""


def _in_brackets(node: Any) -> Any:
    """A tuple as an argument."""
    return parenthesized(node) if isinstance(node, cst.Tuple) and not node.lpar else node
