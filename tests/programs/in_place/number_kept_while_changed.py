# told: P102
import torch


def walk(s, tree, log):
    for i in range(3):
        s -= tree[i]
        log.append(s)
    return s


tree, log = torch.tensor([1.0, 2.0, 3.0]), []
print(walk(10.0, tree, log).item())
print([float(one) for one in log])
