"""Objects that hand on what they are asked: `def __getattr__(self, name)` asks what they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from porter.codegen import code
from porter.facts import ClassInfo, FunctionInfo
from porter.kinds import Class
from porter.tree import dotted, walk


def held(info: ClassInfo, class_info: Callable[[str], ClassInfo | None]) -> str:
    """The attribute whose names a class hands on, "" where it has no `__getattr__` that does:
    "module" of `return getattr(self.module, name)`."""
    asked = _getattr(info, class_info)
    if asked is None or len(asked.positional) != 1:
        return ""
    params = asked.node.params
    own, name = (param.name.value for param in (*params.posonly_params, *params.params))
    for call in walk(asked.node.body):
        if isinstance(call, cst.Call) and dotted(call.func) == "getattr" and len(call.args) > 1:
            if dotted(call.args[1].value) == name:
                return next(_attributes(call.args[0].value, own), "")
    return ""


def _getattr(info: ClassInfo, class_info: Callable[[str], ClassInfo | None]) -> FunctionInfo | None:
    if "__getattr__" in info.methods:
        return info.methods["__getattr__"]
    bases = (class_info(base.name) for base in info.bases if isinstance(base, Class))
    found = (_getattr(base, class_info) for base in bases if base is not None)
    return next(filter(None, found), None)


def _attributes(node: cst.BaseExpression, own: str) -> Iterator[str]:
    """The a of `self.a`, `self.__dict__["a"]`, `object.__getattribute__(self, "a")`."""
    if isinstance(node, cst.Attribute) and dotted(node.value) == own:
        yield node.attr.value
    elif any(isinstance(n, cst.Name) and n.value in (own, "super") for n in walk(node)):
        texts = (n for n in walk(node) if isinstance(n, cst.SimpleString))
        yield from (code(text)[1:-1] for text in texts)
