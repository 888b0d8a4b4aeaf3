"""Why a port differs: the catalogue of known causes, and the one that fits a divergence."""

from __future__ import annotations

from dataclasses import replace

from porter.equivalence.causes.actions import argmax_tie
from porter.equivalence.causes.batch_norm import other_mode, running_statistics
from porter.equivalence.causes.changes import CHANGES
from porter.equivalence.causes.clipping import clipping
from porter.equivalence.causes.draws import draws
from porter.equivalence.causes.edits import EDITED, edits
from porter.equivalence.causes.gradients import (
    left_over,
    missing_stop_gradient,
    no_gradient,
    scaled,
    tie,
)
from porter.equivalence.causes.hyperparameters import (
    hyperparameters,
    parameter_missing,
    target_trained,
)
from porter.equivalence.causes.inputs import activation, dropout_rate
from porter.equivalence.causes.layers import wrong_layer
from porter.equivalence.causes.layouts import gates, initialiser, transposed
from porter.equivalence.causes.losses import broadcast, not_reduced, target_in_the_loss
from porter.equivalence.causes.model import Case, Cause, Confidence, Finder
from porter.equivalence.causes.networks import network_missing
from porter.equivalence.causes.optimizer_formula import wrong_formula
from porter.equivalence.causes.precision import single_precision
from porter.equivalence.causes.schedule import other_turn
from porter.equivalence.causes.slots import counter_stands_still, other_average, other_buffer
from porter.equivalence.causes.sources import SourceFile, Sources
from porter.equivalence.causes.targets import moved_by_the_step, not_copied, target_update

__all__ = ["CATALOGUE", "Case", "Cause", "Confidence", "SourceFile", "Sources", "find_cause"]

CATALOGUE: tuple[Finder, ...] = (
    single_precision,
    network_missing,
    hyperparameters,
    target_trained,
    parameter_missing,
    initialiser,
    transposed,
    gates,
    draws,
    other_mode,
    running_statistics,
    wrong_layer,
    dropout_rate,
    activation,
    not_reduced,
    scaled,
    broadcast,
    target_in_the_loss,
    tie,
    no_gradient,
    left_over,
    missing_stop_gradient,
    clipping,
    counter_stands_still,
    other_average,
    other_buffer,
    other_turn,
    wrong_formula,
    not_copied,
    moved_by_the_step,
    target_update,
    argmax_tie,
)


KINDS = {change.name for change in CHANGES}


def find_cause(case: Case) -> Cause | None:
    """The likely cause of a divergence; None if no known one fits.

    The numbers go first. What they prove is not doubted; what they only suggest gives way to a
    changed statement in a port that porter wrote, which also tells the line. Of a statement whose
    kind of change is unknown, they tell the cause, unless it is one that the statement would show.
    """
    found = [cause for finder in CATALOGUE if (cause := finder(case))]
    proven = next((cause for cause in found if cause.confidence is Confidence.PROVEN), None)
    changed = edits(case)
    if proven:
        return _placed(proven, changed)
    likely = next((cause for cause in changed if cause.confidence is Confidence.LIKELY), None)
    cause = likely or next(iter([*found, *changed]), None)
    if cause and found and cause.name == EDITED and found[0].name not in KINDS:
        return replace(cause, name=found[0].name, text=found[0].text, advice=found[0].advice)
    return cause


def _placed(cause: Cause, changed: list[Cause]) -> Cause:
    """The cause at the changed statement that it speaks of: one of its kind, or the only one."""
    place = next((edit for edit in changed if edit.name == cause.name), None)
    if place is None and len(changed) == 1:
        place = changed[0]
    if place is None:
        return cause
    return replace(cause, original=place.original or cause.original, port=place.port or cause.port)
