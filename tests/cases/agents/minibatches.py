"""Epochs of shuffled minibatches over one rollout."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions.categorical import Categorical

agent = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = optim.Adam(agent.parameters(), lr=2.5e-4, eps=1e-5)
rng = np.random.RandomState(0)
batch_size, minibatch_size = 32, 8

b_obs = torch.Tensor(rng.randn(batch_size, 4))
b_actions = torch.tensor(rng.randint(2, size=batch_size))
b_advantages = torch.Tensor(rng.randn(batch_size))
with torch.no_grad():
    b_logprobs = Categorical(logits=agent(b_obs)).log_prob(b_actions)

b_inds = np.arange(batch_size)
clipfracs = []
for epoch in range(2):
    rng.shuffle(b_inds)
    for start in range(0, batch_size, minibatch_size):
        end = start + minibatch_size
        mb_inds = b_inds[start:end]

        newlogprob = Categorical(logits=agent(b_obs[mb_inds])).log_prob(b_actions.long()[mb_inds])
        logratio = newlogprob - b_logprobs[mb_inds]
        ratio = logratio.exp()
        with torch.no_grad():
            clipfracs += [((ratio - 1.0).abs() > 0.2).float().mean().item()]

        mb_advantages = b_advantages[mb_inds]
        pg_loss1 = -mb_advantages * ratio
        pg_loss2 = -mb_advantages * torch.clamp(ratio, 1 - 0.2, 1 + 0.2)
        loss = torch.max(pg_loss1, pg_loss2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(np.mean(clipfracs))
# output
"""Epochs of shuffled minibatches over one rollout."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, Sequential, from_array, graph, larger, one_op

agent = Sequential(Linear(4, 16), keras.layers.Activation("tanh"), Linear(16, 2))
optimizer = Adam(agent.trainable_variables, lr=2.5e-4, eps=1e-5)
rng = np.random.RandomState(0)
batch_size, minibatch_size = 32, 8

b_obs = from_array(rng.randn(batch_size, 4), tf.float32)
b_actions = from_array(rng.randint(2, size=batch_size))
b_advantages = from_array(rng.randn(batch_size), tf.float32)
b_logprobs = Categorical(logits=graph(agent)(b_obs)).log_prob(b_actions)

b_inds = np.arange(batch_size)
clipfracs = []


@one_op
@tf.function
def train_body(mb_inds):
    with tf.GradientTape() as tape:
        newlogprob = Categorical(logits=agent(tf.gather(b_obs, mb_inds))).log_prob(
            tf.gather(b_actions, mb_inds)
        )
        logratio = newlogprob - tf.gather(b_logprobs, mb_inds)
        ratio = tf.exp(logratio)
        with tape.stop_recording():
            clipfrac = tf.reduce_mean(tf.cast(tf.abs(ratio - 1.0) > 0.2, tf.float32))

        mb_advantages = tf.gather(b_advantages, mb_inds)
        pg_loss1 = -mb_advantages * ratio
        pg_loss2 = -mb_advantages * tf.clip_by_value(ratio, 1 - 0.2, 1 + 0.2)
        loss = tf.reduce_mean(larger(pg_loss1, pg_loss2))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return clipfrac


for epoch in range(2):
    rng.shuffle(b_inds)
    for start in range(0, batch_size, minibatch_size):
        end = start + minibatch_size
        mb_inds = b_inds[start:end]
        clipfrac = train_body(mb_inds)
        clipfracs += [clipfrac.numpy().item()]
print(np.mean(clipfracs))
