import torch as th
import torch.nn as nn


class BasicController:
    """No network itself: it has one."""

    def __init__(self, inputs, actions):
        self.agent = nn.Linear(inputs, actions)

    def evaluate(self, batch, t, test_mode=False):
        return self.agent(batch["obs"][:, t])

    def parameters(self):
        return self.agent.parameters()

    def to(self, device):
        self.agent.to(device)
        return self


class NetworkController(nn.Module):
    def __init__(self, inputs, actions):
        super().__init__()
        self.agent = nn.Linear(inputs, actions)

    def evaluate(self, batch, t, test_mode=False):
        return th.tanh(self.agent(batch["obs"][:, t]))


REGISTRY = {"basic": BasicController, "network": NetworkController}
