import torch
from torch import nn, optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        return self.layer(x)

    @torch.no_grad()
    def target(self, x):
        return self.layer(x)


class Agent:
    def __init__(self):
        self.net = Net()
        self.optimizer = optim.SGD(self.net.parameters(), lr=0.1)

    # acting
    @torch.no_grad()  # without gradient
    def act(self, x):
        return self.net(x).argmax(1)

    @torch.inference_mode()
    def host(self, x):
        return self.net(x).cpu().numpy()

    @staticmethod
    @torch.no_grad
    def bootstrap(net, x):
        value = net(x)
        return value.max(1)[0], value

    def train(self, x, flag):
        with torch.enable_grad():  # it is on
            y = self.net(x)
            loss = (y - self.net.target(x)).pow(2).mean()
        target, _ = self.bootstrap(self.net, x)
        loss = loss + (y.max(1)[0] - target).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        with torch.no_grad():
            with torch.enable_grad():
                z = self.net(x)
        with torch.set_grad_enabled(False):
            z = self.net(z)
        with torch.set_grad_enabled(flag):
            z = self.net(z)
        with torch.inference_mode(False):
            z = self.net(z)
        return z.mean().item()


torch.set_grad_enabled(True)
torch.set_grad_enabled(False)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, graph, largest, one_op


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.layer = Linear(4, 2)

    def call(self, x):
        return self.layer(x)

    def target(self, x):
        return tf.stop_gradient(self.layer(x))


class Agent:
    def __init__(self):
        self.net = Net()
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    # acting
    # without gradient
    def act(self, x):
        return tf.stop_gradient(tf.argmax(graph(self.net, taped=True)(x), axis=1))

    def host(self, x):
        return self._call_net(x).numpy()

    @one_op
    @tf.function
    def _call_net(self, x):
        return self.net(x)

    @staticmethod
    def bootstrap(net, x):
        value = graph(net, taped=True)(x)
        return tf.stop_gradient(tf.reduce_max(value, axis=1)), tf.stop_gradient(value)

    def train(self, x, flag):
        z = self._train_body(x, flag)
        return tf.reduce_mean(z).numpy().item()

    @one_op
    @tf.function
    def _train_body(self, x, flag):
        with tf.GradientTape() as tape:
            # it is on
            y = self.net(x)
            loss = tf.reduce_mean(tf.square(y - self.net.target(x)))
            target, _ = self.bootstrap(self.net, x)
            loss = loss + tf.reduce_mean(tf.square(largest(y, axis=1) - target))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        z = self.net(x)
        z = self.net(z)
        z = self.net(z)
        z = self.net(z)
        return z
