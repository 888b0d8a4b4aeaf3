import torch


class Net(torch.nn.Module):
    def __init__(self, k):
        super().__init__()
        self.lin = torch.nn.Linear(2, 1)
        torch.nn.init.constant_(self.lin.weight, 0.5)
        torch.nn.init.constant_(self.lin.bias, 0.1)
        self._build(k)

    def _build(self, k):
        self.scale = 1.0 * k
        self._opt(0.1)

    def _opt(self, lr):
        self.optimizer = torch.optim.SGD(self.parameters(), lr=lr)

    def forward(self, x):
        return torch.tanh(self.lin(x)) * self.scale


class Agent:
    def __init__(self):
        self.net = Net(2)
        self.coef = 1.0
        self._settings(0.5)

    def _settings(self, c):
        self.coef = c
        self.n = 3

    def update(self, x, y):
        loss = (self.net(x) - y).pow(2).mean() * self.coef
        self.net.optimizer.zero_grad()
        loss.backward()
        self.net.optimizer.step()
        return loss.item()


agent = Agent()
for i in range(4):
    if i == 2:
        agent._settings(0.9)
    print(agent.update(torch.ones(3, 2), torch.full((3, 1), 0.1 * i)))
