# told: P102
# lines: 47 50 53 56 59 62 65 68 74 103 107
"""Changed in place: parts of tuples that something else holds, too."""

import torch


class A:
    def both(self, x):
        y = x * 2
        return y, y.view(-1)

    def same(self, x):
        y = x * 2
        z = y
        return y, z

    def kept(self, x):
        y = x * 2
        self.last = y
        return y, 1

    def listed(self, x):
        y = x * 2
        return y, [y]

    def given(self, x):
        return x.view(-1), 1

    def nested(self, x):
        y = x * 2
        return (y, 1), y

    def deep(self, x):
        y = x * 2
        info = {"y": y}
        return y, info

    def viewed(self, x):
        y = x * 2
        self.last = y[0]
        return y.view(-1), 0

    def run(self, x):
        for f in (1,):
            a, b = self.both(x)
            a += 1
            print(a, b)
        c, d = self.same(x)
        c += 1
        print(c, d)
        e, _ = self.kept(x)
        e += 1
        print(e, self.last)
        g, h = self.listed(x)
        g += 1
        print(g, h)
        i, _ = self.given(x)
        i += 1
        print(i, x)
        j, k = self.nested(x)
        k += 1
        print(j, k)
        m, n = self.deep(x)
        m += 1
        print(m, n)
        o, _ = self.viewed(x)
        o += 1
        print(o, self.last)


    def learn(self, batch):
        states, rewards = batch
        rewards += 1
        return states, rewards

    def again(self):
        batch = self.both(torch.ones(2))
        self.learn(batch)
        return batch

    def loop(self):
        batch = self.both(torch.ones(2))
        return [self.learn(batch) for _ in range(2)]


A().run(torch.ones(2))
print(A().again(), A().loop())


class Weighted:
    def __init__(self):
        self.kept = torch.ones(2)

    def sample(self):
        return torch.ones(2), self.kept

    def pairs(self):
        return torch.ones(2), (torch.ones(2), self.kept)

    def learn(self, batch):
        states, rewards = batch
        rewards += 1

    def learn_states(self, batch):
        states, rewards = batch
        states += 1
        return states

    def step(self):
        batch = self.sample()
        self.learn(batch)
        _, pair = self.pairs()
        self.learn(pair)
        return self.kept

    def fresh(self):
        _, pair = self.pairs()
        return self.learn_states(pair)


print(Weighted().step(), Weighted().fresh())
