import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.outputs = dict()

    def forward(self, x):
        h = torch.tanh(self.fc(x))
        self.outputs["h"] = h
        return h


class Contrast(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.w = nn.Parameter(torch.full((4, 4), 0.2))

    def encode(self, x, detach=False):
        z = self.encoder(x)
        return z.detach() if detach else z

    def logits(self, a, b):
        return torch.matmul(a, torch.matmul(self.w, b.T))


encoder = Encoder()
contrast = Contrast(encoder)
with torch.no_grad():
    for p in contrast.parameters():
        p.fill_(0.1)
optimizer = torch.optim.SGD(contrast.parameters(), lr=0.1)


def show(name):
    print(name, [(k, round(float(v.sum()), 5)) for k, v in encoder.outputs.items()])


for step in range(3):
    x = torch.ones(2, 3) * (step + 1)
    z = contrast.encode(x)
    loss = contrast.logits(z, contrast.encode(x * 0.5, detach=True)).pow(2).mean()
    show("loss")
    optimizer.zero_grad()
    loss.backward()
    print(sum(float(p.grad.norm()) for p in contrast.parameters()))
    optimizer.step()
    encoder(x + 1)
    show("encoder")
    with torch.no_grad():
        contrast.encode(x * 0.1)
    show("encode")
