import torch
from torch import nn


class Learner:
    def __init__(self, net):
        self.net = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self, states, targets):
        loss = (self.net(states) - targets).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        
def main():
    learner = Learner(None)
    learner.learn(torch.ones(2, 4), torch.zeros(2, 1))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, one_op


class Learner:
    def __init__(self, net):
        self.net = Linear(4, 1)
        self.optimizer = SGD(self.net.trainable_variables, lr=0.1)

    def learn(self, states, targets):
        self._learn_body(states, targets)

    @one_op
    @tf.function
    def _learn_body(self, states, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(states) - targets))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        
def main():
    learner = Learner(None)
    learner.learn(tf.ones([2, 4]), tf.zeros([2, 1]))
