import torch
from torch import nn, optim
from torch.optim.lr_scheduler import LambdaLR, ReduceLROnPlateau, StepLR


class Agent:
    def __init__(self, steps):
        self.actor, self.critic = nn.Linear(4, 2), nn.Linear(4, 1)
        self.actor_optimizer = optim.Adam(self.actor.parameters(), lr=3e-4)
        self.critic_optimizer = optim.AdamW(self.critic.parameters(), lr=1e-3)
        self.actor_scheduler = StepLR(self.actor_optimizer, step_size=100, gamma=0.5)
        self.critic_scheduler = LambdaLR(
            self.critic_optimizer, lr_lambda=lambda step: 1 - step / steps, last_epoch=-1
        )
        self.plateau = ReduceLROnPlateau(self.actor_optimizer, mode="max", patience=5)

    def train(self, state, value):
        critic_loss = nn.functional.mse_loss(self.critic(state), value)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        self.critic_scheduler.step()

        actor_loss = -self.critic(torch.tanh(self.actor(state))).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        self.actor_scheduler.step()
        return self.actor_scheduler.get_last_lr()[0], self.critic_scheduler.last_epoch

    def early(self, state, value):
        loss = nn.functional.mse_loss(self.critic(state), value)
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_scheduler.step()
        self.critic_optimizer.step()

    def evaluated(self, score):
        self.plateau.step(score)
        self.cycle = optim.lr_scheduler.OneCycleLR(
            self.actor_optimizer, max_lr=0.1, total_steps=100, cycle_momentum=False
        )
        self.cyclic = optim.lr_scheduler.CyclicLR(self.actor_optimizer, 1e-4, 1e-3)


class Warmup(optim.lr_scheduler.LRScheduler):
    def __init__(self, optimizer, steps):
        self.steps = steps
        super().__init__(optimizer)

    def get_lr(self):
        scale = min(1.0, (self.last_epoch + 1) / self.steps)
        return [base * scale for base in self.base_lrs]
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    Adam,
    AdamW,
    CyclicMomentum,
    LRScheduler,
    LambdaLR,
    Linear,
    OneCycleLR,
    ReduceLROnPlateau,
    StepLR,
    one_op,
)


class Agent:
    def __init__(self, steps):
        self.actor, self.critic = Linear(4, 2), Linear(4, 1)
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=3e-4)
        self.critic_optimizer = AdamW(self.critic.trainable_variables, lr=1e-3)
        self.actor_scheduler = StepLR(self.actor_optimizer, step_size=100, gamma=0.5)
        self.critic_scheduler = LambdaLR(
            self.critic_optimizer, lr_lambda=lambda step: 1 - step / steps, last_epoch=-1
        )
        self.plateau = ReduceLROnPlateau(self.actor_optimizer, mode="max", patience=5)

    def train(self, state, value):
        self._train_body(state, value)
        self.critic_scheduler.step()
        self.actor_scheduler.step()
        return self.actor_scheduler.get_last_lr()[0], self.critic_scheduler.last_epoch

    @one_op
    @tf.function
    def _train_body(self, state, value):
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(tf.square(self.critic(state) - value))
        grads = tape.gradient(critic_loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            actor_loss = -tf.reduce_mean(self.critic(tf.tanh(self.actor(state))))
        grads = tape.gradient(actor_loss, self.actor_optimizer.params)
        self.actor_optimizer.apply(grads)

    def early(self, state, value):
        self.critic_scheduler.step()
        self._early_body(state, value)

    @one_op
    @tf.function
    def _early_body(self, state, value):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.critic(state) - value))
        grads = tape.gradient(loss, self.critic_optimizer.params)
        self.critic_optimizer.apply(grads)

    def evaluated(self, score):
        self.plateau.step(score)
        self.cycle = OneCycleLR(self.actor_optimizer, 0.1, total_steps=100)
        self.cyclic = CyclicMomentum(self.actor_optimizer, 1e-4, 1e-3)


class Warmup(LRScheduler):
    def __init__(self, optimizer, steps):
        self.steps = steps
        super().__init__(optimizer)

    def get_lr(self):
        scale = min(1.0, (self.last_epoch + 1) / self.steps)
        return [base * scale for base in self.base_lrs]
