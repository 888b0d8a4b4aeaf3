"""Names that a branch of an update binds: no graph keeps a setting, nor gives what it did not make.

    if method["name"] == "kl_pen":
        lam = method["lam"]
        kl = kl_divergence(old, new)
        loss = -(surr - lam * kl).mean()
    ...
    if method["name"] == "kl_pen":
        return kl.mean()

The setting is read where it is used, which the host gives the graph then; what only another branch
of the same condition reads is a zero where this one is not taken:

    if method["name"] == "kl_pen":
        kl = kl_divergence(old, new)
        loss = -(surr - method["lam"] * kl).mean()
    else:
        kl = torch.zeros(())
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from porter.analysis.doing import ANY
from porter.analysis.reach import Reach
from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Tensor, Unknown
from porter.plan.effects import effects
from porter.plan.model import Plan
from porter.recomputation.edits import Edits
from porter.tree import dotted, only, statements, walk

_LATER = (cst.FunctionDef, cst.ClassDef, cst.Lambda)


def branch_names(facts: Facts, plan: Plan) -> cst.Module | None:
    """The program without such names, where they keep an update in eager mode."""
    edits = Edits(facts)
    for problem in plan.problems:
        function = facts.index.function(problem.node) if problem.code == "N403" else None
        if function is None or edits.any:
            continue
        for branch in (n for n in walk(function) if isinstance(n, cst.If)):
            for block in (branch.body, getattr(branch.orelse, "body", None)):
                if isinstance(block, cst.IndentedBlock) and not edits.any:
                    _at_use(edits, function, block)
            if not edits.any and problem.message.endswith(_NOT_ALWAYS):
                _in_both(edits, function, branch)
    return edits.module() if edits.any else None


_NOT_ALWAYS = "is not always computed, and is read later"


# -- a setting
def _at_use(edits: Edits, function: cst.FunctionDef, block: cst.IndentedBlock) -> None:
    """The first setting that lines of a branch alone read, and that nothing changes before them."""
    facts, body = edits.facts, statements(block)
    for i, line in enumerate(body):
        small = only(line)
        if not isinstance(small, cst.Assign) or len(small.targets) != 1:
            continue
        target, setting = small.targets[0].target, small.value
        if not isinstance(target, cst.Name) or not _is_setting(facts, setting):
            continue
        assert isinstance(setting, cst.Subscript)
        uses = [n for n in _names(function) if n.value == target.value and n is not target]
        reading = [s for s in body[i + 1 :] if any(n in uses for n in walk(s))]
        inside = {n for s in reading for n in walk(s)}
        plain = all(isinstance(s, cst.SimpleStatementLine) for s in reading)
        if not reading or not plain or not inside.issuperset(uses):
            continue
        between = body[i + 1 : body.index(reading[-1])]
        bound = any(target.value in effects(s).writes for s in reading)
        later = any(isinstance(n, _LATER) for n in inside)
        if bound or later or _changes(facts, between, _reads(setting)):
            continue
        edits.become[line] = []
        for one in reading:
            edits.replace(one, {use: setting.deep_clone() for use in uses if use in inside})
        return


def _is_setting(facts: Facts, value: cst.BaseExpression) -> bool:
    """`method["lam"]`, which is no tensor as far as is known."""
    if not isinstance(value, cst.Subscript) or dotted(value.value) is None:
        return False
    index = value.slice[0].slice if len(value.slice) == 1 else None
    text = isinstance(index, cst.Index) and isinstance(index.value, cst.SimpleString)
    return text and isinstance(facts.kind(value), Unknown)


# -- what another branch reads
def _in_both(edits: Edits, function: cst.FunctionDef, branch: cst.If) -> None:
    """A tensor that a branch binds, and that only branches of the same condition read behind it."""
    facts, suite = edits.facts, edits.parents[branch]
    body = statements(suite) if isinstance(suite, cst.IndentedBlock) else []
    if branch not in body or isinstance(branch.orelse, cst.If) or not _has_torch(facts):
        return
    at, test = body.index(branch), code(branch.test)
    others = [s for s in body[at + 1 :] if isinstance(s, cst.If) and code(s.test) == test]
    if not others or _changes(facts, body[at : body.index(others[-1])], _reads(branch.test)):
        return
    inner = {n for s in (branch.body, *(o.body for o in others)) for n in walk(s)}
    new: list[cst.BaseStatement] = []
    for target in _targets(branch.body):
        uses = [n for n in _names(function) if n.value == target.value]
        behind = any(n in {*walk(o)} for o in others for n in uses)
        if behind and all(n in inner for n in uses) and isinstance(facts.kind(target), Tensor):
            new.append(cst.parse_statement(f"{target.value} = torch.zeros(())"))
    if new:
        old = branch.orelse.body if branch.orelse is not None else cst.IndentedBlock([])
        both = old.with_changes(body=[*old.body, *new])
        orelse = cst.Else(both) if branch.orelse is None else branch.orelse.with_changes(body=both)
        edits.become[branch] = [branch.with_changes(orelse=orelse)]


def _targets(block: cst.BaseSuite) -> list[cst.Name]:
    """The names that lines of a block bind to one value, each once."""
    lines = [only(s) for s in statements(block)]
    found = [s.targets[0].target for s in lines if isinstance(s, cst.Assign)]
    names = [target for target in found if isinstance(target, cst.Name)]
    return list({name.value: name for name in names}.values())


def _has_torch(facts: Facts) -> bool:
    """Whether the file has torch under its own name."""
    names = (n for node in facts.index.all(cst.Import) for n in node.names)
    return any(n.asname is None and dotted(n.name) == "torch" for n in names)


# -- both
def _reads(node: cst.CSTNode) -> frozenset[str]:
    """What an expression reads, for Reach."""
    names = {dotted(n) or "" for n in walk(node) if isinstance(n, (cst.Name, cst.Attribute))}
    attributes = {f".{n.attr.value}" for n in walk(node) if isinstance(n, cst.Attribute)}
    return frozenset(names | attributes | {ANY}) - {""}


def _changes(facts: Facts, lines: Sequence[cst.CSTNode], read: frozenset[str]) -> bool:
    reach = facts.once(Reach)
    return any(read & reach.effects(line).writes for line in lines)


def _names(function: cst.FunctionDef) -> Iterator[cst.Name]:
    """The names of a function that are no attribute's."""
    attributes = {n.attr for n in walk(function) if isinstance(n, cst.Attribute)}
    return (n for n in walk(function) if isinstance(n, cst.Name) and n not in attributes)
