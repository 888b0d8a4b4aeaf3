import torch
import torch.nn as nn

scale = 1.0


class Tempered(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.temperature = 1.0

    def forward(self, x):
        return self.fc(x) / self.temperature


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.Linear(2, 2), nn.Linear(2, 2)]
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        for layer in self.hidden:
            x = torch.relu(layer(x))
        return self.fc(x) * scale


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        if x.dim() == 1:
            return self.fc(x)
        return self.fc(x) * 2


tempered, scaled, plain = Tempered(), Scaled(), Plain()
optimizer = torch.optim.SGD(tempered.parameters(), lr=0.1)
x = torch.ones(3, 2)
for step in range(10):
    tempered.temperature *= 0.9
    scale = scale * 0.9
    print(tempered(x), scaled(x), plain(x))
    loss = tempered(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, graph, one_op, set_untracked

scale = 1.0


class Tempered(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(2, 2)
        self.temperature = 1.0

    def call(self, x):
        return self.fc(x) / self.temperature


class Scaled(TorchModel):
    def __init__(self):
        super().__init__()
        set_untracked(self, "hidden", [Linear(2, 2), Linear(2, 2)])
        self.fc = Linear(2, 2)

    def call(self, x):
        for layer in self.hidden:
            x = tf.nn.relu(layer(x))
        return self.fc(x) * scale


class Plain(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(2, 2)

    def call(self, x):
        if x.shape.rank == 1:
            return self.fc(x)
        return self.fc(x) * 2


tempered, scaled, plain = Tempered(), Scaled(), Plain()
optimizer = SGD(tempered.trainable_variables, lr=0.1)
x = tf.ones([3, 2])


@one_op
@tf.function
def call_plain(x):
    return plain(x)


for step in range(10):
    tempered.temperature *= 0.9
    scale = scale * 0.9
    print(tempered(x), scaled(x), call_plain(x))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tempered(x))
    grads = tape.gradient(loss, optimizer.params)
    graph(optimizer.apply)(grads)
# findings
# modules/changing.py:46:11: N403 note tempered is called in eager mode: it calls forward(): it reads self.temperature, which changes -> pass what changes as an argument, and keep Python's own work out of forward
# modules/changing.py:46:24: N403 note scaled is called in eager mode: it calls forward(): it reads scale, which changes -> pass what changes as an argument, and keep Python's own work out of forward
# modules/changing.py:47:5: N403 note this update stays in eager mode: it calls forward(): it reads self.temperature, which changes -> write the step as tensor code only, with host lines before or behind it
