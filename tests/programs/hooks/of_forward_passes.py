# Hooks ahead of and behind calls: what they keep, what they give instead, and how they end.
from functools import partial

import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, size)
        self.act = nn.ReLU()

    def forward(self, x):
        return x + self.act(self.fc(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(Block(3), Block(3))
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        return self.head(self.body(x))


class Extractor:
    def __init__(self, model, layers):
        self.model, self.features, self.handles = model, {}, []
        for name, module in model.named_modules():
            if name in layers:
                self.handles.append(module.register_forward_hook(self.save(name)))

    def save(self, name):
        def hook(module, inputs, output):
            self.features[name] = output.detach()

        return hook

    def __call__(self, x):
        self.model(x)
        return self.features

    def close(self):
        for handle in self.handles:
            handle.remove()


net = Net()
for p in net.parameters():
    p.data.copy_(torch.linspace(-0.5, 0.6, p.numel()).reshape(p.shape))
x = torch.linspace(-1, 1, 6).reshape(2, 3)
extractor = Extractor(net, ["body.0", "body.1.fc", "head"])
for name, value in sorted(extractor(x).items()):
    print(name, [round(v, 4) for v in value.flatten().tolist()])
extractor.features.clear()
extractor.close()
net(x)
print(len(extractor.features))

calls = []


def count(tag, module, inputs):
    calls.append((tag, tuple(inputs[0].shape)))


handle = net.head.register_forward_pre_hook(partial(count, "head"))
net.body[0].act.register_forward_pre_hook(lambda module, inputs: (inputs[0] + 1.0,))
print([round(v, 4) for v in net(x).flatten().tolist()])
handle.remove()
print([round(v, 4) for v in net(x).flatten().tolist()], calls)

mean = net.body[1].register_forward_hook(lambda module, inputs, output: output - output.mean())
twice = net.body[1].register_forward_hook(lambda module, inputs, output: output * 2, prepend=True)
print([round(v, 4) for v in net(x).flatten().tolist()])
mean.remove()
print([round(v, 4) for v in net(x).flatten().tolist()])
with net.head.register_forward_hook(lambda module, inputs, output: output * 0):
    print(net(x).sum().item())
print([round(v, 4) for v in net(x).flatten().tolist()])
