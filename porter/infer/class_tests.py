"""Classes of torch's that isinstance() asks for."""

from __future__ import annotations

from porter.facts import Api, Facts
from porter.infer.annotations import VARIABLE
from porter.kinds import Dtype, Named
from porter.rulebook import Argument, Refused
from porter.tree import walk

_ONE_CLASS = "TensorFlow's tensors have one class: ask for their dtype"


def asked_classes(facts: Facts, classes: Argument) -> None:
    """`isinstance(x, Variable)` is true of each tensor; a torch.FloatTensor has no class of its
    own in TensorFlow."""
    if isinstance(classes.kind, Dtype):
        facts.ports.pop(classes.node, None)
        facts.refused[classes.node] = Refused("P102", _ONE_CLASS)
    for part in walk(classes.node):
        if facts.api(part) == VARIABLE or facts.kind(part) == Named(VARIABLE):
            facts.forget(part)
            facts.apis[part] = Api("torch.Tensor")
            facts.kinds[part] = Named("torch.Tensor")
