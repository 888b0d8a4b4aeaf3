"""Whether code keeps a tensor under another name, and whether it makes a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter import subscripts, views
from porter.casts import casts
from porter.changes import Changes
from porter.containers import each_of, joins
from porter.copied_rows import copies_rows
from porter.fresh_arrays import copies
from porter.kinds import Array, Function, Module, Named, Tensor, Text, networks
from porter.tree import dotted, walk

if TYPE_CHECKING:
    from porter.facts import Facts, FunctionInfo

NO_BINDING = object()
_DEPTH = 3  # of calls that are looked into
_TENSORS = ("Tensor.", "Parameter.")


class Keeping:
    """Follows a tensor outwards, from its name through views and calls."""

    def __init__(
        self, facts: Facts, unaliased: Callable[[cst.Name], bool], of: Callable[[Facts], Keeping]
    ) -> None:
        self.facts = facts
        self.unaliased = unaliased  # whether a name is the only one of its tensor
        self.of = of  # the same of another file
        self._depth = 0
        self._outside = False  # a tensor that is returned is kept, too
        self._trusting = False  # functions that are not known keep nothing

    # -- bindings
    def bound_value(self, node: cst.CSTNode) -> Any:
        """What a name is bound to here: code, None (not known) or NO_BINDING where it is read."""
        above = self.facts.index.parents.get(node)
        if isinstance(above, cst.AssignTarget):
            return self._assigned(above)
        if isinstance(above, cst.AnnAssign) and above.target is node:
            return above.value if above.value is not None else NO_BINDING
        loop = isinstance(above, (cst.For, cst.CompFor, cst.NamedExpr)) and above.target is node
        if loop or isinstance(above, cst.AsName):
            return None
        part = isinstance(above, (cst.Element, cst.StarredElement))
        display = self.facts.index.parents.get(above) if part and above is not None else None
        if isinstance(display, (cst.Tuple, cst.List)):
            return self._unpacked(display, above, self.bound_value(display))
        return NO_BINDING

    def _assigned(self, target: cst.AssignTarget) -> Any:
        assign = self.facts.index.parents[target]
        assert isinstance(assign, cst.Assign)
        names = [t for t in assign.targets if not isinstance(t.target, cst.Subscript)]
        number = isinstance(assign.value, (cst.Integer, cst.Float))  # `correct = total = 0`
        return assign.value if len(names) == 1 or number else None

    def _unpacked(self, display: Any, element: Any, value: Any) -> Any:
        if isinstance(value, (cst.Tuple, cst.List)):
            if len(value.elements) == len(display.elements):
                return value.elements[list(display.elements).index(element)].value
        return each_of(self.facts, value)

    def alias(self, node: cst.CSTNode) -> str:
        """y of `y = x.view(-1)` and `y, z = x, 0`; "" where it is no plain name."""
        child, assign = node, self.facts.index.parents.get(node)
        while assign is not None and not isinstance(assign, cst.Assign):
            child, assign = assign, self.facts.index.parents.get(assign)
        if assign is None or len(assign.targets) != 1 or child is not assign.value:
            return ""
        target = assign.targets[0].target
        values: list[cst.CSTNode] = [assign.value]
        targets: list[cst.CSTNode] = [target]
        if isinstance(target, cst.Tuple) and isinstance(assign.value, cst.Tuple):
            if len(target.elements) != len(assign.value.elements):
                return ""
            values = [element.value for element in assign.value.elements]
            targets = [element.value for element in target.elements]
        for value, name in zip(values, targets):
            if isinstance(name, cst.Name) and self._views(value, node):
                return name.value
        return ""

    def _views(self, value: cst.CSTNode | None, node: cst.CSTNode) -> bool:
        """Whether an expression is a view of this node, or may be one."""
        while value is not None and value is not node:
            if isinstance(value, cst.IfExp):
                return self._views(value.body, node) or self._views(value.orelse, node)
            value = self.viewed(value)
        return value is node

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

    def _return(self, above: cst.Return, node: cst.CSTNode) -> bool:
        return self._outside

    def _attribute(self, above: cst.Attribute, node: cst.CSTNode) -> bool:
        name, outer = above.attr.value, self.facts.index.parents.get(above)
        if isinstance(outer, cst.Call) and outer.func is above:
            if isinstance(self.facts.kind(node), Array):
                return name in views.ARRAY_VIEWS and self.kept(outer)
            if not (self.facts.api(outer).startswith(_TENSORS) or self.facts.of_data(outer)):
                return True
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
        info = self._called(callee)
        if info is None or self._depth >= _DEPTH:
            return not self._trusting or views.puts(dotted(call.func) or "")
        if self._taken(info, call, above, returned=False):
            return True
        back = not self.allocates(call) and self._taken(info, call, above, returned=True)
        return back and self.kept(call)

    def _taken(self, info: FunctionInfo, call: cst.Call, arg: cst.Arg, *, returned: bool) -> bool:
        """Whether a function of the project keeps this argument; or gives it back."""
        names = [p.name.value for p in info.node.params.params]
        place = list(call.args).index(arg) + (info.cls is not None)
        name = arg.keyword.value if arg.keyword else names[place] if place < len(names) else ""
        if name not in names:
            return True
        with self._inside(info, returned) as home:
            return home._leaves(info, name, set())

    @contextmanager
    def _inside(self, info: FunctionInfo, returned: bool = False) -> Iterator[Keeping]:
        """The same for the body of a function, which may stand in another file."""
        home = self.of(info.home) if info.home is not None else self
        outer = home._depth, home._outside, home._trusting
        home._depth, home._outside, home._trusting = self._depth + 1, returned, self._trusting
        yield home
        home._depth, home._outside, home._trusting = outer

    def _leaves(self, info: FunctionInfo, name: str, seen: set[str]) -> bool:
        """Whether what a name of a function holds lives on behind it; its other names don't."""
        seen.add(name)
        for use in walk(info.node.body):
            if not (isinstance(use, cst.Name) and use.value == name):
                continue
            if self.bound_value(use) is not NO_BINDING or not self.kept(use):
                continue
            others = self.given_to(use)
            if not others or others & self.facts.once(Changes).declared:
                return True
            if any(self._leaves(info, other, seen) for other in others - seen):
                return True
        return False

    def given_to(self, node: cst.CSTNode) -> set[str]:
        """The names that are bound to a part of the tensor: y of `y = x[0]`."""
        above = self.facts.index.parents[node]
        while not isinstance(above, cst.Assign):
            part = isinstance(above, (cst.Subscript, cst.IfExp, cst.Tuple, cst.Element))
            view = isinstance(above, cst.Attribute) or self.viewed(above) is not None
            if not part and not view:
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

    def origin(self, target: cst.CSTNode) -> cst.CSTNode | None:
        """x of `x[rows]`, `x[0]`, `x.view(-1)[i]`: whose elements these are; None if unsure."""
        node: cst.CSTNode | None = target
        if isinstance(target, cst.Subscript):
            node = target.value
        while not isinstance(node, (cst.Name, type(None))):
            inner = self.viewed(node)
            if inner is None:
                return node
            name = self.facts.api(node).rpartition(".")[2]
            sure = isinstance(node, cst.Subscript) or name in views.SURE or name.endswith("_")
            node = inner if sure else None
        return node

    # -- is it new?
    def of_itself(self, value: cst.CSTNode, name: str) -> bool:
        """`x = x.view(-1)`: the same tensor as before, under the same name."""
        while True:
            if dotted(value) == name:
                return True
            inner = self.viewed(value)
            if inner is None:
                return False
            value = inner

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
            return callee.name in views.MAKERS
        layers = {one.cls for one in networks(callee)}
        if layers and all(cls.startswith("torch.") for cls in layers):
            return not any(map(views.passes, layers))
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in views.SAMPLES:
            return True  # of a distribution
        info = self._called(callee)
        if info is None or self._depth >= _DEPTH:
            return False
        returns = [n.value for n in walk(info.node.body) if isinstance(n, cst.Return)]
        with self._inside(info) as home:
            return bool(returns) and all(v is not None and home._own(v) for v in returns)

    def _own(self, value: cst.CSTNode) -> bool:
        """Whether what is returned has no other name; of a tuple each part, and each is another."""
        if isinstance(value, cst.Tuple):
            parts = [element.value for element in value.elements]
            names = [part.value for part in parts if isinstance(part, cst.Name)]
            return len(names) == len({*names}) and all(map(self._own, parts))
        return self.unaliased(value) if isinstance(value, cst.Name) else self.allocates(value)

    def _called(self, callee: Any) -> FunctionInfo | None:
        if isinstance(callee, Module):
            return self.facts.method(callee, "forward")
        return self.facts.function(callee) if isinstance(callee, Function) else None

    def viewed(self, value: cst.CSTNode) -> cst.BaseExpression | None:
        """x of a view of x."""
        if isinstance(value, cst.Subscript) and isinstance(self.facts.kind(value.value), Tensor):
            return None if copies_rows(self.facts, value) else value.value
        if isinstance(value, cst.Attribute):
            torchs = value.attr.value in views.VIEWS and bool(self.facts.api(value))
            return value.value if torchs else None
        if not isinstance(value, cst.Call) or casts(self.facts, value):
            return None
        layer = getattr(self.facts.kind(value.func), "cls", "")
        if len(value.args) == 1 and views.passes(layer):
            return value.args[0].value
        api = self.facts.api(value)
        name = api.rpartition(".")[2]
        if isinstance(value.func, cst.Attribute) and api.startswith(_TENSORS):
            changed = name.endswith("_") and not name.endswith("__")
            return value.func.value if name in views.VIEWS or changed else None
        given = {arg.keyword.value for arg in value.args if arg.keyword is not None}
        passing = name in views.VIEWS or name.endswith("_") or "inplace" in given
        return value.args[0].value if api and passing and value.args else None


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
