"""Update steps: the gradient, the optimizer's apply, and the `@tf.function` body with its call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.layer_changes import replaces_layers
from porter.plan.flags import read_where
from porter.plan.freezing import Freezing
from porter.plan.leaves import grad_name
from porter.plan.leaving import leaves
from porter.plan.model import Body, Leaf, Plan, Sum, Update, trained_by
from porter.plan.owners import Owners
from porter.rewrite import clipping, lines
from porter.rewrite.deferred import numbers
from porter.rewrite.gradients import as_list
from porter.rewrite.no_grad import indented_block
from porter.rewrite.parts import openings
from porter.rewrite.spelling import Spelling
from porter.rewrite.statements import Line
from porter.rewrite.tapes import Tapes
from porter.rulebook import Rulebook
from porter.rulebook.parens import bare
from porter.tree import named, only, walk

_STATES = {"modes": "modes", "trained": "which_trained"}  # of networks, of optimizers
_LATER = "networks get other layers later: the norm is of theirs, too, which the optimizer has not"
_MORE = "the optimizer has a part of the parameters that are clipped: the norm is of all"
_OTHERS = "gradients of parameters that are not the optimizer's are not clipped, nor do they count"

_DTYPES = {"int": "int64", "float": "float32", "double": "float64"}


class Steps(Tapes):
    """How an update looks in TensorFlow."""

    def __init__(
        self,
        facts: Facts,
        book: Rulebook,
        spelling: Spelling,
        plan: Plan,
        jit: bool = False,
    ) -> None:
        super().__init__(facts, book, spelling, plan)
        self.jit = jit
        self._under_tapes: set[cst.CSTNode] = set()  # bodies called under another update's tape
        self.data = {node: name for body in plan.bodies for node, name in body.data.items()}
        self.owners = Owners(facts)
        self.named_for: dict[str, str] = {}  # the names of gradients: for which optimizer each is

    def part(self, statement: cst.CSTNode, update: Update | Leaf) -> list[Line]:
        """zero_grad, backward, clipping and step."""
        above = lines.leading(statement)
        tape = self._tape(update)
        if isinstance(update, Leaf):
            loss = code(update.loss) if not update.renamed else self._loss_name(update.backward)
            return [lines.stated(self._leaf_gradient(update, tape, loss), above, statement)]
        transplant = update.transplant
        if statement in update.zeros or (transplant and statement is transplant.statement):
            return []
        if update.lends is not None:
            return [self._lending(statement, update, update.lends, tape)]
        if self.context.tapes:  # one of several losses
            return [self._loss(statement)] if statement in update.renamed else []
        if update.by_hand is not None and statement in update.clips[0]:
            return self._clipped(statement, update, 0, self.grads_name(update, 0), above)
        if update.by_hand is not None:
            loss = self._loss_name(statement) if update.renamed else code(update.losses[0])
            over = as_list(update.by_hand, code(self.expression(update.by_hand)))
            taken = f"{self.grads_name(update, 0)} = {self._taken(tape, loss, over)}"
            return [lines.stated(taken, above, statement)]
        optimizers = [code(self.expression(optimizer)) for optimizer in update.optimizers]
        losses = [
            self._loss_name(b) if b in update.renamed else code(loss)
            for b, loss in zip(update.backwards, update.losses)
        ]
        params = [f"{optimizer}.params" for optimizer in optimizers]
        if transplant is not None:
            params = [f"{code(self.expression(transplant.source))}.trainable_variables"]
        gradient = self._taken(tape, _one_or_list(losses), _one_or_list(params))
        if update.averaged:
            gradient = f'{self.spelling.block("all_reduce")}({gradient}, "MEAN")'
        grads = [self.grads_name(update, i) for i in range(len(optimizers))]
        early = self._is_early(update)
        if not update.steps:
            total = self._total(self.sums[statement])
            if self.context.graph:
                return [lines.stated(f"{self._addend(update)} = {gradient}", above, statement)]
            added = f"{total} = {self.spelling.block('added')}({total}, {gradient})"
            return [lines.stated(added, above, statement)]
        if statement in update.backwards:
            if not early or statement is not update.backward:
                return []
            return [lines.stated(f"{', '.join(grads)} = {gradient}", above, statement)]
        if statement in update.steps:
            i = update.steps.index(statement)
            applied = grads[i] if early else gradient
            if transplant is not None and not transplant.whole:
                target = f"{code(self.expression(transplant.target))}.trainable_variables"
                block = self.spelling.block("grads_for")
                applied = f"{block}({optimizers[i]}, {target}, {applied})"
            apply = self._apply(optimizers[i], callers_tape=update.caller_tape is not None)
            before = list[Line]()
            if not early and self._has_name_for_itself(update):
                before = [lines.stated(f"{grads[i]} = {gradient}", above, cst.Pass())]
                self.origins.note(before, update.backward)
                applied, above = grads[i], ()
            new = lines.stated(f"{apply}({applied})", above, statement)
            if not early and not before:
                self.origins.note_work(new, update.backward)
            renewed = self._renewed(update) if statement is update.steps[-1] else []
            return [*before, new, *renewed]
        i = next(i for i, clips in enumerate(update.clips) if statement in clips)
        return self._clipped(statement, update, i, grads[i], above)

    def _taken(self, tape: str, losses: str, params: str) -> str:
        """What gives the gradients: of what is trained alone, where the program freezes some."""
        if self.facts.once(Freezing).counts:
            return f"{self.spelling.block('trained_gradient')}({tape}, {losses}, {params})"
        return f"{tape}.gradient({losses}, {params})"

    def _leaf_gradient(self, leaf: Leaf, tape: str, loss: str) -> str:
        """`w_grad, b_grad = tape.gradient(loss, [w, b])`, what a backward of leaves becomes."""
        names = ", ".join(map(grad_name, leaf.leaves))
        taken = self._taken(tape, loss, _one_or_list(leaf.leaves))
        return f"{names} {'+=' if leaf.starts else '='} {taken}"

    def _lending(self, statement: Any, update: Update, call: cst.Call, tape: str) -> Line:
        """`optimize(optimizer, loss, tape=tape)`: the function takes the gradient."""
        new = self.expression(call)
        args = list(new.args)
        for i, arg in enumerate(call.args):
            if arg.value is update.losses[0] and update.renamed:
                args[i] = args[i].with_changes(value=cst.Name(self._loss_name(statement)))
        taped = new.with_changes(args=[*args, named("tape", cst.Name(tape))])
        line = statement.with_changes(body=[statement.body[0].with_changes(value=taped)])
        self.origins.note([line], statement)
        return line  # type: ignore[no-any-return]

    def sum_part(self, statement: cst.CSTNode, one: Sum) -> list[Line]:
        """zero_grad, clipping and step, where gradients add up."""
        above = lines.leading(statement)
        if statement in one.zeros:
            return [lines.with_leading(self.no_gradients(one, statement), above)]
        if statement in one.clips:
            return self._clipped(statement, one.updates[0], 0, self._total(one), above)
        optimizer = code(self.expression(one.optimizer))
        new = lines.stated(f"{self._apply(optimizer)}({self._total(one)})", above, statement)
        return [new, *self._renewed(one.updates[0])]

    def _apply(self, optimizer: str, callers_tape: bool = False) -> str:
        """How a step calls the optimizer: in eager mode, too, its many operations are one graph."""
        if self.context.graph or callers_tape:
            return f"{optimizer}.apply"
        return f"{self.spelling.block('graph')}({optimizer}.apply)"

    def no_gradients(self, one: Sum, behind: cst.CSTNode) -> Line:
        """`grads = [None] * len(optimizer.params)`"""
        optimizer = code(self.expression(one.optimizer))
        made = f"{self._total(one)} = [None] * len({optimizer}.params)"
        return lines.stated(made, (), behind)

    def _total(self, one: Sum) -> str:
        """The name for gradients that add up; an attribute where they outlive the call."""
        name = trained_by(one.optimizer)
        name = "grads" if name in ("", "opt", "optim", "optimizer") else f"{name}_grads"
        own = one.start is not None and code(one.optimizer).startswith("self.")
        return f"self.{name}" if own else self.spelling.fresh(name)

    def _addend(self, update: Update) -> str:
        """The name for what a train body gives to add."""
        return self.spelling.fresh(f"new_{self._total(self.sums[update.backward]).split('.')[-1]}")

    def _added(self, update: Update) -> Line:
        """`grads = added(grads, new_grads)`"""
        total = self._total(self.sums[update.backward])
        block = self.spelling.block("added")
        return lines.stated(f"{total} = {block}({total}, {self._addend(update)})", (), cst.Pass())

    def grads_name(self, update: Update, i: int) -> str:
        """The name for the gradients of one optimizer's parameters."""
        if update.backward in self.sums:
            return self._total(self.sums[update.backward])
        if not update.named:
            return self.spelling.fresh("grads")
        optimizer = code(update.optimizers[i]) if update.optimizers else ""
        base = trained_by(update.optimizers[i]) if update.optimizers else "grads"
        name, count = f"{base}_grads".lstrip("_"), 1
        while self.named_for.setdefault(name, optimizer) != optimizer:  # another one's
            count += 1
            name = f"{base}_grads_{count}".lstrip("_")
        return self.spelling.fresh(name)

    def _clipped(
        self,
        statement: cst.CSTNode,
        update: Update,
        i: int,
        grads: str,
        above: lines.Lines,
    ) -> list[Line]:
        small: Any = only(statement)
        block = clipping.BLOCKS[self.facts.api(small.value)]
        found = clipping.arguments(block, small.value)
        if found is None:
            return [self.leave(statement, "P102", f"{block}_(): its arguments can't be told", "")]
        parameters, limit, *options = found.items()
        chosen = grads
        optimizer = update.by_hand or update.optimizers[i]
        whole = update.by_hand is not None
        share = "all" if whole else self.owners.share(parameters[1], optimizer)
        if update.transplant is not None:
            own = code(parameters[1]) == f"{code(update.transplant.source)}.parameters()"
            share = "all" if own else share
        if share == "more" or (share in ("all", "unknown") and self.facts.once(replaces_layers)):
            return [self.leave(statement, "P201", _MORE if share == "more" else _LATER, "")]
        if share != "all":
            some = code(self.expression(parameters[1]))
            some = clipping.as_list(self.facts, parameters[1], some)
            owner = code(self.expression(optimizer))
            chosen = f"{self.spelling.block('grads_of')}({some}, {owner}.params, {grads})"
            if share == "unknown":
                self.note(statement, "N402", _OTHERS)
        texts = {name: code(self.expression(node)) for name, node in (limit, *options)}
        made = []
        if isinstance(small, cst.Assign):  # the norm is wanted
            norm = "".join(f"{code(target.target)} = " for target in small.targets)
            kind = f", norm_type={texts['norm_type']}" if "norm_type" in texts else ""
            norm += f"{self.spelling.block('grad_norm')}({chosen}{kind})"
            made.append(lines.stated(norm, above, cst.Pass()))
            above = ()
        given = [grads, texts.pop(limit[0]), *(f"{name}={text}" for name, text in texts.items())]
        given += [f"some={chosen}"] if chosen != grads else []
        clipped = f"{grads} = {self.spelling.block(block)}({', '.join(given)})"
        return [*made, lines.stated(clipped, above, statement)]

    # -- the train body
    def outlined(self, body: Body) -> list[Line]:
        """The call of the train body, with the host lines that stood between."""
        new: list[Any] = []
        if self.context.tapes or self._may_be_recorded(body):
            self._under_tapes.add(body.first)
        for statement, _ in body.before:
            new += self.host(statement)
        call = self._body_call(body)
        self.origins.note([call], body.updates[0].first if body.updates else body.first)
        new.append(call)
        inside = {n for statement in body.graph for n in walk(statement)}
        for line, late in self.deferred_calls.items():
            new += numbers(line, late, body.results) if line in inside else []
        waiting = [u for u in body.updates if u.adds]
        new += self._added_before(waiting, body.after)
        new += self.published_body(body)
        for i, (statement, _) in enumerate(body.after):
            new += self.host(statement)
            new += self._added_before(waiting, body.after[i + 1 :])
        return new

    def _added_before(self, waiting: list[Update], after: Sequence[tuple[Any, str]]) -> list[Line]:
        """The sums of the gradients that are waited for no longer: a host line that leaves the
        suite ahead of a backward, `if loss.isnan(): continue`, leaves it ahead of the sum."""
        leaving = [s for s, _ in after if leaves(s)]
        found = [
            update
            for update in waiting
            if not any(self._stands_before(s, update.backward) for s in leaving)
        ]
        waiting[:] = [update for update in waiting if update not in found]
        return [self._added(update) for update in found]

    def _stands_before(self, statement: cst.CSTNode, backward: cst.CSTNode) -> bool:
        """Whether a statement of the suite that a backward is in stands ahead of it."""
        around = {backward, *self.facts.index.above(backward)}
        suite = self.facts.index.parents[statement].body  # type: ignore[attr-defined]
        return next(s is statement for s in suite if s is statement or s in around)

    def _body_call(self, body: Body) -> Line:
        given = [self._argument(expression) for _, expression in body.parameters]
        made = {name: node for node, name in reversed(body.data.items())}
        given += [self._made(made[name], body) for name in dict.fromkeys(body.data.values())]
        arguments = ", ".join(given)
        owner = f"{body.receiver}." if body.receiver else ""
        call = f"{owner}{body.name}({arguments})"
        results = self.wrapper.listed(self._results(body))
        found = cst.parse_statement(f"{results} = {call}" if results else call)
        assert isinstance(found, cst.SimpleStatementLine)
        return found

    def _results(self, body: Body) -> tuple[str, ...]:
        """What the body gives back, with gradients that later ones are added to."""
        given: dict[str, None] = {}
        for update in body.updates:
            if update.adds:
                given[self._addend(update)] = None
            elif update.backward in self.sums:
                given[self._total(self.sums[update.backward])] = None
            elif update.handed_out or update.shown:
                names = (self.grads_name(update, i) for i in range(len(update.steps)))
                given.update(dict.fromkeys(names))
        return (*body.results, *given)

    def _made(self, node: cst.CSTNode, body: Body) -> str:
        """What the host makes for the body; a number becomes a tensor, too."""
        made = code(bare(self.expression(node)))
        wrap = body.numbers.get(node, "")
        where = read_where(self.facts, body, body.data[node]) if wrap else ""
        if where:
            made = f"{made} if {where} else 0"
        return self._argument(f"{wrap}:{made}") if wrap else made

    def _argument(self, expression: str) -> str:
        """An argument of the call: numbers become tensors, lest each value be traced."""
        wrap, _, name = expression.partition(":")
        if wrap in _STATES:
            return f"{self.spelling.block(_STATES[wrap])}{name}"
        if wrap == "truth":
            return f"bool({name})"
        if wrap not in ("number", *_DTYPES):
            return expression
        convert = code(self.spelling.tf("convert_to_tensor"))
        if wrap == "number":  # int or float: the value tells
            return f"{convert}({name})"
        dtype = code(self.spelling.tf(_DTYPES[wrap]))
        return f"{convert}({name}, {dtype})"

    def _may_be_recorded(self, body: Body) -> bool:
        """Whether a caller out of sight, as one by an abstract method, may have a tape open for
        what a body computes."""
        return body.is_forward and self.context.callee and not self.context.detached

    def definition(self, body: Body, owner: cst.CSTNode) -> cst.FunctionDef:
        """The `@tf.function`."""
        substitutes = {
            expression.rpartition(":")[2]: name
            for name, expression in body.parameters
            if "." in expression.rpartition(":")[2].partition("(")[0]
        }
        depth, self.depth = self.depth, self.depth + 1
        function, self.function = self.function, body.name
        starts, self.starts = self.starts, {}
        anchors, self.anchors = self.anchors, {}
        tapes, self.tapes = self.tapes, openings(body.updates)
        under_tape = body.first in self._under_tapes
        with self.within(graph=True, callee=under_tape, tapes=(), substitutes=substitutes):
            statements = self.block((*body.replayed, *body.graph))
        self.depth, self.starts, self.tapes, self.anchors = depth, starts, tapes, anchors
        self.function = function
        results = self.wrapper.listed(self._results(body))
        if results:
            statements.append(cst.parse_statement(f"return {results}"))
        statements[0] = lines.with_leading(
            statements[0], lines.without_blanks(lines.leading(statements[0]))
        )
        names = [*(name for name, _ in body.parameters), *dict.fromkeys(body.data.values())]
        if body.receiver == "self":
            names = ["self", *names]
        as_one = not under_tape and not any(u.averaged for u in body.updates)
        decorators = self.decorators(body.any_length, as_one, self.compiles(body.first, statements))
        if body.receiver not in ("", "self"):
            decorators.insert(0, cst.Decorator(cst.Name("staticmethod")))
        return cst.FunctionDef(
            cst.Name(body.name),
            cst.Parameters([cst.Param(cst.Name(name)) for name in names]),
            indented_block(statements),
            decorators,
            leading_lines=lines.blanks(lines.leading(owner)) or lines.blank(1),
        )

    def decorators(self, any_length: bool, as_one: bool, jit: bool) -> list[cst.Decorator]:
        """A tf.function, called as one operation where that can be: it has no gradient, and XLA's
        can't."""
        function = cst.Decorator(self.tf_function(any_length, jit))
        if jit or not as_one:
            return [function]
        return [cst.Decorator(cst.Name(self.spelling.block("one_op"))), function]

    def tf_function(self, any_length: bool, jit: bool) -> cst.BaseExpression:
        """`tf.function` with its options, as a decorator."""
        options = ["jit_compile=True"] if jit else []
        options += ["reduce_retracing=True"] if any_length else []
        function = self.spelling.tf("function")
        text = f"{code(function)}({', '.join(options)})"
        return cst.parse_expression(text) if options else function


def _one_or_list(texts: Sequence[str]) -> str:
    """`loss`, or `[q1_loss, q2_loss]`: tape.gradient() takes both."""
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
