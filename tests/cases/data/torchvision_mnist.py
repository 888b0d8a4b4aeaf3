import torch
import torch.nn.functional as F
from torch import nn, optim
from torchvision import datasets, transforms
from torchvision.utils import save_image

transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
train = datasets.MNIST("data", train=True, download=True, transform=transform)
loader = torch.utils.data.DataLoader(train, batch_size=4, shuffle=True)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(784, 10)

    def forward(self, x):
        return F.log_softmax(self.fc(torch.flatten(x, 1)), dim=1)


model = Net()
optimizer = optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    for i, (data, target) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.nll_loss(model(data), target)
        loss.backward()
        optimizer.step()
        if i % 2 == 0:
            print(epoch, i * len(data), len(loader.dataset), len(loader), loss.item())
            save_image(data, "x.png", nrow=2, normalize=True)
# output
import math
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    MNIST,
    SGD,
    Compose,
    DataLoader,
    Linear,
    Normalize,
    ToTensor,
    TorchModel,
    classes_last,
    grid_of,
    loss_of_classes,
    one_op,
    save_grid,
)

transform = Compose([ToTensor(), Normalize((0.1307,), (0.3081,))])
train = MNIST("data", train=True, download=True, transform=transform)
loader = DataLoader(train, batch_size=4, shuffle=True)


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(784, 10)

    def call(self, x):
        return tf.nn.log_softmax(self.fc(tf.reshape(x, [-1, math.prod(x.shape[1:])])), axis=1)


model = Net()
optimizer = SGD(model.trainable_variables, lr=0.1)


@one_op
@tf.function
def train_body(data, target):
    with tf.GradientTape() as tape:
        loss = loss_of_classes(classes_last(model(data)), target)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for epoch in range(2):
    for i, (data, target) in enumerate(loader):
        loss = train_body(data, target)
        if i % 2 == 0:
            print(epoch, i * len(data), len(loader.dataset), len(loader), loss.numpy().item())
            save_grid(grid_of(data, nrow=2, normalize=True), "x.png")
# findings
# data/torchvision_mnist.py:9:10: N402 note items come in another random order, and are loaded in the program's own process
