"""Networks and optimizers that lambdas make, which the agent gets as arguments."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class FCQ(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.hidden = nn.Linear(inputs, 16)
        self.value = nn.Linear(16, outputs)

    def forward(self, state):
        x = state
        if not isinstance(x, torch.Tensor):
            x = torch.tensor(x, dtype=torch.float32)
            x = x.unsqueeze(0)
        return self.value(F.relu(self.hidden(x)))

    def load(self, experiences):
        states, actions, rewards, following = experiences
        states = torch.from_numpy(states).float()
        actions = torch.from_numpy(actions).long()
        rewards = torch.from_numpy(rewards).float()
        return states, actions, rewards, torch.from_numpy(following).float()


class DQN:
    def __init__(self, value_model_fn, value_optimizer_fn, value_optimizer_lr):
        self.value_model_fn = value_model_fn
        self.value_optimizer_fn = value_optimizer_fn
        self.value_optimizer_lr = value_optimizer_lr

    def optimize_model(self, experiences):
        states, actions, rewards, following = experiences
        best = self.target_model(following).detach().max(1)[0].unsqueeze(1)
        q = self.online_model(states).gather(1, actions)
        error = q - (rewards + 0.9 * best)
        value_loss = error.pow(2).mul(0.5).mean()
        self.value_optimizer.zero_grad()
        value_loss.backward()
        torch.nn.utils.clip_grad_norm_(self.online_model.parameters(), 1.0)
        self.value_optimizer.step()

    def update_network(self):
        for target, online in zip(self.target_model.parameters(), self.online_model.parameters()):
            target.data.copy_(online.data)

    def train(self, steps):
        rng = np.random.default_rng(0)
        self.target_model = self.value_model_fn(4, 2)
        self.online_model = self.value_model_fn(4, 2)
        self.update_network()
        self.value_optimizer = self.value_optimizer_fn(self.online_model, self.value_optimizer_lr)
        for step in range(steps):
            batch = (
                rng.normal(size=(8, 4)),
                rng.integers(0, 2, (8, 1)),
                rng.normal(size=(8, 1)),
                rng.normal(size=(8, 4)),
            )
            self.optimize_model(self.online_model.load(batch))
            if step % 3 == 2:
                self.update_network()


for seed in (1, 2):
    torch.manual_seed(seed)
    value_model_fn = lambda inputs, outputs: FCQ(inputs, outputs)
    value_optimizer_fn = lambda net, lr: optim.RMSprop(net.parameters(), lr=lr)
    agent = DQN(value_model_fn, value_optimizer_fn, 0.005)
    agent.train(6)
# output
"""Networks and optimizers that lambdas make, which the agent gets as arguments."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Linear, RMSprop, TorchModel, clip_grad_norm, from_array, grads_of, one_op


class FCQ(TorchModel):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.hidden = Linear(inputs, 16)
        self.value = Linear(16, outputs)

    def call(self, state):
        x = state
        if not tf.is_tensor(x):
            x = tf.cast(x, tf.float32)
            x = tf.expand_dims(x, axis=0)
        return self.value(tf.nn.relu(self.hidden(x)))

    def load(self, experiences):
        states, actions, rewards, following = experiences
        states = from_array(states, tf.float32)
        actions = from_array(actions, tf.int64)
        rewards = from_array(rewards, tf.float32)
        return states, actions, rewards, from_array(following, tf.float32)


class DQN:
    def __init__(self, value_model_fn, value_optimizer_fn, value_optimizer_lr):
        self.value_model_fn = value_model_fn
        self.value_optimizer_fn = value_optimizer_fn
        self.value_optimizer_lr = value_optimizer_lr

    def optimize_model(self, experiences):
        self._optimize_model_body(
            experiences, self.target_model, self.online_model, self.value_optimizer
        )

    @one_op
    @tf.function
    def _optimize_model_body(self, experiences, target_model, online_model, value_optimizer):
        states, actions, rewards, following = experiences
        best = tf.expand_dims(
            tf.reduce_max(tf.stop_gradient(target_model(following)), axis=1), axis=1
        )
        with tf.GradientTape() as tape:
            q = tf.experimental.numpy.take_along_axis(online_model(states), actions, 1)
            error = q - (rewards + 0.9 * best)
            value_loss = tf.reduce_mean(tf.square(error) * 0.5)
        grads = tape.gradient(value_loss, value_optimizer.params)
        grads = clip_grad_norm(
            grads,
            1.0,
            some=grads_of(online_model.trainable_variables, value_optimizer.params, grads),
        )
        value_optimizer.apply(grads)

    def update_network(self):
        self._update_targets(self.target_model, self.online_model)

    @one_op
    @tf.function
    def _update_targets(self, target_model, online_model):
        for target, online in zip(
            target_model.trainable_variables, online_model.trainable_variables
        ):
            target.assign(online)

    def train(self, steps):
        rng = np.random.default_rng(0)
        self.target_model = self.value_model_fn(4, 2)
        self.online_model = self.value_model_fn(4, 2)
        self.update_network()
        self.value_optimizer = self.value_optimizer_fn(self.online_model, self.value_optimizer_lr)
        for step in range(steps):
            batch = (
                rng.normal(size=(8, 4)),
                rng.integers(0, 2, (8, 1)),
                rng.normal(size=(8, 1)),
                rng.normal(size=(8, 4)),
            )
            self.optimize_model(self.online_model.load(batch))
            if step % 3 == 2:
                self.update_network()


for seed in (1, 2):
    tf.random.set_seed(seed)
    value_model_fn = lambda inputs, outputs: FCQ(inputs, outputs)
    value_optimizer_fn = lambda net, lr: RMSprop(net.trainable_variables, lr=lr)
    agent = DQN(value_model_fn, value_optimizer_fn, 0.005)
    agent.train(6)
# findings
# agents/made_by_lambdas.py:44:9: N402 note gradients of parameters that are not the optimizer's are not clipped, nor do they count
