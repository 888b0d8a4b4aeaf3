import numpy as np
import torch

net = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(net.parameters())
env = None

for episode in range(10):
    state = torch.from_numpy(env.reset()).float()
    values = net(state)  # acts and is trained on
    action = np.argmax(values.data.numpy())
    observation, reward = env.step(action)
    target = torch.Tensor([reward])
    loss = (values[action] - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, from_array, one_op

net = Linear(4, 2)
optimizer = Adam(net.trainable_variables)
env = None


@one_op
@tf.function
def train_body(state, action, target):
    with tf.GradientTape() as tape:
        values = net(state)  # acts and is trained on
        loss = tf.reduce_mean(tf.square(values[action] - target))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


@one_op
@tf.function
def call_net(state):
    return net(state)


for episode in range(10):
    state = from_array(env.reset(), tf.float32)
    values = call_net(state)  # acts and is trained on
    action = np.argmax(values.numpy())
    observation, reward = env.step(action)
    target = from_array([reward], tf.float32)
    train_body(state, tf.convert_to_tensor(action, tf.int64), target)
