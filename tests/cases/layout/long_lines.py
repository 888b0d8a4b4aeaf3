"""Lines of the port are as long as the longest of the original, from 100 to 120 columns."""

import torch
from torch.nn import functional as F


def f(probs, action, critic, x, rows, dist, q):
    p = torch.softmax(x, 1)
    loss = F.mse_loss(critic(x).gather(1, action.unsqueeze(-1)).squeeze(-1) * rows[:, None], dist.sum(1).unsqueeze(0)) + F.cross_entropy(q, action) * torch.exp(torch.log(p + 1e-8)).mean(1).squeeze(-1).unsqueeze(0)
    return action, torch.logsumexp(probs, dim=1).unsqueeze(0), torch.squeeze(torch.unsqueeze(probs, 1), 1).sum(1), critic(x)
# output
"""Lines of the port are as long as the longest of the original, from 100 to 120 columns."""

import tensorflow as tf
from torch_compat import loss_of_logits


def f(probs, action, critic, x, rows, dist, q):
    p = tf.nn.softmax(x, axis=1)
    loss = (
        tf.reduce_mean(
            tf.square(
                tf.gather(critic(x), action, batch_dims=1) * rows[:, None]
                - tf.expand_dims(tf.reduce_sum(dist, axis=1), axis=0),
            ),
        )
        + loss_of_logits(q, action)
        * tf.expand_dims(tf.squeeze(tf.reduce_mean(tf.exp(tf.math.log(p + 1e-8)), axis=1), axis=-1), axis=0)
    )
    return (
        action,
        tf.expand_dims(tf.reduce_logsumexp(probs, axis=1), axis=0),
        tf.reduce_sum(tf.squeeze(tf.expand_dims(probs, axis=1), axis=1), axis=1),
        critic(x),
    )
