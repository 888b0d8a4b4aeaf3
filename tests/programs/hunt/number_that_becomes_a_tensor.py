import torch

t = torch.arange(6.0).view(2, 3)
total = 0
for step in range(3):
    total = total + t
total[0] = 1.5
total[total > 4] = 0.5
one, other = [q * 2 for q in (total, t)]
one[:, 1] += 2
print(float(total.sum()), float(one.sum()))
