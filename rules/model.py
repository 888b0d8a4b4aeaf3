"""What a Keras user expects of a network: that Keras copies, clones, saves and loads it."""

import copy
import functools

import keras
import numpy as np
import tensorflow as tf

from porter.rule import block
from rules.graph import modes


@block
def with_modes(network, modes):
    """The network, whose layers have these modes: training, or evaluation."""
    for layer, training in zip(network._flatten_layers(), modes):
        layer.training = training
    return network


@block
def in_mode(training, network, function, *inputs, **options):
    """What the function gives while the network trains, or is evaluated."""
    before = modes(network)
    try:
        with_modes(network, [training] * len(before))
        return function(*inputs, **options)
    finally:
        with_modes(network, before)


@block
def settings_of(layer):
    """What a layer keeps beside layers and variables: numbers, text, arrays, tensors, functions,
    and lists and dictionaries of them."""
    plain = (int, float, str, np.ndarray, tf.Tensor, type(settings_of), type(None))
    found = {}
    for name, value in vars(layer).items():
        parts = [*value.values()] if isinstance(value, dict) else value
        parts = parts if isinstance(parts, (list, tuple)) else [value]
        if name.startswith("_") or (callable(value) and hasattr(type(layer), name)):
            continue  # Keras wraps methods
        if all(isinstance(part, plain) for part in parts):
            copies = {list: list, dict: dict, np.ndarray: np.copy}
            kept = (make(value) for kind, make in copies.items() if isinstance(value, kind))
            found[name] = next(kept, value)
    return found


@block
def set_settings(layer, settings):
    """Give a layer what another one kept beside layers and variables."""
    for name, value in settings.items():
        if not isinstance(getattr(layer, name, None), (keras.Layer, keras.Variable)):
            setattr(layer, name, value)


@block
def with_settings(network, like):
    """The network, whose layers have the settings of another one of the same layers."""
    for layer, other in zip(network._flatten_layers(), like._flatten_layers()):
        set_settings(layer, settings_of(other))
    return network


@block
def unpickled(cls, given, weights, modes, settings):
    """A network that was pickled: made again, with the weights, modes and settings it had."""
    args, options = given
    network = cls(*args, **options)
    network.set_weights(weights)
    for layer, found in zip(network._flatten_layers(), settings):
        set_settings(layer, found)
    return with_modes(network, modes)


@block
class Constructed:
    """A layer that keeps what it was constructed with, of which another can be made."""

    def __new__(cls, *args, **options):
        layer = super().__new__(cls, *args, **options)
        object.__setattr__(layer, "_given", (args, options))
        return layer

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        keras.saving.register_keras_serializable(cls.__module__)(cls)

    def given(self):
        """What another one is made of: positional arguments and those by name."""
        return self._given

    def __deepcopy__(self, memo):
        args, options = copy.deepcopy(self.given(), memo)
        twin = type(self)(*args, **options)
        twin.set_weights(self.get_weights())
        return with_modes(with_settings(twin, self), modes(self))

    def __reduce__(self):
        settings = [settings_of(layer) for layer in self._flatten_layers()]
        state = (self.get_weights(), modes(self), settings)
        return unpickled, (type(self), self.given(), *state)

    def get_config(self):
        args, options = self.given()
        return keras.saving.serialize_keras_object({"args": list(args), "options": dict(options)})

    @classmethod
    def from_config(cls, config, custom_objects=None):
        given = keras.saving.deserialize_keras_object(config, custom_objects)
        return cls(*given["args"], **given["options"])


@block
def is_mixed(signature, inputs, options):
    """Whether an argument holds tensors and others, as **options may: Keras takes no such one. It
    gives a None by position, net(x, mask), a second time by name, too."""
    if any(given is None for given in inputs):
        return True
    groups = (list, tuple, dict)
    rest = any(one.kind == one.VAR_POSITIONAL for one in signature.parameters.values())
    if not (options or rest or any(isinstance(given, groups) for given in inputs)):
        return False
    given = signature.bind(*inputs, **options).arguments.values()
    parts = (tf.nest.flatten(group) for group in given if isinstance(group, groups))
    return any(len({tf.is_tensor(p) for p in group if p is not None}) > 1 for group in parts)


@block
def spec_of(x):
    """What is known of a tensor, or an array, before it has values; all else as it is."""
    if tf.is_tensor(x) or isinstance(x, np.ndarray):
        return tf.TensorSpec(x.shape, x.dtype)
    return x


@block
def output_shapes(network, inputs, options):
    """The shape of what each layer of a network gives for inputs as these. A copy is traced, for a
    network may keep what it computes."""
    found, twin, call = {}, copy.deepcopy(network), keras.Layer.__call__

    @tf.autograph.experimental.do_not_convert
    def noted(layer, *inputs, **options):
        outputs = call(layer, *inputs, **options)
        found[id(layer)] = [tuple(x.shape) for x in tf.nest.flatten(outputs) if tf.is_tensor(x)]
        return outputs

    keras.Layer.__call__ = noted
    try:
        tf.function(functools.partial(twin, **options)).get_concrete_function(*inputs)
    finally:
        keras.Layer.__call__ = call
    layers = zip(network._flatten_layers(), twin._flatten_layers())
    return {layer: found[id(other)] for layer, other in layers if found.get(id(other))}


@block
class TorchModel(Constructed, keras.Model):
    """A network as torch has them: it is built at once, has the mode of train() and eval(), and
    casts nothing that it is called with.

    `training` in a call is the mode for this call.
    """

    def __init__(self, *args, **options):
        super().__init__(*args, **{"autocast": False, **options})
        self._allow_non_tensor_positional_args = True  # Keras's: net(x, 3)
        self.built = True

    def __call__(self, *inputs, training=None, **options):
        if any(isinstance(x, np.generic) for x in (*inputs, *options.values())):
            inputs, options = tf.nest.map_structure(
                lambda x: x.item() if isinstance(x, np.generic) else x, (list(inputs), options)
            )  # Keras would make a tensor of it, which is not of the type of the others
        nothing = not inputs and not options  # Keras looks for a first argument
        mixed = is_mixed(self._call_signature, inputs, options)
        call = self.call if nothing or mixed else super().__call__
        if "_asked" not in vars(self):
            object.__setattr__(self, "_asked", tf.nest.map_structure(spec_of, (inputs, options)))
        if training is None:
            return call(*inputs, **options)
        return in_mode(training, self, call, *inputs, **options)

    def summary(self, *args, **options):
        """Keras's table; a network that was called has the shapes of that call in it."""
        shapes = output_shapes(self, *self._asked) if "_asked" in vars(self) else {}
        shapes = {x: given for x, given in shapes.items() if not hasattr(x, "output_shape")}
        for layer, given in shapes.items():
            object.__setattr__(layer, "_build_shapes_dict", {"input_shape": given})
            object.__setattr__(layer, "output_shape", given[0] if len(given) == 1 else given)
        try:
            return super().summary(*args, **options)
        finally:
            for layer in shapes:
                object.__setattr__(layer, "_build_shapes_dict", None)
                object.__delattr__(layer, "output_shape")

    def compute_mask(self, inputs, previous_mask):
        """None: what torch calls `mask` is an argument like any other, and goes no further."""
        del inputs, previous_mask

    def __setattr__(self, name, value):
        if vars(self).get(name, self) is None:  # a part has its place where it is set
            del vars(self)[name]
        super().__setattr__(name, value)

    def test_step(self, data):
        return in_mode(False, self, super().test_step, data)

    def predict_step(self, data):
        return in_mode(False, self, super().predict_step, data)
