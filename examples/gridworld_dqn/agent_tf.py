"""Deep Q-learning on Gridworld, with experience replay and a target network."""

import argparse
import copy
import os
import random
from collections import deque

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, MSELoss, Sequential, concat, from_array, graph, one_op
from tqdm import tqdm

from gridworld import Gridworld

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--epochs", type=int, default=5000, help="games to learn from")
parser.add_argument("--games", type=int, default=1000, help="games to test on")
parser.add_argument("--mode", default="random", choices=["static", "player", "random"])
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args()

random.seed(args.seed)
np.random.seed(args.seed)
tf.random.set_seed(args.seed)

gamma = 0.9
epsilon = 1.0  # the share of random moves at first; it falls with each game
min_epsilon = 0.1
batch_size = 200
mem_size = 1000
max_moves = 50
sync_freq = 500  # steps between two copies of the network to its target
test_freq = 500  # games between two tests
learning_rate = 1e-3

model = Sequential(
    Linear(64, 150),
    keras.layers.ReLU(),
    Linear(150, 100),
    keras.layers.ReLU(),
    Linear(100, 4),
)
model2 = copy.deepcopy(model)  # the target network

loss_fn = MSELoss()
optimizer = Adam(model.trainable_variables, lr=learning_rate)


def observe(game):
    """The board as a row vector. A little noise keeps the ReLUs from dying on all those zeros."""
    return game.observe().reshape(1, 64) + np.random.rand(1, 64) / 100.0


def test_model(model, mode="random", max_moves=15):
    """Play one game greedily; whether it was won."""
    game = Gridworld(mode=mode)
    for _ in range(max_moves):
        state = from_array(observe(game), tf.float32)
        qval = graph(model)(state)
        game.move(np.argmax(qval.numpy()))
        if game.reward() != -1:
            break
    return game.reward() == 10


def win_rate(games):
    """The share of games that the network wins without exploring."""
    return sum(test_model(model, args.mode) for _ in range(games)) / games


losses = []
replay = deque(maxlen=mem_size)
steps = 0


@one_op
@tf.function
def train_body(state1_batch, action_batch, reward_batch, state2_batch, done_batch):
    with tf.GradientTape() as tape:
        Q1 = model(state1_batch)
        with tape.stop_recording():
            Q2 = model2(state2_batch)

        # The target is the reward alone where the game ended
        Y = reward_batch + gamma * ((1 - done_batch) * tf.reduce_max(Q2, axis=1))
        X = tf.squeeze(tf.gather(Q1, tf.cast(action_batch, tf.int64), batch_dims=1))
        loss = loss_fn(X, tf.stop_gradient(Y))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


@one_op
@tf.function
def call_model(state1):
    return model(state1)


for epoch in tqdm(range(args.epochs), desc="training", unit="game"):
    game = Gridworld(mode=args.mode)
    state1 = from_array(observe(game), tf.float32)
    moves = 0
    playing = True
    while playing:
        steps += 1
        moves += 1

        # Act epsilon-greedily
        qval = call_model(state1)
        qval_ = qval.numpy()
        if random.random() < epsilon:
            action = np.random.randint(0, 4)
        else:
            action = np.argmax(qval_)
        game.move(action)

        # Remember the transition
        state2 = from_array(observe(game), tf.float32)
        reward = game.reward()
        done = reward != -1
        replay.append((state1, action, reward, state2, done))
        state1 = state2

        if len(replay) > batch_size:
            minibatch = random.sample(replay, batch_size)
            state1_batch = concat([s1 for (s1, a, r, s2, d) in minibatch], axis=0)
            action_batch = tf.constant([a for (s1, a, r, s2, d) in minibatch], tf.float32)
            reward_batch = tf.constant([r for (s1, a, r, s2, d) in minibatch], tf.float32)
            state2_batch = concat([s2 for (s1, a, r, s2, d) in minibatch], axis=0)
            done_batch = from_array([d for (s1, a, r, s2, d) in minibatch], tf.float32)
            loss = train_body(state1_batch, action_batch, reward_batch, state2_batch, done_batch)
            losses.append(loss.numpy().item())

            if steps % sync_freq == 0:
                model2.set_weights(model.get_weights())

        if done or moves >= max_moves:
            playing = False

    epsilon = max(min_epsilon, epsilon - 1 / args.epochs)
    if (epoch + 1) % test_freq == 0:
        tqdm.write(f"game {epoch + 1}: win rate {win_rate(200):.1%}")

print(f"moves: {steps}, loss over the last 100 updates: {np.mean(losses[-100:]):.4f}")
print(f"win rate: {win_rate(args.games):.1%} of {args.games} games")
