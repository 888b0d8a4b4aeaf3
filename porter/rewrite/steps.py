"""Update steps: GradientTape, the optimizer's apply, and the `@tf.function` body with its call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.model import Body, Leaf, Plan, Update
from porter.rewrite import clipping, lines
from porter.rewrite.spelling import Spelling
from porter.rewrite.statements import Line, Statements
from porter.rulebook import Rulebook
from porter.tree import only

_OTHERS = "gradients of parameters that are not the optimizer's are not clipped, nor do they count"


class Steps(Statements):
    """How an update looks in TensorFlow."""

    def __init__(
        self, facts: Facts, book: Rulebook, spelling: Spelling, plan: Plan, jit: bool = False
    ) -> None:
        super().__init__(facts, book, spelling, plan)
        self.jit = jit

    # -- the tape
    def taped(self, update: Update | Leaf, inside: Sequence[cst.CSTNode]) -> Line:
        """The statements under `with tf.GradientTape() as tape:`."""
        tape = self.spelling.fresh("tape")
        arguments = [] if not getattr(update, "persistent", False) else [_persistent()]
        call = cst.Call(self.spelling.tf("GradientTape"), arguments)
        item = cst.WithItem(call, cst.AsName(cst.Name(tape)))
        with self.within(tape=tape):
            self.depth += 1
            above, inner = lines.split_cell(lines.leading(inside[0]))
            above = (*above, *lines.blanks(inner))
            if inside[-1] is update.backward:  # (a + b).backward(): the loss has no name yet
                body = self.block(inside[:-1]) if len(inside) > 1 else []
            else:
                body = self.block(inside)
            self.depth -= 1
            if not isinstance(update.loss, cst.Name):
                loss = _assign(self.spelling.fresh("loss"), self.expression(update.loss))
                self.origins.note([loss], update.backward)
                body.append(loss)
        _, inner = lines.split_cell(lines.leading(body[0]))
        body[0] = lines.with_leading(body[0], lines.without_blanks(inner))
        return cst.With([item], cst.IndentedBlock(body), leading_lines=above)

    def part(self, statement: cst.CSTNode, update: Update | Leaf) -> list[Line]:
        """zero_grad, backward, clipping and step."""
        above = lines.leading(statement)
        tape = self.spelling.fresh("tape")
        named = isinstance(update.loss, cst.Name)
        loss = code(update.loss) if named else self.spelling.fresh("loss")
        if isinstance(update, Leaf):
            names = ", ".join(f"{leaf}_grad" for leaf in update.leaves)
            leaves = ", ".join(update.leaves)
            one = len(update.leaves) == 1
            gradient = f"{tape}.gradient({loss}, {leaves if one else f'[{leaves}]'})"
            return [_statement(f"{names} = {gradient}", above, statement)]
        optimizer = code(self.expression(update.optimizer))
        gradient = f"{tape}.gradient({loss}, {optimizer}.params)"
        grads = self.spelling.fresh("grads")
        if statement in update.zeros:
            return []
        if statement is update.backward:
            if not update.clips:
                return []
            return [_statement(f"{grads} = {gradient}", above, statement)]
        if statement is update.step:
            applied = grads if update.clips else gradient
            new = _statement(f"{optimizer}.apply({applied})", above, statement)
            if not update.clips:
                self.origins.note_work(new, update.backward)
            return [new]
        return self._clipped(statement, update, grads, above)

    def _clipped(
        self, statement: cst.CSTNode, update: Update, grads: str, above: lines.Lines
    ) -> list[Line]:
        small: Any = only(statement)
        block = clipping.BLOCKS[self.facts.api(small.value)]
        found = clipping.arguments(block, small.value)
        if found is None:
            return [self.leave(statement, "P102", f"{block}_(): its arguments can't be told", "")]
        parameters, limit, *options = found.items()
        chosen = grads
        share = clipping.share(self.facts, parameters[1], update.optimizer)
        if share != "all":
            some = code(self.expression(parameters[1]))
            some = clipping.as_list(self.facts, parameters[1], some)
            owner = code(self.expression(update.optimizer))
            chosen = f"{self.spelling.block('grads_of')}({some}, {owner}.params, {grads})"
            if share == "unknown":
                self.note(statement, "N402", _OTHERS)
        texts = {name: code(self.expression(node)) for name, node in (limit, *options)}
        made = []
        if isinstance(small, cst.Assign):  # the norm is wanted
            norm = "".join(f"{code(target.target)} = " for target in small.targets)
            kind = f", norm_type={texts['norm_type']}" if "norm_type" in texts else ""
            norm += f"{self.spelling.block('grad_norm')}({chosen}{kind})"
            made.append(_statement(norm, above, cst.Pass()))
            above = ()
        given = [grads, texts.pop(limit[0]), *(f"{name}={text}" for name, text in texts.items())]
        given += [f"some={chosen}"] if chosen != grads else []
        clipped = f"{grads} = {self.spelling.block(block)}({', '.join(given)})"
        return [*made, _statement(clipped, above, statement)]

    # -- the train body
    def outlined(self, body: Body) -> list[Line]:
        """The call of the train body, with the host lines that stood between."""
        new: list[Any] = []
        for statement, _ in body.before:
            new += self.host(statement)
        call = self._body_call(body)
        self.origins.note([call], body.updates[0].first)
        new.append(call)
        for statement, _ in body.after:
            new += self.host(statement)
        return new

    def _body_call(self, body: Body) -> Line:
        arguments = ", ".join(self._argument(expression) for _, expression in body.parameters)
        owner = "self." if body.cls is not None else ""
        call = f"{owner}{body.name}({arguments})"
        results = ", ".join(body.results)
        found = cst.parse_statement(f"{results} = {call}" if results else call)
        assert isinstance(found, cst.SimpleStatementLine)
        return found

    def _argument(self, expression: str) -> str:
        """An argument of the call: numbers become tensors, lest each value be traced."""
        wrap, _, name = expression.partition(":")
        if wrap == "modes":  # of these networks
            return f"{self.spelling.block('modes')}{name}"
        if wrap not in ("int", "float", "number"):
            return expression
        convert = code(self.spelling.tf("convert_to_tensor"))
        if wrap == "number":  # int or float: the value tells
            return f"{convert}({name})"
        dtype = code(self.spelling.tf("float32" if wrap == "float" else "int64"))
        return f"{convert}({name}, {dtype})"

    def definition(self, body: Body, owner: cst.CSTNode) -> cst.FunctionDef:
        """The `@tf.function`."""
        substitutes = {
            expression.rpartition(":")[2]: name
            for name, expression in body.parameters
            if expression.rpartition(":")[2].startswith("self.")
        }
        depth, self.depth = self.depth, self.depth + 1
        starts, self.starts = self.starts, {}
        anchors, self.anchors = self.anchors, {}
        tapes, self.tapes = self.tapes, {update.first: update for update in body.updates}
        with self.within(graph=True, callee=False, tape="", substitutes=substitutes):
            statements = self.block((*body.replayed, *body.graph))
        self.depth, self.starts, self.tapes, self.anchors = depth, starts, tapes, anchors
        if body.results:
            statements.append(cst.parse_statement(f"return {', '.join(body.results)}"))
        statements[0] = lines.with_leading(
            statements[0], lines.without_blanks(lines.leading(statements[0]))
        )
        names = [name for name, _ in body.parameters]
        if body.cls is not None:
            names = ["self", *names]
        decorator: cst.BaseExpression = self.spelling.tf("function")
        options = ["jit_compile=True"] if self.jit else []
        options += ["reduce_retracing=True"] if body.any_length else []
        if options:
            decorator = cst.parse_expression(f"{code(decorator)}({', '.join(options)})")
        return cst.FunctionDef(
            cst.Name(body.name),
            cst.Parameters([cst.Param(cst.Name(name)) for name in names]),
            cst.IndentedBlock(statements),
            [cst.Decorator(decorator)],
            leading_lines=lines.blanks(lines.leading(owner)) or lines.blank(1),
        )


def _statement(text: str, above: lines.Lines, original: cst.CSTNode) -> Line:
    found = cst.parse_statement(text)
    trailing = getattr(original, "trailing_whitespace", None)
    assert isinstance(found, cst.SimpleStatementLine)
    if trailing is not None:
        found = found.with_changes(trailing_whitespace=trailing)
    return found.with_changes(leading_lines=above)


def _assign(name: str, value: cst.BaseExpression) -> cst.SimpleStatementLine:
    return cst.SimpleStatementLine([cst.Assign([cst.AssignTarget(cst.Name(name))], value)])


def _persistent() -> cst.Arg:
    none = cst.SimpleWhitespace("")
    return cst.Arg(cst.Name("True"), cst.Name("persistent"), cst.AssignEqual(none, none))
