from abc import ABC, abstractmethod

import torch


class BaseTrainer(ABC):
    def __init__(self, model, lr, max_norm=None):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)
        self.max_norm = max_norm
        self.grad_history = []

    @abstractmethod
    def compute_loss(self, batch):
        ...

    def on_after_backward(self):
        pass

    def fit(self, batches):
        for batch in batches:
            self.optimizer.zero_grad()
            loss = self.compute_loss(batch)
            loss.backward()
            self.on_after_backward()
            if self.max_norm:
                norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.max_norm)
                self.grad_history.append(round(norm.item(), 4))
            self.optimizer.step()
            print(round(loss.item(), 4))
