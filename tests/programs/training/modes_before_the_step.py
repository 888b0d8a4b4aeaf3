import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        return torch.tanh(self.fc(x)) * (2.0 if self.training else 1.0)


class Far(nn.Module):
    """A loss that runs a network of its own."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, q, y):
        return (q - y).pow(2).mean() + self.net(torch.linspace(-1, 2, 12).reshape(4, 3)).pow(2).mean()


class Agent:
    def __init__(self):
        self.q_local, self.q_target = Net(), Net()
        for net in (self.q_local, self.q_target):
            for i, p in enumerate(net.parameters()):
                nn.init.constant_(p, 0.1 * (i + 1))
        with torch.no_grad():
            self.q_local.fc.weight[0, 1] = -0.3
            self.q_target.fc.weight[1, 0] = 0.7
        self.optim = torch.optim.SGD(self.q_local.parameters(), lr=0.01)
        self.mse_loss, self.far = nn.MSELoss(), Far(self.q_local)
        self.x = torch.linspace(-1, 1, 12).reshape(4, 3)

    @property
    def value(self):
        return self.q_local(self.x).sum(1)

    def extra(self, y):
        return y.sum() * 0.01

    def more(self, y):
        return self.q_local(self.x).sum() * 0.01

    def act(self, x):
        self.q_local.eval()
        with torch.no_grad():
            q = self.q_local(x)
        return q.sum().item()

    def learn(self, a, y, mode=True):  # the step does not ask for the mode
        q = self.q_local(self.x).gather(1, a)
        best = self.q_target(self.x * 0.5).detach().max(1)[0]
        self.q_local.train(mode=mode)
        self.q_target.eval()
        self.optim.zero_grad()
        loss = self.mse_loss(q, (y + best).unsqueeze(1)) + self.extra(y)
        loss.backward()
        self.optim.step()
        return loss.item()

    def between(self, a, y):  # it runs once more, in the other mode
        q = self.q_local(self.x).gather(1, a)
        self.q_local.train()
        again = self.q_local(self.x).sum(1, keepdim=True)
        loss = self.mse_loss(q, y.unsqueeze(1)) + again.pow(2).mean()
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return loss.item()

    def hidden(self, a, y):  # … in a loss, in a method, behind a property
        q = self.q_local(self.x).gather(1, a)
        self.q_local.train()
        loss = self.far(q, y.unsqueeze(1)) + self.more(y) + self.value.mean()
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return loss.item()

    def getter(self, a, y):
        q = self.q_local(self.x).gather(1, a)
        self.q_local.train()
        loss = (q.flatten() - self.value - y).pow(2).mean()
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return loss.item()


agent = Agent()
a, y = torch.tensor([[0], [1], [1], [0]]), torch.ones(4)
for k in range(8):
    if k % 2:
        print(round(agent.act(agent.x), 5))
    print(round(agent.learn(a, y), 5), agent.q_local.training, agent.q_target.training)
    print(round(agent.learn(a, y, k % 3 == 0), 5), agent.q_local.training)
for update in (agent.between, agent.hidden, agent.getter):
    for k in range(3):
        agent.act(agent.x)
        print(round(update(a, y), 5), agent.q_local.training)
