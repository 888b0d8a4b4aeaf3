"""Losses and settings go to TensorBoard."""

import tempfile
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils.tensorboard import SummaryWriter

if __name__ == "__main__":
    writer = SummaryWriter(tempfile.mkdtemp())
    writer.add_text("hyperparameters", "|param|value|\n|-|-|\n|lr|0.001|")

    torch.manual_seed(1)
    q_network = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = optim.Adam(q_network.parameters(), lr=0.001)
    rng = np.random.RandomState(1)
    start_time = time.time()
    for global_step in range(6):
        states = torch.Tensor(rng.randn(8, 4))
        td_target = torch.Tensor(rng.rand(8))
        old_val = q_network(states).max(dim=1).values
        loss = F.mse_loss(td_target, old_val)

        if global_step % 2 == 0:
            writer.add_scalar("losses/td_loss", loss, global_step)
            writer.add_scalar("losses/q_values", old_val.mean().item(), global_step)
            writer.add_scalar("charts/SPS", global_step / (time.time() - start_time), global_step)

        # optimize the model
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    writer.add_histogram("weights", q_network[0].weight, 6)
    writer.close()
# output
"""Losses and settings go to TensorBoard."""

import os
import tempfile
import time

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, SummaryWriter, from_array, largest, one_op

if __name__ == "__main__":
    writer = SummaryWriter(tempfile.mkdtemp())
    writer.add_text("hyperparameters", "|param|value|\n|-|-|\n|lr|0.001|")

    tf.random.set_seed(1)
    q_network = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 2))
    optimizer = Adam(q_network.trainable_variables, lr=0.001)
    rng = np.random.RandomState(1)
    start_time = time.time()

    @one_op
    @tf.function
    def train_body(states, td_target):
        with tf.GradientTape() as tape:
            old_val = largest(q_network(states), axis=1)
            loss = tf.reduce_mean(tf.square(td_target - old_val))

        # optimize the model
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return old_val, loss

    for global_step in range(6):
        states = from_array(rng.randn(8, 4), tf.float32)
        td_target = from_array(rng.rand(8), tf.float32)
        old_val, loss = train_body(states, td_target)

        if global_step % 2 == 0:
            writer.add_scalar("losses/td_loss", loss, global_step)
            writer.add_scalar(
                "losses/q_values", tf.reduce_mean(old_val).numpy().item(), global_step
            )
            writer.add_scalar("charts/SPS", global_step / (time.time() - start_time), global_step)
    writer.add_histogram("weights", q_network[0].weight, 6)
    writer.close()
# findings
# agents/summary_writer.py:14:14: N402 note TensorBoard shows the same, but the event files hold tensors where torch writes plain scalars, histograms of 30 buckets, graphs of TensorFlow's operations, and the time of a call
