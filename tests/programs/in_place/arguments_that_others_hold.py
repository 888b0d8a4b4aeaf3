# told: P102
# lines: 10 20 30 41 51 61 75 78 99 102 113 125 135 136 146 156 169 184 193 205 220 229 241 251 261 280
# Functions that change their argument, which others hold or which can't be bound again.
import torch
from contextlib import suppress
from functools import partial


def to_other_name(x):
    x += 1.0


z = torch.zeros(3)
w = z
to_other_name(z)
print(w.tolist(), z.tolist())


def to_view(x):
    x += 1.0


z = torch.zeros(3)
v = z[:2]
to_view(z)
print(v.tolist(), z.tolist())


def beside_view(x, y):
    x += 1.0
    return y.sum()


z = torch.zeros(3)
y = z[:2]
n = beside_view(z, y)
print(n.item(), z.tolist())


def in_list(x):
    x += 1.0


z = torch.zeros(3)
keep = [z]
in_list(z)
print(keep[0].tolist(), z.tolist())


def reads_global(x):
    x += 1.0
    return best.sum()


best = torch.zeros(3)
n = reads_global(best)
print(n.item(), best.tolist())


def called_by(x):
    x += 1.0


def run(f, x):
    f(x)


z = torch.zeros(3)
run(called_by, z)
called_by(z)
print(z.tolist())


def raises(x, n):
    x += 1.0
    if n > 1:
        raise ValueError
    x += 1.0


def between(y, n):
    raises(y, n)


def tries():
    z = torch.zeros(3)
    for n in range(4):
        try:
            between(z, n)
        except ValueError:
            pass
    print(z.tolist())


tries()


def raises_too(x, n):
    x += 1.0
    if n > 1:
        raise ValueError
    x += 1.0


z = torch.zeros(3)
for n in range(4):
    with suppress(ValueError):
        raises_too(z, n)
print(z.tolist())


def of_numbers(x):
    x += 1.0
    return x


z = torch.zeros(3)
n = 1.0
of_numbers(z)
of_numbers(n)
print(z.tolist(), n)


def of_items(x):
    x += 1.0


zs = [torch.zeros(3), torch.ones(2)]
for z in zs:
    of_items(z)
print([z.tolist() for z in zs])


def of_the_same(x, y):
    x += 1.0
    y += 2.0


z = torch.zeros(3)
of_the_same(z, z)
print(z.tolist())


def yields(x):
    for i in range(3):
        x += 1.0
        yield i


z = torch.zeros(3)
for i in yields(z):
    print(i, z.tolist())


def gives_view(x):
    x += 1.0
    return x[0]


z = torch.zeros(3)
k = gives_view(z)
gives_view(z)
print(k.item(), z.tolist())


def bound_in_a_branch(x, flag):
    if flag:
        x = x * 2.0
    x += 1.0
    return x.sum()


z = torch.zeros(3)
n = bound_in_a_branch(z, True)
n = bound_in_a_branch(z, False)
print(n.item(), z.tolist())


class Holder:
    def __init__(self):
        self.z = torch.zeros(3)

    def of_attribute(self, x):
        x += 1.0
        return self.z.sum()

    def go(self):
        n = self.of_attribute(self.z)
        print(n.item(), self.z.tolist())

    def stored(self, x):
        self.last = x
        x += 1.0


holder = Holder()
holder.go()
z = torch.zeros(3)
holder.stored(z)
holder.stored(z)
print(holder.last.tolist(), z.tolist())


def of_partial(x):
    x += 1.0


z = torch.zeros(3)
of_partial(z)
partial(of_partial, z)()
print(z.tolist())


def of_a_global():
    inside(top)
    print(top.tolist())


def inside(x):
    x += 1.0


top = torch.zeros(3)
of_a_global()
print(top.tolist())


def of_either(x):
    x += 1.0


a = torch.zeros(3)
b = torch.ones(3)
for i in range(3):
    c = a if i % 2 else b
    of_either(c)
print(a.tolist(), b.tolist())


def of_text(x):
    x += 1.0


z = torch.zeros(3)
of_text(z)
globals()["of_text"](z)
print(z.tolist())


def in_a_head(x):
    x += 1.0
    return x.sum() < 10


z = torch.zeros(3)
while in_a_head(z):
    print(z.tolist())


def in_a_closure(x):
    x += 1.0


def make():
    z = torch.zeros(3)

    def read():
        return z.sum().item()

    in_a_closure(z)
    in_a_closure(z)
    return read


print(make()())


class Agent:
    def of_buffer(self, rewards):
        rewards *= 2.0
        return rewards.sum()

    def update(self, buffer):
        states, rewards = buffer
        return self.of_buffer(rewards) + states.sum()


items = (torch.zeros(3), torch.ones(3))
print(Agent().update(items).item(), items[1].tolist())
