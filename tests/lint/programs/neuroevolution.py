"""A population of small networks, each put into one model before it plays."""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential(
    [tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)]
)


def as_layers(genome):
    return [genome[:64].reshape(4, 16), genome[64:80], genome[80:112].reshape(16, 2), genome[112:]]


def evaluate(genome, env):
    model.set_weights(as_layers(genome))  # TFE503
    state, done, total = env.reset(), False, 0.0
    while not done:
        values = model(np.array([state], dtype=np.float32))  # TFE402
        state, reward, done, _ = env.step(int(np.argmax(values[0])))
        total += reward
    return total


for generation in range(300):
    scores = [evaluate(genome, env) for genome in population]
    population = crossed_over(population, scores)
