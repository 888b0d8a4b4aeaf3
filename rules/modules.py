"""Networks as objects: what they hold, their mode, their device."""

import keras
import tensorflow as tf

from porter.rule import (
    Device,
    Module,
    Nothing,
    Parameter,
    ParameterLike,
    Parameters,
    Same,
    Tensor,
    Text,
    Unsupported,
    block,
    known,
    port,
)
from rules.convert import cast_as
from rules.trained import with_trained


@block
def named_children(module):
    """The layers of a network by name; where Keras has the name itself, it has a "_" more."""
    reserved = dir(keras.Model)
    for name, value in list(vars(module).items()):  # a loop over it may set attributes
        if isinstance(value, keras.Layer):
            yield name[:-1] if name[:-1] in reserved else name, value


@block
def named_layers(module, prefix="", seen=()):
    """A network and all layers in it, each before what it holds, by their names."""
    seen = seen or set()
    if id(module) not in seen:
        seen.add(id(module))
        yield prefix, module
        for name, child in named_children(module):
            yield from named_layers(child, f"{prefix}.{name}" if prefix else name, seen)


@block
def own_variables(module, trainable):
    """The variables of a network by torch's names, but for those of its layers."""
    own = [item for item in vars(module).items() if isinstance(item[1], keras.Variable)]
    prelu = isinstance(module, keras.layers.PReLU)
    return [("weight" if prelu else name, v) for name, v in own if v.trainable == trainable]


@block
def named_variables(module, prefix=""):
    """All variables of a network by torch's names: the trainable ones of each layer come first."""
    for name, variable in (*own_variables(module, True), *own_variables(module, False)):
        yield prefix + name, variable
    for name, child in named_children(module):
        yield from named_variables(child, f"{prefix}{name}.")


@block
def variables_once(module, trainable):
    """network.named_parameters() or named_buffers(): shared variables come once."""
    seen = set()
    for name, variable in named_variables(module):
        if variable.trainable == trainable and id(variable) not in seen:
            seen.add(id(variable))
            yield name, variable


@block
def set_untracked(module, name, value):
    """An attribute with no weights of the network, as in torch: Keras would train and save them."""
    object.__setattr__(module, name, value)


@block
def set_dict_untracked(module, name, value):
    """An attribute that may be a dict of a class of the program's: Keras would make its own."""
    if isinstance(value, dict):
        set_untracked(module, name, value)
    else:
        setattr(module, name, value)


@block
def assign_all(variables, values):
    """`a, b = values` of variables: all values are there before the first is assigned."""
    for variable, value in zip(variables, [tf.convert_to_tensor(value) for value in values]):
        variable.assign(value)


@block
def replace_part(module, name, value):
    """module.name = value: a layer or parameter in the place of another, which Keras would keep."""
    old, tracker = vars(module).get(name), module._tracker
    tracker.unlock()
    places = [
        (parts, i) for _, parts in tracker.config.values() for i, p in enumerate(parts) if p is old
    ]
    tracker.untrack(old)
    setattr(module, name, value)
    for parts, i in places:
        if parts[-1] is value:
            parts.insert(i, parts.pop())


@block
def apply_to(module, function):
    """network.apply(function): inner layers come first."""
    for _, child in named_children(module):
        apply_to(child, function)
    function(module)
    return module


@block
def set_mode(module, training):
    """network.train(training): what dropout and normalisation layers look at. A network that has a
    train() of its own is asked for that, as in torch."""
    own = getattr(module, "train", None)
    return own(training) if callable(own) else set_plain_mode(module, training)


@block
def set_plain_mode(module, training):
    """What torch's own train(training) does, which a network may override."""
    module.training = training
    for _, child in named_children(module):
        set_mode(child, training)
    return module


@port("torch.nn.Parameter", "torch.nn.parameter.Parameter")
def parameter(data: Tensor, requires_grad=True) -> ParameterLike:
    """A variable that belongs to the network whose attribute it is.

    >>> nn.Parameter(x)
    >>> nn.Parameter(torch.zeros(2, 3), requires_grad=True)
    >>> nn.Parameter(x, requires_grad=False)
    """
    if requires_grad:
        return keras.Variable(data)
    return with_trained(keras.Variable(data), requires_grad)


@port("Module.parameters")
def parameters(module: Module) -> Parameters:
    """The trainable variables.

    >>> len(list(net.parameters()))
    """
    return module.trainable_variables


@port("Module.named_parameters")
def named_parameters(module: Module, recurse=True) -> list[tuple[Text, Parameter]]:
    """The trainable variables with torch's names.

    >>> [name for name, _ in net.named_parameters()]
    >>> dict(net.named_parameters())["bias"]
    >>> [name for name, _ in net.named_parameters(recurse=False)]
    """
    if not recurse:
        return own_variables(module, True)
    return variables_once(module, True)


@port("Module.named_buffers")
def named_buffers(module: Module, recurse=True) -> list[tuple[Text, Parameter]]:
    """The other variables with torch's names.

    >>> [dict(net.named_buffers()), dict(net.named_buffers(recurse=False))]
    """
    if not recurse:
        return own_variables(module, False)
    return variables_once(module, False)


