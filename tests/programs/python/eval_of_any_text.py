# told: P103
import sys

import torch

names = ["nn.ReLU()", "nn.Tanh()"]


def make(name):
    return eval(name)


for n in names:
    print(make(n)(torch.tensor([-1.0, 2.0])).tolist())
text = "torch." + ("exp" if len(sys.argv) < 9 else "log")
print(eval(text)(torch.tensor(0.0)).item())
