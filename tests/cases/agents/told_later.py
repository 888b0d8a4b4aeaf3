"""What the agent keeps in dictionaries is told to be tensors by what is done with it later."""

import numpy as np
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self, sizes, activation):
        super().__init__()
        self.hidden = nn.Linear(sizes[0], sizes[1])
        self.last = nn.Linear(sizes[1], 2)
        self.activation = activation

    def forward(self, x):
        return self.last(self.activation(self.hidden(x)))


class Agent:
    def __init__(self, activations, agents=3):
        self.agents = agents
        self.critic = Critic((4 + agents, 8), activations["critic"])
        self.optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)
        self.losses = []

    def inputs(self, batch):
        rows = batch["states"].shape[0]
        parts = [batch["states"]]
        parts.append(torch.eye(self.agents).unsqueeze(0).expand(rows, -1, -1))
        return torch.cat([part.reshape(rows * self.agents, -1) for part in parts], dim=1)

    def learn(self, batch):
        for key in batch:
            if key == "actions":
                batch[key] = torch.tensor(batch[key], dtype=torch.long)
            else:
                batch[key] = torch.tensor(batch[key], dtype=torch.float32)
        values = self.critic(self.inputs(batch))
        chosen = values.gather(1, batch["actions"].view(-1, 1)).view(-1, self.agents)
        wanted = batch["rewards"].squeeze(-1)
        loss = ((chosen.mean(1) - wanted) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())


def main():
    torch.manual_seed(3)
    rng = np.random.default_rng(5)
    agent = Agent({"critic": torch.tanh})
    for _ in range(8):
        states = rng.normal(size=(6, 3, 4)).astype(np.float32)
        rewards = rng.normal(size=(6, 1)).astype(np.float32)
        actions = rng.integers(0, 2, size=(6, 3))
        agent.learn({"states": states, "actions": actions, "rewards": rewards})
    print(agent.losses)


if __name__ == "__main__":
    main()
# output
"""What the agent keeps in dictionaries is told to be tensors by what is done with it later."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, expand, from_array, graph


class Critic(TorchModel):
    def __init__(self, sizes, activation):
        super().__init__()
        self.hidden = Linear(sizes[0], sizes[1])
        self.last = Linear(sizes[1], 2)
        self.activation = activation

    def call(self, x):
        return self.last(self.activation(self.hidden(x)))


class Agent:
    def __init__(self, activations, agents=3):
        self.agents = agents
        self.critic = Critic((4 + agents, 8), activations["critic"])
        self.optimizer = Adam(self.critic.trainable_variables, lr=1e-2)
        self.losses = []

    def inputs(self, batch):
        rows = batch["states"].shape[0]
        parts = [batch["states"]]
        parts.append(expand(tf.expand_dims(tf.eye(self.agents), axis=0), [rows, -1, -1]))
        return tf.concat([tf.reshape(part, [rows * self.agents, -1]) for part in parts], axis=1)

    def learn(self, batch):
        for key in batch:
            if key == "actions":
                batch[key] = from_array(batch[key], tf.int64)
            else:
                batch[key] = from_array(batch[key], tf.float32)
        with tf.GradientTape() as tape:
            values = self.critic(self.inputs(batch))
            chosen = tf.reshape(
                tf.gather(values, tf.reshape(batch["actions"], [-1, 1]), batch_dims=1),
                [-1, self.agents],
            )
            wanted = tf.squeeze(batch["rewards"], axis=-1)
            loss = tf.reduce_mean((tf.reduce_mean(chosen, axis=1) - wanted) ** 2)
        grads = tape.gradient(loss, self.optimizer.params)
        graph(self.optimizer.apply)(grads)
        self.losses.append(loss.numpy().item())


def main():
    tf.random.set_seed(3)
    rng = np.random.default_rng(5)
    agent = Agent({"critic": tf.tanh})
    for _ in range(8):
        states = rng.normal(size=(6, 3, 4)).astype(np.float32)
        rewards = rng.normal(size=(6, 1)).astype(np.float32)
        actions = rng.integers(0, 2, size=(6, 3))
        agent.learn({"states": states, "actions": actions, "rewards": rewards})
    print(agent.losses)


if __name__ == "__main__":
    main()
# findings
# agents/told_later.py:38:9: N403 note this update stays in eager mode: it calls forward(): it calls self.activation -> write the step as tensor code only, with host lines before or behind it
