import torch


class Rollout:
    def __init__(self):
        self.obs = torch.arange(20.0).view(5, 4)
        self.n = 5

    def __getitem__(self, i):
        return self.obs[i], self.obs[i, 0]

    def last(self, k):
        return self.obs[self.n - k]

    def sample(self, idx):
        return [t[idx] for t in (self.obs, self.obs * 2)]


r = Rollout()
print(r[1][0].tolist(), r[1][1].item(), r.last(1).tolist())
print([t.tolist() for t in r.sample(torch.tensor([0, -1]))])
print([t.tolist() for t in r.sample([1])])
