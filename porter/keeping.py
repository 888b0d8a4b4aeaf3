"""Whether code keeps a tensor under another name, and whether it makes a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter import callers, same_again, subscripts, views
from porter.bindings import NO_BINDING, TENSORS, Bindings
from porter.casts import casts
from porter.changes import Changes
from porter.containers import joins
from porter.copied_rows import copies_rows
from porter.dead_branches import never_returns
from porter.decorated import wrappings
from porter.fresh_arrays import copies, makes_array
from porter.kinds import Array, Module, Named, Tensor, Text, Union, networks
from porter.plan.overriding import is_of_base, overriding, unseen
from porter.tree import dotted, walk

if TYPE_CHECKING:
    from porter.facts import Facts, FunctionInfo

_DEPTH = 3  # of calls that are looked into
Part = tuple[int, int]  # of a tuple: which, and of how many


class Keeping(Bindings):
    """Follows a tensor outwards, from its name through views and calls."""

    def __init__(
        self, facts: Facts, unaliased: Callable[[cst.Name], bool], of: Callable[[Facts], Keeping]
    ) -> None:
        super().__init__(facts)
        self.unaliased = unaliased  # whether a name is the only one of its tensor
        self.of = of  # the same of another file
        self.depth = 0
        self._outside = False  # a tensor that is returned is kept, too
        self._trusting = False  # functions that are not known keep nothing

    # -- does the value live on?
    def kept(self, node: cst.CSTNode) -> bool:
        """Whether the value of this expression may get another name, or a place in a container."""
        above = self.facts.index.parents.get(node)
        method = _USES.get(type(above))
        return method(self, above, node) if method is not None else type(above) not in _HARMLESS

    def handed_out(self, node: cst.CSTNode) -> bool:
        """The same, or returned by its function."""
        outer, self._outside = self._outside, True
        found = self.kept(node)
        self._outside = outer
        return found

    def stays(self, node: cst.CSTNode) -> bool:
        """Whether the value lives on, if functions that are not known keep nothing but what they
        are called for: `memory.append(x)`."""
        outer, self._trusting = self._trusting, True
        found = self.kept(node)
        self._trusting = outer
        return found

    def given_back(self, node: cst.CSTNode) -> bool:
        """The same, or returned by its function."""
        outer, self._trusting = self._trusting, True
        found = self.handed_out(node)
        self._trusting = outer
        return found

    def passed_on(self, arg: cst.Arg) -> bool:
        """Whether a function of the project may give this argument back, and keeps it nowhere."""
        call = self.facts.index.parents[arg]
        infos = self.called(call) if isinstance(call, cst.Call) else []
        if not infos or not isinstance(call, cst.Call) or arg.star:
            return False
        outer, self._trusting = self._trusting, True
        found = any(self._taken(info, call, arg, returned=False) for info in infos)
        self._trusting = outer
        return not found

    def _return(self, above: cst.Return, node: cst.CSTNode) -> bool:
        return self._outside and not never_returns(self.facts, above)

    def _attribute(self, above: cst.Attribute, node: cst.CSTNode) -> bool:
        name, outer = above.attr.value, self.facts.index.parents.get(above)
        if isinstance(outer, cst.Call) and outer.func is above:
            if isinstance(self.facts.kind(node), Array):
                return name in views.ARRAY_VIEWS and self.kept(outer)
            if not (self.facts.api(outer).startswith(TENSORS) or self.facts.of_data(outer)):
                return name not in views.NUMBERS or self.facts.defines(name)
            view = name in views.VIEWS or name.endswith("_")
            return view and not casts(self.facts, outer) and self.kept(outer)
        return name not in views.FACTS and self.kept(above)

    def _argument(self, above: cst.Arg, node: cst.CSTNode) -> bool:
        call = self.facts.index.parents[above]
        if not isinstance(call, cst.Call):
            return True  # of a class definition
        if above.star or (above.keyword is not None and above.keyword.value == "out"):
            return True
        api = self.facts.api(call)
        if api and api != "Module.forward":
            name = api.rpartition(".")[2]
            if name[:1].isupper() or api.startswith(("torch.utils.", "torch.optim.", "Optimizer.")):
                return True
            passed = name in views.VIEWS and api.startswith("torch.")
            return self.kept(call) if passed or self.viewed(call) is node else False
        callee = self.facts.kind(call.func)
        if isinstance(callee, Module) and callee.cls.startswith("torch."):
            return views.passes(callee.cls) and self.kept(call)
        if isinstance(callee, Named):
            if callee.name.startswith("numpy."):
                return callee.name.rpartition(".")[2] in views.ARRAY_VIEWS and self.kept(call)
            return callee.name not in views.READERS and callee.name != "copy.deepcopy"
        if isinstance(call.func, cst.Attribute) and self.facts.kind(call.func.value) == Text():
            return False  # "{:.3f}".format(x)
        infos = self.called(call)
        if not infos or self.depth >= _DEPTH:
            return not self._trusting or views.puts(dotted(call.func) or "")
        if any(self._taken(info, call, above, returned=False) for info in infos):
            return True
        back = not self.allocates(call) and any(
            self._taken(info, call, above, returned=True) for info in infos
        )
        again = back and same_again.receives(self, call, dotted(node) or "")
        return back and not again and self.kept(call)

    def _taken(self, info: FunctionInfo, call: cst.Call, arg: cst.Arg, *, returned: bool) -> bool:
        """Whether a function of the project keeps this argument; or gives it back."""
        name = callers.parameter_of(info, call, arg)
        if not name:
            return True
        with self.inside(info, returned) as home:
            return home._leaves(info.node, name, set())

    @contextmanager
    def inside(self, info: FunctionInfo, returned: bool = False) -> Iterator[Keeping]:
        """The same for the body of a function, which may stand in another file."""
        home = self.of(info.home) if info.home is not None else self
        outer = home.depth, home._outside, home._trusting
        home.depth, home._outside, home._trusting = self.depth + 1, returned, self._trusting
        yield home
        home.depth, home._outside, home._trusting = outer

    def ended_with(self, function: cst.FunctionDef, node: cst.CSTNode) -> set[str]:
        """All names that a value gets in a function, if it has no others once that has ended."""
        names, seen = self.given_to(node), set[str]()
        outer, self._outside = self._outside, True
        found = any(self._leaves(function, name, seen) for name in names)
        self._outside = outer
        return set() if found else seen

    def _leaves(self, function: cst.FunctionDef, name: str, seen: set[str]) -> bool:
        """Whether what a name of a function holds lives on behind it; its other names don't."""
        seen.add(name)
        for use in walk(function.body):
            if not (isinstance(use, cst.Name) and use.value == name):
                continue
            if self.bound_value(use) is not NO_BINDING or not self.kept(use):
                continue
            others = self.given_to(use)
            if not others or others & self.facts.once(Changes).declared:
                return True
            if any(self._leaves(function, other, seen) for other in others - seen):
                return True
        return False

    def given_to(self, node: cst.CSTNode) -> set[str]:
        """The names that are bound to a part of the tensor: y of `y = x[0]`."""
        above = self.facts.index.parents[node]
        while not isinstance(above, cst.Assign):
            part = isinstance(above, (cst.Subscript, cst.IfExp, cst.Tuple, cst.Element))
            view = isinstance(above, cst.Attribute) or self.viewed(above) is not None
            given = isinstance(node, cst.Arg) or (
                isinstance(above, cst.Arg) and self.passed_on(above)
            )
            if not part and not view and not given:
                return set()
            node, above = above, self.facts.index.parents[above]
        found: set[str] = set()
        for target in above.targets:
            names: list[cst.BaseExpression] = [target.target]
            if isinstance(target.target, cst.Tuple):
                names = [element.value for element in target.target.elements]
            if not all(isinstance(name, cst.Name) for name in names):
                return set()
            found |= {name.value for name in names if isinstance(name, cst.Name)}
        return found

    def _subscript(self, above: cst.Subscript, node: cst.CSTNode) -> bool:
        outer = self.facts.index.parents.get(above)
        if above.value is not node or isinstance(outer, (cst.AssignTarget, cst.Del)):
            return False
        if isinstance(outer, cst.AugAssign) and outer.target is above:
            return False
        return not copies_rows(self.facts, above) and self.kept(above)

    def _operand(self, above: cst.CSTNode, node: cst.CSTNode) -> bool:
        return False

    def _outer(self, above: cst.CSTNode, node: cst.CSTNode) -> bool:
        return self.kept(above)

    def _sign(self, above: cst.UnaryOperation, node: cst.CSTNode) -> bool:
        return isinstance(above.operator, cst.Plus) and self.kept(above)

    def _choice(self, above: cst.IfExp, node: cst.CSTNode) -> bool:
        return above.test is not node and self.kept(above)

    def _assignment(self, above: cst.Assign, node: cst.CSTNode) -> bool:
        """`y = x`; not `x = x.view(-1)`, nor `y[0] = x`, which copies."""
        return any(
            not self._into_tensor(t.target) and not self.of_itself(node, dotted(t.target) or "")
            for t in above.targets
        )

    def _into_tensor(self, target: cst.CSTNode) -> bool:
        return isinstance(target, cst.Subscript) and isinstance(
            self.facts.kind(target.value), (Tensor, Array)
        )

    def _augmented(self, above: cst.AugAssign, node: cst.CSTNode) -> bool:
        return above.target is not node and not isinstance(
            self.facts.kind(above.target), (Tensor, Array)
        )

    def _loop(self, above: cst.For | cst.CompFor, node: cst.CSTNode) -> bool:
        return above.iter is node

    # -- is it new?
    def allocates(self, value: cst.CSTNode) -> bool:
        """Whether an expression makes a tensor that nobody else holds."""
        if isinstance(value, cst.IfExp):
            return self.allocates(value.body) and self.allocates(value.orelse)
        if isinstance(value, _NEW) or dotted(value) == "None" or casts(self.facts, value):
            return not joins(self.facts, value)
        if isinstance(value, cst.UnaryOperation):
            return not isinstance(value.operator, cst.Plus)
        if isinstance(value, cst.Call) and self.facts.api(value) in views.OF_ARRAYS:
            return self._made(value)
        if (inner := self.viewed(value)) is not None:
            return self.allocates(inner)
        if isinstance(value, cst.Subscript) and isinstance(self.facts.kind(value.value), Tensor):
            return copies_rows(self.facts, value)
        if isinstance(value, cst.Subscript) or subscripts.names_a_result(value):  # x.max(1)[0]
            return isinstance(value.value, cst.Call) and self.allocates(value.value)
        return isinstance(value, cst.Call) and self._made(value)

    def _made(self, call: cst.Call) -> bool:
        api = self.facts.api(call)
        name = api.rpartition(".")[2]
        if api and api != "Module.forward":
            if api in views.OF_ARRAYS:
                given = call.args[0].value if call.args else call
                return len(call.args) > 1 or copies(self.facts, given, views.OF_ARRAYS[api])
            if any(arg.keyword is not None and arg.keyword.value == "out" for arg in call.args):
                return False
            return name not in views.VIEWS and api.startswith(("torch.", "Tensor.", "Parameter."))
        callee = self.facts.kind(call.func)
        if of_data := self.facts.of_data(call):
            return of_data not in views.VIEWS
        if isinstance(callee, Named):
            return callee.name in views.MAKERS or makes_array(self.facts, call)
        layers = {one.cls for one in networks(callee)}
        if layers and all(cls.startswith("torch.") for cls in layers):
            return not any(map(views.passes, layers))
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in views.SAMPLES:
            if not self.facts.defines(call.func.attr.value):
                return True  # of a distribution
        infos = self.called(call) if self.depth < _DEPTH else []
        return bool(infos) and all(self._all_returns(info, Keeping._own) for info in infos)

    def _all_returns(
        self, info: FunctionInfo, fits: Callable[[Keeping, cst.CSTNode], bool]
    ) -> bool:
        """Whether all that a function returns is so; one that returns nothing has none."""
        lines = [n for n in walk(info.node.body) if isinstance(n, cst.Return)]
        with self.inside(info) as home:
            returns = [n.value for n in lines if not never_returns(home.facts, n)]
            kept = any(way.keeps for way in wrappings(self.facts, info))
            made = all(v is not None and fits(home, v) for v in returns)
            return bool(returns) and made and not kept

    def _own(self, value: cst.CSTNode) -> bool:
        """Whether what is returned has no other name; of a tuple each part, and each is another."""
        if isinstance(value, cst.Tuple):
            parts = [part for part in _flat(value) if dotted(part) != "None"]
            roots = [self._root(part) for part in parts]
            names = [root.value for root in roots if isinstance(root, cst.Name)]
            return len(names) == len({*names}) and all(map(self._own, parts))
        root = self._root(value)
        return self.unaliased(root) if isinstance(root, cst.Name) else self.allocates(value)

    def _root(self, value: cst.CSTNode) -> cst.CSTNode:
        """x of `x.view(-1)[0]`, and what is no view itself."""
        while (inner := self.viewed(value) or self._owner(value)) is not None:
            value = inner
        return value

    def _owner(self, value: cst.CSTNode) -> cst.CSTNode | None:
        """x of `x.reshape(1)` that is a number or a tensor."""
        func = value.func if isinstance(value, cst.Call) else None
        if isinstance(value, cst.Call) and isinstance(func, cst.Attribute):
            return func.value if self.facts.of_data(value) in views.VIEWS else None
        return None

    def part(self, use: cst.CSTNode) -> Part | None:
        """Which part of what is unpacked a name is bound to, and of how many: `loss` of
        `loss, entropy = self.losses(batch)`."""
        element: Any = self.facts.index.parents[use]
        display = self.facts.index.parents.get(element)
        outer = self.facts.index.parents.get(display) if display is not None else None
        if not isinstance(display, cst.Tuple) or not isinstance(outer, cst.AssignTarget):
            return None
        whole = self.bound_value(display)
        if not isinstance(whole, cst.CSTNode) or self.bound_value(use) is not whole:
            return None  # of `x, y = f(), g()` each has a value of its own
        return [*display.elements].index(element), len(display.elements)

    def makes_part(self, call: Any, part: Part) -> bool:
        """Whether a call of the program's functions makes this part of the tuple that it gives, and
        holds it nowhere."""
        infos = self.called(call) if isinstance(call, cst.Call) else []
        if not infos or self.depth >= _DEPTH:
            return False

        def fits(home: Keeping, value: cst.CSTNode) -> bool:
            return home._own_part(value, *part)

        return all(self._all_returns(info, fits) for info in infos)

    def _own_part(self, value: cst.CSTNode, place: int, count: int) -> bool:
        """Whether one part of what is returned has no other name, nor is in the other parts."""
        if not isinstance(value, cst.Tuple) or len(value.elements) != count:
            return False
        part = value.elements[place].value
        if not isinstance(value.elements[place], cst.Element) or not self._own(part):
            return False
        root = self._root(part)
        others = (n for e in value.elements if e.value is not part for n in walk(e.value))
        name = root.value if isinstance(root, cst.Name) else ""
        return not any(isinstance(n, cst.Name) and n.value == name for n in others)

    def called(self, call: cst.Call) -> list[FunctionInfo]:
        """All functions that a call may run, with those of heirs; none if one is not known."""
        callee = self.facts.kind(call.func)
        if isinstance(callee, Module):
            forward = self.facts.method(callee, "forward")
            return [forward] if forward is not None else []
        each = callee.kinds if isinstance(callee, Union) else {callee}
        known = [self.facts.function(one) for one in each]
        infos = [info for info in known if info is not None]
        if len(infos) == len(known) and is_of_base(self.facts, call):
            return infos
        if len(infos) < len(known) or any(unseen(info.home or self.facts, info) for info in infos):
            return []
        heirs = [heir for info in infos for heir in overriding(info.home or self.facts, info)]
        if any(self.facts.functions.get(heir.name) is not heir for heir in heirs):
            return []  # of another file
        return [*infos, *heirs]


