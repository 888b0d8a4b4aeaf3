import numpy as np
import torch


def normalize(x, eps=1e-8):
    return (x - x.mean()) / (x.std() + eps)


adv = torch.tensor([1.0, 2.0, 3.0, 5.0])
print(normalize(adv).tolist())
ret = np.array([1.0, 2.0, 3.0, 5.0])
print(normalize(ret).tolist())
