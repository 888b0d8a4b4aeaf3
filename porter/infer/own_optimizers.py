"""Optimizers of the program's own: classes that inherit from torch.optim.Optimizer itself.

What they keep of a parameter lies in dicts, `self.state[p]["exp_avg"]`, and so do the options of a
group. Tensors there are changed in place and read under several names: the port makes variables of
them, as parameters are, which everybody sees changing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import libcst as cst

from porter.facts import ClassInfo, Facts, FunctionInfo
from porter.infer.learned import Learned
from porter.infer.optimizers import options_of, text_index
from porter.kinds import (
    NEVER,
    UNKNOWN,
    Class,
    Dictionary,
    Kind,
    Memory,
    Named,
    Optimizer,
    OptimizerDict,
    Parameter,
    Parameters,
    Sequence,
    Tensor,
    join,
)
from porter.tree import dotted, walk

BASE = "torch.optim.Optimizer"
TYPES = {"float": "float32", "double": "float64", "type_as": ""}
_Classes = Callable[[str], ClassInfo | None]


def is_own(info: ClassInfo | None, classes: _Classes) -> bool:
    """Whether a class is such an optimizer, by one of its bases."""
    if info is None:
        return False
    for base in info.bases:
        if isinstance(base, Named) and base.name == BASE:
            return True
        if isinstance(base, Class) and base.name != info.name:
            if is_own(classes(base.name), classes):
                return True
    return False


def parts(info: ClassInfo, classes: _Classes) -> dict[str, Kind]:
    """What torch's class keeps in attributes of such an optimizer."""
    if not is_own(info, classes):
        return {}
    return {
        "param_groups": Sequence(OptimizerDict(info.name, "group")),
        "state": OptimizerDict(info.name, "state"),
    }


def attribute(info: ClassInfo, name: str, kind: Kind, classes: _Classes) -> Kind:
    """What such an optimizer has under a name; another optimizer there has dicts as well."""
    if isinstance(kind, Optimizer) and is_own(info, classes):
        return UNKNOWN
    return parts(info, classes).get(name, kind)


def arguments(info: FunctionInfo, classes: _Classes) -> dict[str, Kind]:
    """The arguments of a function: an optimizer that one of the program's own gets is wrapped."""
    if not is_own(info.cls, classes):
        return info.arguments
    return {
        name: UNKNOWN if isinstance(kind, Optimizer) else kind
        for name, kind in info.arguments.items()
    }


def within(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a node stands in such a class."""
    around = next((n for n in facts.index.above(node) if isinstance(n, cst.ClassDef)), None)
    found = (info for info in facts.classes.values() if info.node is around)
    return around is not None and is_own(next(found, None), facts.class_info)


def has_groups(facts: Facts, node: cst.Attribute) -> bool:
    """Whether what has `param_groups` is an optimizer of torch's: not what another one wraps."""
    return node.attr.value == "param_groups" and not within(facts, node)


def gradient(facts: Facts, node: cst.Attribute, base: Tensor) -> Tensor:
    """What `p.grad` is: in such a class a variable, which step() may change in place."""
    return (Memory if within(facts, node) else Tensor)(base.dtype, base.rank)


def typed(facts: Facts, node: cst.Call, base: Tensor, name: str) -> Kind | None:
    """`p.data.float()` in such a class is the parameter itself if it has that dtype; None for any
    other call."""
    plain = not node.args or (name == "type_as" and len(node.args) == 1)
    if name not in TYPES or not plain or not isinstance(base, Parameter):
        return None
    return Memory(TYPES[name] or None) if within(facts, node) else None


def item(
    node: cst.Subscript,
    base: OptimizerDict,
    info: ClassInfo | None,
    kinds: Mapping[cst.CSTNode, Kind],
) -> Kind:
    """What `state[p]`, `state["exp_avg"]` and `group["params"]` give."""
    if base.part == "state" and not text_index(node):
        return OptimizerDict(base.cls, "entry")
    key = _index(node, base)
    if base.part == "group" and key == "params":
        return Parameters(None)
    if info is None or not key:
        return UNKNOWN
    info.asked.add(_key(base, key))
    given = _option(info, key, kinds) if base.part == "group" else NEVER
    found = join(info.attributes.get(_key(base, key), NEVER), given)
    return UNKNOWN if found == NEVER else found


def store(
    node: cst.Subscript, base: OptimizerDict, info: ClassInfo | None, kind: Kind, late: Learned
) -> None:
    """`state["exp_avg"] = torch.zeros_like(p)`"""
    key = _index(node, base)
    if info is None or not key:
        return
    name, kind = _key(base, key), kept(kind)
    if kind == Dictionary():  # a dict of its own, `state["buffers"] = {}`
        kind = OptimizerDict(base.cls, name)
    before = info.attributes.get(name)
    now = kind if before is None else join(before, kind)
    info.attributes[name] = now
    if name in info.asked and before != now:  # read above the line that makes it
        late.attributes.setdefault(info.node, {})[name] = now


def bound(kind: Kind, node: cst.Assign, kind_of: Callable[[cst.CSTNode], Kind]) -> Kind:
    """What names get beside such a dict: `buf = state["momentum"] = torch.zeros_like(p)`."""
    targets = [one.target for one in node.targets if isinstance(one.target, cst.Subscript)]
    if len(node.targets) == 1 or not isinstance(kind, Tensor):
        return kind
    held = any(isinstance(kind_of(target.value), OptimizerDict) for target in targets)
    return kept(kind) if held else kind


def _option(info: ClassInfo, key: str, kinds: Mapping[cst.CSTNode, Kind]) -> Kind:
    """What the defaults tell of an item of a group: `defaults = dict(lr=lr, betas=betas)`."""
    init = info.methods.get("__init__")
    for node in walk(init.node.body) if init is not None else ():
        if isinstance(node, cst.Dict) and key in (found := options_of(node)):
            return kinds.get(found[key], UNKNOWN)
        if isinstance(node, cst.Call) and dotted(node.func) == "dict":
            for arg in node.args:
                if arg.keyword is not None and arg.keyword.value == key:
                    return kinds.get(arg.value, UNKNOWN)
    return UNKNOWN


def kept(kind: Kind) -> Kind:
    """What is kept of a tensor is a variable."""
    if isinstance(kind, Tensor) and not isinstance(kind, Parameter):
        return Memory(kind.dtype, None, kind.among)
    return kind


def _index(node: cst.Subscript, base: OptimizerDict) -> str:
    """The name of an item; in a dict of its own any other key is "*"."""
    return text_index(node) or ("*" if "[" in base.part else "")


def _key(base: OptimizerDict, key: str) -> str:
    return f'{base.part}["{key}"]'
