import torch
from torch.optim.lr_scheduler import LambdaLR


def get_schedule(optimizer, warmup, last_epoch=-1):
    def lr_lambda(step):
        return min(1.0, (step + 1) / warmup)

    return LambdaLR(optimizer, lr_lambda, last_epoch)


def get_cosine(optimizer, n, last_epoch: int = -1):
    return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, n, last_epoch=last_epoch)


w = torch.nn.Parameter(torch.ones(2))
optimizer = torch.optim.SGD([w], lr=0.1)
s = get_schedule(optimizer, 4)
for _ in range(5):
    loss = (w**2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    s.step()
    print(round(optimizer.param_groups[0]["lr"], 4), round(loss.item(), 4))
s = get_cosine(torch.optim.SGD([w], lr=0.1), 4)
print(s.get_last_lr())
# one that goes on from step 5: LambdaLR needs the rate that it began with
o = torch.optim.SGD([{"params": [w], "initial_lr": 0.2}], lr=0.05)
s = get_schedule(o, 8, last_epoch=4)
print(s.get_last_lr(), s.last_epoch)
s = torch.optim.lr_scheduler.StepLR(o, 3, 0.5, last_epoch=6)
print(s.get_last_lr())
