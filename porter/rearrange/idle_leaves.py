"""`noise = torch.randn_like(mean, requires_grad=True)`, of which nobody asks for the gradient.

The name only takes part in arithmetic of its function. So the flag does nothing, and a variable
could not be made in a trace.
"""

from __future__ import annotations

import re

import libcst as cst

from porter.changes import Changes
from porter.facts import Facts
from porter.plan.model import Problem
from porter.recomputation.edits import Edits
from porter.tree import dotted, only

FLAGGED = re.compile(r"\brequires_grad\s*=\s*True\b")
_DRAWS = frozenset(
    f"torch.{name}"
    for name in "empty_like full_like ones_like rand rand_like randn randn_like zeros_like".split()
)
# What asks a tensor for more than its numbers
_ASKS = frozenset(
    "backward clone data detach grad grad_fn is_leaf requires_grad retain_grad".split()
)
_OTHERS = tuple(
    f"torch.{name}"
    for name in "autograd. func. jit. nn.Parameter nn.parameter. optim. utils. vmap".split()
)
_OPERATIONS = (cst.BinaryOperation, cst.ComparisonTarget, cst.Comparison, cst.UnaryOperation)


def without_idle_flags(facts: Facts) -> tuple[cst.Module, list[Problem]]:
    """The module without such flags."""
    edits = Edits(facts)
    for line in facts.index.all(cst.SimpleStatementLine):
        small = only(line)
        call = small.value if isinstance(small, cst.Assign) else None
        if not isinstance(small, cst.Assign) or not isinstance(call, cst.Call):
            continue
        args = [arg for arg in call.args if not _is_flag(arg)]
        if facts.api(call) not in _DRAWS or len(args) == len(call.args):
            continue
        if len(small.targets) == 1 and _is_idle(facts, small.targets[0].target):
            args[-1] = args[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            made = small.with_changes(value=call.with_changes(args=args))
            edits.become[line] = [line.with_changes(body=[made])]
    return (edits.module() if edits.any else facts.module), []


def _is_flag(arg: cst.Arg) -> bool:
    named = arg.keyword is not None and arg.keyword.value == "requires_grad"
    return named and dotted(arg.value) == "True"


def _is_idle(facts: Facts, target: cst.BaseExpression) -> bool:
    """Whether a name belongs to its function, and only takes part in arithmetic there."""
    function = facts.index.function(target)
    if function is None or not isinstance(target, cst.Name):
        return False
    if target.value in facts.once(Changes).declared:
        return False
    named = [n for n in facts.index.names[target.value] if _inside(facts, n, function)]
    return all(name is target or _only_counts(facts, name, function) for name in named)


def _inside(facts: Facts, node: cst.CSTNode, function: cst.FunctionDef) -> bool:
    return any(above is function for above in facts.index.above(node))


def _only_counts(facts: Facts, name: cst.Name, function: cst.FunctionDef) -> bool:
    parents = facts.index.parents
    above = parents[name]
    if facts.index.body(name) is not function:  # a closure of it may run later
        return False
    if isinstance(above, _OPERATIONS):
        return True
    if isinstance(above, cst.Arg):
        api = facts.api(parents[above])
        return api.startswith("torch.") and not api.startswith(_OTHERS)
    if isinstance(above, cst.Attribute) and above.value is name:
        method, call = above.attr.value, parents[above]
        asked = method in _ASKS or method.endswith("_") or "hook" in method
        return not asked and facts.api(call).startswith("Tensor.")
    return False
