"""`x[i] = v`, `x[mask] += v`, `x *= y`, `x.clamp_(0, 1)`: the name gets a new tensor."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter import promotion, subscripts
from porter.aliases import OF_OTHERS, Aliases
from porter.assigned_buffers import AssignedBuffers
from porter.codegen import code
from porter.facts import getter
from porter.held_items import HeldItems
from porter.infer.in_place import initializes
from porter.infer.names import NOT_KNOWN
from porter.kinds import UNKNOWN, Module, OptimizerDict, Parameter, Tensor, Unknown, may_be_tensor
from porter.plan.shared_parameters import reads_what_it_changed
from porter.rewrite import fields, lines, operators
from porter.rewrite.counters import Counters
from porter.rewrite.filled import Filled
from porter.rewrite.in_place import instead
from porter.rewrite.masks import Masks, more_dimensions
from porter.rewrite.parameter_memory import ParameterMemory
from porter.rewrite.row_loops import RowLoops
from porter.rulebook import repaired
from porter.subscripts import Part
from porter.tree import dotted, mapped, only, walk

_HINT = "give it a tensor of its own with .clone(), or write it with TensorFlow by hand"
OPERATORS: dict[type[cst.BaseAugOp], type[cst.BaseBinaryOp]] = {
    cst.AddAssign: cst.Add,
    cst.SubtractAssign: cst.Subtract,
    cst.MultiplyAssign: cst.Multiply,
    cst.DivideAssign: cst.Divide,
    cst.FloorDivideAssign: cst.FloorDivide,
    cst.ModuloAssign: cst.Modulo,
    cst.PowerAssign: cst.Power,
    cst.BitAndAssign: cst.BitAnd,
    cst.BitOrAssign: cst.BitOr,
    cst.BitXorAssign: cst.BitXor,
    cst.LeftShiftAssign: cst.LeftShift,
    cst.RightShiftAssign: cst.RightShift,
    cst.MatrixMultiplyAssign: cst.MatrixMultiply,
}
_RESHAPED = frozenset({"Tensor.view", "Tensor.reshape", "Tensor.flatten"})
_ASSIGN: dict[type[cst.BaseBinaryOp], str] = {cst.Add: "assign_add", cst.Subtract: "assign_sub"}

_UNSEEN = "what computed the tensor has the gradient of its own result, not of the new numbers"


class Stores(Filled, RowLoops, Masks, ParameterMemory):
    """Statements that change a tensor."""

    def change(self, node: cst.SimpleStatementLine) -> list[Any] | None:
        """The port of such a statement, None for any other."""
        small = only(node)
        if (fill := self.fill(small)) is not None:
            return self.filled(node, fill)
        if small in (refused := self.facts.once(AssignedBuffers).refused):
            self.leave(node, "P102", *refused[small])
            return [node]
        if isinstance(small, cst.Assign):
            if (memory := self.with_memory(node, small)) is not None:
                return memory
            stores = [t.target for t in small.targets if self._is_part(t.target)]
            if len(stores) == 1:
                return self._stored(node, small, stores[0])
        if isinstance(small, (cst.Assign, cst.AugAssign)) and self._is_of_layer(small):
            hint = "assign a tensor that is made anew: loss.weight = weight.clone()"
            self.leave(node, "P102", "a tensor that a layer of torch's holds is changed", hint)
            return [node]
        if isinstance(small, cst.AugAssign):
            return self._augmented(node, small)
        value = small.value if isinstance(small, (cst.Expr, cst.Assign, cst.Return)) else None
        if isinstance(value, cst.Call) and self.in_place(value):
            return self._called(node, small, value)
        return None

    def _is_part(self, target: cst.CSTNode) -> bool:
        if not isinstance(target, cst.Subscript):
            return False
        index = target.slice[0].slice
        named = isinstance(index, cst.Index) and isinstance(index.value, cst.SimpleString)
        return not named and isinstance(self.facts.kind(target.value), Tensor)

    def _is_of_layer(self, node: cst.Assign | cst.AugAssign) -> bool:
        """`loss.weight[0] = 5.0`: what nothing is known of, but that a layer of torch's has it."""
        for place in node.targets if isinstance(node, cst.Assign) else (node,):
            target = place.target
            held = target.value if isinstance(target, cst.Subscript) else None
            if isinstance(held, cst.Attribute) and isinstance(self.facts.kind(held), Unknown):
                owner = self.facts.kind(held.value)
                return isinstance(owner, Module) and owner.cls.startswith("torch.nn.")
        return False

    # -- x[i] = v
    def _stored(
        self, node: cst.SimpleStatementLine, small: cst.Assign, target: Any
    ) -> list[Any] | None:
        root = self._root(target)
        if not self._may_change(node, root):
            return [node]
        others = [t for t in small.targets if t.target is not target]
        if not others:
            return self._bound(node, root, target, small.value, self.expression(small.value))
        first = node.with_changes(
            body=[small.with_changes(targets=others, value=self.expression(small.value))]
        )
        again = others[-1].target
        if not isinstance(again, cst.Name):
            self.leave(node, "P101", "a tensor's part and something else are assigned at once", "")
            return [node]
        self.facts.kinds[again] = self.facts.kind(small.value)
        new = self._bound(node, root, target, again, again)
        return [first, *(lines.with_leading(line, ()) for line in new)]

    # -- x += v, x[i] += v
    def _augmented(self, node: cst.SimpleStatementLine, small: cst.AugAssign) -> list[Any] | None:
        kind = self.facts.kind(small.target)
        operator = OPERATORS.get(type(small.operator))
        part = self._is_part(small.target)
        either = may_be_tensor(kind) and not isinstance(kind, Tensor)
        if either and small.target not in self.facts.refused:  # stays, for arrays change
            plain = self.facts.once(Counters).counts(small)
            plain = plain or self._may_change(node, self._root(small.target))
            return None if plain else [node]
        if not isinstance(kind, Tensor) or operator is None:
            return None
        root = self._root(small.target)
        if not self._may_change(node, root):
            return [node]
        if part and any(isinstance(n, cst.Call) for n in walk(small.target)):
            self.leave(
                node, "P101", "a part that a call names is changed in place", "name it first"
            )
            return [node]
        if operator is cst.FloorDivide and kind.dtype not in promotion.INTS:
            message = "//= of floats: TensorFlow floors the rounded quotient, torch the exact one"
            self.leave(node, "P102", message, "write x = x // y")
            return [node]
        if operator in (cst.LeftShift, cst.RightShift):
            message = "TensorFlow's tensors have no such operator"
            self.leave(node, "P102", message, "write x = x << y, or x = x >> y")
            return [node]
        whole = cst.BinaryOperation(small.target, operator(), small.value)
        new = self.operation(whole)
        if self.unported:
            return [node]
        result = operators.result(operator, kind, self.facts.kind(small.value))
        if part:
            self.facts.kinds[whole] = Tensor(result, kind.rank)
            return self._bound(node, root, small.target, whole, repaired(new))
        same = isinstance(new, cst.BinaryOperation) and type(new.operator) is operator
        if self._is_variable(root):
            short = same and code(new.left) == code(self.expression(small.target))
            method = _ASSIGN.get(operator, "assign") if short else "assign"
            value = _bare(small.value, new.right) if method != "assign" else repaired(new)
            target = cst.Attribute(self.expression(small.target), cst.Name(method))
            return [node.with_changes(body=[cst.Expr(cst.Call(target, [cst.Arg(value)]))])]
        if same and code(new.left) == code(small.target):  # no cast: it keeps its dtype
            value = _bare(small.value, new.right)
            if value is small.value:
                return [node]
            return [node.with_changes(body=[small.with_changes(value=value)])]
        return [self._assigned(node, root, self.kept_dtype(repaired(new), kind, result))]

    # -- x.mul_(v)
    def _called(
        self, node: cst.SimpleStatementLine, small: Any, call: cst.Call
    ) -> list[Any] | None:
        receiver = self.receiver(call)
        if reads_what_it_changed(self.facts, call):
            why = "the networks share parameters: what is read may have changed before"
            self.leave(node, "P102", why, "give each change a line of its own")
            return [node]
        root = self._root(receiver)
        alone = isinstance(small, cst.Expr)
        if root is None or self.facts.once(Aliases).keeping.allocates(receiver):
            return None
        own = [code(t.target) for t in getattr(small, "targets", ())] == [code(root)]
        if not (alone or isinstance(small, cst.Return) or own):
            return None  # a finding, as in any other expression
        if not self._may_change(node, root):
            return [node]
        if receiver is not root and not isinstance(self.facts.kind(root), Tensor):
            return [self.leave(node, "P103", f"{code(root)} {NOT_KNOWN}", _HINT)]
        self.changing.add(receiver)
        value = self.expression(call)
        if self.unported:
            return [node]
        if not alone:
            return [node.with_changes(body=[small.with_changes(value=value)])]
        if receiver is root:
            if initializes(self.facts.api(call)) and self._recorded():  # without a gradient
                value = self._passed_through(root, value)
            return [self._assigned(node, root, value)]
        return self._bound(node, root, receiver, call, value)

    # -- the new tensor
    def _root(self, node: Any) -> Any:
        """x of `x`, `x[0]`, `x.view(-1)[i]`, where that is a name, an attribute or an item of a
        container; else None."""
        found = self.facts.once(Aliases).keeping.origin(node)
        item = node if found is not None and not may_be_tensor(self.facts.kind(found)) else found
        while isinstance(item, (cst.Subscript, cst.Attribute, cst.Call)):
            if isinstance(item, cst.Subscript) and not may_be_tensor(self.facts.kind(item.value)):
                return item
            item = item.func if isinstance(item, cst.Call) else item.value
        return found if isinstance(found, (cst.Name, cst.Attribute)) and dotted(found) else None

    def _may_change(self, node: cst.CSTNode, root: Any) -> bool:
        kind = self.facts.kind(root) if root is not None else UNKNOWN
        if self._is_variable(root):
            return True
        if root is None:
            why = "a tensor without a name is changed in place"
        elif isinstance(root, cst.Subscript) and self.facts.once(HeldItems).alone(root):
            why = f"{code(root)} is changed in place in a graph" if self.in_graph(node) else ""
        elif isinstance(root, cst.Subscript) or not may_be_tensor(kind):
            holder = root.value if isinstance(root, cst.Subscript) else root
            why = f"{code(holder)} holds the tensor, and what else holds it would not change"
        elif isinstance(root, cst.Attribute) and getter(self.facts, root) is not None:
            why = f"{code(root)} is a property, which holds nothing"
        elif isinstance(root, cst.Attribute) and self.in_graph(node):
            why = f"{code(root)} is changed in place in a graph"
        else:
            why = self.facts.once(Aliases).problem(root)
            held = any(words in why for words in OF_OTHERS)
            if fields.gets_another(self.facts, root, why):
                self.fields.add(root)
                held = True
            if root in self.facts.unshared and held:
                self.facts.by_run[root], why = self.facts.unshared[root], ""
        if not why:
            return True
        named = root is not None and (may_be_tensor(kind) or isinstance(kind, Parameter))
        hint = _HINT if named and isinstance(root, cst.Name) else instead(node) or _HINT
        self.leave(node, "P102", f"changed in place: {why}", hint)
        return False

    def _is_variable(self, root: Any) -> bool:
        """Whether it is a variable in the port, which is assigned to; an item of a container is
        one if nothing else is put there."""
        if not isinstance(self.facts.kind(root), Parameter):
            return False
        items = self.facts.once(HeldItems)
        item = root if isinstance(root, cst.Subscript) else None
        if item is None or isinstance(self.facts.kind(item.value), OptimizerDict):
            return True
        return not (items.alone(item) or items.replaced(item))

    def _assigned(self, node: cst.SimpleStatementLine, root: Any, value: Any) -> Any:
        if self._is_variable(root):
            assign = cst.Attribute(self.expression(root), cst.Name("assign"))
            return node.with_changes(body=[cst.Expr(cst.Call(assign, [cst.Arg(value)]))])
        if root in self.fields:
            return fields.with_another(node, root, value, self.spelling)
        place = self.expression(root) if isinstance(root, cst.Subscript) else root
        small = cst.Assign([cst.AssignTarget(place)], value)
        return node.with_changes(body=[small])

    def _bound(
        self, node: cst.SimpleStatementLine, root: Any, target: Any, value: Any, new: Any
    ) -> list[Any]:
        """`root = root with new in the place of target`."""
        self.tell_copy(node, root)
        unseen = self._is_unseen(target, root)
        blind = unseen or isinstance(self.facts.kind(root), Parameter)
        found = new if blind and self._is_detached(target, root) else None
        if self._is_reshaped(target, root):
            x = self.expression(root)
            shape = cst.Call(self.spelling.tf("shape"), [cst.Arg(x)])
            found = cst.Call(self.spelling.tf("reshape"), [cst.Arg(new), cst.Arg(shape)])
        if isinstance(target, cst.Subscript) and target.value is root:
            parts = subscripts.parts(target, self.facts.kind)
            problem = subscripts.problem(parts)
            if problem:
                self.leave(node, "P102", problem, "use tf.tensor_scatter_nd_update")
                return [node]
            kind = self.facts.kind(root)
            assert isinstance(kind, Tensor)
            found = self._short(root, kind, parts, value, new)
        if found is None:
            name = dotted(root) or ""
            again = sum(dotted(node) == name for node in walk(target)) > 1  # x[x.argmax()]
            inner = name if name and not again and "." not in name else self.spelling.fresh("part")
            with self.within(substitutes={**self.context.substitutes, root: inner}):
                pick = self.expression(target)
            lambda_ = cst.Lambda(cst.Parameters([cst.Param(cst.Name(inner))]), pick)
            block = cst.Name(self.spelling.block("replaced"))
            found = cst.Call(
                block, [cst.Arg(self.expression(root)), cst.Arg(lambda_), cst.Arg(new)]
            )
        if unseen and self._recorded():
            self.note(node, "N402", _UNSEEN)
            found = self._passed_through(root, found)
        return [self._assigned(node, root, found)]

    def _is_unseen(self, target: Any, root: Any) -> bool:
        """`x.data[0]`, `x.detach().clamp_()`: autograd does not see the change."""
        if isinstance(self.facts.kind(root), Parameter):
            return False
        node = target
        while node is not root and node is not None:
            if self._is_detached(node, None):
                return True
            inner = node.func if isinstance(node, cst.Call) else node
            node = getattr(inner, "value", None)
        return False

    def _is_detached(self, node: Any, root: Any) -> bool:
        """`x.data` and `x.detach()`; of this root, if one is given."""
        inner: Any = node.func if isinstance(node, cst.Call) else node
        named = isinstance(inner, cst.Attribute) and inner.attr.value in ("data", "detach")
        return named and (root is None or inner.value is root)

    def _passed_through(self, root: Any, value: Any) -> Any:
        """The value, with the gradient of what it replaces."""
        name = cst.Name(root.value if isinstance(root, cst.Name) else "_")
        stopped = f"{code(self.spelling.tf('stop_gradient'))}({code(self.expression(root))})"

        def without(node: Any) -> Any:
            own = isinstance(node, cst.Call) and code(node) == stopped
            return root if own else mapped(node, without)

        function = cst.Lambda(cst.Parameters([cst.Param(name)]), without(value))
        blind = cst.Call(self.spelling.tf("grad_pass_through"), [cst.Arg(function)])
        return cst.Call(blind, [cst.Arg(self.expression(root))])

    def _is_reshaped(self, target: Any, root: Any) -> bool:
        """`x.view(-1)`: all of x."""
        whole = isinstance(target, cst.Call) and self.facts.api(target) in _RESHAPED
        return whole and isinstance(target.func, cst.Attribute) and target.func.value is root

    def _short(self, root: Any, kind: Tensor, parts: list[Part], value: Any, new: Any) -> Any:
        """The spelling of a simple case, None for all others."""
        x = self.expression(root)
        stored = self.stored_as(new, self.facts.kind(value), kind, root)
        found = self.dimensions(value)
        if len(parts) == 1 and parts[0].word == "mask":
            return self.masked(root, x, kind, parts[0], value, stored)
        if kind.rank is None or found is None:
            return None
        rank = subscripts.rank(kind.rank, parts)
        update = self.spelling.tf("tensor_scatter_nd_update")
        if all(p.word == "number" and self._counts_up(p.value) for p in parts) and found == rank:
            indices = cst.List([cst.Element(self.expression(p.value)) for p in parts])
            args = [x, cst.List([cst.Element(indices)]), cst.List([cst.Element(stored)])]
            return cst.Call(update, [cst.Arg(arg) for arg in args])
        rows = all(p.word == "indices" and isinstance(p.kind, Tensor) for p in parts)
        if rows and found == rank and all(self.non_negative(p.value) for p in parts):
            if len(parts) == 1 and parts[0].rank == 1:
                args = [x, more_dimensions(self.index(parts[0]), 1, 1), stored]
                return cst.Call(update, [cst.Arg(arg) for arg in args])
        return None

    def _counts_up(self, index: Any) -> bool:
        """Not below 0, where TensorFlow does not count from the end: 3, i of range(n)."""
        if isinstance(index, cst.Integer):
            return True
        if not isinstance(index, cst.Name):
            return False
        loops = self.facts.once(Aliases).binders(index)
        return bool(loops) and all(isinstance(n, cst.For) and _counts(n.iter) for n in loops)


def _bare(original: Any, new: Any) -> Any:
    """Without the brackets that it needed as an operand."""
    return new.with_changes(lpar=[], rpar=[]) if new.lpar and not original.lpar else new


def _counts(node: cst.BaseExpression) -> bool:
    """range(n), reversed(range(n))"""
    if not isinstance(node, cst.Call) or not node.args:
        return False
    if code(node.func) == "reversed":
        return _counts(node.args[0].value)
    start = node.args[0].value if len(node.args) > 1 else None
    return code(node.func) == "range" and (
        start is None or (isinstance(start, cst.Integer) and len(node.args) == 2)
    )
