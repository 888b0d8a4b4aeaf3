"""Statements: tapes, no_grad blocks, copies of networks; train bodies go in beside their loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.findings import Severity
from porter.infer.names import REGISTERED
from porter.needs_torch import advice
from porter.plan.buffers import Buffers
from porter.plan.flowing import Flowing
from porter.plan.freezing import Freezing
from porter.plan.model import Acting, Body, Leaf, Plan, Sum, Update
from porter.plan.no_grad import is_grad, is_idle, is_no_grad
from porter.plan.recorded import functions_called, giving_functions, recorded_functions
from porter.plan.row_loops import row_adds
from porter.plan.together import index_of
from porter.rewrite import devices, lines
from porter.rewrite.autograd import Autograd
from porter.rewrite.deferred import numbers
from porter.rewrite.gradients import Gradients
from porter.rewrite.idle import emptied, idle, seeded
from porter.rewrite.keras_names import assigned
from porter.rewrite.no_grad import Trailing
from porter.rewrite.open_batches import OpenBatches
from porter.rewrite.origins import Origins
from porter.rewrite.own_optimizers import OwnOptimizers
from porter.rewrite.parts import anchors_of, parts_of, sums_of, tapes_of
from porter.rewrite.spelling import Spelling
from porter.rewrite.workers import Processes
from porter.rewrite.wrap import Wrapper
from porter.rulebook import Rulebook
from porter.tree import mapped, statements, walk

Line = cst.SimpleStatementLine | cst.BaseCompoundStatement


class Statements(OwnOptimizers, OpenBatches, Processes, Autograd, Gradients):
    """Rewrites suites; `Definitions` adds functions and classes, `Steps` how an update looks."""

    def __init__(self, facts: Facts, book: Rulebook, spelling: Spelling, plan: Plan) -> None:
        super().__init__(facts, book, spelling, plan)
        self.follow(plan)
        self.buffers = Buffers(facts, plan)
        self.flowing = Flowing(facts, plan)
        errors = (p for p in plan.problems if p.severity is Severity.ERROR)
        self.by_hand = any(p.code.startswith("P2") for p in errors)
        self.recorded, self.giving = recorded_functions(facts, plan), giving_functions(facts)
        traced = (statement for body in plan.bodies for statement in body.graph)
        self.traced = functions_called(facts, traced) | frozenset(plan.functions)
        self.starts: dict[cst.CSTNode, Body] = {body.first: body for body in plan.bodies}
        self.anchors = anchors_of(plan)
        self.flags = {test: name for body in plan.bodies for test, name in body.flags.items()}
        self.tapes, self.parts, self.sums = tapes_of(plan), parts_of(plan), sums_of(plan)
        self.taped_by_caller = {update.caller_tape for update in plan.eager}
        self.functions = plan.functions
        self.body_names = {body.name for body in plan.bodies}
        self.deferred_calls = {line: late for late in plan.deferred for line in late.calls}
        self.sum_starts = {one.start: one for one in plan.sums if one.start is not None}
        self.known = {p.node: p for p in plan.problems if p.severity is Severity.ERROR}
        module = facts.module
        self.wrapper = Wrapper(module.default_indent, facts.width, module.default_newline)
        self.origins = Origins()
        self.learn_optimizers()
        self.learn_processes(plan)
        self.learn_batches()

    def in_graph(self, node: cst.CSTNode) -> bool:
        """Whether a trace runs the line; not where a tape alone records it, in eager mode."""
        module = self.cls is not None and self.cls.is_module
        taped = self.facts.index.function(node) in self.recorded - self.traced
        return self.context.graph and (module or not taped)

    # -- what Definitions adds
    def function_definition(self, node: cst.FunctionDef) -> cst.FunctionDef:
        raise NotImplementedError

    def class_definition(self, node: cst.ClassDef) -> cst.ClassDef:
        raise NotImplementedError

    # -- what Steps adds
    def outlined(self, body: Body) -> list[Line]:
        raise NotImplementedError

    def definition(self, body: Body, owner: cst.CSTNode) -> cst.FunctionDef:
        raise NotImplementedError

    def part(self, statement: cst.CSTNode, update: Update | Leaf) -> list[Line]:
        raise NotImplementedError

    def sum_part(self, statement: cst.CSTNode, one: Sum) -> list[Line]:
        raise NotImplementedError

    def no_gradients(self, one: Sum, behind: cst.CSTNode) -> Line:
        raise NotImplementedError

    def decorators(self, any_length: bool, as_one: bool, jit: bool) -> list[cst.Decorator]:
        raise NotImplementedError

    def taped(self, update: Update | Leaf | Acting, inside: Sequence[cst.CSTNode]) -> Line:
        raise NotImplementedError

    def module(self) -> cst.Module:
        """The whole file; the same module if nothing changed."""
        original = self.facts.module
        body = self.afresh(self.block(original.body))
        footer = list(original.footer)
        if body and isinstance(body[-1], Trailing):
            footer = [*body.pop().lines, *footer]
        if len(body) == len(original.body) and all(a is b for a, b in zip(body, original.body)):
            return original
        new = original.with_changes(body=body, footer=footer)
        names = devices.unasked(self.device_lines.values(), self.facts)
        return devices.without(new, names)

    # -- suites
    def block(self, body: Sequence[Any]) -> list[Any]:
        """The statements of a suite; comments of lines that go move to the next line."""
        out: list[Any] = []
        pending: lines.Lines = ()
        index = 0
        while index < len(body):
            statement = body[index]
            index += 1
            if statement in self.starts:
                plan = self.starts[statement]
                index = index_of(body, plan.last) + 1
                new = self._anchored(statement, self.outlined(plan))
            elif (update := self.opening(statement)) is not None:
                end = index_of(body, update.last) + 1
                inside = body[index - 1 : end]
                index = end
                new = [self.taped(update, inside)]
                self.origins.note(new, statement)
                if not isinstance(update, Acting):
                    new += self.waiting(update, inside)
            elif (gradient := self.watching(statement, body)) is not None:
                end = index_of(body, gradient.last or gradient.statement)
                inside = body[index - 1 : end + (gradient.last is not None)]
                new = [self.gradient_tape(gradient, inside)]
                self.origins.note(new, statement)
                index += len(inside) - 1
                if not inside:  # the tape is for a part of this line only
                    rest = self.statement(statement)
                    new += [lines.with_leading(rest[0], ()), *rest[1:]]
                    index += 1
            else:
                new = self._anchored(statement, self.statement(statement))
                if len(new) == 1 and emptied(self.facts, statement, new[0]):
                    new = []
            new = [
                s
                if s is statement or isinstance(s, Trailing)
                else self.wrapper.statement(s, self.depth)
                for s in new
            ]
            below = new.pop() if new and isinstance(new[-1], Trailing) else None
            if not new:
                pending = (*pending, *lines.left_of(statement, below and below.lines))
                continue
            if pending:
                first = lines.merged(pending, lines.leading(new[0]))
                new = [lines.with_leading(new[0], first), *new[1:]]
                pending = ()
            out += new
            if below is not None:
                pending = tuple(below.lines)
        if any(line.comment is not None for line in pending):
            if not out:
                out.append(cst.SimpleStatementLine([cst.Pass()]))
            out.append(Trailing(pending))
        return out

    def waiting(self, update: Update | Leaf, inside: Sequence[cst.CSTNode]) -> list[Line]:
        """The parts of updates among the lines of a tape: they come behind it."""
        found = [(s, u) for s in inside for u in self.parts.get(s, ()) if u.first is update.first]
        parts = [line for s, u in found for line in self.part(s, u)]
        return [lines.with_leading(line, ()) for line in parts]

    def opening(self, statement: cst.CSTNode) -> Update | Leaf | Acting | None:
        """Whose tape opens at a statement."""
        return self.tapes.get(statement) if not self.context.tapes else None

    def _anchored(self, statement: cst.CSTNode, new: list[Any]) -> list[Any]:
        """The train bodies that are defined at this statement, before or (methods) behind it."""
        bodies = self.anchors.get(statement, [])
        for body in bodies if any(b.cls for b in bodies) else reversed(bodies):
            definition = self.definition(body, new[0] if new else statement)
            if body.cls is not None:
                new = [*new[:-1], *lines.followed(new[-1], definition)]
            else:
                new = [*lines.set_above(definition, new[0], lines.apart(self.depth)), *new[1:]]
        return new

    def suite(self, body: Any) -> Any:
        """An indented block or a one-line suite."""
        self.depth += 1
        if isinstance(body, cst.SimpleStatementSuite):
            new = self.statement(statements(body)[0])
            same = len(new) == 1 and isinstance(new[0], cst.SimpleStatementLine)
            if same and all(a is b for a, b in zip(new[0].body, body.body)):
                found: Any = body
            elif same and not new[0].leading_lines:
                found = body.with_changes(body=new[0].body)
            else:
                found = cst.IndentedBlock(new or [cst.SimpleStatementLine([cst.Pass()])])
        else:
            found = self.indented(body)
        self.depth -= 1
        return found

    def indented(self, body: cst.IndentedBlock) -> cst.IndentedBlock:
        new = self.block(body.body)
        footer = list(body.footer)
        if new and isinstance(new[-1], Trailing):
            footer = [*new.pop().lines, *footer]
        if len(new) == len(body.body) and all(a is b for a, b in zip(new, body.body)):
            return body
        if not new:
            new = [cst.SimpleStatementLine([cst.Pass()])]
        return body.with_changes(body=new, footer=footer)

    # -- statements
    def host(self, node: Any) -> list[Any]:
        """What becomes of a host line beside a train body."""
        return [new for new in self.statement(node) if not isinstance(new, Trailing)]

    def statement(self, node: Any) -> list[Any]:
        """What becomes of one statement: nothing, one statement or several."""
        new = self._rewritten(node)
        self.origins.note((s for s in new if s is not node), node)
        if isinstance(node, cst.SimpleStatementLine):
            new = [*new, *self.written_back(node)]
        new = [*new, *self.published(node)]
        if node in self.leaf_starts:
            new = [*new, self.no_gradient_yet(self.leaf_starts[node])]
        if node in self.sum_starts:
            new = [*new, self.no_gradients(self.sum_starts[node], cst.Pass())]
        if node in self.deferred_calls and not self.context.graph:
            new = [*new, *numbers(node, self.deferred_calls[node])]
        return new

    def _rewritten(self, node: Any) -> list[Any]:
        if node in self.gone:
            return []
        if node in self.known and not isinstance(node, cst.SimpleStatementLine):
            return [lines.marked(node, [self.known[node]])]
        if node in self.parts:
            self.count.seen.append(node)
            return [line for update in self.parts[node] for line in self.part(node, update)]
        if node in self.sums:
            self.count.seen.append(node)
            return self.sum_part(node, self.sums[node])
        if isinstance(node, cst.SimpleStatementLine):
            return self._line(node)
        if is_no_grad(self.facts, node):
            self.count.seen.append(node)
            return self.without_gradient(node)
        if isinstance(node, cst.With) and any(is_idle(self.facts, item) for item in node.items):
            return self.without_idle(node)
        found = self.with_gradient(node) if is_grad(self.facts, node) else None
        if found is not None:
            self.count.seen.append(node)
            return found
        if isinstance(node, cst.If) and self.only_clears(node):
            return []
        if self.facts.once(Freezing).is_idle(node):
            self.count.seen += [n for n in walk(node) if self.facts.api(n)]
            return []
        if row_adds(self.facts, node):
            return self.rows_at_once(node)
        if isinstance(node, cst.FunctionDef):
            return [self.function_definition(node)]
        if isinstance(node, cst.ClassDef):
            return [self.class_definition(node)]
        return self.compound(node)

    def compound(self, node: Any) -> list[Any]:
        """if, for, while, with, try: the head by expression, the body by suite."""
        mark, found = self.count.mark(), len(self.problems)
        self.unported = False
        flag = self.flags.get(node) if self.context.graph else None
        head = self.head(node) or (self.rows(node) if self.context.graph else {})

        def change(child: Any) -> Any:
            if isinstance(child, (cst.IndentedBlock, cst.SimpleStatementSuite)):
                return child
            if isinstance(child, (cst.Else, cst.If, cst.Finally, cst.ExceptHandler)):
                return child
            if flag is not None and child is node.test:
                return cst.Name(flag)
            return head.get(child) or self.expression(child)

        new = mapped(node, change)
        if self.unported:
            self.count.leave(mark)
            new = lines.marked(node, self.problems[found:])
            self.unported = False
        changes: dict[str, Any] = {}
        for name in ("body", "orelse", "finalbody"):
            child = getattr(new, name, None)
            if isinstance(child, (cst.IndentedBlock, cst.SimpleStatementSuite)):
                changes[name] = self.suite(child)
            elif isinstance(child, cst.If):
                changes[name] = self.statement(child)[0]
            elif isinstance(child, (cst.Else, cst.Finally)):
                changes[name] = child.with_changes(body=self.suite(child.body))
        if isinstance(new, cst.Try):
            changes["handlers"] = self.handlers(node)
        if all(getattr(new, name) is value for name, value in changes.items()):
            return [new]
        return [new.with_changes(**changes)]

    def _line(self, node: cst.SimpleStatementLine) -> list[Any]:
        """A line of small statements; what can't be ported stays under a comment."""
        special = self.special(node)
        if special is None:
            special = self.imports(node)
        if special is not None:
            return special
        if self.clears_gradients(node):
            self.count.seen.append(node)
            return []
        if seeded(self.facts, node):
            self.count.seen += [n for n in walk(node) if self.facts.api(n)]
            return []
        mark, found = self.count.mark(), len(self.problems)
        self.unported = False
        changed = self.change(node)
        new = [mapped(node, self.small)] if changed is None else changed
        if node in self.known:  # the plan says better why
            self.problems[found:] = []
            self.count.leave(mark)
            return [lines.marked(node, [self.known[node]])]
        if self.unported:
            self.unported = False
            self.count.leave(mark)
            return [lines.marked(node, self.problems[found:])]
        if len(new) == 1 and idle(node, new[0]) and (self.cls is None or self.function):
            return []
        return new

    def small(self, node: Any) -> Any:
        """A small statement; assignment targets are expressions like others."""
        if isinstance(node, (cst.Import, cst.ImportFrom)):
            return self._needing_torch(node)
        if node in self.facts.ports:  # a setting of torch's: an assignment that is ported as a call
            return cst.Expr(self.expression(node))
        if isinstance(node, cst.Expr) and self.facts.api(node.value) in REGISTERED:
            new = mapped(node, self.expression)
            return self._taken_up(new) if self.function == "forward" else assigned(new)
        if isinstance(node, cst.AssignTarget):
            return mapped(node, self._target)
        if isinstance(node, cst.Return) and node.value is not None and self.context.detached:
            return node.with_changes(value=self.without(node.value))
        if node in self.facts.alone:
            target = cst.AssignTarget(self.facts.alone[node])
            return node.with_changes(targets=[target], value=self.expression(node.value))
        if isinstance(node, (cst.Assign, cst.AnnAssign, cst.AugAssign)):
            return mapped(node, lambda n: self._part(node, n))
        return mapped(node, self.expression)

    def _taken_up(self, node: cst.Expr) -> cst.Expr:
        """A part that a network gets when it runs: Keras takes up no other."""
        call = node.value
        if not isinstance(call, cst.Call) or code(call.func) != "setattr":
            return node
        block = cst.Name(self.spelling.block("replace_part"))
        return node.with_changes(value=call.with_changes(func=block))

    def _part(self, node: Any, part: Any) -> Any:
        """A part of an assignment."""
        if _is_target(part):
            return self.small(part)
        own = not isinstance(node, cst.Assign) and part is node.target
        return self._target(part) if own else self.expression(part)

    def _target(self, node: Any) -> Any:
        """`x[mask]` of an array is read by a call, and stored into as it stands."""
        new = self.expression(node)
        called = isinstance(node, cst.Subscript) and isinstance(new, cst.Call)
        return mapped(node, self.expression) if called else new

    def _needing_torch(self, node: cst.Import | cst.ImportFrom) -> Any:
        """An import; one of a package that imports torch itself is told."""
        found = advice(node)
        if found is None or not self.facts.foreign(found[0]):
            return node
        self.count.seen.append(node)
        return self.leave(node, "P104", f"{found[0]} imports torch", found[1])


def _is_target(node: cst.CSTNode) -> bool:
    return type(node) is cst.AssignTarget
