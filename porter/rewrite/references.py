"""Torch functions and layers that are passed on without being called: `activation=nn.Tanh`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import islice

import libcst as cst

from porter.facts import Facts
from porter.infer.chosen_by_text import ACTIVATION
from porter.infer.names import CALLERS
from porter.kinds import TENSOR, Named, Parameter
from porter.rewrite.asked_classes import is_asked
from porter.rewrite.doubles import uncast_class
from porter.rewrite.spelling import Spelling
from porter.rulebook import Argument, Refused, Rule, Rulebook
from porter.rulebook.bind import literal
from porter.rulebook.model import reason
from porter.rulebook.paste import executable
from porter.tree import dotted

_X = Argument(cst.Name("x"), TENSOR)
_P = Argument(cst.Name("x"), Parameter())
_PARAMETER = "torch.nn.Parameter"  # a class in annotations, and made by a function


def reference(rule: Rule, book: Rulebook, spelling: Spelling) -> cst.BaseExpression | None:
    """What stands for the torch name; None if there is nothing that can be called like it.

    TensorFlow's own function where the rule is just that, else the rule itself, pasted; or the
    block that tells the arguments apart while the program runs.
    """
    if rule.is_class:
        return cst.Name(spelling.block(rule.name))
    used = _used(rule.node)
    choices = [p for p in rule.params if p.name in used]
    if len(choices) == 1:
        found = _called(rule, book, spelling, [_P if choices[0].annotation == "Parameter" else _X])
        if isinstance(found, cst.Call) and [dotted(a.value) for a in found.args] == ["x"]:
            if found.args[0].keyword is None:
                return found.func
    elif not choices:
        found = _called(rule, book, spelling, [])
        if isinstance(found, cst.Call):
            return found.func if not found.args else _partial(found, spelling)
    if not executable(rule):
        return cst.Name(spelling.block(rule.name))
    return cst.Name(spelling.block(rule.given)) if rule.given else None


def chosen(
    names: Sequence[str], name: cst.BaseExpression, book: Rulebook, spelling: Spelling
) -> cst.BaseExpression:
    """getattr(torch.optim, name): {"Adam": Adam, "SGD": SGD}[name]"""
    if names == (ACTIVATION,):
        return cst.Call(cst.Name(spelling.block("activation_named")), [cst.Arg(name)])
    elements: list[cst.DictElement] = []
    for one in names:
        rule = book.find(one)
        found = reference(rule, book, spelling) if rule is not None else None
        if found is not None:
            key = cst.SimpleString(f'"{one.rpartition(".")[2]}"')
            elements.append(cst.DictElement(key, found))
    if isinstance(name, cst.SimpleString):
        return elements[0].value
    index = cst.SubscriptElement(cst.Index(name))
    return cst.Subscript(cst.Dict(elements), [index])


def told_names(names: Sequence[str]) -> str:
    """What a user has to know of such a choice."""
    return f"by its name it can be one of those alone that the program spells: {', '.join(names)}"


def why_left(rule: Rule | None, name: str) -> tuple[str, str]:
    """The code and the message of a finding: why nothing stands for the torch name."""
    if rule is None:
        return "P101", f"{name} has no rule"
    refusals = (part for part in ast.walk(rule.node) if isinstance(part, ast.Raise))
    if not rule.is_class and not rule.returns and (refusal := next(refusals, None)) is not None:
        return "P104", f"{name}: {reason(refusal)}"
    return "P101", f"{name} can only be called"


def is_offered(rule: Rule | None) -> bool:
    """Whether the port has something for the torch name: it is not refused whatever it is given."""
    return rule is not None and (rule.is_class or bool(rule.returns))


def _used(rule: ast.AST) -> set[str]:
    """The names that the result depends on; what is only refused is not among them."""
    parts: list[ast.AST] = []
    for node in ast.walk(rule):
        if isinstance(node, ast.Return):
            parts.append(node)
        elif isinstance(node, ast.If) and any(isinstance(n, ast.Return) for n in ast.walk(node)):
            parts.append(node.test)
    return {n.id for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)}


def _called(
    rule: Rule, book: Rulebook, spelling: Spelling, args: Sequence[Argument]
) -> cst.BaseExpression | None:
    try:
        decision = book.decide(rule, args)
    except Refused:
        return None
    if decision.blocks:
        return None
    spelling.need(decision.imports)
    return decision.build([arg.node for arg in args], spelling.names)


def _partial(call: cst.Call, spelling: Spelling) -> cst.Call:
    """`functools.partial(keras.layers.Activation, "tanh")`"""
    return cst.Call(spelling.module("functools", "partial"), [cst.Arg(call.func), *call.args])


def handed_to_caller(facts: Facts, node: cst.CSTNode) -> bool:
    """torch.Tensor in `map(torch.Tensor, rows)`, which calls it: no class stands for it there."""
    arg = facts.index.parents.get(node)
    call = facts.index.parents.get(arg) if isinstance(arg, cst.Arg) else None
    callee = facts.kind(call.func) if isinstance(call, cst.Call) else None
    return isinstance(callee, Named) and callee.name in CALLERS


def passed_on(
    facts: Facts, rule: Rule | None, node: cst.CSTNode, book: Rulebook, spelling: Spelling
) -> cst.BaseExpression | None:
    """What stands for a torch name that is passed on here, or that a class inherits from; None
    where that is a class of torch's and a function of the port's."""
    if rule is not None and _PARAMETER in rule.names and _is_annotation(facts, node):
        return spelling.module("keras", "Variable")
    found = reference(rule, book, spelling) if rule is not None else None
    base = isinstance([*islice(facts.index.above(node), 2)][-1], cst.ClassDef)
    if base and rule is not None and rule.gives_layer and found is not None:
        # Keras's own takes no parameters once it is made
        return cst.Call(cst.Name(spelling.block("layer_class")), [cst.Arg(found)])
    if base and rule is not None and not rule.is_class and not isinstance(found, cst.Attribute):
        return None
    if rule is None or found is None or not _is_called(facts, node):
        return found
    if _is_grouped(facts, rule):
        return cst.Call(cst.Name(spelling.block("of_groups")), [cst.Arg(found)])
    if not rule.is_class and _of_class(facts, node):  # torch's are in C, and take no object
        return cst.Call(cst.Name("staticmethod"), [cst.Arg(found)])
    return uncast_class(facts, found, spelling)


def _of_class(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a class keeps it as it is: `act = torch.tanh` in its body."""
    around = (cst.Assign, cst.SimpleStatementLine, cst.IndentedBlock, cst.ClassDef)
    return [type(one) for one in islice(facts.index.above(node), 4)] == [*around]


def _is_called(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a class is handed on to be called: it is no base, no annotation, and not asked for
    what it is."""
    if is_asked(facts, node):
        return False
    base = isinstance([*islice(facts.index.above(node), 2)][-1], cst.ClassDef)
    return not base and not _is_annotation(facts, node)


def _is_annotation(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it stands in an annotation."""
    return any(isinstance(above, cst.Annotation) for above in facts.index.above(node))


def _is_grouped(facts: Facts, rule: Rule) -> bool:
    """Whether it is an optimizer's class, in a file that has parameter groups: who calls it may
    give some."""
    name = rule.names[0] if rule.names else ""
    if not name.startswith("torch.optim.") or not rule.is_class:
        return False
    keys = (element.key for element in facts.index.all(cst.DictElement))
    return any(isinstance(key, cst.SimpleString) and literal(key) == "params" for key in keys)