@port("Module.buffers")
def buffers(module: Module, recurse=True) -> list[Parameter]:
    """The variables that are not trained.

    >>> [len(list(net.buffers())), len(list(net.buffers(recurse=False)))]
    """
    if not recurse:
        return [buffer for _, buffer in own_variables(module, False)]
    return [buffer for _, buffer in variables_once(module, False)]


@port("Module.modules")
def modules(module: Module) -> list[Module]:
    """The network and all layers in it.

    >>> len(list(net.modules()))
    """
    return [layer for _, layer in named_layers(module)]


@port("Module.named_modules")
def named_modules(module: Module) -> list[tuple[Text, Module]]:
    """The network and all layers in it, by name.

    >>> [name for name, _ in net.named_modules()]
    """
    return named_layers(module)


@port("Module.children")
def children(module: Module) -> list[Module]:
    """The layers that the network itself holds.

    >>> len(list(net.children()))
    """
    return [layer for _, layer in named_children(module)]


@port("Module.named_children")
def named_children_of(module: Module) -> list[tuple[Text, Module]]:
    """The layers that the network itself holds, by name.

    >>> dict(net.named_children())
    """
    return named_children(module)


@port("Module.get_parameter", "Module.get_buffer")
def get_parameter(module: Module, target) -> Parameter:
    """A variable by torch's name.

    >>> net.get_parameter("bias")
    """
    return dict(named_variables(module))[target]


@port("Module.get_submodule")
def get_submodule(module: Module, target) -> Module:
    """A layer by its name.

    >>> net.get_submodule("")(x)
    """
    return dict(named_layers(module))[target]


@port("Module.apply")
def apply(module: Module, fn) -> Same:
    """Call a function with every layer, and with the network at last.

    >>> net.apply(print)(x)
    """
    return apply_to(module, fn)


@port("Module.training")
def training(module: Module) -> bool:
    """The mode, which is training at first.

    >>> net.training
    >>> net.eval().training
    """
    return getattr(module, "training", True)


@port("Module.train")
def train(module: Module, mode=True) -> Same:
    """The network in training mode, or in evaluation mode.

    >>> [net.eval(), net.train(), net.training][2]
    >>> net.train(False).training
    """
    return set_mode(module, mode)


@port("Super.train")
def plain_train(module: Module, mode=True) -> Same:
    """`super().train(mode)` in a train() of the program's own.

    Not proven: it is said in a class alone; tests/programs/modules/own_train.py runs it.
    """
    return set_plain_mode(module, mode)


@port("Module.eval")
def evaluation(module: Module) -> Same:
    """The network in evaluation mode.

    >>> net.eval()(x)
    """
    return set_mode(module, False)


@port("Module.reset_parameters")
def reset_parameters(module: Module) -> Nothing:
    """The parameters are drawn anew.

    >>> [net.reset_parameters(), nn.init.ones_(net.weight), nn.init.ones_(net.bias)][0]
    """
    return module.reset_parameters()


@port("Module.register_buffer")
def register_buffer(module: Module, name, tensor, persistent=True) -> Nothing:
    """A variable that is not trained; only a tensor where it is not saved either.

    Not proven: Keras adds nothing to a network that is complete, as that of the proofs is.
    """
    if not isinstance(tensor, Tensor):
        raise Unsupported("it is not known whether this is a tensor")
    if persistent:
        return setattr(module, name, keras.Variable(tensor, trainable=False))
    return setattr(module, name, tensor)


@port("Module.register_parameter")
def register_parameter(module: Module, name, param) -> Nothing:
    """An attribute.

    >>> net.register_parameter("a", None)
    """
    return setattr(module, name, param)


@port("Module.add_module", "Module.register_module")
def add_module(module: Module, name, other) -> Nothing:
    """An attribute.

    Not proven: Keras adds nothing to a network that is complete, as that of the proofs is.
    """
    return setattr(module, name, other)


@port("Module.double", "Module.half", "Module.bfloat16", "Module.type")
def module_dtype(module: Module, dst_type=None) -> Same:
    """Another dtype.

    Not proven: it is refused.
    """
    raise Unsupported("Keras's variables keep their dtype: call keras.config.set_floatx() before")


@block
def moved(x, to):
    """x.to(to) of a tensor or a network, to a device or a dtype, as the caller has them."""
    if isinstance(x, keras.layers.Layer) and isinstance(to, tf.DType):
        raise TypeError("a network's variables keep their dtype: set keras.config.set_floatx()")
    if tf.is_tensor(x) or isinstance(x, (keras.layers.Layer, keras.Variable)):
        return cast_as(x, to)
    return x.to(to)


@port("Module.to")
def module_to(
    module: Module, device=None, dtype=None, non_blocking=False, memory_format=None
) -> Same:
    """The network: TensorFlow places variables itself, and Keras's are float32.

    >>> net.to("cpu")(x)
    >>> net.to(device)(x)
    >>> net.to(torch.float32)(x)
    >>> net.to(dtype=torch.float32)(x)
    >>> net.to(device, torch.float32)(x)
    >>> net.to(memory_format=torch.contiguous_format)(x)
    """
    del non_blocking, memory_format
    if known(device == "float32") or known(dtype == "float32"):
        return module
    if dtype is not None:
        raise Unsupported("a network's variables are float32")
    if not isinstance(device, Device):
        return moved(module, device)
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
