"""torch.optim: what all optimizers share, parameter groups, SGD, and gradient clipping.

Every optimizer is built in its constructor and applied to one gradient (or None) per parameter:
`optimizer.apply(tape.gradient(loss, optimizer.params))`. Formulas: torch/optim/*.py, the
single-tensor versions; the others are in adam.py and adaptive.py. `learning_rate` can be assigned
between updates: it is a variable, so nothing is traced again.
"""

import inspect

import keras
import tensorflow as tf

from porter.rule import (
    Nothing,
    OneGroup,
    Optimizer,
    Parameters,
    ParamGroup,
    Unsupported,
    block,
    known,
    match,
    port,
)


@block
class TorchOptimizer(keras.optimizers.Optimizer):
    """What torch's optimizers share: built at once, the rate in float64, a count a parameter."""

    def __init__(self, params, lr, weight_decay=0.0, maximize=False, decoupled=False):
        super().__init__(lambda: lr)  # Keras would round it to float32
        self.weight_decay, self.maximize, self.decoupled = weight_decay, maximize, decoupled
        self.first_rate = lr
        if isinstance(lr, keras.optimizers.schedules.LearningRateSchedule):
            self._learning_rate = lr
        else:
            self._learning_rate = self.add_variable((), dtype="float64", name="learning_rate")
            self.learning_rate = float(lr)
        self.build(list(params))
        self.steps = self.add_variable((len(self.params),), dtype="float64", name="steps")

    @property
    def params(self):
        return self._trainable_variables

    @property
    def param_groups(self):
        return [self]

    @property
    def rate(self):
        return tf.cast(self.learning_rate, tf.float64)

    def apply(self, grads, trainable_variables=None):
        if trainable_variables is not None:
            by_param = {id(param): grad for grad, param in zip(grads, trainable_variables)}
            grads = [by_param.get(id(param)) for param in self.params]
        grads = self._clip_gradients(grads)
        given = [float(grad is not None) for grad in grads]
        self.steps.assign_add(given)
        factors = list(self.factors(given))
        dtypes = {param.dtype for param in self.params}
        factors = {t: [tf.unstack(tf.cast(f, t)) for f in factors] for t in dtypes}
        for i, (grad, param) in enumerate(zip(grads, self.params)):
            if grad is not None:
                now = [factor[i] for factor in factors[param.dtype]]
                self.update(i, self.decayed(tf.convert_to_tensor(grad), param), param, *now)
        self.iterations.assign_add(1)

    def factors(self, given):
        return ()

    def decayed(self, grad, param):
        grad = -grad if self.maximize else grad
        if not self.weight_decay:
            return grad
        if not self.decoupled:
            return grad + self.weight_decay * param
        param.assign(param * tf.cast(1 - self.rate * self.weight_decay, param.dtype))
        return grad


@block
def option_names(optimizer):
    """The options that an optimizer of this class may be made with."""
    return {*inspect.signature(optimizer.__init__).parameters} - {"self", "params"}


@block
class ParamGroups(keras.optimizers.Optimizer):
    """torch's parameter groups: an optimizer for each, with the group's options."""

    def __init__(self, optimizer, groups, **options):
        super().__init__(0.0)  # each group has a rate of its own
        self.optimizer, self.options = optimizer, options
        self.param_groups = [self.made(group) for group in groups]
        self.build([param for group in self.param_groups for param in group.params])

    def made(self, group):
        """The optimizer of a group; what it may have beside its options stays beside them."""
        known = {"params", "initial_lr", *option_names(self.optimizer)}
        own = {name: group[name] for name in group if name in known}
        begins = {name: own.pop(name) for name in ("initial_lr",) if name in own}  # of a schedule
        if isinstance(own["params"], (tf.Variable, keras.Variable)):  # one that is in no list
            own["params"] = [own["params"]]
        made = self.optimizer(**{**self.options, **own})
        vars(made).update(begins)
        vars(made)["others"] = {name: group[name] for name in group if name not in known}
        return made

    @property
    def params(self):
        return self._trainable_variables

    def apply(self, grads, trainable_variables=None):
        if trainable_variables is not None:
            by_param = {id(param): grad for grad, param in zip(grads, trainable_variables)}
            grads = [by_param.get(id(param)) for param in self.params]
        self.iterations.assign_add(1)
        for group in self.param_groups:
            count = len(group.params)
            group.apply(grads[:count])
            grads = grads[count:]


