"""Which form torch.save and torch.load take in a file: checkpoints, or pickles of anything."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from porter.index import Index
from porter.kinds import Kind, Named
from porter.tree import dotted

# The idioms of checkpoints, of one network or optimizer each.
CHECKPOINTS = frozenset({"save_module", "save_optimizer", "load_module", "load_optimizer"})


def pickles(index: Index, look_up: Callable[[str], Kind | None]) -> bool:
    """Whether a file saves or loads anything but one state_dict() alone.

    It has one form for all then: what one line of a program saves, another may load.
    """
    for call in index.all(cst.Call):
        root, _, name = (dotted(call.func) or "").rpartition(".")
        if name not in ("save", "load") or look_up(root) != Named("torch"):
            continue
        if name == "save":
            if not (call.args and _is_method(call.args[0].value, "state_dict")):
                return True
            continue
        above = [n for n, _ in zip(index.above(call), range(2))]
        if len(above) < 2 or not _is_method(above[1], "load_state_dict"):
            return True
    return False


def _is_method(node: cst.CSTNode, name: str) -> bool:
    return (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Attribute)
        and node.func.attr.value == name
    )
