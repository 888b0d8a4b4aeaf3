# told: P101
# lines: 9 12 20 21
import torch
import torch.nn as nn

a, b, c = nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2)
shared = list(a.parameters())
both = shared
both.append(b.bias)
first = list(a.parameters())
optimizer = torch.optim.SGD(first, lr=0.1)
first.append(b.bias)


def more(rows):
    return rows[0]


last = list(a.parameters())
last.append(last[0])
last.append(more(last))
print(len(shared), len(first), len(last), len(both))
loss = (a(torch.ones(2)) + b(torch.ones(2))).pow(2).sum()
loss.backward()
nn.utils.clip_grad_norm_(first, 0.1)
optimizer.step()
