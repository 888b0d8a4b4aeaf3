"""Gradients that add up: backwards whose step stands elsewhere in the function, or comes later."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from porter.codegen import code
from porter.findings import Severity
from porter.infer.optimizers import is_optimizer
from porter.plan.model import Problem, Sum, Update
from porter.plan.not_found import ARGUED, NotFound
from porter.plan.places import Place, Places, body_of
from porter.plan.together import index_of
from porter.plan.traceable import CLIPS
from porter.plan.updates import Finder
from porter.tree import dotted

NO_STEP = "no optimizer steps on this backward"
_HINT = "call zero_grad() before each backward"


def find_sums(
    finder: Finder,
    places: Places,
    place: Place,
    backwards: Sequence[cst.CSTNode],
    clean: Sequence[Update],
) -> list[Sum]:
    """A list of gradients for every optimizer that the backwards of a function are for.

    `clean` are the updates of the same function that have all their parts in one suite.
    """
    ported = {part for update in clean for part in update.parts()}
    lines = [line for line in finder.calls if line not in ported and places.beside(line, place)]
    steps = {code(finder.receiver(s)): finder.receiver(s) for s in lines if _is_step(finder, s)}
    groups: dict[str, list[Update]] = {}
    for backward in backwards:
        suite = places.around(backward)
        reached = [text for text, o in steps.items() if finder.reaches(suite, backward, o)]
        if len(reached) != 1:
            raise NotFound(backward, "P201", NO_STEP)
        if finder.argued(backward):
            raise NotFound(backward, "P201", *ARGUED)
        update = finder.one(suite, steps[reached[0]], backward)
        before = groups.setdefault(reached[0], [])
        for other in before:
            if other.backward in suite and index_of(suite, other.backward) >= index_of(
                suite, update.first
            ):
                raise NotFound(backward, "P201", "it shares its graph with an earlier backward")
        before.append(update)
    found = []
    for text, updates in groups.items():
        optimizer = steps[text]
        finder.outlived.refuse(updates[0], optimizer)
        clips = [s for s in lines if finder.api(s) in CLIPS]
        if len(steps) > 1 or clean:
            clips = [s for s in clips if finder.clips(s, optimizer)]
        found.append(_sum(finder, places, place, optimizer, updates, lines, clips, clean))
    return found


def _sum(
    finder: Finder,
    places: Places,
    place: Place,
    optimizer: cst.BaseExpression,
    updates: Sequence[Update],
    lines: Sequence[cst.CSTNode],
    clips: Sequence[cst.CSTNode],
    clean: Sequence[Update],
) -> Sum:
    text = code(optimizer)
    zeros = [s for s in lines if finder.clears(s, optimizer)]
    ours = finder.owners.networks(optimizer)
    for line in lines:
        if finder.api(line) == "Module.zero_grad" and line not in zeros:
            network = code(finder.receiver(line))
            if not ours or not all(finder.owners.disjoint(network, own) for own in ours):
                raise NotFound(line, "P201", f"it may clear what {text} adds up, or not")
    steps = [s for s in lines if _is_step(finder, s) and code(finder.receiver(s)) == text]
    closure = next((s for s in steps if finder.arguments(s)), None)
    if closure is not None:
        raise NotFound(closure, "P201", "step() with a closure")
    kept = [u for u in clean if text in map(code, u.optimizers)]
    start = None
    here = all(places.owner(s) is place.owner for s in (*zeros, *steps))
    if here and all(_cleared(places, update.backward, zeros) for update in updates):
        kept = []
    else:
        start = _built(finder, places, place, text)
        if start is None or _elsewhere(finder, places, place, text, clean):
            raise NotFound(updates[0].backward, "P202", _message(text), _HINT)
        if kept and (not here or any(len(u.optimizers) > 1 for u in kept)):
            raise NotFound(updates[0].backward, "P202", _message(text), _HINT)
    return Sum(
        optimizer, tuple(updates), tuple(zeros), tuple(steps), tuple(clips), start, tuple(kept)
    )


def _elsewhere(
    finder: Finder, places: Places, place: Place, text: str, clean: Sequence[Update]
) -> bool:
    """Whether the optimizer is cleared or steps where its sum of gradients is not at hand."""
    own, name = text.startswith("self."), text.rpartition(".")[2]
    ported = {part for update in clean for part in update.parts()}
    for line in finder.calls:
        if finder.api(line) in ("Optimizer.step", "Optimizer.zero_grad") and line not in ported:
            receiver = code(finder.receiver(line))
            same = receiver == text or (own and receiver.endswith(f".{name}"))
            inside = (
                places.beside(line, place)
                if text.startswith("self.")
                else (places.owner(line) is place.owner)
            )
            if same and not inside:
                return True
    return False


def uncleared(one: Sum) -> Problem:
    """Why gradients that add up can't be followed."""
    node = one.updates[0].backward
    return Problem(node, "P202", Severity.ERROR, _message(code(one.optimizer)), _HINT)


def _message(optimizer: str) -> str:
    return f"{optimizer} is not cleared, so gradients of an earlier backward are added"


def _cleared(places: Places, backward: cst.CSTNode, zeros: Sequence[cst.CSTNode]) -> bool:
    """Whether the optimizer is cleared on every way to a backward, in its function."""
    node = backward
    while not isinstance(node, cst.FunctionDef) and node in places.parents:
        above = places.parents[node]
        if isinstance(above, (cst.IndentedBlock, cst.Module)):
            body = body_of(above)
            if any(s in zeros for s in body[: index_of(body, node)]):
                return True
        node = above
    return False


def _built(finder: Finder, places: Places, place: Place, text: str) -> cst.CSTNode | None:
    """The line that builds the optimizer, where a list beside it can be seen from the function."""
    found = [
        line
        for line in finder.facts.index.all(cst.SimpleStatementLine)
        for small in line.body
        if isinstance(small, cst.Assign)
        and is_optimizer(finder.facts.api(small.value))
        and any(dotted(target.target) == text for target in small.targets)
    ]
    if len(found) != 1:
        return None
    where = places.place(places.parents[found[0]])
    seen = where.cls is place.cls if text.startswith("self.") else where.owner is place.owner
    return found[0] if seen else None


def _is_step(finder: Finder, statement: cst.CSTNode) -> bool:
    return finder.api(statement) == "Optimizer.step"
