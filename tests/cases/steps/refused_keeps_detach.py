import torch
import torch.nn as nn
net = nn.Linear(2, 2)
opt = torch.optim.Adam(net.parameters(), lr=0.1)
class Buf:
    def __init__(self): self.logp = []
buf = Buf()
def act(x):
    d = torch.distributions.Categorical(logits=net(x))
    a = d.sample()
    buf.logp.append(d.log_prob(a))
    return a
def learn(adv):
    log_probs = torch.stack(buf.logp)
    loss = -(adv.detach() * log_probs).mean() + log_probs.detach().mean() * log_probs.mean()
    loss.backward(retain_graph=torch.rand(1).item() > 2)
    opt.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
import torch
from torch_compat import Adam, Categorical, Linear, graph
net = Linear(2, 2)
opt = Adam(net.trainable_variables, lr=0.1)
class Buf:
    def __init__(self): self.logp = []
buf = Buf()
def act(x):
    d = Categorical(logits=graph(net, taped=True)(x))
    a = d.sample()
    buf.logp.append(d.log_prob(a))
    return a
def learn(adv):
    log_probs = tf.stack(buf.logp)
    loss = (
        -tf.reduce_mean(tf.stop_gradient(adv) * log_probs)
        + tf.reduce_mean(tf.stop_gradient(log_probs)) * tf.reduce_mean(log_probs)
    )
    # porter: P201 where loss is computed was not found
    loss.backward(retain_graph=torch.rand(1).item() > 2)
    # porter: P201 step() belongs to no update step that was ported
    opt.step()
# findings
# steps/refused_keeps_detach.py:16:5: N402 note retain_graph: gradients flow through what this step computes, no further
# steps/refused_keeps_detach.py:16:5: P201 error where loss is computed was not found
# steps/refused_keeps_detach.py:17:5: P201 error step() belongs to no update step that was ported
