import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
        with torch.no_grad():
            for p in self.parameters():
                p.fill_(0.5)

    def forward(self, x):
        return torch.tanh(self.fc(x))

    def scale(self, by):
        for p in self.parameters():
            p.grad.mul_(by)
    def post(self):
        self.scale(0.5)


def train(net, x):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i in range(3):
        optimizer.zero_grad()
        net(x).mean().backward()
        net.post()
        optimizer.step()
    return [p.tolist() for p in net.parameters()]


print(train(Net(), torch.ones(3, 2)))
