"""Classes that something is asked about: `isinstance(m, nn.Flatten)`, `type(m) in (nn.Tanh,)`."""

from __future__ import annotations

import ast

import libcst as cst

from porter.facts import Facts
from porter.infer.types_asked import class_of_what
from porter.kinds import Named, networks
from porter.rewrite.spelling import Spelling
from porter.rulebook import Rule, Rulebook

_ASKING = frozenset({Named("builtins.isinstance"), Named("builtins.issubclass")})
_SHARED = "keras.layers.Activation"  # it stands for several classes of torch's

OTHER_NAME = "Keras's layers have other names than torch's: nn.Tanh is an Activation"


def is_asked(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether the class of something is compared with this one."""
    parents = facts.index.parents
    above = parents.get(node)
    if isinstance(above, cst.DictElement):
        return above.key is node
    while isinstance(above, (cst.BaseElement, cst.Tuple, cst.List, cst.Set)):
        node, above = above, parents.get(above)
    if isinstance(above, cst.Arg):
        call = parents.get(above)
        if not isinstance(call, cst.Call) or facts.kind(call.func) not in _ASKING:
            return False
        return call.args[-1] is above
    comparison = parents.get(above) if isinstance(above, cst.ComparisonTarget) else above
    if not isinstance(comparison, cst.Comparison):
        return False
    sides = [comparison.left, *(target.comparator for target in comparison.comparisons)]
    return any(class_of_what(side) is not None for side in sides)


def is_other_name(facts: Facts, book: Rulebook, node: cst.Attribute) -> bool:
    """Whether `type(m).__name__` may be another text in the port: "Activation" for a nn.Tanh."""
    layer = class_of_what(node.value) if node.attr.value == "__name__" else None
    kinds = networks(facts.kind(layer)) if layer is not None else ()
    return any(facts.class_info(k.cls) is None and not _keeps_name(book, k.cls) for k in kinds)


def _keeps_name(book: Rulebook, name: str) -> bool:
    rule = book.find(name) if name else None
    return rule is not None and rule.is_class and rule.name == name.rpartition(".")[2]


def asks_for_class(facts: Facts, name: str, rule: Rule, node: cst.CSTNode) -> bool:
    """Whether something is asked for a class of layers that is none in the port's rules."""
    return not rule.is_class and name.startswith("torch.nn.") and is_asked(facts, node)


def class_of(rule: Rule, spelling: Spelling) -> cst.BaseExpression | None:
    """The class of all that a rule makes, if nothing else is of it: `keras.layers.Flatten`.

    A wrapper that the port leaves out, nn.DataParallel, is the class of nothing: `()`.
    """
    returns = None if isinstance(rule.node, ast.ClassDef) else rule.node.returns
    if returns is not None and ast.unparse(returns) == "Same":
        return cst.Tuple([])
    made = {
        ast.unparse(node.value.func) if isinstance(node.value, ast.Call) else ""
        for node in ast.walk(rule.node)
        if isinstance(node, ast.Return)
    }
    name = made.pop() if len(made) == 1 else ""
    if not name.startswith("keras.") or name == _SHARED:
        return None
    return spelling.module("keras", name.removeprefix("keras."))


def no_class(name: str) -> tuple[str, str]:
    """The message and the hint of a finding: nothing of the port can be asked for this class."""
    short = name.rpartition(".")[2]
    message = f"{name}: no class of the port's stands for it alone"
    return message, f"ask for a name of your own that says that it is a {short}"
