"""Classes of torch whose methods a file replaces: they are heirs with these methods.

    FixedNormal = torch.distributions.Normal
    log_prob = FixedNormal.log_prob
    FixedNormal.log_probs = lambda self, x: log_prob(self, x).sum(-1, keepdim=True)

becomes

    class FixedNormal(torch.distributions.Normal):
        def log_probs(self, x):
            return super().log_prob(x).sum(-1, keepdim=True)

torch's class itself keeps its methods then. So no other line may use that, nor another file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import libcst as cst

from porter.tree import dotted, mapped, only, walk

# Of another file: it may use a class of these
TORCHS = re.compile(r"\btorch\b[^#\n]*\bdistributions\b")
_IMPORTED = re.compile(r"^[ \t]*(?:from|import)\b[^#\n]*\btorch\b[^#\n]*\bdistributions\b", re.M)
_PATCH = re.compile(r"^(\w+)\.\w+[ \t]*=[ \t]*lambda\b", re.M)
_HOME = "torch.distributions."


@dataclass
class _Patched:
    """A class by its new name: what it was, its methods, and the names of those of before."""

    base: cst.BaseExpression
    line: cst.CSTNode
    methods: dict[str, cst.Lambda] = field(default_factory=dict)
    olds: dict[str, str] = field(default_factory=dict)  # names of the methods that it had
    lines: list[cst.CSTNode] = field(default_factory=list)


def without_patches(
    module: cst.Module, text: str, path: str, elsewhere: Callable[[re.Pattern[str]], bool]
) -> cst.Module:
    """The module with such heirs; `elsewhere` tells whether another file of the program has a
    text."""
    if "distributions" not in text or not _PATCH.search(text) or _IMPORTED.search(text):
        return module
    patched = {name: one for name, one in _patched(module).items() if one.methods}
    found = {name: one for name, one in patched.items() if _is_heir(module, name, one)}
    if not found or len(found) < len(patched) or not _in_a_row(module, found):
        return module
    olds = {old for one in found.values() for old in one.olds}
    if elsewhere(TORCHS) or elsewhere(_reading(re.escape(Path(path).stem), olds)):
        return module
    body: list[Any] = []
    for line in module.body:
        heir = next((name for name, one in found.items() if one.line is line), "")
        if heir:
            body.append(_heir(heir, found[heir], line))
        elif not any(line in one.lines for one in found.values()):
            body.append(line)
    return module.with_changes(body=body)


def may_inherit(name: str) -> re.Pattern[str]:
    """What a text has that may inherit from a class of torch's: a class, or another name of it."""
    cls = re.escape(name)
    found = rf"\bclass\s+\w+\s*\([^)]*\b{cls}\b|\b{cls}\s+as\b|=\s*[\w.]*\b{cls}\s*$"
    return re.compile(found, re.M)


def _reading(home: str, olds: set[str]) -> re.Pattern[str]:
    """What another file has that may use a method of before, by its name in this one."""
    names = "|".join(map(re.escape, sorted(olds))) or "(?!)"
    brought = rf"\bimport\b[^#\n]*(?:\([^)]*)?\b(?:{names})\b"
    return re.compile(rf"{brought}|\bimport[ \t]*\*|\b{home}\.(?:{names})\b")


def _patched(module: cst.Module) -> dict[str, _Patched]:
    """What the lines at the top of a file say of such classes."""
    found: dict[str, _Patched] = {}
    for line in module.body:
        small = only(line)
        if not isinstance(small, cst.Assign) or len(small.targets) != 1:
            continue
        target, value = small.targets[0].target, small.value
        owner, _, method = (dotted(target) or "").rpartition(".")
        read, _, old = (dotted(value) or "").rpartition(".")
        if isinstance(target, cst.Name) and (dotted(value) or "").startswith(_HOME):
            found[target.value] = _Patched(value, line)
        elif isinstance(target, cst.Name) and read in found:
            one = found[read]
            if old in one.methods or target.value in one.olds:
                one.methods.clear()  # a method of its own, by another name
                break
            one.olds[target.value] = old
            one.lines.append(line)
        elif (
            owner in found and isinstance(value, cst.Lambda) and method not in found[owner].methods
        ):
            found[owner].methods[method] = value
            found[owner].lines.append(line)
    return found


