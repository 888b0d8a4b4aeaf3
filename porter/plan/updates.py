"""Finds update steps: backwards, the step on them, what stands between, where the tape opens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import libcst as cst

from porter.analysis.reach import Reach
from porter.codegen import code
from porter.facts import Facts, keyword
from porter.findings import Severity
from porter.plan.acting import Recordings
from porter.plan.caller_tape import caller_tape_call, caller_tape_loss
from porter.plan.clips import clipped
from porter.plan.effects import effects, reads
from porter.plan.escaping import EscapingGradients
from porter.plan.gradient_transfer import GradientTransfer
from porter.plan.leaving import may_end, pauses
from porter.plan.model import Gradient, Opened, Problem, Update
from porter.plan.nesting import around
from porter.plan.not_found import ARGUED, NotFound, Refused, lost
from porter.plan.outlived import Outlived
from porter.plan.own_optimizers import OwnOptimizers
from porter.plan.owners import Owners
from porter.plan.parallel import Parallel
from porter.plan.slices import Slices
from porter.plan.split_tapes import SplitTape, before, split_tape
from porter.plan.together import index_of, together
from porter.plan.traceable import CLIPS
from porter.plan.unreached import not_found, unreached
from porter.tree import dotted, only, walk

_PILES_UP = (
    "in PyTorch 2 nothing clears the gradients of {}, so they pile up from update to update;"
    " here they are of this loss alone, as in PyTorch 1"
)


class Finder(Slices):
    """Looks for the parts of the update steps in one suite."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self.problems: list[Problem] = []
        self.owners = Owners(facts)
        self.outlived = Outlived(facts, self.owners)
        self.recordings = Recordings(facts)
        self.gradients: tuple[Gradient, ...] = ()
        self.general = frozenset[cst.CSTNode]()  # lines that have the general form
        self.transfer = GradientTransfer(facts, self.owners)
        self.parallel = Parallel(facts, self.owners)
        self.wanted = frozenset[str]()  # the networks of an optimizer whose slice is looked for
        self.escaping = EscapingGradients(facts, self.owners)

    def updates(
        self, suite: Sequence[cst.CSTNode], backwards: Sequence[cst.CSTNode]
    ) -> list[Update]:
        """The steps on the backward()s of one suite; raises NotFound."""
        argued = next((b for b in backwards if self.argued(b)), None)
        if argued is not None:
            raise NotFound(argued, "P201", *ARGUED)
        found = [self._steps_on(suite, b) for b in backwards if caller_tape_call(self.facts, b)]
        backwards = [b for b in backwards if not caller_tape_call(self.facts, b)]
        for step in (s for s in suite if self.api(s) == "Optimizer.step"):
            if self.arguments(step):
                raise NotFound(step, "P201", "step() with a closure")
            if why := self.facts.once(OwnOptimizers).may_be(self.receiver(step)):
                raise Refused(step, "P201", why)
            chosen = self._chosen(suite, step, backwards)
            if not chosen:
                continue
            zeros = self._zeros(suite, step, chosen)
            if zeros is None:
                message = (
                    f"{code(self.receiver(step))} is not cleared right before this backward, "
                    "so gradients of an earlier one would be added"
                )
                raise NotFound(chosen[0], "P202", message, "call zero_grad() before each backward")
            found.append(self._update(suite, self.receiver(step), (step,), chosen, zeros))
        used = {backward for update in found for backward in update.backwards}
        for backward in backwards:
            if backward not in used:
                message = "no optimizer step follows this backward in its block"
                raise NotFound(backward, "P201", *(unreached(self, suite, backward) or [message]))
        for update in found:
            self.outlived.refuse(update)
        handed = [self._handed(suite, update) for update in together(suite, found)]
        line = next(filter(None, (self.transfer.by_name(suite, u) for u in handed)), None)
        if line is not None:
            message = "it takes gradients from the parameters, by name: they are in a list here"
            hint = "give it what tape.gradient() gives, and apply what it returns"
            raise Refused(line, "P201", message, hint)
        return clipped(self, suite, [self.transfer.with_loops(suite, u) for u in handed])

    def _steps_on(self, suite: Sequence[cst.CSTNode], statement: cst.CSTNode) -> Update:
        """The call of a function that steps on the loss that it gets, under the caller's tape."""
        call = caller_tape_call(self.facts, statement)
        assert call is not None
        update = self._update(suite, call[0], (statement,), [statement], ())
        return replace(update, optimizers=(), lends=call[0])

    def _handed(self, suite: Sequence[cst.CSTNode], update: Update) -> Update:
        """The update with the line that hands its gradients to another network."""
        update = self._averaged(update)
        start, end = index_of(suite, update.backward), index_of(suite, update.steps[-1])
        found = list(self.transfer.transplants(suite[start:end]))
        if not found:
            return update
        if len(found) > 1 or len(update.steps) > 1:
            message = "gradients of several networks are handed over"
            raise NotFound(found[-1].statement, "P201", message)
        name = code(found[0].source)
        before = (*suite[:start], *self._around(suite))
        zeros = (s for s in before if self.api(s) == "Module.zero_grad")
        fresh = any(code(self.receiver(s)) == name for s in zeros) or any(
            name in effects(s).kills for s in suite[:start]
        )
        cleared = any(self.api(s) == "Optimizer.zero_grad" for s in before)
        if found[0].guarded and not cleared:
            message = "gradients are handed over only where there are none, and nothing clears them"
            raise NotFound(found[0].statement, "P202", message, "call zero_grad() before")
        if not (fresh or all(map(_keeps_tensors, update.zeros))):
            message = _PILES_UP.format(name)
            self.problems.append(Problem(found[0].statement, "N402", Severity.NOTE, message))
        whole = self.owners.has(found[0].target, update.optimizers[0])
        return replace(update, transplant=replace(found[0], whole=whole))

    # -- what belongs to a step
    def _chosen(
        self, suite: Sequence[cst.CSTNode], step: cst.CSTNode, backwards: Sequence[cst.CSTNode]
    ) -> list[cst.CSTNode]:
        """The backwards whose gradients a step uses: since it was cleared, into its parameters."""
        optimizer, end = self.receiver(step), index_of(suite, step)
        start = max((i for i in range(end) if self._same(suite[i], step)), default=-1)
        start = max((i for i in range(end) if self.clears(suite[i], optimizer)), default=start)
        found = [b for b in backwards if start < index_of(suite, b) < end]
        return [b for b in found if self.reaches(suite, b, optimizer)]

    def _zeros(
        self, suite: Sequence[cst.CSTNode], step: cst.CSTNode, chosen: Sequence[cst.CSTNode]
    ) -> tuple[cst.CSTNode, ...] | None:
        """The zero_grad() calls of a step; None if gradients could pile up."""
        optimizer = self.receiver(step)
        start, end = index_of(suite, chosen[0]), index_of(suite, step)
        if any(map(pauses, suite[start:end])):
            raise Refused(chosen[0], "P201", "other code may run before its step")
        for statement in (*reversed(suite[:start]), *self._around(suite)):
            if self._same(statement, step):
                break
            if self.clears(statement, optimizer):
                return (statement,)
            if self._adds(suite, statement, optimizer):
                break
        later = iter(suite[end + 1 :])
        for statement in later:
            if self.clears(statement, optimizer):
                piles_up = may_end(self.facts, suite[start + 1 : index_of(suite, statement)])
                piles_up = piles_up or any(self._adds(suite, s, optimizer) for s in later)
                return None if piles_up else (statement,)
            if self._adds(suite, statement, optimizer):
                break
        return None

    def _around(self, suite: Sequence[cst.CSTNode]) -> Iterator[cst.CSTNode]:
        """The statements before a suite, nearest first, up to the loop or function around it."""
        parents = self.facts.index.parents
        node = parents.get(suite[0])
        while isinstance(node, (cst.IndentedBlock, cst.If, cst.Else, cst.With)):
            above = parents.get(node)
            if isinstance(above, (cst.IndentedBlock, cst.Module)):
                body = above.body
                yield from reversed(body[: index_of(body, node)])
            node = above

    def _same(self, statement: cst.CSTNode, step: cst.CSTNode) -> bool:
        """Whether this is a step of the same optimizer."""
        steps = self.api(statement) == "Optimizer.step"
        return steps and code(self.receiver(statement)) == code(self.receiver(step))

    def clears(self, statement: cst.CSTNode, optimizer: cst.BaseExpression) -> bool:
        """Whether a statement clears the gradients that an optimizer uses."""
        if (api := self.api(statement)) == "Optimizer.zero_grad":
            return code(self.receiver(statement)) == code(optimizer)
        network = code(self.receiver(statement)) if api == "Module.zero_grad" else ""
        handed = network in self.transfer.sources
        return bool(network) and (handed or self.owners.cleared_by(network, optimizer))

    def _adds(
        self, suite: Sequence[cst.CSTNode], statement: cst.CSTNode, optimizer: cst.BaseExpression
    ) -> bool:
        """Whether a backward in this statement adds to the gradients that an optimizer uses."""
        if self.api(statement) == "Tensor.backward" and statement in suite:
            return self.reaches(suite, statement, optimizer)
        return caller_tape_call(self.facts, statement) is not None or any(
            self.facts.api(node) == "Tensor.backward" for node in walk(statement)
        )

    def reaches(
        self, suite: Sequence[cst.CSTNode], backward: cst.CSTNode, optimizer: cst.BaseExpression
    ) -> bool:
        """Whether gradients of a loss could come to an optimizer's parameters."""
        ours = self.owners.networks(optimizer)
        loss = self.receiver(backward)
        _, _, flowing = self.slice(suite, index_of(suite, backward), loss)
        theirs = self.networks_in([*flowing, loss, *before(self, suite)])
        if theirs:
            theirs |= {code(t.target) for t in self.transfer.transplants(suite)}
        if not ours or not theirs:
            return True
        return not all(self.owners.disjoint(a, b) for a in ours for b in theirs)

    # -- the update
    def one(
        self, suite: Sequence[cst.CSTNode], optimizer: cst.BaseExpression, backward: cst.CSTNode
    ) -> Update:
        """What one backward needs, without a step."""
        return self._averaged(self._update(suite, optimizer, (), [backward], ()))

    def by_hand(
        self,
        suite: Sequence[cst.CSTNode],
        parameters: cst.BaseExpression,
        backward: cst.CSTNode,
        zeros: tuple[cst.CSTNode, ...],
    ) -> Update:
        """An update of parameters that no optimizer has."""
        found = self._update(suite, parameters, (), [backward], zeros)
        return replace(found, optimizers=(), by_hand=parameters)

    def _averaged(self, update: Update) -> Update:
        """The update, which knows whether DistributedDataParallel averages its gradients."""
        averaged = self.parallel.averages(update)
        if averaged is None:
            message = "whether DistributedDataParallel averages these gradients is not known"
            raise NotFound(update.backward, "P201", message)
        return replace(update, averaged=averaged)

    def _update(
        self,
        suite: Sequence[cst.CSTNode],
        optimizer: cst.BaseExpression,
        steps: tuple[cst.CSTNode, ...],
        chosen: Sequence[cst.CSTNode],
        zeros: tuple[cst.CSTNode, ...],
    ) -> Update:
        caller_tape: cst.FunctionDef | None = None
        tape = ""
        opened: Opened | None = None
        places: list[int] = []
        renamed: set[cst.CSTNode] = set()
        slice_: set[cst.CSTNode] = set()
        one = bool(steps) and len(chosen) == 1
        for backward in chosen:
            loss, at = self.receiver(backward), index_of(suite, backward)
            if not self.transfer.sources:
                self.wanted = self.owners.networks(optimizer)
            first, last, flowing = self.slice(suite, at, loss)
            self.wanted = frozenset()
            caller_tape = self._caller_tape(suite, loss)
            if caller_tape is not None:
                first = last = backward
            other = self.escaping.sources(suite, at, loss, optimizer) if caller_tape is None else ()
            elsewhere = [*other]
            start = self._split_tape(suite, backward, optimizer) if elsewhere and one else None
            if start is not None:
                opened = start.opened(optimizer)
                first, last, flowing = start.again or backward, last or backward, start.slice
            elif first is None or elsewhere:
                kept = self.recordings.slice(suite, at, loss)
                for name, value in elsewhere if kept or first else ():
                    if kept is None or not self.recordings.has(name, value):
                        raise lost(backward, name.lstrip("."), value)
                first, last, flowing, tape = kept if kept is not None else (None, None, flowing, "")
            if first is None or last is None:
                raise NotFound(backward, "P201", *not_found(self, suite, backward))
            places += [index_of(suite, first), index_of(suite, last)]
            slice_ |= flowing
            if not isinstance(loss, cst.Name):
                renamed.add(backward)
                between = range(index_of(suite, first), at)
                needed = (i for i in between if self._written(suite[i], loss))
                places.append(max(needed, default=places[-1]))
            later = suite[at : index_of(suite, chosen[-1])]
            if not reads(loss).isdisjoint(frozenset().union(*(effects(s).kills for s in later))):
                renamed.add(backward)
                places.append(at)
        losses = tuple(map(self.receiver, chosen))
        last = suite[max(places)]
        if opened is not None:
            first = opened.first
        else:
            first = suite[around(suite, self.gradients, min(places), max(places))]
        return Update(
            losses,
            tuple(chosen),
            (optimizer,),
            steps,
            zeros,
            (),
            first,
            last,
            frozenset(slice_),
            frozenset(renamed),
            caller_tape=caller_tape,
            tape=tape,
            opened=opened,
        )

    def _written(self, statement: cst.CSTNode, loss: cst.BaseExpression) -> bool:
        """Whether a line computes, or changes, what the loss is made of."""
        return (
            not self.facts.once(Reach)
            .effects(statement)
            .writes.isdisjoint(self.facts.once(Reach).effects(loss).reads)
        )

    def _split_tape(
        self, suite: Sequence[cst.CSTNode], backward: cst.CSTNode, optimizer: cst.BaseExpression
    ) -> SplitTape | None:
        """Where the tape of a branch begins before it."""
        if self.gradients:
            return None
        loss = self.receiver(backward)
        return split_tape(self, self.escaping, suite, backward, loss, optimizer)

    def _caller_tape(
        self, suite: Sequence[cst.CSTNode], loss: cst.BaseExpression
    ) -> cst.FunctionDef | None:
        """The function of this suite, if it is its caller that computes the loss."""
        parents = self.facts.index.parents
        function = parents.get(parents[suite[0]])
        if isinstance(function, cst.FunctionDef) and caller_tape_loss(function) == code(loss):
            return function
        return None

    def foreign(self, network: cst.CSTNode) -> bool:
        ours, name = self.wanted, dotted(network) or ""
        return bool(ours) and all(self.owners.disjoint(name, one) for one in ours)

    # -- small parts
    def clips(self, statement: cst.CSTNode, optimizer: cst.BaseExpression) -> bool:
        """Whether a clip_grad_… is known to be for this optimizer's gradients."""
        given = keyword(self.arguments(statement), "parameters", 0)
        return given is not None and self.owners.share(given, optimizer) != "unknown"

    def arguments(self, statement: cst.CSTNode) -> Sequence[cst.Arg]:
        """The arguments of a statement that is one call."""
        call = self._call(statement)
        return call.args if call is not None else ()

    def argued(self, backward: cst.CSTNode) -> bool:
        """Whether a backward has arguments that matter; a note tells what retain_graph does."""
        if caller_tape_call(self.facts, backward) is not None:
            return False
        call = self._call(backward)
        names = [arg.keyword.value if arg.keyword else "" for arg in call.args] if call else [""]
        if names == ["retain_graph"]:
            message = "retain_graph: gradients flow through what this step computes, no further"
            self.problems.append(Problem(backward, "N402", Severity.NOTE, message))
            return False
        return bool(names)

    @cached_property
    def calls(self) -> list[cst.SimpleStatementLine]:
        """The lines that are one call of torch, in their order."""
        return [s for s in self.facts.index.all(cst.SimpleStatementLine) if self.api(s)]

    def api(self, statement: cst.CSTNode) -> str:
        """The torch name of a statement that is one call."""
        call = self._call(statement) if statement not in self.general else None
        return self.facts.api(call) if call is not None else ""

    def _call(self, statement: cst.CSTNode) -> cst.Call | None:
        small = only(statement)
        if isinstance(small, cst.Expr) and isinstance(small.value, cst.Call):
            return small.value
        if isinstance(small, cst.Assign) and isinstance(small.value, cst.Call):
            return small.value if self.facts.api(small.value) in CLIPS else None
        return None

    def receiver(self, statement: cst.CSTNode) -> cst.BaseExpression:
        """The loss of a backward(), the optimizer of a step()."""
        stepping = caller_tape_call(self.facts, statement)
        if stepping is not None:
            return stepping[1].value
        call = self._call(statement)
        assert call is not None
        assert isinstance(call.func, cst.Attribute)
        return call.func.value


def _keeps_tensors(zero: cst.CSTNode) -> bool:
    """zero_grad(set_to_none=False) fills the tensor that two networks share with zeros."""
    return "set_to_none=False" in code(zero).replace(" ", "")
