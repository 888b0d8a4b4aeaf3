import torch as th

from base import Base


class Learner(Base):
    def train(self, batch):
        outs = []
        for t in range(batch["obs"].shape[1]):
            outs.append(self.mac.evaluate(batch, t=t))
        values = th.stack(outs, dim=1).max(dim=2)[0]
        mixed = self.mixer(values)
        loss = ((mixed - batch["reward"]) ** 2).mean()
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        return loss.item()
