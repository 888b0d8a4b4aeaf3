"""torch.compile and TorchScript: the code runs as it is, a train body in a tf.function anyway."""

from porter.rule import Nothing, Same, Unsupported, port


@port("torch.compile")
def compile_(
    model, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None,
    disable=False
) -> Same:  # fmt: skip
    """The network or function itself.

    >>> torch.compile(net, backend="eager")(x)
    """
    del fullgraph, dynamic, backend, mode, options, disable
    return model


@port("torch.jit.script")
def script(obj, optimize=None) -> Same:
    """The network or function itself.

    >>> torch.jit.script(net)(x)
    """
    del optimize
    return obj


@port("torch.jit.trace", note="Python's conditions are looked at in every call, not only once")
def trace(func, example_inputs=None, check_trace=True, strict=True) -> Same:
    """The network or function itself.

    >>> torch.jit.trace(net, x)(x)
    """
    del example_inputs, check_trace, strict
    return func


@port("torch.jit.save", "torch.jit.load", "torch.jit.freeze")
def jit_file(*args, **kwargs) -> Nothing:
    """Files with TorchScript.

    Not proven: it is refused.
    """
    raise Unsupported("save the weights, or write a SavedModel with tf.saved_model.save()")
