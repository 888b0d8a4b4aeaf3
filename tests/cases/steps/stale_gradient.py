import torch
import torch.nn as nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.ones(4, 2)).mean()
    loss.backward()
    optimizer.step()
# output
import tensorflow as tf
from torch_compat import Linear, SGD, added, graph

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)
grads = [None] * len(optimizer.params)
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(tf.ones([4, 2])))
    grads = added(grads, tape.gradient(loss, optimizer.params))
    graph(optimizer.apply)(grads)
# findings
# steps/stale_gradient.py:8:5: N403 note this update stays in eager mode: its gradients add up over several lines -> write the step as tensor code only, with host lines before or behind it
