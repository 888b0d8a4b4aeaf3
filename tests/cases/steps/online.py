import torch
import torch.nn as nn

q_network = nn.Linear(2, 2)
optimizer = torch.optim.Adam(q_network.parameters(), lr=1e-2)


def run(env):
    state = env.reset()
    for step in range(100):
        # no gradient goes through what is chosen
        q_values = q_network(torch.tensor(state, dtype=torch.float32))
        action = int(torch.argmax(q_values)) if step % 3 else step % 2
        next_state, reward, done = env.step(action)
        best = q_network(torch.tensor(next_state, dtype=torch.float32)).max().detach()
        value = q_network(torch.tensor(state, dtype=torch.float32))[action]
        loss = (reward + 0.9 * best - value).pow(2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        state = env.reset() if done else next_state
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, from_array, graph, one_op

q_network = Linear(2, 2)
optimizer = Adam(q_network.trainable_variables, lr=1e-2)


@one_op
@tf.function
def run_body(action, reward, next_state, state):
    best = tf.stop_gradient(tf.reduce_max(q_network(next_state)))
    with tf.GradientTape() as tape:
        value = q_network(state)[action]
        loss = tf.square(reward + 0.9 * best - value)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def run(env):
    state = env.reset()
    for step in range(100):
        # no gradient goes through what is chosen
        q_values = graph(q_network)(from_array(state, tf.float32))
        action = q_values.numpy().argmax().item() if step % 3 else step % 2
        next_state, reward, done = env.step(action)
        run_body(
            tf.convert_to_tensor(action, tf.int64),
            tf.convert_to_tensor(reward, tf.float32),
            from_array(next_state, tf.float32),
            from_array(state, tf.float32),
        )
        state = env.reset() if done else next_state
