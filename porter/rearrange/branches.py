"""A branch that computes for the update, and then tells somebody: two branches.

    if self.prioritised:
        loss = (weights * errors**2).mean()
        memory.update(rows, errors.detach().numpy())

A graph can have the first line and not the second, which becomes a branch of its own:

    if self.prioritised:
        memory.update(rows, errors.detach().numpy())
"""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.analysis.liveness import upward_exposed
from porter.facts import Facts
from porter.kinds import Number, Tensor
from porter.plan.effects import effects, reads
from porter.plan.model import Plan
from porter.plan.outline import Outliner
from porter.plan.scopes import bindings
from porter.recomputation.edits import Edits
from porter.tree import walk

_ASKS = (cst.Name, cst.Attribute, cst.Comparison, cst.ComparisonTarget, cst.BooleanOperation,
         cst.UnaryOperation, cst.BaseBooleanOp, cst.BaseUnaryOp, cst.BaseCompOp, cst.Integer,
         cst.Float, cst.SimpleString)  # fmt: skip
Lines = list[cst.BaseStatement]


def branches_split(facts: Facts, plan: Plan) -> cst.Module | None:
    """The program with such branches in two, where they keep an update in eager mode."""
    edits = Edits(facts)
    regions = Outliner(facts, ()).regions
    told = {problem.node for problem in plan.problems if problem.code == "N403"}
    for node in facts.index.all(cst.If):
        stands = isinstance(facts.index.parents[node], (cst.IndentedBlock, cst.Module))
        suites = _suites(node) if node in told and stands else []
        host = [[regions.alone(line) is not None for line in suite] for suite in suites]
        if not any(map(any, host)):
            continue  # it tells nothing
        if len(suites) == 1 and host[0] == sorted(host[0], reverse=True):
            _made_first(facts, edits, node, suites[0], host[0].count(True))
            continue
        if any(flags != sorted(flags) for flags in host):
            continue  # it computes after it has told
        computing = [suite[: flags.count(False)] for suite, flags in zip(suites, host)]
        telling = [suite[flags.count(False) :] for suite, flags in zip(suites, host)]
        if any(computing) and _asks_the_same(node.test, computing):
            edits.become[node] = [_left(node, computing), _branch(node.test.deep_clone(), telling)]
    return edits.module() if edits.any else None


def _made_first(facts: Facts, edits: Edits, node: cst.If, suite: Lines, count: int) -> None:
    """A branch that makes data, and then computes of them: two branches. Where they are not taken,
    the update is given zeros that it has no use for."""
    making, computing = suite[:count], suite[count:]
    made, needed = bindings(making), upward_exposed(computing)
    kinds = {
        n.value: facts.kind(n)
        for line in making
        for n in walk(line)
        if isinstance(n, cst.Name) and n.value in made and n.value in needed
    }
    zeros = {Tensor: "torch.zeros(())", Number: "0"}
    if not computing or not _asks_the_same(node.test, [making]):
        return
    if not kinds or any(type(kind) not in zeros for kind in kinds.values()):
        return
    lines = [cst.parse_statement(f"{name} = {zeros[type(k)]}") for name, k in kinds.items()]
    first = _left(node, [making]).with_changes(orelse=cst.Else(cst.IndentedBlock(lines)))
    edits.become[node] = [first, _branch(node.test.deep_clone(), [computing])]


def _suites(node: cst.If) -> list[Lines]:
    """The lines of both branches; none where they are of another form."""
    if isinstance(node.orelse, cst.If):
        return []
    parts = [node.body] if node.orelse is None else [node.body, node.orelse.body]
    if not all(isinstance(part, cst.IndentedBlock) for part in parts):
        return []
    return [list(part.body) for part in parts]  # type: ignore[arg-type]


def _asks_the_same(test: cst.BaseExpression, computing: Sequence[Lines]) -> bool:
    """Whether the condition is plain, and the lines change nothing that it asks for."""
    written = {name for lines in computing for line in lines for name in effects(line).writes}
    spaces = (cst.BaseParenthesizableWhitespace, cst.LeftParen, cst.RightParen, cst.Dot)
    plain = all(isinstance(node, (*_ASKS, *spaces)) for node in walk(test))
    return plain and written.isdisjoint(reads(test))


def _left(node: cst.If, suites: Sequence[Lines]) -> cst.If:
    """The branch with these lines only; its comments stay."""
    then, *other = (lines or [cst.SimpleStatementLine([cst.Pass()])] for lines in suites)
    orelse = node.orelse
    if orelse is not None:
        kept = orelse.with_changes(body=orelse.body.with_changes(body=other[0]))
        orelse = kept if suites[1] else None
    return node.with_changes(body=node.body.with_changes(body=then), orelse=orelse)


def _branch(test: cst.BaseExpression, suites: Sequence[Lines]) -> cst.If:
    """`if test:` with these lines; `if not test:` where only the other branch has any."""
    then, other = [*suites, []][:2]
    if then:
        orelse = cst.Else(cst.IndentedBlock(other)) if other else None
        return cst.If(test, cst.IndentedBlock(then), orelse)
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        return cst.If(test.expression.with_changes(lpar=[], rpar=[]), cst.IndentedBlock(other))
    plain = isinstance(test, (cst.Name, cst.Attribute)) or test.lpar
    bracketed = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    no = cst.UnaryOperation(cst.Not(), test if plain else bracketed)
    return cst.If(no, cst.IndentedBlock(other))
