import torch


def attribute(x, parts, wants):
    with torch.no_grad():
        y = x * 2
        delta = None
        if wants:
            delta = torch.cat(parts, dim=0)
    return y, delta


x = torch.ones(2, requires_grad=True)
y, d = attribute(x, [torch.ones(1), torch.zeros(1)], True)
print(y.tolist(), d.tolist())
y, d = attribute(x, [], False)
print(y.tolist(), d)


def first(items):
    with torch.no_grad():
        found = None
        for i in items:
            if i.sum() > 1:
                found = i
                break
    return found


print(first([torch.ones(1), torch.ones(2)]).tolist(), first([torch.ones(1)]))
