import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

value_net = nn.Linear(2, 1)
policy_net = nn.Linear(2, 2)
policy_optimizer = optim.Adam(policy_net.parameters())
value_optimizer = optim.Adam(value_net.parameters())


def update(state, low=-np.inf, high=np.inf):
    # both forwards stand before the first step
    policy_loss = -value_net(policy_net(state)).mean()
    value = torch.clamp(value_net(state), low, high)
    value_loss = (value - 1).pow(2).mean()

    policy_optimizer.zero_grad()
    policy_loss.backward()
    policy_optimizer.step()

    value_optimizer.zero_grad()
    value_loss.backward()
    value_optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, one_op

value_net = Linear(2, 1)
policy_net = Linear(2, 2)
policy_optimizer = Adam(policy_net.trainable_variables)
value_optimizer = Adam(value_net.trainable_variables)


@one_op
@tf.function
def update_body(state, low, high):
    with tf.GradientTape(persistent=True) as tape:
        # both forwards stand before the first step
        policy_loss = -tf.reduce_mean(value_net(policy_net(state)))
        value = tf.clip_by_value(value_net(state), low, high)
        value_loss = tf.reduce_mean(tf.square(value - 1))

    grads = tape.gradient(policy_loss, policy_optimizer.params)
    policy_optimizer.apply(grads)

    grads = tape.gradient(value_loss, value_optimizer.params)
    value_optimizer.apply(grads)


def update(state, low=-np.inf, high=np.inf):
    update_body(state, low, high)
