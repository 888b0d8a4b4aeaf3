"""What may be a tensor or something else, and needs no choice: one form is right for both."""

import numpy as np
import tensorflow as tf

from porter.rule import Number, Sequence, port


@port("Either.item")
def item_of_either(x) -> Number:
    """The one element of what may be a tensor or an array.

    Not proven: what is not known is no proof's; cases show it.
    """
    return np.asarray(x).item()


@port("Either.tolist")
def list_of_either(x) -> Sequence:
    """Nested lists of what may be a tensor or an array.

    Not proven: what is not known is no proof's; cases show it.
    """
    return np.asarray(x).tolist()


@port("Either.hasattr")
def has_own_or_either(x, name) -> bool:
    """hasattr(x, "mean") of what may be a tensor: all of torch's have it.

    Not proven: what is not known is no proof's; programs show it.
    """
    return tf.is_tensor(x) or hasattr(x, name)
