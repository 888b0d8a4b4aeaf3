import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        layers = {"up": nn.Linear(width, 2 * width), "down": nn.Linear(2 * width, width)}
        self.parts = nn.ModuleDict(layers)

    def forward(self, x):
        return x + self.parts.down(torch.relu(self.parts.up(x)))


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.transformer = nn.ModuleDict(
            dict(
                wte=nn.Embedding(10, width),
                drop=nn.Dropout(0.0),
                h=nn.ModuleList([Block(width) for _ in range(2)]),
            )
        )
        self.head = nn.Linear(width, 10, bias=False)
        self.transformer.wte.weight = self.head.weight

    def forward(self, tokens):
        x = self.transformer.drop(self.transformer.wte(tokens))
        for block in self.transformer.h:
            x = block(x)
        return self.head(x)


net = Net(4)

with torch.no_grad():
    for parameter in net.parameters():
        parameter.copy_(torch.linspace(-1, 1, parameter.numel()).reshape(parameter.shape))
print(net(torch.tensor([[1, 2, 3]])).tolist(), len(list(net.parameters())))
print([name for name, _ in net.named_parameters()])
print(net.transformer.h[0].parts.up(torch.ones(1, 4)).tolist())
