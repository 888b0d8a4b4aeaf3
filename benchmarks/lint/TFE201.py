"""A DQN update: eager, and in a tf.function."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

SIZE = "64-150-100-4 network, batch 200, CPU"

model = keras.Sequential(
    [
        keras.Input([64]),
        keras.layers.Dense(150, "relu"),
        keras.layers.Dense(100, "relu"),
        keras.layers.Dense(4),
    ]
)
optimizer = keras.optimizers.Adam(1e-3)
states = np.random.default_rng(0).normal(size=(200, 64)).astype(np.float32)
targets = np.random.default_rng(1).normal(size=(200, 4)).astype(np.float32)


def slow():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(states) - targets))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))


fixed = tf.function(slow)
