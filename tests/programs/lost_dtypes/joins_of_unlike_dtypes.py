import torch


def embed(obs):
    if isinstance(obs, torch.Tensor):
        return obs.float().flatten()
    if isinstance(obs, dict):
        return torch.cat([embed(v) for v in obs.values()])
    if isinstance(obs, (list, tuple)):
        return torch.cat([embed(o) for o in obs])
    return torch.tensor([obs])


print(embed({"a": torch.ones(2), "n": 3, "v": (0.5, 2)}).tolist())


def parts(x):
    return [x, x > 0, torch.arange(2)]


print(torch.cat(parts(torch.tensor([1.0, -1.0]))).tolist())


def gen():
    yield torch.ones(2)
    yield torch.tensor([1, 2])


print(torch.cat(list(gen())).tolist(), torch.stack([*gen()]).tolist())
buf = []
for k in (1, 2.5, True):
    buf.append(torch.tensor([k]))
print(torch.cat(buf).tolist())


def cat(*xs):
    return torch.cat(xs, -1)


print(
    cat(torch.ones(1), torch.tensor([2])).tolist(), cat(torch.tensor([1]), torch.tensor([2])).dtype
)
fns = {"a": lambda x: x.long(), "b": lambda x: x * 0.5}
print(torch.cat([f(torch.ones(2)) for f in fns.values()]).tolist())
