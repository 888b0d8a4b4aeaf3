import torch

net = torch.nn.Linear(2, 1)
x = torch.FloatTensor([[1.0, 2.0]])

# before the block
with torch.no_grad():  # no gradient here
    # first
    y = net(x)  # forward

    z = y.mean()
    # last

# behind the block
print(f"{torch.cuda.is_available()} and {z.item()}")
with torch.no_grad():
    pass
