"""torch.nn.utils.parametrize: layers whose weight is computed by another layer."""

import keras
import tensorflow as tf

from porter.rule import Module, Same, Unsupported, block, port
from rules.normed_weights import computed_when_read, parametrization, taken_weight


@block
def parametrized(layer, name, module):
    """A layer whose weight is `module` of another one, whenever it is read.

    Where the weight is computed already, the new module is applied behind the others. A
    right_inverse() tells what the weight is computed of, so that it stays what it was.
    """
    if getattr(type(layer), "computed", None) == name:
        inside = getattr(layer.parametrizations, name)
        if hasattr(module, "right_inverse"):
            raise NotImplementedError("a right_inverse() behind another parametrization")
        inside._tracker.unlock()
        setattr(inside, str(sum(part.isdigit() for part in vars(inside))), module)
        return layer
    if "parametrizations" in vars(layer):
        raise NotImplementedError("parametrizations of two weights of one layer")
    weight = taken_weight(layer, name)
    inside = parametrization(layer, name)
    if hasattr(module, "right_inverse"):
        start = module.right_inverse(tf.convert_to_tensor(weight))
        if isinstance(start, (tuple, list)):
            raise NotImplementedError("a right_inverse() of several tensors")
        weight = keras.Variable(start, trainable=weight.trainable)
    inside.original = weight
    setattr(inside, "0", module)

    def compute(layer, training):
        inside = getattr(layer.parametrizations, name)
        value = tf.convert_to_tensor(inside.original)
        for key in sorted(filter(str.isdigit, vars(inside)), key=int):
            value = vars(inside)[key](value)
        return value

    def again(twin):
        raise NotImplementedError("a copy of a layer with a parametrization")

    return computed_when_read(layer, name, compute, again)


@block
def unparametrized(layer, name, leave_parametrized):
    """torch's remove_parametrizations(): the weight is a parameter again, as it is computed now."""
    own = type(layer)
    if getattr(own, "computed", None) != name:
        raise ValueError(f"{own.__name__} has no parametrization of {name}")
    value = tf.convert_to_tensor(getattr(layer, name))
    inside = getattr(layer.parametrizations, name)
    kept = value if leave_parametrized else tf.convert_to_tensor(inside.original)
    layer._tracker.unlock()
    layer._tracker.untrack(layer.parametrizations)
    del vars(layer)["parametrizations"]
    object.__setattr__(layer, "__class__", own.__bases__[0])
    setattr(layer, name, keras.Variable(kept, name=name))
    return layer


@port("torch.nn.utils.parametrize.register_parametrization")
def register_parametrization(
    module: Module, tensor_name, parametrization: Module, *, unsafe=False
) -> Same:
    """A layer whose weight is computed by another layer.

    >>> nn.utils.parametrize.register_parametrization(nn.Linear(3, 2), "weight", nn.Tanh())(x)
    >>> [nn.utils.parametrize.register_parametrization(net, "bias", nn.Tanh()), net(x)][1]
    """
    if unsafe:
        raise Unsupported("unsafe=True: another shape or dtype than the weight had")
    return parametrized(module, tensor_name, parametrization)


@port("torch.nn.utils.parametrize.remove_parametrizations")
def remove_parametrizations(module: Module, tensor_name, leave_parametrized=True) -> Same:
    """A layer whose weight is a parameter again.

    Not proven: the layer must be parametrized; tests/programs/modules/parametrized.py runs it.
    """
    return unparametrized(module, tensor_name, leave_parametrized)


@port("torch.nn.utils.parametrize.is_parametrized")
def is_parametrized(module: Module, tensor_name=None) -> bool:
    """Whether a weight of a layer is computed by another layer.

    >>> nn.utils.parametrize.is_parametrized(nn.Linear(3, 2))
    >>> nn.utils.parametrize.is_parametrized(nn.utils.parametrizations.weight_norm(nn.Linear(3, 2)))
    """
    if tensor_name is None:
        return hasattr(module, "parametrizations")
    return hasattr(getattr(module, "parametrizations", None), tensor_name)


@port("torch.nn.utils.parametrizations.orthogonal")
def other_parametrization(module: Module, *args, **kwargs) -> Module:
    """A layer whose weight is computed in another way.

    Not proven: it is refused.
    """
    raise Unsupported("the weight of a layer is a variable: write a layer that computes it")
