"""Names of networks that are others in the port, asked of what may be a network or not.

`net.forward(x)` is `net.call(x)` in the port, and `net.loss(x)` is `net.loss_(x)`. What else the
program has keeps its names. So `m.loss(x)` has no one spelling where m is a network in one call and
something else in the next.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

import libcst as cst

from porter.codegen import short
from porter.facts import Facts
from porter.findings import Severity
from porter.infer.reflection import is_open
from porter.kinds import Kind, Module, Named, Text, Union, Unknown, members
from porter.plan.model import Problem
from porter.rewrite.keras_names import (
    NAME,
    NAMED_OTHERWISE,
    RESERVED,
    classes_of_networks,
    is_super,
    method,
)

_ASKING = frozenset({"builtins.getattr", "builtins.hasattr", "builtins.delattr"})
_FORWARD = "forward"
_CALL = "call the network itself: m(x)"
_RENAME = "give it a name that Keras does not reserve"


def other_names(facts: Facts) -> Iterator[Problem]:
    """What asks for such a name, and is not ported."""
    yield from _set_forwards(facts)
    yield from _other_than_texts(facts)
    networks = classes_of_networks(facts)
    methods = {name for one in networks for name in one.methods} & {_FORWARD, *RESERVED}
    given = methods | {name for one in networks for name in one.attributes} & RESERVED
    if not given:
        return
    for node in facts.index.all(cst.Attribute):
        name = node.attr.value
        if name in given and node not in facts.ports and not is_super(node.value):
            called = name in methods and _is_called(facts, node)
            kind = facts.kind(node.value)
            either = name == _FORWARD and all(isinstance(one, Module) for one in members(kind))
            if not either and _may_be_network(kind, called):
                yield _problem(node, name, _CALL if name == _FORWARD else _RENAME)
    for call in facts.index.all(cst.Call):
        function = facts.kind(call.func)
        if isinstance(function, Named) and function.name in _ASKING and len(call.args) > 1:
            asked = call.args[1].value
            text = asked.evaluated_value if isinstance(asked, cst.SimpleString) else None
            kind = facts.kind(call.args[0].value)
            if isinstance(text, str) and text in given:
                if isinstance(kind, Module) or _may_be_network(kind, text in methods):
                    yield _problem(call, text, f"write x.{text}")


def _set_forwards(facts: Facts) -> Iterator[Problem]:
    """`model.forward = f` of what is not known: a network would run its own call() still."""
    for assign in facts.index.all(cst.AssignTarget) if facts.apis else ():
        node = assign.target
        if isinstance(node, cst.Attribute) and node.attr.value == _FORWARD:
            if is_open(facts.kind(node.value)):
                yield _problem(node, _FORWARD, "set m.call, if it is a network")


def _other_than_texts(facts: Facts) -> Iterator[Problem]:
    """`self.name = None` of a network, or a text that Keras does not take."""
    bodies = {one.node.body for one in facts.classes.values() if one.is_module}
    for assign in facts.index.all(cst.Assign, cst.AnnAssign) if bodies else ():
        places = assign.targets if isinstance(assign, cst.Assign) else (assign,)
        for target in (one.target for one in places):
            if _is_no_name(facts, assign, target, bodies):
                message = f"{short(target)} is set: {NAME}"
                yield Problem(assign, "P102", Severity.ERROR, message, NAMED_OTHERWISE)


def _is_no_name(
    facts: Facts,
    assign: cst.Assign | cst.AnnAssign,
    target: cst.BaseExpression,
    bodies: Container[cst.CSTNode],
) -> bool:
    """Whether a network's name would be another one in the port; a class's is none of Keras's."""
    if isinstance(target, cst.Name) and target.value == "name":
        line = facts.index.parents[assign]
        return facts.index.parents.get(line) in bodies and assign.value is not None
    if not isinstance(target, cst.Attribute) or target.attr.value != "name":
        return False
    value = assign.value
    slash = isinstance(value, cst.SimpleString) and "/" in value.value
    given = facts.kind(value) if value is not None else Text()
    wrong = slash or not isinstance(given, (Text, Unknown))
    return wrong and isinstance(facts.kind(target.value), Module)


def _is_called(facts: Facts, node: cst.Attribute) -> bool:
    call = facts.index.parents[node]
    return isinstance(call, cst.Call) and call.func is node


def _may_be_network(kind: Kind, called: bool) -> bool:
    """A network or something else. Of what nothing is known this counts for calls alone: many
    things have a `path` or `layers`."""
    if isinstance(kind, Union):
        return any(isinstance(one, Module) for one in members(kind))
    return called and is_open(kind)


def _problem(node: cst.CSTNode, name: str, hint: str) -> Problem:
    other = method(cst.Name(name)).value
    message = f"{short(node)} may be a network's {name}, which is called {other} in the port"
    return Problem(node, "P103", Severity.ERROR, message, hint)
