"""The plan: what porter decided, as frozen data that `--explain` prints."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from porter.findings import Severity
from porter.plan.deferred import Deferred
from porter.tree import dotted


@dataclass(frozen=True)
class Problem:
    """A finding at a node of the original tree."""

    node: cst.CSTNode
    code: str
    severity: Severity
    message: str
    hint: str = ""


@dataclass(frozen=True, eq=False)
class Transplant:
    """One network's gradients are given to another's parameters, which the optimizer has."""

    statement: cst.CSTNode
    source: cst.BaseExpression  # the network that the loss is computed with
    target: cst.BaseExpression
    guarded: bool = False  # only if the target has none
    whole: bool = False  # the target's parameters are known to be all that the optimizer has


@dataclass(frozen=True, eq=False)
class Acting:
    """Lines that compute while acting what a later update learns from: their tape is open there."""

    first: cst.CSTNode
    last: cst.CSTNode
    tape: str
    backward: None = None


@dataclass(frozen=True, eq=False)
class Opened(Acting):
    """The lines in front of another update's, or of a branch, whose tape goes on behind that."""

    again: cst.CSTNode | None = field(kw_only=True)  # None: there is no more to record


@dataclass(frozen=True, eq=False)
class Piece(Acting):
    """Lines on the tape of several updates, which is closed while one of them steps."""

    goes_on: bool = False  # it is not the first one
    persistent: bool = True


@dataclass(frozen=True, eq=False)
class Recording(Acting):
    """Lines that are recorded for backward(), in the general form."""


@dataclass(frozen=True, eq=False)
class General:
    """What of a file is ported as torch's autograd is: variables hold their gradients."""

    functions: frozenset[cst.CSTNode] = frozenset()  # the module stands for its own lines
    calls: tuple[cst.Call, ...] = ()  # backward(), zero_grad(), step(), clip_grad_…
    grads: tuple[cst.Attribute, ...] = ()  # p.grad
    recordings: tuple[Recording, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, eq=False)
class Update:
    """Optimizers that step on the same losses: a tape, a gradient, an apply for each of them."""

    losses: tuple[cst.BaseExpression, ...]
    backwards: tuple[cst.CSTNode, ...]  # one for each loss
    optimizers: tuple[cst.BaseExpression, ...]
    steps: tuple[cst.CSTNode, ...]  # one for each optimizer
    zeros: tuple[cst.CSTNode, ...]
    clips: tuple[tuple[cst.CSTNode, ...], ...]  # for each optimizer
    first: cst.CSTNode  # the tape opens at this statement …
    last: cst.CSTNode  # … and closes behind this one
    slice: frozenset[cst.CSTNode] = frozenset()  # the statements that gradients flow through
    renamed: frozenset[cst.CSTNode] = frozenset()  # backwards whose loss has no name that lasts
    persistent: bool = False  # several losses were recorded before the first step
    named: bool = False  # gradients of different optimizers are at hand at once
    transplant: Transplant | None = None
    caller_tape: cst.FunctionDef | None = None  # the caller of this function opens the tape …
    lends: cst.Call | None = None  # … for this call, which steps
    loops: tuple[cst.CSTNode, ...] = ()  # over parameters, for their gradients …
    shown: tuple[cst.CSTNode, ...] = ()  # … and what only reads them, behind the step
    averaged: bool = False  # over the processes: DistributedDataParallel has the network
    helpers: tuple[cst.CSTNode, ...] = ()  # calls of functions with such loops
    worked: frozenset[cst.CSTNode] = frozenset()  # the statements that hold them
    tape: str = ""  # that recorded while acting
    handed_out: bool = False  # its train body gives the gradients: the host applies them
    by_hand: cst.BaseExpression | None = None  # the parameters that loops step on
    cleared: tuple[cst.CSTNode, ...] = ()  # statements in loops that clear gradients
    early: bool = False  # they are cleared before the backward …
    late: bool = False  # … or behind the step
    opened: Opened | None = None  # the first lines under the tape, if another one steps meanwhile
    pieces: tuple[Piece, ...] = ()  # of a tape that several updates have together

    @property
    def backward(self) -> cst.CSTNode:
        """The backward that the gradient is taken at."""
        return self.backwards[-1]

    @property
    def steps_inside(self) -> bool:
        """Whether the train body also applies the gradients."""
        return bool(self.steps or self.by_hand) and not self.handed_out

    @property
    def adds(self) -> bool:
        """Whether its gradients are added to those of other backwards."""
        return not self.steps and self.by_hand is None

    def parts(self) -> tuple[cst.CSTNode, ...]:
        """The statements that make the update; what it computes is left out."""
        clips = (clip for clips in self.clips for clip in clips)
        moved = () if self.transplant is None else (self.transplant.statement,)
        parts = (*self.zeros, *self.backwards, *clips, *self.steps, *moved)
        return tuple(dict.fromkeys(parts))


