"""Neuro-evolution on Pendulum: a genetic algorithm finds the weights, no gradient is taken.

All individuals act at once: their weights lie side by side in one tensor for each layer.
"""

import copy
import weakref

import keras
import numpy as np
import tensorflow as tf

from genetic import run
from pendulums import GENES, SHAPES, STEPS, Pendulums, layers


class ModuleList(keras.layers.Layer):
    """torch.nn.ModuleList: a list whose layers belong to the network."""

    def __init__(self, modules=()):
        super().__init__()
        self.built = True
        self.parts = []
        self.extend(modules)

    def append(self, module):
        setattr(self, str(len(self)), module)
        self.parts.append(module)
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def __len__(self):
        return len(self.parts)

    def __iter__(self):
        return iter(list(self.parts))

    def __getitem__(self, index):
        return type(self)(self.parts[index]) if isinstance(index, slice) else self.parts[index]

    def __deepcopy__(self, memo):
        return type(self)(copy.deepcopy(part, memo) for part in self.parts)


class ParameterList(ModuleList):
    """torch.nn.ParameterList: a list whose variables belong to the network."""

    def append(self, value):
        return super().append(value if isinstance(value, keras.Variable) else keras.Variable(value))


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
    """

    plain = (bool, int, float, type(None))  # each value has a trace

    def __init__(self, function):
        self.function, self.traces, self.bound = function, {}, weakref.WeakKeyDictionary()

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

    def __call__(self, *inputs, **options):
        if not tf.executing_eagerly():
            return self.function(*inputs, **options)
        inputs = tuple(map(self.weak, inputs))
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
            trace = self.function.get_concrete_function(*given, **options)
            compiled = "_XlaMustCompile" in trace.function_def.attr
            run = self.traces[key] = not compiled and as_one_op(trace)
        return run(tensors) if run else self.function(*inputs, **options)


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


class Policies(keras.Model):
    """One small policy for each individual; row i of the observations goes to policy i."""

    def __init__(self, individuals):
        super().__init__(autocast=False)
        # Float64: 200 steps of a pendulum make much of a small difference
        zeros = [tf.zeros([individuals, *shape], tf.float64) for shape in SHAPES]
        self.genes = ParameterList([keras.Variable(weights) for weights in zeros])

    def call(self, observations):
        w1, b1, w2, b2, w3, b3 = self.genes
        x = tf.expand_dims(observations, axis=1)
        x = tf.tanh(tf.matmul(x, w1) + b1)
        x = tf.tanh(tf.matmul(x, w2) + b2)
        return 2.0 * tf.squeeze(tf.tanh(tf.matmul(x, w3) + b3), axis=1)


class Evaluator:
    """Lets all individuals swing up their pendulums side by side."""

    def __init__(self, individuals):
        self.envs = Pendulums(individuals)
        self.policies = Policies(individuals)

    def __call__(self, genomes, starts):
        """The average return of each individual over episodes from these states."""
        for weights, genes in zip(self.policies.trainable_variables, layers(genomes)):
            weights.assign(from_array(genes))
        returns = np.zeros(len(genomes))
        for start in starts:
            observations, _ = self.envs.reset(options={"state": start})
            for _ in range(STEPS):
                actions = self.act(observations)
                observations, rewards, _, _, _ = self.envs.step(actions)
                returns += rewards
        return returns / len(starts)

    def act(self, observations):
        return graph(self.policies)(from_array(observations, tf.float64)).numpy()


if __name__ == "__main__":
    run(__doc__.splitlines()[0], GENES, Evaluator)
