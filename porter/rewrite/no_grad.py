"""Code without gradients: a tape that is open has to be told, as do the callers of a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.analysis.liveness import liveness
from porter.codegen import code
from porter.facts import Facts
from porter.infer import own_optimizers
from porter.kinds import Tensor, may_be_tensor
from porter.plan.effects import effects
from porter.plan.no_grad import IDLE, is_grad, is_idle
from porter.rewrite import lines
from porter.rewrite.copies import Copies
from porter.tree import dotted, named_parameters, only, statements, walk


class Trailing:
    """Comments at the end of a block, on their way to its footer."""

    leading_lines: tuple[cst.EmptyLine, ...] = ()

    def __init__(self, comment_lines: lines.Lines) -> None:
        self.lines = [line for line in comment_lines if line.comment is not None]


def indented_block(body: Sequence[Any]) -> cst.IndentedBlock:
    """A block of these statements; comments on their way go to the next line, or below all."""
    out: list[Any] = []
    pending: list[cst.EmptyLine] = []
    for statement in body:
        if isinstance(statement, Trailing):
            pending += statement.lines
            continue
        above = lines.merged(tuple(pending), lines.leading(statement))
        out.append(lines.with_leading(statement, above) if pending else statement)
        pending = []
    return cst.IndentedBlock(out, footer=pending)


class NoGrad(Copies):
    """Blocks that switch gradients off and on; `Statements` adds the rest."""

    # -- what Statements adds
    def statement(self, node: Any) -> list[Any]:
        raise NotImplementedError

    def block(self, body: Sequence[Any]) -> list[Any]:
        raise NotImplementedError

    def suite(self, body: Any) -> Any:
        raise NotImplementedError

    def compound(self, node: Any) -> list[Any]:
        raise NotImplementedError

    # -- blocks
    def with_gradient(self, node: cst.With) -> list[Any] | None:
        """`with torch.enable_grad():` is where gradients are anyway; None where they are not."""
        way = is_grad(self.facts, node)
        here = self.context
        own = own_optimizers.within(self.facts, node)  # a closure of its step records itself
        off = (here.detached and not own) or here.stopped
        if off:
            return None
        if way == "either" and (here.callee or here.tapes):
            return self._gradient_if(node)
        for item in node.items if way == "either" else ():
            for call in walk(item.item):
                if isinstance(call, cst.Call) and call is not item.item:
                    return None  # what it calls may have an effect
        return self.bare_block(node)

    def _gradient_if(self, node: cst.With) -> list[Any] | None:
        """`with torch.set_grad_enabled(flag):` around plain assignments, where a tape may be open:
        what they gave has no gradient unless the flag is set, nor has the tensor that is returned
        at the end. None for other blocks."""
        item = node.items[0].item
        flag = item.args[0].value if isinstance(item, cst.Call) and len(item.args) == 1 else None
        assigned = [only(line) for line in statements(node.body)]
        given = assigned.pop() if isinstance(assigned[-1], cst.Return) else None
        if isinstance(given, cst.Return):
            if given.value is None or not isinstance(self.facts.kind(given.value), Tensor):
                return None
        if flag is None or len(node.items) > 1 or not all(map(_names_alone, assigned)):
            return None
        read = {part.value for part in walk(flag) if isinstance(part, cst.Name)}
        names = self._given_on(node)
        if not all(isinstance(part, _FLAG) for part in walk(flag)) or read & {*names}:
            return None
        new = self.bare_block(node)
        below = [new.pop()] if new and isinstance(new[-1], Trailing) else []
        test, stop = code(self.expression(flag)), code(self.spelling.tf("stop_gradient"))
        lines_ = [f"{name} = {name} if {test} else {stop}({name})" for name in names]
        if given is not None:
            last = new.pop()
            result = self.spelling.fresh("result")
            value = cst.Assign([cst.AssignTarget(cst.Name(result))], last.body[0].value)
            new.append(last.with_changes(body=[value]))
            lines_ = [f"return {result} if {test} else {stop}({result})"]
        return [*new, *map(cst.parse_statement, lines_), *below]

    def without_gradient(self, node: cst.With) -> list[Any]:
        """`with torch.no_grad():` is where the tape isn't: only an open tape needs to be told."""
        if self.context.tapes:
            stops = [
                cst.WithItem(cst.parse_expression(f"{tape}.stop_recording()"))
                for tape in self.context.tapes
            ]
            with self.within(tapes=(), stopped=True):
                body = self.suite(node.body)
            return [node.with_changes(items=stops, body=body)]
        with self.within(detached=self.context.callee):
            new = self._flattened(node)
        if self.context.callee and not self.context.detached:
            below = [new.pop()] if new and isinstance(new[-1], Trailing) else []
            new = self._stopped(node, new) + below
        return self._commented(node, new)

    def without_idle(self, node: cst.With) -> list[Any]:
        """A block without the settings that no number depends on."""
        idle = [item for item in node.items if is_idle(self.facts, item)]
        self.count.seen += [item.item for item in idle]
        for item in idle:
            port = self.facts.ports.get(item.item)
            if port is not None and port.decision.note:
                self.note(item.item, "N402", port.decision.note)
        kept = [item for item in node.items if item not in idle]
        if not kept:
            return self.bare_block(node)
        kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return self.compound(node.with_changes(items=kept))

    def plain(self, node: Any) -> Any:
        if self.facts.api(node) in IDLE:
            above = self.facts.index.parents[node]
            named = isinstance(above, cst.WithItem) and above.asname is not None
            if named or not isinstance(above, (cst.Expr, cst.WithItem, cst.Attribute, cst.Call)):
                hint = "write it as a line, or as a block of its own"
                return self.leave(node, "P102", f"{self.facts.api(node)} gives nothing", hint)
        return super().plain(node)

    def bare_block(self, node: cst.With) -> list[Any]:
        return self._commented(node, self._flattened(node))

    def _commented(self, node: cst.With, new: list[Any]) -> list[Any]:
        if new and not isinstance(new[0], Trailing):
            above = lines.merged(lines.comments(node), lines.leading(new[0]))
            new[0] = lines.with_leading(new[0], above)
        return new

    def _stopped(self, node: cst.With, new: list[Any]) -> list[Any]:
        """The caller may have a tape open: what the block computed gets no gradient."""
        if isinstance(only(statements(node.body)[-1]), (cst.Return, cst.Raise)):
            return new  # nothing comes after it
        for name in self._given_on(node):
            if may_be_none(self.facts, node, name):
                new.append(self._stopped_if_any(name))
                continue
            place = next((i for i, s in enumerate(new) if _assigns(s, name)), None)
            once = sum(name in effects(s).writes for s in new if not isinstance(s, Trailing)) == 1
            if place is not None and once:
                assign = new[place].body[0]
                assign = assign.with_changes(value=self._stop(assign.value))
                new[place] = new[place].with_changes(body=[assign])
            else:
                stop = code(self.spelling.tf("stop_gradient"))
                new.append(cst.parse_statement(f"{name} = {stop}({name})"))
        return new

    def _given_on(self, node: cst.With) -> list[str]:
        """The names of tensors that a block binds and something behind it reads."""
        names: dict[str, None] = {}
        for below in walk(node.body):
            if isinstance(below, (cst.AssignTarget, cst.AugAssign)):
                for part in walk(below.target):
                    if self._is_tensor(part):
                        assert isinstance(part, cst.Name)
                        names[part.value] = None
        live = self._read_after(node) if names else ()
        return [name for name in names if name in live]

    def _stopped_if_any(self, name: str) -> cst.BaseStatement:
        stop = code(self.spelling.tf("stop_gradient"))
        text = f"if {name} is not None:\n    {name} = {stop}({name})\n"
        return cst.parse_statement(text)

    def _stop(self, value: cst.BaseExpression) -> cst.Call:
        """tf.stop_gradient(value); brackets that hold several lines are the call's."""
        function, arg = self.spelling.tf("stop_gradient"), cst.Arg(value)
        if not value.lpar:
            return cst.Call(function, [arg])
        first, last = value.lpar[0].whitespace_after, value.rpar[-1].whitespace_before
        inner = value.with_changes(lpar=value.lpar[1:], rpar=value.rpar[:-1])
        arg = cst.Arg(inner, whitespace_after_arg=last)
        return cst.Call(function, [arg], whitespace_before_args=first)

    def _read_after(self, node: cst.With) -> frozenset[str]:
        """The names that are read behind a block."""
        above = self.facts.index.above(node)
        owner = next(n for n in above if isinstance(n, cst.FunctionDef))
        return liveness(owner).after(node)

    def _is_tensor(self, node: cst.CSTNode) -> bool:
        """A name of a tensor; arrays have no gradient."""
        array = self.buffers is not None and self.buffers.array(node)
        return isinstance(node, cst.Name) and may_be_tensor(self.facts.kind(node)) and not array

    def _flattened(self, node: cst.With) -> list[Any]:
        if isinstance(node.body, cst.IndentedBlock):
            new = self.block(node.body.body)
            if new and isinstance(new[-1], Trailing):
                new[-1].lines += node.body.footer
            elif node.body.footer:
                new.append(Trailing(tuple(node.body.footer)))
        else:
            assert isinstance(node.body, cst.SimpleStatementSuite)
            new = self.statement(statements(node.body)[0])
        return new

    def without(self, node: cst.BaseExpression) -> Any:
        """What a no_grad block returns, without gradient."""
        if isinstance(node, cst.Tuple):
            return node.with_changes(
                elements=[e.with_changes(value=self.without(e.value)) for e in node.elements]
            )
        new = self.expression(node)
        if not may_be_tensor(self.facts.kind(node)):
            return new
        if isinstance(node, cst.Name) and may_be_none(self.facts, node, node.value):
            return cst.IfExp(
                cst.parse_expression(f"{node.value} is None"), cst.Name("None"), self._stop(new)
            )
        return self._stop(new)


