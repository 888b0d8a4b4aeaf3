"""Options of optimizers that the program changes: `group["momentum"] = 0.5`.

A traced update has numbers in it for good. Where a file has one of these blocks, the options that
it names lie in variables, and a trace reads these; all other programs keep plain numbers.
"""

import tensorflow as tf

from porter.rule import Nothing, ParamGroup, block, port
from rules.optim import TorchOptimizer
from rules.outside import variable_outside


@block
class OptionInTrace:
    """An option that a trace reads: a float64 number, rounded where it meets a tensor."""

    def __init__(self, number, dtype):
        self.number, self.dtype = number, dtype

    def __tf_tensor__(self, dtype=None, name=None):
        return tf.cast(self.number, dtype or self.dtype)

    def __mul__(self, other):
        return tf.cast(self.number, getattr(other, "dtype", tf.float64)) * other

    def __rsub__(self, other):
        return OptionInTrace(other - self.number, self.dtype)

    def __rtruediv__(self, other):
        return other / self.number

    def __pow__(self, other):
        return self.number**other

    __rmul__ = __mul__


@block
class ChangingOption:
    """An option of optimizers: a number for Python, a variable in what tf.function traces."""

    def __init__(self, name):
        self.name = name

    def __get__(self, optimizer, owner=None):
        if optimizer is None:
            return self
        if self.name not in vars(optimizer):
            raise AttributeError(self.name)
        value = vars(optimizer)[self.name]
        if not isinstance(value, float):
            return value
        if not tf.inside_function():
            return float(self.variable(optimizer))
        return OptionInTrace(self.variable(optimizer).read_value(), optimizer.params[0].dtype)

    def __set__(self, optimizer, value):
        before = vars(optimizer).get(self.name)
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if value is not None:
            vars(optimizer).setdefault("first_options", {}).setdefault(self.name, value)
        vars(optimizer)[self.name] = float(value) if number else value
        if self.name == "momentum" and before is not None and bool(before) != bool(value):
            self.put_by(optimizer)
        if number:
            self.variable(optimizer).assign(value)

    def variable(self, optimizer):
        kept = vars(optimizer).setdefault("option_variables", {})
        if self.name not in kept:
            value = vars(optimizer)[self.name]
            kept[self.name] = variable_outside(value, dtype=tf.float64)
            optimizer._track_trackable(kept[self.name], f"{self.name}_option")  # for checkpoints
        return kept[self.name]

    def put_by(self, optimizer):
        """torch's buffers stay as they are while the momentum is 0."""
        if vars(optimizer).get("dampening"):
            raise NotImplementedError("a momentum that becomes or was 0, with dampening")
        buffers = optimizer.buffers
        kept = vars(optimizer).get("kept_buffers") or [tf.zeros_like(buffer) for buffer in buffers]
        vars(optimizer)["kept_buffers"] = [tf.convert_to_tensor(buffer) for buffer in buffers]
        for buffer, value in zip(buffers, kept):
            buffer.assign(value)


@block
class KeptBuffers:
    """The buffers of the momentum, which are there while it is 0 as well."""

    def __get__(self, optimizer, owner=None):
        return self if optimizer is None else vars(optimizer).get("buffers")

    def __set__(self, optimizer, buffers):
        made = buffers or optimizer.add_optimizer_variables(optimizer.params, "buffer")
        vars(optimizer)["buffers"] = made


@block
def changing(*names):
    """Optimizers keep these options in variables from now on: what it decorates changes them."""

    def changed(function):
        for name in names:
            setattr(TorchOptimizer, name, ChangingOption(name))
        if "momentum" in names:
            TorchOptimizer.buffers = KeptBuffers()
        return function

    return changed


@block
@changing("momentum")
def set_momentum(group, momentum):
    """torch's group["momentum"] = momentum."""
    group.momentum = momentum


@block
@changing("beta1", "beta2")
def set_betas(group, betas):
    """torch's group["betas"] = betas."""
    if hasattr(group, "keys"):  # of an optimizer of the program's own
        group["betas"] = betas
    else:
        group.beta1, group.beta2 = betas


@block
@changing("weight_decay")
def set_weight_decay(group, weight_decay):
    """torch's group["weight_decay"] = weight_decay."""
    group.weight_decay = weight_decay


@block
@changing("eps")
def set_eps(group, eps):
    """torch's group["eps"] = eps."""
    group.eps = eps


@port("ParamGroup.momentum")
def group_momentum(group: ParamGroup) -> float:
    """A group's momentum: `group["momentum"]`.

    Not proven: tests/programs/optimizers/options_of_groups.py does.
    """
    return group.momentum


@port("ParamGroup.betas")
def group_betas(group: ParamGroup) -> tuple[float, float]:
    """A group's betas: `group["betas"]`.

    Not proven: tests/programs/optimizers/options_of_groups.py does.
    """
    return (group.beta1, group.beta2)


@port("ParamGroup.alpha")
def group_alpha(group: ParamGroup) -> float:
    """A group's smoothing constant: `group["alpha"]`.

    Not proven: tests/programs/optimizers/options_of_groups.py does.
    """
    return group.alpha


@port("ParamGroup.momentum=")
def set_group_momentum(group: ParamGroup, momentum) -> Nothing:
    """Another momentum for a group: `group["momentum"] = momentum`.

    Not proven: tests/programs/optimizers/options_of_groups.py does.
    """
    return set_momentum(group, momentum)


@port("ParamGroup.betas=")
def set_group_betas(group: ParamGroup, betas) -> Nothing:
    """Other betas for a group: `group["betas"] = betas`.

    Not proven: tests/programs/optimizers/options_of_groups.py does.
    """
    return set_betas(group, betas)


@port("ParamGroup.weight_decay=")
def set_group_decay(group: ParamGroup, weight_decay) -> Nothing:
    """Another weight decay for a group: `group["weight_decay"] = weight_decay`.

    Not proven: tests/programs/optimizers/options_of_groups.py does.
    """
    return set_weight_decay(group, weight_decay)


@port("ParamGroup.eps=")
def set_group_eps(group: ParamGroup, eps) -> Nothing:
    """Another epsilon for a group: `group["eps"] = eps`.

    Not proven: tests/programs/optimizers/options_of_groups.py does.
    """
    return set_eps(group, eps)
