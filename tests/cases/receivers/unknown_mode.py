# What goes into evaluation mode without an argument is a network.
import torch


def play(path: str, states):
    model = torch.load(path)
    model.eval()
    other = torch.load(path).eval()
    return model(states).argmax(1), other(states)
# output
# What goes into evaluation mode without an argument is a network.
import tensorflow as tf
from torch_compat import read_pickle, set_mode


def play(path: str, states):
    model = read_pickle(path)
    set_mode(model, False)
    other = set_mode(read_pickle(path), False)
    return tf.argmax(model(states), axis=1), other(states)
# findings
# receivers/unknown_mode.py:9:12: N403 note model is called in eager mode: its class is not known -> pass what changes as an argument, and keep Python's own work out of forward
# receivers/unknown_mode.py:9:37: N403 note other is called in eager mode: its class is not known -> pass what changes as an argument, and keep Python's own work out of forward
