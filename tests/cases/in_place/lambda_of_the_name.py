import gymnasium as gym
import numpy as np
import torch


def make_env():
    env = gym.make("Pendulum-v1")
    return gym.wrappers.TransformObservation(env, lambda obs: np.clip(obs, -10, 10), None)


env = make_env()
obs = torch.zeros((8, 3))
state, _ = env.reset()
for step in range(8):
    obs[step] = torch.from_numpy(state)
    state, _, _, _, _ = env.step(env.action_space.sample())
print(obs.mean(0))
# output
import gymnasium as gym
import numpy as np
import tensorflow as tf
from torch_compat import from_array


def make_env():
    env = gym.make("Pendulum-v1")
    return gym.wrappers.TransformObservation(env, lambda obs: np.clip(obs, -10, 10), None)


env = make_env()
obs = np.zeros((8, 3), np.float32)
state, _ = env.reset()
for step in range(8):
    obs[step] = from_array(state)
    state, _, _, _, _ = env.step(env.action_space.sample())
print(tf.reduce_mean(obs, axis=0))