def _is_heir(module: cst.Module, name: str, one: _Patched) -> bool:
    """Whether the file says the same with an heir: it uses torch's class by the new name alone,
    and the methods of before in the new ones, each for its own object."""
    nodes = [*walk(module)]
    bases = [node for node in nodes if dotted(node) == dotted(one.base)]
    stores = [
        node.target
        for node in nodes
        if isinstance(node, cst.AssignTarget)
        and isinstance(node.target, cst.Attribute)
        and dotted(node.target.value) == name
    ]
    bound = [n for n in nodes if isinstance(n, cst.AssignTarget) and dotted(n.target) == name]
    if not one.methods or len(bases) != 1 or len(stores) != len(one.methods) or len(bound) != 1:
        return False
    if any(not _is_method(each) for each in one.methods.values()):
        return False
    calls = sum(len(_calls(each, one.olds)) for each in one.methods.values())
    names = [n for n in nodes if isinstance(n, cst.Name) and n.value in one.olds]
    whole = [n for n in nodes if isinstance(n, cst.Attribute) and n.attr.value in one.olds]
    own = sum(n.attr in names for n in whole)  # self.entropy() is another's
    return len(names) - own == calls + len(one.olds)


def _in_a_row(module: cst.Module, found: dict[str, _Patched]) -> bool:
    """Whether nothing runs between the first line and the last, with half of the methods."""
    lines = {line for one in found.values() for line in (one.line, *one.lines)}
    places = [place for place, line in enumerate(module.body) if line in lines]
    return all(
        line in lines
        or isinstance(line, (cst.FunctionDef, cst.ClassDef))
        or isinstance(only(line), (cst.Import, cst.ImportFrom))
        for line in module.body[places[0] : places[-1]]
    )


def _is_method(value: cst.Lambda) -> bool:
    params = value.params
    plain = not (params.kwonly_params or params.posonly_params or params.star_kwarg)
    return bool(plain and params.params and params.star_arg is cst.MaybeSentinel.DEFAULT)


def _calls(method: cst.Lambda, olds: dict[str, str]) -> list[cst.Call]:
    """The calls of methods of before, with the method's own object."""
    me = method.params.params[0].name.value
    inner = [n for n in walk(method.body) if isinstance(n, cst.Lambda | cst.BaseComp)]
    hidden = {n for one in inner for n in walk(one)}
    return [
        node
        for node in walk(method.body)
        if isinstance(node, cst.Call)
        and node not in hidden
        and isinstance(node.func, cst.Name)
        and node.func.value in olds
        and node.args
        and not (node.args[0].star or node.args[0].keyword)
        and dotted(node.args[0].value) == me
    ]


def _heir(name: str, one: _Patched, line: Any) -> cst.ClassDef:
    methods = [_method(own, value, one.olds) for own, value in one.methods.items()]
    apart = [
        m.with_changes(leading_lines=[cst.EmptyLine(indent=False)] if i else [])
        for i, m in enumerate(methods)
    ]
    bases = [cst.Arg(one.base)]
    body = cst.IndentedBlock(apart)
    return cst.ClassDef(cst.Name(name), body, bases, leading_lines=line.leading_lines)


def _method(name: str, value: cst.Lambda, olds: dict[str, str]) -> cst.FunctionDef:
    calls = {*_calls(value, olds)}

    def as_super(node: Any) -> Any:
        new = mapped(node, as_super)
        if node not in calls:
            return new
        method = cst.Attribute(cst.Call(cst.Name("super")), cst.Name(olds[node.func.value]))
        return new.with_changes(func=method, args=new.args[1:])

    body = cst.IndentedBlock([cst.SimpleStatementLine([cst.Return(as_super(value.body))])])
    return cst.FunctionDef(cst.Name(name), value.params, body)
