import torch
import torch.nn as nn


class DQN:
    def __init__(self, n):
        self.net = nn.Linear(n, 1)


config = {"algo": "DQN", "layers": "[2, 3]"}
agent = eval(config["algo"])(2)
print(sum(eval(config["layers"])), agent.net(torch.ones(1, 2)).shape[0])
