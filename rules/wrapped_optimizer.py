"""Optimizers of torch's inside of a program's own: Lookahead(adam), SAM(params, optim.SGD)."""

import keras

from porter.rule import block
from rules.autograd import gradient_of
from rules.groups import OptimizerGroup
from rules.optim import option_names
from rules.own_optimizer import OptimizerBase
from rules.saving import set_state, state_of


@block
class HiddenState:
    """torch's state of an optimizer, which lies in the variables of the port's."""

    def __getattr__(self, *name):
        raise NotImplementedError("the state of this optimizer lies in its own variables")

    __getitem__ = __iter__ = __len__ = __contains__ = __getattr__


@block
class WrappedOptimizer(OptimizerBase):
    """An optimizer of torch's as one of the program's own has it: step() on what is held."""

    def __init__(self, optimizer, groups):
        self.optimizer, self.param_groups, self.state = optimizer, groups, HiddenState()
        self.defaults = {name: groups[0][name] for name in groups[0] if name != "params"}

    def step(self, closure=None):
        loss = None if closure is None else closure()
        for group in self.param_groups:
            group.optimizer.apply([gradient_of(param) for param in group.optimizer.params])
        return loss

    def add_param_group(self, param_group):
        raise NotImplementedError("one more group of an optimizer that is built already")

    def state_dict(self):
        if self.optimizer is None:
            raise NotImplementedError("the state of an optimizer on groups of another")
        groups = [{**group, "params": len(group["params"])} for group in self.param_groups]
        return {"state": state_of(self.optimizer), "param_groups": groups}

    def load_state_dict(self, state_dict):
        if self.optimizer is None:
            raise NotImplementedError("the state of an optimizer on groups of another")
        set_state(self.optimizer, state_dict["state"])
        for group, other in zip(self.param_groups, state_dict["param_groups"]):
            group.update({name: other[name] for name in other if name != "params"})


@block
def as_wrapped(optimizer):
    """The optimizer for one of the program's own: the same one for each that asks."""
    if not isinstance(optimizer, keras.optimizers.Optimizer):
        return optimizer
    if not hasattr(optimizer, "wrapper"):
        groups = [*map(OptimizerGroup, optimizer.param_groups)]
        optimizer.wrapper = WrappedOptimizer(optimizer, groups)
    return optimizer.wrapper


@block
def on_groups(optimizer, groups, **options):
    """An optimizer of this class on the groups of another one, which share their options."""
    cls = getattr(optimizer, "optimizer", optimizer)
    if not (isinstance(cls, type) and issubclass(cls, keras.optimizers.Optimizer)):
        return as_wrapped(optimizer(groups, **options))
    names = option_names(cls)
    made = []
    for group in groups:
        given = {name: value for name, value in {**options, **group}.items() if name in names}
        made.append(OptimizerGroup(cls(group["params"], **given)))
        made[-1].others.update({n: group[n] for n in group if n not in {"params", *names}})
    groups[:] = made
    return WrappedOptimizer(None, groups)
