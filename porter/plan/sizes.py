"""Arguments of a constructor that can't be networks: they are for sizes, rates and names."""

from __future__ import annotations

from functools import lru_cache

import libcst as cst

from porter.facts import ClassInfo
from porter.tree import children, dotted, walk

_MODULES = frozenset("torch T nn F os np math str int float len".split())
_OF_NETWORKS = frozenset(  # what holds or makes a network of its arguments
    "Sequential ModuleList ModuleDict DataParallel Transformer TransformerEncoder"
    " TransformerDecoder compile script trace".split()
)
_ARITHMETIC = (cst.BinaryOperation, cst.Comparison, cst.Subscript, cst.FormattedStringExpression)


def is_size(info: ClassInfo, parameter: str) -> bool:
    """Whether all that the class does with the argument is done with numbers and texts alone."""
    return _plain(info.node, parameter) and _plain(info.node, f"self.{parameter}")


@lru_cache(maxsize=256)
def _plain(cls: cst.ClassDef, name: str) -> bool:
    """The same of each place where a name stands in a class."""
    return all(
        _is_plain(cls, above, name)
        for above in walk(cls)
        for node in children(above)
        if dotted(node) == name and not isinstance(above, cst.Param)
    )


def _is_plain(cls: cst.ClassDef, above: cst.CSTNode, name: str) -> bool:
    if isinstance(above, cst.Arg):
        calls = (n for n in walk(cls) if isinstance(n, cst.Call) and above in n.args)
        return bool(above.star) or any(_takes_sizes(call, above) for call in calls)
    if isinstance(above, cst.Assign):
        return [dotted(target.target) for target in above.targets] == [f"self.{name}"]
    return isinstance(above, (*_ARITHMETIC, cst.AssignTarget, cst.StarredElement))


def _takes_sizes(call: cst.Call, arg: cst.Arg) -> bool:
    if arg.keyword is not None and arg.keyword.value == "lr":
        return True
    root, _, last = (dotted(call.func) or "").partition(".")
    return root in _MODULES and last.rpartition(".")[2] not in _OF_NETWORKS
