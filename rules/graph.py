"""Acting: networks called through tf.function. Where gradients are off and on."""

import weakref

import keras
import numpy as np
import tensorflow as tf

from porter.rule import Nothing, Parameter, Same, Tensor, Unsupported, block, known, port
from rules.from_numpy import from_array


@block
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


@block
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


@block
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


@block
class weak_call:
    """Calls a network or its method, without keeping it alive."""

    def __init__(self, called):
        self.called = (weakref.WeakMethod if hasattr(called, "__self__") else weakref.ref)(called)

    def __call__(self, *inputs, **options):
        return self.called()(*inputs, **options)


@block
@made_once
def graph(network, modes=(), taped=False, any_length=False):
    """The network as a graph: acting is mostly the cost of the call.

    Gradients go through it if it may be `taped`; batches of `any_length` share a trace.
    """
    function = tf.function(weak_call(network), reduce_retracing=any_length)
    return function if taped or any_length else one_op(function)


@block
def modes(*networks):
    """The modes of all layers: a tf.function that gets them has a trace for each."""
    layers = (layer for network in networks for layer in network._flatten_layers())
    return tuple(getattr(layer, "training", True) for layer in layers)


@block
def graph_by_mode(network, taped=False, any_length=False):
    """The network as a graph for each mode: train() and eval() choose among them."""
    return graph(network, modes(getattr(network, "__self__", network)), taped, any_length)


@port("torch.no_grad", "torch.inference_mode", "torch.enable_grad")
def gradient_switch(mode=True) -> Nothing:
    """A `with` block or a decorator: gradients are only where a tape is.

    Not proven: it is refused.
    """
    del mode
    raise Unsupported("only a `with` block or a decorator is ported, where it can have its effect")


@port("torch.autograd.Variable")
def autograd_variable(data: Tensor, requires_grad=False, volatile=False) -> Parameter | Same:
    """torch's tensors until 2018. Today it gives the tensor itself.

    >>> torch.autograd.Variable(x)
    >>> torch.autograd.Variable(x, requires_grad=True)
    """
    del volatile  # no longer of any effect
    if requires_grad:
        return keras.Variable(data)
    return data


@port("torch.set_grad_enabled")
def set_grad_enabled(mode) -> Nothing:
    """Gradients are on anyway; a `with` block may switch them off.

    >>> torch.set_grad_enabled(True) and None
    """
    if known(mode):
        return None
    raise Unsupported("only `with torch.no_grad():` switches gradients off")


@port("torch.is_grad_enabled")
def is_grad_enabled() -> Nothing:
    """Whether gradients are on.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow has no such switch: gradients are where a tape is")


@port("torch.autograd.set_detect_anomaly", "torch.autograd.detect_anomaly")
def set_detect_anomaly(mode=True, check_nan=True) -> Nothing:
    """A help to find NaN: no numbers depend on it.

    Not proven: it is dropped.
    """
    del mode, check_nan
    return None


@port("torch.profiler.record_function", "torch.autograd.profiler.record_function")
def record_function(name, args=None) -> Nothing:
    """A name for a block in a profile: no numbers depend on it.

    Not proven: it is dropped.
    """
    del name, args
    return None
