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
from torch_compat import Linear, SGD, graph

net = Linear(2, 1)
optimizer = SGD(net.trainable_variables, lr=0.1)
for _ in range(3):
    loss = tf.reduce_mean(graph(net)(tf.ones([4, 2])))
    # porter: P202 optimizer is not cleared right before this backward, so gradients of an earlier one would be added
    loss.backward()
    # porter: P201 step() belongs to no update step that was ported
    optimizer.step()
# findings
# steps/stale_gradient.py:8:5: P202 error optimizer is not cleared right before this backward, so gradients of an earlier one would be added -> call zero_grad() before each backward
# steps/stale_gradient.py:9:5: P201 error step() belongs to no update step that was ported
