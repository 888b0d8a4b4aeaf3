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
import torch
from torch_compat import write_pickle


class Statistics:
    def state_dict(self):
        return {"mean": tf.zeros([3])}

    def split(self, name: str):
        return name


def save(agent, path: str):
    # porter: P103 the owner of state_dict() is not known
    torch.save(agent.normalizer.state_dict(), path)
# findings
# receivers/own_state.py:14:5: N402 note the file is a pickle that only TensorFlow can read
# receivers/own_state.py:14:16: P103 error the owner of state_dict() is not known -> write it with TensorFlow by hand, or with a rule of your own (--rules); or let a run decide: porter observe own_state.py
