# told: P102


import torch

t2 = torch.arange(6.0).view(2, 3) * 1.5
n4 = -1.0
t5 = 0
for step in range(3):
    t5 = t2 * step if t5 is None else t5 + t2
table7 = {"x": t5, "n": n4}
table7["x"] += 1
print(float(t5.sum()))
