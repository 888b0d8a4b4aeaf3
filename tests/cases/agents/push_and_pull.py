"""A3C in a helper: the gradients of a worker's network for the shared one, which it then loads."""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def wrap(array, dtype=np.float32):
    if array.dtype != dtype:
        array = array.astype(dtype)
    return torch.from_numpy(array)


class Net(nn.Module):
    def __init__(self, s_dim, a_dim):
        super().__init__()
        self.s_dim = s_dim
        self.hidden = nn.Linear(s_dim, 16)
        self.mu = nn.Linear(16, a_dim)
        self.sigma = nn.Linear(16, a_dim)
        self.value = nn.Linear(16, 1)
        self.distribution = torch.distributions.Normal

    def forward(self, x):
        x = F.relu6(self.hidden(x))
        return 2 * torch.tanh(self.mu(x)), F.softplus(self.sigma(x)) + 0.001, self.value(x)

    def choose_action(self, s):
        self.training = False
        mu, sigma, _ = self.forward(s)
        m = self.distribution(mu.view(1).data, sigma.view(1).data)
        return m.sample().numpy()

    def loss_func(self, s, a, v_t):
        self.train()
        mu, sigma, values = self.forward(s)
        td = v_t - values
        m = self.distribution(mu, sigma)
        entropy = 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(m.scale)
        exp_v = m.log_prob(a) * td.detach() + 0.005 * entropy
        return (td.pow(2) - exp_v).mean()


def push_and_pull(opt, lnet, gnet, done, s_, bs, ba, br, gamma):
    if done:
        v_s_ = 0.0
    else:
        v_s_ = lnet.forward(wrap(s_[None, :]))[-1].data.numpy()[0, 0]

    targets = []
    for r in br[::-1]:
        v_s_ = r + gamma * v_s_
        targets.append(v_s_)
    targets.reverse()

    loss = lnet.loss_func(
        wrap(np.vstack(bs)),
        wrap(np.array(ba), dtype=np.int64) if ba[0].dtype == np.int64 else wrap(np.vstack(ba)),
        wrap(np.array(targets)[:, None]),
    )

    # the worker's gradients, the shared parameters
    opt.zero_grad()
    lnet.zero_grad()
    loss.backward()
    for lp, gp in zip(lnet.parameters(), gnet.parameters()):
        gp._grad = lp.grad
    opt.step()

    lnet.load_state_dict(gnet.state_dict())


class Worker:
    def __init__(self, gnet, opt, seed):
        self.gnet, self.opt = gnet, opt
        self.lnet = Net(3, 1)
        self.rng = np.random.RandomState(seed)

    def run(self):
        s = self.rng.randn(3)
        bs, ba, br = [], [], []
        for step in range(1, 30):
            a = self.lnet.choose_action(wrap(s[None, :]))
            s_, r, done = self.rng.randn(3), self.rng.rand(), step % 7 == 0
            bs.append(s)
            ba.append(a)
            br.append(r)
            if step % 5 == 0 or done:
                push_and_pull(self.opt, self.lnet, self.gnet, done, s_, bs, ba, br, 0.9)
                bs, ba, br = [], [], []
            s = s_


if __name__ == "__main__":
    gnet = Net(3, 1)
    opt = torch.optim.Adam(gnet.parameters(), lr=1e-2)
    Worker(gnet, opt, 0).run()
    print(gnet(torch.ones(1, 3))[2].item())
# output
"""A3C in a helper: the gradients of a worker's network for the shared one, which it then loads."""

import math
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    Normal,
    TorchModel,
    from_array,
    grads_for,
    graph,
    one_op,
    set_mode,
)


def wrap(array, dtype=np.float32):
    if array.dtype != dtype:
        array = array.astype(dtype)
    return from_array(array)


class Net(TorchModel):
    def __init__(self, s_dim, a_dim):
        super().__init__()
        self.s_dim = s_dim
        self.hidden = Linear(s_dim, 16)
        self.mu = Linear(16, a_dim)
        self.sigma = Linear(16, a_dim)
        self.value = Linear(16, 1)
        self.distribution = Normal

    def call(self, x):
        x = tf.nn.relu6(self.hidden(x))
        return 2 * tf.tanh(self.mu(x)), tf.nn.softplus(self.sigma(x)) + 0.001, self.value(x)

    def choose_action(self, s):
        self.training = False
        action = self._choose_action_body(s)
        return action.numpy()

    @one_op
    @tf.function
    def _choose_action_body(self, s):
        mu, sigma, _ = self(s)
        m = self.distribution(
            tf.stop_gradient(tf.reshape(mu, [1])), tf.stop_gradient(tf.reshape(sigma, [1]))
        )
        action = m.sample()
        return action

    def loss_func(self, s, a, v_t):
        set_mode(self, True)
        mu, sigma, values = self(s)
        td = tf.cast(v_t, tf.float32) - values
        m = self.distribution(mu, sigma)
        entropy = 0.5 + 0.5 * math.log(2 * math.pi) + tf.math.log(m.scale)
        exp_v = m.log_prob(a) * tf.stop_gradient(td) + 0.005 * entropy
        return tf.reduce_mean(tf.square(td) - exp_v)


@one_op
@tf.function(reduce_retracing=True)
def push_and_pull_body(opt, lnet, gnet, s, a, v_t):
    with tf.GradientTape() as tape:
        loss = lnet.loss_func(
            s,
            a,
            v_t,
        )

    # the worker's gradients, the shared parameters
    grads = tape.gradient(loss, lnet.trainable_variables)
    opt.apply(grads_for(opt, gnet.trainable_variables, grads))

    for weight, value in zip(lnet.weights, gnet.weights):
        weight.assign(value)


def push_and_pull(opt, lnet, gnet, done, s_, bs, ba, br, gamma):
    if done:
        v_s_ = 0.0
    else:
        v_s_ = graph(lnet)(wrap(s_[None, :]))[-1].numpy()[0, 0]

    targets = []
    for r in br[::-1]:
        v_s_ = r + gamma * v_s_
        targets.append(v_s_)
    targets.reverse()
    push_and_pull_body(
        opt,
        lnet,
        gnet,
        wrap(np.vstack(bs)),
        wrap(np.array(ba), dtype=np.int64) if ba[0].dtype == np.int64 else wrap(np.vstack(ba)),
        wrap(np.array(targets)[:, None]),
    )


class Worker:
    def __init__(self, gnet, opt, seed):
        self.gnet, self.opt = gnet, opt
        self.lnet = Net(3, 1)
        self.rng = np.random.RandomState(seed)

    def run(self):
        s = self.rng.randn(3)
        bs, ba, br = [], [], []
        for step in range(1, 30):
            a = self.lnet.choose_action(wrap(s[None, :]))
            s_, r, done = self.rng.randn(3), self.rng.rand(), step % 7 == 0
            bs.append(s)
            ba.append(a)
            br.append(r)
            if step % 5 == 0 or done:
                push_and_pull(self.opt, self.lnet, self.gnet, done, s_, bs, ba, br, 0.9)
                bs, ba, br = [], [], []
            s = s_


if __name__ == "__main__":
    gnet = Net(3, 1)
    opt = Adam(gnet.trainable_variables, lr=1e-2)
    Worker(gnet, opt, 0).run()
    print(graph(gnet)(tf.ones([1, 3]))[2].numpy().item())
