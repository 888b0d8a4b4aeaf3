"""torch.backends: settings. An assignment to one is a call of its rule with the value."""

import tensorflow as tf

from porter.rule import Nothing, port


@port(
    "torch.backends.cudnn.deterministic", "torch.use_deterministic_algorithms",
    note="determinism is for all of TensorFlow, can't be taken back and asks for a seed",
)  # fmt: skip
def deterministic(mode) -> Nothing | Nothing:
    """Whether the same program gives the same numbers again. Once on, it stays on.

    Not proven: it would change every test that runs after it.
    """
    if mode:
        return tf.config.experimental.enable_op_determinism()
    return None


@port("torch.backends.cudnn.benchmark", note="TensorFlow chooses the fastest convolutions itself")
def benchmark(mode) -> Nothing:
    """Whether cuDNN measures which algorithm is fastest: no numbers depend on it.

    Not proven: it is dropped.
    """
    del mode
    return None
