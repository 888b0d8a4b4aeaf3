import torch
from torch.distributions import Normal


class Gaussian(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = torch.nn.Linear(3, 1)
        self.log_std = torch.nn.Parameter(torch.zeros(1))
        self.kept = []

    def forward(self, x):
        return Normal(self.mu(x), self.log_std.exp())


policy = Gaussian()
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)


def choose(observation):
    dist = policy(torch.as_tensor(observation, dtype=torch.float32).unsqueeze(0))
    action = dist.sample()
    policy.kept.append(dist.log_prob(action).sum(-1))
    return action.numpy()


def update(returns):
    returns = torch.as_tensor(returns)
    action = -torch.cat(policy.kept)
    loss = (action * returns).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def run(env):
    for episode in range(10):
        rewards = []
        state = env.reset()
        for t in range(100):
            state, reward = env.step(choose(state))
            rewards.append(reward)
        update(rewards)
        policy.kept.clear()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import (
    SGD,
    Linear,
    Normal,
    TorchModel,
    flatten_between,
    from_array,
    one_op,
    tensor_of,
    vmapped,
)


class Gaussian(TorchModel):
    def __init__(self):
        super().__init__()
        self.mu = Linear(3, 1)
        self.log_std = keras.Variable(tf.zeros([1]))
        self.kept = []

    def call(self, x):
        return Normal(self.mu(x), tf.exp(self.log_std))


policy = Gaussian()
optimizer = SGD(policy.trainable_variables, lr=0.1)


@one_op
@tf.function
def act(observation_tensor):
    dist = policy(observation_tensor)
    action = dist.sample()
    return action


def choose(observation):
    observation_tensor = from_array([observation], tf.float32)
    action = act(observation_tensor)
    policy.kept.append((observation_tensor, action))
    return action.numpy()


def update_step(observation_tensor, action):
    """One step, computed again from what was kept while acting."""
    dist = policy(observation_tensor)
    return tf.reduce_sum(dist.log_prob(action), axis=-1)


@one_op
@tf.function(reduce_retracing=True)
def update_body(returns, observation_tensor, actions):
    with tf.GradientTape() as tape:
        kept = vmapped(update_step)(observation_tensor, actions)
        action = -flatten_between(kept, 0, 1)
        loss = tf.reduce_mean(action * returns)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def update(returns):
    returns = tensor_of(returns)
    observation_tensor = tf.stack([observation_tensor for observation_tensor, _ in policy.kept])
    actions = tf.stack([action for _, action in policy.kept])
    update_body(returns, observation_tensor, actions)


def run(env):
    for episode in range(10):
        rewards = []
        state = env.reset()
        for t in range(100):
            state, reward = env.step(choose(state))
            rewards.append(reward)
        update(rewards)
        policy.kept.clear()
