"""torch.nn.functional and its like: activations as functions. Each body is a template."""

import tensorflow as tf

from porter.rule import SameShape, Tensor, Unsupported, port


@port("torch.relu", "torch.nn.functional.relu", "Tensor.relu")
def relu(input: Tensor, inplace=False) -> SameShape:
    """max(x, 0).

    >>> F.relu(x)
    >>> x.relu()
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return tf.nn.relu(input)
