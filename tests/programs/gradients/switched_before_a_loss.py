import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(2, 2)
        torch.nn.init.constant_(self.lin.weight, 0.5)
        torch.nn.init.constant_(self.lin.bias, 0.1)

    def forward(self, x):
        return torch.tanh(self.lin(x))


def objective_of(net, xs, criterion):
    '''labels'''
    torch.set_grad_enabled(False)

    inp = xs.float()
    lab = torch.empty_like(inp)
    for i in range(xs.shape[1]):
        lab[:, i] = inp[:, i] * 0.5 + i
    lab = torch.cat((lab, lab), dim=1)

    '''objective'''
    torch.set_grad_enabled(True)
    out = net.forward(inp)
    out = torch.cat((out, out * 2.0), dim=1)
    return criterion(out, lab)


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = torch.nn.MSELoss()
for i in range(3):
    obj = objective_of(net, torch.ones(3, 2), criterion)
    opt.zero_grad()
    obj.backward()
    opt.step()
    print(obj.item())
