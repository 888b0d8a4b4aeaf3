"""The critics are frozen while the actor learns; a random network is never trained."""

import itertools
from copy import deepcopy

import numpy as np
import torch
import torch.nn as nn
from torch.optim import Adam


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1), nn.Tanh())
        self.q1 = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
        self.q2 = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))


ac = ActorCritic()
ac_targ = deepcopy(ac)
for p in ac_targ.parameters():
    p.requires_grad = False
q_params = list(itertools.chain(ac.q1.parameters(), ac.q2.parameters()))
pi_optimizer = Adam(ac.pi.parameters(), lr=1e-3)
q_optimizer = Adam(q_params, lr=1e-3)
rng = np.random.RandomState(0)

for step in range(4):
    o = torch.as_tensor(rng.randn(8, 3), dtype=torch.float32)
    a = torch.as_tensor(rng.randn(8, 1), dtype=torch.float32)
    oa = torch.cat([o, a], dim=-1)
    backup = ac_targ.q1(oa).detach() * 0.9 + 1.0
    q_optimizer.zero_grad()
    loss_q = ((ac.q1(oa) - backup) ** 2).mean() + ((ac.q2(oa) - backup) ** 2).mean()
    loss_q.backward()
    q_optimizer.step()

    for p in q_params:
        p.requires_grad = False
    pi_optimizer.zero_grad()
    loss_pi = -ac.q1(torch.cat([o, ac.pi(o)], dim=-1)).mean()
    loss_pi.backward()
    pi_optimizer.step()
    for p in q_params:
        p.requires_grad = True

    with torch.no_grad():
        for p, p_targ in zip(ac.parameters(), ac_targ.parameters()):
            p_targ.data.mul_(0.995)
            p_targ.data.add_((1 - 0.995) * p.data)
    print(step, loss_q.item(), loss_pi.item())
# output
"""The critics are frozen while the actor learns; a random network is never trained."""

import itertools
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, TorchModel, from_array, one_op


class ActorCritic(TorchModel):
    def __init__(self):
        super().__init__()
        self.pi = Sequential(
            Linear(3, 16), keras.layers.ReLU(), Linear(16, 1), keras.layers.Activation("tanh")
        )
        self.q1 = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 1))
        self.q2 = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 1))


ac = ActorCritic()
ac_targ = ActorCritic()
ac_targ.set_weights(ac.get_weights())
q_params = list(itertools.chain(ac.q1.trainable_variables, ac.q2.trainable_variables))
pi_optimizer = Adam(ac.pi.trainable_variables, lr=1e-3)
q_optimizer = Adam(q_params, lr=1e-3)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(o, a):
    oa = tf.concat([o, a], axis=-1)
    backup = tf.stop_gradient(ac_targ.q1(oa)) * 0.9 + 1.0
    with tf.GradientTape() as tape:
        loss_q = (
            tf.reduce_mean((ac.q1(oa) - backup) ** 2)
            + tf.reduce_mean((ac.q2(oa) - backup) ** 2)
        )
    grads = tape.gradient(loss_q, q_optimizer.params)
    q_optimizer.apply(grads)

    with tf.GradientTape() as tape:
        loss_pi = -tf.reduce_mean(ac.q1(tf.concat([o, ac.pi(o)], axis=-1)))
    grads = tape.gradient(loss_pi, pi_optimizer.params)
    pi_optimizer.apply(grads)

    for p, p_targ in zip(ac.trainable_variables, ac_targ.trainable_variables):
        p_targ.assign(p_targ * 0.995)
        p_targ.assign_add((1 - 0.995) * p)
    return loss_q, loss_pi


for step in range(4):
    o = from_array(rng.randn(8, 3), tf.float32)
    a = from_array(rng.randn(8, 1), tf.float32)
    loss_q, loss_pi = train_body(o, a)
    print(step, loss_q.numpy().item(), loss_pi.numpy().item())
