"""The action for one state: Model.predict, and a tf.function of the model."""

import numpy as np
import tensorflow as tf
from TFE201 import model

SIZE = "64-150-100-4 network, one row, CPU"

state = np.random.default_rng(0).normal(size=(1, 64)).astype(np.float32)
act = tf.function(model)


def slow():
    return model.predict(state, verbose=0)


def fixed():
    return act(state).numpy()
