"""torch.save and torch.load: TensorFlow's checkpoints, or pickles where more than that is saved.

A file of the program where each torch.save is of one state_dict() alone, and each torch.load goes
into one load_state_dict(), has checkpoints. In all others, state_dict() is a dictionary.
"""

import pickle

import keras
import tensorflow as tf

from porter.rule import (
    Module,
    Nothing,
    Optimizer,
    Parameter,
    Same,
    Text,
    block,
    match,
    port,
)
from rules.modules import named_variables


@block
def variables_of(owner):
    """state_dict(): the variables of a network, by torch's names, or of an optimizer."""
    if isinstance(owner, keras.optimizers.Optimizer):
        variables = [variable for group in owner.param_groups for variable in group.variables]
        return {str(i): variable for i, variable in enumerate(variables)}
    return dict(named_variables(owner))


@block
def options_of(group):
    """The options of a parameter group, without its rate: momentum, betas, weight_decay."""
    return {
        name: value
        for name, value in vars(group).items()
        if isinstance(value, (bool, int, float, tuple))
        and not name.startswith("_")
        and name not in ("built", "use_ema", "ema_momentum")  # Keras's own
    }


@block
def state_of(optimizer):
    """optimizer.state_dict(): its variables by number, the rates that it has now, and its options.

    torch's optimizers have no state before their first step: it does not become this one's later.
    """
    found = variables_of(optimizer)
    rates = {id(group.learning_rate) for group in optimizer.param_groups}
    if not any(tf.reduce_any(group.steps > 0) for group in optimizer.param_groups):
        rates.update(map(id, found.values()))
    values = {
        number: tf.convert_to_tensor(variable) if id(variable) in rates else variable
        for number, variable in found.items()
    }
    return {**values, "options": [options_of(group) for group in optimizer.param_groups]}


@block
def set_variables(owner, state, strict=True):
    """load_state_dict(): the state is a dictionary, or the path of a checkpoint."""
    if isinstance(state, str):
        tf.train.Checkpoint(owner).read(state).assert_consumed()
        return
    variables = variables_of(owner)
    if strict and variables.keys() != state.keys():
        raise RuntimeError(f"not in both: {sorted(variables.keys() ^ state.keys())}")
    for name in variables.keys() & state.keys():
        variables[name].assign(state[name])


@block
def set_state(optimizer, state):
    """optimizer.load_state_dict(): the dictionary's tensors change with the optimizer from then on,
    as torch's do. Its options become the optimizer's, which has them in its graphs once it runs."""
    if isinstance(state, str):
        set_variables(optimizer, state)
        return
    for group, options in zip(optimizer.param_groups, state.get("options", [])):
        fixed = "option_variables" not in vars(group)
        now = options_of(group)
        other = any(now.get(name) != value for name, value in options.items())
        if other and fixed and group.iterations > 0:
            raise ValueError(f"load the state before the first step, or make it with {options}")
        for name in now.keys() - options.keys():  # set since by a schedule: initial_lr
            delattr(group, name)
        for name, value in options.items():
            setattr(group, name, value)
    set_variables(optimizer, {name: state[name] for name in state if name != "options"})
    state.update(state_of(optimizer))


@block
def write_pickle(value, path):
    """torch.save: a pickle, with tensors in place of variables, at a path or in an open file."""

    def saved(part):
        return tf.convert_to_tensor(part) if isinstance(part, keras.Variable) else part

    written = pickle.dumps(tf.nest.map_structure(saved, value))
    if hasattr(path, "write"):
        path.write(written)
        return
    with open(path, "wb") as file:
        file.write(written)


@block
def read_pickle(path):
    """torch.load: what was saved; of a checkpoint the path, by which set_variables() reads it."""
    if hasattr(path, "read"):
        return pickle.load(path)
    if tf.io.gfile.exists(f"{path}.index"):
        return str(path)
    with open(path, "rb") as file:
        return pickle.load(file)


