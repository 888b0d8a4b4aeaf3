# told: P104
import torch

w = torch.ones(2, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
optimizer.param_groups[0]["maximize"] = True
optimizer.zero_grad()
w.sum().backward()
optimizer.step()
print(w.tolist())
