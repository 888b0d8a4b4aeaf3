import numpy as np
import torch

from meta import FOMAML, Reptile
from networks import MLP, fill

rng = np.random.RandomState(0)


def sine(n=5):
    a, b = rng.rand() + 0.5, rng.rand()
    x = rng.randn(n, 1).astype(np.float32)
    return torch.from_numpy(x), torch.from_numpy(a * np.sin(x + b).astype(np.float32)).float()


net = fill(MLP(1, 1))
meta = Reptile(net, 0.05, 0.5, 2)
for _ in range(3):
    print([round(l, 4) for l in meta.outer([sine(), sine()])])
maml = FOMAML(net, 0.05)
for _ in range(3):
    print(round(maml.outer([(*sine(), *sine()) for _ in range(2)]), 4))
print([round(p.sum().item(), 4) for p in net.parameters()])
