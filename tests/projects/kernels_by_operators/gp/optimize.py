import torch


def fit(gp, steps, lr):
    opt = torch.optim.Adam(gp.kernel.parameters(), lr=lr)
    for _ in range(steps):
        opt.zero_grad()
        loss = gp.nll()
        loss.backward()
        opt.step()
        yield loss.item()
