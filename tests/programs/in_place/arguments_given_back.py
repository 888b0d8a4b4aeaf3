# Functions that change their argument, and callers that read it again: they give it back.
import torch


def improve(xs, vs, new_xs, new_vs):
    good = new_vs.ge(vs)
    xs[good] = new_xs[good]
    vs[good] = new_vs[good]
    return good.sum()


best_xs = torch.zeros(4, 3)
best_vs = torch.zeros(4)
for i in range(3):
    some = torch.arange(12.0).reshape(4, 3) * i
    count = improve(best_xs, best_vs, some, some.sum(1) - 10.0 * i)
    print(int(count), best_xs.tolist(), best_vs.tolist())
    improve(best_xs, best_vs, some + 1.0, some.sum(1) + 5.0)
    print(best_xs.tolist())


def add(x, by):
    x += by


def add_twice(y):
    add(y, 1.0)
    add(y, 2.0)


def add_often(q, n):
    for _ in range(n):
        add_twice(q)
    return q.sum().item()


chained = torch.zeros(3)
total = add_often(chained, 2)
print(total, chained.tolist())
total = add_often(chained, 1)
print(total, chained.tolist())


def exchange(x, y):
    kept = x.clone()
    x.copy_(y)
    y.copy_(kept)


left = torch.zeros(2)
right = torch.ones(2)
exchange(left, right)
print(left.tolist(), right.tolist())
exchange(right, left)
print(left.tolist(), right.tolist())


def sums(x):
    x += 1.0
    return x.sum(), x.mean()


def both_sums(x):
    x += 1.0
    return x.sum(), x.mean()


summed = torch.zeros(3)
a, b = sums(summed)
print(a.item(), b.item(), summed.tolist())
both = both_sums(summed)
a, b = both_sums(summed)
print(both[0].item(), a.item(), b.item(), summed.tolist())


def ends_early(x, n):
    if n > 2:
        return n
    if n > 1:
        x *= 3.0
        return
    x += 1.0


early = torch.zeros(3)
for n in range(4):
    result = ends_early(early, n)
    print(result, early.tolist())


def by_names(scale, x=None, *, bias=0.0):
    x *= scale
    x += bias
    return


named = torch.ones(3)
by_names(2.0, x=named, bias=1.0)
by_names(x=named, scale=3.0)
print(named.tolist())


def raised(x):
    x += 1.0
    return (x.sum() +
            x.mean())  # both


def handed_on(y):
    return raised(y)


handed = torch.zeros(3)
total = handed_on(handed)
print(total.item(), handed.tolist())
out = torch.zeros(2)
for i in range(2):
    out[i] = handed_on(handed)
print(out.tolist(), handed.tolist())


def deep():
    inner = torch.zeros(3)

    def change(x):
        x += 1.0

    change(inner)
    change(inner)
    return inner


print(deep().tolist())


class First:
    def plus(self, x):
        x += 1.0


class Second(First):
    def more(self, x):
        super().plus(x)
        x *= 2.0


own = torch.zeros(3)
second = Second()
second.more(own)
second.plus(own)
print(own.tolist())


def masked(logits, mask):
    logits[~mask] = -1e8
    return torch.softmax(logits, -1)


logits = torch.ones(2, 3)
chances = masked(logits, torch.tensor([[True, False, True], [True, True, False]]))
print(chances.tolist(), logits.tolist())


def doubled(h):
    h *= 2.0


layer = torch.nn.Linear(2, 2)
torch.nn.init.constant_(layer.weight, 0.5)
torch.nn.init.constant_(layer.bias, 0.1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
for i in range(2):
    hidden = layer(torch.ones(3, 2))
    doubled(hidden)
    loss = hidden.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())


def held(x):
    x += 1.0


class Holder:
    def __init__(self):
        self.change = held

    def go(self):
        z = torch.zeros(3)
        self.change(z)
        held(z)
        print(z.tolist())


Holder().go()
