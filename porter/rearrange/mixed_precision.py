"""Mixed precision is taken out: the port computes in float32, as torch does without it.

    with autocast():
        loss = net(x).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()

becomes `loss = net(x).mean()`, `loss.backward()` and `optimizer.step()`. The scaler itself stays,
for what else asks it. Blocks that choose kernels for attention go as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.findings import Severity
from porter.kinds import Instance, Unknown
from porter.plan.model import Problem
from porter.rewrite import lines
from porter.tree import dotted, mapped, only, statements

_SCALER = Instance("torch.amp.GradScaler")
_IDLE = frozenset({"unscale_", "update"})
# The blocks that go, by the last word of their name: what is told of them.
_BLOCKS = {
    "autocast": (
        "this block has mixed precision in torch: it is computed in float32",
        'keras.config.set_dtype_policy("mixed_float16") is for all layers',
    ),
    **dict.fromkeys(("sdpa_kernel", "sdp_kernel"), ("TensorFlow chooses its kernels itself", "")),
}
MIXED = re.compile(rf"\b(?:{'|'.join(_BLOCKS)}|GradScaler)\b")


def in_float32(facts: Facts) -> tuple[cst.Module, tuple[Problem, ...]]:
    """The program without blocks and calls for mixed precision, and a note at each such block."""
    found = _InFloat32(facts)
    module = found.mapped(facts.module)
    assert isinstance(module, cst.Module)
    return module, tuple(found.told)


class _InFloat32:
    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.told: list[Problem] = []

    def mapped(self, node: Any) -> Any:
        asked = self._asked(node)
        if asked == "scale":
            return self.mapped(node.args[0].value)
        if asked == "step":
            optimizer, *rest = (self.mapped(arg) for arg in node.args)
            func = cst.Attribute(optimizer.value, cst.Name("step"))
            return node.with_changes(func=func, args=rest)
        new = mapped(node, self.mapped)
        if isinstance(node, cst.FunctionDef):
            pairs = zip(node.decorators, new.decorators)
            kept = [after for before, after in pairs if not self._is_block(before.decorator)]
            return new.with_changes(decorators=kept) if len(kept) < len(node.decorators) else new
        if isinstance(node, cst.With):
            kept = [item for item in node.items if not self._is_block(item.item)]
            if not kept or len(kept) == len(node.items):
                return new
            last = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            new = new.with_changes(items=[*kept[:-1], last])
            self._tell(new, next(i.item for i in node.items if self._is_block(i.item)))
            return new
        if not isinstance(node, (cst.Module, cst.IndentedBlock)):
            return new
        body = [s for old, s in zip(node.body, new.body) for s in self._without(old, s)]
        if len(body) == len(node.body) and all(map(_is, body, new.body)):
            return new
        return new.with_changes(body=body or [cst.SimpleStatementLine([cst.Pass()])])

    def _without(self, old: cst.CSTNode, new: Any) -> Iterator[Any]:
        """A statement; what stands in a block for mixed precision; nothing for an idle call."""
        small = only(old)
        if isinstance(small, cst.Expr) and self._asked(small.value) in _IDLE:
            return
        if not isinstance(old, cst.With) or not all(self._is_block(i.item) for i in old.items):
            yield new
            return
        first, *rest = _lines(new.body)
        above = lines.merged(lines.comments(new), lines.leading(first))
        first = lines.with_leading(first, above)
        self._tell(first, old.items[0].item)
        yield from (first, *rest)

    def _is_block(self, node: cst.CSTNode) -> bool:
        return isinstance(node, cst.Call) and self._last(node) in _BLOCKS

    def _last(self, node: cst.CSTNode) -> str:
        return self.facts.api(node).rpartition(".")[2]

    def _tell(self, line: cst.CSTNode, block: cst.CSTNode) -> None:
        message, hint = _BLOCKS[self._last(block)]
        self.told.append(Problem(line, "N402", Severity.NOTE, message, hint))

    def _asked(self, node: cst.CSTNode) -> str:
        """The method of a scaler that is called, with all that it needs; ""."""
        if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
            return ""
        name = node.func.attr.value
        plain = all(arg.keyword is None and not arg.star for arg in node.args[:1])
        known = name in _IDLE or (name in ("scale", "step") and node.args and plain)
        return name if known and self._is_scaler(node.func.value) else ""

    def _is_scaler(self, node: cst.CSTNode) -> bool:
        kind = self.facts.kind(node)
        name = (dotted(node) or "").rpartition(".")[2]
        return kind == _SCALER or (isinstance(kind, Unknown) and name in self._names)

    @cached_property
    def _names(self) -> frozenset[str]:
        """What may be a scaler or another that the program was given: `scaler or GradScaler()`."""
        made = [call for call in self.facts.index.all(cst.Call) if self.facts.kind(call) == _SCALER]
        lines = (self.facts.index.parents.get(a) for call in made for a in self._values(call))
        return frozenset(
            (dotted(target.target) or "").rpartition(".")[2]
            for line in lines
            if isinstance(line, cst.Assign)
            for target in line.targets
        )

    def _values(self, call: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The call, and the expressions of which it is one of the values."""
        while call is not None:
            yield call
            above = self.facts.index.parents.get(call)
            if not isinstance(above, (cst.IfExp, cst.BooleanOperation)):
                return
            call = above


def _lines(body: cst.BaseSuite) -> list[Any]:
    """`with autocast(): loss = net(x)` has its line behind the colon."""
    if isinstance(body, cst.SimpleStatementSuite):
        return [cst.SimpleStatementLine(body.body, trailing_whitespace=body.trailing_whitespace)]
    return [*statements(body)]


def _is(one: object, other: object) -> bool:
    return one is other
