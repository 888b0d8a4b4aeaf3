"""Numbers that are the same at every call: a trace has them as they are."""

from __future__ import annotations

import libcst as cst

from porter.changes import Changes
from porter.facts import Facts, Port
from porter.kinds import Array, Kind, Named, Number, Tuple, Unknown, may_be_tensor
from porter.plan.passed import passed, passed_by_others
from porter.plan.scopes import bindings, parameters
from porter.plan.trace_time import is_size
from porter.tree import dotted, walk

_OF_NUMBERS = frozenset(f"builtins.{name}" for name in "abs float int max min pow round".split())
_OF_A_NUMBER = frozenset(f"numpy.{n}" for n in "exp log log10 log1p log2 sqrt square".split())
_DEEPEST = 4  # functions that hand a number on; some call themselves

# What is computed sometimes only must not be computed before.
SOMETIMES = (cst.IfExp, cst.BooleanOperation, cst.Lambda, cst.BaseComp)


def computes_constant(facts: Facts, call: cst.Call) -> bool:
    """`float(v_max - v_min)`, `pow(gamma, n)` of constants."""
    callee = facts.kind(call.func)
    plain = isinstance(callee, Named) and callee.name in _OF_NUMBERS
    return plain and bool(call.args) and all(is_constant(facts, arg.value) for arg in call.args)


def computes_number(facts: Facts, call: cst.Call) -> bool:
    """`pow(self.gamma, t)`, `max(0.1, self.eps)`, `math.exp(-t)`: of numbers, by their names, and
    in any case: the host may do it before."""
    callee = facts.kind(call.func)
    name = callee.name if isinstance(callee, Named) else ""
    inside = [n for arg in call.args for n in walk(arg.value)]
    numbers = all(isinstance(facts.kind(arg.value), Number) for arg in call.args)
    plain = not any(isinstance(n, (cst.Call, cst.Subscript)) for n in inside)
    if not (numbers and plain and (name in _OF_NUMBERS or name.startswith("math."))):
        return False
    for above in facts.index.above(call):
        if isinstance(above, (cst.BaseSmallStatement, cst.BaseCompoundStatement)):
            break
        if isinstance(above, SOMETIMES):
            return False
    return True


def of_library(facts: Facts, call: cst.Call) -> bool:
    """np.log(2 * np.pi), np.arange(self.batch_size): of names of libraries, of constants, of what
    is written down, and of what an object was given and nothing changes."""
    callee = facts.kind(call.func)
    name = callee.name if isinstance(callee, Named) else ""
    if not name.startswith(("numpy.", "math.")) or name.startswith("numpy.random."):
        return False
    varying = (arg.value for arg in call.args if not is_constant(facts, arg.value))
    varying = (value for value in varying if not of_sizes(facts, value))
    given = (value for value in varying if not _is_given(facts, value))
    names = (n for value in given for n in walk(value) if isinstance(n, cst.Name))
    return all(isinstance(facts.kind(n), Named) for n in names)


def of_sizes(facts: Facts, node: cst.BaseExpression) -> bool:
    """`0.5 ** actions.shape[-1]`, `n` of `n = x.shape[1]`: no trace is for several of these."""
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        return all(of_sizes(facts, one) or is_constant(facts, one) for one in sides)
    if isinstance(node, cst.UnaryOperation):
        return of_sizes(facts, node.expression)
    if not isinstance(node, cst.Name):
        return is_size(facts, node) and _is_inner(node)
    owner = facts.variables.owner(node)
    lines = [n for n in facts.index.assigned.get(node.value, ()) if facts.index.body(n) is owner]
    if not isinstance(owner, cst.FunctionDef) or len(lines) != 1:
        return False
    alone = bindings(owner.body.body)[node.value] == 1 and node.value not in parameters(owner)
    return alone and of_sizes(facts, lines[0].value)


def _is_inner(size: cst.BaseExpression) -> bool:
    """x.shape[-1], x.size(2): not the first one, of which a trace may have any length."""
    parts = [n for n in walk(size) if isinstance(n, (cst.Integer, cst.Slice))]
    return len(parts) == 1 and isinstance(parts[0], cst.Integer) and parts[0].value != "0"


def is_numpy_number(facts: Facts, node: cst.CSTNode) -> bool:
    """`np.log(0.5 ** n)` of numbers that a trace knows: a number that nobody can change."""
    callee = facts.kind(node.func) if isinstance(node, cst.Call) else None
    if not isinstance(callee, Named) or callee.name not in _OF_A_NUMBER:
        return False
    assert isinstance(node, cst.Call)
    values = [arg.value for arg in node.args if arg.keyword is None and not arg.star]
    known = all(is_constant(facts, value) or of_sizes(facts, value) for value in values)
    return len(values) == len(node.args) == 1 and known


def _is_given(facts: Facts, node: cst.BaseExpression) -> bool:
    """`self.action_range`, which is no tensor, and never another."""
    name = dotted(node) or ""
    if not isinstance(node, cst.Attribute) or name != f"self.{node.attr.value}":
        return False
    if facts.once(Changes).changes(node):
        return False
    return isinstance(facts.kind(node), (Array, Number, Unknown)) and not may_be_tensor(
        facts.kind(node)
    )


def makes_array(facts: Facts, port: Port) -> bool:
    """Whether the port is NumPy's work, but of constants: a trace has what comes out."""
    made = "np" in port.decision.imports or "from_array" in port.decision.blocks
    return made and not all(is_constant(facts, arg.node) for arg in port.args)


def is_constant(facts: Facts, node: cst.CSTNode, depth: int = 0) -> bool:
    """Whether it is written down, or under a name that nothing changes; a parameter is one if all
    calls give one."""
    if isinstance(node, (cst.Integer, cst.Float, cst.SimpleString)):
        return True
    if isinstance(node, cst.UnaryOperation):
        return is_constant(facts, node.expression, depth)
    if isinstance(node, cst.BinaryOperation):
        return is_constant(facts, node.left, depth) and is_constant(facts, node.right, depth)
    if isinstance(node, cst.Tuple):
        return all(is_constant(facts, element.value, depth) for element in node.elements)
    if not _of_numbers(facts.kind(node)) or depth > _DEEPEST:
        return False
    if isinstance(node, cst.Call):
        return computes_constant(facts, node)
    if isinstance(node, cst.Attribute):
        return not facts.once(Changes).changes(node)
    return isinstance(node, cst.Name) and _is_named(facts, node, depth)


def _of_numbers(kind: Kind) -> bool:
    """A number, or a tuple of them: `LOG_STD = (-5.0, 2.0)`."""
    if isinstance(kind, Tuple):
        return bool(kind.items) and all(map(_of_numbers, kind.items))
    return isinstance(kind, Number)


def _is_named(facts: Facts, name: cst.Name, depth: int) -> bool:
    owner = facts.variables.owner(name)
    if not isinstance(owner, cst.FunctionDef):
        return owner is facts.index.module and name.value not in facts.once(Changes).globals
    default = next((p.default for p in owner.params.params if p.name.value == name.value), None)
    given = [(facts, arg) for arg in passed(facts, owner, name.value)]
    given += passed_by_others(facts, owner, name.value)
    given += [(facts, default)] if default is not None else []
    bound = name.value in bindings(owner.body.body)
    return bool(given) and not bound and all(is_constant(f, n, depth + 1) for f, n in given)
