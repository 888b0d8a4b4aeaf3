"""A DQN that was ported line by line: eager updates, an index loop, predict for each move."""

import random
from collections import deque

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.layers.Dense(150, activation="relu", input_shape=(64,)),
        tf.keras.layers.Dense(100, activation="relu"),
        tf.keras.layers.Dense(4),
    ]
)
model2 = tf.keras.models.clone_model(model)
model2.set_weights(model.get_weights())
loss_fn = tf.keras.losses.MSE
optimizer = tf.keras.optimizers.Adam(1e-3)
gamma, epsilon, epochs, batch_size, sync_freq = 0.9, 0.3, 5000, 200, 500

losses = []
replay = deque(maxlen=1000)
steps = 0
for epoch in range(epochs):
    game = Gridworld(size=4, mode="random")
    state1 = game.board.render_np().reshape(1, 64) + np.random.rand(1, 64) / 100.0
    running = True
    while running:
        steps += 1
        qval = model.predict(state1)  # TFE401
        if random.random() < epsilon:
            action = np.random.randint(0, 4)
        else:
            action = np.argmax(qval)
        game.make_move(action)
        state2 = game.board.render_np().reshape(1, 64) + np.random.rand(1, 64) / 100.0
        reward = game.reward()
        done = reward != -1
        replay.append((state1, action, reward, state2, done))
        state1 = state2
        if len(replay) > batch_size:
            minibatch = random.sample(replay, batch_size)
            state1_batch = np.array([s1 for (s1, a, r, s2, d) in minibatch]).reshape(batch_size, 64)
            action_batch = np.array([a for (s1, a, r, s2, d) in minibatch])
            reward_batch = np.float32([r for (s1, a, r, s2, d) in minibatch])
            state2_batch = np.array([s2 for (s1, a, r, s2, d) in minibatch]).reshape(batch_size, 64)
            done_batch = np.array([d for (s1, a, r, s2, d) in minibatch]).astype(np.float32)
            Q2 = model2(state2_batch)
            with tf.GradientTape() as tape:  # TFE201
                Q1 = model(state1_batch)
                Y = reward_batch + gamma * ((1 - done_batch) * tf.math.reduce_max(Q2, axis=1))
                X = [Q1[i][action_batch[i]] for i in range(len(action_batch))]  # TFE101
                loss = loss_fn(X, Y)
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
            losses.append(loss)
            if steps % sync_freq == 0:
                model2.set_weights(model.get_weights())
        if done:
            running = False
