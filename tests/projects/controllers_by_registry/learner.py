import torch as th


class Learner:
    def __init__(self, mac):
        self.mac = mac
        self.params = list(mac.parameters())
        self.optimiser = th.optim.SGD(params=self.params, lr=0.05)

    def train(self, batch):
        outs = []
        for t in range(batch["obs"].shape[1]):
            outs.append(self.mac.forward(batch, t=t))
        values = th.stack(outs, dim=1).max(dim=2)[0]
        loss = ((values - batch["reward"]) ** 2).mean()
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        return loss.item()
