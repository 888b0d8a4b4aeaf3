"""Buffers that the program gives another value: `self.mean = 0.9 * self.mean + …`.

torch binds the buffer to another tensor, and it stays the buffer: state_dict() has it. In the port
a buffer is a variable, so it is assigned to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import libcst as cst

from porter.aliases import Aliases
from porter.codegen import code
from porter.kinds import (
    Class,
    Instance,
    Kind,
    Module,
    Named,
    Number,
    Parameter,
    Tensor,
    Text,
    Unknown,
    networks,
)
from porter.plan.scopes import parameters
from porter.running_buffers import RunningBuffers
from porter.tree import item_owner, walk

if TYPE_CHECKING:
    from porter.facts import ClassInfo, Facts

_JOINS = frozenset(f"torch.{name}" for name in "cat concat concatenate hstack stack vstack".split())
_CUTS = frozenset("data detach item numpy requires_grad_".split())
_SAVED = ("state_dict", "load_state_dict", "buffers", "named_buffers", "deepcopy")
_SETTERS = (Named("builtins.setattr"), Named("builtins.delattr"))
_OFF = frozenset({"torch.no_grad", "torch.inference_mode"})
Refusal = tuple[str, str]  # what is wrong, what to do


class AssignedBuffers:
    """The assignments to buffers in a file, and where it keeps what a buffer was before."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.assigned: set[cst.CSTNode] = set()
        self.refused: dict[cst.CSTNode, Refusal] = {}
        self.names: set[str] = set()
        self.kept: set[cst.CSTNode] = set()  # reads whose tensor the program goes on with
        self._known = {name for info in _classes(facts) for name in info.buffers}
        if not self._known:
            return
        for assign in facts.index.all(cst.Assign):
            self._examine(assign)
            self._set_unseen(assign)
        for line in facts.index.all(cst.Del):
            if any(map(self.is_buffer, parts(line.target))):
                self.refused[line] = _DELETED
        for change in facts.index.all(cst.AugAssign):
            if self.is_buffer(change.target) and self._carries(change):
                self.refused[change] = _GRADIENT
        for line, place, value in self._stores():
            if self._overwrites(line, place, value):
                self.refused[line] = _GRADIENT
        for setter in ("setattr", "delattr"):
            for call in facts.index.called.get(setter, ()):
                self._set_by_name(call)
        if self.names:
            self.kept.update(self._reads())

    def _examine(self, assign: cst.Assign) -> None:
        targets = [found for target in assign.targets for found in parts(target.target)]
        buffers = [target for target in targets if self.is_buffer(target)]
        if not buffers or isinstance(self._facts.kind(assign.value), Parameter):
            return  # of `self.loc = nn.Parameter(…)`: a parameter takes a buffer's place
        refusal = self._problem(assign, buffers) if len(buffers) == len(targets) else _TOGETHER
        refusal = refusal if len(assign.targets) == 1 else _TOGETHER
        if refusal is not None:
            self.refused[assign] = refusal
        elif self._may_carry(assign, buffers):
            if self._is_saved():
                self.refused[assign] = _GRADIENT
        else:
            self.assigned.add(assign)
            self.names |= {_name(target) for target in buffers}

    def _problem(self, assign: cst.Assign, buffers: Sequence[cst.CSTNode]) -> Refusal | None:
        """What an assignment to a variable can't do: another dtype, another shape."""
        calls = [n for n in walk(assign.value) if isinstance(n, cst.Call)]
        if any(self._facts.api(call) in _JOINS for call in calls[:1]):
            return _SHAPE
        if len(buffers) > 1:
            return None
        before, after = self._declared(buffers[0]), self._facts.kind(assign.value)
        if not isinstance(before, Tensor) or not isinstance(after, Tensor):
            return None
        if before.rank != after.rank and None not in (before.rank, after.rank):
            return _SHAPE
        other = before.dtype != after.dtype and None not in (before.dtype, after.dtype)
        return _DTYPE if other else None

    def _set_by_name(self, call: cst.Call) -> None:
        """`setattr(self, "mean", x)`, `setattr(net, name, x)`, `delattr(self, "mean")`."""
        kind, statement = self._facts.kind(call.func), self._facts.index.parents.get(call)
        if kind not in _SETTERS or len(call.args) < 2 or statement is None:
            return
        owner, name, *values = (arg.value for arg in call.args)
        held = all_buffers(self._facts, self._facts.kind(owner))
        if isinstance(name, cst.SimpleString):
            told = str(name.evaluated_value) in held
        else:
            told = bool(held) and not any(map(self._is_no_tensor, values))
        if told:
            self.refused[statement] = _SETATTR

    def _is_no_tensor(self, value: cst.BaseExpression) -> bool:
        """Whether it may not be what a buffer is given."""
        kind = self._facts.kind(value)
        return bool(networks(kind)) or isinstance(kind, (Number, Text, Parameter))

    def _set_unseen(self, assign: cst.Assign) -> None:
        """`thing.mean = x` of what porter does not know, where networks have such buffers."""
        target = assign.targets[0].target
        if isinstance(target, cst.Attribute) and target.attr.value in self._known:
            tensor = isinstance(self._facts.kind(assign.value), Tensor)
            if tensor and isinstance(self._facts.kind(target.value), Unknown):
                self.refused[assign] = _UNSEEN

    # -- gradients
    def _may_carry(self, assign: cst.Assign, buffers: Sequence[cst.CSTNode]) -> bool:
        """Whether a loss may go through what the buffer is given: a variable has no history.

        A value that is made of the buffer's last one has none in torch either: the second
        backward() would have to go through the first's graph, which is gone.
        """
        function = self._facts.index.function(assign)
        nodes = self._with_history(assign)
        if function is None or not nodes:
            return False
        names = {_name(target) for target in buffers}
        if any(self.is_buffer(n) and _name(n) in names for n in nodes):
            return False
        if RunningBuffers(self._facts, self.is_buffer).make(nodes):
            return False
        return not self._is_whole(assign.value) and self._in_forward(function)

    def _carries(self, change: cst.AugAssign) -> bool:
        """Whether what a buffer changes by is made of parameters: torch's buffer has a history from
        then on, until a detach_()."""
        nodes = self._with_history(change)
        calls = (n for n in nodes if isinstance(n, cst.Call))
        learned = (n for n in nodes if isinstance(self._facts.kind(n), Parameter))
        return any(networks(self._facts.kind(call.func)) for call in calls) or any(
            not self.is_buffer(n) for n in learned
        )

    def _stores(self) -> Iterator[tuple[cst.CSTNode, cst.Attribute, cst.BaseExpression]]:
        """`self.var.copy_(v)` and `self.var[i] = v`: the line, the buffer, and v."""
        for call in self._facts.index.all(cst.Call):
            func = call.func
            line = self._facts.index.parents[call]
            if isinstance(func, cst.Attribute) and func.attr.value == "copy_" and call.args:
                place = item_owner(func.value)
                if isinstance(place, cst.Attribute) and isinstance(line, cst.Expr):
                    yield line, place, call.args[0].value
        for assign in self._facts.index.all(cst.Assign):
            for target in assign.targets:
                place = item_owner(target.target)
                stored = place is not target.target
                if stored and isinstance(place, cst.Attribute):
                    yield assign, place, assign.value

    def _overwrites(
        self, line: cst.CSTNode, place: cst.Attribute, value: cst.BaseExpression
    ) -> bool:
        """Whether a loss goes through what a buffer is given in place, which forward reads."""
        function = self._facts.index.function(line)
        if function is None or not self.is_buffer(place) or not self._in_forward(function):
            return False
        nodes, name = self._history_of(value, line), place.attr.value
        own = any(self.is_buffer(n) and _name(n) == name for n in nodes)
        if own or not self._learns(nodes, function) or self._is_whole(value):
            return False
        reads = (n for n in self._facts.index.all(cst.Attribute) if n.attr.value == name)
        inside = (
            self._facts.index.function(n) for n in reads if n is not place and self.is_buffer(n)
        )
        return any(one is not None and self._in_forward(one) for one in inside)

    def _learns(self, nodes: Sequence[cst.CSTNode], function: cst.FunctionDef) -> bool:
        """Whether a value with these parts may have a gradient: it is made of what the function is
        given, of parameters, or by a network."""
        given = parameters(function) - {"self"}
        for node in nodes:
            kind = self._facts.kind(node)
            if isinstance(node, cst.Call) and networks(self._facts.kind(node.func)):
                return True
            if isinstance(kind, Parameter) and not self.is_buffer(node):
                return True
            if isinstance(node, cst.Name) and node.value in given:
                if not isinstance(kind, (Number, Text)):
                    return True
        return False

    def _is_whole(self, value: cst.BaseExpression) -> bool:
        kind = self._facts.kind(value)
        return isinstance(kind, Tensor) and not (kind.dtype or "float").startswith("float")

    def _with_history(self, line: cst.Assign | cst.AugAssign) -> list[cst.CSTNode]:
        """What the value of a line in a function is made of; nothing where its history is cut."""
        return self._history_of(line.value, line)

    def _history_of(self, value: cst.CSTNode, line: cst.CSTNode) -> list[cst.CSTNode]:
        function = self._facts.index.function(line)
        if function is None or self._without_gradient(line):
            return []
        nodes = list(self._made_of(value, function))
        cut = any(isinstance(n, cst.Attribute) and n.attr.value in _CUTS for n in nodes)
        return [] if cut else nodes

    def _made_of(self, value: cst.CSTNode, function: cst.FunctionDef) -> Iterator[cst.CSTNode]:
        """The parts of a value, also of the names of the function that it reads."""
        open_: list[cst.CSTNode] = [value]
        seen: set[str] = set()
        inside = [n for n in self._facts.index.all(cst.Assign) if _is_in(self._facts, n, function)]
        while open_:
            for node in walk(open_.pop()):
                yield node
                if isinstance(node, cst.Name) and node.value not in seen:
                    seen.add(node.value)
                    open_ += [
                        n.value
                        for n in inside
                        if any(node.value == code(t) for x in n.targets for t in parts(x.target))
                    ]

    def _without_gradient(self, node: cst.CSTNode) -> bool:
        for above in self._facts.index.above(node):
            if isinstance(above, cst.With):
                asked = [item.item for item in above.items]
            elif isinstance(above, cst.FunctionDef):
                asked = [d.decorator for d in above.decorators]
            else:
                continue
            if any(self._facts.api(one) in _OFF for one in asked):
                return True
        return False

    def _in_forward(self, function: cst.FunctionDef) -> bool:
        """Whether a forward pass runs the function."""
        open_, seen = [function], set[cst.CSTNode]()
        while open_:
            one = open_.pop()
            if one.name.value == "forward":
                return True
            if one in seen:
                continue
            seen.add(one)
            info = self._facts.defined_at(one)
            uses = self._facts.uses.get(info.name, []) if info is not None else []
            open_ += filter(None, map(self._facts.index.function, uses))
        return False

    def _is_saved(self) -> bool:
        """Whether the program asks for all buffers of a network, here or in another file."""
        used = {node.attr.value for node in self._facts.index.all(cst.Attribute)}
        used |= {node.value for node in self._facts.index.all(cst.Name)}
        others = (self._facts.mentioned(name, self._facts.path) for name in _SAVED)
        return bool(used.intersection(_SAVED)) or any(others)

    # -- whose attribute
    def is_buffer(self, node: cst.CSTNode) -> bool:
        """Whether it is an attribute that register_buffer() made."""
        return is_buffer(self._facts, node)

    def _declared(self, node: cst.CSTNode) -> Kind | None:
        assert isinstance(node, cst.Attribute)
        return all_buffers(self._facts, self._facts.kind(node.value))[node.attr.value]

    def _reads(self) -> Iterator[cst.CSTNode]:
        index, keeping = self._facts.index, self._facts.once(Aliases).keeping
        places = [target.target for assign in index.all(cst.Assign) for target in assign.targets]
        places += [node.target for node in index.all(cst.AugAssign, cst.AnnAssign)]
        targets = {part for place in places for part in parts(place)}
        for node in index.all(cst.Attribute):
            if node.attr.value in self.names and self.is_buffer(node) and node not in targets:
                if keeping.handed_out(node):
                    yield node


