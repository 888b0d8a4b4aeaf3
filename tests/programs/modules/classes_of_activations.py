# told: P102
"""The port's nn.Tanh is keras.layers.Activation, which other layers are, too: nobody asks for it."""

import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Sigmoid(), nn.Linear(3, 1))
print([isinstance(layer, nn.Tanh) for layer in net])
print(sum(type(layer) in (nn.Sigmoid, nn.Linear) for layer in net))
