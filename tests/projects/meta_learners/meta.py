from copy import deepcopy

import torch
import torch.nn.functional as F


class Reptile:
    def __init__(self, net, inner_lr, outer_lr, inner_steps):
        self.net, self.inner_lr, self.outer_lr, self.inner_steps = net, inner_lr, outer_lr, inner_steps

    def train_on(self, x, y):
        for p in self.net.parameters():
            p.grad = None
        loss = F.mse_loss(self.net(x), y)
        loss.backward()
        for p in self.net.parameters():
            p.data -= self.inner_lr * p.grad.data
        return loss.item()

    def outer(self, tasks):
        before = deepcopy(self.net.state_dict())
        delta = {k: torch.zeros_like(v) for k, v in before.items()}
        losses = []
        for x, y in tasks:
            for _ in range(self.inner_steps):
                loss = self.train_on(x, y)
            losses.append(loss)
            after = self.net.state_dict()
            for k in before:
                delta[k] += (after[k] - before[k]) / len(tasks)
            self.net.load_state_dict(before)
        self.net.load_state_dict({k: before[k] + self.outer_lr * delta[k] for k in before})
        return losses


class FOMAML:
    def __init__(self, net, lr):
        self.net, self.lr = net, lr
        self.optimizer = torch.optim.SGD(net.parameters(), lr=lr)

    def outer(self, tasks):
        grads = [torch.zeros_like(p) for p in self.net.parameters()]
        for x, y, qx, qy in tasks:
            learner = deepcopy(self.net)
            opt = torch.optim.SGD(learner.parameters(), lr=self.lr)
            for _ in range(2):
                opt.zero_grad()
                F.mse_loss(learner(x), y).backward()
                opt.step()
            opt.zero_grad()
            query = F.mse_loss(learner(qx), qy)
            query.backward()
            for g, p in zip(grads, learner.parameters()):
                g += p.grad
        self.optimizer.zero_grad()
        for p, g in zip(self.net.parameters(), grads):
            p.grad = g / len(tasks)
        self.optimizer.step()
        return query.item()
