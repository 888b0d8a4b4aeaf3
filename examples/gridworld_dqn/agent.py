"""Deep Q-learning on Gridworld, with experience replay and a target network."""

import argparse
import copy
import random
from collections import deque

import numpy as np
import torch
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
torch.manual_seed(args.seed)

gamma = 0.9
epsilon = 1.0  # the share of random moves at first; it falls with each game
min_epsilon = 0.1
batch_size = 200
mem_size = 1000
max_moves = 50
sync_freq = 500  # steps between two copies of the network to its target
test_freq = 500  # games between two tests
learning_rate = 1e-3

model = torch.nn.Sequential(
    torch.nn.Linear(64, 150),
    torch.nn.ReLU(),
    torch.nn.Linear(150, 100),
    torch.nn.ReLU(),
    torch.nn.Linear(100, 4),
)
model2 = copy.deepcopy(model)  # the target network

loss_fn = torch.nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate)


def observe(game):
    """The board as a row vector. A little noise keeps the ReLUs from dying on all those zeros."""
    return game.observe().reshape(1, 64) + np.random.rand(1, 64) / 100.0


def test_model(model, mode="random", max_moves=15):
    """Play one game greedily; whether it was won."""
    game = Gridworld(mode=mode)
    for _ in range(max_moves):
        state = torch.from_numpy(observe(game)).float()
        qval = model(state)
        game.move(np.argmax(qval.data.numpy()))
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
    state1 = torch.from_numpy(observe(game)).float()
    moves = 0
    playing = True
    while playing:
        steps += 1
        moves += 1

        # Act epsilon-greedily
        qval = model(state1)
        qval_ = qval.data.numpy()
        if random.random() < epsilon:
            action = np.random.randint(0, 4)
        else:
            action = np.argmax(qval_)
        game.move(action)

        # Remember the transition
        state2 = torch.from_numpy(observe(game)).float()
        reward = game.reward()
        done = reward != -1
        replay.append((state1, action, reward, state2, done))
        state1 = state2

        if len(replay) > batch_size:
            minibatch = random.sample(replay, batch_size)
            state1_batch = torch.cat([s1 for (s1, a, r, s2, d) in minibatch])
            action_batch = torch.Tensor([a for (s1, a, r, s2, d) in minibatch])
            reward_batch = torch.Tensor([r for (s1, a, r, s2, d) in minibatch])
            state2_batch = torch.cat([s2 for (s1, a, r, s2, d) in minibatch])
            done_batch = torch.Tensor([d for (s1, a, r, s2, d) in minibatch])

            Q1 = model(state1_batch)
            with torch.no_grad():
                Q2 = model2(state2_batch)

            # The target is the reward alone where the game ended
            Y = reward_batch + gamma * ((1 - done_batch) * torch.max(Q2, dim=1)[0])
            X = Q1.gather(dim=1, index=action_batch.long().unsqueeze(dim=1)).squeeze()
            loss = loss_fn(X, Y.detach())
            optimizer.zero_grad()
            loss.backward()
            losses.append(loss.item())
            optimizer.step()

            if steps % sync_freq == 0:
                model2.load_state_dict(model.state_dict())

        if done or moves >= max_moves:
            playing = False

    epsilon = max(min_epsilon, epsilon - 1 / args.epochs)
    if (epoch + 1) % test_freq == 0:
        tqdm.write(f"game {epoch + 1}: win rate {win_rate(200):.1%}")

print(f"moves: {steps}, loss over the last 100 updates: {np.mean(losses[-100:]):.4f}")
print(f"win rate: {win_rate(args.games):.1%} of {args.games} games")
