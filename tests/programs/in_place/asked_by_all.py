from random import randrange, seed

import torch


def dropout_layers(layers, dropout):
    if dropout == 0:
        return layers
    num_layers = len(layers)
    to_drop = torch.arange(num_layers) / 10 < dropout
    if all(to_drop):
        rand_index = randrange(num_layers)
        to_drop[rand_index] = False
    layers = [layer for (layer, drop) in zip(layers, to_drop) if not drop]
    return layers


seed(1)
print(dropout_layers([1, 2, 3], 0.1), dropout_layers([1, 2, 3], 0.9))
