"""Rows and columns of what porter does not know: tensors, arrays, dicts, by who calls."""

import numpy as np
import torch


class Picker:
    def __init__(self, distance):
        self.distance = distance

    def pairs(self, x, found):
        mat = self.distance(x)
        for name, (rows, columns) in found.items():
            print(name, mat[rows, columns].tolist(), mat[rows, columns].shape == rows.shape)
        for row, column in found["neg"], found["pos"]:
            print([mat[i, column].tolist() for i in range(2)], mat[row].sum().item())

    def best(self, q, act):
        return q[np.arange(len(act)), act]


def batches(n):
    yield torch.arange(n)
    yield torch.arange(n) - 1


def distance(x):
    return x @ x.T


makers = {"dot": distance, "table": lambda x: {(0, 1): np.ones(2)}}
x = torch.arange(6.0).reshape(3, 2)
found = {
    "pos": (torch.tensor([0, 1]), torch.tensor([1, 2])),
    "neg": (torch.tensor([2, -1]), torch.tensor([0, 0])),
}
Picker(makers["dot"]).pairs(x, found)
print(Picker(None).best(makers["dot"](x), torch.tensor([0, 1, 0])).tolist())
print(Picker(None).best(np.arange(6).reshape(3, 2), np.array([0, 1, 0])).tolist())
for rows in batches(2):
    print(x[rows].tolist(), x[rows, 1].tolist())


class Grid:
    def __init__(self, values):
        self.values = values

    def visit(self, place, reward):
        self.values[place[0], place[1]] += reward[place[1], 0]
        self.values[place[1], place[0]] = reward[0, place[1]]
        return self.values


print(Grid(np.zeros((3, 3))).visit([0, 2], np.arange(9.0).reshape(3, 3)).tolist())
