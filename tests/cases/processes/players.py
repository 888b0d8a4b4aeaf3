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
