import torch
from torch import nn

INIT = {"ones": nn.init.ones_, "zeros": nn.init.zeros_, "eye": nn.init.eye_}


def start(layer, weight, bias):
    weight(layer.weight)
    bias(layer.bias)
    return layer


for name in INIT:
    layer = start(nn.Linear(2, 2), INIT[name], nn.init.ones_)
    print(layer(torch.tensor([[1.0, 2.0]])).tolist())
