"""torch.autograd.Function: operations with a gradient of the program's own."""

import keras
import numpy as np
import tensorflow as tf

from porter.rule import port


@port("torch.autograd.Function", "torch.autograd.function.Function")
class CustomFunction:
    """torch.autograd.Function: a subclass's forward() and backward() are one operation.

    Not proven: a subclass has what it computes.
    """

    saved_tensors = ()

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    @classmethod
    def apply(cls, *inputs):
        context = cls()
        tensors = (tf.Tensor, tf.Variable, keras.Variable)
        places = [i for i, x in enumerate(inputs) if isinstance(x, tensors)]
        # Beside a tensor, a number of NumPy is one of Python's in torch
        others = [x.item() if isinstance(x, np.generic) else x for x in inputs]
        context.needs_input_grad = tuple(i in places for i in range(len(inputs)))

        @tf.custom_gradient
        def operation(*given):
            by_place = dict(zip(places, given))
            outputs = cls.forward(context, *(by_place.get(i, x) for i, x in enumerate(others)))

            def gradient(*upstream, variables=()):
                found = cls.backward(context, *upstream)
                found = found if isinstance(found, (tuple, list)) else (found,)
                found = [found[i] for i in places]
                return (found, [None] * len(variables)) if variables else found

            return outputs, gradient

        return operation(*(tf.convert_to_tensor(inputs[i]) for i in places))
