# told: P102
from torch import nn

net = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
print(1 if "Linear" in repr(net) else 0, 1 if "ReLU" in str(net) else 0)
