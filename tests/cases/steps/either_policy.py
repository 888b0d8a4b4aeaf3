import torch
import torch.nn as nn
from torch.distributions import Categorical, Normal


class Policy(nn.Module):
    def distribution(self, obs):
        raise NotImplementedError

    def forward(self, obs, act=None):
        pi = self.distribution(obs)
        logp = None
        if act is not None:
            logp = pi.log_prob(act)
        return pi, logp


class Discrete(Policy):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)

    def distribution(self, obs):
        return Categorical(logits=self.net(obs))


class Continuous(Policy):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 1)

    def distribution(self, obs):
        return Normal(self.net(obs), 1.0)


class ActorCritic(nn.Module):
    def __init__(self, discrete):
        super().__init__()
        if discrete:
            self.pi = Discrete()
        else:
            self.pi = Continuous()


ac = ActorCritic(discrete=True)
optimizer = torch.optim.Adam(ac.pi.parameters(), lr=1e-2)


def update(obs, act, adv):
    optimizer.zero_grad()
    pi, logp = ac.pi(obs, act)
    loss = -(logp * adv).mean() - 0.01 * pi.entropy().mean()
    loss.backward()
    optimizer.step()
    return loss.item()


if __name__ == "__main__":
    for i in range(4):
        obs, act = torch.rand(8, 3), torch.randint(0, 2, (8,))
        print(update(obs, act, torch.rand(8)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, Normal, TorchModel, one_op


class Policy(TorchModel):
    def distribution(self, obs):
        raise NotImplementedError

    def call(self, obs, act=None):
        pi = self.distribution(obs)
        logp = None
        if act is not None:
            logp = pi.log_prob(act)
        return pi, logp


class Discrete(Policy):
    def __init__(self):
        super().__init__()
        self.net = Linear(3, 2)

    def distribution(self, obs):
        return Categorical(logits=self.net(obs))


class Continuous(Policy):
    def __init__(self):
        super().__init__()
        self.net = Linear(3, 1)

    def distribution(self, obs):
        return Normal(self.net(obs), 1.0)


class ActorCritic(TorchModel):
    def __init__(self, discrete):
        super().__init__()
        if discrete:
            self.pi = Discrete()
        else:
            self.pi = Continuous()


ac = ActorCritic(discrete=True)
optimizer = Adam(ac.pi.trainable_variables, lr=1e-2)


@one_op
@tf.function
def update_body(obs, act, adv):
    with tf.GradientTape() as tape:
        pi, logp = ac.pi(obs, act)
        loss = -tf.reduce_mean(logp * adv) - 0.01 * tf.reduce_mean(pi.entropy())
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


def update(obs, act, adv):
    loss = update_body(obs, act, adv)
    return loss.numpy().item()


if __name__ == "__main__":
    for i in range(4):
        obs, act = tf.random.uniform([8, 3]), tf.random.uniform((8,), 0, 2, dtype=tf.int64)
        print(update(obs, act, tf.random.uniform([8])))
