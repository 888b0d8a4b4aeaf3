"""What programs are made of: a file for each kind of thing."""

from tests.hunt.ingredients import (
    agents,
    arrays,
    classes,
    containers,
    flow,
    functions,
    runs,
    schedules,
    tensors,
    training,
    updates,
)

ALL = [
    ingredient
    for file in (
        *(agents, arrays, classes, containers, flow, functions),
        *(runs, schedules, tensors, training, updates),
    )
    for ingredient in file.INGREDIENTS
]
