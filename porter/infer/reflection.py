"""What is asked by a name that is a text: `getattr(x, "sum")`, `operator.methodcaller("sum")`,
and what is run that is a text: `eval("nn." + name)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import libcst as cst

from porter.facts import Facts
from porter.infer.names import MODULE_NAMES, OWN, TENSOR_ONLY, is_torch
from porter.kinds import HOST, Kind, Named, Unknown, may_be_tensor, networks
from porter.rulebook import Argument, Refused
from porter.rulebook.bind import UNKNOWN_VALUE, literal
from porter.run_texts import may_change
from porter.tree import walk

# What a network of torch's keeps under these names, one of Keras's keeps elsewhere.
HIDDEN = frozenset({"_buffers", "_modules", "_parameters", "__getattr__"})
_WRITE = "write x.sum for getattr(x, 'sum')"
_RUN, _CODE = frozenset({"builtins.eval", "builtins.exec"}), "write the code: nn.ReLU()"
_CALL = "call the method itself: net.eval()"
_STATEMENT = "write the statement itself"
_METHODS = MODULE_NAMES - {"forward", "training"}
_WORD = re.compile(r"[A-Za-z_]\w*")
_TEXT = re.compile(r"""(?<![fF])(?<![fF][rR])(['"])((?:(?!\1)[^\n\\])+)\1""")
_OWNER = re.compile(r"(?<![.\w])([A-Za-z_]\w*)\.")
_CALLERS = frozenset({"operator.methodcaller", "operator.attrgetter"})


class Reflection:
    """Tells which names are torch's; `has_rule` says for which names of tensors there is a rule,
    `look_up` what a name of the program is."""

    def __init__(
        self, facts: Facts, has_rule: Callable[[str], bool], look_up: Callable[[str], Kind | None]
    ) -> None:
        self._facts, self._has_rule, self._look_up = facts, has_rule, look_up

    def refusal(self, node: cst.Call, name: str, args: Sequence[Argument]) -> Refused | None:
        """Why a call of this function of Python's can't stay, None if it can."""
        if name in _CALLERS and args and self._of_tensors(literal(args[0].node)):
            return Refused("P103", f"{name}() by a name of tensors", "write a lambda")
        if name in _RUN and args and self._names_torch(args[0].node):
            what = name.removeprefix("builtins.")
            return Refused("P103", f"{what}() runs a text with torch in it", _CODE)
        if name in _RUN and args and may_change(name, args[0].node, self._facts.texts):
            what = name.removeprefix("builtins.")
            return Refused("P103", f"{what}() may change what a graph has kept", _STATEMENT)
        if name == "builtins.vars" and args and networks(args[0].kind):
            return hidden_table(self._facts, node)
        if name != "builtins.getattr" or len(args) < 2:
            return None
        of, asked = args[0].kind, literal(args[1].node)
        if may_be_tensor(of) and (not isinstance(asked, str) or self._of_tensors(asked)):
            return Refused("P103", "getattr() of what may be a tensor", _WRITE)
        if is_open(of) and asked in TENSOR_ONLY:
            return Refused("P103", "getattr() by a name of tensors", _WRITE)
        if networks(of) and asked in HIDDEN:
            return hidden(str(asked))
        if networks(of) and self._of_networks(node, args[1].node):
            return Refused("P103", "getattr() by the name of a network's method", _CALL)
        return None

    def asks(self, kind: Kind, name: Argument) -> bool:
        """Whether `hasattr(x, "mean")` is true of torch's tensors, and x may be one."""
        return (may_be_tensor(kind) or is_open(kind)) and self._of_tensors(literal(name.node))

    def _names_torch(self, text: cst.BaseExpression) -> bool:
        """Whether a text that is run has a name that the program has from torch."""
        parts = (n.value for n in walk(text) if isinstance(n, cst.FormattedStringText))
        whole = (n.evaluated_value for n in walk(text) if isinstance(n, cst.SimpleString))
        words = {word for part in (*parts, *whole) for word in _WORD.findall(str(part))}
        if literal(text) is UNKNOWN_VALUE:  # it may be any text of the program's
            words |= self._facts.once(_owners)
        found = map(self._look_up, words)
        return any(isinstance(kind, Named) and is_torch(kind.name) for kind in found)

    def _of_networks(self, node: cst.Call, name: cst.BaseExpression) -> bool:
        """Whether it may be a method that networks have of torch: `getattr(net, mode)()`."""
        found = _texts(name)
        if found is None:  # an attribute of its own, as a rule; nobody calls one for nothing
            call = self._facts.index.parents[node]
            above = self._facts.index.parents[call]
            return isinstance(call, cst.Call) and not call.args and isinstance(above, cst.Expr)
        return not _METHODS.isdisjoint(found)

    def _of_tensors(self, asked: object) -> bool:
        return isinstance(asked, str) and (asked in OWN or self._has_rule(asked))


def _texts(node: cst.BaseExpression) -> list[str] | None:
    """The texts that this may be, None where it may be others: `"train" if c else "eval"`."""
    if isinstance(node, cst.IfExp):
        sides = _texts(node.body), _texts(node.orelse)
        return None if None in sides else [text for side in sides for text in side or ()]
    text = literal(node)
    return [text] if isinstance(text, str) else None


def _owners(facts: Facts) -> frozenset[str]:
    """The names that texts in the program have attributes of: "nn.ReLU()"."""
    found = (one[2] for text in facts.texts for one in _TEXT.finditer(text))
    return frozenset(name for text in found for name in _OWNER.findall(text))


def hides(facts: Facts, node: cst.Attribute, base: Kind) -> bool:
    """Whether it is a network whose `_modules` are asked for: nothing else is known to keep them,
    where no object of the program is given any."""
    name = node.attr.value
    return is_open(base) and name != "__getattr__" and name not in facts.once(_kept)


def hidden(name: str) -> Refused:
    """Why what torch keeps there can't be asked for."""
    return Refused("P104", f"Keras's networks have no {name}: name the layer, or use layers")


def hidden_table(facts: Facts, fields: cst.CSTNode) -> Refused | None:
    """Why `net.__dict__["_buffers"]` can't stay."""
    above = facts.index.parents.get(fields)
    index = above.slice[0].slice if isinstance(above, cst.Subscript) else None
    name = literal(index.value) if isinstance(index, cst.Index) else None
    return hidden(name) if isinstance(name, str) and name in HIDDEN else None


def _kept(facts: Facts) -> frozenset[str]:
    """The attributes that the file sets."""
    targets = (target.target for target in facts.index.all(cst.AssignTarget))
    return frozenset(t.attr.value for t in targets if isinstance(t, cst.Attribute))


def is_open(kind: Kind) -> bool:
    """Whether nothing is known of a value, not even that it is no tensor."""
    return isinstance(kind, Unknown) and kind != HOST
