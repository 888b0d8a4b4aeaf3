"""Layers that are frozen, thawed and frozen again, under one optimizer of all parameters."""
import copy

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, pretrained):
        super().__init__()
        self.scale = nn.Parameter(torch.full((1,), 0.5), requires_grad=False)
        self.words = nn.Embedding.from_pretrained(pretrained)
        self.body = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
        self.head = nn.Linear(4, 1)
        self.head.bias.requires_grad = False

    def forward(self, x):
        return self.scale * self.head(self.body(self.words(x)))


class Agent:
    def __init__(self, lr=0.05):
        self.net = Net(torch.linspace(-1, 1, 12).reshape(4, 3))
        self.target = copy.deepcopy(self.net)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=lr, weight_decay=0.1)

    def train_body(self, flag):
        for name, p in self.net.named_parameters():
            if "body" in name:
                p.requires_grad = flag

    def update(self, x):
        loss = (self.net(x) - 1 - self.target(x).detach()).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()
        return loss.item(), norm.item()


agent = Agent()
words = torch.arange(4)
for step in range(6):
    agent.train_body(step in (2, 3))
    if step == 4:
        agent.net.head.requires_grad_(True)
    count = sum(p.numel() for p in agent.net.parameters() if p.requires_grad)
    print(step, count, *agent.update(words))

twin = copy.deepcopy(agent.net)
trained = filter(lambda p: p.requires_grad, twin.parameters())
optimizer = torch.optim.SGD(trained, lr=0.05, momentum=0.9)
print([name for name, p in twin.named_parameters() if not p.requires_grad])
for step in range(3):
    optimizer.zero_grad()
    loss = (twin(words) - 2).pow(2).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(twin.parameters(), 1.0)
    optimizer.step()
    print(step, loss.item())
# output
"""Layers that are frozen, thawed and frozen again, under one optimizer of all parameters."""
import copy
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import (
    SGD,
    AdamW,
    Linear,
    Sequential,
    TorchModel,
    clip_grad_norm,
    grad_norm,
    grads_of,
    graph,
    is_trained,
    pretrained as torch_pretrained,
    set_trained,
    trained_as,
    trained_gradient,
    variables_once,
    with_trained,
)


class Net(TorchModel):
    def __init__(self, pretrained):
        super().__init__()
        self.scale = with_trained(keras.Variable(tf.fill((1,), 0.5)), False)
        self.words = torch_pretrained(pretrained, True, None)
        self.body = Sequential(Linear(3, 4), keras.layers.Activation("tanh"))
        self.head = Linear(4, 1)
        self.head.bias.trained = False

    def call(self, x):
        return self.scale * self.head(self.body(self.words(x)))


class Agent:
    def __init__(self, lr=0.05):
        self.net = Net(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))
        self.target = trained_as(copy.deepcopy(self.net), self.net)
        self.optimizer = AdamW(self.net.trainable_variables, lr=lr, weight_decay=0.1)

    def train_body(self, flag):
        for name, p in variables_once(self.net, True):
            if "body" in name:
                p.trained = flag

    def update(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(x) - 1 - tf.stop_gradient(self.target(x))))
        grads = trained_gradient(tape, loss, self.optimizer.params)
        norm = grad_norm(grads)
        grads = clip_grad_norm(grads, 0.5)
        graph(self.optimizer.apply)(grads)
        return loss.numpy().item(), norm.numpy().item()


agent = Agent()
words = tf.range(4, dtype=tf.int64)
for step in range(6):
    agent.train_body(step in (2, 3))
    if step == 4:
        set_trained(agent.net.head, True)
    count = sum(p.shape.num_elements() for p in agent.net.trainable_variables if is_trained(p))
    print(step, count, *agent.update(words))

twin = trained_as(copy.deepcopy(agent.net), agent.net)
trained = filter(lambda p: is_trained(p), twin.trainable_variables)
optimizer = SGD(trained, lr=0.05, momentum=0.9)
print([name for name, p in variables_once(twin, True) if not is_trained(p)])
for step in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(twin(words) - 2))
    grads = trained_gradient(tape, loss, optimizer.params)
    grads = clip_grad_norm(
        grads, 1.0, some=grads_of(twin.trainable_variables, optimizer.params, grads)
    )
    graph(optimizer.apply)(grads)
    print(step, loss.numpy().item())
# findings
# agents/frozen_layers.py:33:9: N403 note this update stays in eager mode: it calls forward(): the class of a network is not known (also at line 56) -> write the step as tensor code only, with host lines before or behind it
# agents/frozen_layers.py:58:5: N402 note gradients of parameters that are not the optimizer's are not clipped, nor do they count
