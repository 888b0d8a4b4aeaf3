"""A plot's scatter() is no tensor's, by its keywords; of plain arguments nothing is known."""

import matplotlib.pyplot as plt
import torch


def show(viewer, values, groups):
    figure = plt.figure()
    axes = figure.gca()
    axes.scatter(values.numpy(), values.numpy(), c=groups)
    axes.set_xlabel("position")
    return viewer.scatter(X=values.numpy(), opts=dict(title="values"))


def rows(table, index, source):
    return table.scatter(0, index, source)


show(None, torch.ones(3), [0, 1, 2])
# output
"""A plot's scatter() is no tensor's, by its keywords; of plain arguments nothing is known."""

import matplotlib.pyplot as plt
import tensorflow as tf
from torch_compat import scatter


def show(viewer, values, groups):
    figure = plt.figure()
    axes = figure.gca()
    axes.scatter(values.numpy(), values.numpy(), c=groups)
    axes.set_xlabel("position")
    return viewer.scatter(X=values.numpy(), opts=dict(title="values"))


def rows(table, index, source):
    return scatter(table, 0, index, source)


show(None, tf.ones([3]), [0, 1, 2])
# findings
# receivers/plots.py:16:12: N402 note where an index comes twice, the last one counts
