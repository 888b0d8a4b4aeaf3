"""Which form torch.save and torch.load take in a file: checkpoints, or pickles of anything."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from porter.index import Index
from porter.kinds import Kind, Named
from porter.tree import dotted, walk

# The idioms of checkpoints, of one network or optimizer each.
CHECKPOINTS = frozenset({"save_module", "save_optimizer", "load_module", "load_optimizer"})
_FILES = frozenset(
    {"BytesIO", "NamedTemporaryFile", "SpooledTemporaryFile", "TemporaryFile", "fdopen", "open"}
)
_IN_MEMORY = frozenset({"BytesIO", "SpooledTemporaryFile"})


def pickles(index: Index, look_up: Callable[[str], Kind | None]) -> bool:
    """Whether a file saves or loads anything but one state_dict() alone, or has a file open for it.

    It has one form for all then: what one line of a program saves, another may load.
    """
    files = _open_files(index)
    if any(name.rpartition(".")[2] in _IN_MEMORY for name in index.called):
        return True  # wherever it is handed to
    for call in index.all(cst.Call):
        root, _, name = (dotted(call.func) or "").rpartition(".")
        if name not in ("save", "load") or look_up(root) != Named("torch"):
            continue
        place = [arg.value for arg in call.args[name == "save" :]][:1]
        if any(_opens(node) or dotted(node) in files for node in place):
            return True
        if name == "save":
            if not (call.args and _is_method(call.args[0].value, "state_dict")):
                return True
            continue
        above = [n for n, _ in zip(index.above(call), range(2))]
        if len(above) < 2 or not _is_method(above[1], "load_state_dict"):
            return True
    return False


def _opens(node: cst.CSTNode) -> bool:
    """`io.BytesIO()`, `open(path, "wb")`: no checkpoint goes there."""
    return isinstance(node, cst.Call) and (dotted(node.func) or "").rpartition(".")[2] in _FILES


def _open_files(index: Index) -> set[str]:
    """The names of such files."""
    lines = [line for line in index.all(cst.Assign) if any(map(_opens, walk(line.value)))]
    targets = (target.target for line in lines for target in line.targets)
    bound = [part for target in targets for part in _parts(target)]
    items = (item for item in index.all(cst.WithItem) if item.asname is not None)
    bound += [item.asname.name for item in items if _opens(item.item)]
    return set(filter(None, map(dotted, bound)))


def _parts(target: cst.BaseExpression) -> list[cst.BaseExpression]:
    """a, b of `a, b = …`"""
    display = isinstance(target, (cst.Tuple, cst.List))
    return [element.value for element in target.elements] if display else [target]  # type: ignore[attr-defined]


def _is_method(node: cst.CSTNode, name: str) -> bool:
    return (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Attribute)
        and node.func.attr.value == name
    )
