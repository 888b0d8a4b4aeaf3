"""DDPG as it was written when eager mode was new: the update and the acting, op by op."""

import numpy as np
import tensorflow as tf

layers, losses = tf.keras.layers, tf.keras.losses


class Actor(tf.keras.Model):
    def __init__(self, state_dim, action_dim, max_action, name="Actor"):
        super().__init__(name=name)
        self.l1 = layers.Dense(400)
        self.l2 = layers.Dense(300)
        self.l3 = layers.Dense(action_dim)
        self.max_action = max_action
        self(tf.constant(np.zeros(shape=[1, state_dim], dtype=np.float32)))

    def call(self, inputs):
        with tf.device("/cpu:0"):
            features = tf.nn.relu(self.l1(inputs))
            features = tf.nn.relu(self.l2(features))
            return self.max_action * tf.nn.tanh(self.l3(features))


class Critic(tf.keras.Model):
    def __init__(self, state_dim, action_dim, name="Critic"):
        super().__init__(name=name)
        self.l1 = layers.Dense(400)
        self.l2 = layers.Dense(300)
        self.l3 = layers.Dense(1)

    def call(self, inputs):
        x, u = inputs
        x = tf.nn.relu(self.l1(x))
        x = tf.nn.relu(self.l2(tf.concat([x, u], axis=1)))
        return self.l3(x)


class DDPG:
    def __init__(self, state_dim, action_dim, max_action):
        self.actor = Actor(state_dim, action_dim, max_action)
        self.actor_target = Actor(state_dim, action_dim, max_action)
        self.actor_optimizer = tf.keras.optimizers.Adam(1e-4)
        self.critic = Critic(state_dim, action_dim)
        self.critic_target = Critic(state_dim, action_dim)
        self.critic_optimizer = tf.keras.optimizers.Adam(1e-3)
        for param, target_param in zip(self.actor.weights, self.actor_target.weights):
            target_param.assign(param)

    def select_action(self, state):
        state = np.array(state, dtype=np.float32).reshape(1, -1)
        return self.actor(state).numpy().flatten()  # TFE402

    def train(self, replay_buffer, iterations, batch_size=64, discount=0.99, tau=0.001):
        for it in range(iterations):
            state, next_state, action, reward, done = replay_buffer.sample(batch_size)
            not_done = 1 - np.array(done, dtype=np.float32)
            with tf.device("/cpu:0"):
                with tf.GradientTape() as tape:  # TFE201
                    target_Q = self.critic_target([next_state, self.actor_target(next_state)])
                    target_Q = tf.stop_gradient(reward + not_done * discount * target_Q)
                    current_Q = self.critic([state, action])
                    critic_loss = tf.reduce_mean(losses.MSE(current_Q, target_Q))
                grads = tape.gradient(critic_loss, self.critic.trainable_variables)
                self.critic_optimizer.apply_gradients(zip(grads, self.critic.trainable_variables))
                with tf.GradientTape() as tape:  # TFE201
                    actor_loss = -tf.reduce_mean(self.critic([state, self.actor(state)]))
                grads = tape.gradient(actor_loss, self.actor.trainable_variables)
                self.actor_optimizer.apply_gradients(zip(grads, self.actor.trainable_variables))
                pairs = zip(self.critic.weights, self.critic_target.weights)
                for param, target_param in pairs:  # TFE202
                    target_param.assign(tau * param + (1 - tau) * target_param)
                for param, target_param in zip(self.actor.weights, self.actor_target.weights):  # TFE202
                    target_param.assign(tau * param + (1 - tau) * target_param)


policy = DDPG(17, 6, 1.0)
while total_timesteps < 1_000_000:
    if done:
        policy.train(replay_buffer, episode_timesteps)
        obs, done = env.reset(), False
    action = policy.select_action(np.array(obs))
    new_obs, reward, done, _ = env.step(action)
    replay_buffer.add((obs, new_obs, action, reward, float(done)))
    obs = new_obs
