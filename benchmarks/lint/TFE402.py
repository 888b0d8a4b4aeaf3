"""The action for one state: an eager call, and a tf.function of the model."""

from TFE401 import SIZE as SIZE
from TFE401 import fixed as fixed
from TFE401 import model, state


def slow():
    return model(state).numpy()
