# Where a class of the program has a state_dict() of its own, nobody can tell whose it is.
import torch


class Statistics:
    def state_dict(self):
        return {"mean": torch.zeros(3)}

    def split(self, name: str):
        return name


def save(agent, path: str):
    torch.save(agent.normalizer.state_dict(), path)
# output
# Where a class of the program has a state_dict() of its own, nobody can tell whose it is.
import tensorflow as tf
from torch_compat import state_of_either, write_pickle


class Statistics:
    def state_dict(self):
        return {"mean": tf.zeros([3])}

    def split(self, name: str):
        return name


def save(agent, path: str):
    write_pickle(state_of_either(agent.normalizer), path)
# findings
# receivers/own_state.py:14:5: N402 note the file is a pickle that only TensorFlow can read
