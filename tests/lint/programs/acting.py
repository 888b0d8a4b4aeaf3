"""Acting at batch size 1, in the ways that people write it."""

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Agent:
    def __init__(self, obs_dim, n_actions):
        self.q = self._network(obs_dim, n_actions)
        self.q.compile(optimizer="adam", loss="mse")

    def _network(self, obs_dim, n_actions):
        inputs = keras.Input((obs_dim,))
        x = keras.layers.Dense(64, activation="relu")(inputs)
        return keras.Model(inputs, keras.layers.Dense(n_actions)(x))

    def act(self, obs):
        return np.argmax(self.q.predict(obs[np.newaxis], verbose=0)[0])  # TFE401

    def value(self, obs):
        return tf.reduce_max(self.q(tf.expand_dims(obs, 0)))  # TFE402

    def replay(self, batch):
        for state, action, reward, next_state, done in batch:
            target = reward
            if not done:
                target = reward + 0.95 * np.amax(self.q.predict(next_state)[0])  # TFE401
            target_q = self.q.predict(state)  # TFE401
            target_q[0][action] = target
            self.q.fit(state, target_q, epochs=1, verbose=0)  # TFE501


agent = Agent(4, 2)
for episode in range(500):
    obs, done = env.reset(), False
    while not done:
        action = agent.act(obs)
        next_obs, reward, done, _ = env.step(action)
        memory.append((obs, action, reward, next_obs, done, agent.value(obs)))
        obs = next_obs
        agent.replay(sample(memory))
