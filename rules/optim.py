"""torch.optim and gradient clipping: building blocks with torch's arithmetic.

Every optimizer is built in its constructor and applied to one gradient (or None) per parameter:
`optimizer.apply(tape.gradient(loss, optimizer.params))`. Formulas: torch/optim/{adam,adamw,sgd,
rmsprop}.py, the single-tensor versions. `learning_rate` can be assigned between updates.
"""

import keras
import tensorflow as tf

from porter.rule import block, port


@port("torch.optim.Adam")
class Adam(keras.optimizers.Optimizer):
    """torch.optim.Adam: epsilon comes after the bias correction, weight_decay is an L2 penalty."""

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, amsgrad=False
    ):
        super().__init__(float(lr))
        self.beta1, self.beta2 = betas
        self.eps, self.weight_decay, self.amsgrad = eps, weight_decay, amsgrad
        self.build(list(params))

    @property
    def params(self):
        return self._trainable_variables

    def build(self, params):
        super().build(params)
        self.m, self.v = self.add_optimizer_variables(params, ["m", "v"])
        self.v_max = self.add_optimizer_variables(params, "v_max") if self.amsgrad else []
        # As in torch, a parameter's step counts its own gradients; float32 would lose 1 - beta2
        self.steps = self.add_variable((len(params),), dtype="float64", name="steps")

    def apply(self, grads):
        self.iterations.assign_add(1)
        self.steps.assign_add([float(grad is not None) for grad in grads])
        lr = tf.cast(self.learning_rate, tf.float64)
        step_sizes = tf.unstack(lr / (1 - self.beta1**self.steps))
        corrections = tf.unstack(tf.sqrt(1 - self.beta2**self.steps))
        for i, (grad, param) in enumerate(zip(grads, self.params)):
            if grad is not None:
                step_size = tf.cast(step_sizes[i], param.dtype)
                correction = tf.cast(corrections[i], param.dtype)
                grad = self.decay(tf.convert_to_tensor(grad), param)
                m, v = self.m[i], self.v[i]
                m.assign_add((grad - m) * (1 - self.beta1))
                v.assign(v * self.beta2 + tf.square(grad) * (1 - self.beta2))
                if self.amsgrad:
                    self.v_max[i].assign(tf.maximum(self.v_max[i], v))
                    v = self.v_max[i]
                param.assign_sub(step_size * m / (tf.sqrt(v) / correction + self.eps))

    def decay(self, grad, param):
        return grad + self.weight_decay * param if self.weight_decay else grad


@port("torch.optim.AdamW")
class AdamW(Adam):
    """torch.optim.AdamW: Adam with the weights decayed by lr * weight_decay before each update."""

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False
    ):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad)

    def decay(self, grad, param):
        param.assign(param * (1 - tf.cast(self.learning_rate, param.dtype) * self.weight_decay))
        return grad


@port("torch.optim.SGD")
class SGD(keras.optimizers.Optimizer):
    """torch.optim.SGD: lr multiplies the momentum buffer, weight_decay is an L2 penalty."""

    def __init__(self, params, lr=1e-3, momentum=0.0, *, weight_decay=0.0, nesterov=False):
        super().__init__(float(lr))
        self.momentum, self.weight_decay, self.nesterov = momentum, weight_decay, nesterov
        self.build(list(params))

    @property
    def params(self):
        return self._trainable_variables

    def build(self, params):
        super().build(params)
        self.buffers = self.add_optimizer_variables(params, "buffer") if self.momentum else []

    def apply(self, grads):
        self.iterations.assign_add(1)
        for i, (grad, param) in enumerate(zip(grads, self.params)):
            if grad is not None:
                grad = tf.convert_to_tensor(grad)
                if self.weight_decay:
                    grad += self.weight_decay * param
                if self.momentum:
                    buffer = self.buffers[i]
                    buffer.assign(self.momentum * buffer + grad)
                    grad = grad + self.momentum * buffer if self.nesterov else buffer
                param.assign_sub(tf.cast(self.learning_rate, param.dtype) * grad)


@port("torch.optim.RMSprop")
class RMSprop(keras.optimizers.Optimizer):
    """torch.optim.RMSprop: epsilon is added outside the root, weight_decay is an L2 penalty."""

    def __init__(
        self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0.0, momentum=0.0, centered=False
    ):
        super().__init__(float(lr))
        self.alpha, self.eps, self.weight_decay = alpha, eps, weight_decay
        self.momentum, self.centered = momentum, centered
        self.build(list(params))

    @property
    def params(self):
        return self._trainable_variables

    def build(self, params):
        super().build(params)
        self.squares = self.add_optimizer_variables(params, "square")
        self.means = self.add_optimizer_variables(params, "mean") if self.centered else []
        self.buffers = self.add_optimizer_variables(params, "buffer") if self.momentum else []

    def apply(self, grads):
        self.iterations.assign_add(1)
        for i, (grad, param) in enumerate(zip(grads, self.params)):
            if grad is not None:
                grad = tf.convert_to_tensor(grad)
                if self.weight_decay:
                    grad += self.weight_decay * param
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
                param.assign_sub(tf.cast(self.learning_rate, param.dtype) * update)


@block
def clip_grad_norm(grads, max_norm):
    """torch.nn.utils.clip_grad_norm_: the gradients, scaled to a total norm of at most max_norm."""
    scale = tf.minimum(max_norm / (tf.linalg.global_norm(grads) + 1e-6), 1.0)
    return [None if grad is None else grad * scale for grad in grads]


@block
def clip_grad_value(grads, clip_value):
    """torch.nn.utils.clip_grad_value_: the gradients, limited to [-clip_value, clip_value]."""
    return [
        None if grad is None else tf.clip_by_value(grad, -clip_value, clip_value) for grad in grads
    ]
