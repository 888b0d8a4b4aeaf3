"""An update with a minibatch: fit, and train_on_batch."""

from TFE201 import model, optimizer, states, targets

SIZE = "64-150-100-4 network, batch 32, CPU"

model.compile(optimizer=optimizer, loss="mse")
states, targets = states[:32], targets[:32]


def slow():
    model.fit(states, targets, epochs=1, verbose=0)


def fixed():
    model.train_on_batch(states, targets)
