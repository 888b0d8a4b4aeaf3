import numpy as np
import torch as th
from torch import nn
import torch.nn.functional as F


def orthogonal_layer_init(layer, std=np.sqrt(2), bias_const=0.0):
    th.nn.init.orthogonal_(layer.weight, std)
    th.nn.init.constant_(layer.bias, bias_const)
    return layer


def default_layer_init(layer):
    layer.weight.data.fill_(0.1)
    if layer.bias is not None:
        layer.bias.data.fill_(0.05)
    return layer


class Encoder(nn.Module):
    def __init__(self, obs_shape, latent_dim, weight_init="default"):
        super().__init__()
        if weight_init == "orthogonal":
            init_ = orthogonal_layer_init
        elif weight_init == "default":
            init_ = default_layer_init
        else:
            raise ValueError("Invalid weight_init")
        self.trunk = nn.Sequential(init_(nn.Linear(obs_shape[0], 8)), nn.ReLU())
        self.trunk.append(init_(nn.Linear(8, latent_dim)))

    def forward(self, obs):
        return self.trunk(obs)


