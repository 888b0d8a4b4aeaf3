# told: P104
# lines: 8 9 10 11
import torch

net = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
group = optimizer.param_groups[0]
print(sorted(group)[:2], "lr" in group)
print(dict(group)["lr"], len(group))
print([key for key in group if key != "params"])
for key in optimizer.param_groups[0]:
    print(key)
print([key for key, _ in group.items()][:1])
