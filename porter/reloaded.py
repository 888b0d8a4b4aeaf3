"""Networks that an agent replaces by a copy of another: `self.target = copy.deepcopy(self.net)`.

The port puts the weights into the network that is there, so that nothing is traced again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.changed_names import MUTATORS
from porter.kinds import Module, networks
from porter.tree import dotted, statements, walk
from porter.views import DEEP_COPIES

if TYPE_CHECKING:
    from porter.facts import Facts


def reloaded(facts: Facts, assign: cst.Assign) -> str:
    """x of `self.x = copy.deepcopy(self.y)`, "" if the network that is there must not change: it
    is not made in `__init__`, is no network that takes weights, or is kept under another name."""
    target = assign.targets[0].target
    name = (dotted(target) or "").removeprefix("self.")
    copy = unmoved(facts, assign.value)
    if len(assign.targets) > 1 or dotted(target) != f"self.{name}" or "." in name:
        return ""
    if not isinstance(copy, cst.Call) or dotted(copy.func) not in DEEP_COPIES or not copy.args:
        return ""
    if dotted(copy.args[0].value) == dotted(target):
        return ""
    kind, function = facts.kind(copy.args[0].value), facts.index.function(assign)
    if not networks(kind) or (isinstance(kind, Module) and kind.cls == "torch.nn.Sequential"):
        return ""
    around = facts.index.above(assign)
    cls = next((node for node in around if isinstance(node, cst.ClassDef)), None)
    if function is None or function.name.value == "__init__" or cls is None:
        return ""
    return name if set_in_init(facts, cls, name) and not _kept(facts, name) else ""


def unmoved(facts: Facts, node: cst.BaseExpression) -> cst.BaseExpression:
    """`Actor(…)` of `Actor(…).to(device)`."""
    while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        if facts.api(node) not in ("Module.to", "Module.cuda", "Module.cpu"):
            break
        node = node.func.value
    return node


def is_itself(facts: Facts, target: cst.CSTNode, value: cst.BaseExpression) -> bool:
    """`self.net = self.net.to(device)`: the same network under the name that it has."""
    name = dotted(target)
    return name is not None and dotted(unmoved(facts, value)) == name


def set_in_init(facts: Facts, cls: cst.ClassDef, attribute: str) -> bool:
    inits = [node for node in statements(cls.body) if _is_init(node)]
    return any(
        isinstance(n, cst.AssignTarget) and dotted(n.target) == f"self.{attribute}"
        for init in inits
        for n in walk(init)
    )


def _is_init(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.FunctionDef) and node.name.value == "__init__"


def _kept(facts: Facts, attribute: str) -> bool:
    """Whether the object of an attribute gets another name, or goes into a list."""
    named = (n for n in facts.index.all(cst.Attribute) if n.attr.value == attribute)
    above = ((node, facts.index.parents[node]) for node in named)
    return any(
        isinstance(around, (cst.Element, cst.DictElement, cst.Return))
        or (isinstance(around, cst.Assign) and around.value is node)
        or (isinstance(around, cst.Arg) and mutated(facts.index.parents[around]) is not None)
        for node, around in above
    )


def mutated(node: cst.CSTNode) -> cst.CSTNode | None:
    """xs of `xs.append(x)`."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        if node.func.attr.value in MUTATORS:
            return node.func.value
    return None
