import torch


def sample(probs, start, n):
    # no gradients here
    torch.set_grad_enabled(False)  # off
    probs = probs.detach()
    out = start.clone()
    for t in range(n):
        if t > 2:
            break
        out = out + probs * t
    torch.set_grad_enabled(True)
    return out.float()


net = torch.nn.Linear(2, 1)
torch.nn.init.constant_(net.weight, 0.5)
torch.nn.init.constant_(net.bias, 0.1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    p = net(torch.ones(4, 2))
    s = sample(p, torch.ones(4, 1), 5)
    loss = (p * s).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), s.sum().item())
