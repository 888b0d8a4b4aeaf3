import torch


class Agent:
    def __init__(self, size, limit):
        self.limit = limit
        self.noise = torch.randn(size)

    def learn(self, memory, like):
        states, actions = memory.sample()
        x = torch.linspace(0, 1, 5).to(actions)
        y = torch.zeros(3).to(like)
        frame = states[-1].mul(255).to(dtype=torch.uint8, device=torch.device("cpu"))
        return torch.clamp(x, 1 - self.limit, 1 + self.limit), y, frame
# output
import tensorflow as tf
from torch_compat import cast_as, shape_of


class Agent:
    def __init__(self, size, limit):
        self.limit = limit
        self.noise = tf.random.normal(shape_of(size))

    def learn(self, memory, like):
        states, actions = memory.sample()
        x = cast_as(tf.linspace(0.0, 1.0, 5), actions)
        y = cast_as(tf.zeros([3]), like)
        frame = tf.cast(states[-1] * 255, tf.uint8)
        return tf.clip_by_value(x, 1 - self.limit, 1 + self.limit), y, frame
