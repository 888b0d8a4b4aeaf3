"""What a host line reads of networks: it may not sink behind a step that changes that."""

from __future__ import annotations

from functools import cached_property

import libcst as cst

from porter.facts import Facts, getter
from porter.kinds import (
    Array,
    Class,
    Function,
    Kind,
    Module,
    Named,
    Nothing,
    Number,
    Parameter,
    Sequence,
    Tensor,
    Text,
    Tuple,
    networks,
)
from porter.tree import dotted, item_owner, walk

# What has no networks in it, and whose methods ask none.
_PLAIN = (Array, Class, Function, Named, Nothing, Number, Sequence, Tensor, Text, Tuple)
# Methods of texts, tensors and tables by names that networks do not have.
_VALUES = frozenset(
    "add_histogram add_scalar endswith format item items join keys lower numpy split startswith"
    " strip tolist upper values".split()
)
_FIXED = (Number, Text, Named, Nothing)
_FILLING = frozenset("add append appendleft extend insert setdefault update".split())
_REGISTER = "Module.register_buffer"


class Reading:
    """Answers for one statement; remembers functions."""

    def __init__(self, facts: Facts, others: dict[int, Reading] | None = None) -> None:
        self.facts = facts
        self._functions: dict[str, bool] = {}
        # Of the files that it calls into, and they into each other
        self._others: dict[int, Reading] = {} if others is None else others
        self._others[id(facts)] = self

    def networks(self, node: cst.CSTNode) -> bool:
        """Whether a network is asked for anything that training changes."""
        return any(self._asks(below) for below in walk(node))

    def _asks(self, node: cst.CSTNode) -> bool:
        kind = self.facts.kind(node)
        if isinstance(kind, Function):
            return self._called(kind.name)
        if not network_called(kind):
            return False
        above = self.facts.index.parents.get(node)
        return not isinstance(above, cst.Attribute) or not (self.fixed(above) or self._set(above))

    def _set(self, node: cst.Attribute) -> bool:
        """`net.alpha = alpha`: nothing of the network is read."""
        target = isinstance(self.facts.index.parents.get(node), cst.AssignTarget)
        return target and not getter(self.facts, node)

    def fixed(self, node: cst.Attribute) -> bool:
        """`net.v_min`, or a buffer: `net.atoms`."""
        if isinstance(self.facts.kind(node), (Module, Number)):
            return True  # the inner network is looked at itself
        return node.attr.value in self._buffers

    @cached_property
    def _buffers(self) -> frozenset[str]:
        """Names of buffers that nothing changes in place."""
        found: set[str] = set()
        for call, api in self.facts.apis.items():
            if api.name == _REGISTER and isinstance(call, cst.Call) and call.args:
                name = call.args[0].value
                if isinstance(name, cst.SimpleString):
                    found.add(str(name.evaluated_value))
        return frozenset(found - self._written)

    @cached_property
    def _written(self) -> set[str]:
        """Names of attributes that are set or changed in place: `net.a = x`, `net.a[0] += x`."""
        found: set[str] = set()
        parents = self.facts.index.parents
        for node in self.facts.index.all(cst.Attribute):
            above = parents.get(node)
            while isinstance(above, cst.Subscript):
                above = parents.get(above)
            changed = isinstance(above, cst.Attribute) and above.attr.value.endswith("_")
            target = isinstance(above, (cst.AssignTarget, cst.AugAssign, cst.Element))
            if changed or target:
                found.add(node.attr.value)
        return found

    def _called(self, name: str) -> bool:
        """Whether a function of the project may ask a network, or change what others read."""
        if name not in self._functions:
            self._functions[name] = False  # while it is looked at: it may call itself
            info = self.facts.function(Function(name))
            home = info.home if info is not None else None
            there = self if home is None else self._others.get(id(home))
            there = there or Reading(home or self.facts, self._others)
            self._functions[name] = info is None or any(
                there._asks(node)
                or isinstance(node, (cst.Global, cst.Nonlocal))
                or (isinstance(node, cst.Call) and there._vague(node))
                for node in walk(info.node.body)
            )
        return self._functions[name]

    def _vague(self, call: cst.Call) -> bool:
        """A call of something unknown, or with something unknown, could run a network."""
        owner = call.func.value if isinstance(call.func, cst.Attribute) else call.func
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in _VALUES:
            return False
        if self._library(owner):
            return False
        kinds: list[Kind] = [self.facts.kind(owner), self.facts.kind(call.func)]
        return not any(isinstance(kind, _PLAIN) for kind in kinds)

    def _library(self, owner: cst.BaseExpression) -> bool:
        """`self.meters[key]` of `self.meters = defaultdict(Meter)`: no network is in it."""
        owner = item_owner(owner)
        name = dotted(owner) or ""
        attribute = name.removeprefix("self.")
        if "." in attribute or attribute == name or name in self._filled:
            return False
        assigns = self.facts.index.all(cst.Assign)
        made = [a.value for a in assigns if name in {dotted(t.target) for t in a.targets}]
        return bool(made) and all(
            isinstance(value, cst.Call)
            and isinstance(self.facts.kind(value.func), Named)
            and all(isinstance(self.facts.kind(a.value), (Class, *_FIXED)) for a in value.args)
            for value in made
        )

    @cached_property
    def _filled(self) -> frozenset[str]:
        """What something is put into: `self.agents[name] = agent`, `self.agents.append(agent)`."""
        targets = [t.target for a in self.facts.index.all(cst.Assign) for t in a.targets]
        places = [t.value for t in targets if isinstance(t, cst.Subscript)]
        funcs = [call.func for call in self.facts.index.all(cst.Call)]
        methods = [func for func in funcs if isinstance(func, cst.Attribute)]
        places += [func.value for func in methods if func.attr.value in _FILLING]
        return frozenset(dotted(place) or "" for place in places)


def reads_weights(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a line reads a parameter itself: `self.log_alpha.exp()`."""
    return any(isinstance(facts.kind(below), Parameter) for below in walk(node))


def network_called(kind: Kind) -> bool:
    """Whether a call of it asks a network; a loss of torch's has nothing to train."""
    return not all(_is_loss(one.cls) for one in networks(kind))


def _is_loss(cls: str) -> bool:
    return cls.startswith("torch.nn.") and cls.endswith("Loss") and "Adaptive" not in cls
