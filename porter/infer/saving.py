"""Which form torch.save and torch.load take in a file: checkpoints, or pickles of anything."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from porter.index import Index
from porter.kinds import Kind, Named
from porter.tree import dotted

# The idioms of checkpoints, of one network or optimizer each.
CHECKPOINTS = frozenset({"save_module", "save_optimizer", "load_module", "load_optimizer"})
_FILES = frozenset(
    {"BytesIO", "NamedTemporaryFile", "SpooledTemporaryFile", "TemporaryFile", "fdopen", "open"}
)


def pickles(index: Index, look_up: Callable[[str], Kind | None]) -> bool:
    """Whether a file saves or loads anything but one state_dict() alone, or has a file open for it.

    It has one form for all then: what one line of a program saves, another may load.
    """
    for call in index.all(cst.Call):
        root, _, name = (dotted(call.func) or "").rpartition(".")
        if name not in ("save", "load") or look_up(root) != Named("torch"):
            continue
        place = [arg.value for arg in call.args[name == "save" :]][:1]
        if any(_is_open_file(index, node) for node in place):
            return True
        if name == "save":
            if not (call.args and _is_method(call.args[0].value, "state_dict")):
                return True
            continue
        above = [n for n, _ in zip(index.above(call), range(2))]
        if len(above) < 2 or not _is_method(above[1], "load_state_dict"):
            return True
    return False


def _is_open_file(index: Index, node: cst.BaseExpression) -> bool:
    """`io.BytesIO()`, `open(path, "wb")`, or a name for one: no checkpoint goes there."""
    if isinstance(node, cst.Call):
        return (dotted(node.func) or "").rpartition(".")[2] in _FILES
    bound = [
        *((t.target, line.value) for line in index.all(cst.Assign) for t in line.targets),
        *((w.asname.name, w.item) for w in index.all(cst.WithItem) if w.asname is not None),
    ]
    named = (value for target, value in bound if dotted(target) == dotted(node) is not None)
    return any(isinstance(value, cst.Call) and _is_open_file(index, value) for value in named)


def _is_method(node: cst.CSTNode, name: str) -> bool:
    return (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Attribute)
        and node.func.attr.value == name
    )
