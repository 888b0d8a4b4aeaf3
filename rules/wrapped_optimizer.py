"""Optimizers of torch's inside of a program's own: Lookahead(adam), SAM(params, optim.SGD)."""

import collections.abc

import keras

from porter.rule import block
from rules.autograd import gradient_of
from rules.own_optimizer import GroupRate, OptimizerBase
from rules.saving import set_state, state_of


@block
class OptimizerGroup(collections.abc.MutableMapping):
    """A group of an optimizer as a dict: its options are the optimizer's, others lie beside."""

    options = (
        "weight_decay", "momentum", "dampening", "nesterov", "eps", "amsgrad", "maximize", "alpha",
    )  # fmt: skip

    def __init__(self, optimizer, others):
        vars(self).update(optimizer=optimizer, others=others)

    def __getitem__(self, name):
        if name in self.others:
            return self.others[name]
        if name == "lr":
            return float(self.optimizer.learning_rate)
        if name == "params":
            return self.optimizer.params
        if name == "betas" and hasattr(self.optimizer, "beta2"):
            return self.optimizer.beta1, self.optimizer.beta2
        if name in self.options and hasattr(self.optimizer, name):
            return getattr(self.optimizer, name)
        raise KeyError(name)

    def __setitem__(self, name, value):
        if name == "lr":
            self.optimizer.learning_rate = value
        elif name in self and name not in self.others:
            if self[name] != value:
                raise NotImplementedError(f"{name} of an optimizer that is built already")
        else:
            self.others[name] = value

    def __delitem__(self, name):
        del self.others[name]

    def __iter__(self):
        known = [name for name in ("params", "lr", "betas", *self.options) if name in self]
        return iter([*known, *(name for name in self.others if name not in known)])

    def __len__(self):
        return len([*self])

    def __contains__(self, name):
        try:
            self[name]
        except KeyError:
            return False
        return True

    def __getattr__(self, name):
        if name == "learning_rate":
            return GroupRate(self)
        if name not in self:
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name, value):
        self["lr" if name == "learning_rate" else name] = value


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
        groups = [OptimizerGroup(one, {}) for one in optimizer.param_groups]
        optimizer.wrapper = WrappedOptimizer(optimizer, groups)
    return optimizer.wrapper


@block
def on_groups(optimizer, groups, **options):
    """An optimizer of this class on the groups of another one, which share their options."""
    cls = getattr(optimizer, "optimizer", optimizer)
    if not (isinstance(cls, type) and issubclass(cls, keras.optimizers.Optimizer)):
        return as_wrapped(optimizer(groups, **options))
    init = cls.__init__.__code__
    names = {*init.co_varnames[: init.co_argcount + init.co_kwonlyargcount]} - {"self", "params"}
    made = []
    for group in groups:
        given = {name: value for name, value in {**options, **group}.items() if name in names}
        others = {name: value for name, value in group.items() if name not in {"params", *names}}
        made.append(OptimizerGroup(cls(group["params"], **given), others))
    groups[:] = made
    return WrappedOptimizer(None, groups)
