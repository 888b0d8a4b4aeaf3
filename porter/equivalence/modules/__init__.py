"""One network against its port: outputs, gradients, and the first layer that differs.

`check` is the library, `command` is `porter check --module`. `find_calls` and `input_shapes` read
in the program how a network is built and called, `definitions` loads it without running the rest.
"""
