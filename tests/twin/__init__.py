"""Twin runs: an original and its port, from the same weights, batches and random numbers.

`torch_side` runs the original and records its state before every update; `tf_side` runs the port
against that record. Each has a process of its own: set-ups of the two frameworks don't mix, and
their thread pools don't compete. `harness` starts them and is what tests use.
"""
