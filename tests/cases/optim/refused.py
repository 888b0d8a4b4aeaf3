import torch
from torch import nn, optim

net = nn.Linear(4, 2)
a = optim.Adam(net.parameters(), lr=torch.tensor(1e-3))
b = optim.Adam([{"params": net.weight}])
c = optim.Adam([{"params": [net.weight], "momentum": 0.9}])
e = optim.Muon(net.parameters())
f = optim.Adam(net.parameters(), differentiable=True)
print(a.state, b.defaults)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import torch
from torch import optim
from torch_compat import Adam, Linear, ParamGroups

net = Linear(4, 2)
# porter: P102 torch.optim.Adam: a learning rate that is a tensor
a = optim.Adam(net.parameters(), lr=torch.tensor(1e-3))
b = ParamGroups(Adam, [{"params": net.weight}])
c = ParamGroups(Adam, [{"params": [net.weight], "momentum": 0.9}])
# porter: P104 torch.optim.Muon: there is no building block for it
e = optim.Muon(net.parameters())
# porter: P102 torch.optim.Adam: the argument differentiable is not supported
f = optim.Adam(net.parameters(), differentiable=True)
# porter: P104 Optimizer.state: the state lies in the optimizer's own variables: m, v, steps and so on
print(a.state, b.defaults)
# findings
# optim/refused.py:5:5: P102 error torch.optim.Adam: a learning rate that is a tensor -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# optim/refused.py:8:5: P104 error torch.optim.Muon: there is no building block for it -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# optim/refused.py:9:5: P102 error torch.optim.Adam: the argument differentiable is not supported -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# optim/refused.py:10:7: P104 error Optimizer.state: the state lies in the optimizer's own variables: m, v, steps and so on -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# optim/refused.py:10:16: P104 error Optimizer.state: the state lies in the optimizer's own variables: m, v, steps and so on -> write it with TensorFlow by hand, or with a rule of your own (--rules)