@port("torch.load")
def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None) -> Nothing:
    """What torch.save wrote.

    >>> [torch.save({"x": x, "n": 3}, path), torch.load(path)["x"]][1]
    >>> [torch.save((1, [x]), path), torch.load(path, map_location="cpu", weights_only=False)][1]
    """
    del map_location, weights_only, mmap
    return read_pickle(f)


@port("torch.save", note="the file is a pickle that only TensorFlow can read")
def save(obj, f) -> Nothing:
    """Save tensors, numbers, state_dicts, networks, and lists and dictionaries of them.

    >>> torch.save({"net": net.state_dict(), "step": 3}, path)
    """
    return write_pickle(obj, f)


@port("Module.state_dict")
def state_dict(module: Module) -> Nothing:
    """The variables by torch's names.

    >>> dict(net.state_dict())
    """
    return variables_of(module)


@port("Optimizer.state_dict")
def optimizer_state_dict(optimizer: Optimizer) -> Nothing:
    """The variables by number.

    >>> optimizer.load_state_dict(optimizer.state_dict())
    """
    return state_of(optimizer)


@port("Module.load_state_dict")
def load_state_dict(module: Module, state_dict, strict=True) -> Nothing:
    """Set the variables.

    >>> [torch.save({"a": other.state_dict()}, path), net.load_state_dict(torch.load(path)["a"])][1]
    """
    if strict:
        return set_variables(module, state_dict)
    return set_variables(module, state_dict, strict)


@port("Optimizer.load_state_dict")
def load_optimizer_state_dict(optimizer: Optimizer, state_dict) -> Nothing:
    """Set the variables.

    >>> optimizer.load_state_dict(optimizer.state_dict())
    """
    return set_state(optimizer, state_dict)


@block
def state_of_either(owner):
    """x.state_dict() of a network, an optimizer or what has a method of this name."""
    if hasattr(owner, "state_dict"):
        return owner.state_dict()
    return state_of(owner) if hasattr(owner, "param_groups") else variables_of(owner)


@block
def set_state_of_either(owner, state):
    """x.load_state_dict(state) of a network, an optimizer or what has a method of this name."""
    if hasattr(owner, "load_state_dict"):
        return owner.load_state_dict(state)
    setter = set_state if hasattr(owner, "param_groups") else set_variables
    return setter(owner, state)


@port("Either.state_dict")
def state_dict_of_either(owner) -> Nothing:
    """The state of what may be torch's or the program's own.

    Not proven: what is not known is no proof's; programs show it.
    """
    return state_of_either(owner)


@port("Either.load_state_dict")
def load_state_dict_of_either(owner, state_dict) -> Nothing:
    """Set it.

    Not proven: what is not known is no proof's; programs show it.
    """
    return set_state_of_either(owner, state_dict)


@port("StateDict.items")
def state_items(state) -> list[tuple[Text, Parameter]]:
    """Names and variables.

    Not proven: the proofs have no state_dict of their own.
    """
    return state.items()


@port("StateDict.keys")
def state_keys(state) -> list[Text]:
    """Names.

    Not proven: the proofs have no state_dict of their own.
    """
    return state.keys()


@port("StateDict.values")
def state_values(state) -> list[Parameter]:
    """Variables.

    Not proven: the proofs have no state_dict of their own.
    """
    return state.values()


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


@port("StateDict.update")
def state_update(state, other) -> Nothing:
    """Other tensors under these names; the network keeps its own.

    Not proven: the proofs have no state_dict of their own.
    """
    return state.update(other)


@port("StateDict.pop")
def state_pop(state, *key) -> Parameter:
    """Leave a name out.

    Not proven: the proofs have no state_dict of their own.
    """
    return state.pop(*key)


@port("StateDict.copy")
def state_copy(state) -> Same:
    """The same variables in another dictionary.

    Not proven: the proofs have no state_dict of their own.
    """
    return state.copy()
