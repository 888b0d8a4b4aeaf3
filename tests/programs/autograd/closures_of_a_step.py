"""step(closure) of optimizers that call it once: its lines stand before the step."""

import torch
import torch.nn as nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=0.1)

    def train_step(self, x, y):
        def closure():
            self.optimizer.zero_grad()
            loss = (self.model(x) - y).pow(2).mean()
            loss.backward()
            return loss

        return self.optimizer.step(closure).item()


def network():
    net = nn.Linear(2, 1)
    with torch.no_grad():
        net.weight.copy_(torch.tensor([[0.5, -0.25]]))
        net.bias.zero_()
    return net


x = torch.tensor([[1.0, 4.0], [2.0, -1.0]])
trainer = Trainer(network())
print([f"{trainer.train_step(x, torch.ones(2, 1)):.5f}" for _ in range(3)])

net = network()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)


def closure():
    optimizer.zero_grad()
    loss = (net(x) - y).abs().sum()
    loss.backward()
    return loss


for step in range(4):
    y = torch.full((2, 1), float(step))
    loss = optimizer.step(closure)  # it computes with the y of this turn
    print(step, f"{loss.item():.5f}")


def one_step():
    def loss_of():
        return (net(x) - 1.0).pow(2).sum()

    return loss_of().item()


class Losses:
    def __init__(self):
        self.loss_of = one_step  # the same name, outside of the function that has it


print(f"{Losses().loss_of():.5f}")
