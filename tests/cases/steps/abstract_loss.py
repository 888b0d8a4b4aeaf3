"""The base class owns the loop, heirs in other files give the network and the loss."""

from abc import ABC, abstractmethod

import torch


class Trainer(ABC):
    def __init__(self, rate):
        self.model = self.build()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=rate)

    def build(self):
        raise NotImplementedError

    @abstractmethod
    def compute_loss(self, batch): ...

    def train_step(self, batch):
        self.model.train()
        self.optimizer.zero_grad()
        loss = self.compute_loss(batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 0.5)
        self.optimizer.step()
        return loss.item()
# output
"""The base class owns the loop, heirs in other files give the network and the loss."""

from abc import ABC, abstractmethod

import tensorflow as tf
from torch_compat import Adam, clip_grad_norm, graph, set_mode


class Trainer(ABC):
    def __init__(self, rate):
        self.model = self.build()
        self.optimizer = Adam(self.model.trainable_variables, lr=rate)

    def build(self):
        raise NotImplementedError

    @abstractmethod
    def compute_loss(self, batch): ...

    def train_step(self, batch):
        set_mode(self.model, True)
        with tf.GradientTape() as tape:
            loss = self.compute_loss(batch)
        grads = tape.gradient(loss, self.optimizer.params)
        grads = clip_grad_norm(grads, 0.5)
        graph(self.optimizer.apply)(grads)
        return loss.numpy().item()
# findings
# steps/abstract_loss.py:22:9: N403 note this update stays in eager mode: it calls compute_loss(): a call for its effect in Python -> write the step as tensor code only, with host lines before or behind it
