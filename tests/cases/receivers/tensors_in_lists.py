import torch
from torch.distributions import Normal

transitions = []
for step in range(8):
    action = Normal(torch.zeros(1), torch.ones(1)).sample()
    transitions.append((step, action))
while transitions:
    step, action = transitions.pop()
    rows = [[action]]
    actions = torch.tensor(rows, dtype=torch.float)  # torch takes a tensor for its one number
    same = torch.FloatTensor([action for _, action in transitions])
# output
import tensorflow as tf
from torch_compat import Normal, tensor_of

transitions = []
for step in range(8):
    action = Normal(tf.zeros([1]), tf.ones([1])).sample()
    transitions.append((step, action))
while transitions:
    step, action = transitions.pop()
    rows = [[action]]
    actions = tf.cast(tensor_of(rows), tf.float32)  # torch takes a tensor for its one number
    same = tf.cast(tensor_of([action for _, action in transitions]), tf.float32)