_FLAG = (cst.Name, cst.Attribute, cst.UnaryOperation, cst.Not)


def _names_alone(small: cst.CSTNode | None) -> bool:
    """`a = …`, `a, b = …`"""
    targets = [target.target for target in small.targets] if isinstance(small, cst.Assign) else []
    parts = [part for target in targets for part in walk(target)]
    return bool(parts) and not any(isinstance(p, (cst.Attribute, cst.Subscript)) for p in parts)


def may_be_none(facts: Facts, node: cst.CSTNode, name: str) -> bool:
    """Whether the function around a node binds None to a name somewhere."""
    owner = next((n for n in facts.index.above(node) if isinstance(n, cst.FunctionDef)), None)
    if owner is None:
        return False
    params = (p for p in named_parameters(owner.params) if p.name.value == name)
    values = [p.default for p in params]
    bindings = (line for line in walk(owner.body) if isinstance(line, cst.Assign))
    values += [b.value for b in bindings if any(dotted(t.target) == name for t in b.targets)]
    return any(isinstance(value, cst.Name) and value.value == "None" for value in values)


def _assigns(statement: Any, name: str) -> bool:
    """`name = …`"""
    small = None if isinstance(statement, Trailing) else only(statement)
    targets = small.targets if isinstance(small, cst.Assign) else ()
    return len(targets) == 1 and getattr(targets[0].target, "value", None) == name
