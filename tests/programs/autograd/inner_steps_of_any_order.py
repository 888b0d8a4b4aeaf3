# MAML: whether the inner gradients have a graph is an attribute.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Learner:
    def __init__(self, first_order):
        self.weights = nn.ParameterList(
            [nn.Parameter(torch.full((3, 2), 0.1)), nn.Parameter(torch.full((1, 3), 0.2))]
        )
        self.first_order = first_order
        self.optimizer = torch.optim.SGD(self.weights.parameters(), lr=0.1)

    def loss(self, weights, x, y):
        return F.mse_loss(F.linear(torch.tanh(F.linear(x, weights[0])), weights[1]), y)

    def adapt(self, x, y):
        fast = list(self.weights.parameters())
        for _ in range(2):
            loss = self.loss(fast, x, y)
            grads = torch.autograd.grad(loss, fast, create_graph=not self.first_order)
            fast = [w - 0.3 * g for w, g in zip(fast, grads)]
        return fast

    def learn(self, tasks):
        total = 0.0
        for x, y in tasks:
            total = total + self.loss(self.adapt(x, y), x + 0.1, y)
        self.optimizer.zero_grad()
        total.backward()
        self.optimizer.step()
        return total.item()


x = torch.arange(8.0).view(4, 2) / 4
for first_order in (True, False):
    learner = Learner(first_order)
    tasks = [(x * k, x.sum(1, keepdim=True) - k) for k in (0.5, 1.0)]
    print([learner.learn(tasks) for _ in range(3)], learner.weights[0].sum().item())
