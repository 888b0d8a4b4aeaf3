import random
import torch
import torch.nn as nn
import queue

torch.manual_seed(0)


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        with torch.no_grad():
            self.net.weight.fill_(0.1)
            self.net.bias.fill_(0.2)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.texts = ["1", "2", "x", "4", "y", "6"]
        self.table = {0: 1.0, 1: 2.0, 3: 1.0, 5: 0.5}
        self.log = []
        self.q = queue.Queue()
        self.q.put(1.0)
        self.q.put(2.0)
        self.it = iter([1.0, 2.0, 3.0])

    def note(self, k):
        self.log.append(next(self.it))

    def update(self, x, y, k):
        loss = (self.net(x) - y).pow(2).mean()
        self.opt.zero_grad()
        self.note(k)
        loss.backward()
        self.opt.step()
        return loss.item()


agent = Agent()
skipped = 0
for k in range(6):
    x = torch.full((4, 3), 0.1 * k + 0.3)
    y = torch.full((4, 1), 1.0)
    try:
        print(round(agent.update(x, y, k), 5))
    except StopIteration:
        skipped += 1
print(skipped, [round(v, 5) for v in agent.net.weight.detach().view(-1).tolist()], agent.log)
