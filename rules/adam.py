"""torch.optim: Adam and its kin. Formulas: torch/optim/{adam,adamw,adamax,nadam,radam}.py."""

import tensorflow as tf

from porter.rule import block, port
from rules.optim import TorchOptimizer


@port("torch.optim.Adam", harmless=("foreach", "fused", "capturable"))
class Adam(TorchOptimizer):
    """torch.optim.Adam: epsilon comes after the bias correction, weight_decay is an L2 penalty."""

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, amsgrad=False,
        *, maximize=False, decoupled_weight_decay=False
    ):  # fmt: skip
        super().__init__(params, lr, weight_decay, maximize, decoupled_weight_decay)
        (self.beta1, self.beta2), self.eps, self.amsgrad = betas, eps, amsgrad
        self.m, self.v = self.add_optimizer_variables(self.params, ["m", "v"])
        self.v_max = self.add_optimizer_variables(self.params, "v_max") if amsgrad else []

    def factors(self, given):
        beta2 = self.beta2
        if not self.amsgrad:  # as the operation below rounds it
            beta2 = tf.cast(tf.convert_to_tensor(beta2, self.params[0].dtype), tf.float64)
        correction = tf.sqrt(1 - beta2**self.steps)
        yield self.rate * correction / (1 - self.beta1**self.steps)
        yield self.eps * correction

    def update(self, i, grad, param, step_size, eps):
        m, v = self.m[i], self.v[i]
        if self.amsgrad:
            m.assign_add((grad - m) * (1 - self.beta1))
            v.assign(v * self.beta2 + tf.square(grad) * (1 - self.beta2))
            self.v_max[i].assign(tf.maximum(self.v_max[i], v))
            param.assign_sub(step_size * m / (tf.sqrt(self.v_max[i]) + eps))
            return
        tf.raw_ops.ResourceApplyAdam(  # its own bias correction is 1: it is in step_size and eps
            var=param.handle, m=m.handle, v=v.handle, grad=grad,
            beta1_power=tf.zeros([], param.dtype), beta2_power=tf.zeros([], param.dtype),
            lr=step_size, beta1=self.beta1, beta2=self.beta2, epsilon=eps,
        )  # fmt: skip


@block
class EarlyAdam(Adam):
    """torch.optim.Adam before PyTorch 1.3: epsilon is added before the bias correction."""

    def factors(self, given):
        step_size, eps = super().factors(given)
        yield step_size
        yield tf.fill(eps.shape, tf.constant(self.eps, eps.dtype))


@port("torch.optim.AdamW", harmless=("foreach", "fused", "capturable"))
class AdamW(Adam):
    """torch.optim.AdamW: Adam with the weights decayed by lr * weight_decay before each update."""

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False,
        *, maximize=False
    ):  # fmt: skip
        super().__init__(
            params, lr, betas, eps, weight_decay, amsgrad,
            maximize=maximize, decoupled_weight_decay=True,
        )  # fmt: skip


@port("torch.optim.Adamax", harmless=("foreach", "capturable"))
class Adamax(TorchOptimizer):
    """torch.optim.Adamax: Adam with the largest gradient in place of the root mean square."""

    def __init__(
        self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, *, maximize=False
    ):
        super().__init__(params, lr, weight_decay, maximize)
        (self.beta1, self.beta2), self.eps = betas, eps
        self.m, self.u = self.add_optimizer_variables(self.params, ["m", "u"])

    def factors(self, given):
        yield self.rate / (1 - self.beta1**self.steps)

    def update(self, i, grad, param, step_size):
        m, u = self.m[i], self.u[i]
        m.assign_add((grad - m) * (1 - self.beta1))
        u.assign(tf.maximum(u * self.beta2, tf.abs(grad) + self.eps))
        param.assign_sub(step_size * m / u)


@port("torch.optim.NAdam", harmless=("foreach", "capturable"))
class NAdam(TorchOptimizer):
    """torch.optim.NAdam: Adam with Nesterov's momentum, which grows with the steps."""

    def __init__(
        self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0,
        momentum_decay=4e-3, decoupled_weight_decay=False, *, maximize=False
    ):  # fmt: skip
        super().__init__(params, lr, weight_decay, maximize, decoupled_weight_decay)
        (self.beta1, self.beta2), self.eps, self.momentum_decay = betas, eps, momentum_decay
        self.m, self.v = self.add_optimizer_variables(self.params, ["m", "v"])
        self.mu_products = self.add_variable((len(self.params),), "ones", name="mu_products")

    def factors(self, given):
        mu, mu_next = self.mu(self.steps), self.mu(self.steps + 1)
        self.mu_products.assign(self.mu_products * tf.cast(mu**given, self.mu_products.dtype))
        product = tf.cast(self.mu_products, tf.float64)
        yield self.rate * (1 - mu) / (1 - product)
        yield self.rate * mu_next / (1 - product * mu_next)
        yield 1 - self.beta2**self.steps

    def mu(self, steps):
        return self.beta1 * (1 - 0.5 * 0.96 ** (steps * self.momentum_decay))

    def update(self, i, grad, param, grad_size, step_size, correction):
        m, v = self.m[i], self.v[i]
        m.assign_add((grad - m) * (1 - self.beta1))
        v.assign(v * self.beta2 + tf.square(grad) * (1 - self.beta2))
        denominator = tf.sqrt(v / correction) + self.eps
        param.assign_sub(grad_size * grad / denominator)
        param.assign_sub(step_size * m / denominator)


@port("torch.optim.RAdam", harmless=("foreach", "capturable"))
class RAdam(TorchOptimizer):
    """torch.optim.RAdam: Adam that trusts the second moment only after some steps."""

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0,
        decoupled_weight_decay=False, *, maximize=False
    ):  # fmt: skip
        super().__init__(params, lr, weight_decay, maximize, decoupled_weight_decay)
        (self.beta1, self.beta2), self.eps = betas, eps
        self.m, self.v = self.add_optimizer_variables(self.params, ["m", "v"])

    def factors(self, given):
        correction = 1 - self.beta2**self.steps
        most = 2 / (1 - self.beta2) - 1
        rho = most - 2 * self.steps * self.beta2**self.steps / correction
        trusted = tf.maximum(rho, 5.0)  # the root is not used below
        rest = (trusted - 4) * (trusted - 2) * most / ((most - 4) * (most - 2) * trusted)
        yield self.rate / (1 - self.beta1**self.steps)
        yield tf.where(rho > 5, tf.sqrt(rest * correction), 0)

    def update(self, i, grad, param, step_size, correction):
        m, v = self.m[i], self.v[i]
        m.assign_add((grad - m) * (1 - self.beta1))
        v.assign(v * self.beta2 + tf.square(grad) * (1 - self.beta2))
        adapted = tf.where(correction > 0, correction / (tf.sqrt(v) + self.eps), 1)
        param.assign_sub(step_size * m * adapted)
