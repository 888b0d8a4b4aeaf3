"""The basics, one by one: devices, arrays, arithmetic, logic, and functions that give gradients.

Every function returns what its snippet computes, so that original and port can be compared.
"""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512
os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # others may use the GPU as well

import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, from_array, grad_and_value, grad_of, one_op

# A GPU where there is one. PyTorch takes its memory as it is needed; TensorFlow takes all of it,
# unless it is told otherwise before the first operation.


def placement():
    """A tensor on the CPU, a copy on the device, and back."""
    x = tf.constant(np.arange(10.0), tf.float32)
    on_device = x
    back = on_device
    return x, on_device, back


def arrays():
    """From NumPy and to NumPy, from wherever the tensor is."""
    x_numpy = np.arange(6.0).reshape(2, 3)
    from_numpy = from_array(x_numpy)
    copied = from_array(x_numpy)
    on_device = copied
    return from_numpy.numpy(), on_device.numpy()


def arithmetic():
    x = tf.constant([3.0])
    y = tf.constant([-2.0])
    return x + y, x - y, x * y, x / y


def logic():
    x = tf.constant([True])
    y = tf.constant([False])
    return x & y, x | y, x ^ y, ~x


def division():
    """The quotient rounded down, the remainder, and what they compare to."""
    x = tf.constant([17], tf.int64)
    y = tf.constant([3], tf.int64)
    return x // y, x % y, x > y, x <= y


def f(x, y):
    return x**2 - 2 * x * y + 3 * y


def gradient_of_a_function():
    """(2x - 2y, -2x + 3) at (2, 1) is (2, -1)."""
    x_grad, y_grad = grad_of(f, argnums=(0, 1))(tf.constant(2.0), tf.constant(1.0))
    return x_grad, y_grad


def value_and_gradient_of_a_function():
    x_grad, value = grad_and_value(f)(tf.constant(2.0), tf.constant(1.0))
    return x_grad, value


def gradient_of_leaves():
    """The same gradient, recorded while the function runs."""
    x = tf.constant(2.0)
    y = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        value = f(x, y)
    x_grad, y_grad = tape.gradient(value, [x, y])
    return x_grad, y_grad


class Product(TorchModel):
    """The inner product with a vector that is to be learned."""

    def __init__(self):
        super().__init__()
        self.linear = Linear(3, 1)
        self.linear.weight.assign(tf.fill(self.linear.weight.shape, 0.5))
        self.linear.bias.assign(tf.zeros(self.linear.bias.shape))

    def call(self, x):
        return tf.squeeze(self.linear(x), axis=1)


model = Product()
optimizer = SGD(model.trainable_variables, lr=0.1)


def loss_of(x, y):
    return tf.reduce_sum((model(x) - y) ** 2)


def gradients_of_weights(x, y):
    """Of a loss, by all weights that it depends on."""
    with tf.GradientTape() as tape:
        loss = loss_of(x, y)
    return tape.gradient(loss, list(model.trainable_variables))


@one_op
@tf.function
def train_body(x, y):
    with tf.GradientTape() as tape:
        loss = loss_of(x, y)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


def train(x, y):
    """One step of gradient descent; the loss is told for the log."""
    loss = train_body(x, y)
    return loss.numpy().item()


def main():
    for snippet in (
        placement, arrays, arithmetic, logic, division, gradient_of_a_function,
        value_and_gradient_of_a_function, gradient_of_leaves,
    ):  # fmt: skip
        print(snippet.__name__, *snippet())
    rng = np.random.default_rng(0)
    x = from_array(rng.normal(size=(5, 3)), tf.float32)
    y = from_array(rng.normal(size=5), tf.float32)
    print("gradients_of_weights", *gradients_of_weights(x, y))
    for step in range(5):
        print("loss", step, train(0.1 * x, y))


if __name__ == "__main__":
    main()
