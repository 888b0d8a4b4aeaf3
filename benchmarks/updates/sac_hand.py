"""sac.py as one would write it for TensorFlow from the start."""

import math

import keras
import tensorflow as tf
from keras import layers
from sac import LOG_STD_MAX, LOG_STD_MIN
from sac import batch as batch


def critic(obs_dim, act_dim):
    obs, action = keras.Input((obs_dim,)), keras.Input((act_dim,))
    x = layers.Concatenate()([obs, action])
    x = layers.Dense(256, activation="relu")(x)
    x = layers.Dense(256, activation="relu")(x)
    return keras.Model([obs, action], layers.Dense(1)(x))


def actor(obs_dim, act_dim):
    obs = keras.Input((obs_dim,))
    x = layers.Dense(256, activation="relu")(obs)
    x = layers.Dense(256, activation="relu")(x)
    return keras.Model(obs, [layers.Dense(act_dim)(x), layers.Dense(act_dim, "tanh")(x)])


class Agent:
    def __init__(self, obs_dim=17, act_dim=6, gamma=0.99, tau=0.005):
        self.gamma, self.tau, self.target_entropy = gamma, tau, -float(act_dim)
        self.actor = actor(obs_dim, act_dim)
        self.critics = [critic(obs_dim, act_dim) for _ in range(2)]
        self.targets = [critic(obs_dim, act_dim) for _ in range(2)]
        for target, source in zip(self.targets, self.critics):
            target.set_weights(source.get_weights())
        self.log_alpha = tf.Variable(0.0)
        self.q_weights = [w for one in self.critics for w in one.trainable_variables]
        self.target_weights = [w for one in self.targets for w in one.trainable_variables]
        self.q_optimizer = keras.optimizers.Adam(1e-3, epsilon=1e-8)
        self.q_optimizer.build(self.q_weights)
        self.actor_optimizer = keras.optimizers.Adam(3e-4, epsilon=1e-8)
        self.actor_optimizer.build(self.actor.trainable_variables)
        self.a_optimizer = keras.optimizers.Adam(1e-3, epsilon=1e-8)
        self.a_optimizer.build([self.log_alpha])

    def update(self, *batch):
        return tuple(map(float, self.step(*map(tf.convert_to_tensor, batch))))

    def sample(self, obs):
        mean, squashed = self.actor(obs)
        log_std = LOG_STD_MIN + 0.5 * (LOG_STD_MAX - LOG_STD_MIN) * (squashed + 1)
        noise = tf.random.normal(tf.shape(mean))
        action = tf.tanh(mean + tf.exp(log_std) * noise)
        log_prob = -0.5 * tf.square(noise) - log_std - 0.5 * math.log(2 * math.pi)
        log_prob -= tf.math.log(1 - tf.square(action) + 1e-6)
        return action, tf.reduce_sum(log_prob, 1)

    def smallest(self, critics, obs, action):
        first, second = (tf.squeeze(one([obs, action]), 1) for one in critics)
        return tf.minimum(first, second)

    @tf.function
    def step(self, obs, actions, rewards, next_obs, dones):
        alpha = tf.exp(self.log_alpha)
        next_actions, next_log_pi = self.sample(next_obs)
        next_q = self.smallest(self.targets, next_obs, next_actions) - alpha * next_log_pi
        next_q = rewards + (1 - dones) * self.gamma * next_q
        with tf.GradientTape() as tape:
            values = [tf.squeeze(one([obs, actions]), 1) for one in self.critics]
            q_loss = tf.add_n([tf.reduce_mean(tf.square(value - next_q)) for value in values])
        grads = tape.gradient(q_loss, self.q_weights)
        self.q_optimizer.apply_gradients(zip(grads, self.q_weights))

        with tf.GradientTape() as tape:
            action, log_pi = self.sample(obs)
            q = self.smallest(self.critics, obs, action)
            actor_loss = tf.reduce_mean(alpha * log_pi - q)
        weights = self.actor.trainable_variables
        grads = tape.gradient(actor_loss, weights)
        self.actor_optimizer.apply_gradients(zip(grads, weights))

        with tf.GradientTape() as tape:
            surplus = tf.stop_gradient(log_pi) + self.target_entropy
            alpha_loss = -tf.exp(self.log_alpha) * tf.reduce_mean(surplus)
        grad = tape.gradient(alpha_loss, self.log_alpha)
        self.a_optimizer.apply_gradients([(grad, self.log_alpha)])

        for weight, target in zip(self.q_weights, self.target_weights):
            target.assign_add(self.tau * (weight - target))
        return q_loss, actor_loss, alpha_loss
