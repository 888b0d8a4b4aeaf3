# What a value is that may be a tensor or an array, its methods tell, or a later line.
import torch
import torch.nn.functional as F


def update(networks, batch: dict, rows: int):
    inputs = [batch["states"]]
    inputs.append(torch.zeros(rows, 4))
    joined = torch.cat([x.reshape(rows, -1) for x in inputs], dim=1)
    policy, critic = networks["policy"], networks["critic"]
    size = torch.load("limits.pt")["low"].size(0)
    weight = torch.load("weights.pt").mean(1)
    entropy = torch.load("weights.pt").mean()
    loss = -(critic(joined) * policy(joined)).mean() + F.relu(weight).sum()
    log = {"size": size, "entropy": entropy, "loss": torch.load("loss.pt").item()}
    return loss, log, torch.load("table.pt").tolist()


def of_a_branch(flag: bool):
    value = torch.load("a.pt").std()
    if flag:
        value = torch.load("b.pt").std()
        print(value)
    else:
        value.backward()


def newest(names: list):
    return sorted(names, key=lambda name: int(name.split("_")[1]))


def of_a_network(network: torch.nn.Module, states, optimizer: torch.optim.Optimizer):
    values = network(states)
    return values.squeeze(1), -network(states).mean()


def of_two_networks(first: torch.nn.Module, second: torch.nn.Module, states):
    return torch.min(first(states), second(states)).squeeze(1)
# output
# What a value is that may be a tensor or an array, its methods tell, or a later line.
import keras
import numpy as np
import tensorflow as tf
from torch_compat import backward, read_pickle, recording, root, smaller, unbiased_var


def update(networks, batch: dict, rows: int):
    inputs = [batch["states"]]
    inputs.append(tf.zeros([rows, 4]))
    joined = tf.concat([tf.reshape(x, [rows, -1]) for x in inputs], axis=1)
    policy, critic = networks["policy"], networks["critic"]
    size = read_pickle("limits.pt")["low"].shape[0]
    weight = tf.reduce_mean(read_pickle("weights.pt"), axis=1)
    entropy = tf.reduce_mean(it) if tf.is_tensor(it := read_pickle("weights.pt")) else it.mean()
    loss = (
        -(tf.reduce_mean(it) if tf.is_tensor(it := (critic(joined) * policy(joined))) else it.mean())
        + tf.reduce_sum(tf.nn.relu(weight))
    )
    log = {"size": size, "entropy": entropy, "loss": np.asarray(read_pickle("loss.pt")).item()}
    return loss, log, np.asarray(read_pickle("table.pt")).tolist()


def of_a_branch(flag: bool):
    with recording():
        value = root(unbiased_var(read_pickle("a.pt")))
        if flag:
            value = root(unbiased_var(it)) if tf.is_tensor(it := read_pickle("b.pt")) else it.std()
            print(value)
        else:
            backward(value)


def newest(names: list):
    return sorted(names, key=lambda name: int(name.split("_")[1]))


def of_a_network(network: keras.Layer, states, optimizer: keras.optimizers.Optimizer):
    values = network(states)
    return tf.squeeze(values, axis=1), -tf.reduce_mean(network(states))


def of_two_networks(first: keras.Layer, second: keras.Layer, states):
    return tf.squeeze(smaller(first(states), second(states)), axis=1)
# findings
# receivers/told_later.py:25:9: N403 note this update is ported as torch's autograd, in eager mode: no optimizer steps on this backward -> clear, differentiate and step in one block, on a loss that is computed there
# receivers/told_later.py:33:14: N403 note network is called in eager mode: its class is not known (also at line 34) -> pass what changes as an argument, and keep Python's own work out of forward
# receivers/told_later.py:38:22: N403 note first is called in eager mode: its class is not known -> pass what changes as an argument, and keep Python's own work out of forward
# receivers/told_later.py:38:37: N403 note second is called in eager mode: its class is not known -> pass what changes as an argument, and keep Python's own work out of forward
