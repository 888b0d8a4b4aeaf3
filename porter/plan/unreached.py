"""Why a backward has no step: nothing that the optimizer has leads to its loss in this suite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import libcst as cst

from porter.codegen import code
from porter.plan.own_optimizers import OwnOptimizers
from porter.plan.scopes import parameters
from porter.plan.together import index_of

if TYPE_CHECKING:
    from porter.plan.updates import Finder

_HERE = (
    "compute here, from states and actions, what was computed before; annotate a network that is"
    " passed: net: nn.Module"
)
_HINT = "give the optimizer the parameters of the network that the loss is computed with"


def not_found(
    finder: Finder, suite: Sequence[cst.CSTNode], backward: cst.CSTNode
) -> tuple[str, str]:
    """Message and hint for a loss that no network of its suite leads to."""
    why = unreached(finder, suite, backward)
    if why is not None:
        return why
    loss = finder.receiver(backward)
    finder.slice(suite, index_of(suite, backward), loss)
    function = finder.facts.index.function(backward)
    given = parameters(function) if function is not None else frozenset()
    made = sorted(n for n in finder.open if n in given or n.startswith("self."))
    message = f"where {code(loss)} is computed was not found"
    if not made:
        return message, ""
    names = ", ".join(made)
    return f"{message}: it is made of {names}, and nothing here is known to be a network", _HERE


def unreached(
    finder: Finder, suite: Sequence[cst.CSTNode], backward: cst.CSTNode
) -> tuple[str, str] | None:
    """Message and hint; None where the optimizer of the next step may have them."""
    if why := finder.facts.once(OwnOptimizers).why():
        return why, ""
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