def _flat(value: cst.Tuple) -> Iterator[cst.BaseExpression]:
    """The parts of a tuple, and of the tuples in it."""
    for element in value.elements:
        yield from _flat(element.value) if isinstance(element.value, cst.Tuple) else [element.value]


_USES: dict[type[Any], Callable[[Keeping, Any, cst.CSTNode], bool]] = {
    cst.Attribute: Keeping._attribute,
    cst.Arg: Keeping._argument,
    cst.Subscript: Keeping._subscript,
    cst.BinaryOperation: Keeping._operand,
    cst.Comparison: Keeping._operand,
    cst.ComparisonTarget: Keeping._operand,
    cst.UnaryOperation: Keeping._sign,
    cst.BooleanOperation: Keeping._outer,
    cst.Element: Keeping._outer,
    cst.Tuple: Keeping._outer,
    cst.List: Keeping._outer,
    cst.IfExp: Keeping._choice,
    cst.Assign: Keeping._assignment,
    cst.AugAssign: Keeping._augmented,
    cst.Return: Keeping._return,
    cst.For: Keeping._loop,
    cst.CompFor: Keeping._loop,
    cst.ListComp: Keeping._outer,
    cst.GeneratorExp: Keeping._outer,
    cst.Dict: Keeping._outer,
    cst.DictElement: Keeping._outer,
    cst.DictComp: Keeping._outer,
}
_NEW = (cst.BinaryOperation, cst.Comparison, cst.Integer, cst.Float)
_HARMLESS = frozenset({
    cst.Expr, cst.Index, cst.Slice, cst.FormattedStringExpression, cst.If, cst.While,
    cst.Assert, cst.Del, cst.CompIf,
})  # fmt: skip
