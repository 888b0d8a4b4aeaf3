# told: P102 P104
# lines: 7 8 9
import torch.nn as nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
net._modules["0"].out_features
net._modules["1"] = nn.ReLU()
del net._modules["0"]
print(len(net._modules))
