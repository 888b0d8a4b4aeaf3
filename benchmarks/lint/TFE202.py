"""The soft update of a target network: eager, and in a tf.function."""

import tensorflow as tf
from tensorflow import keras
from TFE201 import model

SIZE = "6 variables, CPU"
TAU = 0.01

target_model = keras.models.clone_model(model)


def slow():
    for weight, target in zip(model.variables, target_model.variables):
        target.assign(TAU * weight + (1 - TAU) * target)


fixed = tf.function(slow)
