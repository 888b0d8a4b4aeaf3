import torch
from batches import Batch

class Learner:
    def __init__(self, policy: torch.nn.Module, batch):
        self.policy = policy
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=0.1)

    def train(self, batch: Batch):
        out = self.policy.learner(batch)
        loss = (out ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
