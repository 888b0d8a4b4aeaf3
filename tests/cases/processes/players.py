import argparse

import torch
import torch.multiprocessing as mp  # queues
import torch.nn as nn

STEPS = 3


class Policy(nn.Module):
    def __init__(self, size, actions=2):
        super().__init__()
        self.fc = nn.Linear(size, actions)

    def forward(self, x):
        return self.fc(x)


def act(policy, state):
    with torch.no_grad():
        return policy(torch.from_numpy(state).float()).argmax().item()


def play(rank, policy, rollouts, more, args):
    """With a copy of the weights, from rollout to rollout."""
    copied = Policy(4)
    while more.get():
        copied.load_state_dict(policy.state_dict())
        states = torch.ones(STEPS, 4) * args.scale
        actions = [act(policy, state.numpy()) for state in states]
        rollouts.put((rank, actions, copied(states).sum().item()))


class Learner:
    def __init__(self, policy):
        self.policy = policy
        self.optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)

    def update(self, actions):
        states = torch.ones(STEPS, 4)
        chosen = self.policy(states).gather(1, torch.tensor(actions).unsqueeze(1))
        loss = chosen.pow(2).mean() + self.policy(states).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main(args):
    policy, total = Policy(4, actions=2), 0.0
    policy.share_memory()
    learner = Learner(policy)
    rollouts, more = mp.Queue(), mp.Queue()
    player = mp.Process(target=play, args=(0, policy, rollouts, more, args), daemon=True)
    player.start()
    for _ in range(5):
        more.put(True)
        rank, actions, told = rollouts.get()
        mine = policy(torch.ones(STEPS, 4) * args.scale).sum().item()
        print(rank, actions, f"{told:.6f}", f"{mine:.6f}")
        total += learner.update(actions)
    for param in policy.parameters():
        param.data.fill_(0.5)
    more.put(True)
    print(*rollouts.get(), f"{total:.6f}")
    more.put(False)
    player.join()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=float, default=1.0)
    main(parser.parse_args())
# output
import argparse
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
import multiprocessing  # queues
from torch_compat import SGD, Linear, SharedModel, from_array, graph, one_op, tensor_of

mp = multiprocessing.get_context("forkserver")  # a copy of what runs TensorFlow may hang
mp.set_forkserver_preload(["tensorflow"])

STEPS = 3


class Policy(SharedModel):
    def __init__(self, size, actions=2):
        super().__init__()
        self.fc = Linear(size, actions)

    def call(self, x):
        return self.fc(x)


def act(policy, state):
    return graph(policy)(from_array(state, tf.float32)).numpy().argmax().item()


def play(rank, policy, rollouts, more, args):
    """With a copy of the weights, from rollout to rollout."""
    copied = Policy(4)

    @one_op
    @tf.function
    def call_copied(states):
        return copied(states)

    while more.get():
        copied.set_weights(policy.get_weights())
        states = tf.ones([STEPS, 4]) * args.scale
        actions = [act(policy, state.numpy()) for state in states]
        rollouts.put((rank, actions, tf.reduce_sum(call_copied(states)).numpy().item()))


class Learner:
    def __init__(self, policy):
        self.policy = policy
        self.optimizer = SGD(policy.trainable_variables, lr=0.1)

    def update(self, actions):
        loss = self._update_body(actions)
        SharedModel.publish()
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, actions):
        states = tf.ones([STEPS, 4])
        with tf.GradientTape() as tape:
            chosen = tf.experimental.numpy.take_along_axis(
                self.policy(states), tf.expand_dims(tensor_of(actions), axis=1), 1
            )
            loss = tf.reduce_mean(tf.square(chosen)) + tf.reduce_mean(self.policy(states))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


def main(args):
    policy, total = Policy(4, actions=2), 0.0
    policy.share_memory()
    learner = Learner(policy)
    rollouts, more = mp.Queue(), mp.Queue()
    player = mp.Process(target=play, args=(0, policy, rollouts, more, args), daemon=True)
    player.start()

    @one_op
    @tf.function
    def call_policy(x):
        return policy(x)

    for _ in range(5):
        more.put(True)
        rank, actions, told = rollouts.get()
        mine = tf.reduce_sum(call_policy(tf.ones([STEPS, 4]) * args.scale)).numpy().item()
        print(rank, actions, f"{told:.6f}", f"{mine:.6f}")
        total += learner.update(actions)
    for param in policy.trainable_variables:
        param.assign(tf.fill(param.shape, 0.5))
    SharedModel.publish()
    more.put(True)
    print(*rollouts.get(), f"{total:.6f}")
    more.put(False)
    player.join()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=float, default=1.0)
    main(parser.parse_args())
# findings
# processes/players.py:54:14: N402 note workers start afresh: each imports this file, and what it gets is pickled
