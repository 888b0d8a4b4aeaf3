"""The update gets the estimate that its loss is made of: it computes that itself."""
import random
import numpy as np
import torch
import torch.nn as nn
from collections import deque


class Agent:
    def __init__(self):
        self.batch_size = 8
        self.memory = deque(maxlen=100)
        self.online = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.target = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=0.01)
        self.loss_fn = torch.nn.SmoothL1Loss()

    def cache(self, state, next_state, action, reward):
        state, next_state = torch.FloatTensor(state), torch.FloatTensor(next_state)
        self.memory.append((state, next_state, torch.LongTensor([action]), torch.FloatTensor([reward])))

    def recall(self):
        batch = random.sample(self.memory, self.batch_size)
        state, next_state, action, reward = map(torch.stack, zip(*batch))
        return state, next_state, action.squeeze(), reward.squeeze()

    def td_estimate(self, state, action):
        return self.online(state)[np.arange(0, self.batch_size), action]

    @torch.no_grad()
    def td_target(self, reward, next_state):
        best = torch.argmax(self.online(next_state), axis=1)
        return reward + 0.9 * self.target(next_state)[np.arange(0, self.batch_size), best]

    def update_online(self, td_estimate, td_target):
        loss = self.loss_fn(td_estimate, td_target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def learn(self):
        state, next_state, action, reward = self.recall()

        # Get TD estimate
        td_est = self.td_estimate(state, action)

        # Get TD target
        td_tgt = self.td_target(reward, next_state)

        # Train the online network
        loss = self.update_online(td_est, td_tgt)

        return td_est.mean().item(), loss


random.seed(0)
rng = np.random.default_rng(0)
agent = Agent()
agent.target.load_state_dict(agent.online.state_dict())
for _ in range(12):
    agent.cache(rng.normal(size=4), rng.normal(size=4), int(rng.integers(2)), rng.normal())
for _ in range(4):
    print(*agent.learn())
# output
"""The update gets the estimate that its loss is made of: it computes that itself."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import random
import numpy as np
import tensorflow as tf
from collections import deque
from torch_compat import Adam, Linear, Sequential, SmoothL1Loss, at, from_array, one_op, stack


class Agent:
    def __init__(self):
        self.batch_size = 8
        self.memory = deque(maxlen=100)
        self.online = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 2))
        self.target = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 2))
        self.optimizer = Adam(self.online.trainable_variables, lr=0.01)
        self.loss_fn = SmoothL1Loss()

    def cache(self, state, next_state, action, reward):
        state, next_state = from_array(state, tf.float32), from_array(next_state, tf.float32)
        self.memory.append(
            (state, next_state, tf.constant([action], tf.int64), tf.constant([reward], tf.float32))
        )

    def recall(self):
        batch = random.sample(self.memory, self.batch_size)
        state, next_state, action, reward = map(stack, zip(*batch))
        return state, next_state, tf.squeeze(action), tf.squeeze(reward)

    def td_estimate(self, state, action):
        return at(self.online(state))[np.arange(0, self.batch_size), action]

    @tf.function
    def td_target(self, reward, next_state):
        best = tf.argmax(self.online(next_state), axis=1)
        return tf.stop_gradient(
            reward
            + 0.9
            * tf.gather_nd(
                self.target(next_state), tf.stack([np.arange(0, self.batch_size), best], axis=-1)
            ),
        )

    def update_online(self, state, action, td_target):
        loss = self._update_online_body(state, action, td_target)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_online_body(self, state, action, td_target):
        with tf.GradientTape() as tape:
            td_estimate = self.td_estimate(state, action)
            loss = self.loss_fn(td_estimate, td_target)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss

    def learn(self):
        state, next_state, action, reward = self.recall()

        # Get TD estimate
        td_est = self.td_estimate(state, action)

        # Get TD target
        td_tgt = self.td_target(reward, next_state)

        # Train the online network
        loss = self.update_online(state, action, td_tgt)

        return tf.reduce_mean(td_est).numpy().item(), loss


random.seed(0)
rng = np.random.default_rng(0)
agent = Agent()
agent.target.set_weights(agent.online.get_weights())
for _ in range(12):
    agent.cache(rng.normal(size=4), rng.normal(size=4), int(rng.integers(2)), rng.normal())
for _ in range(4):
    print(*agent.learn())
# findings
# agents/handed_estimate.py:46:9: N402 note update_online() computes td_estimate itself: it gets state, action
