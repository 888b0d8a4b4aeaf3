"""Assignments that bind networks, devices and leaves: copies of networks above all."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import ClassInfo, Facts, keyword
from porter.kinds import Device, Module, Named, Parameter, Tensor, networks
from porter.plan import freezing
from porter.plan.effects import effects
from porter.plan.leaves import makers
from porter.plan.no_grad import asks_for_gradients
from porter.plan.scopes import parameters
from porter.rewrite import copyable, lines
from porter.rewrite.expressions import Expressions
from porter.rewrite.spelling import Spelling
from porter.rulebook import Rulebook
from porter.tree import dotted, only, walk

_UNKNOWN = cst.Name("unknown")  # one of several constructors

_RECORDED = "what is recorded, TensorFlow's tensors do not know: nothing asserts it in the port"
_FROZEN = "a tape records it all the same: an optimizer that is given it trains it"


class Copies(Expressions):
    """Assignments that need more than their expressions rewritten."""

    def __init__(self, facts: Facts, book: Rulebook, spelling: Spelling) -> None:
        super().__init__(facts, book, spelling)
        self.copies: dict[str, cst.Call] = {}  # how a network in sight was constructed
        self.copied: set[cst.ClassDef | None] = set()  # whose networks copy themselves
        self.device_lines: dict[cst.CSTNode, str] = {}
        self.cls: ClassInfo | None = None
        self.function = ""  # the name of the method or function at hand

    def special(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        """Assignments that need more than their expressions rewritten."""
        small = only(node)
        if small is not None and asks_for_gradients(self.facts, small):
            self.count.seen += [n for n in walk(node) if self.facts.api(n)]
            self.note(node, "N402", _RECORDED)
            return []
        if not isinstance(small, cst.Assign) or len(small.targets) != 1:
            return None
        target, value = small.targets[0].target, small.value
        if isinstance(self.facts.kind(value), Device) and dotted(target) and self._idle(value):
            self.device_lines[node] = dotted(target) or ""
        constructor = self._unmoved(value)
        if isinstance(constructor, cst.Call):
            callee = self.facts.kind(constructor.func)
            name = dotted(target)
            if networks(self.facts.kind(constructor)) and name:
                if isinstance(callee, Named) and callee.name == "copy.deepcopy":
                    return self._copied(node, small, target, constructor)
                self.copies[name] = _either(name, self.copies.get(name), constructor)
        if isinstance(target, cst.Attribute) and target.attr.value == "requires_grad":
            base = target.value
            if target in self.facts.watched:
                self.count.seen.append(node)
                return []
            if isinstance(self.facts.kind(base), Parameter) and code(value) == "False":
                self.note(node, "N402", _FROZEN)
            if isinstance(self.facts.kind(base), Tensor) and code(value) == "True":
                self.count.seen.append(node)
                leaf = base.value if isinstance(base, cst.Name) else ""
                if isinstance(self.facts.kind(base), Parameter) and makers(self.facts, leaf):
                    return []
                return [node.with_changes(body=[self._leaf(small, base)])]
        return None

    def _leaf(self, assign: cst.Assign, base: cst.BaseExpression) -> cst.Assign:
        """A variable of the tensor. One of NumPy's numbers is a float64 scalar in torch, which
        counts as what it meets; TensorFlow's would not mix with the networks."""
        value, kind = self.expression(base), self.facts.kind(base)
        if isinstance(kind, Tensor) and kind.dtype is None:
            float32 = cst.Arg(self.spelling.tf("float32"))
            value = cst.Call(self.spelling.tf("cast"), [cst.Arg(value), float32])
        variable = cst.Call(self.spelling.tf("Variable"), [cst.Arg(value)])
        target = assign.targets[0].with_changes(target=base)
        return assign.with_changes(targets=[target], value=variable)

    def frozen(self, node: cst.For) -> list[Any]:
        """`for p in net.parameters(): p.requires_grad = False`, which TensorFlow does not need."""
        self.count.seen += [n for n in walk(node) if self.facts.api(n)]
        decides = freezing.decides(self.facts, node)
        if decides:
            self.leave(node, "P102", freezing.UNTRAINED, "")
            self.unported = False
            self.count.left.update(n for n in walk(node) if self.facts.api(n))
            return [lines.marked(node, self.problems[-1:])]
        if decides is None:
            self.note(node, "N402", _FROZEN)
        return []

    def _idle(self, value: cst.BaseExpression) -> bool:
        """Whether an expression calls nothing but torch."""
        return all(self.facts.api(n) for n in walk(value) if isinstance(n, cst.Call))

    def _unmoved(self, node: cst.BaseExpression) -> cst.BaseExpression:
        """`Actor(…)` of `Actor(…).to(device)`."""
        while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            if self.facts.api(node) not in ("Module.to", "Module.cuda", "Module.cpu"):
                break
            node = node.func.value
        return node

    def _copied(
        self, node: cst.SimpleStatementLine, small: cst.Assign, target: Any, copy: cst.Call
    ) -> list[Any] | None:
        """`target = copy.deepcopy(net)`: the same constructor again, and the weights."""
        source = keyword(copy.args, "x", 0)
        kind = self.facts.kind(source) if source is not None else None
        sequential = isinstance(kind, Module) and kind.cls == "torch.nn.Sequential"
        if source is None or kind is None or not networks(kind) or sequential:
            return None
        name = dotted(target) or ""
        weights = cst.parse_statement(
            f"{name}.set_weights({code(self.expression(source))}.get_weights())"
        )
        if name.startswith("self.") and self._set_in_init(name[5:]) and not self._in_init():
            return [lines.with_leading(weights, lines.leading(node))]
        constructor = self.copies.get(code(source))
        if constructor is None or not _repeatable(constructor):
            return None
        again = self.expression(constructor)
        self.copies[name] = constructor
        return [node.with_changes(body=[small.with_changes(value=again)]), weights]

    def deepcopy(self, node: cst.Call) -> Any:
        """A copy of a network whose constructor call is not in sight: its class can make it."""
        classes = copyable.classes(self.facts, self.book, self.facts.kind(node.args[0].value))
        if None in classes:
            message = "Keras networks can't be deep-copied, and no constructor call is in sight"
            hint = "construct a second network and call set_weights()"
            return self.leave(node, "P302", message, hint)
        self.copied |= classes
        return self.inside(node)

    def beside(self, node: cst.FunctionDef) -> dict[str, cst.Call]:
        """The constructions that a function knows of when it begins."""
        own = parameters(node)
        return {name: call for name, call in self.copies.items() if name not in own}

    def behind(self, node: cst.FunctionDef) -> dict[str, cst.Call]:
        """Those of a method that others can repeat: what they read is not the method's own."""
        own = parameters(node) | effects(node.body).writes
        own = {name for name in own if name.partition(".")[0] != "self"}
        return {
            name: call
            for name, call in self.copies.items()
            if name.startswith("self.") and own.isdisjoint(effects(call).reads)
        }

    def _in_init(self) -> bool:
        return self.function == "__init__"

    def _set_in_init(self, attribute: str) -> bool:
        init = self.cls.methods.get("__init__") if self.cls is not None else None
        if init is None:
            return False
        return any(
            isinstance(n, cst.AssignTarget) and dotted(n.target) == f"self.{attribute}"
            for n in walk(init.node.body)
        )


def _either(name: str, before: cst.Call | None, after: cst.Call) -> cst.Call:
    """How a network is constructed that several lines may have: by the class that it is of, if
    all give the same arguments; by nothing that can be repeated if not."""
    if before is None or code(before) == code(after):
        return after
    same = [code(arg) for arg in before.args] == [code(arg) for arg in after.args]
    cls = cst.parse_expression(f"type({name})") if same else _UNKNOWN
    return after.with_changes(func=cls)


def _repeatable(call: cst.Call) -> bool:
    """Whether evaluating the arguments again gives the same: names, attributes, constants."""
    return call.func is not _UNKNOWN and not any(
        isinstance(n, (cst.Call, cst.NamedExpr, cst.Await, cst.Yield))
        for arg in call.args
        for n in walk(arg)
    )
