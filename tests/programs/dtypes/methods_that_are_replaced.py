import torch


class Replay:
    def sample(self, n):
        return torch.ones(n, 2)


class Rows:
    def sample(self, n):
        return torch.ones(n, 2)


class Agent:
    def __init__(self, replay):
        self.replay = replay

    def look(self):
        x = self.replay.sample(2)
        return (x.float() * 0.5).sum().item() + (x * 0.1).sum().item() + x.numel()


class Other:
    def __init__(self):
        self.rows = Rows()

    def look(self):
        x = self.rows.sample(2)
        return (x.float() * 0.5).sum().item() + (x * 0.1).sum().item() + x.numel()


agent = Agent(Replay())
print(round(agent.look(), 4))
agent.replay.sample = lambda n: torch.arange(2 * n).view(n, 2)
print(round(agent.look(), 4))

other = Other()
print(round(other.look(), 4))
old = Rows.sample
Rows.sample = lambda self, n: old(self, n).long()
print(round(other.look(), 4))
