import math

import torch

x = torch.tensor([2.0])
print(
    math.log(x),
    math.sqrt(torch.tensor([[4.0]])),
    math.exp(torch.ones(1)),
    math.floor(torch.tensor([2.5])),
)
print(
    max(3, x).item() if isinstance(max(3, x), torch.Tensor) else max(3, x),
    round(float(x)),
    int(torch.tensor([3])),
)
print(range(int(torch.tensor([3])))[-1], pow(2, torch.tensor([3])).tolist())
