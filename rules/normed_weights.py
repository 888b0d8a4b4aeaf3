"""torch.nn.utils' weight_norm and spectral_norm: layers whose weight is computed of others."""

import copy
import threading

import keras
import tensorflow as tf

from porter.rule import Module, Same, block, port
from rules.graph import modes
from rules.linear import Layer
from rules.model import with_modes, with_settings
from rules.trained import is_trained, with_trained


@block
def taken_weight(layer, name):
    """A weight of a layer, which is none of its own from now on."""
    weight = vars(layer).get(name)
    if not isinstance(weight, keras.Variable):
        raise KeyError(f"{type(layer).__name__} has no weight {name} of its own")
    layer._tracker.unlock()  # Keras takes a layer that was called for complete
    layer._untrack_variable(weight)
    del vars(layer)[name]
    return weight


@block
def with_computed(layer, name, normed, **parts):
    """The layer, with a class of its own that has these parts, as torch does it.

    `normed` makes another layer such a one.
    """
    base = type(layer)

    def made(*args, **options):
        return normed(getattr(base, "made", base)(*args, **options))

    def copied(self, memo):
        args, options = copy.deepcopy(self.given(), memo)
        twin = made(*args, **options)
        twin.set_weights(self.get_weights())
        return with_modes(with_settings(twin, self), modes(self))

    parts |= {"made": staticmethod(made), "__deepcopy__": copied, "computed": name}
    parts["__module__"] = base.__module__
    object.__setattr__(layer, "__class__", type(base.__name__, (base,), parts))
    return layer


@block
def computed_ahead(layer, name, compute, normed, first=None):
    """Each call computes the weight, as torch's hooks do; in between it is what the last one left.

    Before the first call it is `first`, where there is one. What is assigned to it later gets lost.
    """
    base, here, called = type(layer), threading.local(), []
    left = tf.Variable(compute(layer, False) if first is None else first, trainable=False)

    def call(self, *inputs, **options):
        here.weight = compute(self, getattr(self, "training", True))
        called[:] = [True]
        left.assign(here.weight)
        try:
            return base.__call__(self, *inputs, **options)
        finally:
            here.weight = None

    def read(self):
        if getattr(here, "weight", None) is not None:
            return here.weight
        if first is not None and not called:
            return first
        weight = compute(self, False)  # the parameters get its gradient
        weight = left + (weight - tf.stop_gradient(weight))
        weight.assign = left.assign
        return weight

    parts = {"__call__": call, "compute": staticmethod(compute), name: property(read)}
    return with_computed(layer, name, normed, **parts)


@block
def computed_when_read(layer, name, compute, normed, state=()):
    """The weight is computed whenever it is read, as torch's parametrizations are."""

    def read(self):
        weight = compute(self, getattr(self, "training", True))
        before = [tf.convert_to_tensor(variable) for variable in state]

        def assign(value):  # it gets lost; what was read for the value did not count
            for variable, found in zip(state, before):
                variable.assign(found)
            return value

        weight.assign = assign
        return weight

    return with_computed(layer, name, normed, **{name: property(read)})


@block
def parametrization(layer, name):
    """A layer in a layer, which has what a weight is computed of: layer.parametrizations.weight."""
    layer._tracker.unlock()
    if "parametrizations" not in vars(layer):
        layer.parametrizations = Layer()
    found = Layer()
    setattr(layer.parametrizations, name, found)
    return found


@block
def norm_except(tensor, dim):
    """The norm over all dimensions but one; over all of them if it is -1."""
    if dim == -1:
        return tf.sqrt(tf.reduce_sum(tensor * tensor))
    axes = [axis for axis in range(tensor.shape.rank) if axis != dim]
    return tf.sqrt(tf.reduce_sum(tensor * tensor, axes, keepdims=True))


@block
def with_norm(v, g, dim):
    """v, brought to the norm g."""
    v, g = tf.convert_to_tensor(v), tf.convert_to_tensor(g)
    return v * (g / norm_except(v, dim))


@block
def weight_norm(layer, name="weight", dim=0):
    """torch.nn.utils.weight_norm: a weight has a length and a direction, weight_g and weight_v."""
    axis = -1 if dim is None else dim
    value = tf.convert_to_tensor(taken_weight(layer, name))
    g, v = f"{name}_g", f"{name}_v"
    setattr(layer, g, keras.Variable(norm_except(value, axis), name=g))
    setattr(layer, v, keras.Variable(value, name=v))

    def compute(layer, training):
        return with_norm(getattr(layer, v), getattr(layer, g), axis)

    return computed_ahead(layer, name, compute, lambda twin: weight_norm(twin, name, dim))


