"""The same agent as its author first moved it to TensorFlow: every line in eager mode.

It learns as well, but a move takes longer by far: `predict` for one board, an index loop over the
batch, an update that is no graph. `porter lint naive_tf.py` tells; agent_tf.py is what porter writes.
"""

import argparse
import random
from collections import deque

import numpy as np
import tensorflow as tf
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

model = tf.keras.Sequential(
    [
        tf.keras.Input((64,)),
        tf.keras.layers.Dense(150, activation="relu"),
        tf.keras.layers.Dense(100, activation="relu"),
        tf.keras.layers.Dense(4),
    ]
)
model2 = tf.keras.models.clone_model(model)  # the target network
model2.set_weights(model.get_weights())

loss_fn = tf.keras.losses.MSE
optimizer = tf.keras.optimizers.Adam(learning_rate)


def observe(game):
    """The board as a row vector. A little noise keeps the ReLUs from dying on all those zeros."""
    return game.observe().reshape(1, 64) + np.random.rand(1, 64) / 100.0


def test_model(model, mode="random", max_moves=15):
    """Play one game greedily; whether it was won."""
    game = Gridworld(mode=mode)
    for _ in range(max_moves):
        qval = model.predict(observe(game), verbose=0)
        game.move(np.argmax(qval))
        if game.reward() != -1:
            break
    return game.reward() == 10


def win_rate(games):
    """The share of games that the network wins without exploring."""
    return sum(test_model(model, args.mode) for _ in range(games)) / games


losses = []
replay = deque(maxlen=mem_size)
steps = 0
for epoch in tqdm(range(args.epochs), desc="training", unit="game"):
    game = Gridworld(mode=args.mode)
    state1 = observe(game)
    moves = 0
    playing = True
    while playing:
        steps += 1
        moves += 1

        # Act epsilon-greedily
        qval = model.predict(state1, verbose=0)
        if random.random() < epsilon:
            action = np.random.randint(0, 4)
        else:
            action = np.argmax(qval)
        game.move(action)

        # Remember the transition
        state2 = observe(game)
        reward = game.reward()
        done = reward != -1
        replay.append((state1, action, reward, state2, done))
        state1 = state2

        if len(replay) > batch_size:
            minibatch = random.sample(replay, batch_size)
            state1_batch = np.array([s1 for (s1, a, r, s2, d) in minibatch]).reshape(-1, 64)
            action_batch = np.array([a for (s1, a, r, s2, d) in minibatch])
            reward_batch = np.float32([r for (s1, a, r, s2, d) in minibatch])
            state2_batch = np.array([s2 for (s1, a, r, s2, d) in minibatch]).reshape(-1, 64)
            done_batch = np.array([d for (s1, a, r, s2, d) in minibatch]).astype(np.float32)

            Q2 = model2(state2_batch)
            with tf.GradientTape() as tape:
                Q1 = model(state1_batch)
                Y = reward_batch + gamma * ((1 - done_batch) * tf.math.reduce_max(Q2, axis=1))
                X = [Q1[i][action_batch[i]] for i in range(len(action_batch))]
                loss = loss_fn(X, Y)
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
            losses.append(float(loss))

            if steps % sync_freq == 0:
                model2.set_weights(model.get_weights())

        if done or moves >= max_moves:
            playing = False

    epsilon = max(min_epsilon, epsilon - 1 / args.epochs)
    if (epoch + 1) % test_freq == 0:
        tqdm.write(f"game {epoch + 1}: win rate {win_rate(200):.1%}")

print(f"moves: {steps}, loss over the last 100 updates: {np.mean(losses[-100:]):.4f}")
print(f"win rate: {win_rate(args.games):.1%} of {args.games} games")
