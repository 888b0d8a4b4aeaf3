"""Weights and optimizer state, from torch to Keras and back, by attribute path.

`pairing` finds a port's variables for torch's paths, `layers/` knows how arrays lie in either
framework, `optimizers` does the same for slots. `torch_weights` and `torch_slots` import no Keras,
so that each framework can have a process of its own.
"""
