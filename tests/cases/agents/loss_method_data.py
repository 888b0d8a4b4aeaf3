"""A loss of another method, which makes tensors of a dict of arrays first; priorities come of it."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Memory:
    def __init__(self, size: int, seed: int) -> None:
        self.rng = np.random.RandomState(seed)
        self.obs = self.rng.randn(size, 3).astype(np.float32)
        self.acts = self.rng.randint(2, size=size)
        self.rews = self.rng.randn(size).astype(np.float32)
        self.done = (self.rng.rand(size) < 0.3).astype(np.float32)
        self.priorities = np.ones(size)

    def sample(self, batch_size: int) -> dict[str, np.ndarray]:
        share = self.priorities[:-1] / self.priorities[:-1].sum()
        rows = self.rng.choice(len(share), batch_size, p=share)
        return dict(
            obs=self.obs[rows],
            next_obs=self.obs[rows + 1],
            acts=self.acts[rows],
            rews=self.rews[rows],
            done=self.done[rows],
            weights=(share[rows] / share.max()) ** -0.5,
            rows=rows,
        )


class Agent:
    def __init__(self, batch_size: int = 8, gamma: float = 0.9) -> None:
        self.memory = Memory(60, seed=0)
        self.device = torch.device("cpu")
        self.batch_size = batch_size
        self.gamma = gamma
        self.dqn = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2)).to(self.device)
        self.target = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2)).to(self.device)
        self.target.load_state_dict(self.dqn.state_dict())
        self.optimizer = torch.optim.Adam(self.dqn.parameters(), lr=1e-2)

    def update_model(self) -> float:
        samples = self.memory.sample(self.batch_size)
        weights = torch.FloatTensor(samples["weights"].reshape(-1, 1)).to(self.device)

        # one loss for each row
        losses = self._compute_loss(samples, gamma=self.gamma)
        loss = torch.mean(losses * weights)

        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

        self.memory.priorities[samples["rows"]] = losses.detach().cpu().numpy().flatten() + 0.1
        return loss.item()

    def _compute_loss(self, samples: dict[str, np.ndarray], gamma: float) -> torch.Tensor:
        """The error of one step ahead, for each row."""
        device = self.device  # for shortening the following lines
        state = torch.FloatTensor(samples["obs"]).to(device)
        next_state = torch.FloatTensor(samples["next_obs"]).to(device)
        action = torch.LongTensor(samples["acts"].reshape(-1, 1)).to(device)
        reward = torch.FloatTensor(samples["rews"].reshape(-1, 1)).to(device)
        done = torch.FloatTensor(samples["done"].reshape(-1, 1)).to(device)

        # what comes next is worth more with luck
        luck = torch.zeros(self.batch_size, 1, device=device) + 0.1
        value = self.dqn(state).gather(1, action)
        next_value = self.target(next_state).max(dim=1, keepdim=True)[0].detach() + luck
        goal = (reward + gamma * next_value * (1 - done)).to(self.device)
        scale = torch.full((1,), 0.5, device=value.device)
        return F.smooth_l1_loss(value, goal, reduction="none") * scale


agent = Agent()
for step in range(6):
    print(agent.update_model())
# output
"""A loss of another method, which makes tensors of a dict of arrays first; priorities come of it."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, from_array, one_op, smooth_l1


class Memory:
    def __init__(self, size: int, seed: int) -> None:
        self.rng = np.random.RandomState(seed)
        self.obs = self.rng.randn(size, 3).astype(np.float32)
        self.acts = self.rng.randint(2, size=size)
        self.rews = self.rng.randn(size).astype(np.float32)
        self.done = (self.rng.rand(size) < 0.3).astype(np.float32)
        self.priorities = np.ones(size)

    def sample(self, batch_size: int) -> dict[str, np.ndarray]:
        share = self.priorities[:-1] / self.priorities[:-1].sum()
        rows = self.rng.choice(len(share), batch_size, p=share)
        return dict(
            obs=self.obs[rows],
            next_obs=self.obs[rows + 1],
            acts=self.acts[rows],
            rews=self.rews[rows],
            done=self.done[rows],
            weights=(share[rows] / share.max()) ** -0.5,
            rows=rows,
        )


class Agent:
    def __init__(self, batch_size: int = 8, gamma: float = 0.9) -> None:
        self.memory = Memory(60, seed=0)
        self.device = "cpu"
        self.batch_size = batch_size
        self.gamma = gamma
        self.dqn = Sequential(Linear(3, 8), keras.layers.ReLU(), Linear(8, 2))
        self.target = Sequential(Linear(3, 8), keras.layers.ReLU(), Linear(8, 2))
        self.target.set_weights(self.dqn.get_weights())
        self.optimizer = Adam(self.dqn.trainable_variables, lr=1e-2)

    def update_model(self) -> float:
        samples = self.memory.sample(self.batch_size)
        weights = from_array(samples["weights"].reshape(-1, 1), tf.float32)

        # one loss for each row
        state, next_state, action, reward, done = self._compute_loss_data(samples)
        losses, loss = self._update_model_body(weights, state, next_state, action, reward, done)

        self.memory.priorities[samples["rows"]] = losses.numpy().flatten() + 0.1
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_model_body(self, weights, state, next_state, action, reward, done):
        with tf.GradientTape() as tape:
            losses = self._compute_loss(state, next_state, action, reward, done, gamma=self.gamma)
            loss = tf.reduce_mean(losses * weights)

        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return losses, loss

    def _compute_loss_data(self, samples: dict[str, np.ndarray]):
        device = self.device  # for shortening the following lines
        state = from_array(samples["obs"], tf.float32)
        next_state = from_array(samples["next_obs"], tf.float32)
        action = from_array(samples["acts"].reshape(-1, 1), tf.int64)
        reward = from_array(samples["rews"].reshape(-1, 1), tf.float32)
        done = from_array(samples["done"].reshape(-1, 1), tf.float32)
        return state, next_state, action, reward, done

    def _compute_loss(self, state, next_state, action, reward, done, gamma: float) -> tf.Tensor:
        """The error of one step ahead, for each row."""
        # what comes next is worth more with luck
        luck = tf.zeros([self.batch_size, 1]) + 0.1
        value = tf.gather(self.dqn(state), action, batch_dims=1)
        next_value = (
            tf.stop_gradient(tf.reduce_max(self.target(next_state), axis=1, keepdims=True))
            + luck
        )
        goal = (reward + gamma * next_value * (1 - done))
        scale = tf.fill((1,), 0.5)
        return smooth_l1(value - goal) * scale


agent = Agent()
for step in range(6):
    print(agent.update_model())