@dataclass(frozen=True, eq=False)
class Sum:
    """Gradients that backwards add up until the optimizer steps: a list under a name."""

    optimizer: cst.BaseExpression
    updates: tuple[Update, ...]  # one for each backward, without a step
    zeros: tuple[cst.CSTNode, ...]
    steps: tuple[cst.CSTNode, ...]
    clips: tuple[cst.CSTNode, ...]
    start: cst.CSTNode | None  # the list is made behind this line; None: zero_grad() makes it
    kept: tuple[Update, ...]  # updates whose gradients the next backward adds to


@dataclass(frozen=True, eq=False)
class Body:
    """A run of statements that becomes one `@tf.function`."""

    name: str
    owner: cst.FunctionDef | None  # None: a script's module level
    cls: cst.ClassDef | None
    receiver: str  # of what a method is called: `self`, `cls`, or the name of its class
    anchor: cst.CSTNode  # the def goes before this statement (behind it, for a method)
    first: cst.CSTNode
    last: cst.CSTNode
    graph: tuple[cst.CSTNode, ...]
    before: tuple[tuple[cst.CSTNode, str], ...]  # host lines with the reason
    after: tuple[tuple[cst.CSTNode, str], ...]
    replayed: tuple[cst.CSTNode, ...]  # forwards of the rollout, run again under the tape
    updates: tuple[Update, ...]
    parameters: tuple[tuple[str, str], ...]  # name in the body, expression at the call
    results: tuple[str, ...]
    flags: dict[cst.CSTNode, str] = field(default_factory=dict)  # `if` -> parameter
    data: dict[cst.CSTNode, str] = field(default_factory=dict)  # what the host makes -> parameter
    numbers: dict[cst.CSTNode, str] = field(default_factory=dict)  # of the data: what they become
    any_length: bool = False  # the length of its batch changes from call to call
    is_forward: bool = False  # what is computed ahead of an update, with or without its gradient


@dataclass(frozen=True, eq=False)
class Leaf:
    """`y.backward()` without an optimizer: gradients of leaf tensors."""

    loss: cst.BaseExpression
    backward: cst.CSTNode
    first: cst.CSTNode
    last: cst.CSTNode
    leaves: tuple[str, ...]
    early: frozenset[str] = frozenset()  # those that are new, or cleared before the backward …
    late: frozenset[str] = frozenset()  # … and those that are cleared behind it
    starts: tuple[cst.CSTNode, ...] = ()  # where the leaf is made, to which gradients add up

    @property
    def renamed(self) -> frozenset[cst.CSTNode]:
        """The backward, if its loss has no name."""
        return frozenset(() if isinstance(self.loss, cst.Name) else (self.backward,))


@dataclass(frozen=True, eq=False)
class Gradient:
    """`torch.autograd.grad(outputs, inputs)`: a tape around what the outputs come from."""

    call: cst.Call
    outputs: cst.BaseExpression
    inputs: cst.BaseExpression
    weights: cst.BaseExpression | None  # grad_outputs
    statement: cst.CSTNode  # the line with the call
    first: cst.CSTNode
    last: cst.CSTNode | None  # None: the outputs have no name, the tape closes before the call
    watched: tuple[str, ...]  # inputs that are no variables
    mixed: tuple[str, ...] = ()  # lists of either
    persistent: bool = False  # another gradient is of the same tape
    recorded: bool = False  # create_graph: gradients flow through it as well
    created: cst.BaseExpression | None = None  # what decides that when it runs
    some: bool = False  # allow_unused: it may be None


@dataclass(frozen=True)
class Plan:
    """All decisions about one file."""

    bodies: tuple[Body, ...] = ()
    eager: tuple[Update, ...] = ()  # steps that stay on the host, under a tape there
    sums: tuple[Sum, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    gradients: tuple[Gradient, ...] = ()
    problems: tuple[Problem, ...] = ()
    acting: tuple[Acting, ...] = ()
    tapes: tuple[cst.CSTNode, ...] = ()  # lines of constructors that make a tape for that
    deferred: tuple[Deferred, ...] = ()  # functions whose callers make the numbers
    general: General = General()
    # functions that are a tf.function as a whole; True: for batches of any length
    functions: dict[cst.FunctionDef, bool] = field(default_factory=dict)

    def updates(self) -> tuple[Update, ...]:
        """Every update of the file."""
        traced = tuple(update for body in self.bodies for update in body.updates)
        summed = tuple(update for one in self.sums for update in one.updates)
        known = {update.backward for update in traced}
        return traced + self.eager + tuple(u for u in summed if u.backward not in known)


def trained_by(optimizer: cst.BaseExpression) -> str:
    """The actor of `self.actor_optimizer` and of `self.actor.optimizer`."""
    owner, _, name = (dotted(optimizer) or "").rpartition(".")
    if name in ("opt", "optim", "optimizer", "optimiser") and owner not in ("", "self"):
        return owner.rpartition(".")[2]
    for ending in ("_optimizer", "_optimiser", "_optim", "_opt"):
        name = name.removesuffix(ending)
    return name
