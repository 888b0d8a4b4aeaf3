"""Gradient penalties: the norm of the discriminator's gradient is a part of its loss."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import autograd
from torch.autograd import Variable


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1, self.l2 = nn.Linear(4, 16), nn.Linear(16, 1)

    def forward(self, x):
        return self.l2(torch.tanh(self.l1(x)))


def gradient_penalty(discriminator, real, fake):
    alpha = torch.rand(real.size(0), 1)
    mixed = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    score = discriminator(mixed)
    gradient = torch.autograd.grad(
        outputs=score,
        inputs=mixed,
        grad_outputs=torch.ones_like(score),
        create_graph=True,
        retain_graph=True,
    )[0]
    return ((gradient.norm(2, dim=1) - 1) ** 2).mean()


class Gail:
    def __init__(self):
        self.discriminator = Discriminator()
        self.optimizer = torch.optim.Adam(self.discriminator.parameters(), lr=1e-2)

    def penalty(self, expert, policy, weight=10):
        alpha = torch.rand(expert.size(0), 1).expand_as(expert)
        mixup = alpha * expert.data + (1 - alpha) * policy.data
        mixup.requires_grad = True  # leaf
        score = self.discriminator(mixup)
        ones = torch.ones(score.size())
        grad = autograd.grad(score, mixup, ones, create_graph=True, only_inputs=True)[0]
        return weight * (grad.norm(2, dim=1) - 1).pow(2).mean()

    def update(self, expert, policy):
        d_expert, d_policy = self.discriminator(expert), self.discriminator(policy)
        expert_loss = F.binary_cross_entropy_with_logits(d_expert, torch.ones_like(d_expert))
        policy_loss = F.binary_cross_entropy_with_logits(d_policy, torch.zeros_like(d_policy))
        loss = expert_loss + policy_loss
        penalty = self.penalty(expert, policy) + gradient_penalty(self.discriminator, expert, policy)
        self.optimizer.zero_grad()
        (loss + penalty).backward()
        self.optimizer.step()
        return loss.item()

    def update_inline(self, expert, policy):
        alpha = torch.rand(expert.size(0), 1)
        mixed = Variable(alpha * expert + (1 - alpha) * policy, requires_grad=True)
        # of all scores at once
        gradient = autograd.grad(self.discriminator(mixed).sum(), mixed, create_graph=True)[0]
        penalty = ((gradient.norm(2, 1) - 1) ** 2).mean()
        loss = self.discriminator(policy).mean() - self.discriminator(expert).mean()
        loss = loss + 10 * penalty
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return penalty.item()

    def update_weighted(self, expert):
        expert.requires_grad_()
        score = self.discriminator(expert)
        slope = autograd.grad(score.sum(), expert, retain_graph=True)[0]  # it is not trained
        loss = (slope.abs().sum(1, keepdim=True) * score).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


agent = Gail()
for i in range(3):
    print(agent.update(torch.randn(8, 4) + 1, torch.randn(8, 4)))
    print(agent.update_inline(torch.randn(8, 4) + 1, torch.randn(8, 4)))
    print(agent.update_weighted(torch.randn(8, 4)))
# output
"""Gradient penalties: the norm of the discriminator's gradient is a part of its loss."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, l2_norm, one_op


class Discriminator(TorchModel):
    def __init__(self):
        super().__init__()
        self.l1, self.l2 = Linear(4, 16), Linear(16, 1)

    def call(self, x):
        return self.l2(tf.tanh(self.l1(x)))


def gradient_penalty(discriminator, real, fake):
    alpha = tf.random.uniform([real.shape[0], 1])
    mixed = (alpha * real + (1 - alpha) * fake)
    with tf.GradientTape() as tape:
        tape.watch(mixed)
        score = discriminator(mixed)
    gradient = tape.gradient(score, mixed, output_gradients=tf.ones_like(score))
    return tf.reduce_mean((l2_norm(gradient, axis=1) - 1) ** 2)


class Gail:
    def __init__(self):
        self.discriminator = Discriminator()
        self.optimizer = Adam(self.discriminator.trainable_variables, lr=1e-2)

    def penalty(self, expert, policy, weight=10):
        alpha = tf.broadcast_to(tf.random.uniform([expert.shape[0], 1]), tf.shape(expert))
        mixup = alpha * tf.stop_gradient(expert) + (1 - alpha) * tf.stop_gradient(policy)
        # leaf
        with tf.GradientTape() as tape:
            tape.watch(mixup)
            score = self.discriminator(mixup)
        ones = tf.ones(score.shape)
        grad = tape.gradient(score, mixup, output_gradients=ones)
        return weight * tf.reduce_mean(tf.square(l2_norm(grad, axis=1) - 1))

    def update(self, expert, policy):
        loss = self._update_body(expert, policy)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, expert, policy):
        with tf.GradientTape() as tape:
            d_expert, d_policy = self.discriminator(expert), self.discriminator(policy)
            expert_loss = tf.reduce_mean(
                tf.nn.sigmoid_cross_entropy_with_logits(
                    logits=d_expert, labels=tf.ones_like(d_expert)
                ),
            )
            policy_loss = tf.reduce_mean(
                tf.nn.sigmoid_cross_entropy_with_logits(
                    logits=d_policy, labels=tf.zeros_like(d_policy)
                ),
            )
            loss = expert_loss + policy_loss
            penalty = self.penalty(expert, policy) + gradient_penalty(self.discriminator, expert, policy)
            total_loss = (loss + penalty)
        grads = tape.gradient(total_loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss

    def update_inline(self, expert, policy):
        penalty = self._update_inline_body(expert, policy)
        return penalty.numpy().item()

    @one_op
    @tf.function
    def _update_inline_body(self, expert, policy):
        alpha = tf.random.uniform([expert.shape[0], 1])
        mixed = alpha * expert + (1 - alpha) * policy
        with tf.GradientTape() as tape:
            # of all scores at once
            with tf.GradientTape() as inner_tape:
                inner_tape.watch(mixed)
                value = tf.reduce_sum(self.discriminator(mixed))
            gradient = inner_tape.gradient(value, mixed)
            penalty = tf.reduce_mean((l2_norm(gradient, axis=1) - 1) ** 2)
            loss = (
                tf.reduce_mean(self.discriminator(policy))
                - tf.reduce_mean(self.discriminator(expert))
            )
            loss = loss + 10 * penalty
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return penalty

    def update_weighted(self, expert):
        loss = self._update_weighted_body(expert)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_weighted_body(self, expert):
        with tf.GradientTape() as tape:
            with tf.GradientTape() as inner_tape:
                inner_tape.watch(expert)
                score = self.discriminator(expert)
                value = tf.reduce_sum(score)
            slope = tf.stop_gradient(inner_tape.gradient(value, expert))  # it is not trained
            loss = tf.reduce_mean(tf.reduce_sum(tf.abs(slope), axis=1, keepdims=True) * score)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


agent = Gail()
for i in range(3):
    print(agent.update(tf.random.normal([8, 4]) + 1, tf.random.normal([8, 4])))
    print(agent.update_inline(tf.random.normal([8, 4]) + 1, tf.random.normal([8, 4])))
    print(agent.update_weighted(tf.random.normal([8, 4])))