@block
def parametrized_weight_norm(layer, name="weight", dim=0):
    """torch.nn.utils.parametrizations.weight_norm."""
    axis = -1 if dim is None else dim
    weight = taken_weight(layer, name)
    value, inside = tf.convert_to_tensor(weight), parametrization(layer, name)
    for i, part in enumerate([norm_except(value, axis), value]):
        variable = keras.Variable(part, name=f"original{i}")
        setattr(inside, f"original{i}", with_trained(variable, is_trained(weight)))
    setattr(inside, "0", Layer())

    def compute(layer, training):
        inside = getattr(layer.parametrizations, name)
        return with_norm(inside.original1, inside.original0, axis)

    def normed(twin):
        return parametrized_weight_norm(twin, name, dim)

    return computed_when_read(layer, name, compute, normed)


@block
def unit(vector, eps):
    """A vector of length 1."""
    return vector / tf.maximum(tf.norm(vector), eps)


@block
def as_matrix(weight, dim):
    """The weight as a matrix whose rows are a dimension of it."""
    weight = tf.convert_to_tensor(weight)
    order = [dim, *(axis for axis in range(weight.shape.rank) if axis != dim)]
    weight = tf.transpose(weight, order) if dim else weight
    return tf.reshape(weight, [weight.shape[0], -1])


@block
def drawn_unit(size, eps, dtype, name):
    """A vector of length 1 in any direction, which is not trained."""
    vector = unit(tf.random.normal([size], dtype=dtype), eps)
    return keras.Variable(vector, trainable=False, name=name)


@block
def over_sigma(weight, matrix, u, v):
    """A weight over its largest singular value, of which u and v are the vectors."""
    u, v = tf.convert_to_tensor(u), tf.convert_to_tensor(v)
    return weight / tf.tensordot(u, tf.linalg.matvec(matrix, v), 1)


