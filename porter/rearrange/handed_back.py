"""What a function hands back is bound to where it came from: the call alone is the same program.

    self.target = self.soft_update(self.net, self.target, tau)

becomes `self.soft_update(self.net, self.target, tau)`, where every such method ends in
`return target_net`, of a network that it changes and never replaces.
"""

from __future__ import annotations

import libcst as cst

from porter.analysis.doing import ANY
from porter.analysis.doings import Doings
from porter.facts import Facts
from porter.infer.handed_back import handed_back
from porter.kinds import networks
from porter.recomputation.edits import Edits
from porter.tree import dotted, only, walk


def without_handing_back(facts: Facts) -> cst.Module | None:
    """The program with such calls alone; None if it has none."""
    edits = Edits(facts)
    for line in facts.index.all(cst.SimpleStatementLine):
        small = only(line)
        if isinstance(small, cst.Assign) and _binds_again(facts, small):
            edits.become[line] = [line.with_changes(body=[cst.Expr(small.value)])]
    return edits.module() if edits.any else None


def _binds_again(facts: Facts, line: cst.Assign) -> bool:
    """Whether a line binds one name to the network that it has already."""
    name, call = dotted(line.targets[0].target), line.value
    if len(line.targets) > 1 or name is None or not isinstance(call, cst.Call):
        return False
    if not networks(facts.kind(line.targets[0].target)):
        return False
    if all(dotted(node) != name for node in walk(call)):  # few lines ask what functions do
        return False
    doings = facts.once(Doings)
    targets, done = doings.targets.of(call), doings.call(call)
    attribute = f".{name.rpartition('.')[2]}"
    if not targets or ("." in name and {attribute, ANY} & done.bound):
        return False
    for target in targets:
        back = handed_back(target.node) if isinstance(target.node, cst.FunctionDef) else None
        given = target.arguments(call) if back is not None else None
        if back is None or given is None or target.made:
            return False
        if [dotted(value) for value in given.get(back[1], ())] != [name]:
            return False
    return True
