import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1, self.l2 = nn.Linear(4, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.l2(torch.tanh(self.l1(x)))


net = Net()


def saliency(x):
    # what the score depends on
    x = torch.tensor([1.0, 2.0, 3.0, x], requires_grad=True)
    score = net(x).sum()
    return torch.autograd.grad(score, x)[0]


def flat_gradient(states, targets):
    with torch.no_grad():
        baseline = net(states)
    loss = nn.functional.mse_loss(net(states) - baseline, targets)

    # one vector
    grads = torch.autograd.grad(loss, net.parameters())
    return torch.cat([g.reshape(-1) for g in grads])


def direct(a, b):
    a, b = a * 2.0, b.float()
    da, db = torch.autograd.grad((a * b).sum(), [a, b])
    print(da.shape, db.max().item())
    (da,) = torch.autograd.grad(a * b, a, grad_outputs=torch.ones_like(b))
    return da


def twice(x):
    y = net(x)
    loss = y.mean()
    first = torch.autograd.grad(loss, list(net.l1.parameters()), retain_graph=True)
    second = torch.autograd.grad(loss, list(net.l2.parameters()))
    return first[0].abs().sum(), second[0]


def refused(x, loss):
    y = net(x).sum()
    g = torch.autograd.grad(y, x, create_graph=True)[0]
    h = torch.autograd.grad(loss, net.parameters())
    i = torch.autograd.grad(y, x, create_graph=h)
    return g, h, i


def beside(x, y, optimizer):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    y = net(x).sum()
    z = net(x).mean()
    optimizer.zero_grad()
    z.backward()
    h = torch.autograd.grad(z + y, x)
    optimizer.step()
    return h


leaf = torch.ones(3, requires_grad=True)
print(direct(leaf, leaf + 1), twice(torch.ones(2, 4)))
print(flat_gradient(torch.ones(2, 4), torch.ones(2, 1)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
import torch
from torch_compat import (
    SGD,
    Linear,
    TorchModel,
    backward,
    graph,
    recording,
    step,
    tensor_of,
    zero_grad,
)


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.l1, self.l2 = Linear(4, 8), Linear(8, 1)

    def call(self, x):
        return self.l2(tf.tanh(self.l1(x)))


net = Net()


@tf.function
def saliency(x):
    # what the score depends on
    x = tensor_of([1.0, 2.0, 3.0, x])
    with tf.GradientTape() as tape:
        tape.watch(x)
        score = tf.reduce_sum(net(x))
    return tf.stop_gradient(tape.gradient(score, x))


def flat_gradient(states, targets):
    baseline = tf.stop_gradient(graph(net, taped=True)(states))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(states) - baseline - targets))

    # one vector
    grads = tape.gradient(loss, net.trainable_variables)
    return tf.concat([tf.reshape(g, [-1]) for g in grads], axis=0)


def direct(a, b):
    a, b = a * 2.0, b
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        value = tf.reduce_sum(a * b)
    da, db = tape.gradient(value, [a, b])
    print(da.shape, tf.reduce_max(db).numpy().item())
    with tf.GradientTape() as tape:
        tape.watch(a)
        value = a * b
    (da,) = tape.gradient(value, [a], output_gradients=tf.ones_like(b))
    return da


def twice(x):
    with tf.GradientTape(persistent=True) as tape:
        y = net(x)
        loss = tf.reduce_mean(y)
    first = tape.gradient(loss, list(net.l1.trainable_variables))
    second = tape.gradient(loss, list(net.l2.trainable_variables))
    return tf.reduce_sum(tf.abs(first[0])), second[0]


def refused(x, loss):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.reduce_sum(net(x))
    g = tape.gradient(y, x)
    # porter: P201 a gradient of this loss goes through loss: it is computed where nothing is known to be recorded
    h = torch.autograd.grad(loss, net.parameters())
    i = tape.gradient(y, [x])
    return g, h, i


def beside(x, y, optimizer):
    optimizer = SGD(net.trainable_variables, lr=0.1)
    with recording():
        with tf.GradientTape() as inner_tape:
            inner_tape.watch(x)
            y = tf.reduce_sum(net(x))
            z = tf.reduce_mean(net(x))
            zero_grad(optimizer)
            backward(z)
            value = z + y
        h = [tf.stop_gradient(grad) for grad in inner_tape.gradient(value, [x])]
    step(optimizer)
    return h


leaf = keras.Variable(tf.ones([3]))
print(direct(leaf, leaf + 1), twice(tf.ones([2, 4])))
print(flat_gradient(tf.ones([2, 4]), tf.ones([2, 1])))
# findings
# functions/autograd_grad.py:52:5: N403 note this gradient is taken in eager mode: torch.autograd.grad(loss, net.paramet... is not ported (also at line 54) -> write its function as tensor code only, and tell its arguments: `x: torch.Tensor`
# functions/autograd_grad.py:53:5: N403 note this update is ported as torch's autograd, in eager mode: torch.autograd.grad: where loss is computed was not found -> clear, differentiate and step in one block, on a loss that is computed there
# functions/autograd_grad.py:53:5: P201 error a gradient of this loss goes through loss: it is computed where nothing is known to be recorded -> compute it in the function that calls backward(), or detach() it
# functions/autograd_grad.py:63:5: N403 note this update is ported as torch's autograd, in eager mode: torch.autograd.grad: it is of a part only of what an update learns from -> clear, differentiate and step in one block, on a loss that is computed there
