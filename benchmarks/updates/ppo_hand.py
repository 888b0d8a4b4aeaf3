"""ppo.py as one would write it for TensorFlow from the start."""

import keras
import tensorflow as tf
from keras import layers
from ppo import batch as batch


def mlp(obs_dim, outputs, scale):
    return keras.Sequential(
        [
            keras.Input((obs_dim,)),
            layers.Dense(64, "tanh", kernel_initializer=keras.initializers.Orthogonal(2**0.5)),
            layers.Dense(64, "tanh", kernel_initializer=keras.initializers.Orthogonal(2**0.5)),
            layers.Dense(outputs, kernel_initializer=keras.initializers.Orthogonal(scale)),
        ]
    )


class Agent:
    def __init__(self, obs_dim=8, n_actions=4, clip_coef=0.2, ent_coef=0.01, vf_coef=0.5):
        self.clip_coef, self.ent_coef, self.vf_coef = clip_coef, ent_coef, vf_coef
        self.actor, self.critic = mlp(obs_dim, n_actions, 0.01), mlp(obs_dim, 1, 1.0)
        self.weights = self.actor.trainable_variables + self.critic.trainable_variables
        self.optimizer = keras.optimizers.Adam(2.5e-4, epsilon=1e-5)
        self.optimizer.build(self.weights)

    def update(self, *batch):
        return tuple(map(float, self.step(*map(tf.convert_to_tensor, batch))))

    @tf.function
    def step(self, obs, actions, logprobs, advantages, returns, values):
        mean, variance = tf.nn.moments(advantages, 0)
        advantages = (advantages - mean) / (tf.sqrt(variance) + 1e-8)
        with tf.GradientTape() as tape:
            all_logprobs = tf.nn.log_softmax(self.actor(obs))
            logratio = tf.gather(all_logprobs, actions, batch_dims=1) - logprobs
            ratio = tf.exp(logratio)
            clipped = tf.clip_by_value(ratio, 1 - self.clip_coef, 1 + self.clip_coef)
            pg_loss = -tf.reduce_mean(tf.minimum(advantages * ratio, advantages * clipped))

            newvalue = tf.squeeze(self.critic(obs), 1)
            change = tf.clip_by_value(newvalue - values, -self.clip_coef, self.clip_coef)
            unclipped = tf.square(newvalue - returns)
            v_loss = tf.reduce_mean(tf.maximum(unclipped, tf.square(values + change - returns)))

            entropy = -tf.reduce_mean(tf.reduce_sum(tf.exp(all_logprobs) * all_logprobs, 1))
            loss = pg_loss - self.ent_coef * entropy + 0.5 * v_loss * self.vf_coef
        grads, _ = tf.clip_by_global_norm(tape.gradient(loss, self.weights), 0.5)
        self.optimizer.apply_gradients(zip(grads, self.weights))
        approx_kl = tf.reduce_mean(ratio - 1 - logratio)
        clipfrac = tf.reduce_mean(tf.cast(tf.abs(ratio - 1) > self.clip_coef, tf.float32))
        return loss, approx_kl, clipfrac
