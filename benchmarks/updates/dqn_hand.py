"""dqn.py as one would write it for TensorFlow from the start."""

import keras
import tensorflow as tf
from dqn import batch as batch
from keras import layers


def q_network(obs_dim, n_actions):
    return keras.Sequential(
        [
            keras.Input((obs_dim,)),
            layers.Dense(120, activation="relu"),
            layers.Dense(84, activation="relu"),
            layers.Dense(n_actions),
        ]
    )


class Agent:
    def __init__(self, obs_dim=8, n_actions=4, gamma=0.99, tau=0.005):
        self.gamma, self.tau = gamma, tau
        self.q = q_network(obs_dim, n_actions)
        self.target = q_network(obs_dim, n_actions)
        self.target.set_weights(self.q.get_weights())
        self.optimizer = keras.optimizers.Adam(2.5e-4, epsilon=1e-8)
        self.optimizer.build(self.q.trainable_variables)

    def update(self, *batch):
        return float(self.step(*map(tf.convert_to_tensor, batch)))

    @tf.function
    def step(self, obs, actions, rewards, next_obs, dones):
        best = tf.reduce_max(self.target(next_obs), axis=1)
        td_target = rewards + self.gamma * best * (1 - dones)
        with tf.GradientTape() as tape:
            value = tf.gather(self.q(obs), actions, batch_dims=1)
            loss = tf.reduce_mean(tf.square(value - td_target))
        weights = self.q.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        for target, weight in zip(self.target.trainable_variables, weights):
            target.assign_add(self.tau * (weight - target))
        return loss
