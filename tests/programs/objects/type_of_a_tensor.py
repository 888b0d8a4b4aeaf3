import torch


def number(value):
    if type(value) == torch.Tensor:
        value = value.item()
    return value + 1


def kinds(*values):
    return [type(v) is not torch.Tensor for v in values]


print(number(3), number(torch.ones(1)))
print(kinds(3, torch.ones(2), [1.0], torch.ones(1, dtype=torch.long)))
print(sorted(name for name, v in {"a": torch.ones(1), "b": 2}.items() if torch.Tensor == type(v)))
