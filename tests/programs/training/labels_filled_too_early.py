# told: P201
# torch goes backward through the labels that are there by then: filled again, they are others.
import torch

weight = torch.nn.Parameter(torch.tensor([0.5, -0.25]))
optimizer = torch.optim.SGD([weight], lr=0.1)
labels = torch.zeros(2)
for turn in range(2):
    labels.data.fill_(1)
    first = (weight * labels).sum()
    labels.data.fill_(2)
    second = (weight * weight * labels).sum()
    optimizer.zero_grad()
    first.backward()
    second.backward()
    optimizer.step()
    print(first.item(), second.item(), weight.tolist())
