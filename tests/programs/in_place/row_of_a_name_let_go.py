"""A row is changed through another name, and nobody reads the whole again."""

import torch

torch.manual_seed(0)


def plan(scores: torch.Tensor, turns: int, noisy: bool):
    mean = torch.zeros(3, 2)
    actions = scores
    for _ in range(turns):
        actions = torch.tanh(mean + scores)
        mean, spread = 0.5 * mean + actions, actions.std(0)
    actions = actions[:, [1, 0]]
    previous = mean
    mean, spread = actions[0], spread * 2
    chosen = mean
    if noisy:
        chosen += spread
    return chosen, previous


def in_turn(rows: torch.Tensor):
    found = []
    for row in range(3):
        doubled = rows * 2.0
        print(doubled.sum().item())
        part = doubled[row]
        part -= 1.0
        found.append(part)
    return found


scores = torch.tensor([[0.1, -0.2], [0.7, 0.3], [-0.4, 0.9]])
for noisy in (True, False):
    chosen, previous = plan(scores, 2, noisy)
    print(chosen.tolist(), previous.tolist())
print([part.tolist() for part in in_turn(scores)], scores.tolist())
