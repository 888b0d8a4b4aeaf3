import torch as th
import torch.nn.functional as F

from model import Encoder


class RND:
    def __init__(self):
        self.predictor = Encoder((4,), 3)
        self.target = Encoder((4,), 3)
        with th.no_grad():
            for p in self.target.parameters():
                p.mul_(0.5)
        for p in self.target.parameters():
            p.requires_grad = False
        self.opt = th.optim.SGD(self.predictor.parameters(), lr=0.01)

    def compute(self, obs):
        with th.no_grad():
            a, b = self.predictor(obs), self.target(obs)
            return F.mse_loss(a, b, reduction="none").mean(dim=1)

    def update(self, obs):
        self.opt.zero_grad()
        loss = F.mse_loss(self.predictor(obs), self.target(obs))
        loss.backward()
        self.opt.step()
        return loss.item()


rnd = RND()
x = th.linspace(-1, 1, 20).reshape(5, 4)
for _ in range(3):
    print(round(rnd.update(x), 5), rnd.compute(x).numpy().round(4).tolist())
