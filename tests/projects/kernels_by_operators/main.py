import numpy as np
import torch

from gp.kernels import RBF, Linear, Periodic, White
from gp.model import ExactGP
from gp.optimize import fit

x = torch.linspace(0, 3, 9, dtype=torch.float64).unsqueeze(-1)
y = torch.sin(2 * x).squeeze(-1) + 0.3 * x.squeeze(-1)
k = 1.5 * RBF(0.8) + Linear(0.5) * Periodic(1.1, period=2.0) + White(0.05)
print(k, [n for n, _ in k.named_parameters()])
gp = ExactGP(k, x, y)
print(round(gp.nll().item(), 6))
for i, v in enumerate(fit(gp, steps=4, lr=0.05)):
    print(i, round(v, 6))
mean, var = gp.predict(torch.tensor([[0.5], [1.7], [3.4]], dtype=torch.float64))
print([round(v, 5) for v in mean.tolist()], [round(v, 5) for v in var.tolist()])
print({n: round(p.item(), 5) for n, p in k.named_parameters()})
s = gp.sample(
    torch.tensor([[0.1], [2.9]], dtype=torch.float64),
    torch.from_numpy(np.random.RandomState(0).randn(2, 3)),
)
print(np.round(s.numpy(), 4).tolist())
