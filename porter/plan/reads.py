"""What a trace reads of objects, lists and the module: where it is something else at the next call,
the trace would go on with what it found first."""

from __future__ import annotations

import libcst as cst

from porter.changes import Changes
from porter.codegen import code
from porter.facts import ClassInfo, Facts, FunctionInfo, getter
from porter.kinds import Instance
from porter.plan.effects import comprehended
from porter.plan.frozen import frozen, is_value
from porter.plan.scopes import rebound
from porter.plan.traced_kinds import is_torchs
from porter.state_variables import StateVariables
from porter.tree import children, dotted, has_decorator, statements, walk


class Reads:
    """Answers for attributes, items and names; `Traceable` does for the rest."""

    def __init__(self, facts: Facts) -> None:
        self.own = facts
        self.facts = facts  # of the file whose code is looked at
        self._called = 0  # how deep in functions that are called
        self._local: list[set[str]] = []  # their own names

    def expression(self, node: cst.CSTNode) -> str | None:
        raise NotImplementedError

    def function(self, name: str, exact: bool = False) -> str | None:
        raise NotImplementedError

    def _parts(self, node: cst.CSTNode) -> str | None:
        return next((why for child in children(node) if (why := self.expression(child))), None)

    def _attribute(self, node: cst.Attribute) -> str | None:
        read = getter(self.facts, node)
        if read is not None:
            return self._getter_replaced(node, read) or self.function(read.name)
        if why := self._special(node, node.value, "__getattr__"):
            return why
        named = dotted(node) is not None
        kept = self.facts.once(StateVariables).keeps(node)
        if (self._called or not named) and not kept and self._frozen(node):
            return f"it reads {code(node)}, which changes"
        return None if named else self.expression(node.value)

    def _subscript(self, node: cst.Subscript) -> str | None:
        return self._special(node, node.value, "__getitem__") or self._parts(node)

    def _special(self, node: cst.CSTNode, owner: cst.BaseExpression, name: str) -> str | None:
        """Why a trace can't read what a method of an object's class gives."""
        kind = self.facts.kind(owner)
        info = self.facts.class_info(kind.cls) if isinstance(kind, Instance) else None
        if info is None or (isinstance(node, cst.Attribute) and _has(info, node.attr.value)):
            return None
        method = self.facts.method(kind, name)
        return self.function(method.name) if method is not None else None

    def _is_local(self, item: cst.CSTNode) -> bool:
        """Whether a list or dict is the called function's own, or given to it."""
        return isinstance(item, cst.Subscript) and dotted(item.value) in self._local[-1]

    def _replaced(self, node: cst.BaseExpression) -> str | None:
        """A network or a function of which the program has another one later, or a list."""
        while isinstance(node, cst.Subscript):
            if why := next(filter(None, map(self._parts, node.slice)), None):
                return why  # `self.blocks[: self.depth]`
            node = node.value
        if isinstance(node, cst.Name):
            return self._global(node)
        changes = isinstance(node, cst.Attribute) and self._frozen(node)
        return f"it reads {code(node)}, which changes" if changes else None

    def _frozen(self, node: cst.Attribute) -> bool:
        """Whether the program changes it here, or in the file of the update."""
        other = self.own is not self.facts and not is_torchs(self.facts.kind(node.value))
        own = other and self.own.once(Changes).changes(node, self.facts)
        return frozen(self.facts, node) or (own and is_value(self.facts, node))

    def _getter_replaced(self, node: cst.Attribute, read: FunctionInfo) -> str | None:
        """A property without a setter that the program sets on the class; one that keeps its value
        would keep a symbol."""
        if not has_decorator(read.node, "property"):
            return "it would keep a symbol"
        own = statements(read.cls.node.body) if read.cls is not None else ()
        made = [
            n for n in own if isinstance(n, cst.FunctionDef) and n.name.value == node.attr.value
        ]
        replaced = len(made) == 1 and self.facts.once(Changes).sets(node)
        return f"it reads {code(node)}, which changes" if replaced else None

    def _function_replaced(self, func: cst.BaseExpression) -> str | None:
        """A function of the module whose name gets another one."""
        replaced = isinstance(func, cst.Name) and func.value in self.facts.once(Changes).declared
        return f"it calls {code(func)}, which changes" if replaced else None

    def _global(self, node: cst.Name) -> str | None:
        """A called function may not read a name of the module that changes."""
        if not self._called or node.value in self._local[-1]:
            return None
        if node.value not in self.facts.once(Changes).globals and not rebound(self.facts, node):
            return None
        changes = is_value(self.facts, node) and not self._comprehended(node)
        return f"it reads {node.value}, which changes" if changes else None

    def _comprehended(self, node: cst.Name) -> bool:
        """Whether a name is that of a comprehension's own loop: `g` in `[g.sum() for g in grads]`,
        but not in `[x for x in g]`."""
        around = (a for a in self.facts.index.above(node) if isinstance(a, cst.BaseComp))
        return any(
            node.value in comprehended(one) and not any(n is node for n in walk(one.for_in.iter))
            for one in around
        )


def _has(info: ClassInfo, name: str) -> bool:
    """Whether objects of the class have it without asking `__getattr__`."""
    return name in info.attributes or name in info.methods