@block
def of_groups(optimizer):
    """The optimizer, which somebody makes of parameters or of parameter groups."""

    def make(params, lr=None, **options):
        params = list(params)
        options = options if lr is None else {"lr": lr, **options}
        if params and isinstance(params[0], dict):
            return ParamGroups(optimizer, params, **options)
        return optimizer(params, **options)

    make.optimizer = optimizer
    return make


@port("torch.optim.SGD", harmless=("foreach", "fused"))
class SGD(TorchOptimizer):
    """torch.optim.SGD: lr multiplies the momentum buffer, weight_decay is an L2 penalty."""

    def __init__(
        self, params, lr=1e-3, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False,
        *, maximize=False
    ):  # fmt: skip
        super().__init__(params, lr, weight_decay, maximize)
        self.momentum, self.dampening, self.nesterov = momentum, dampening, nesterov
        self.buffers = self.add_optimizer_variables(self.params, "buffer") if momentum else []

    def factors(self, given):
        # The first gradient enters the buffer undampened
        yield 1 - self.dampening * tf.cast(self.steps > 1, tf.float64)

    def update(self, i, grad, param, share):
        if self.momentum:
            buffer = self.buffers[i]
            grad_in = share * grad if self.dampening else grad
            buffer.assign(self.momentum * buffer + grad_in)
            grad = grad + self.momentum * buffer if self.nesterov else buffer
        param.assign_sub(tf.cast(self.rate, param.dtype) * grad)


@port("Optimizer.param_groups")
def param_groups(optimizer: Optimizer) -> list[ParamGroup]:
    """The groups: an optimizer without any is its own group."""
    return optimizer.param_groups


@match("optimizer.param_groups[0]")
def first_group(optimizer: Optimizer) -> ParamGroup | ParamGroup:
    """The optimizer itself where it has no groups."""
    if known(optimizer, OneGroup):
        return optimizer
    return optimizer.param_groups[0]


@port("ParamGroup.lr")
def group_rate(group: ParamGroup) -> float:
    """A group's learning rate: `group["lr"]`."""
    return float(group.learning_rate)


@port("ParamGroup.lr=")
def set_group_rate(group: ParamGroup, lr) -> Nothing:
    """Another learning rate for a group: `group["lr"] = lr`."""
    return group.learning_rate.assign(lr)


@port("ParamGroup.initial_lr")
def initial_rate(group: ParamGroup) -> float:
    """The rate that a schedule began with: `group["initial_lr"]`."""
    return group.initial_lr


@port("ParamGroup.weight_decay")
def group_decay(group: ParamGroup) -> float:
    """A group's weight decay: `group["weight_decay"]`."""
    return group.weight_decay


@port("ParamGroup.eps")
def group_eps(group: ParamGroup) -> float:
    """A group's epsilon: `group["eps"]`."""
    return group.eps


@port("ParamGroup.params")
def group_params(group: ParamGroup) -> Parameters:
    """A group's parameters: `group["params"]`."""
    return group.params


@block
def reset_state(optimizer):
    """torch's state of all parameters is gone: it begins with zeros again."""
    for group in optimizer.param_groups:
        for variable in group.variables:
            if variable is not group.iterations and variable is not group.learning_rate:
                variable.assign(tf.zeros_like(variable))


@match("optimizer.state.clear()")
def clear_state(optimizer: Optimizer) -> Nothing:
    """Moments and steps are zeros again.

    Not proven: tests/programs/optimizers/state_made_at_once.py does.
    """
    return reset_state(optimizer)


@port("Optimizer.state", "Optimizer.defaults")
def optimizer_state(optimizer: Optimizer) -> Nothing:
    """torch's dictionary of an optimizer's state.

    Not proven: it is refused.
    """
    raise Unsupported("the state lies in the optimizer's own variables: m, v, steps and so on")
