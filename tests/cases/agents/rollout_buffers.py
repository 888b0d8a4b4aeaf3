"""A rollout in tensors that were made beforehand, stored step by step."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions.categorical import Categorical

num_steps, num_envs = 6, 3


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(4, 2)
        self.critic = nn.Linear(4, 1)

    def get_value(self, x):
        return self.critic(x)

    def get_action_and_value(self, x, action=None):
        probs = Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x)


if __name__ == "__main__":
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    agent = Agent().to(device)
    optimizer = optim.Adam(agent.parameters(), lr=1e-3)
    rng = np.random.RandomState(0)

    # ALGO Logic: Storage setup
    obs = torch.zeros((num_steps, num_envs, 4)).to(device)
    actions = torch.zeros((num_steps, num_envs)).to(device)
    rewards = torch.zeros((num_steps, num_envs)).to(device)
    values = torch.zeros((num_steps, num_envs)).to(device)

    next_obs = torch.Tensor(rng.randn(num_envs, 4)).to(device)
    for iteration in range(3):
        for step in range(num_steps):
            obs[step] = next_obs
            with torch.no_grad():
                action, _, _, value = agent.get_action_and_value(next_obs)
                values[step] = value.flatten()
            actions[step] = action
            rewards[step] = torch.tensor(rng.rand(num_envs)).to(device).view(-1)
            next_obs = torch.Tensor(rng.randn(num_envs, 4)).to(device)

        with torch.no_grad():
            next_value = agent.get_value(next_obs).reshape(1, -1)
            returns = torch.zeros_like(rewards).to(device)
            for t in reversed(range(num_steps)):
                returns[t] = rewards[t] + 0.9 * (next_value if t == num_steps - 1 else returns[t + 1])

        # flatten the batch
        b_obs = obs.reshape((-1, 4))
        b_actions = actions.reshape(-1)
        b_returns = returns.reshape(-1)
        b_values = values.reshape(-1)

        b_inds = np.arange(num_steps * num_envs)
        rng.shuffle(b_inds)
        for start in range(0, len(b_inds), 9):
            mb_inds = b_inds[start : start + 9]
            _, logprob, entropy, newvalue = agent.get_action_and_value(
                b_obs[mb_inds], b_actions.long()[mb_inds]
            )
            advantages = b_returns[mb_inds] - b_values[mb_inds]
            v_loss = ((newvalue.view(-1) - b_returns[mb_inds]) ** 2).mean()
            loss = -(advantages * logprob).mean() - 0.01 * entropy.mean() + 0.5 * v_loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(iteration, loss.item())
# output
"""A rollout in tensors that were made beforehand, stored step by step."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512
os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # others may use the GPU as well

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, TorchModel, from_array, one_op

num_steps, num_envs = 6, 3


class Agent(TorchModel):
    def __init__(self):
        super().__init__()
        self.actor = Linear(4, 2)
        self.critic = Linear(4, 1)

    def get_value(self, x):
        return self.critic(x)

    def get_action_and_value(self, x, action=None):
        probs = Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x)


if __name__ == "__main__":
    agent = Agent()
    optimizer = Adam(agent.trainable_variables, lr=1e-3)
    rng = np.random.RandomState(0)

    # ALGO Logic: Storage setup
    obs = np.zeros((num_steps, num_envs, 4), np.float32)
    actions = np.zeros((num_steps, num_envs), np.float32)
    rewards = np.zeros((num_steps, num_envs), np.float32)
    values = np.zeros((num_steps, num_envs), np.float32)

    next_obs = from_array(rng.randn(num_envs, 4), tf.float32)

    @one_op
    @tf.function
    def train_body(b_obs, b_actions, b_returns, b_values, mb_inds):
        with tf.GradientTape() as tape:
            _, logprob, entropy, newvalue = agent.get_action_and_value(
                tf.gather(b_obs, mb_inds), tf.gather(tf.cast(b_actions, tf.int64), mb_inds)
            )
            advantages = tf.gather(b_returns, mb_inds) - tf.gather(b_values, mb_inds)
            v_loss = tf.reduce_mean((tf.reshape(newvalue, [-1]) - tf.gather(b_returns, mb_inds)) ** 2)
            loss = (
                -tf.reduce_mean(advantages * logprob)
                - 0.01 * tf.reduce_mean(entropy)
                + 0.5 * v_loss
            )
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return loss

    @one_op
    @tf.function
    def get_value(next_obs):
        return agent.get_value(next_obs)

    for iteration in range(3):
        for step in range(num_steps):
            obs[step] = next_obs
            action, _, _, value = agent.get_action_and_value(next_obs)
            values[step] = tf.reshape(value, [-1])
            actions[step] = action
            rewards[step] = np.reshape(rng.rand(num_envs), -1)
            next_obs = from_array(rng.randn(num_envs, 4), tf.float32)

        next_value = tf.reshape(get_value(next_obs), [1, -1])
        returns = np.zeros_like(rewards)
        for t in reversed(range(num_steps)):
            returns[t] = rewards[t] + 0.9 * (next_value if t == num_steps - 1 else returns[t + 1])

        # flatten the batch
        b_obs = tf.reshape(obs, (-1, 4))
        b_actions = tf.reshape(actions, [-1])
        b_returns = tf.reshape(returns, [-1])
        b_values = tf.reshape(values, [-1])

        b_inds = np.arange(num_steps * num_envs)
        rng.shuffle(b_inds)
        for start in range(0, len(b_inds), 9):
            mb_inds = b_inds[start : start + 9]
            loss = train_body(b_obs, b_actions, b_returns, b_values, mb_inds)
        print(iteration, loss.numpy().item())
