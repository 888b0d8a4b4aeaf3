"""Tapes: what they are called, what stands under them, those that have recorded before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.model import Acting, Leaf, Opened, Piece, Plan, Recording, Update
from porter.rewrite import lines
from porter.rewrite.no_grad import indented_block
from porter.rewrite.spelling import Spelling
from porter.rewrite.state_variables import StateVariables
from porter.rewrite.statements import Line
from porter.rulebook import Rulebook
from porter.tree import named, walk


class Tapes(StateVariables):
    """`with tf.GradientTape() as tape:` and what it needs."""

    def __init__(self, facts: Facts, book: Rulebook, spelling: Spelling, plan: Plan) -> None:
        super().__init__(facts, book, spelling, plan)
        self.tape_makers = frozenset(plan.tapes)
        self.recorded_updates = [update for update in plan.updates() if update.tape]

    def taped(self, update: Update | Leaf | Acting, inside: Sequence[cst.CSTNode]) -> Line:
        """The statements under `with tf.GradientTape() as tape:`."""
        tape = self._tape(update)
        if self._recorded_before(update):
            item = cst.WithItem(cst.parse_expression(tape))
        elif isinstance(update, Recording):
            block = cst.Call(cst.Name(self.spelling.block("recording")))
            item = cst.WithItem(block, cst.AsName(cst.Name(tape)))
        else:
            several = getattr(update, "persistent", False)
            arguments = [named("persistent", cst.Name("True"))] if several else []
            call = cst.Call(self.spelling.tf("GradientTape"), arguments)
            item = cst.WithItem(call, cst.AsName(cst.Name(tape)))
        with self.within(tapes=(tape,)):
            self.depth += 1
            above, inner = lines.split_cell(lines.leading(inside[0]))
            above = (*above, *lines.blanks(inner))
            if inside[-1] is update.backward:  # (a + b).backward(): the loss has no name yet
                body = self.block(inside[:-1]) if len(inside) > 1 else []
            else:
                body = self.block(inside)
            self.depth -= 1
            unnamed = [] if isinstance(update, (Opened, Piece)) else self._unnamed(update)
            for backward in unnamed:
                if backward is update.backward or backward not in inside:
                    body.append(self._loss(backward))
        body = [lines.deeper(line, self.wrapper.indent) for line in body]
        _, inner = lines.split_cell(lines.leading(body[0]))
        body[0] = lines.with_leading(body[0], lines.without_blanks(inner))
        named_there = any(_is_name(node, tape) for line in body for node in walk(line))
        if isinstance(update, Recording) and not named_there:
            item = item.with_changes(asname=None)
        return cst.With([item], indented_block(body), leading_lines=above)

    @staticmethod
    def _recorded_before(update: Update | Leaf | Acting) -> bool:
        """Whether the tape goes on: it has recorded while acting, or before another's step."""
        if isinstance(update, Piece):
            return update.goes_on
        if isinstance(update, Update) and update.opened is not None:
            return True
        return bool(getattr(update, "tape", "")) and not isinstance(update, Opened)

    def _is_early(self, update: Update) -> bool:
        """Whether the gradient is taken at the backward, and applied later."""
        early = update.named or any(update.clips) or bool(update.loops or update.helpers)
        early = early or update.backward in self.sums or update.handed_out or bool(update.shown)
        return early or (update.transplant is not None and not update.transplant.whole)

    def _has_name_for_itself(self, update: Update) -> bool:
        """Whether no other gradients may be held as `grads` when the optimizer steps."""
        held = self.facts.index.function(update.backward) in self._holding
        free = self.spelling.fresh("grads") == "grads"
        return free and not held and not self.sums and len(update.steps) == 1

    @cached_property
    def _holding(self) -> frozenset[cst.CSTNode | None]:
        """The functions with updates whose gradients have a name until they are applied."""
        updates = {u for found in self.parts.values() for u in found if isinstance(u, Update)}
        early = (u for u in updates if self._is_early(u) or u.by_hand is not None)
        return frozenset(self.facts.index.function(update.backward) for update in early)

    @cached_property
    def _beginnings(self) -> dict[cst.CSTNode, list[cst.CSTNode]]:
        """The renamed backwards by the line that their tape begins at."""
        found: dict[cst.CSTNode, dict[cst.CSTNode, None]] = {}
        for update in (update for updates in self.parts.values() for update in updates):
            found.setdefault(update.first, {}).update(dict.fromkeys(update.renamed))
        return {first: [*renamed] for first, renamed in found.items()}

    def _tape(self, update: Update | Leaf | Acting) -> str:
        """The tape's name; one that records while acting lies beside what it records."""
        opened = update if isinstance(update, (Opened, Piece)) else getattr(update, "opened", None)
        opened = next(iter(getattr(update, "pieces", ())), opened)
        if opened is not None:
            return self.spelling.fresh(opened.tape)
        beside, _, _ = getattr(update, "tape", "").rpartition(".")
        fresh = self.spelling.fresh("tape")
        return f"{beside}.{fresh}" if beside else fresh

    def _renewed(self, update: Update) -> list[Line]:
        """A new tape for what is done until the next update."""
        mates = [u for u in self.recorded_updates if self._mates(u, update)]
        if not update.tape or (mates[-1] is not update and update.backward not in self.sums):
            return []
        return [lines.stated(f"{self._tape(update)} = {self._recorder()}", (), cst.Pass())]

    def _mates(self, one: Update, other: Update) -> bool:
        """Whether two updates of a function learn from the same recording."""
        function = self.facts.index.function
        return one.tape == other.tape and function(one.backward) is function(other.backward)

    def _recorder(self) -> str:
        return f"{code(self.spelling.tf('GradientTape'))}(persistent=True)"

    def statement(self, node: Any) -> list[Any]:
        """A list that is filled while acting has a tape beside it."""
        new = super().statement(node)
        return [*new, self._made_beside()] if node in self.tape_makers else new

    def _made_beside(self) -> Line:
        """`self.tape = tf.GradientTape(persistent=True)`"""
        new = lines.stated(
            f"self.{self.spelling.fresh('tape')} = {self._recorder()}", (), cst.Pass()
        )
        comment = cst.Comment("# records while acting, until the update")
        two = cst.SimpleWhitespace("  ")
        return new.with_changes(trailing_whitespace=cst.TrailingWhitespace(two, comment))

    def _unnamed(self, update: Update | Leaf | Acting) -> list[cst.CSTNode]:
        """The backwards on a tape whose losses have no name of their own."""
        return self._beginnings.get(update.first, [])

    def _loss_name(self, backward: cst.CSTNode) -> str:
        """A name for a loss that has none."""
        number = self._unnamed(self.parts[backward][0]).index(backward)
        if number:
            return self.spelling.fresh(f"loss_{number + 1}")
        free = (name for name in ("loss", "total_loss") if self.spelling.fresh(name) == name)
        return next(free, None) or self.spelling.fresh("loss")

    def _loss(self, backward: cst.CSTNode) -> cst.SimpleStatementLine:
        """`loss = …` for a backward whose loss has no name."""
        update = self.parts[backward][0]
        losses = (update.loss,) if isinstance(update, Leaf) else update.losses
        backwards = (backward,) if isinstance(update, Leaf) else update.backwards
        value = self.expression(losses[backwards.index(backward)])
        new = lines.assigned(self._loss_name(backward), value)
        self.origins.note([new], backward)
        return new


def _is_name(node: cst.CSTNode, name: str) -> bool:
    return isinstance(node, cst.Name) and node.value == name
