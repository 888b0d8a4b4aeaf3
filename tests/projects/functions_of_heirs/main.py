import torch
from base import Plain
from heirs import Late, Other

x = torch.tensor([-3.0, 0.5])
for one in (Plain(), Other(), Late()):
    print(one.go(x).tolist(), one.act(x).tolist(), one.make(2).tolist())
