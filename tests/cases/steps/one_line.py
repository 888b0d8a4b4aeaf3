import torch

net = torch.nn.Linear(4, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.ones(3, 4)
for _ in range(5):
    loss = net(x).mean()
    opt.zero_grad(); loss.backward(); opt.step()
