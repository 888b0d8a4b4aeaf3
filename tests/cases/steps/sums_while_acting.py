"""A sum that is read besides is kept as it is, and the lists beside it with it."""

import torch
from torch.distributions import Categorical

policy = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters())


def train(env):
    for episode in range(100):
        log_probs = []
        entropy = 0.0
        state, done = env.reset(), False
        while not done:
            dist = Categorical(logits=policy(torch.as_tensor(state).float()))
            action = dist.sample()
            entropy += dist.entropy()
            log_probs.append(dist.log_prob(action))
            state, reward, done = env.step(action.item())
        loss = -torch.stack(log_probs).sum() - 0.01 * entropy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(float(entropy))
# output
"""A sum that is read besides is kept as it is, and the lists beside it with it."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, from_array, graph

policy = Linear(4, 2)
optimizer = Adam(policy.trainable_variables)


def train(env):
    for episode in range(100):
        log_probs = []
        entropy = 0.0
        state, done = env.reset(), False
        with tf.GradientTape() as tape:
            while not done:
                dist = Categorical(logits=policy(from_array(state, tf.float32)))
                action = dist.sample()
                entropy += dist.entropy()
                log_probs.append(dist.log_prob(action))
                state, reward, done = env.step(action.numpy().item())
            loss = -tf.reduce_sum(tf.stack(log_probs)) - 0.01 * entropy
        grads = tape.gradient(loss, optimizer.params)
        graph(optimizer.apply)(grads)
        print(float(np.asarray(entropy).item()))
# findings
# steps/sums_while_acting.py:15:9: N403 note this update stays in eager mode: a statement that TensorFlow does not trace; log_probs can't be computed again: entropy is read in several places, or in none -> keep states and actions instead, and run the network on all of them in the update
