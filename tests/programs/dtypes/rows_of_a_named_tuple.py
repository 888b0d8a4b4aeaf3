import collections
import torch

Step = collections.namedtuple("Step", "obs act rew")
steps = [Step(torch.ones(2) * i, torch.tensor(i), 0.5 * i) for i in range(3)]
batch = Step(*zip(*steps))
obs, act = torch.stack(batch.obs), torch.stack(batch.act)
rew = torch.tensor(batch.rew)
print((obs.sum(1) * act * rew).sum().item())
