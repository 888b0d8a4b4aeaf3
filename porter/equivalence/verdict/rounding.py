"""Updates in float32 that differ by more than the limit, and by rounding alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from porter.equivalence.verdict.model import Divergence, Phase

FOLLOWS = (Phase.GRADIENTS, Phase.CLIPPING, Phase.STATE, Phase.WEIGHTS)  # from an equal loss
FEW, RARE = 3, 0.1  # how many updates may be, and which share; more are not looked into
AS_GREAT = 2.0  # how much greater than what one ulp does to the original


class Rounding:
    """Which updates are excused, or may be.

    A ReLU, a maximum or a clamp passes a gradient on one side of its kink and none on the other. If
    its input is 0 but for rounding, the loss is the same, and the gradients are off by a percent.
    Adam makes a step of a gradient that is nothing but rounding. The proof is the original itself:
    it is as far off at that update when its weights are moved by one ulp.
    """

    def __init__(self, excused: Collection[int] | None = ()) -> None:
        """Those updates are excused; with None, all that may be, as long as they are few."""
        self.excused = excused
        self.found: dict[int, float] = {}  # the greatest error at each update
        self.many = False

    def excuses(self, update: int, found: Collection[Divergence]) -> bool:
        """Whether an update of an equal loss counts as equal in spite of what was found."""
        if not all(d.phase in FOLLOWS and d.differences for d in found):
            return False
        self.found[update] = max(d.error for d in found)
        if self.excused is not None:
            return update in self.excused
        self.many = self.many or len(self.found) > max(FEW, RARE * (update + 1))
        return not self.many

    def proven(self, noise: Mapping[int, float]) -> set[int]:
        """Those at which the original is as far off from itself; `noise` says how far."""
        return {n for n, error in self.found.items() if error <= AS_GREAT * noise.get(n, 0.0)}

    def told(self, updates: Collection[int]) -> str:
        """What a report says of these."""
        places = ", ".join(str(n + 1) for n in sorted(updates))
        most = max(self.found[n] for n in updates)
        return (
            f"rounding at update {places}: the loss is equal, what follows is off by up to "
            f"{most:.0e}, and as far off in the original when its weights are moved by one ulp"
        )
