"""What a verdict is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from porter.equivalence.compare import Difference
from porter.equivalence.events import Event, Site, Step


class Phase(Enum):
    """What is compared, in the order in which an update comes about."""

    CONSTRUCTION = "construction"
    TRANSFER = "weight transfer"
    DRAWS = "draws"
    FORWARD = "forward"
    LOSS = "loss"
    GRADIENTS = "gradients"
    CLIPPING = "clipping"
    STATE = "optimizer state"
    WEIGHTS = "weights"
    TARGETS = "target networks"
    ACTIONS = "actions"
    RETURNS = "returned values"
    TRACES = "traces"

    @property
    def rank(self) -> int:
        return list(Phase).index(self)


class Outcome(Enum):
    """The verdict in one word; `exit_code` is the command's."""

    EQUIVALENT = "equivalent"
    DIFFERENT = "different"
    COULD_NOT_RUN = "could not run"
    NOT_CHECKED = "not checked"

    @property
    def exit_code(self) -> int:
        return list(Outcome).index(self)


@dataclass(frozen=True)
class Pair:
    """An event of the original and the port's event for the same thing."""

    torch: Event
    port: Event


@dataclass(frozen=True)
class Backward:
    """One side's backward pass: a LOSS event and the GRADIENT event that followed.

    `updates` is how many updates that side had made before.
    """

    loss: Event
    updates: int
    gradient: Event | None = None


@dataclass
class Window:
    """What happened between two updates of the original, and the update that ended it.

    `backward` has the backward passes as (original's, port's).
    """

    index: int
    backward: list[tuple[Backward, Backward]] = field(default_factory=list)
    step: Pair | None = None

    def steps(self) -> tuple[Step, Step] | None:
        """The arrays of the update on both sides."""
        return (Step.of(self.step.torch), Step.of(self.step.port)) if self.step else None


@dataclass(frozen=True)
class Divergence:
    """Something that is not the same. `order` is the place in the original's stream of events.

    `error` and `allowed` are in the measure of the tolerances; `differences` has the worst tensor
    first. An event is None on the side that had none.
    """

    phase: Phase
    order: int
    text: str
    torch: Event | None = None
    port: Event | None = None
    differences: tuple[Difference, ...] = ()
    error: float = 0.0
    allowed: float = 0.0
    window: int = 0

    @property
    def sites(self) -> tuple[Site | None, Site | None]:
        """The lines in the original and in the port."""
        return (
            self.torch.site if self.torch else None,
            self.port.site if self.port else None,
        )


@dataclass
class Tally:
    """How much was compared in a phase; `worst` is the greatest error, found at `where`."""

    compared: int = 0
    worst: float = 0.0
    where: str = ""
    different: int = 0
    not_compared: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Update:
    """The drift at one update. None is what was not compared.

    `loss` and `weights` are relative to the greatest value, `gradients` to the greatest gradient,
    `update` is the L2 error of the update relative to the update.
    """

    index: int
    optimizer: str
    loss: float | None
    gradients: float | None
    weights: float
    update: float
