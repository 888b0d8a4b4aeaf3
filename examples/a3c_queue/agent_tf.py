"""Asynchronous advantage actor-critic (Mnih et al., 2016) with a queue, on CartPole.

Workers play with the shared network and put what they saw into a queue; the learner takes it out,
one rollout after the other, and updates the network that they all share.
"""

import argparse
import os
import queue
import time

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import gymnasium as gym
import numpy as np
import tensorflow as tf
import multiprocessing
from torch_compat import (
    Adam,
    Categorical,
    Linear,
    SharedModel,
    clip_grad_norm,
    from_array,
    grads_of,
    one_op,
)

mp = multiprocessing.get_context("forkserver")  # a copy of what runs TensorFlow may hang
mp.set_forkserver_preload(["tensorflow"])


class ActorCritic(SharedModel):
    """A policy's logits and a state's value, from one hidden layer."""

    def __init__(self, state_dim, action_dim, hidden=128):
        super().__init__()
        self.hidden = Linear(state_dim, hidden)
        self.policy = Linear(hidden, action_dim)
        self.value = Linear(hidden, 1)

    def call(self, state):
        x = tf.tanh(self.hidden(state))
        return self.policy(x), tf.squeeze(self.value(x), axis=-1)


@one_op
@tf.function
def act_body(network, state):
    logits, _ = network(state)
    action = Categorical(logits=logits).sample()
    return action


def act(network, state):
    """An action, drawn from the policy."""
    action = act_body(network, from_array(state[np.newaxis], tf.float32))
    return action.numpy().item()


class Player:
    """Plays one game after the other."""

    def __init__(self, network, env, seed):
        self.network = network
        self.env = env
        self.state, _ = env.reset(seed=seed)
        self.played = 0.0

    def rollout(self, steps):
        """What was seen in so many steps, the state behind them, returns of games that ended."""
        states, actions, rewards, dones, finished = [], [], [], [], []
        for _ in range(steps):
            action = act(self.network, self.state)
            next_state, reward, terminated, truncated, _ = self.env.step(action)
            states.append(self.state)
            actions.append(action)
            rewards.append(reward)
            dones.append(terminated)
            self.state = next_state
            self.played += reward
            if terminated or truncated:
                finished.append(self.played)
                self.played = 0.0
                self.state, _ = self.env.reset()
        seen = np.array(states), np.array(actions), np.array(rewards), np.array(dones)
        return *seen, self.state, finished


def worker(rank, network, rollouts, stop, args):
    """Play until told to stop; every `args.steps` steps go into the queue."""
    tf.random.set_seed(args.seed + 1 + rank)
    player = Player(network, gym.make(args.env), args.seed + rank)
    while not stop.is_set():
        rollouts.put(player.rollout(args.steps))


class Learner:
    """Updates the shared network from one rollout at a time."""

    def __init__(self, network, args):
        self.network = network
        self.optimizer = Adam(network.trainable_variables, lr=args.lr)
        self.discount = args.discount
        self.entropy = args.entropy

    def returns(self, rewards, dones, last_state):
        """The discounted returns, bootstrapped with the value of the last state."""
        _, value = self._call_network(from_array(last_state[np.newaxis], tf.float32))
        value = value.numpy().item()
        found = np.zeros(len(rewards), dtype=np.float32)
        for t in reversed(range(len(rewards))):
            value = rewards[t] + self.discount * value * (1.0 - dones[t])
            found[t] = value
        return found

    @one_op
    @tf.function
    def _call_network(self, state):
        return self.network(state)

    def update(self, states, actions, rewards, dones, last_state):
        returns = from_array(self.returns(rewards, dones, last_state))
        states = from_array(states, tf.float32)
        actions = from_array(actions, tf.int64)
        loss = self._update_body(states, actions, returns)
        SharedModel.publish()
        return loss.numpy().item()

    @one_op
    @tf.function
    def _update_body(self, states, actions, returns):
        with tf.GradientTape() as tape:
            logits, values = self.network(states)
            log_probs = tf.nn.log_softmax(logits, axis=1)
            advantages = returns - tf.stop_gradient(values)
            chosen = tf.gather(log_probs, actions, batch_dims=1)
            entropy = -tf.reduce_mean(tf.reduce_sum(tf.exp(log_probs) * log_probs, axis=1))
            policy_loss = -tf.reduce_mean(chosen * advantages)
            loss = (
                policy_loss
                + 0.5 * tf.reduce_mean(tf.square(values - returns))
                - self.entropy * entropy
            )

        grads = tape.gradient(loss, self.optimizer.params)
        grads = clip_grad_norm(
            grads,
            0.5,
            some=grads_of(self.network.trainable_variables, self.optimizer.params, grads),
        )
        self.optimizer.apply(grads)
        return loss


def take(rollouts, workers):
    """The next rollout; raises RuntimeError if a worker has died."""
    while True:
        try:
            return rollouts.get(timeout=1.0)
        except queue.Empty:
            dead = [w.name for w in workers if w.exitcode not in (None, 0)]
            if dead:
                raise RuntimeError(f"{', '.join(dead)} died") from None


def train(learner, next_rollout, updates):
    """Update from one rollout after the other, and print what the players reach."""
    returns, start = [], time.perf_counter()
    for update in range(1, updates + 1):
        *rollout, finished = next_rollout()
        learner.update(*rollout)
        returns += finished
        if update % 500 == 0:
            rate = update / (time.perf_counter() - start)
            average = np.mean(returns[-50:])
            print(f"update {update}: average return {average:.1f}, {rate:.0f} updates/s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="CartPole-v1")
    parser.add_argument("--updates", type=int, default=5000)
    parser.add_argument("--workers", type=int, default=2, help="0: the learner plays itself")
    parser.add_argument("--steps", type=int, default=20, help="of a rollout")
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    tf.random.set_seed(args.seed)

    env = gym.make(args.env)
    network = ActorCritic(env.observation_space.shape[0], int(env.action_space.n))
    network.share_memory()
    learner = Learner(network, args)
    if args.workers == 0:
        player = Player(network, env, args.seed)
        train(learner, lambda: player.rollout(args.steps), args.updates)
        return

    rollouts, stop = mp.Queue(maxsize=2 * args.workers), mp.Event()
    workers = [
        mp.Process(target=worker, args=(rank, network, rollouts, stop, args), daemon=True)
        for rank in range(args.workers)
    ]
    for process in workers:
        process.start()
    train(learner, lambda: take(rollouts, workers), args.updates)

    # What is still in the queue is taken out, so that no worker waits for room in it
    stop.set()
    while any(process.is_alive() for process in workers):
        try:
            rollouts.get(timeout=0.1)
        except queue.Empty:
            continue
    for process in workers:
        process.join()


if __name__ == "__main__":
    main()