@block
def spectral_norm(layer, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """torch.nn.utils.spectral_norm: a weight over its largest singular value.

    That is found step by step, at each call in training mode, by the vectors weight_u and weight_v.
    """
    axis = getattr(layer, "outputs", 0) if dim is None else dim
    weight = taken_weight(layer, name)
    rows = as_matrix(weight, axis)
    setattr(layer, f"{name}_orig", weight)
    for side, size in zip("uv", rows.shape):
        key = f"{name}_{side}"
        setattr(layer, key, drawn_unit(size, eps, rows.dtype, key))

    def compute(layer, training):
        weight, u, v = (getattr(layer, f"{name}_{part}") for part in ("orig", "u", "v"))
        matrix = as_matrix(weight, axis)
        rows = tf.stop_gradient(matrix)
        for _ in range(n_power_iterations if training else 0):
            v.assign(unit(tf.linalg.matvec(rows, u, transpose_a=True), eps))
            u.assign(unit(tf.linalg.matvec(rows, v), eps))
        return over_sigma(tf.convert_to_tensor(weight), matrix, u, v)

    def normed(twin):
        return spectral_norm(twin, name, n_power_iterations, eps, dim)

    return computed_ahead(layer, name, compute, normed, first=weight)


@block
def parametrized_spectral_norm(layer, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """torch.nn.utils.parametrizations.spectral_norm."""
    if hasattr(layer, "suffixes"):
        raise NotImplementedError("torch's recurrent layers read a weight several times at a call")
    axis = getattr(layer, "outputs", 0) if dim is None else dim
    weight = taken_weight(layer, name)
    inside, part, plain = parametrization(layer, name), Layer(), len(weight.shape) == 1
    inside.original = weight
    setattr(inside, "0", part)
    axis %= len(weight.shape)
    if not plain:
        rows = as_matrix(weight, axis)
        part._u = drawn_unit(rows.shape[0], eps, rows.dtype, "_u")
        part._v = drawn_unit(rows.shape[1], eps, rows.dtype, "_v")

    def iterate(part, rows, count):
        for _ in range(count):
            part._u.assign(unit(tf.linalg.matvec(rows, part._v), eps))
            part._v.assign(unit(tf.linalg.matvec(rows, part._u, transpose_a=True), eps))

    def compute(layer, training):
        inside = getattr(layer.parametrizations, name)
        weight, part = tf.convert_to_tensor(inside.original), getattr(inside, "0")
        if plain:
            return unit(weight, eps)
        matrix = as_matrix(weight, axis)
        iterate(part, tf.stop_gradient(matrix), n_power_iterations if training else 0)
        return over_sigma(weight, matrix, part._u, part._v)

    def normed(twin):
        return parametrized_spectral_norm(twin, name, n_power_iterations, eps, dim)

    if plain:
        return computed_when_read(layer, name, compute, normed)
    iterate(part, rows, 15 + n_power_iterations)
    return computed_when_read(layer, name, compute, normed, (part._u, part._v))


@port("torch.nn.utils.weight_norm")
def weight_norm_ahead(module: Module, name="weight", dim=0) -> Same:
    """A layer whose weight has a length and a direction.

    >>> nn.utils.weight_norm(nn.Linear(3, 2))(x)
    >>> nn.utils.weight_norm(nn.Linear(3, 2), dim=None)(x)
    >>> [name for name, _ in nn.utils.weight_norm(nn.Linear(3, 2)).named_parameters()]
    """
    return weight_norm(module, name=name, dim=dim)


@port("torch.nn.utils.parametrizations.weight_norm")
def weight_norm_when_read(module: Module, name="weight", dim=0) -> Same:
    """A layer whose weight has a length and a direction.

    >>> nn.utils.parametrizations.weight_norm(nn.Linear(3, 2))(x)
    >>> list(nn.utils.parametrizations.weight_norm(nn.Linear(3, 2), dim=1).state_dict())
    """
    return parametrized_weight_norm(module, name=name, dim=dim)


@port("torch.nn.utils.spectral_norm")
def spectral_norm_ahead(
    module: Module, name="weight", n_power_iterations=1, eps=1e-12, dim=None
) -> Same:
    """A layer whose weight is divided by its largest singular value.

    >>> nn.utils.spectral_norm(nn.Linear(3, 1))(x)
    >>> list(nn.utils.spectral_norm(nn.Linear(3, 1)).state_dict())
    """
    return spectral_norm(module, name=name, n_power_iterations=n_power_iterations, eps=eps, dim=dim)


@port("torch.nn.utils.parametrizations.spectral_norm")
def spectral_norm_when_read(
    module: Module, name="weight", n_power_iterations=1, eps=1e-12, dim=None
) -> Same:
    """A layer whose weight is divided by its largest singular value.

    >>> nn.utils.parametrizations.spectral_norm(nn.Linear(3, 1))(x)
    >>> list(nn.utils.parametrizations.spectral_norm(nn.Linear(3, 1)).state_dict())
    """
    return parametrized_spectral_norm(
        module, name=name, n_power_iterations=n_power_iterations, eps=eps, dim=dim
    )


@block
def plain_weight(layer, name, kinds):
    """torch's remove_weight_norm() and remove_spectral_norm(): the weight is a parameter again."""
    own = type(layer)
    keys = [f"{name}_{kind}" for kind in kinds]
    if getattr(own, "computed", None) != name or not {*keys} <= {*vars(layer)}:
        raise ValueError(f"{own.__name__} has no such norm of {name}, or has another one behind it")
    value = own.compute(layer, False)
    for key in keys:
        taken_weight(layer, key)
    object.__setattr__(layer, "__class__", own.__bases__[0])
    setattr(layer, name, keras.Variable(value, name=name))
    return layer


@port("torch.nn.utils.remove_weight_norm")
def remove_weight_norm(module: Module, name="weight") -> Same:
    """A layer without weight_norm.

    >>> nn.utils.remove_weight_norm(nn.utils.weight_norm(nn.Linear(3, 2))).weight.shape
    """
    return plain_weight(module, name, "gv")


@port("torch.nn.utils.remove_spectral_norm")
def remove_spectral_norm(module: Module, name="weight") -> Same:
    """A layer without spectral_norm.

    >>> nn.utils.remove_spectral_norm(nn.utils.spectral_norm(nn.Linear(3, 2))).weight.shape
    """
    return plain_weight(module, name, ["orig", "u", "v"])
