"""Arguments that say what torch does anyway ask for nothing, whether a rule has them or not."""

import torch
import torch.nn as nn

table = nn.Embedding(
    4, 2, padding_idx=0, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False
)
table.weight.data = torch.arange(8.0).view(4, 2)
layer = nn.Linear(2, 3, bias=True, device=None, dtype=None)
layer.weight.data = torch.linspace(-1, 1, 6).view(3, 2)
layer.bias.data.zero_()
norm = nn.LayerNorm(3, 1e-5, True, True, None, None)
x = norm(layer(table(torch.tensor([1, 0, 3]))))
print(x.tolist(), x.type(), x.argmax(1).type())
square = torch.zeros(3, 3, requires_grad=False)
square.fill_diagonal_(2)
print(square.tolist(), torch.add(square, 1, out=None).sum().item())
print(torch.autograd.functional.hessian(lambda v: (v**3).sum() + v.prod(), x[0, :2]).tolist())
