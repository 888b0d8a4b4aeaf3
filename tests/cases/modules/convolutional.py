import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


def layer_init(layer, std=np.sqrt(2), bias_const=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


def fanin_init(layer):
    lim = 1.0 / np.sqrt(layer.weight.data.size()[0])
    layer.weight.data.uniform_(-lim, lim)
    layer.bias.data.fill_(0.01)


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv0 = nn.Conv2d(channels, channels, kernel_size=3, padding=1)
        self.conv1 = nn.Conv2d(channels, channels, kernel_size=3, padding=1)

    def forward(self, x):
        inputs = x
        x = F.relu(x)
        x = self.conv0(x)
        x = F.relu(x)
        x = self.conv1(x)
        return x + inputs


class Network(nn.Module):
    def __init__(self, actions):
        super().__init__()
        self.network = nn.Sequential(
            nn.Conv2d(2, 8, 3, stride=2, bias=False),
            nn.BatchNorm2d(8),
            nn.ReLU(),
            nn.MaxPool2d(kernel_size=3, stride=2, padding=1),
            Residual(8),
            nn.Flatten(),
            nn.Dropout(0.2),
            layer_init(nn.Linear(72, 32)),
            nn.LayerNorm(32),
            nn.ReLU(),
        )
        self.head = nn.Linear(32, actions)
        fanin_init(self.head)
        self.drop = nn.Dropout(p=0.1)

    def forward(self, x):
        x = self.network(x / 255.0)
        x = F.dropout(x, p=0.1, training=self.training)
        return self.head(self.drop(F.avg_pool1d(x.unsqueeze(1), 3, 1, 1).squeeze(1)))


class Agent:
    def __init__(self):
        self.q = Network(4)
        self.target = Network(4)
        self.target.load_state_dict(self.q.state_dict())
        self.target.eval()
        self.optimizer = optim.Adam(self.q.parameters(), lr=1e-3)

    def act(self, obs):
        self.q.eval()
        with torch.no_grad():
            q = self.q(torch.as_tensor(obs, dtype=torch.float32).unsqueeze(0))
        self.q.train()
        return int(torch.argmax(q, dim=1).item())

    def learn(self, obs, action, reward, next_obs):
        with torch.no_grad():
            target = reward + 0.99 * self.target(next_obs).max(dim=1)[0]
        old = self.q(obs).gather(1, action.unsqueeze(1)).squeeze(1)
        loss = F.mse_loss(old, target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    agent = Agent()
    obs = rng.integers(0, 256, (2, 12, 12))
    for step in range(20):
        action = agent.act(obs)
        print(action)
        batch = torch.as_tensor(rng.integers(0, 256, (8, 2, 12, 12)), dtype=torch.float32)
        after = torch.as_tensor(rng.integers(0, 256, (8, 2, 12, 12)), dtype=torch.float32)
        actions = torch.as_tensor(rng.integers(0, 4, 8), dtype=torch.int64)
        rewards = torch.as_tensor(rng.normal(size=8), dtype=torch.float32)
        print(agent.learn(batch, actions, rewards, after))
        obs = rng.integers(0, 256, (2, 12, 12))
        if step % 5 == 0:
            agent.target.load_state_dict(agent.q.state_dict())


if __name__ == "__main__":
    main()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    BatchNorm2d,
    Conv2d,
    Dropout,
    LayerNorm,
    Linear,
    MaxPool2d,
    Sequential,
    TorchModel,
    avg_pool,
    dropout,
    from_array,
    graph_by_mode,
    modes,
    one_op,
    orthogonal,
    set_mode,
)


def layer_init(layer, std=np.sqrt(2), bias_const=0.0):
    layer.weight.assign(orthogonal(layer.weight.shape, gain=std))
    layer.bias.assign(tf.fill(layer.bias.shape, bias_const))
    return layer


def fanin_init(layer):
    lim = 1.0 / np.sqrt(layer.weight.shape[0])
    layer.weight.assign(tf.random.uniform(layer.weight.shape, -lim, lim))
    layer.bias.assign(tf.fill(layer.bias.shape, 0.01))


class Residual(TorchModel):
    def __init__(self, channels):
        super().__init__()
        self.conv0 = Conv2d(channels, channels, kernel_size=3, padding=1)
        self.conv1 = Conv2d(channels, channels, kernel_size=3, padding=1)

    def call(self, x):
        inputs = x
        x = tf.nn.relu(x)
        x = self.conv0(x)
        x = tf.nn.relu(x)
        x = self.conv1(x)
        return x + inputs


class Network(TorchModel):
    def __init__(self, actions):
        super().__init__()
        self.network = Sequential(
            Conv2d(2, 8, 3, stride=2, bias=False),
            BatchNorm2d(8),
            keras.layers.ReLU(),
            MaxPool2d(kernel_size=3, stride=2, padding=1),
            Residual(8),
            keras.layers.Flatten(),
            Dropout(0.2),
            layer_init(Linear(72, 32)),
            LayerNorm(32),
            keras.layers.ReLU(),
        )
        self.head = Linear(32, actions)
        fanin_init(self.head)
        self.drop = Dropout(p=0.1)

    def call(self, x):
        x = self.network(x / 255.0)
        x = dropout(x, p=0.1, training=getattr(self, "training", True))
        return self.head(
            self.drop(
                tf.squeeze(
                    avg_pool(tf.expand_dims(x, axis=1), 3, stride=1, padding=1, dims=1), axis=1
                ),
            ),
        )


class Agent:
    def __init__(self):
        self.q = Network(4)
        self.target = Network(4)
        self.target.set_weights(self.q.get_weights())
        set_mode(self.target, False)
        self.optimizer = Adam(self.q.trainable_variables, lr=1e-3)

    def act(self, obs):
        set_mode(self.q, False)
        q = graph_by_mode(self.q)(from_array(obs[np.newaxis], tf.float32))
        set_mode(self.q, True)
        return int(q.numpy().argmax(axis=1).item())

    def learn(self, obs, action, reward, next_obs):
        loss = self._learn_body(obs, action, reward, next_obs, modes(self.target, self.q))
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, obs, action, reward, next_obs, modes):
        target = reward + 0.99 * tf.reduce_max(self.target(next_obs), axis=1)
        with tf.GradientTape() as tape:
            old = tf.gather(self.q(obs), action, batch_dims=1)
            loss = tf.reduce_mean(tf.square(old - target))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


def main():
    tf.random.set_seed(0)
    rng = np.random.default_rng(0)
    agent = Agent()
    obs = rng.integers(0, 256, (2, 12, 12))
    for step in range(20):
        action = agent.act(obs)
        print(action)
        batch = from_array(rng.integers(0, 256, (8, 2, 12, 12)), tf.float32)
        after = from_array(rng.integers(0, 256, (8, 2, 12, 12)), tf.float32)
        actions = from_array(rng.integers(0, 4, 8), tf.int64)
        rewards = from_array(rng.normal(size=8), tf.float32)
        print(agent.learn(batch, actions, rewards, after))
        obs = rng.integers(0, 256, (2, 12, 12))
        if step % 5 == 0:
            agent.target.set_weights(agent.q.get_weights())


if __name__ == "__main__":
    main()
