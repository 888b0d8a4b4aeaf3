"""CTC: concatenated and padded targets, a sample that can't be aligned, a training of two steps."""

import torch
import torch.nn as nn
import torch.nn.functional as F

net = nn.Linear(4, 5)
with torch.no_grad():
    net.weight.copy_(torch.arange(20.0).view(5, 4) % 7 * 0.1 - 0.3)
    net.bias.zero_()
optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
criterion = nn.CTCLoss(blank=4, zero_infinity=True)
x = torch.arange(84.0).view(7, 3, 4) * 0.37 % 1.1
targets = torch.tensor([[0, 1, 1, 2], [3, 0, 0, 0], [2, 3, 0, 0]])
for lengths in ([7, 6, 5], [5, 1, 2], [7, 7, 7]):
    log_probs = net(x).log_softmax(2)
    loss = criterion(log_probs, targets, torch.tensor(lengths), torch.tensor([4, 1, 2]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.5f} {net.weight.sum(0)[0].item():.4f} {net.weight[4, 1].item():.5f}")
joined = torch.tensor([0, 1, 1, 2, 3, 2, 3])
with torch.no_grad():
    log_probs = net(x).log_softmax(2)
    each = F.ctc_loss(log_probs, joined, (7, 5, 1), (4, 1, 2), blank=4, reduction="none")
print([f"{value:.5f}" for value in each.tolist()])
