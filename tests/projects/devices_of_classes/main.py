"""A device that a class has, which files ask for that porter does not follow to it."""

import torch
from heads import *

net = Net(3)
print(list(net(torch.ones(2, 3)).shape), str(Config.DEVICE))
