# An argument may be changed in place where no caller reads it again.
import torch
import torch.nn.functional as F


def squash(mu, pi, log_pi):
    if log_pi is not None:
        log_pi -= torch.log(F.relu(1 - torch.tanh(pi).pow(2)) + 1e-6).sum(-1, keepdim=True)
    return torch.tanh(mu), torch.tanh(pi), log_pi


def act(mu, noise):
    pi = mu + noise
    log_pi = -(noise.pow(2)).sum(-1, keepdim=True)
    mu, pi, log_pi = squash(mu, pi, log_pi)
    return mu, pi, log_pi


def scaled(x):
    x.mul_(2)
    return x


def shifted(x):
    x += 1
    return x.sum()


def read_again(x):
    y = x * 2
    total = shifted(y)
    return total + y


def temporary(x):
    return scaled(x + 1), scaled(x * 3)


class Doubled(torch.nn.Module):
    def forward(self, x):
        x *= 2
        return x


def called(x):
    net = Doubled()
    first = net.forward(x + 1)
    y = x + 2
    return first + net(y) + y


def of_a_loop(x):
    y = torch.ones(3)
    for _ in range(3):
        y2 = kept_by_the_loop(y)
    return y2


def kept_by_the_loop(z):
    z += 1
    return z * 2


print(act(torch.zeros(2, 3), torch.ones(2, 3)), temporary(torch.ones(3)), read_again(torch.ones(3)))
of_a_loop(torch.ones(3))
called(torch.ones(3))
# output
# An argument may be changed in place where no caller reads it again.
import tensorflow as tf
from torch_compat import TorchModel, graph


def squash(mu, pi, log_pi):
    if log_pi is not None:
        log_pi -= tf.reduce_sum(
            tf.math.log(tf.nn.relu(1 - tf.square(tf.tanh(pi))) + 1e-6), axis=-1, keepdims=True
        )
    return tf.tanh(mu), tf.tanh(pi), log_pi


def act(mu, noise):
    pi = mu + noise
    log_pi = -tf.reduce_sum(tf.square(noise), axis=-1, keepdims=True)
    mu, pi, log_pi = squash(mu, pi, log_pi)
    return mu, pi, log_pi


def scaled(x):
    x = x * 2
    return x


def shifted(x):
    x += 1
    return tf.reduce_sum(x), x


def read_again(x):
    y = x * 2
    total, y = shifted(y)
    return total + y


def temporary(x):
    return scaled(x + 1), scaled(x * 3)


class Doubled(TorchModel):
    def call(self, x):
        # porter: P102 changed in place: x belongs to the caller, who would not see the change
        x *= 2
        return x


def called(x):
    net = Doubled()
    first = graph(net, taped=True)(x + 1)
    y = x + 2
    return first + graph(net, taped=True)(y) + y


def of_a_loop(x):
    y = tf.ones([3])
    for _ in range(3):
        y2, y = kept_by_the_loop(y)
    return y2


def kept_by_the_loop(z):
    z += 1
    return z * 2, z


print(act(tf.zeros([2, 3]), tf.ones([2, 3])), temporary(tf.ones([3])), read_again(tf.ones([3])))
of_a_loop(tf.ones([3]))
called(tf.ones([3]))
# findings
# in_place/argument_let_go.py:31:5: N402 note shifted() returns x as well, for TensorFlow's tensors don't change
# in_place/argument_let_go.py:41:9: P102 error changed in place: x belongs to the caller, who would not see the change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand
# in_place/argument_let_go.py:55:9: N402 note kept_by_the_loop() returns z as well, for TensorFlow's tensors don't change
