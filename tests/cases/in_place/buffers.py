import numpy as np
import torch

steps, envs = 5, 2
env = None
actor = torch.nn.Linear(3, 2)
critic = torch.nn.Linear(3, 1)
device = torch.device("cpu")


def returns_of(rewards, last):
    returns = torch.zeros_like(rewards)
    for t in reversed(range(steps)):
        returns[t] = last = rewards[t] + 0.9 * last
    return returns


def rollout():
    obs = torch.zeros((steps, envs, 3)).to(device)  # what was seen
    actions = torch.zeros((steps, envs), dtype=torch.long)
    rewards = torch.zeros(steps, envs)
    dones = torch.zeros(steps)
    values = torch.zeros(steps)
    ends = torch.zeros(steps, dtype=torch.bool)
    state = torch.tensor(env.reset())
    for t in range(steps):
        obs[t] = state
        with torch.no_grad():
            values[t] = critic(state[0])
            actions[t] = actor(state).argmax(1)
        state, reward, done = env.step(actions[t].cpu().numpy())
        state = torch.tensor(state)
        rewards[t] = torch.tensor(reward).view(-1)
        rewards[t] *= 0.5
        dones[t] = done
        ends[t] = bool(done)
        print(values[t].item(), dones[: t + 1].sum().item())
    with torch.no_grad():
        last = critic(state).view(1, -1)
    advantages = torch.zeros_like(rewards)
    gae = 0
    for t in reversed(range(steps)):
        nonterminal = 1.0 - dones[t]
        following = last if t == steps - 1 else values[t + 1]
        delta = rewards[t] + 0.99 * following * nonterminal - values[t]
        advantages[t] = gae = delta + 0.9 * nonterminal * gae
    total = returns_of(rewards, 0.0)
    chosen = np.random.permutation(steps)
    batch = obs[chosen], actions[chosen], rewards[ends], values.unsqueeze(1) + total
    kept = [obs[0], dones.shape[0]]
    return obs.reshape(-1, 3), advantages.clamp(-1, 1), batch, kept, rewards


batch = rollout()


class Masks(torch.nn.Module):
    def forward(self, x):
        mask = torch.zeros(2, 3)
        mask[0] = x  # in a graph
        return mask
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Linear, TorchModel, graph, replaced, tensor_of

steps, envs = 5, 2
env = None
actor = Linear(3, 2)
critic = Linear(3, 1)


def returns_of(rewards, last):
    returns = np.zeros_like(rewards)
    for t in reversed(range(steps)):
        returns[t] = last = rewards[t] + 0.9 * last
    return tf.constant(returns)


def rollout():
    obs = np.zeros((steps, envs, 3), np.float32)  # what was seen
    actions = np.zeros((steps, envs), np.int64)
    rewards = np.zeros([steps, envs], np.float32)
    dones = np.zeros([steps], np.float32)
    values = np.zeros([steps], np.float32)
    ends = np.zeros([steps], bool)
    state = tensor_of(env.reset())
    for t in range(steps):
        obs[t] = state
        values[t] = tf.squeeze(graph(critic, taped=True)(state[0]))
        actions[t] = tf.argmax(graph(actor, taped=True)(state), axis=1)
        state, reward, done = env.step(np.asarray(actions[t]))
        state = tensor_of(state)
        rewards[t] = np.reshape(reward, -1)
        rewards[t] *= 0.5
        dones[t] = done
        ends[t] = bool(done)
        print(values[t].item(), tf.reduce_sum(dones[: t + 1]).numpy().item())
    last = tf.stop_gradient(tf.reshape(graph(critic, taped=True)(state), [1, -1]))
    advantages = np.zeros_like(rewards)
    gae = 0
    for t in reversed(range(steps)):
        nonterminal = 1.0 - dones[t]
        following = last if t == steps - 1 else values[t + 1]
        delta = rewards[t] + 0.99 * following * nonterminal - values[t]
        advantages[t] = gae = delta + 0.9 * nonterminal * gae
    total = returns_of(tf.constant(rewards), 0.0)
    chosen = np.random.permutation(steps)
    batch = (
        tf.gather(obs, chosen),
        tf.gather(actions, chosen),
        tf.boolean_mask(rewards, tf.constant(ends)),
        tf.expand_dims(values, axis=1) + total,
    )
    kept = [tf.constant(obs[0]), dones.shape[0]]
    return (
        tf.reshape(obs, [-1, 3]),
        tf.clip_by_value(advantages, -1, 1),
        batch,
        kept,
        tf.constant(rewards),
    )


batch = rollout()


class Masks(TorchModel):
    def call(self, x):
        mask = tf.zeros([2, 3])
        mask = replaced(mask, lambda mask: mask[0], x)  # in a graph
        return mask
