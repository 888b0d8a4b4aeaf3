"""torch.optim: RMSprop, Adagrad, Adadelta, Rprop, and those that are refused."""

import tensorflow as tf

from porter.rule import Unsupported, port
from rules.optim import TorchOptimizer


@port("torch.optim.RMSprop", harmless=("foreach", "capturable"))
class RMSprop(TorchOptimizer):
    """torch.optim.RMSprop: epsilon is added outside the root, weight_decay is an L2 penalty."""

    def __init__(
        self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0.0, momentum=0.0,
        centered=False, *, maximize=False
    ):  # fmt: skip
        super().__init__(params, lr, weight_decay, maximize)
        self.alpha, self.eps, self.momentum, self.centered = alpha, eps, momentum, centered
        self.squares = self.add_optimizer_variables(self.params, "square")
        self.means = self.add_optimizer_variables(self.params, "mean") if centered else []
        self.buffers = self.add_optimizer_variables(self.params, "buffer") if momentum else []

    def update(self, i, grad, param):
        square = self.squares[i]
        square.assign(self.alpha * square + (1 - self.alpha) * tf.square(grad))
        variance = square
        if self.centered:
            mean = self.means[i]
            mean.assign(self.alpha * mean + (1 - self.alpha) * grad)
            variance = square - tf.square(mean)
        update = grad / (tf.sqrt(variance) + self.eps)
        if self.momentum:
            buffer = self.buffers[i]
            buffer.assign(self.momentum * buffer + update)
            update = buffer
        param.assign_sub(tf.cast(self.rate, param.dtype) * update)


@port("torch.optim.Adagrad", harmless=("foreach", "fused"))
class Adagrad(TorchOptimizer):
    """torch.optim.Adagrad: epsilon is added outside the root, the rate falls with the steps."""

    def __init__(
        self, params, lr=1e-2, lr_decay=0.0, weight_decay=0.0, initial_accumulator_value=0.0,
        eps=1e-10, *, maximize=False
    ):  # fmt: skip
        super().__init__(params, lr, weight_decay, maximize)
        self.lr_decay, self.eps = lr_decay, eps
        self.sums = self.add_optimizer_variables(self.params, "sum")
        for sum_ in self.sums:
            sum_.assign_add(tf.ones_like(sum_) * initial_accumulator_value)

    def factors(self, given):
        yield self.rate / (1 + (self.steps - 1) * self.lr_decay)

    def update(self, i, grad, param, rate):
        self.sums[i].assign_add(tf.square(grad))
        param.assign_sub(rate * grad / (tf.sqrt(self.sums[i]) + self.eps))


@port("torch.optim.Adadelta", harmless=("foreach", "capturable"))
class Adadelta(TorchOptimizer):
    """torch.optim.Adadelta: the step is as long as the steps before it were."""

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0.0, *, maximize=False):
        super().__init__(params, lr, weight_decay, maximize)
        self.rho, self.eps = rho, eps
        self.squares = self.add_optimizer_variables(self.params, "square")
        self.deltas = self.add_optimizer_variables(self.params, "delta")

    def update(self, i, grad, param):
        square, delta = self.squares[i], self.deltas[i]
        square.assign(self.rho * square + (1 - self.rho) * tf.square(grad))
        step = tf.sqrt(delta + self.eps) / tf.sqrt(square + self.eps) * grad
        delta.assign(self.rho * delta + (1 - self.rho) * tf.square(step))
        param.assign_sub(tf.cast(self.rate, param.dtype) * step)


@port("torch.optim.Rprop", harmless=("foreach", "capturable"))
class Rprop(TorchOptimizer):
    """torch.optim.Rprop: only the gradient's sign counts; lr is the first step's length."""

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, maximize=False):
        super().__init__(params, lr, maximize=maximize)
        self.etas, self.step_sizes = etas, step_sizes
        self.prevs, self.sizes = self.add_optimizer_variables(self.params, ["prev", "size"])

    def factors(self, given):
        yield self.rate * tf.cast(self.steps <= 1, tf.float64)

    def update(self, i, grad, param, first):
        prev, size, (less, more) = self.prevs[i], self.sizes[i], self.etas
        turn, ones = tf.sign(grad * prev), tf.ones_like(grad)
        eta = tf.where(turn < 0, less * ones, tf.where(turn > 0, more * ones, ones))
        size.assign(tf.clip_by_value((size + first) * eta, *self.step_sizes))
        prev.assign(tf.where(turn < 0, 0 * ones, grad))
        param.assign_sub(tf.sign(prev) * size)


@port("torch.optim.ASGD")
def asgd(params, *args, **kwargs):
    """SGD whose result is the average of the weights.

    Not proven: it is refused.
    """
    raise Unsupported("the averages are read from optimizer.state, which is not ported")


@port("torch.optim.SparseAdam")
def sparse_adam(params, *args, **kwargs):
    """Adam for the rows of an embedding that have a gradient.

    Not proven: it is refused.
    """
    raise Unsupported("porter's optimizers make sparse gradients dense")


@port("torch.optim.Adafactor")
def adafactor(params, *args, **kwargs):
    """An optimizer for large language models.

    Not proven: it is refused.
    """
    raise Unsupported("there is no building block for it")


@port("torch.optim.Muon")
def muon(params, *args, **kwargs):
    """An optimizer for the matrices of large language models.

    Not proven: it is refused.
    """
    raise Unsupported("there is no building block for it")
