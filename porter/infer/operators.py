"""Kinds of operators, subscripts and comprehensions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import reduce

import libcst as cst

from porter import promotion, subscripts
from porter.facts import Api, ClassInfo, Facts, Scope
from porter.held_variables import held
from porter.infer import arrays, foreign, host_kinds, optimizers, own_optimizers, records
from porter.infer.displays import Displays
from porter.infer.names import NOT_KNOWN
from porter.infer.narrowing import Narrowing, ended
from porter.infer.overloads import Overloads
from porter.infer.registries import Registries, makes
from porter.infer.types_asked import asked_for_tensor
from porter.infer.unpacking import indexed
from porter.infer.unset import unreached
from porter.kinds import (
    HOST,
    NEVER,
    TAINTED,
    TENSOR,
    UNKNOWN,
    Array,
    Dictionary,
    Dtype,
    Instance,
    Kind,
    Listed,
    Memory,
    Module,
    Named,
    Number,
    Optimizer,
    OptimizerDict,
    Parameter,
    Parameters,
    ParamGroup,
    Sequence,
    Shape,
    Size,
    StateDict,
    Tensor,
    Text,
    Tuple,
    Union,
    item_of,
    join,
    may_be_tensor,
    present,
)
from porter.rulebook import Argument, Refused, Rule, Rulebook
from porter.rulebook.bind import literal
from porter.tree import children, dotted

_NUMBERED = "the port numbers the variables of an optimizer: ask its parameter groups, or m and v"
_OPERATORS: dict[type[cst.CSTNode], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
}


Args = list[Argument]
# Operators that have a rule of their own where TensorFlow has no such operator.
_SHIFTS: dict[type[cst.CSTNode], str] = {
    cst.LeftShift: "Tensor.__lshift__",
    cst.RightShift: "Tensor.__rshift__",
}


def _api(operator: type[cst.CSTNode], left: Kind, right: Kind) -> str:
    """The rule that ports the operator, "" where TensorFlow's own does."""
    tensors = [kind for kind in (left, right) if isinstance(kind, Tensor)]
    if operator in _SHIFTS and tensors:
        return _SHIFTS[operator]
    if operator is cst.MatrixMultiply and tensors and _may_be_vector(left, right):
        return "torch.matmul"
    if operator is cst.Divide and isinstance(left, Tensor) and isinstance(right, Number):
        return "" if left.dtype else "Tensor.__truediv__"
    if operator is cst.Divide and isinstance(right, Tensor) and isinstance(left, Number):
        return "" if right.dtype else "Tensor.__rtruediv__"
    dtype = promotion.common([left, right]) if tensors else None
    if operator is cst.Power and isinstance(left, Tensor) and left.dtype == dtype == "uint8":
        return "torch.pow"
    if operator is cst.FloorDivide and promotion.is_float(dtype):
        return "Tensor.__floordiv__"
    return ""


def _may_be_vector(*sides: Kind) -> bool:
    """Whether one may be of rank 1: TensorFlow's operator takes matrices alone. An object of the
    program's own has an operator of its own."""
    if not all(isinstance(side, (Tensor, Array)) or side in (UNKNOWN, TAINTED) for side in sides):
        return False
    ranks = [side.rank if isinstance(side, (Tensor, Array)) else None for side in sides]
    return any(rank is None or rank == 1 for rank in ranks)


def _is_mask(mask: Argument, other: Argument) -> bool:
    """Whether only the program knows as what a mask counts beside the other operand.

    `~x` is one, or whole numbers; beside a tensor that has a name it is cast to that one's dtype.
    """
    if not isinstance(mask.kind, Tensor) or promotion.common([mask.kind, other.kind]) is not None:
        return False
    if mask.kind.dtype is None:
        node = mask.node
        return isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.BitInvert)
    named = isinstance(other.kind, Tensor) and dotted(other.node) is not None
    return mask.kind.dtype == "bool" and not named


