"""The port of tiny.py, by hand; as in porter's output, the optimizer's text stands in the file."""

import copy

import keras
import numpy as np
import tensorflow as tf

from rules.nn import Linear, Sequential
from rules.optim import Adam


class ReplayBuffer:
    def __init__(self, state_dim, action_dim, capacity):
        self.rows = []

    def add(self, *transition):
        self.rows.append(np.hstack(transition))

    def sample(self, batch_size):
        rows = np.array(self.rows)[np.random.randint(0, len(self.rows), size=batch_size)]
        return tf.convert_to_tensor(rows, tf.float32)


class KerasAdam(keras.optimizers.Adam):
    """What Adam must not be; the tests put it in Adam's place."""

    def __init__(self, params, lr):
        super().__init__(lr, epsilon=1e-8)
        self.params = params
        self.build(params)
        self.m, self.v = self._momentums, self._velocities


class Agent:
    def __init__(self, state_dim, action_dim, tau=0.005):
        self.critic = Sequential(Linear(state_dim + action_dim, 8), tf.nn.relu, Linear(8, 1))
        self.critic_target = copy.deepcopy(self.critic)
        self.optimizer = Adam(self.critic.trainable_variables, lr=1e-3)
        self.tau = tau

    def train(self, buffer, batch_size):
        self.update(buffer.sample(batch_size))

    @tf.function
    def update(self, batch):
        now, reward, then = batch[:, :4], batch[:, 4:5], batch[:, 5:8]
        noise = 0.1 * tf.random.normal(tf.shape(batch[:, 8:]), dtype=batch.dtype)
        after = tf.concat([then, noise], 1)
        with tf.GradientTape() as tape:
            target = tf.stop_gradient(
                reward + 0.9 * tf.minimum(self.critic(after), self.critic_target(after))
            )
            loss = tf.reduce_mean(tf.square(self.critic(now) - target))
        self.optimizer.apply(tape.gradient(loss, self.optimizer.params))
        for p, t in zip(self.critic.trainable_variables, self.critic_target.trainable_variables):
            t.assign(self.tau * p + (1 - self.tau) * t)
