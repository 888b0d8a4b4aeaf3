"""The update is a method of the class, not of an object: the networks are its arguments."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class QNet(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.hidden = nn.Linear(states, 16)
        self.value = nn.Linear(16, actions)

    def forward(self, x):
        return self.value(F.relu(self.hidden(x)))

    @classmethod
    def train_model(cls, online, target, optimizer, batch):
        states = torch.Tensor(batch["state"])
        actions = torch.Tensor(batch["action"])
        values = online(states).squeeze(1)
        following = target(torch.Tensor(batch["next_state"])).squeeze(1)
        chosen = torch.sum(values.mul(actions), dim=1)
        goal = torch.Tensor(batch["reward"]) + 0.9 * following.max(1)[0]
        loss = F.mse_loss(chosen, goal.detach())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss

    @staticmethod
    def pull(online, optimizer, states):
        # Values that are not too large
        loss = 0.1 * squares(online(states).squeeze(1)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def squares(values):
    return values.pow(2).sum(dim=1)


def main():
    rng = np.random.default_rng(0)
    online, target = QNet(4, 2), QNet(4, 2)
    target.load_state_dict(online.state_dict())
    optimizer = optim.Adam(online.parameters(), lr=1e-2)
    for step in range(6):
        batch = {
            "state": rng.normal(size=(8, 1, 4)),
            "next_state": rng.normal(size=(8, 1, 4)),
            "action": np.eye(2)[rng.integers(0, 2, 8)],
            "reward": rng.normal(size=8),
        }
        loss = QNet.train_model(online, target, optimizer, batch)
        print(loss.item())
        QNet.pull(online, optimizer, torch.Tensor(batch["state"]))


if __name__ == "__main__":
    main()
# output
"""The update is a method of the class, not of an object: the networks are its arguments."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, one_op


class QNet(TorchModel):
    def __init__(self, states, actions):
        super().__init__()
        self.hidden = Linear(states, 16)
        self.value = Linear(16, actions)

    def call(self, x):
        return self.value(tf.nn.relu(self.hidden(x)))

    @classmethod
    def train_model(cls, online, target, optimizer, batch):
        states = from_array(batch["state"], tf.float32)
        actions = from_array(batch["action"], tf.float32)
        loss = cls._train_model_body(
            online,
            target,
            optimizer,
            states,
            actions,
            from_array(batch["next_state"], tf.float32),
            from_array(batch["reward"], tf.float32),
        )
        return loss

    @staticmethod
    @one_op
    @tf.function
    def _train_model_body(online, target, optimizer, states, actions, next_state, reward):
        with tf.GradientTape() as tape:
            values = tf.squeeze(online(states), axis=1)
            following = tf.squeeze(target(next_state), axis=1)
            chosen = tf.reduce_sum(values * actions, axis=1)
            goal = reward + 0.9 * tf.reduce_max(following, axis=1)
            loss = tf.reduce_mean(tf.square(chosen - tf.stop_gradient(goal)))
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return loss

    @staticmethod
    def pull(online, optimizer, states):
        QNet._pull_body(online, optimizer, states)

    @staticmethod
    @one_op
    @tf.function
    def _pull_body(online, optimizer, states):
        with tf.GradientTape() as tape:
            # Values that are not too large
            loss = 0.1 * tf.reduce_mean(squares(tf.squeeze(online(states), axis=1)))
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)


def squares(values):
    return tf.reduce_sum(tf.square(values), axis=1)


def main():
    rng = np.random.default_rng(0)
    online, target = QNet(4, 2), QNet(4, 2)
    target.set_weights(online.get_weights())
    optimizer = Adam(online.trainable_variables, lr=1e-2)
    for step in range(6):
        batch = {
            "state": rng.normal(size=(8, 1, 4)),
            "next_state": rng.normal(size=(8, 1, 4)),
            "action": np.eye(2)[rng.integers(0, 2, 8)],
            "reward": rng.normal(size=8),
        }
        loss = QNet.train_model(online, target, optimizer, batch)
        print(loss.numpy().item())
        QNet.pull(online, optimizer, from_array(batch["state"], tf.float32))


if __name__ == "__main__":
    main()
