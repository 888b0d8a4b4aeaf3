import torch as th
import torch.nn as nn

REGISTRY = {}


def register(name):
    def add(cls):
        REGISTRY[name] = cls
        return cls

    return add


@register("basic")
class BasicController:
    """No network itself: it has one."""

    def __init__(self, inputs, actions):
        self.agent = nn.Linear(inputs, actions)

    def evaluate(self, obs):
        return th.tanh(self.agent(obs))

    def values(self, batch, t):
        return self.agent(batch["obs"][:, t])

    def parameters(self):
        return self.agent.parameters()
