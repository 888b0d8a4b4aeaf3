import torch
import torch.nn as nn
from torch.distributions import Categorical, Normal


class Discrete(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)

    def forward(self, obs, act):
        pi = Categorical(logits=self.net(obs))
        return pi, pi.log_prob(act)


class Continuous(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 1)

    def forward(self, obs, act):
        pi = Normal(self.net(obs), 1.0)
        return pi, pi.log_prob(act).sum(-1)


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
        print(update(torch.rand(8, 3), torch.randint(0, 2, (8,)), torch.rand(8)))
# output
import keras
import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, Normal


class Discrete(keras.Model):
    def __init__(self):
        super().__init__()
        self.net = Linear(3, 2)

    def call(self, obs, act):
        pi = Categorical(logits=self.net(obs))
        return pi, pi.log_prob(act)


class Continuous(keras.Model):
    def __init__(self):
        super().__init__()
        self.net = Linear(3, 1)

    def call(self, obs, act):
        pi = Normal(self.net(obs), 1.0)
        return pi, tf.reduce_sum(pi.log_prob(act), axis=-1)


class ActorCritic(keras.Model):
    def __init__(self, discrete):
        super().__init__()
        if discrete:
            self.pi = Discrete()
        else:
            self.pi = Continuous()


ac = ActorCritic(discrete=True)
optimizer = Adam(ac.pi.trainable_variables, lr=1e-2)


@tf.function
def update_body(obs, act, adv):
    with tf.GradientTape() as tape:
        pi, logp = ac.pi(obs, act)
        loss = -tf.reduce_mean(logp * adv) - 0.01 * tf.reduce_mean(pi.entropy())
    optimizer.apply(tape.gradient(loss, optimizer.params))
    return loss


def update(obs, act, adv):
    loss = update_body(obs, act, adv)
    return loss.numpy().item()


if __name__ == "__main__":
    for i in range(4):
        print(
            update(tf.random.uniform([8, 3]), tf.random.uniform((8,), 0, 2, dtype=tf.int64), tf.random.uniform([8])),
        )
