"""Why a backward has no step: its gradients are of networks that the optimizer does not have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import libcst as cst

from porter.codegen import code
from porter.plan.together import index_of

if TYPE_CHECKING:
    from porter.plan.updates import Finder

_HINT = "give the optimizer the parameters of the network that the loss is computed with"


def unreached(
    finder: Finder, suite: Sequence[cst.CSTNode], backward: cst.CSTNode
) -> tuple[str, str] | None:
    """Message and hint; None where the optimizer of the next step may have them."""
    later = suite[index_of(suite, backward) :]
    step = next((s for s in later if finder.api(s) == "Optimizer.step"), None)
    if step is None:
        return None
    loss, optimizer = finder.receiver(backward), finder.receiver(step)
    _, _, flowing = finder.slice(suite, index_of(suite, backward), loss)
    ours = finder.owners.networks(optimizer)
    theirs = finder.networks_in([*flowing, loss]) or frozenset()
    if not ours or not theirs or ours & theirs:
        return None
    theirs_, ours_ = (" and ".join(sorted(names)) for names in (theirs, ours))
    message = (
        f"this backward gives gradients of {theirs_}, and {code(optimizer)} steps on those of"
        f" {ours_}: it has nothing to do"
    )
    return message, _HINT
