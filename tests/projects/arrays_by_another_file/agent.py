import torch
from replay import Replay


class Agent:
    def __init__(self):
        self.replay = Replay(3)
        self.w = torch.full((2,), 0.3)

    def act(self):
        x = self.replay.sample()
        return x @ self.w.to(x.dtype), x * self.w, x / 255
