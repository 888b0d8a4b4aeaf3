"""Lambdas that the function calls which names them: `scale = lambda x: x.sign()`."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts


def names_lambda(facts: Facts, line: cst.CSTNode) -> bool:
    """Whether a line gives a name to a lambda, which the function does nothing with but call it."""
    if not isinstance(line, cst.Assign) or not isinstance(line.value, cst.Lambda):
        return False
    target = line.targets[0].target
    return isinstance(target, cst.Name) and _lambda(facts, target) is line.value


def local_lambda(facts: Facts, called: cst.BaseExpression) -> cst.Lambda | None:
    """The lambda that a call of a name is a call of."""
    return _lambda(facts, called) if isinstance(called, cst.Name) else None


def _lambda(facts: Facts, name: cst.Name) -> cst.Lambda | None:
    """The only thing that has this name in its function, in whose own lines it is called."""
    function = facts.index.function(name)
    if not isinstance(function, cst.FunctionDef) or facts.variables.owner(name) is not function:
        return None
    bound = list[cst.Lambda]()
    for use in facts.variables.uses(function, name.value):
        above = facts.index.parents[use]
        line = facts.index.parents[above]
        if isinstance(above, cst.Call) and above.func is use:
            continue
        if not isinstance(line, cst.Assign) or not isinstance(line.value, cst.Lambda):
            return None
        if not isinstance(above, cst.AssignTarget) or len(line.targets) != 1:
            return None
        bound.append(line.value)
    return bound[0] if len(bound) == 1 else None
