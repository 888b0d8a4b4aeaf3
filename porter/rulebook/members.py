"""Members of building blocks: what a pasted class offers, what that gives, and what it does not.

The annotation of a method's or a property's result is a kind: `def sample(self) -> Tensor`. So is
that of an attribute in the class's body: `weight: Parameter`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from porter import promotion
from porter.ast_names import nodes
from porter.kinds import TENSOR, UNKNOWN, Kind, Tensor
from porter.rulebook import promote
from porter.rulebook.bind import bind
from porter.rulebook.load import parameters
from porter.rulebook.model import Argument, Definition, Refused, Rule
from porter.rulebook.promote import Cast
from porter.rulebook.words import result

Rules = Mapping[str, Rule]


def member(
    rule: Rule,
    name: str,
    args: Sequence[Argument] | None,
    rules: Rules,
    dtype: str | None = None,
) -> Kind:
    """What a member gives; Refused if the class has none such, or none that takes these arguments.

    `args` are those of a call, with the receiver first; `dtype` is that of the tensors which the
    object was made of. What a class inherits from Keras is not known.
    """
    full = f"{rule.title}.{name}"
    bodies = _bodies(rule, rules)
    node = next((methods[name] for b in bodies if name in (methods := _methods(b))), None)
    if node is not None:
        if args is None:
            is_property = any(isinstance(d, ast.Name) for d in node.decorator_list)
            return _typed(result(node.returns, {}), dtype) if is_property else UNKNOWN
        definition = Definition(node, parameters(node, rule.path))
        bound = bind(replace(rule, names=(full,), define=lambda: definition), args)
        if isinstance(node.returns, ast.Name) and node.returns.id == "Self":
            return bound["self"].kind
        found = result(node.returns, {p: v for p, v in bound.items() if p != "self"})
        operands = [bound[p.name].kind for p in definition.params if p.annotation == "Promoted"]
        _check_wider(full, dtype, operands)
        return _typed(found, dtype, operands)
    for body in bodies:
        if name in _annotated(body):
            return _typed(result(_annotated(body)[name], {}), dtype)
    if not offers(rule, name, rules) and not any(_foreign(body, rules) for body in bodies):
        raise Refused("P101", f"{full} has no rule")
    return UNKNOWN


def _typed(found: Kind, dtype: str | None, operands: Sequence[Kind] = ()) -> Kind:
    """What a member gives of an object that was made of tensors of this dtype."""
    if found != TENSOR or dtype is None:
        return found
    return Tensor(promotion.common([Tensor(dtype, 1), *operands]))


def _check_wider(full: str, dtype: str | None, operands: Sequence[Kind]) -> None:
    """What an object keeps can't be cast by a call: a float64 value beside its float32."""
    for kind in operands:
        if isinstance(kind, Tensor) and kind.rank is None:
            kind = replace(kind, rank=1)
        wider = promotion.common([Tensor(dtype, 1), kind])
        if dtype and promotion.is_float(dtype) and wider not in (None, dtype):
            message = f"{full}: a value of {wider} beside parameters of {dtype}"
            raise Refused("P102", message, "cast one of them, as value.float()")


def offers(rule: Rule, name: str, rules: Rules) -> bool:
    """Whether the class itself, or a block that it is made of, has a member of this name."""
    return any(
        name in _methods(body) or name in _annotated(body) or name in _attributes(body)
        for body in _bodies(rule, rules)
    )


def keeps(rule: Rule, name: str, rules: Rules) -> bool:
    """Whether each object has this name, and not its class: `super().name` does not find it."""
    bodies = _bodies(rule, rules)
    return offers(rule, name, rules) and not any(name in _methods(body) for body in bodies)


def promised(rule: Rule, method: str, parameter: str, rules: Rules) -> Kind:
    """What the annotation of a method's parameter says that it is."""
    node = next((_methods(b)[method] for b in _bodies(rule, rules) if method in _methods(b)), None)
    found = [arg.annotation for arg in node.args.args if arg.arg == parameter] if node else []
    return result(found[0], {}) if found else UNKNOWN


def constructor(rule: Rule, rules: Rules) -> Rule:
    """The class with the parameters of its constructor, also where it inherits that."""
    own = next((body for body in _bodies(rule, rules) if "__init__" in _methods(body)), rule.node)
    params = parameters(own, rule.path)
    definition = Definition(rule.node, params, rule.note, tuple(rule.harmless))
    return replace(rule, define=lambda: definition)


def called(rule: Rule, args: Sequence[Argument], rules: Rules) -> Kind:
    """What a call of the object gives: of a layer, a loss."""
    for body in _bodies(rule, rules):
        names = _methods(body).keys() & {"call", "__call__"}
        if names:
            return member(rule, names.pop(), args, rules)
    return UNKNOWN


def casts(rule: Rule, args: Sequence[Argument], rules: Rules) -> dict[int, Cast]:
    """What each argument of a call of the object has to be cast to."""
    methods = (_methods(body) for body in _bodies(rule, rules))
    node = next((m[name] for m in methods for name in ("call", "__call__") if name in m), None)
    if node is None:
        return {}
    definition = Definition(node, parameters(node, rule.path))
    method = replace(rule, define=lambda: definition)
    return promote.casts(method, bind(method, args))


def _bodies(rule: Rule, rules: Rules) -> list[ast.ClassDef]:
    """The class with the blocks that it inherits from, the nearest first."""
    assert isinstance(rule.node, ast.ClassDef)
    found = [rule.node]
    for base in rule.node.bases:
        if isinstance(base, ast.Name) and base.id in rules:
            found += _bodies(rules[base.id], rules)
    return found


def _foreign(node: ast.ClassDef, rules: Rules) -> bool:
    """Whether it inherits from a class that is no block."""
    return any(not isinstance(base, ast.Name) or base.id not in rules for base in node.bases)


def methods(rule: Rule) -> dict[str, ast.FunctionDef]:
    """The class's own methods."""
    assert isinstance(rule.node, ast.ClassDef)
    return _methods(rule.node)


@lru_cache(maxsize=512)
def _methods(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}


@lru_cache(maxsize=512)
def _annotated(node: ast.ClassDef) -> dict[str, ast.expr]:
    """The attributes whose kind stands in the class's body."""
    return {
        item.target.id: item.annotation
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }


@lru_cache(maxsize=512)
def _attributes(node: ast.ClassDef) -> set[str]:
    """What the class's own methods set."""
    return {
        n.attr for n in nodes(node) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
    }
