"""Flags of the command line that only lines read which have gone: `--cuda`."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.findings import Severity
from porter.infer.names import is_torch
from porter.plan.model import Problem
from porter.rulebook.bind import literal
from porter.tree import dotted, only, statements

_DATA = ("dataclass", "dataclasses.dataclass")


def idle_flags(facts: Facts, output: str) -> Iterator[Problem]:
    """A note for each option that the original reads, and the port does not."""
    read = {
        node.attr.value for node in facts.index.all(cst.Attribute) if not is_torch(facts.api(node))
    }
    for node, name in _flags(facts):
        if name in read and f".{name}" not in output and not facts.shared(name, facts.path):
            message = f"nothing reads {name} any more: what asked for it has gone"
            yield Problem(node, "N402", Severity.NOTE, message)


def _flags(facts: Facts) -> Iterator[tuple[cst.CSTNode, str]]:
    for call in facts.index.all(cst.Call):
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "add_argument":
            name = _option(call)
            if name.isidentifier():
                yield call, name
    commands = any(name in facts.names for name in ("tyro", "simple_parsing", "HfArgumentParser"))
    for cls in facts.index.all(cst.ClassDef) if commands else ():
        if any(dotted(one.decorator) in _DATA for one in cls.decorators):
            for line in statements(cls.body):
                field = only(line)
                if isinstance(field, cst.AnnAssign) and isinstance(field.target, cst.Name):
                    yield field, field.target.value


def _option(call: cst.Call) -> str:
    """cuda of `add_argument("-c", "--cuda")` and of `dest="cuda"`."""
    named = {arg.keyword.value: literal(arg.value) for arg in call.args if arg.keyword}
    if isinstance(named.get("dest"), str):
        return str(named["dest"])
    given = [literal(arg.value) for arg in call.args if not arg.keyword]
    texts = sorted((text for text in given if isinstance(text, str)), key=lambda t: t[:2] != "--")
    return texts[0].lstrip("-").replace("-", "_") if texts else ""
