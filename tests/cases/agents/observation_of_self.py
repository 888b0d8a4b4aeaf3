"""A rollout whose observation is an attribute: what is computed while acting is learned from."""
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 8)
        self.heads = nn.ModuleDict({"policy": nn.Linear(8, 2), "value": nn.Linear(8, 1)})

    def forward(self, obs):
        hidden = torch.tanh(self.body(obs))
        out = {name: head(hidden) for name, head in self.heads.items()}
        return out["policy"], out["value"].squeeze(-1)


class Worker:
    def __init__(self, model, n_steps=5):
        self.model, self.n_steps = model, n_steps
        self.rng = np.random.RandomState(0)
        self.obs = self.rng.rand(4, 3)

    def rollout(self):
        log_probs, values, rewards = [], [], []
        for _ in range(self.n_steps):
            logits, value = self.model(torch.as_tensor(self.obs, dtype=torch.float32))
            dist = Categorical(logits=logits)
            action = dist.sample()
            log_probs.append(dist.log_prob(action))
            values.append(value)
            rewards.append(torch.tensor(self.rng.rand(4), dtype=torch.float32))
            self.obs = self.rng.rand(4, 3) + action.numpy()[:, None]
        returns, total = [], torch.zeros(4)
        for reward in reversed(rewards):
            total = reward + 0.9 * total
            returns.insert(0, total)
        return torch.stack(log_probs), torch.stack(values), torch.stack(returns)


model = Policy()
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-2)
worker = Worker(model)
for update in range(4):
    log_probs, values, returns = worker.rollout()
    advantage = returns - values
    loss = advantage.pow(2).mean() - (log_probs * advantage.detach()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(update, loss.item())
# output
"""A rollout whose observation is an attribute: what is computed while acting is learned from."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Categorical, Linear, ModuleDict, RMSprop, TorchModel, from_array, graph


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.body = Linear(3, 8)
        self.heads = ModuleDict({"policy": Linear(8, 2), "value": Linear(8, 1)})

    def call(self, obs):
        hidden = tf.tanh(self.body(obs))
        out = {name: head(hidden) for name, head in self.heads.items()}
        return out["policy"], tf.squeeze(out["value"], axis=-1)


class Worker:
    def __init__(self, model, n_steps=5):
        self.model, self.n_steps = model, n_steps
        self.rng = np.random.RandomState(0)
        self.obs = self.rng.rand(4, 3)

    def rollout(self):
        log_probs, values, rewards = [], [], []
        for _ in range(self.n_steps):
            logits, value = self.model(from_array(self.obs, tf.float32))
            dist = Categorical(logits=logits)
            action = dist.sample()
            log_probs.append(dist.log_prob(action))
            values.append(value)
            rewards.append(from_array(self.rng.rand(4), tf.float32))
            self.obs = self.rng.rand(4, 3) + action.numpy()[:, None]
        returns, total = [], tf.zeros([4])
        for reward in reversed(rewards):
            total = reward + 0.9 * total
            returns.insert(0, total)
        return tf.stack(log_probs), tf.stack(values), tf.stack(returns)


model = Policy()
optimizer = RMSprop(model.trainable_variables, lr=1e-2)
worker = Worker(model)
for update in range(4):
    with tf.GradientTape() as tape:
        log_probs, values, returns = worker.rollout()
        advantage = returns - values
        loss = (
            tf.reduce_mean(tf.square(advantage))
            - tf.reduce_mean(log_probs * tf.stop_gradient(advantage))
        )
    grads = tape.gradient(loss, optimizer.params)
    graph(optimizer.apply)(grads)
    print(update, loss.numpy().item())
# findings
# agents/observation_of_self.py:47:5: N403 note this update stays in eager mode: it calls rollout(): a Python loop -> write the step as tensor code only, with host lines before or behind it
