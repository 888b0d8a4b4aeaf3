"""A layer of torch's or one of the program's, chosen by a flag; batches joined by map(torch.stack)."""
import random
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Shifted(nn.Linear):
    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs)
        self.shift = nn.Parameter(torch.full((outputs,), 0.1))

    def forward(self, x):
        return F.linear(x, self.weight, self.bias) + self.shift


class Net(nn.Module):
    def __init__(self, shifted):
        super().__init__()
        if shifted:
            layer = Shifted
        else:
            layer = nn.Linear
        self.hidden = layer(4, 8)
        self.value = layer(8, 2)

    def forward(self, x):
        out = self.value(torch.relu(self.hidden(x)))
        return out.view(x.size(0), 2)


class Agent:
    def __init__(self, shifted):
        self.net = Net(shifted)
        self.optimizer = optim.Adam(self.net.parameters(), lr=1e-2)
        self.memory = []


class Agent(Agent):  # the next cell of a notebook
    def recall(self):
        batch = random.sample(self.memory, 4)
        state, action, reward = map(torch.stack, zip(*batch))
        return state, action.squeeze(), reward.squeeze()

    def learn(self):
        state, action, reward = self.recall()
        value = self.net(state).gather(1, action.unsqueeze(1)).squeeze(1)
        loss = F.smooth_l1_loss(value, reward)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


random.seed(0)
for shifted in (True, False):
    agent = Agent(shifted)
    for _ in range(9):
        state = torch.FloatTensor([random.random() for _ in range(4)])
        agent.memory.append((state, torch.LongTensor([random.randrange(2)]), torch.ones(1)))
    for _ in range(4):
        print(agent.learn())
# output
"""A layer of torch's or one of the program's, chosen by a flag; batches joined by map(torch.stack)."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import random
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, one_op, smooth_l1, stack


class Shifted(Linear):
    def __init__(self, inputs, outputs):
        super().__init__(inputs, outputs)
        self.shift = keras.Variable(tf.fill((outputs,), 0.1))

    def call(self, x):
        return tf.tensordot(x, self.weight, [[-1], [-1]]) + self.bias + self.shift


class Net(TorchModel):
    def __init__(self, shifted):
        super().__init__()
        if shifted:
            layer = Shifted
        else:
            layer = Linear
        self.hidden = layer(4, 8)
        self.value = layer(8, 2)

    def call(self, x):
        out = self.value(tf.nn.relu(self.hidden(x)))
        return tf.reshape(out, [-1, 2])


class Agent:
    def __init__(self, shifted):
        self.net = Net(shifted)
        self.optimizer = Adam(self.net.trainable_variables, lr=1e-2)
        self.memory = []


class Agent(Agent):  # the next cell of a notebook
    def recall(self):
        batch = random.sample(self.memory, 4)
        state, action, reward = map(stack, zip(*batch))
        return state, tf.squeeze(action), tf.squeeze(reward)

    def learn(self):
        state, action, reward = self.recall()
        loss = self._learn_body(state, action, reward)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, state, action, reward):
        with tf.GradientTape() as tape:
            value = tf.gather(self.net(state), action, batch_dims=1)
            loss = tf.reduce_mean(smooth_l1(value - reward))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


random.seed(0)
for shifted in (True, False):
    agent = Agent(shifted)
    for _ in range(9):
        state = tf.constant([random.random() for _ in range(4)], tf.float32)
        agent.memory.append((state, tf.constant([random.randrange(2)], tf.int64), tf.ones([1])))
    for _ in range(4):
        print(agent.learn())
