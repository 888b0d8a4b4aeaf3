"""Assignments that bind networks, devices and leaves: copies of networks above all."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.changes import Changes
from porter.codegen import code
from porter.facts import ClassInfo, Facts, keyword
from porter.kept_outputs import KeptOutputs
from porter.kinds import Device, Module, Named, Tensor, item_of, networks
from porter.layer_changes import mode
from porter.plan.effects import effects
from porter.plan.freezing import Freezing, by_name, is_flag
from porter.plan.new_leaves import comes_through
from porter.plan.no_grad import asks_for_gradients
from porter.plan.scopes import parameters
from porter.reloaded import reloaded, unmoved
from porter.rewrite import lines
from porter.rewrite.expressions import Expressions
from porter.rewrite.replaced import replaces_part
from porter.rewrite.spelling import Spelling
from porter.rulebook import Rulebook
from porter.sharing.live_views import LiveViews
from porter.tree import dotted, only, walk

_UNKNOWN = cst.Name("unknown")  # one of several constructors

_NO_LEAF = "a gradient comes through this tensor: a variable would cut it off"
_NO_PARAMETER = "requires_grad is set of what may be a parameter or a tensor: porter can't tell"
_RECORDED = "what is recorded, TensorFlow's tensors do not know: nothing asserts it in the port"


_SETTINGS = frozenset({"p", "momentum", "eps", "negative_slope"})  # of layers of torch's


class Copies(Expressions):
    """Assignments that need more than their expressions rewritten."""

    def __init__(self, facts: Facts, book: Rulebook, spelling: Spelling) -> None:
        super().__init__(facts, book, spelling)
        self.copies: dict[str, cst.Call] = {}  # how a network in sight was constructed
        self.device_lines: dict[cst.CSTNode, str] = {}
        self.cls: ClassInfo | None = None
        self.function = ""  # the name of the method or function at hand
        self.own.update(dict.fromkeys(facts.once(Freezing).flags, self._flag))
        self.own.update(dict.fromkeys(facts.once(KeptOutputs).made, self._kept_outputs))
        changed = [n.target for n in facts.index.all(cst.AugAssign) if is_flag(n.target)]
        self.own.update(dict.fromkeys(changed, self._flag))
        live = facts.once(LiveViews)
        self.own.update(dict.fromkeys(live.views, self._as_function))
        self.own.update(dict.fromkeys(live.made, self._of_views))

    def _as_function(self, view: cst.CSTNode) -> cst.Lambda:
        """A view of a weight that changes with it."""
        return cst.Lambda(cst.Parameters(), self.plain(view))

    def _of_views(self, node: cst.CSTNode) -> Any:
        """The distribution of such views."""
        new = self.plain(node)
        assert isinstance(new, cst.Call), "a distribution is made by a call"
        return new.with_changes(func=cst.Name(self.spelling.block("NormalOfViews")))

    def _kept_outputs(self, _: cst.CSTNode) -> cst.Call:
        """A dict that graphs put tensors into."""
        return cst.Call(cst.Name(self.spelling.block("KeptOutputs")))

    def special(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        """Assignments that need more than their expressions rewritten."""
        small = only(node)
        if self.facts.once(Freezing).is_idle(node):
            self.count.seen += [n for n in walk(node) if self.facts.api(n)]
            return []
        if small is not None and asks_for_gradients(self.facts, small):
            self.count.seen += [n for n in walk(node) if self.facts.api(n)]
            self.note(node, "N402", _RECORDED)
            return []
        if not isinstance(small, cst.Assign) or len(small.targets) != 1:
            return None
        target, value = small.targets[0].target, small.value
        if self._is_device(target, value) and dotted(target) and self._idle(value):
            self.device_lines[node] = dotted(target) or ""
        constructor = unmoved(self.facts, value)
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
            flag = target in self.facts.once(Freezing).flags
            if isinstance(self.facts.kind(base), Tensor) and not flag:
                if isinstance(base, cst.Name) and comes_through(self.facts, small, base):
                    return [self.leave(node, "P102", _NO_LEAF, "leave the line out")]
                self.count.seen.append(node)
                return [node.with_changes(body=[self._leaf(small, base)])]
        if replaces_part(self.facts, target, value, self.cls, self.function):
            return [node.with_changes(body=[cst.Expr(self._replaced(target, value))])]
        return None

    def _is_device(self, target: cst.CSTNode, value: cst.BaseExpression) -> bool:
        """`device = …`, also of what may be a tensor or settings: `device = x.device`."""
        asked = isinstance(value, cst.Attribute) and value.attr.value == "device"
        return isinstance(self.facts.kind(value), Device) or (
            asked and isinstance(target, cst.Name)
        )

    def _replaced(self, target: Any, value: cst.BaseExpression) -> cst.Call:
        """`replace_part(net, "head", Linear(8, 2))`"""
        place = self.expression(target)
        given = [place.value, cst.SimpleString(f'"{place.attr.value}"'), self.expression(value)]
        return cst.Call(cst.Name(self.spelling.block("replace_part")), [cst.Arg(v) for v in given])

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

    def _flag(self, node: Any) -> Any:
        """`p.requires_grad = False` is `p.trained = False`; what nobody needs is left out."""
        if isinstance(node, cst.Attribute):
            self.count.seen.append(node)
            value = self.facts.once(Freezing).flags.get(node) or node
            if node not in self.facts.once(Freezing).flags:  # `p.requires_grad ^= True`
                hint = "write p.requires_grad = not p.requires_grad"
                return self.leave(node, "P102", "requires_grad is changed where it stands", hint)
            if not isinstance(self.facts.kind(node.value), Tensor) and dotted(value) != "False":
                hint = "set it in a loop over net.parameters(), or annotate it: nn.Parameter"
                return self.leave(node, "P102", _NO_PARAMETER, hint)
            return node.with_changes(value=self.expression(node.value), attr=cst.Name("trained"))
        if by_name(node):
            whose, _, flag = node.args
            name = whose.with_changes(value=cst.SimpleString('"trained"'))
            return node.with_changes(args=[self.expression(whose), name, self.expression(flag)])
        return self.plain(node if node in self.facts.once(Freezing).live else node.func.value)

    def _idle(self, value: cst.BaseExpression) -> bool:
        """Whether an expression calls nothing but torch."""
        return all(self.facts.api(n) for n in walk(value) if isinstance(n, cst.Call))

    def _copied(
        self, node: cst.SimpleStatementLine, small: cst.Assign, target: Any, copy: cst.Call
    ) -> list[Any] | None:
        """`target = copy.deepcopy(net)`: the same constructor again, and the weights."""
        source = keyword(copy.args, "x", 0)
        kind = self.facts.kind(source) if source is not None else None
        sequential = isinstance(kind, Module) and kind.cls == "torch.nn.Sequential"
        if source is None or kind is None or not networks(kind) or sequential:
            return None
        if code(source) == code(target):
            return None  # it takes the weights of the one that goes
        if any(_has_changing_settings(self.facts, network) for network in networks(kind)):
            return None  # the copy has them as they are now
        name = dotted(target) or ""
        weights = cst.parse_statement(
            f"{name}.set_weights({code(self.expression(source))}.get_weights())"
        )
        flags: list[Any] = []
        if self.facts.once(Freezing).may_freeze(source):
            block = self.spelling.block("trained_as")
            flags = [cst.parse_statement(f"{block}({name}, {code(self.expression(source))})")]
        if reloaded(self.facts, small):
            if any(mode(self.facts, self.facts, network) for network in networks(kind)):
                given, modes = (self.spelling.block(name) for name in ("with_modes", "modes"))
                of_copy = f"{given}({name}, {modes}({code(self.expression(source))}))"
                flags.append(cst.parse_statement(of_copy))
            return [lines.with_leading(weights, lines.leading(node)), *flags]
        constructor = self.copies.get(code(source))
        if constructor is None or not _repeatable(constructor):
            return None
        again = self.expression(constructor)
        self.copies[name] = constructor
        return [node.with_changes(body=[small.with_changes(value=again)]), weights, *flags]

    def deepcopy(self, node: cst.Call) -> Any:
        """A copy of a network whose constructor call is not in sight: it can make another one."""
        kind = self.facts.kind(node.args[0].value)
        copied = networks(kind) or networks(item_of(kind))
        if copied and self.facts.once(Freezing).may_freeze(node.args[0].value):
            block, source = self.spelling.block("trained_as"), self.expression(node.args[0].value)
            return cst.Call(cst.Name(block), [cst.Arg(self.inside(node)), cst.Arg(source)])
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


def _either(name: str, before: cst.Call | None, after: cst.Call) -> cst.Call:
    """How a network is constructed that several lines may have: by the class that it is of, if
    all give the same arguments; by nothing that can be repeated if not."""
    if before is None or code(before) == code(after):
        return after
    same = [code(arg) for arg in before.args] == [code(arg) for arg in after.args]
    cls = cst.parse_expression(f"type({name})") if same else _UNKNOWN
    return after.with_changes(func=cls)


def _has_changing_settings(
    facts: Facts, network: Module, seen: frozenset[str] = frozenset()
) -> bool:
    """Whether something sets what a network keeps beside its layers: `net.temperature = 0.5`."""
    info = facts.class_info(network.cls)
    if info is None or network.cls in seen:
        return not facts.once(Changes).attributes.isdisjoint(_SETTINGS)
    seen |= {network.cls}
    for name, kind in info.attributes.items():
        if isinstance(kind, Module):
            if _has_changing_settings(facts, kind, seen):
                return True
        elif name in facts.once(Changes).attributes and not isinstance(kind, Tensor):
            return True
    return False


def _repeatable(call: cst.Call) -> bool:
    """Whether evaluating the arguments again gives the same: names, attributes, constants."""
    return call.func is not _UNKNOWN and not any(
        isinstance(n, (cst.Call, cst.NamedExpr, cst.Await, cst.Yield))
        for arg in call.args
        for n in walk(arg)
    )
