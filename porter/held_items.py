"""Tensors in a dict or a list that nothing else holds: `self.shadow[name].mul_(decay)`.

The port puts a new tensor into the container, which is the same only if no item of it has another
name, now or when it is changed. All uses of the container have to be in sight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import libcst as cst

from porter.aliases import Aliases
from porter.bindings import NO_BINDING
from porter.changes import Changes
from porter.facts import Facts
from porter.kinds import Dictionary, Named
from porter.tree import dotted, walk

_EMPTY = frozenset({"dict", "OrderedDict", "collections.OrderedDict", "list"})
_READS = frozenset({"builtins.len", "builtins.sorted", "builtins.sum", "copy.deepcopy"})
_JOINS = frozenset({"torch.stack", "torch.cat"})
_OF_KEYS = frozenset({"keys", "clear"})
_OF_ITEMS = frozenset({"items", "values"})


class HeldItems:
    """Answers for one container, by its name."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.aliases = facts.once(Aliases)
        self.parents = facts.index.parents
        self._alone: dict[object, bool] = {}

    def alone(self, item: cst.Subscript) -> bool:
        """Whether nothing but its container holds the tensor `container[key]`."""
        if any(isinstance(node, (cst.Call, cst.NamedExpr, cst.Await)) for node in walk(item)):
            return False
        container = self._meant(item.value)
        key = self._name(container)
        if key is not None and key not in self._alone:
            self._alone[key] = all(map(self._is_plain, self._uses(container)))
        return key is not None and self._alone[key]

    def replaced(self, item: cst.Subscript) -> bool:
        """Whether a line of the file puts anything into a container of this name."""
        name = dotted(item.value)
        updated = any(dotted(c.func) == f"{name}.update" for c in self.facts.index.all(cst.Call))
        return (
            name is None
            or updated
            or any(
                isinstance(target.target, cst.Subscript) and dotted(target.target.value) == name
                for assign in self.facts.index.all(cst.Assign)
                for target in assign.targets
            )
        )

    def _meant(self, container: cst.BaseExpression) -> cst.BaseExpression:
        """self.data where it is `d`, of `d = self.data`."""
        line = self._bound_to(container) if isinstance(container, cst.Name) else None
        return line.value if line is not None and self._is_second_name(line.value) else container

    def _bound_to(self, name: cst.Name) -> cst.Assign | None:
        """The one line that binds a name of a function."""
        owner = self.facts.variables.owner(name)
        uses = self.facts.variables.uses(owner, name.value)
        lines = [self.parents[n] for n in uses if isinstance(self.parents[n], cst.AssignTarget)]
        one = self.parents[lines[0]] if len(lines) == 1 else None
        if not isinstance(one, cst.Assign) or not isinstance(owner, cst.FunctionDef):
            return None
        return one if len(one.targets) == 1 else None

    def _is_second_name(self, container: cst.CSTNode) -> bool:
        """`d = self.data` of a name that nothing else binds."""
        line = self.parents[container]
        target = line.targets[0].target if isinstance(line, cst.Assign) else None
        return (
            isinstance(container, cst.Attribute)
            and isinstance(target, cst.Name)
            and self._bound_to(target) is line
        )

    def _name(self, container: cst.CSTNode) -> object:
        """What tells the container from others; None if others may have it."""
        if isinstance(container, cst.Attribute):
            name = container.attr.value
            own = dotted(container) == f"self.{name}"
            cls = next(
                (n for n in self.facts.index.above(container) if type(n) is cst.ClassDef), None
            )
            if not own or cls is None:
                return None
            return None if self.facts.touched(name, cls.name.value, self.facts.path) else name
        if not isinstance(container, cst.Name):
            return None
        name, scope = container.value, self.aliases.scope(container)
        told = self.aliases.binders(container)
        function = isinstance(scope.node, cst.FunctionDef)
        declared = function and name in self.facts.once(Changes).declared
        apart = any(self.aliases.function(use) is not scope.node for use in self._uses(container))
        given = isinstance(scope.node, (cst.ClassDef, cst.Lambda)) or scope.node in told
        unsure = declared or given or (function and apart)
        return None if unsure or not told else (scope.node, name)

    def _uses(self, container: cst.CSTNode) -> Iterable[cst.CSTNode]:
        if isinstance(container, cst.Attribute):
            name = container.attr.value
            return (use for use in self.facts.index.all(cst.Attribute) if use.attr.value == name)
        assert isinstance(container, cst.Name)
        scope, name = self.aliases.scope(container), container.value
        return (use for use in scope.names[name] if self.aliases.belongs(use, scope, name))

    def _is_plain(self, use: cst.CSTNode) -> bool:
        """Whether no tensor of the container gets another name, or has one, by this use."""
        value = self.aliases.keeping.bound_value(use)
        if value is not NO_BINDING:
            return isinstance(value, cst.CSTNode) and self._is_new(value)
        above = self.parents[use]
        if isinstance(above, cst.Subscript) and above.value is use:
            return self._is_plain_item(above)
        if isinstance(above, (cst.For, cst.CompFor)):
            return self._is_plain_loop(use)
        if isinstance(above, cst.Attribute):
            call = self.parents[above]
            called = isinstance(call, cst.Call) and call.func is above
            if called and above.attr.value in _OF_ITEMS:
                return self._is_again(use, call) or self._is_plain_loop(call)
            return called and above.attr.value in _OF_KEYS
        if isinstance(above, cst.Arg):
            call = self.parents[above]
            callee = self.facts.kind(call.func) if isinstance(call, cst.Call) else None
            if self._is_call(call, "zip") or self._is_call(call, "enumerate"):
                return self._is_plain_loop(call, above)
            reads = isinstance(callee, Named) and callee.name in _READS
            return reads or self.facts.api(call) in ("Module.load_state_dict", *_JOINS)
        if isinstance(above, cst.Return):  # a name ends there, and it is the only one
            own = self.aliases.scope(use).node
            return isinstance(use, cst.Name) and own is self.aliases.function(above)
        if isinstance(above, cst.Assign) and self._is_second_name(use):
            name: cst.Name = above.targets[0].target  # type: ignore[assignment]
            uses = self.facts.variables.uses(self.facts.variables.owner(name), name.value)
            return all(self._is_plain(other) for other in uses if other is not name)
        return isinstance(above, cst.ComparisonTarget)

    def _is_plain_item(self, item: cst.Subscript) -> bool:
        above = self.parents[item]
        if isinstance(above, cst.AssignTarget):
            assign = self.parents[above]
            assert isinstance(assign, cst.Assign)
            return len(assign.targets) == 1 and self._allocates(assign.value)
        return not self.aliases.keeping.handed_out(item)

    def _is_plain_loop(self, items: cst.CSTNode, among: cst.Arg | None = None) -> bool:
        """Whether the tensors that a loop goes over get no name that outlives a turn; `among`: of
        the arguments of zip() or enumerate()."""
        loop, over = self.parents[items], items
        numbered = isinstance(loop, cst.Arg) and self._is_call(self.parents[loop], "enumerate")
        if numbered:
            over = self.parents[loop]
            loop = self.parents[over]
        if not isinstance(loop, (cst.For, cst.CompFor)) or loop.iter is not over:
            return False
        target: cst.BaseExpression = loop.target
        if numbered and isinstance(target, cst.Tuple) and len(target.elements) > 1:
            target = target.elements[1].value
        kept: Callable[[cst.CSTNode], bool] = self.aliases.keeping.handed_out
        return not any(
            kept(use)
            for name in self._named(target, items, among)
            for use in self.aliases.scope(name).names[name.value]
            if self.aliases.keeping.bound_value(use) is NO_BINDING
        )

    def _named(
        self, target: cst.BaseExpression, items: cst.CSTNode, among: cst.Arg | None
    ) -> list[cst.Name]:
        """The names of a loop that its tensors get: not those of keys, and of what is beside."""
        parts = [e.value for e in target.elements] if isinstance(target, cst.Tuple) else []
        call = items if isinstance(items, cst.Call) else None
        place = None
        if among is not None and call is not None:
            place = 1 if self._is_call(call, "enumerate") else call.args.index(among)
        elif call is not None and dotted(call.func).endswith(".items"):  # type: ignore[union-attr]
            place = 1
        elif isinstance(self.facts.kind(items), Dictionary):
            return []
        starred = any(isinstance(part, cst.StarredElement) for part in walk(target))
        whole = place is None or len(parts) <= place or starred
        found = target if whole or place is None else parts[place]
        return [node for node in walk(found) if isinstance(node, cst.Name)]

    def _is_call(self, node: cst.CSTNode, name: str) -> bool:
        """Whether it calls this function of Python's."""
        return isinstance(node, cst.Call) and self.facts.kind(node.func) == Named(
            f"builtins.{name}"
        )

    def _is_again(self, use: cst.CSTNode, call: cst.CSTNode) -> bool:
        """`d = {k: v for k, v in d.items()}`: another dict of the same tensors, which the name of
        the old one gets."""
        loop = self.parents[call]
        made = self.parents[loop] if isinstance(loop, cst.CompFor) else None
        line = self.parents[made] if isinstance(made, cst.DictComp) else None
        return (
            isinstance(use, cst.Name)
            and isinstance(line, cst.Assign)
            and len(line.targets) == 1
            and dotted(line.targets[0].target) == use.value
            and isinstance(made, cst.DictComp)
            and made.for_in is loop
            and not made.for_in.ifs
            and made.for_in.inner_for_in is None
            and [dotted(made.key), dotted(made.value)] == _pair(made.for_in.target)
        )

    def _is_new(self, value: cst.CSTNode) -> bool:
        """Whether it is a new container of new tensors."""
        if isinstance(value, cst.Dict):
            pairs = [one for one in value.elements if isinstance(one, cst.DictElement)]
            return len(pairs) == len(value.elements) and all(
                self._allocates(one.value) for one in pairs
            )
        if isinstance(value, cst.List):
            return all(self._allocates(one.value) for one in value.elements)
        if isinstance(value, cst.DictComp):
            over = value.for_in.iter
            old = (
                over.func.value
                if isinstance(over, cst.Call)
                and not over.args
                and isinstance(over.func, cst.Attribute)
                else None
            )
            return self._allocates(value.value) or (old is not None and self._is_again(old, over))
        if isinstance(value, cst.ListComp):
            return self._allocates(value.elt)
        if not isinstance(value, cst.Call):
            return False
        callee = self.facts.kind(value.func)
        if isinstance(callee, Named) and callee.name == "copy.deepcopy":
            return True
        return not value.args and dotted(value.func) in _EMPTY

    def _allocates(self, value: cst.CSTNode) -> bool:
        return self.aliases.keeping.allocates(value)


def _pair(target: cst.BaseExpression) -> list[str | None]:
    return [dotted(e.value) for e in target.elements] if isinstance(target, cst.Tuple) else []
