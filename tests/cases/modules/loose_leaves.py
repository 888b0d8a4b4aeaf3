# Tensors that are no parameters of the module that has them: under another name first, they are told.
import torch
import torch.nn as nn


class Agent(nn.Module):
    def __init__(self, device):
        super().__init__()
        weight = nn.Parameter(torch.zeros(2))
        self.weight = weight
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.log_beta = torch.ones(1, requires_grad=True, device=device)
        gamma = torch.ones(1, requires_grad=True)
        self.log_gamma = gamma
        self.optimizer = torch.optim.Adam([self.log_alpha, self.log_beta], lr=1e-2)


agent = Agent("cpu")
print(len(list(agent.parameters())))
# output
# Tensors that are no parameters of the module that has them: under another name first, they are told.
import keras
import tensorflow as tf
from torch_compat import Adam, TorchModel, set_untracked


class Agent(TorchModel):
    def __init__(self, device):
        super().__init__()
        weight = keras.Variable(tf.zeros([2]))
        self.weight = weight
        set_untracked(self, "log_alpha", tf.Variable(tf.zeros([1])))
        set_untracked(self, "log_beta", tf.Variable(tf.ones([1])))
        gamma = keras.Variable(tf.ones([1]))
        # porter: P102 torch does not count this tensor among the parameters of the module, Keras would
        self.log_gamma = gamma
        self.optimizer = Adam([self.log_alpha, self.log_beta], lr=1e-2)


agent = Agent("cpu")
print(len(list(agent.trainable_variables)))
# findings
# modules/loose_leaves.py:14:9: P102 error torch does not count this tensor among the parameters of the module, Keras would -> make the tensor in the line that sets the attribute
