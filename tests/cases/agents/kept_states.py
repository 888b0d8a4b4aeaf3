"""A replay memory keeps tensors one by one, in records with None among them; the host joins them."""
import random
from collections import deque, namedtuple

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

Transition = namedtuple("Transition", ("state", "action", "next_state", "reward"))


class ReplayMemory:
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)

    def push(self, *args):
        self.memory.append(Transition(*args))

    def sample(self, batch_size):
        return random.sample(self.memory, batch_size)

    def __len__(self):
        return len(self.memory)


class DQN(nn.Module):
    def __init__(self, n_observations, n_actions):
        super().__init__()
        self.layer1 = nn.Linear(n_observations, 16)
        self.layer2 = nn.Linear(16, n_actions)

    def forward(self, x):
        return self.layer2(torch.relu(self.layer1(x)))


random.seed(0)
np.random.seed(0)
policy_net, target_net = DQN(3, 2), DQN(3, 2)
target_net.load_state_dict(policy_net.state_dict())
optimizer = optim.AdamW(policy_net.parameters(), lr=1e-2, amsgrad=True)
memory = ReplayMemory(64)
criterion = nn.SmoothL1Loss()


def optimize_model():
    if len(memory) < 8:
        return
    batch = Transition(*zip(*memory.sample(8)))
    non_final_mask = torch.tensor(tuple(map(lambda s: s is not None, batch.next_state)), dtype=torch.bool)
    non_final_next_states = torch.cat([s for s in batch.next_state if s is not None])
    state_batch = torch.cat(batch.state)
    action_batch = torch.cat(batch.action)
    reward_batch = torch.cat(batch.reward)
    state_action_values = policy_net(state_batch).gather(1, action_batch)
    next_state_values = torch.zeros(8)
    with torch.no_grad():
        next_state_values[non_final_mask] = target_net(non_final_next_states).max(1).values
    expected = next_state_values * 0.99 + reward_batch
    loss = criterion(state_action_values, expected.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_value_(policy_net.parameters(), 100)
    optimizer.step()
    print(loss.item())


state = torch.tensor(np.random.rand(3), dtype=torch.float32).unsqueeze(0)
for step in range(24):
    action = torch.tensor([[random.randrange(2)]], dtype=torch.long)
    next_state = None
    if random.random() < 0.8:
        next_state = torch.tensor(np.random.rand(3), dtype=torch.float32).unsqueeze(0)
    memory.push(state, action, next_state, torch.tensor([random.random()]))
    state = torch.zeros(1, 3) if next_state is None else next_state
    optimize_model()
# output
"""A replay memory keeps tensors one by one, in records with None among them; the host joins them."""
import os
import random
from collections import deque, namedtuple

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    AdamW,
    Linear,
    SmoothL1Loss,
    TorchModel,
    clip_grad_value,
    concat,
    from_array,
    one_op,
    replaced,
)

Transition = namedtuple("Transition", ("state", "action", "next_state", "reward"))


class ReplayMemory:
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)

    def push(self, *args):
        self.memory.append(Transition(*args))

    def sample(self, batch_size):
        return random.sample(self.memory, batch_size)

    def __len__(self):
        return len(self.memory)


class DQN(TorchModel):
    def __init__(self, n_observations, n_actions):
        super().__init__()
        self.layer1 = Linear(n_observations, 16)
        self.layer2 = Linear(16, n_actions)

    def call(self, x):
        return self.layer2(tf.nn.relu(self.layer1(x)))


random.seed(0)
np.random.seed(0)
policy_net, target_net = DQN(3, 2), DQN(3, 2)
target_net.set_weights(policy_net.get_weights())
optimizer = AdamW(policy_net.trainable_variables, lr=1e-2, amsgrad=True)
memory = ReplayMemory(64)
criterion = SmoothL1Loss()


@one_op
@tf.function(reduce_retracing=True)
def optimize_model_body(non_final_mask, non_final_next_states, state_batch, action_batch, reward_batch):
    with tf.GradientTape() as tape:
        state_action_values = tf.gather(policy_net(state_batch), action_batch, batch_dims=1)
        next_state_values = tf.zeros([8])
        with tape.stop_recording():
            next_state_values = replaced(
                next_state_values,
                lambda next_state_values: tf.boolean_mask(next_state_values, non_final_mask),
                tf.reduce_max(target_net(non_final_next_states), axis=1),
            )
        expected = next_state_values * 0.99 + reward_batch
        loss = criterion(state_action_values, tf.expand_dims(expected, axis=1))
    grads = tape.gradient(loss, optimizer.params)
    grads = clip_grad_value(grads, 100)
    optimizer.apply(grads)
    return loss


def optimize_model():
    if len(memory) < 8:
        return
    batch = Transition(*zip(*memory.sample(8)))
    non_final_mask = from_array(tuple(map(lambda s: s is not None, batch.next_state)), tf.bool)
    non_final_next_states = concat([s for s in batch.next_state if s is not None], axis=0)
    state_batch = concat(batch.state, axis=0)
    action_batch = concat(batch.action, axis=0)
    reward_batch = concat(batch.reward, axis=0)
    loss = optimize_model_body(
        non_final_mask, non_final_next_states, state_batch, action_batch, reward_batch
    )
    print(loss.numpy().item())


state = from_array(np.random.rand(3)[np.newaxis], tf.float32)
for step in range(24):
    action = tf.constant([[random.randrange(2)]], tf.int64)
    next_state = None
    if random.random() < 0.8:
        next_state = from_array(np.random.rand(3)[np.newaxis], tf.float32)
    memory.push(state, action, next_state, tf.constant([random.random()]))
    state = tf.zeros([1, 3]) if next_state is None else next_state
    optimize_model()
