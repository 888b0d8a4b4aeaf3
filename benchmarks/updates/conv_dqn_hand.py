"""conv_dqn.py as one would write it for TensorFlow from the start: the channels come last."""

import conv_dqn
import keras
import tensorflow as tf
from keras import layers


def q_network(n_actions):
    return keras.Sequential(
        [
            keras.Input((84, 84, 4)),
            layers.Rescaling(1 / 255),
            layers.Conv2D(32, 8, 4, activation="relu"),
            layers.Conv2D(64, 4, 2, activation="relu"),
            layers.Conv2D(64, 3, 1, activation="relu"),
            layers.Flatten(),
            layers.Dense(512, activation="relu"),
            layers.Dense(n_actions),
        ]
    )


class Agent:
    def __init__(self, n_actions=6, gamma=0.99):
        self.gamma = gamma
        self.q = q_network(n_actions)
        self.target = q_network(n_actions)
        self.target.set_weights(self.q.get_weights())
        self.optimizer = keras.optimizers.Adam(1e-4, epsilon=1e-8)
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
        return loss


def batch(rng, size):
    obs, actions, rewards, next_obs, dones = conv_dqn.batch(rng, size)
    last = (0, 2, 3, 1)
    return obs.transpose(last).copy(), actions, rewards, next_obs.transpose(last).copy(), dones
