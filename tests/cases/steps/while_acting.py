import torch
from torch.distributions import Categorical

env = None
log_probs = []


class Policy(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 2)
        self.log_probs = []  # of the actions taken
        self.rewards = []

    def forward(self, x):
        return torch.softmax(self.layer(x), -1)


policy = Policy()
other = Policy()
optimizer = torch.optim.Adam(policy.parameters())


def select_action(state):
    probs = policy(torch.from_numpy(state).float())
    dist = Categorical(probs)
    action = dist.sample()
    policy.log_probs.append(dist.log_prob(action))
    return action.item()


def finish_episode():
    returns = torch.tensor(policy.rewards)
    # what the actions were worth
    loss = -(torch.stack(policy.log_probs) * returns).sum()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimizer.step()
    del policy.log_probs[:], policy.rewards[:]


def finish_both():
    loss = torch.stack(policy.log_probs).sum() + torch.stack(other.log_probs).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def act(state):
    dist = Categorical(other(state))
    action = dist.sample()
    log_probs.append(dist.log_prob(action))
    return action.item()


def learn():
    loss = -torch.stack(log_probs).sum()  # a list that is no attribute
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    Adam,
    Categorical as TorchCategorical,
    Linear,
    TorchModel,
    clip_grad_norm,
    from_array,
    graph,
    tensor_of,
)

env = None
log_probs = []


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.layer = Linear(4, 2)
        self.log_probs = []  # of the actions taken
        self.tape = tf.GradientTape(persistent=True)  # records while acting, until the update
        self.rewards = []

    def call(self, x):
        return tf.nn.softmax(self.layer(x), axis=-1)


policy = Policy()
other = Policy()
optimizer = Adam(policy.trainable_variables)


def select_action(state):
    with policy.tape:
        probs = policy(from_array(state, tf.float32))
        dist = TorchCategorical(probs)
        action = dist.sample()
        policy.log_probs.append(dist.log_prob(action))
    return action.numpy().item()


def finish_episode():
    returns = tensor_of(policy.rewards)
    with policy.tape:
        # what the actions were worth
        loss = -tf.reduce_sum(tf.stack(policy.log_probs) * returns)
    grads = policy.tape.gradient(loss, optimizer.params)
    grads = clip_grad_norm(grads, 0.5)
    graph(optimizer.apply)(grads)
    policy.tape = tf.GradientTape(persistent=True)
    del policy.log_probs[:], policy.rewards[:]


def finish_both():
    loss = tf.reduce_sum(tf.stack(policy.log_probs)) + tf.reduce_sum(tf.stack(other.log_probs))
    # porter: P201 zero_grad() belongs to no update step that was ported
    optimizer.zero_grad()
    # porter: P201 where loss is computed was not found
    loss.backward()
    # porter: P201 step() belongs to no update step that was ported
    optimizer.step()


def act(state):
    dist = TorchCategorical(graph(other)(state))
    action = dist.sample()
    log_probs.append(dist.log_prob(action))
    return action.numpy().item()


def learn():
    loss = -tf.reduce_sum(tf.stack(log_probs))  # a list that is no attribute
    # porter: P201 zero_grad() belongs to no update step that was ported
    optimizer.zero_grad()
    # porter: P201 where loss is computed was not found
    loss.backward()
    # porter: P201 step() belongs to no update step that was ported
    optimizer.step()
# findings
# steps/while_acting.py:44:5: N403 note this update stays in eager mode: it learns from what was computed, step by step, while acting, and can't compute it again: log_probs is read in several places, or in none -> keep states and actions instead, and run the network on all of them in the update
# steps/while_acting.py:45:5: P201 error zero_grad() belongs to no update step that was ported
# steps/while_acting.py:46:5: P201 error where loss is computed was not found
# steps/while_acting.py:47:5: P201 error step() belongs to no update step that was ported
# steps/while_acting.py:59:5: P201 error zero_grad() belongs to no update step that was ported
# steps/while_acting.py:60:5: P201 error where loss is computed was not found
# steps/while_acting.py:61:5: P201 error step() belongs to no update step that was ported
