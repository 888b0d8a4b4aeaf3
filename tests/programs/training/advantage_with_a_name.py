"""`advantages[t] = last = delta`: the place takes one number, the name keeps its brackets."""

import torch

rewards, dones, values = torch.zeros(4), torch.zeros(4), torch.zeros(4)
for t in range(4):
    rewards[t], dones[t], values[t] = float(t), float(t == 1), 0.5 * t
next_value, next_done = torch.full((1, 1), 2.0), torch.zeros(1)
advantages = torch.zeros_like(rewards)
last = 0
for t in reversed(range(4)):
    if t == 3:
        alive, following = 1.0 - next_done, next_value
    else:
        alive, following = 1.0 - dones[t + 1], values[t + 1]
    delta = rewards[t] + 0.9 * following * alive - values[t]
    advantages[t] = last = delta + 0.8 * alive * last
print(advantages.tolist(), (advantages + values).sum().item(), last.shape, last.sum().item())
