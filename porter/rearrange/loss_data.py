"""A loss function or method that makes tensors of its data first: two functions.

    def calc_loss(batch, net):
        states_v = torch.tensor(batch.states)
        ...

What it makes of Python's data no graph can have; what it computes of the tensors is for the graph:

    def calc_loss_data(batch):
        ...
        return states_v

    loss = calc_loss(states_v, net)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

import libcst as cst

from porter.analysis.liveness import upward_exposed
from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.kinds import Tensor
from porter.plan.model import Plan
from porter.plan.outline import Outliner
from porter.plan.region import Regions
from porter.plan.scopes import bindings
from porter.recomputation.edits import Edits, replaced, stated
from porter.rewrite.lines import without_blanks
from porter.tree import dotted, only, statements, walk


def data_first(facts: Facts, plan: Plan) -> cst.Module | None:
    """The program with such functions in two, where they keep an update in eager mode."""
    edits = Edits(facts)
    regions = Outliner(facts, ()).regions
    for problem in plan.problems:
        call = plain_call(problem.node) if problem.code == "N403" else None
        info = facts.function(facts.kind(call.func)) if call is not None else None
        lines = _lines_of(facts, info) if info is not None else {}
        if info is not None and lines and only_here(facts, info, *lines.values()):
            cut = _cut(regions, info)
            if cut and info.node not in edits.become:
                _divide(facts, edits, info, cut, [*lines])
    return edits.module() if edits.any else None


def _lines_of(facts: Facts, info: FunctionInfo) -> dict[cst.CSTNode, cst.Call]:
    """The lines that call a function, if all of them are `loss = f(…)`."""
    lines = facts.index.all(cst.SimpleStatementLine)
    calls = {line: call for line in lines if (call := plain_call(line)) is not None}
    return {line: c for line, c in calls.items() if facts.function(facts.kind(c.func)) is info}


def plain_call(node: cst.CSTNode) -> cst.Call | None:
    """f(…) or self.f(…) of a line `loss = f(…)` whose arguments are plain."""
    small = only(node)
    call = small.value if isinstance(small, cst.Assign) else None
    if not isinstance(call, cst.Call) or not (isinstance(call.func, cst.Name) or _own(call.func)):
        return None
    inner = (n for arg in call.args for n in walk(arg.value))
    starred = any(arg.star for arg in call.args)
    return None if starred or any(isinstance(n, (cst.Call, cst.Lambda)) for n in inner) else call


def _own(func: cst.BaseExpression) -> bool:
    """self.f"""
    return isinstance(func, cst.Attribute) and dotted(func.value) == "self"


def only_here(facts: Facts, info: FunctionInfo, *calls: cst.Call) -> bool:
    """Whether this is a function of the file, of a plain form, that nothing but these calls asks
    for or has in its place."""
    node, params, name = info.node, info.node.params, info.node.name.value
    plain = not (params.posonly_params or params.kwonly_params or params.star_kwarg)
    plain = plain and not isinstance(params.star_arg, cst.Param) and not node.decorators
    plain = plain and all(_own(call.func) == (info.cls is not None) for call in calls)
    inner: cst.CSTNode = facts.module if info.cls is None else info.cls.node.body
    named: list[cst.CSTNode] = [n for n in facts.index.all(cst.Attribute) if n.attr.value == name]
    names = (n for n in facts.index.all(cst.Name) if n.value == name)
    named += [n for n in names if info.cls is None or _beside(facts, n, inner)]
    defined = [n for n in facts.index.all(cst.FunctionDef) if n.name.value == name]
    own = facts.index.parents.get(node) is inner
    alone = own and plain and defined == [node] and {*named} == {call.func for call in calls}
    return alone and not any(_mentions(other, name) for other in facts.importers())


def _mentions(facts: Facts, name: str) -> bool:
    """Whether another file asks for it, or has another one of this name."""
    attributes = (node.attr.value for node in facts.index.all(cst.Attribute))
    definitions = (node.name.value for node in facts.index.all(cst.FunctionDef))
    return name in {*attributes, *definitions, *(n.value for n in facts.index.all(cst.Name))}


def _beside(facts: Facts, node: cst.CSTNode, suite: cst.CSTNode) -> bool:
    """Whether a node stands in a suite, and in no function of it."""
    above = takewhile(lambda n: not isinstance(n, cst.FunctionDef), facts.index.above(node))
    return suite in above


def _cut(regions: Regions, info: FunctionInfo) -> int:
    """How many of its lines make data; 0 where these ask networks, or nothing but data is made."""
    body = statements(info.node.body)
    graph = regions.traceable
    cut = next((i for i in range(len(body)) if graph.within(info, body[i:]) is None), 0)
    last = only(body[cut])
    if isinstance(last, cst.Return) and last.value is not None and _is_handed_on(last.value):
        return 0
    leaves = (n for line in body[:cut] for n in walk(line))
    if any(isinstance(n, (cst.Return, cst.Yield)) for n in leaves):
        return 0
    return 0 if any(map(regions.reading.networks, body[:cut])) else cut


def _is_handed_on(value: cst.BaseExpression) -> bool:
    """`a, b`: names that are returned as they are."""
    return all(isinstance(n, (cst.Name, cst.Tuple, cst.Element)) for n in walk(value))


def _divide(
    facts: Facts, edits: Edits, info: FunctionInfo, cut: int, lines: Sequence[cst.CSTNode]
) -> None:
    """One function makes the data, the other has what is computed of it; nothing where more than
    tensors goes from one to the other."""
    function = info.node
    body, params = statements(function.body), function.params.params
    own, params = (params[:1], params[1:]) if info.cls is not None else ((), params)
    doc = body[:1] if isinstance(only(body[0]), cst.Expr) and function.get_docstring() else []
    first, rest = body[len(doc) : cut], body[cut:]
    made = bindings(first)
    rest = _spelled_out(rest, first, made)
    rest[0] = rest[0].with_changes(leading_lines=without_blanks(rest[0].leading_lines))  # type: ignore[attr-defined]
    needed = upward_exposed(rest)
    handed = [name for name in made if name in needed]
    tensors = all(
        isinstance(facts.kind(n), Tensor)
        for n in (n for s in rest for n in walk(s))
        if isinstance(n, cst.Name) and n.value in handed
    )
    if any("." in name for name in made) or not handed or not tensors:
        return
    data = edits.fresh(f"{function.name.value}_data")
    ours = [p for p in params if p.name.value in upward_exposed(first)]
    theirs = [p for p in params if p.name.value in needed.difference(handed)]
    returned = stated(f"return {', '.join(handed)}", first[-1])
    block = cst.IndentedBlock([*first, returned], function.body.header)  # type: ignore[attr-defined]
    made_first = function.with_changes(
        name=cst.Name(data), params=_params(own, [], ours), body=block, returns=None
    )
    computed = function.with_changes(
        params=_params(own, handed, theirs),
        body=function.body.with_changes(body=[*doc, *rest]),
        leading_lines=[cst.EmptyLine(indent=False)] * (1 if own else 2),
    )
    edits.become[function] = [made_first, computed]
    callee = cst.Attribute(cst.Name("self"), cst.Name(data)) if own else cst.Name(data)
    for line in lines:
        call = plain_call(line)
        assert call is not None
        given = {p.name.value: arg for p, arg in zip(params, call.args) if arg.keyword is None}
        given |= {arg.keyword.value: arg for arg in call.args if arg.keyword is not None}
        making = cst.Call(callee, _args([], ours, given))
        called = _called(facts, edits, line, handed, line is not lines[0])
        new = stated(f"{', '.join(called)} = {code(making)}", line, line.leading_lines)  # type: ignore[attr-defined]
        loss = replaced(line, {call: call.with_changes(args=_args(called, theirs, given))})
        edits.become[line] = [new, loss.with_changes(leading_lines=())]


def _called(
    facts: Facts, edits: Edits, line: cst.CSTNode, handed: Sequence[str], again: bool
) -> list[str]:
    """What the data are called at a line: by names of their own where another one has theirs."""
    scope = facts.index.function(line) or facts.index.module
    names = (n for n in facts.index.all(cst.Name) if n.value in handed)
    shared = {n.value for n in names if facts.variables.owner(n) is scope}
    return [edits.fresh(f"{n}_tensor") if again or n in shared else n for n in handed]


def _spelled_out(
    rest: Sequence[cst.CSTNode], first: Sequence[cst.CSTNode], made: Counter[str]
) -> list[Any]:
    """`self.device` for device, where `device = self.device` is made with the data."""
    long: dict[str, cst.BaseExpression] = {}
    for small in map(only, first):
        if isinstance(small, cst.Assign) and len(small.targets) == 1:
            short, name = dotted(small.targets[0].target), dotted(small.value)
            if short and name and made[short] == 1 and name.partition(".")[0] not in made:
                long[short] = small.value
    free = {name: value for name, value in long.items() if name not in bindings(rest)}
    names = [n for line in rest for n in walk(line) if isinstance(n, cst.Name) and n.value in free]
    return [replaced(line, {n: free[n.value].deep_clone() for n in names}) for line in rest]


def _params(
    own: Sequence[cst.Param], handed: Sequence[str], params: Sequence[cst.Param]
) -> cst.Parameters:
    kept = [param.with_changes(comma=cst.MaybeSentinel.DEFAULT) for param in (*own, *params)]
    new = [cst.Param(cst.Name(name)) for name in handed]
    return cst.Parameters([*kept[: len(own)], *new, *kept[len(own) :]])


def _args(
    handed: Sequence[str], params: Sequence[cst.Param], given: Mapping[str, cst.Arg]
) -> list[cst.Arg]:
    kept = [given[param.name.value] for param in params if param.name.value in given]
    comma = cst.MaybeSentinel.DEFAULT
    plain = [arg.with_changes(comma=comma, value=arg.value.deep_clone()) for arg in kept]
    return [*(cst.Arg(cst.Name(name)) for name in handed), *plain]
