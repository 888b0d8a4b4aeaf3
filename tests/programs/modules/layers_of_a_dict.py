import torch
import torch.nn as nn
net = nn.ModuleDict({"a": nn.Linear(2, 2), "b": nn.Linear(2, 1)})
for m in net.values():
    nn.init.constant_(m.weight, 0.3)
    nn.init.zeros_(m.bias)
x = torch.tensor([[0.5, -0.2]])
print(net["b"](net["a"](x)).item())
del net["a"]
print(len(net), list(net.keys()), len(list(net.parameters())))
net["c"] = nn.Linear(2, 2)
net["b"] = nn.Linear(2, 3, bias=False)
nn.init.constant_(net["b"].weight, 0.1)
print(net["b"](x).tolist(), sorted(net), len(list(net.parameters())))
old = net.pop("c")
print("c" in net, old.in_features, len(list(net.parameters())))
net.update({"d": nn.Linear(1, 1)})
print(list(net), len(list(net.parameters())))
net.clear()
print(len(net), len(list(net.parameters())))
