"""A text keeps nothing of what is put into it: the tensor may change in place behind that."""

import torch


def search(gradient, step, loss):
    expected = (gradient * step).sum(0, keepdim=True)
    told = []
    fraction = 1.0
    for turn in range(10):
        expected *= fraction
        told.append("turn {}: expected {:.3f} of {:.2f}".format(turn, expected[0], loss))
        told.append("%.3f" % expected[0])
        told.append(f"{expected[0]:.3f}")
        if loss / expected > 0.5:
            break
        fraction *= 0.5
    return told, fraction


print(search(torch.ones(3), torch.full((3,), 4.0), torch.tensor(0.9)))