class Operators(Displays, Overloads):
    """What `Evaluator` knows besides names and calls."""

    book: Rulebook
    facts: Facts
    narrowing: Narrowing
    ambiguous: set[cst.CSTNode]
    imports_torch: bool

    # -- what Evaluator adds
    def assign(self, target: cst.CSTNode, kind: Kind) -> None:
        raise NotImplementedError

    def decide(
        self,
        node: cst.CSTNode,
        rule: Rule,
        args: tuple[Argument, ...],
        element: int | None = None,
    ) -> Kind:
        raise NotImplementedError

    # -- what Inference adds
    def class_info(self, name: str) -> ClassInfo | None:
        raise NotImplementedError

    # -- what Ports adds
    def refine(self, node: cst.CSTNode, kind: Kind) -> Kind:
        raise NotImplementedError

    def as_dtype(self, node: cst.BaseExpression, found: Kind) -> Kind:
        raise NotImplementedError

    # -- what Calls adds
    def torch(self, node: cst.CSTNode, name: str, args: Args) -> Kind:
        raise NotImplementedError

    def of_object(self, node: cst.Subscript, base: Instance) -> Kind:
        raise NotImplementedError

    # -- expressions
    def subscript(self, node: cst.Subscript) -> Kind:
        base = self.kind(node.value)
        for element in node.slice:
            for child in children(element):
                for part in children(child):
                    self.kind(part)
        return self.part(node, base)

    def part(self, node: cst.Subscript, base: Kind) -> Kind:
        """What a subscript gives of this."""
        index = constant_index(node)
        if index is not None and isinstance(base, Tuple) and -len(base.items) <= index:
            if index < len(base.items):
                port = self.facts.ports.get(node.value)
                if port is not None and isinstance(node.value, cst.Call):
                    self.decide(node, port.rule, port.args, index)
                return base.items[index]
        if isinstance(base, Union) and all(isinstance(k, (Tensor, Array)) for k in base.kinds):
            return reduce(join, [self.part(node, kind) for kind in base.kinds])
        if index is not None and index >= 0 and isinstance(base, Union) and may_be_tensor(base):
            return indexed(base, index)
        state = present(base)
        if isinstance(state, StateDict):
            if isinstance(state.of, Optimizer):
                rule = self.book.find("Optimizer.saved_groups")
                if optimizers.asks_for_groups(node) and rule is not None:
                    return self.decide(node, rule, self.facts.apis[node.value].args)
                self.facts.refused[node] = Refused("P104", _NUMBERED)
            return Memory()
        if isinstance(base, Shape) and isinstance(node.slice[0].slice, cst.Slice):
            return Size(Number("int"))
        if isinstance(base, (Sequence, Module, Parameters)):
            whole = isinstance(node.slice[0].slice, cst.Slice)
            if isinstance(base, Parameters) and not whole:
                return item_of(base)
            return base if whole or isinstance(base, Parameters) else base.item
        if isinstance(base, Tensor):
            rank = subscripts.rank(base.rank, subscripts.parts(node, self.facts.kind))
            return Tensor(base.dtype, rank, base.among)
        if isinstance(base, Array):
            return arrays.part(base, node, self.facts.kind)
        if isinstance(base, Dictionary):
            found = records.entry(base, node)
            known = not makes(found) or self.facts.once(Registries).is_fixed(node.value)
            return found if known else UNKNOWN
        if isinstance(base, ParamGroup):
            return self.of_group(node, base)
        if isinstance(base, OptimizerDict):
            return own_optimizers.item(node, base, self.class_info(base.cls), self.facts.kinds)
        if isinstance(base, Instance):
            return self.of_object(node, base)
        if base == HOST or isinstance(base, Text):
            return base
        return TAINTED if may_be_tensor(base) else UNKNOWN

    def of_group(self, node: cst.Subscript, base: Kind) -> Kind:
        """`group["lr"]` of an item of `optimizer.param_groups`."""
        key = optimizers.any_index(node)
        name, args = f"ParamGroup.{optimizers.text_index(node)}", [Argument(node.value, base)]
        rule = self.book.find(name)
        if rule is None and key is not None:
            name = "ParamGroup.[]"
            rule = self.book.find(name)
            args.append(Argument(key, self.kind(key)))
        self.facts.apis[node] = Api(name, tuple(args))
        return UNKNOWN if rule is None else self.decide(node, rule, tuple(args))

    def binary(self, node: cst.BinaryOperation) -> Kind:
        left, right = self.kind(node.left), self.kind(node.right)
        if unreached(self.facts, node, left, right):
            return NEVER
        told = self.facts.refused.keys() & {node.left, node.right}
        left, right = map(present if told else host_kinds.operand, (left, right))
        args = [Argument(node.left, left), Argument(node.right, right)]
        if (own := self.overloaded(node.operator, *args)) is not None:
            return own
        for one, other in ((left, node.right), (right, node.left)):
            unwritten = self.ambiguous - self.facts.refused.keys() - self.facts.either
            if isinstance(one, Tensor) and other in unwritten:
                self.facts.refused[other] = Refused("P103", f"the receiver {NOT_KNOWN}")
        found = host_kinds.arithmetic(left, right, _OPERATORS.get(type(node.operator), "?"))
        api = _api(type(node.operator), left, right)
        if api == "torch.matmul" and UNKNOWN in (left, right) and self.facts.defines("__matmul__"):
            api = "Either.__matmul__"
        both = {left, right} <= {UNKNOWN, TAINTED}
        if both and isinstance(node.operator, cst.MatrixMultiply) and self.imports_torch:
            api = "Either.__matmul__"
        if api:
            self.torch(node, api, args[::-1] if api.endswith("__rtruediv__") else args)
        elif isinstance(node.operator, cst.Multiply):
            for mask, beside in (args, args[::-1]):
                if _is_mask(mask, beside):
                    self.torch(node, "Tensor.__mul__", [mask, beside])
                    dtype = beside.kind.dtype if isinstance(beside.kind, Tensor) else None
                    return Tensor(dtype) if promotion.is_float(dtype) else found
        return found

    def unary(self, node: cst.UnaryOperation) -> Kind:
        found = self.kind(node.expression)
        if isinstance(node.operator, cst.Not):
            return Number("bool")
        if (own := self.overloaded_unary(node.operator, found)) is not None:
            return own
        if isinstance(found, Parameter):
            return Tensor(found.dtype, found.rank, found.among)
        return found

    def boolean(self, node: cst.BooleanOperation) -> Kind:
        left = self.kind(node.left)
        told = self.narrowing.told(node.left)
        with self.knowing(told.true if isinstance(node.operator, cst.And) else told.false):
            return join(left, self.kind(node.right))

    @contextmanager
    def knowing(self, told: Mapping[str, Kind]) -> Iterator[None]:
        """What a condition tells of names, while what it decides on is evaluated."""
        before = dict(self.scope.names) if told else {}
        self.scope.names |= told
        yield
        if told:
            self.scope.names = ended(self.scope.names, before, told)

    def comparison(self, node: cst.Comparison) -> Kind:
        sides = [node.left, *(c.comparator for c in node.comparisons)]
        kinds = [self.kind(side) for side in sides]
        if Named("torch.Tensor") in kinds:  # TensorFlow's tensors are of other classes
            name, of = asked_for_tensor(node) or ("", node)
            kind = self.facts.kind(of)
            if name and not isinstance(kind, Parameter):
                return self.torch(node, name, [Argument(of, kind)])
            message, hint = "the class of a tensor is compared", "ask isinstance(x, torch.Tensor)"
            self.facts.refused[node] = Refused("P102", message, hint)
        operator, group = node.comparisons[0].operator, kinds[1]
        if isinstance(group, ParamGroup) and isinstance(operator, (cst.In, cst.NotIn)):
            name = "in" if isinstance(operator, cst.In) else "not in"
            args = [Argument(node.left, kinds[0]), Argument(sides[1], group)]
            return self.torch(node, f"ParamGroup.{name}", args)
        if isinstance(operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)):
            return Number("bool")
        if Text() in kinds:  # of `model == "online"`: no tensor is compared with a text
            for side in sides:
                if isinstance(side, cst.Name) and self.facts.kind(side) in (TENSOR, TAINTED):
                    self.refine(side, Text())
            kinds = [self.facts.kind(side) for side in sides]
        found = reduce(lambda a, b: host_kinds.arithmetic(a, b, "?"), kinds)
        if isinstance(found, (Tensor, Array)):
            return type(found)("bool", found.rank)
        return found if found == TAINTED or isinstance(found, Union) else Number("bool")

    def choice(self, node: cst.IfExp) -> Kind:
        self.kind(node.test)
        told = self.narrowing.told(node.test)
        with self.knowing(told.true):
            body = self.as_dtype(node.body, self.kind(node.body))
        with self.knowing(told.false):
            orelse = self.as_dtype(node.orelse, self.kind(node.orelse))
        if isinstance(body, Dtype) and orelse == Named("torch.Tensor"):  # is torch.FloatTensor
            orelse = self.as_dtype(node.orelse, Named("torch.FloatTensor"))
        if isinstance(body, Dtype) and body == orelse and node.body in self.facts.ports:
            port = self.facts.ports[node.body]  # of the processor, or of the graphics card
            self.decide(node, port.rule, ())
        return join(body, orelse)

    def comprehension(self, node: cst.ListComp | cst.GeneratorExp | cst.SetComp) -> Kind:
        loop = node.for_in
        over = self.kind(loop.iter)
        items: list[Kind] = []
        if type(over) is Tuple and not loop.ifs and loop.inner_for_in is None:
            for item in over.items:
                with self.comprehended(loop, item):
                    items.append(held(self.facts, node.elt, self.kind(node.elt)))
        with self.comprehended(loop):
            found = held(self.facts, node.elt, self.kind(node.elt))
        return Listed(found, tuple(items)) if items else Sequence(found)

    def dict_comprehension(self, node: cst.DictComp) -> Kind:
        with self.comprehended(node.for_in):
            self.kind(node.key)
            value = held(self.facts, node.value, self.kind(node.value))
        return records.of_all(value)

    @contextmanager
    def comprehended(self, node: cst.CompFor, item: Kind | None = None) -> Iterator[None]:
        """The scope of a comprehension: of this item, or of any."""
        around, self.scope = self.scope, Scope(self.scope)
        self._loops(node, item)
        yield
        self.scope = around

    def _loops(self, node: cst.CompFor, item: Kind | None = None) -> None:
        items = foreign.gone_over(self.facts, node.iter, self.kind(node.iter))
        self.assign(node.target, item_of(items) if item is None else item)
        for test in node.ifs:
            self.kind(test.test)
            self.scope.names |= self.narrowing.told(test.test).true
        if node.inner_for_in:
            self._loops(node.inner_for_in)

    def named(self, node: cst.NamedExpr) -> Kind:
        found = self.kind(node.value)
        self.assign(node.target, found)
        return found

    # -- names


def constant_index(node: cst.Subscript) -> int | None:
    """The 0 of `x[0]`, the -1 of `x[-1]`."""
    if len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
        value = literal(node.slice[0].slice.value)
        if type(value) is int:
            return value
    return None
