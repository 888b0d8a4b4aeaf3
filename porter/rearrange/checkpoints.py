"""What torch computes again to save memory is computed once: `checkpoint(f, x)` becomes `f(x)`,
and so does `checkpoint_sequential(f, segments, x)` of an nn.Sequential."""

from __future__ import annotations

import re
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.findings import Severity
from porter.kinds import Module
from porter.plan.model import Problem
from porter.tree import mapped

CHECKPOINTED = re.compile(r"\btorch\.utils(\.| import )checkpoint\b")
_WHOLE = "torch.utils.checkpoint.checkpoint"
_PARTS = "torch.utils.checkpoint.checkpoint_sequential"
_OPTIONS = frozenset(
    "use_reentrant preserve_rng_state context_fn determinism_check debug early_stop".split()
)
_ONCE = "the port keeps what torch computes again: layers that count (BatchNorm) count once"
_HINT = "torch needs less memory here; tf.recompute_grad does the same by hand"


def called_once(facts: Facts) -> tuple[cst.Module, tuple[Problem, ...]]:
    """The program that calls the functions themselves, and a note at each such call."""
    told: list[Problem] = []

    def changed(node: Any) -> Any:
        new = mapped(node, changed)
        if not _is_checkpoint(facts, node):
            return new
        function, *rest = new.args
        if facts.api(node) == _PARTS:
            rest = rest[1:]  # without the number of parts
        kept = [arg for arg in rest if not (arg.keyword and arg.keyword.value in _OPTIONS)]
        if kept:
            kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        call = new.with_changes(func=_callee(function.value), args=kept)
        told.append(Problem(call, "N402", Severity.NOTE, _ONCE, _HINT))
        return call

    module = changed(facts.module)
    assert isinstance(module, cst.Module)
    return module, tuple(told)


def _is_checkpoint(facts: Facts, node: cst.CSTNode) -> bool:
    if not isinstance(node, cst.Call) or not node.args:
        return False
    first = {_WHOLE: 1, _PARTS: 3}.get(facts.api(node), 0)  # that are given by their places
    plain = all(arg.keyword is None and not arg.star for arg in node.args[:first])
    network = isinstance(facts.kind(node.args[0].value), Module)
    return 0 < first <= len(node.args) and plain and (first == 1 or network)


def _callee(function: cst.BaseExpression) -> cst.BaseExpression:
    """The function, in brackets where a call would not bind to all of it."""
    if isinstance(function, (cst.Name, cst.Attribute, cst.Subscript, cst.Call)) or function.lpar:
        return function
    return function.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
