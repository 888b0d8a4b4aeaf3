"""Networks and optimizers as objects: parameters, devices, saving. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Device,
    Module,
    Nothing,
    Optimizer,
    Parameters,
    Same,
    Unsupported,
    match,
    port,
)


@port("Module.parameters")
def parameters(module: Module) -> Parameters:
    """The trainable variables.

    >>> len(list(net.parameters()))
    """
    return module.trainable_variables


@port("Module.to")
def module_to(module: Module, device) -> Same:
    """The network: TensorFlow places variables itself.

    >>> net.to("cpu")(x)
    >>> net.to(device)(x)
    """
    if not isinstance(device, Device):
        raise Unsupported("it is not known whether this is a device or a dtype")
    return module


@port("Module.cpu")
def module_cpu(module: Module) -> Same:
    """The network: TensorFlow places variables itself.

    >>> net.cpu()(x)
    """
    return module


@port("Module.cuda")
def module_cuda(module: Module, device=None) -> Same:
    """The network: TensorFlow places variables itself.

    Not proven: torch needs a GPU for it.
    """
    del device
    return module


@port("Module.float")
def module_float(module: Module) -> Same:
    """The network: Keras's variables are float32.

    >>> net.float()(x)
    """
    return module


@port("torch.load")
def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None) -> Nothing:
    """Only as net.load_state_dict(torch.load(path)).

    Not proven: it is refused.
    """
    del map_location, pickle_module, weights_only, mmap
    raise Unsupported("only net.load_state_dict(torch.load(path)) is ported")


@port("torch.save")
def save(obj, f) -> Nothing:
    """Only as torch.save(net.state_dict(), path).

    Not proven: it is refused.
    """
    raise Unsupported("only torch.save(net.state_dict(), path) is ported")


@port("Module.state_dict", "Optimizer.state_dict")
def state_dict(owner) -> Nothing:
    """Only inside torch.save and load_state_dict.

    Not proven: it is refused.
    """
    raise Unsupported("a state_dict can only be saved or loaded into another network")


@port("Module.load_state_dict", "Optimizer.load_state_dict")
def load_state_dict(owner, state_dict, strict=True) -> Nothing:
    """Only from torch.load(path) or from another network's state_dict().

    Not proven: it is refused.
    """
    raise Unsupported("only a state_dict of a network or of torch.load(path) can be loaded")


@match("target.load_state_dict(source.state_dict())")
def copy_weights(target: Module, source: Module) -> Nothing:
    """Copy the weights of another network of the same shape.

    >>> net.load_state_dict(other.state_dict())
    """
    return target.set_weights(source.get_weights())


@match("torch.save(module.state_dict(), path)", note="the file is a TensorFlow checkpoint")
def save_module(module: Module, path) -> Nothing:
    """Save a network's weights.

    >>> torch.save(net.state_dict(), path)
    """
    return tf.train.Checkpoint(module).write(path)


@match("torch.save(optimizer.state_dict(), path)", note="the file is a TensorFlow checkpoint")
def save_optimizer(optimizer: Optimizer, path) -> Nothing:
    """Save an optimizer's state.

    >>> torch.save(optimizer.state_dict(), path)
    """
    return tf.train.Checkpoint(optimizer).write(path)


@match("module.load_state_dict(torch.load(path))", note="the file is a TensorFlow checkpoint")
def load_module(module: Module, path) -> Nothing:
    """Load a network's weights.

    >>> [torch.save(other.state_dict(), path), net.load_state_dict(torch.load(path))][1]
    """
    return tf.train.Checkpoint(module).read(path).assert_consumed()


@match("optimizer.load_state_dict(torch.load(path))", note="the file is a TensorFlow checkpoint")
def load_optimizer(optimizer: Optimizer, path) -> Nothing:
    """Load an optimizer's state.

    >>> [torch.save(optimizer.state_dict(), path), optimizer.load_state_dict(torch.load(path))][1]
    """
    return tf.train.Checkpoint(optimizer).read(path).assert_consumed()
