"""Rows of data that nothing is known of, and moves that leave nothing to do."""

import sys

import gymnasium as gym
import numpy as np
import torch


def collect(envs, steps, device):
    rewards = torch.zeros((steps, envs.num)).to(device)
    costs = torch.zeros((steps, envs.num), dtype=torch.float64).to(device)
    lengths = torch.zeros(steps)
    noise = torch.zeros(steps, 2)
    gains = torch.zeros(steps, 3)
    players = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1")] * 3)
    whole = torch.zeros(steps, 2)
    for step in range(steps):
        reward, cost, length = envs.step()
        rewards[step] = torch.tensor(reward).to(device).view(-1)
        costs[step] = torch.tensor(cost).to(device).view(-1)
        lengths[step] = torch.tensor(length)
        _, gain, _, _, _ = players.step(np.zeros(3, int))
        gains[step] = torch.tensor(gain).to(device).view(-1)
        noise[step] = torch.from_numpy(np.random.rand(2))
        whole[step] = torch.as_tensor(np.random.rand(2) * 9, dtype=torch.int64)
    print(rewards.mean(), costs.mean(), lengths.mean(), gains.mean(), noise.mean(), whole.mean())


def moved(data, target, device):
    data, target = torch.relu(data), torch.relu(target)
    data, target = data.to(device), target.to(device)
    target, data = data.to(device), target.to(device)
    return data - target


collect(sys.modules["envs"].make(), 4, torch.device("cpu"))
# output
"""Rows of data that nothing is known of, and moves that leave nothing to do."""

import sys

import gymnasium as gym
import numpy as np
import tensorflow as tf
from torch_compat import from_array, tensor_of


def collect(envs, steps, device):
    rewards = np.zeros((steps, envs.num), np.float32)
    costs = np.zeros((steps, envs.num), np.float64)
    lengths = np.zeros([steps], np.float32)
    noise = np.zeros([steps, 2], np.float32)
    gains = np.zeros([steps, 3], np.float32)
    players = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1")] * 3)
    whole = np.zeros([steps, 2], np.float32)
    for step in range(steps):
        reward, cost, length = envs.step()
        rewards[step] = np.reshape(reward, -1)
        costs[step] = tf.reshape(tensor_of(cost), [-1])
        lengths[step] = tf.squeeze(tensor_of(length))
        _, gain, _, _, _ = players.step(np.zeros(3, int))
        gains[step] = np.reshape(gain, -1)
        noise[step] = np.random.rand(2)
        whole[step] = from_array(np.random.rand(2) * 9, tf.int64)
    print(
        tf.reduce_mean(rewards),
        tf.reduce_mean(costs),
        tf.reduce_mean(lengths),
        tf.reduce_mean(gains),
        tf.reduce_mean(noise),
        tf.reduce_mean(whole),
    )


def moved(data, target, device):
    data, target = tf.nn.relu(data), tf.nn.relu(target)
    target, data = data, target
    return data - target


collect(sys.modules["envs"].make(), 4, "cpu")
