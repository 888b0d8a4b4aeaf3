"""PyTorch's arithmetic for Keras: the building blocks that the ported code uses.

What ports import stands in `__all__`; the rest is what that is made of. `porter convert` adds what
other files need, in a fixed order, and merges with your changes if it is asked to (`--update`).
Shapes and dtypes are torch's: the batch comes first, images are [batch, channels, height, width].
"""

import copy
import functools
import weakref

import keras
import numpy as np
import tensorflow as tf

__all__ = [
    "ParameterList",
    "TorchModel",
    "from_array",
    "graph",
]


def from_array(data, dtype=None):
    """tf.constant() of an array, at a quarter of the cost: TensorFlow takes the copy as it lies.

    Its operations need tensors to start at a multiple of 64 bytes. `.array` is that copy.
    A tensor in a list counts as the one number that it holds.
    """
    if isinstance(data, (list, tuple)) and data and tf.is_tensor(data[0]):
        data = np.reshape(data, len(data))
    array = np.asarray(data, dtype and dtype.as_numpy_dtype)
    if array.dtype.kind not in "biufc":
        return tf.constant(array, dtype)
    memory = np.empty(array.nbytes + 64, np.uint8)
    start = -memory.__array_interface__["data"][0] % 64
    copy = np.ndarray(array.shape, array.dtype, memory, start)
    copy[...] = array
    tensor = tf.experimental.dlpack.from_dlpack(copy.__dlpack__())
    tensor.array = copy
    return tensor


def as_one_op(trace):
    """What runs the trace of a tf.function, given its tensors, as one operation.

    TensorFlow's remapper, which joins a product with what follows it, is off: it makes small
    networks slower, and takes a weight of one row for a bias.
    """
    options = tf.compat.v1.ConfigProto()
    options.graph_options.rewrite_options.remapping = 2
    settings = {"f": trace, "config_proto": options.SerializeToString()}
    settings["Tout"] = [output.dtype.as_datatype_enum for output in trace.outputs]
    captured, outputs = trace.captured_inputs, trace.structured_outputs

    def run(tensors):
        found = tf.raw_ops.StatefulPartitionedCall(args=[*tensors, *captured], **settings)
        if isinstance(outputs, tf.Tensor):
            return found[0]
        found = iter(found or ())
        return tf.nest.map_structure(
            lambda x: next(found) if tf.is_tensor(x) else x, outputs, expand_composites=True
        )

    return run


class one_op:
    """A tf.function whose traces are run as one operation: of a small network most is the call.

    At every call a tf.function looks at its arguments and at all that its trace has captured. This
    looks at the tensors' shapes and at what else is given. One operation has no gradient: a tape
    that meets it raises LookupError. In another tf.function, and with XLA, this steps aside.
    Where numbers had many values, a new one is computed eagerly, until it comes again.
    """

    plain = (bool, int, float, type(None))  # each value has a trace
    many = 8

    def __init__(self, function):
        self.function, self.traces, self.bound = function, {}, weakref.WeakKeyDictionary()
        self.values, self.seen = {}, set()

    def __getattr__(self, name):
        return getattr(self.function, name)

    def __get__(self, owner, cls):
        if owner is not None and owner not in self.bound:
            self.bound[owner] = type(self)(self.function.__get__(owner, cls))
        return self if owner is None else self.bound[owner]

    @staticmethod
    def weak(x):
        """A number of NumPy's has no say in a dtype: a float is float32, all else is Python's."""
        if isinstance(x, np.floating):
            return np.asarray(x, np.float32)
        return x.item() if isinstance(x, np.generic) else x

    def look(self, inputs, tensors, key):
        """Add the tensors, and what tells one trace from another; whether that could be told."""
        for x in inputs:
            if isinstance(x, np.ndarray):
                x = from_array(x)
            if isinstance(x, tf.Tensor):
                tensors.append(x)
                key += x.dtype, x.shape
            elif isinstance(x, self.plain):
                key += type(x), x
            elif isinstance(x, (tuple, list)):
                key += type(x), len(x)
                if not self.look(x, tensors, key):
                    return False
            elif type(x).__hash__ is object.__hash__:
                key.append(weakref.ref(x))
            else:
                return False
        return True

    def is_one_of_many(self, key):
        """Whether a number has a value that it has for the first time, after many others."""
        parts = (x[:2] if isinstance(x, tuple) else x for x in key)
        alike = tuple(x for x in parts if type(x) not in (int, float))
        self.values[alike] = count = self.values.get(alike, 0) + 1
        if count <= self.many or key in self.seen:
            return False
        if len(self.seen) == 1000:  # they go by, as those of a schedule do
            self.seen.clear()
        self.seen.add(key)
        return True

    def __call__(self, *inputs, **options):
        if not tf.executing_eagerly():
            return self.function(*inputs, **options)
        inputs = tuple(map(self.weak, inputs))
        options = options and {name: self.weak(x) for name, x in options.items()}
        tensors, key = [], [(name, type(x), x) for name, x in options.items()] if options else []
        known = not options or all(isinstance(x, self.plain) for x in options.values())
        if not (known and self.look(inputs, tensors, key)) or tf.config.functions_run_eagerly():
            return self.function(*inputs, **options)
        key = tuple(key)
        run = self.traces.get(key)
        if run is None:
            given = tf.nest.map_structure(
                lambda x: from_array(x) if isinstance(x, np.ndarray) else x, inputs
            )
            if self.is_one_of_many(key):
                return self.function.python_function(*given, **options)
            trace = self.function.get_concrete_function(*given, **options)
            compiled = "_XlaMustCompile" in trace.function_def.attr
            run = self.traces[key] = not compiled and as_one_op(trace)
        return run(tensors) if run else self.function(*inputs, **options)