def parts(target: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What an assignment sets: a and b of `a, b = …`."""
    if isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            yield from parts(element.value)
    else:
        yield target


def _name(node: cst.CSTNode) -> str:
    assert isinstance(node, cst.Attribute)
    return node.attr.value


def _is_in(facts: Facts, node: cst.CSTNode, function: cst.FunctionDef) -> bool:
    return any(above is function for above in facts.index.above(node))


def _classes(facts: Facts) -> Iterator[ClassInfo]:
    yield from facts.classes.values()
    yield from facts.other_classes.values()


def all_buffers(facts: Facts, owner: Kind) -> dict[str, Kind]:
    """The buffers of a network, also those that a base registers, with what they were at first."""
    info = facts.class_info(owner.cls) if isinstance(owner, (Instance, Module)) else None
    if info is None:
        return {}
    found = dict(info.buffers)
    for base in info.bases:
        if isinstance(base, Class):
            found = {**all_buffers(facts, Module(base.name)), **found}
    return found


def is_buffer(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it is an attribute that register_buffer() made."""
    if not isinstance(node, cst.Attribute):
        return False
    return node.attr.value in all_buffers(facts, facts.kind(node.value))


_TOGETHER = ("a buffer is set together with something else", "give it a line of its own")
_SHAPE = (
    "the buffer gets another shape, and a variable keeps its shape",
    "make the buffer as large as it gets, and fill it",
)
_DTYPE = (
    "the buffer gets another dtype, and a variable keeps its dtype",
    "register it with the dtype that it gets",
)
_GRADIENT = (
    "a loss may go through what this buffer is given, and a variable has no history",
    "detach() the value, or keep it in an attribute that is no buffer",
)
_SETATTR = ("a buffer is set by its name", "set the attribute itself")
_UNSEEN = (
    "a network may have this as a buffer, and porter can't tell",
    "copy_() the value into it",
)
_DELETED = ("a buffer is deleted, and a variable stays", "give it another value")
