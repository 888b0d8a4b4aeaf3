"""Acting: networks called through tf.function. Where gradients are off and on."""

import functools

import keras
import tensorflow as tf

from porter.rule import Nothing, Parameter, Same, Tensor, Unsupported, block, known, port


@block
@functools.cache
def graph(network, modes=(), taped=False, any_length=False):
    """The network as a graph that is run as one operation: acting is mostly the cost of the call.

    A tf.function takes several times longer to call than a small network to run. This calls its
    trace for tensors of these shapes directly. Gradients go through it if it may be `taped`;
    batches of `any_length` share a trace.
    """
    function = tf.function(network, reduce_retracing=any_length)
    if taped or any_length:
        return function
    traces = {}

    def run(*inputs, **options):
        tensors = [x for part in inputs for x in (part if type(part) is tuple else [part])]
        if options or not all(map(tf.is_tensor, tensors)):
            return function(*inputs, **options)
        key = (*map(type, inputs), *[(x.dtype, *x.shape) for x in tensors])
        if key not in traces:
            trace = function.get_concrete_function(*inputs)
            traces[key] = trace, trace.captured_inputs, [output.dtype for output in trace.outputs]
        trace, captured, dtypes = traces[key]
        outputs = iter(
            tf.raw_ops.StatefulPartitionedCall(args=[*tensors, *captured], Tout=dtypes, f=trace)
        )
        return tf.nest.map_structure(
            lambda x: next(outputs) if tf.is_tensor(x) else x, trace.structured_outputs
        )

    return run


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


@port("torch.autograd.set_detect_anomaly")
def set_detect_anomaly(mode, check_nan=True) -> Nothing:
    """A help to find NaN: no numbers depend on it.

    Not proven: it is dropped.
    """
    del mode, check_nan
    return None


@port("torch.autograd.detect_anomaly")
def detect_anomaly(check_nan=True) -> Nothing:
    """A help to find NaN.

    Not proven: it is refused.
    """
    del check_nan
    raise Unsupported("use tf.debugging.enable_check_numerics()")