class made_once:
    """What the function makes of a network or its method, for as long as the network lives."""

    def __init__(self, make):
        self.make, self.made = make, weakref.WeakKeyDictionary()

    def __call__(self, called, *options, **named):
        made = self.made.setdefault(getattr(called, "__self__", called), {})
        key = getattr(called, "__func__", None), options, *named.items()
        if key not in made:
            made[key] = self.make(called, *options, **named)
        return made[key]


class weak_call:
    """Calls a network or its method, without keeping it alive."""

    def __init__(self, called):
        self.called = (weakref.WeakMethod if hasattr(called, "__self__") else weakref.ref)(called)

    def __call__(self, *inputs, **options):
        return self.called()(*inputs, **options)


@made_once
def graph(network, modes=(), taped=False, any_length=False):
    """The network as a graph: acting is mostly the cost of the call.

    Gradients go through it if it may be `taped`; batches of `any_length` share a trace.
    """
    function = tf.function(weak_call(network), reduce_retracing=any_length)
    return function if taped or any_length else one_op(function)


def modes(*networks):
    """The modes of all layers: a tf.function that gets them has a trace for each."""
    layers = (layer for network in networks for layer in network._flatten_layers())
    return tuple(getattr(layer, "training", True) for layer in layers)


def with_modes(network, modes):
    """The network, whose layers have these modes: training, or evaluation."""
    for layer, training in zip(network._flatten_layers(), modes):
        layer.training = training
    return network


def in_mode(training, network, function, *inputs, **options):
    """What the function gives while the network trains, or is evaluated."""
    before = modes(network)
    try:
        with_modes(network, [training] * len(before))
        return function(*inputs, **options)
    finally:
        with_modes(network, before)


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


def set_settings(layer, settings):
    """Give a layer what another one kept beside layers and variables."""
    for name, value in settings.items():
        if not isinstance(getattr(layer, name, None), (keras.Layer, keras.Variable)):
            setattr(layer, name, value)


def with_settings(network, like):
    """The network, whose layers have the settings of another one of the same layers."""
    for layer, other in zip(network._flatten_layers(), like._flatten_layers()):
        set_settings(layer, settings_of(other))
    return network


def unpickled(cls, given, weights, modes, settings):
    """A network that was pickled: made again, with the weights, modes and settings it had."""
    args, options = given
    network = cls(*args, **options)
    network.set_weights(weights)
    for layer, found in zip(network._flatten_layers(), settings):
        set_settings(layer, found)
    return with_modes(network, modes)


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


def spec_of(x):
    """What is known of a tensor, or an array, before it has values; all else as it is."""
    if tf.is_tensor(x) or isinstance(x, np.ndarray):
        return tf.TensorSpec(x.shape, x.dtype)
    return x


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


class Layer(Constructed, keras.layers.Layer):
    """A layer as torch has them: built at once, and it casts nothing that it is called with."""

    def __init__(self):
        super().__init__(autocast=False)
        self.built = True

    def uniform(self, name, shape, bound):
        """A parameter with torch's default initialisation."""

        def draw(shape, dtype=None):  # Keras's own initializers draw from Python's random too
            return tf.random.uniform(shape, -bound, bound, dtype)

        shape = [int(size) for size in shape]  # Keras refuses NumPy's integers
        return self.add_weight(shape, draw, name=name)


class ModuleList(Layer):
    """torch.nn.ModuleList: a list whose layers belong to the network."""

    def __init__(self, modules=()):
        super().__init__()
        self._held = []
        self.extend(modules)

    def append(self, module):
        setattr(self, str(len(self)), module)
        self._held.append(module)
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def __iadd__(self, modules):
        return self.extend(modules)

    def insert(self, index, module):
        rest = self._held[index:]
        for place, layer in enumerate(rest, len(self) - len(rest)):
            delattr(self, str(place))
            self._tracker.untrack(layer)  # else its variables would keep their place
        del self._held[len(self) - len(rest) :]
        self.append(module).extend(rest)

    def pop(self, index):
        module = self[index]
        del self[index]
        return module

    def __delitem__(self, index):
        modules = list(self)
        del modules[index]
        self._tracker.unlock()
        for place, layer in enumerate(self._held):
            delattr(self, str(place))
            self._tracker.untrack(layer)
        self._held = []
        self.extend(modules)

    def __len__(self):
        return len(self._held)

    def __iter__(self):
        return iter(list(self._held))

    def __getitem__(self, index):
        return type(self)(self._held[index]) if isinstance(index, slice) else self._held[index]

    def given(self):
        return (list(self._held),), {}


class ParameterList(ModuleList):
    """torch.nn.ParameterList: a list whose variables belong to the network."""

    def append(self, value):
        return super().append(value if isinstance(value, keras.Variable) else keras.Variable(value))

    def given(self):
        return ([part.numpy() for part in self._held],), {}
