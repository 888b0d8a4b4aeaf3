import torch
import torch.nn.functional as F


def update(q, q_target, optimizer, memory, batch_size, gamma=0.99):
    for _ in range(10):
        s, a, r, s_next, done = memory.sample(batch_size)
        value = q(s).gather(1, a)
        best = q_target(s_next).max(1)[0].unsqueeze(1)
        target = r + gamma * best * done
        loss = F.smooth_l1_loss(value, target.detach())

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


q = torch.nn.Linear(4, 2)
q_target = torch.nn.Linear(4, 2)
q_target.load_state_dict(q.state_dict())
optimizer = torch.optim.Adam(q.parameters(), lr=0.0005)
memory = None
update(q, q_target, optimizer, memory, 32)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op, smooth_l1


@one_op
@tf.function
def update_body(q, q_target, optimizer, gamma, s, a, r, s_next, done):
    with tf.GradientTape() as tape:
        value = tf.experimental.numpy.take_along_axis(q(s), a, 1)
        best = tf.expand_dims(tf.reduce_max(q_target(s_next), axis=1), axis=1)
        target = r + gamma * best * done
        loss = tf.reduce_mean(smooth_l1(value - tf.stop_gradient(target)))

    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def update(q, q_target, optimizer, memory, batch_size, gamma=0.99):
    for _ in range(10):
        s, a, r, s_next, done = memory.sample(batch_size)
        update_body(q, q_target, optimizer, gamma, s, a, r, s_next, done)


q = Linear(4, 2)
q_target = Linear(4, 2)
q_target.set_weights(q.get_weights())
optimizer = Adam(q.trainable_variables, lr=0.0005)
memory = None
update(q, q_target, optimizer, memory, 32)
