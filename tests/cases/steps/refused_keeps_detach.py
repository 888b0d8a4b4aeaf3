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
from torch_compat import Adam, Categorical, Linear, graph, step
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
    # porter: P201 a gradient of this loss goes through buf.logp: it is computed where nothing is known to be recorded
    loss.backward(retain_graph=torch.rand(1).item() > 2)
    step(opt)
# findings
# steps/refused_keeps_detach.py:16:5: N403 note this update is ported as torch's autograd, in eager mode: where loss is computed was not found -> clear, differentiate and step in one block, on a loss that is computed there
# steps/refused_keeps_detach.py:16:5: P201 error a gradient of this loss goes through buf.logp: it is computed where nothing is known to be recorded -> compute it in the function that calls backward(), or detach() it
