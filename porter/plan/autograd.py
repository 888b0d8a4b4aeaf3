"""The general form: what has no form of its own is ported by the semantics of torch's autograd.

Lines are recorded, `backward()` adds to the gradients that the variables hold, `step()` applies
them. It is right whatever stands between, and runs eagerly. The one question is where a recording
begins: all that a gradient of the loss comes through has to be computed in it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import libcst as cst

from porter.facts import Facts, keyword
from porter.findings import Severity
from porter.kinds import Function, Parameter, Tensor, Unknown
from porter.layer_hooks import FULL_HOOK, names
from porter.plan.behind_the_graph import changed_behind
from porter.plan.flipped import flipped_while_recorded
from porter.plan.grads import GRADS
from porter.plan.held_elsewhere import HeldElsewhere
from porter.plan.helpers import called
from porter.plan.kept_backward import BACKWARD, is_kept, takes_loss
from porter.plan.model import General, Problem
from porter.plan.no_grad import GRAD
from porter.plan.places import Places
from porter.plan.recorded import functions_called
from porter.plan.recordings import NotRecorded, Recordings, Stretch
from porter.plan.traceable import CLIPS, STEP_PARTS
from porter.plan.updates import Finder
from porter.tree import dotted, only, walk

_APART = (
    "torch.nn.parallel.DistributedDataParallel",
    "torch.nn.DataParallel",
    "torch.distributed.",
)
_ELSEWHERE = "it is computed where nothing is known to be recorded"
_HINT = "compute it in the function that calls backward(), or detach() it"
_GROWING = "what the turns of this loop record is kept until it ends: memory grows with each"
_EAGER = "clear, differentiate and step in one block, on a loss that is computed there"
_GRADS = "read gradients in a loop over the parameters: for p in net.parameters()"
_NAMES = ("zero_grad", "step")
_KEPT = ("register_hook", "retain_grad")


def general_form(finder: Finder, places: Places, told: Sequence[Problem]) -> General | None:
    """What of a file is ported so, if these errors tell of parts of updates that were left over."""
    facts = finder.facts
    if any(api.name.startswith(_APART) for api in facts.apis.values()):
        return None
    return _General(finder, places, told).found()


class _General:
    def __init__(self, finder: Finder, places: Places, told: Sequence[Problem]) -> None:
        self.finder = finder
        self.facts = finder.facts
        self.places = places
        self.told = told
        self.parents = self.facts.index.parents
        self.held = self.facts.once(HeldElsewhere)
        self.calls = [
            node
            for node in self.facts.index.all(cst.Call)
            if self.facts.api(node) in (*STEP_PARTS, *CLIPS, BACKWARD)
        ]
        self.unknown = [node for node in self.facts.index.all(cst.Call) if self._may_be_one(node)]
        attributes = (n for n in self.facts.index.all(cst.Attribute) if self._may_run(n))
        self.grads = [node for node in attributes if self._is_grad(node)]
        self.hooks = [node for node in self.facts.index.all(cst.Call) if self._is_hook(node)]
        self.asked = [node for node in self.facts.index.all(cst.Call) if self._is_asked(node)]
        self.recordings = Recordings(finder, places)
        self.problems: list[Problem] = []

    def found(self) -> General | None:
        """The functions with such an update, what is in them, and what is recorded."""
        left = [*self._left()]
        why: dict[cst.CSTNode, Problem | None] = {}
        if self.held.by:  # what none can hold is told
            why |= {self._function(call): None for call in (*self.calls, *self.unknown)}
        why |= {self._function(call): None for call in self.unknown if self._differentiates(call)}
        why |= {self._function(problem.node): problem for problem in reversed(left)}
        by_gradient = any(map(self._of_gradient, left))
        by_gradient |= self.held.here or bool(self.held.by) or any(map(self._clips_alone, left))
        everywhere = by_gradient or any(problem.node in self.hooks for problem in left)
        calls, stretches = self._ported(why, everywhere)
        reading = {*map(self._function, [*self.grads, *self._helped])}
        if not by_gradient and reading & {*map(self._function, calls)}:
            by_gradient = everywhere = True  # what these hold is read or set beside them
            self.problems.clear()
            calls, stretches = self._ported(why, everywhere)
        while beside := self._beside(stretches) - why.keys():
            why |= dict.fromkeys(beside)
            self.problems.clear()
            calls, stretches = self._ported(why, everywhere)
        calls += self.hooks if calls or self.held.here else ()
        calls = [*dict.fromkeys(calls)]
        functions = frozenset(map(self._function, calls))
        recordings = self.recordings.merged(stretches)
        for one in recordings:
            lines = self.places.span(one.first, one.last)
            self.problems += flipped_while_recorded(self.facts, lines)
            self.problems += changed_behind(self.facts, lines, self._differentiates)
            self.problems += self._growing(lines)
        return General(
            functions,
            tuple(calls),
            tuple(self.grads) if by_gradient else (),
            recordings,
            (*self.problems, *self._notes(calls, why)),
        )

    def _ported(
        self, why: Mapping[cst.CSTNode, Problem | None], everywhere: bool
    ) -> tuple[list[cst.Call], list[Stretch]]:
        """The calls that are ported so, and the lines to record for them."""
        calls: list[cst.Call] = []
        stretches: list[Stretch] = []
        begun = {*why, *map(self._function, self.calls)} if everywhere else why
        for found in self._groups(begun):
            recorded = self._recorded(found, why)
            if recorded is not None:
                calls += found
                stretches += recorded
        return calls, stretches

    def _beside(self, stretches: Iterable[Stretch]) -> set[cst.CSTNode]:
        """The functions that lines are recorded in, for a gradient that another one takes, and
        that have updates: one tape can't be open for these lines beside the recording."""
        updated = {self._function(call) for call in self.calls if self._differentiates(call)}
        return updated & {self._function(one.suite) for one in stretches}

    def _recorded(
        self, calls: Sequence[cst.Call], why: Container[cst.CSTNode]
    ) -> list[Stretch] | None:
        """The lines to record; None where a function that has a form of its own has none here."""
        found: list[Stretch] = []
        for call in filter(self._differentiates, calls):
            stretches = self._stretches(call)
            if isinstance(stretches, list):
                found += stretches
            elif self._function(call) in why:
                self.problems.append(stretches)
            else:
                return None
        return found

    def _stretches(self, backward: cst.Call) -> list[Stretch] | Problem:
        try:
            return self.recordings.of(backward)
        except NotRecorded as error:
            message = f"a gradient of this loss goes through {error}: {_ELSEWHERE}"
            line = self.places.line(backward)
            return Problem(line, "P201", Severity.ERROR, message, _HINT)

    def _growing(self, lines: Sequence[cst.CSTNode]) -> Iterator[Problem]:
        """The loops in a recording whose turns take gradients: what each records is kept."""
        for loop in lines:
            if isinstance(loop, (cst.For, cst.While)):
                called = (f.body for f in functions_called(self.facts, [loop]))
                inside = (node for part in (loop, *called) for node in walk(part))
                if any(map(self._differentiates, inside)):
                    yield Problem(loop, "N403", Severity.NOTE, _GROWING, _HINT)

    def _notes(
        self, calls: Sequence[cst.Call], why: Mapping[cst.CSTNode, Problem | None]
    ) -> Iterator[Problem]:
        """One for each function with such an update, with what was in the way of another form."""
        first: dict[cst.CSTNode, cst.Call] = {}
        for call in filter(self._differentiates, calls):
            first.setdefault(self._function(call), call)
        for function, call in first.items():
            told = why.get(function) or next(filter(None, why.values()), None)
            reason = told.message if told is not None else self._why_general
            message = f"this update is ported as torch's autograd, in eager mode: {reason}"
            yield Problem(self.places.line(call), "N403", Severity.NOTE, message, self._hint(told))

    @property
    def _why_general(self) -> str:
        by = self.held.by
        return f"{by}() in another file works on gradients" if by else "its loss is not known"

    def _hint(self, told: Problem | None) -> str:
        """What brings the update into another form."""
        if told is None or told.node in self.grads:
            return _EAGER if told is None else _GRADS
        leads = told.code == "P201" and told.hint and "tape" not in told.hint
        return told.hint if leads else _EAGER

    # -- what is left over
    def _differentiates(self, node: cst.CSTNode) -> bool:
        if not isinstance(node, cst.Call):
            return False
        return _is_backward(node) or node in self.asked or takes_loss(self.facts, node)

    def _is_asked(self, node: cst.Call) -> bool:
        """A torch.autograd.grad of variables that no tape was found for."""
        inputs = keyword(node.args, "inputs", 1)
        if self.facts.api(node) != GRAD or inputs is None:
            return False
        kind, line = self.facts.kind(inputs), self.places.line(node)
        told = any(p.node in (node, line) and p.code == "P201" for p in self.told)
        return told and (isinstance(kind, Parameter) or not isinstance(kind, Tensor))

    def _may_run(self, node: cst.CSTNode) -> bool:
        """What works on gradients in a class that nobody makes is told."""
        around = self.facts.index.above(node) if self.held.unrun else ()
        classes = (one.name.value for one in around if isinstance(one, cst.ClassDef))
        return self.held.unrun.isdisjoint(classes)

    def _is_hook(self, node: cst.Call) -> bool:
        """`x.register_hook(…)` of a tensor; of a variable or a layer, if this file has all its
        updates. So it is with `h.retain_grad()`."""
        if self.facts.api(node) == FULL_HOOK:
            return self._alone() and not names(self.facts, frozenset({"register_hook"}))
        if not isinstance(node.func, cst.Attribute) or node.func.attr.value not in _KEPT:
            return False
        kind = self.facts.kind(node.func.value)
        return isinstance(kind, Tensor) and (not isinstance(kind, Parameter) or self._alone())

    def _alone(self) -> bool:
        return self.held.here or not self.facts.mentioned("backward", self.facts.path)

    def _is_grad(self, node: cst.Attribute) -> bool:
        """`p.grad`; in a file without updates, of what is known to be a parameter, and
        `layer.weight.grad`."""
        if self.facts.api(node) not in GRADS or not self.held.here:
            return self.facts.api(node) in GRADS
        owner = node.value
        if isinstance(owner, cst.Attribute) and self._is_grad(owner):
            return True  # `p.grad.grad`
        of_layer = isinstance(owner, cst.Attribute) and owner.attr.value in ("weight", "bias")
        return of_layer or isinstance(self.facts.kind(owner), Parameter)

    def _may_be_one(self, node: cst.Call) -> bool:
        """`self.optimizer.step()` of what is not known."""
        if is_kept(self.facts, node):
            return True
        match node.func:
            case cst.Attribute(value, cst.Name("zero_grad" | "step" | "backward")):
                alone = isinstance(self.parents[node], (cst.Expr, cst.Return))
                alone = alone and (not node.args or node.func.attr.value == "zero_grad")
                return (
                    alone
                    and not self.facts.api(node)
                    and isinstance(self.facts.kind(value), Unknown)
                )
        return False

    @cached_property
    def _helped(self) -> list[cst.Call]:
        """The calls of functions of this file alone that work on gradients."""
        found = [call for call in self.facts.index.all(cst.Call) if called(self.facts, call)]
        return [
            call
            for call in found
            if isinstance(kind := self.facts.kind(call.func), Function)
            and kind.name in self.facts.functions
            and not (
                isinstance(call.func, cst.Name)
                and self.facts.said(call.func.value, self.facts.path)
            )
        ]

    @cached_property
    def _sets_gradients(self) -> bool:
        """Whether the program gives parameters gradients that it computes itself: `p.grad = g`."""
        targets = (t.target for a in self.facts.index.all(cst.Assign) for t in a.targets)
        return any(target in self.grads for target in targets)

    def _left(self) -> Iterator[Problem]:
        """What was told of updates, and of gradients that nothing gives."""
        for problem in self.told:
            updates = problem.code in ("P201", "P202") or problem.node in self.hooks
            if updates or self._of_gradient(problem):
                yield problem

    def _of_gradient(self, problem: Problem) -> bool:
        """Whether it tells of a gradient that is read, or of `p.grad *= rate`."""
        small = only(problem.node)
        inside = walk(small.target) if isinstance(small, cst.AugAssign) else [problem.node]
        return any(one in self.grads for one in inside)

    def _clips_alone(self, problem: Problem) -> bool:
        """Whether it tells of a clip in a function that takes no gradient itself."""
        calls = (node for node in walk(problem.node) if self.facts.api(node) in CLIPS)
        function = self._function(problem.node)
        own = (
            self._differentiates(call) for call in self.calls if self._function(call) is function
        )
        return any(calls) and not any(own)

    def _function(self, node: cst.CSTNode) -> cst.CSTNode:
        return self.facts.index.function(node) or self.facts.module

    def _groups(self, functions: Iterable[cst.CSTNode]) -> Iterator[list[cst.Call]]:
        """The calls of functions that belong together; those that only step, on gradients of
        others, go with all of these."""
        those = (*self.calls, *self.unknown, *self.asked)
        groups = [
            [c for c in those if self._function(c) in some] for some in self._together(functions)
        ]
        apart = [found for found in groups if not any(map(self._differentiates, found))]
        held = self.held.here or self.held.by
        if len(apart) == len(groups) and (self._sets_gradients or held):  # by hand, or elsewhere
            yield [call for one in apart for call in one]
            return
        for found in groups:
            if found not in apart:
                yield [*found, *(call for one in apart for call in one)]

    def _together(self, functions: Iterable[cst.CSTNode]) -> Iterator[set[cst.CSTNode]]:
        """These functions, each with those that have a call for one of its optimizers."""
        open_ = [*functions]
        while open_:
            found = {open_.pop()}
            while True:
                names = {n for c in self.calls if self._function(c) in found for n in _of(c)}
                more = {self._function(c) for c in self.calls if names & {*_of(c)}}
                if more <= found:
                    break
                found |= more
            open_ = [one for one in open_ if one not in found]
            yield found


def unknown_backwards(facts: Facts) -> bool:
    """Whether something that is not known is asked for its gradient: `loss.backward()`."""
    return any(
        is_kept(facts, call)
        or (
            _is_backward(call)
            and not call.args
            and not facts.api(call)
            and isinstance(facts.kind(call.func), Unknown)
        )
        for call in facts.index.all(cst.Call)
    )


def _is_backward(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "backward"


def _of(call: cst.Call) -> Iterator[str]:
    """The optimizer or network that is cleared or steps, by its last name."""
    name = call.func
    if isinstance(name, cst.Attribute) and name.attr.value in _NAMES:
        yield (dotted(name.value) or "").rpartition(".")[2]
