# The state of a network or an optimizer: the same lines save it, whichever it is.
import torch


def save(agent, path: str):
    torch.save(agent.policy.state_dict(), path)
    torch.save(agent.optimizer.state_dict(), path + "_optimizer")


def load(agent, path: str):
    agent.policy.load_state_dict(torch.load(path))
    agent.optimizer.load_state_dict(torch.load(path + "_optimizer"))


def copied(source, target):
    target.load_state_dict(source.state_dict())
    return [value.shape for value in source.state_dict().values()]
# output
# The state of a network or an optimizer: the same lines save it, whichever it is.
import tensorflow as tf
from torch_compat import variables_of


def save(agent, path: str):
    tf.train.Checkpoint(agent.policy).write(path)
    tf.train.Checkpoint(agent.optimizer).write(path + "_optimizer")


def load(agent, path: str):
    tf.train.Checkpoint(agent.policy).read(path).assert_consumed()
    tf.train.Checkpoint(agent.optimizer).read(path + "_optimizer").assert_consumed()


def copied(source, target):
    target.set_weights(source.get_weights())
    return [value.shape for value in variables_of(source).values()]
# findings
# receivers/unknown_state.py:6:5: N402 note the file is a TensorFlow checkpoint (also at line 7, 11, 12)
