"""Statements that do nothing any more: `x = x` of `x = x.to(device)`, `x, y = x, y` of several, a
bare `x` or `None`, an `if` in which nothing is left (`if use_cuda: net.cuda()`)."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.tree import dotted, only, walk

_SEEDS = ("torch.manual_seed", "torch.random.manual_seed")
_DEVICE_SEEDS = {
    f"torch.{device}.{name}"
    for device in ("cuda", "cuda.random", "mps", "xpu")
    for name in ("manual_seed", "manual_seed_all")
}
_ASKS = ("torch.cuda.", "torch.backends.", "torch.mps.", "torch.xpu.")


def idle(original: cst.CSTNode, new: cst.CSTNode) -> bool:
    """Whether the port of a line does nothing; what the user wrote so stays."""
    small = only(new)
    if new is original:
        return False
    if isinstance(small, cst.Assign):
        names = _names(small.value)
        return bool(names) and [_names(t.target) for t in small.targets] == [names]
    return isinstance(small, cst.Expr) and bool(dotted(small.value))


def _names(node: cst.BaseExpression) -> list[str]:
    """The names in `x`, `self.x` or `x, y`; none of anything else."""
    parts = [e.value for e in node.elements] if isinstance(node, cst.Tuple) else [node]
    found = [dotted(part) for part in parts]
    return [name for name in found if name] if all(found) else []


def seeded(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether this seeds the generator of a GPU as torch.manual_seed() does elsewhere in the file:
    TensorFlow has one seed for all devices."""
    small = only(node)
    call = small.value if isinstance(small, cst.Expr) else None
    if not isinstance(call, cst.Call) or facts.api(call) not in _DEVICE_SEEDS:
        return False
    calls = facts.index.all(cst.Call)
    seeds = (c for c in calls if facts.api(c) in _SEEDS and c.args and call.args)
    return any(code(c.args[0].value) == code(call.args[0].value) for c in seeds)


def emptied(facts: Facts, original: cst.CSTNode, new: cst.CSTNode) -> bool:
    """Whether an `if` has nothing left in it, and its test only looks at something."""
    if new is original or not isinstance(original, cst.If) or not isinstance(new, cst.If):
        return False
    asked = (facts.api(n) or "" for n in walk(original.test) if isinstance(n, cst.Call))
    return (
        all(name.startswith(_ASKS) for name in asked)
        and _passes(new)
        and not _passes(original)
        and "#" not in code(new.body)
    )


def _passes(node: cst.If) -> bool:
    """Whether all branches are `pass`."""
    orelse = node.orelse
    others = orelse is None or (_passes(orelse) if isinstance(orelse, cst.If) else _pass(orelse))
    return others and _pass(node)


def _pass(branch: cst.If | cst.Else) -> bool:
    return all(isinstance(only(s), cst.Pass) for s in branch.body.body)
