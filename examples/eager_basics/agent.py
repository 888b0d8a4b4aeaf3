"""The basics, one by one: devices, arrays, arithmetic, logic, and functions that give gradients.

Every function returns what its snippet computes, so that original and port can be compared.
"""

import numpy as np
import torch
import torch.nn as nn
from torch.func import grad, grad_and_value

# A GPU where there is one. PyTorch takes its memory as it is needed; TensorFlow takes all of it,
# unless it is told otherwise before the first operation.
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def placement():
    """A tensor on the CPU, a copy on the device, and back."""
    x = torch.arange(10.0, device="cpu")
    on_device = x.to(device)
    back = on_device.cpu()
    return x, on_device, back


def arrays():
    """From NumPy and to NumPy, from wherever the tensor is."""
    x_numpy = np.arange(6.0).reshape(2, 3)
    from_numpy = torch.from_numpy(x_numpy)
    copied = torch.tensor(x_numpy)
    on_device = copied.to(device)
    return from_numpy.numpy(), on_device.cpu().numpy()


def arithmetic():
    x = torch.tensor([3.0])
    y = torch.tensor([-2.0])
    return x + y, x - y, x * y, x / y


def logic():
    x = torch.tensor([True])
    y = torch.tensor([False])
    return x & y, x | y, x ^ y, ~x


def division():
    """The quotient rounded down, the remainder, and what they compare to."""
    x = torch.tensor([17])
    y = torch.tensor([3])
    return x // y, x % y, x > y, x <= y


def f(x, y):
    return x**2 - 2 * x * y + 3 * y


def gradient_of_a_function():
    """(2x - 2y, -2x + 3) at (2, 1) is (2, -1)."""
    x_grad, y_grad = grad(f, argnums=(0, 1))(torch.tensor(2.0), torch.tensor(1.0))
    return x_grad, y_grad


def value_and_gradient_of_a_function():
    x_grad, value = grad_and_value(f)(torch.tensor(2.0), torch.tensor(1.0))
    return x_grad, value


def gradient_of_leaves():
    """The same gradient, recorded while the function runs."""
    x = torch.tensor(2.0, requires_grad=True)
    y = torch.tensor(1.0, requires_grad=True)
    value = f(x, y)
    x_grad, y_grad = torch.autograd.grad(value, [x, y])
    return x_grad, y_grad


class Product(nn.Module):
    """The inner product with a vector that is to be learned."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 1)
        nn.init.constant_(self.linear.weight, 0.5)
        nn.init.constant_(self.linear.bias, 0.0)

    def forward(self, x):
        return self.linear(x).squeeze(1)


model = Product().to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def loss_of(x, y):
    return ((model(x) - y) ** 2).sum()


def gradients_of_weights(x, y):
    """Of a loss, by all weights that it depends on."""
    loss = loss_of(x, y)
    return torch.autograd.grad(loss, list(model.parameters()))


def train(x, y):
    """One step of gradient descent; the loss is told for the log."""
    loss = loss_of(x, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def main():
    for snippet in (
        placement, arrays, arithmetic, logic, division, gradient_of_a_function,
        value_and_gradient_of_a_function, gradient_of_leaves,
    ):  # fmt: skip
        print(snippet.__name__, *snippet())
    rng = np.random.default_rng(0)
    x = torch.from_numpy(rng.normal(size=(5, 3))).float().to(device)
    y = torch.from_numpy(rng.normal(size=5)).float().to(device)
    print("gradients_of_weights", *gradients_of_weights(x, y))
    for step in range(5):
        print("loss", step, train(0.1 * x, y))


if __name__ == "__main__":
    main()
