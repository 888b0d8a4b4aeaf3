"""A loss function that is called for two batches, of one step and of n, the second in a branch."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        self.drop = nn.Dropout(0.5)

    def scores(self, x):
        return self.drop(self.layer(x))

    def forward(self, x):
        return self.scores(x)


class Agent:
    def __init__(self, use_n_step):
        self.dqn = Net()
        with torch.no_grad():
            self.dqn.layer.weight.copy_(torch.tensor([[0.1, -0.2, 0.3], [0.4, 0.5, -0.6]]))
            self.dqn.layer.bias.zero_()
        self.dqn.eval()
        self.optimizer = optim.Adam(self.dqn.parameters(), lr=0.01)
        self.gamma, self.n_step, self.use_n_step = 0.9, 3, use_n_step
        self.rng = np.random.RandomState(0)

    def sample(self):
        r = self.rng
        return dict(obs=r.randn(4, 3), acts=r.randint(0, 2, 4), rews=r.randn(4), weights=r.rand(4))

    def update_model(self):
        samples = self.sample()
        weights = torch.FloatTensor(samples["weights"].reshape(-1, 1))
        elementwise = self._loss(samples, self.gamma)
        loss = torch.mean(elementwise * weights)
        if self.use_n_step:
            gamma = self.gamma**self.n_step
            samples = self.sample()
            n_loss = self._loss(samples, gamma)
            elementwise += n_loss
            loss = torch.mean(elementwise * weights)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item(), elementwise.detach().numpy().sum()

    def _loss(self, samples, gamma):
        state = torch.FloatTensor(samples["obs"])
        action = torch.LongTensor(samples["acts"].reshape(-1, 1))
        reward = torch.FloatTensor(samples["rews"].reshape(-1, 1))
        value = self.dqn.scores(state).gather(1, action)
        target = reward + gamma * self.dqn.scores(-state).max(1, keepdim=True)[0].detach()
        return F.smooth_l1_loss(value, target, reduction="none")


for use_n_step in (True, False):
    agent = Agent(use_n_step)
    for _ in range(3):
        loss, total = agent.update_model()
        print(f"{loss:.5f} {total:.5f}")
# output
"""A loss function that is called for two batches, of one step and of n, the second in a branch."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Dropout,
    Linear,
    TorchModel,
    from_array,
    modes,
    one_op,
    set_mode,
    smooth_l1,
)


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.layer = Linear(3, 2)
        self.drop = Dropout(0.5)

    def scores(self, x):
        return self.drop(self.layer(x))

    def call(self, x):
        return self.scores(x)


class Agent:
    def __init__(self, use_n_step):
        self.dqn = Net()
        self.dqn.layer.weight.assign(tf.constant([[0.1, -0.2, 0.3], [0.4, 0.5, -0.6]]))
        self.dqn.layer.bias.assign(tf.zeros_like(self.dqn.layer.bias))
        set_mode(self.dqn, False)
        self.optimizer = Adam(self.dqn.trainable_variables, lr=0.01)
        self.gamma, self.n_step, self.use_n_step = 0.9, 3, use_n_step
        self.rng = np.random.RandomState(0)

    def sample(self):
        r = self.rng
        return dict(obs=r.randn(4, 3), acts=r.randint(0, 2, 4), rews=r.randn(4), weights=r.rand(4))

    def update_model(self):
        samples = self.sample()
        weights = from_array(samples["weights"].reshape(-1, 1), tf.float32)
        state, action, reward = self._loss_data(samples)
        if self.use_n_step:
            gamma = self.gamma**self.n_step
            samples = self.sample()
            state_tensor, action_tensor, reward_tensor = self._loss_data(samples)
        else:
            gamma = 0
            state_tensor = tf.zeros(())
            action_tensor = tf.zeros(())
            reward_tensor = tf.zeros(())
        elementwise, loss = self._update_model_body(
            weights,
            state,
            action,
            reward,
            tf.convert_to_tensor(gamma, tf.float32),
            state_tensor,
            action_tensor,
            reward_tensor,
            modes(self.dqn),
        )
        return loss.numpy().item(), elementwise.numpy().sum()

    @one_op
    @tf.function
    def _update_model_body(
        self,
        weights,
        state,
        action,
        reward,
        gamma,
        state_tensor,
        action_tensor,
        reward_tensor,
        modes,
    ):
        with tf.GradientTape() as tape:
            elementwise = self._loss(state, action, reward, self.gamma)
            loss = tf.reduce_mean(elementwise * weights)
            if self.use_n_step:
                n_loss = self._loss(state_tensor, action_tensor, reward_tensor, gamma)
                elementwise += n_loss
                loss = tf.reduce_mean(elementwise * weights)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return elementwise, loss

    def _loss_data(self, samples):
        state = from_array(samples["obs"], tf.float32)
        action = from_array(samples["acts"].reshape(-1, 1), tf.int64)
        reward = from_array(samples["rews"].reshape(-1, 1), tf.float32)
        return state, action, reward

    def _loss(self, state, action, reward, gamma):
        value = tf.experimental.numpy.take_along_axis(self.dqn.scores(state), action, 1)
        target = (
            reward
            + gamma
            * tf.stop_gradient(tf.reduce_max(self.dqn.scores(-state), axis=1, keepdims=True))
        )
        return smooth_l1(value - target)


for use_n_step in (True, False):
    agent = Agent(use_n_step)
    for _ in range(3):
        loss, total = agent.update_model()
        print(f"{loss:.5f} {total:.5f}")
