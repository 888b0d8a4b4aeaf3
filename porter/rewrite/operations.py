"""Operators and subscripts of tensors become TensorFlow's."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import libcst as cst

from porter import promotion
from porter.codegen import code
from porter.facts import Facts
from porter.infer.host_kinds import repeats
from porter.infer.names import is_torch
from porter.kinds import (
    UNKNOWN,
    Kind,
    Named,
    Number,
    Parameters,
    Tensor,
    dtypes,
    present,
)
from porter.plan.effects import attributes_set
from porter.plan.trace_time import over_rows
from porter.rewrite import operators, shapes
from porter.rewrite.layout import spread
from porter.rewrite.membership import membership
from porter.rewrite.open_dtypes import may_differ
from porter.rewrite.protocols import is_variable
from porter.rewrite.spelling import Spelling
from porter.rewrite.subscripts import Subscripts
from porter.rulebook import repaired
from porter.rulebook.parens import bare
from porter.tree import dotted

# What a cast to another dtype keeps as it is: the cast behind it is enough.
_EXACT = frozenset({"bool", "uint8", "int8", "int16"})
_SAME = {cst.Equal: cst.Is, cst.NotEqual: cst.IsNot}


class Operations(Subscripts):
    """What `Expressions` knows of operators."""

    facts: Facts
    spelling: Spelling

    # -- operators
    def operation(self, node: cst.BinaryOperation) -> Any:
        """An operand of another dtype is cast, as torch promotes it."""
        left, right = self.facts.kind(node.left), self.facts.kind(node.right)
        operator = type(node.operator)
        settled = bool(self.facts.refused.keys() & {node.left, node.right})
        settled = settled or (self._are_of_one(node) and not operators.may_be_masks(operator, left))
        open_ = not settled and may_differ(self.facts, operator, node.left, node.right)
        if open_ or (not settled and operators.unlike(operator, left, right)):
            new = self.inside(node)
            return self._bracketed(node, self.promoting(operator, new.left, new.right))
        for place, one, rest in (("left", left, right), ("right", right, left)):
            if operator is cst.Multiply and isinstance(one, Tensor) and repeats(rest):
                new = self.inside(node)
                return new.with_changes(**{place: self._count(getattr(new, place))})
        mask = operators.mask_side(operator, left, right)
        if mask:
            other = node.right if mask == "left" else node.left
            if not (isinstance(self.facts.kind(other), Tensor) and dotted(other)):
                message = "a boolean tensor in arithmetic with something of unknown dtype"
                return self.leave(node, "P102", message, "cast the mask with .float()")
        elif operators.truncates(operator, left, right):
            message = "an integer tensor in arithmetic with a NumPy value of unknown dtype"
            return self.leave(node, "P102", message, "cast the tensor with .float()")
        new = self.inside(node)
        if (shape := shapes.joined(self.facts, node, new)) is not None:
            return shape
        if isinstance(node.operator, cst.BitOr) and code(new.left) == code(new.right) == "str":
            return new.left  # of `torch.device | str`
        if mask:
            like = cst.Attribute(new.right if mask == "left" else new.left, cst.Name("dtype"))
            call = self.spelling.cast(getattr(new, mask), like)
            return new.with_changes(**{mask: spread(node, call)})
        side = self._open_side(node)
        beside = "left" if side == "right" else "right"
        if side and (operator is cst.Divide or not dotted(getattr(node, beside))):
            return self._bracketed(node, self.promoting(operator, new.left, new.right))
        if side:
            args = [cst.Arg(getattr(new, name)) for name in (side, beside)]
            call = cst.Call(cst.Name(self.spelling.block("beside")), args)
            return new.with_changes(**{side: spread(node, call)})
        logical = operators.of_masks(operator, left, right)
        if logical is not None:
            return repaired(new.with_changes(operator=logical()))
        for side, dtype in zip(("left", "right"), operators.casts(operator, left, right)):
            if dtype:
                new = new.with_changes(**{side: self.cast(node, side, getattr(new, side), dtype)})
        return new

    def _are_of_one(self, node: cst.BinaryOperation) -> bool:
        """Whether both sides are parts of the same tensor, whose dtype they have; two entries of
        one dict may differ: `d[k] * d[l]`."""
        found = _dtypes(self.facts.kind(node.left))
        root, other = _root(node.left), _root(node.right)
        if found != _dtypes(self.facts.kind(node.right)) or code(root) != code(other):
            return False
        return len(found or ()) < 2 or isinstance(self.facts.kind(root), Tensor)

    def _is_device_beside_text(self, node: cst.Comparison) -> bool:
        """`x.device == "cpu"`, which is never true; in the port a device is a text."""
        target = node.comparisons[0]
        asked = {self.facts.api(side) for side in (node.left, target.comparator)}
        text = any(isinstance(side, cst.SimpleString) for side in (node.left, target.comparator))
        equal = isinstance(target.operator, (cst.Equal, cst.NotEqual))
        return equal and text and bool(asked & {"Tensor.device", "Parameter.device"})

    def promoting(self, operator: Any, left: Any, right: Any) -> cst.Call:
        """`promoted(operator.mul, x, y)`: the dtypes tell while the program runs."""
        function = self.spelling.module("operator", operators.FUNCTIONS[operator])
        args = [function, *(bare(side) for side in (left, right))]
        return cst.Call(cst.Name(self.spelling.block("promoted")), [cst.Arg(arg) for arg in args])

    def _count(self, new: Any) -> cst.Call:
        """`int(np.asarray(n).item())`: torch takes one element in any brackets for a number."""
        array = cst.Call(self.spelling.module("np", "asarray"), [cst.Arg(bare(new))])
        item = cst.Call(cst.Attribute(array, cst.Name("item")))
        return cst.Call(cst.Name("int"), [cst.Arg(item)])

    def _bracketed(self, node: Any, call: cst.Call) -> cst.Call:
        """The call in the operation's brackets where these may be all that parts two words."""
        bare = isinstance(self.facts.index.parents.get(node), (cst.Attribute, cst.BinaryOperation))
        return call if bare else call.with_changes(lpar=node.lpar, rpar=node.rpar)

    def _open_side(self, node: cst.BinaryOperation) -> str:
        if promotion.common([self.facts.kind(node.left), self.facts.kind(node.right)]) is not None:
            return ""
        left, right = map(self._operand, (node.left, node.right))
        return operators.open_side(type(node.operator), left, right)

    def _operand(self, node: cst.BaseExpression) -> Kind:
        """What it is as an operand: no None, and a double where it is one at times."""
        kind = present(self.facts.kind(node))
        return Tensor("float64", 0) if kind == UNKNOWN and dotted(node) in self._doubles else kind

    @cached_property
    def _doubles(self) -> frozenset[str]:
        """self.alpha of `self.alpha = self.log_alpha.exp()`, where log_alpha is a double."""

        def is_double(value: cst.BaseExpression) -> bool:
            kind = self.facts.kind(value)
            return isinstance(kind, Tensor) and kind.dtype == "float64"

        return attributes_set(self.facts.index.all(cst.Assign), is_double)

    def comparison(self, node: cst.Comparison) -> Any:
        """The same for `==` and its like; torch has no chains of tensors."""
        named, ported = self.facts.kind(node.left), node.left in self.facts.ports
        none = code(node.comparisons[-1].comparator) == "None" and not ported
        if none and isinstance(named, Named) and is_torch(named.name):
            self.spelling.need(["tf"])  # `torch is not None`: whether it could be imported
            return node.with_changes(left=cst.Name(self.spelling.names["tf"]))
        if self._is_device_beside_text(node):
            return self.leave(
                node, "P102", "a device equals no text in torch", "compare x.device.type"
            )
        new = self.inside(node)
        if (found := membership(self.facts, self.spelling, node, self.promoting, new)) is not None:
            return found
        if len(node.comparisons) != 1:
            return new
        target = node.comparisons[0]
        sides = node.left, target.comparator
        kinds = self.facts.kind(sides[0]), self.facts.kind(sides[1])
        differ = may_differ(self.facts, type(target.operator), *sides)
        if differ or operators.unlike(type(target.operator), *kinds):
            operands = new.left, new.comparisons[0].comparator
            return self._bracketed(node, self.promoting(type(target.operator), *operands))
        same = _SAME.get(type(target.operator))
        if same is not None and all(isinstance(kind, Parameters) for kind in kinds):
            # Iterators are compared by who they are; lists of variables would be item by item
            return new.with_changes(comparisons=[new.comparisons[0].with_changes(operator=same())])
        flag = operators.may_be_flag(type(target.operator), kinds[0], target.comparator)
        if flag and dotted(node.left):
            other = new.comparisons[0]
            cast = self.spelling.cast(other.comparator, cst.Attribute(new.left, cst.Name("dtype")))
            return new.with_changes(comparisons=[other.with_changes(comparator=cast)])
        left, right = operators.casts(type(target.operator), *kinds)
        if left:
            new = new.with_changes(left=self.cast(node, "left", new.left, left))
        if right:
            other = new.comparisons[0]
            cast = self.cast(target, "comparator", other.comparator, right)
            new = new.with_changes(comparisons=[other.with_changes(comparator=cast)])
        return new

    def unary(self, node: cst.UnaryOperation) -> Any:
        """TensorFlow has no `+x`, and no negative of bytes: a graph makes that of `0 - x`, too."""
        kind = self.facts.kind(node.expression)
        if isinstance(node.operator, cst.Plus) and isinstance(kind, Tensor):
            return self.expression(node.expression)
        if isinstance(node.operator, cst.Minus) and kind == Tensor(
            "uint8", getattr(kind, "rank", 0)
        ):
            inverse = cst.UnaryOperation(cst.BitInvert(), self.expression(node.expression))
            new = cst.BinaryOperation(inverse, cst.Add(), cst.Integer("1"))
            return repaired(new.with_changes(lpar=node.lpar, rpar=node.rpar))
        return self.inside(node)

    def cast(self, parent: cst.CSTNode, side: str, new: Any, dtype: str) -> Any:
        """The operand as this dtype; a cast that it already has gives way to the new one."""
        node = getattr(parent, side)
        if dtype == "int":
            literal = isinstance(node, cst.Name) and node.value in ("True", "False")
            if literal:
                return cst.Integer("1" if node.value == "True" else "0")
            return cst.Call(cst.Name("int"), [cst.Arg(new)])
        wanted = self.spelling.tf(dtype)
        port = self.facts.ports.get(node)
        inner = port.args[0].kind if port is not None and port.args else None
        function = code(new.func) if isinstance(new, cst.Call) else ""
        if function == code(self.spelling.tf("cast")) and isinstance(inner, Tensor):
            if inner.dtype in _EXACT and len(new.args) == 2:
                return new.with_changes(args=[new.args[0], cst.Arg(wanted)])
        if function == code(self.spelling.tf("constant")) and isinstance(inner, Number):
            if inner.type == "int" and len(new.args) == 2:
                return new.with_changes(args=[new.args[0], cst.Arg(wanted)])
        return spread(parent, self.spelling.cast(new, dtype))

    # -- loops
    def rows(self, node: Any) -> dict[cst.CSTNode, cst.BaseExpression]:
        """A graph goes over the rows of a tensor where they are apart: `tf.unstack(x)`."""
        if not isinstance(node, cst.For):
            return {}
        tensors = over_rows(self.facts, node.iter)
        apart: dict[cst.CSTNode, cst.BaseExpression] = {
            tensor: self.expression(tensor)  # which has the rows of a variable apart anyway
            if is_variable(self.facts, tensor)
            else cst.Call(self.spelling.tf("unstack"), [cst.Arg(self.expression(tensor))])
            for tensor in tensors
        }
        if not tensors or node.iter in apart:
            return apart
        assert isinstance(node.iter, cst.Call)
        args = [arg.with_changes(value=apart[arg.value]) for arg in node.iter.args]
        return {node.iter: node.iter.with_changes(args=args)}


def _dtypes(kind: Kind) -> frozenset[str] | None:
    return dtypes(kind) if isinstance(kind, Tensor) else None


def _root(node: cst.BaseExpression) -> cst.BaseExpression:
    """`batch["rewards"]` of `batch["rewards"][1:].sum()`, which has the same dtype."""
    while True:
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            node = node.func.value
        elif isinstance(node, cst.Subscript) and not _key(node):
            node = node.value
        else:
            return node


def _key(node: cst.Subscript) -> bool:
    """Whether it reads an entry of a dict, or an item of what may be a tuple."""
    part = node.slice[0].slice if len(node.slice) == 1 else None
    return isinstance(part, cst.Index) and isinstance(part.value, (cst.SimpleString, cst.Integer))
