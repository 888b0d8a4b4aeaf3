"""torch.optim.Optimizer, from which a program's own optimizers inherit.

Their step() is Python that runs eagerly: what it keeps of a parameter is a dict with numbers and
variables, a group is a dict of options, and parameters hold their gradients (rules/autograd.py).
"""

import abc
import collections.abc
import copy

import keras
import tensorflow as tf

from porter.rule import block
from rules.autograd import grad_variable, hold_gradient, watched_variable


@block
def typed_variable(variable, dtype):
    """torch's x.to(dtype): x itself where it has that dtype, else a variable of its own."""
    if tf.as_dtype(variable.dtype) == dtype:
        return variable
    return tf.Variable(tf.cast(variable, dtype), trainable=False)


@block
class ParamStates(collections.abc.MutableMapping):
    """What an optimizer keeps of each parameter: a dict of dicts, by the variable itself."""

    def __init__(self):
        self.entries = {}

    def key_of(self, param):
        watched = watched_variable(param)
        return id(watched) if isinstance(watched, tf.Variable) else watched

    def __getitem__(self, param):
        return self.entries.setdefault(self.key_of(param), (param, {}))[1]

    def get(self, param, default=None):
        found = self.entries.get(self.key_of(param))
        return default if found is None else found[1]

    def __setitem__(self, param, entry):
        self.entries[self.key_of(param)] = param, entry

    def __delitem__(self, param):
        del self.entries[self.key_of(param)]

    def __contains__(self, param):
        return self.key_of(param) in self.entries

    def __iter__(self):
        return (param for param, _ in [*self.entries.values()])

    def __len__(self):
        return len(self.entries)

    def __deepcopy__(self, memo):
        copied = type(self)()
        for param, entry in self.entries.values():
            copied[copy.deepcopy(param, memo)] = copy.deepcopy(entry, memo)
        return copied


@block
class GroupRate:
    """The learning rate of a group that is a dict, as schedules read and set it."""

    def __init__(self, group):
        self.group = group

    def __float__(self):
        return float(self.group["lr"])

    def assign(self, rate):
        self.group["lr"] = rate


@block
class GroupOptions:
    """The options of a parameter group as attributes, which schedules ask for."""

    def __getattr__(self, name):
        if name == "learning_rate":
            return GroupRate(self)
        if name not in self:
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name, value):
        self["lr" if name == "learning_rate" else name] = value


@block
class ParamGroup(GroupOptions, dict):
    """A parameter group: a dict."""


@block
class OptimizerBase(abc.ABC):  # noqa: B024
    """torch.optim.Optimizer: the groups, the state and the defaults of an optimizer."""

    @classmethod
    def __subclasshook__(cls, other):
        """Keras's optimizers are torch's as well: isinstance() asks for either."""
        # By name: each file may have this class pasted into it
        theirs = cls.__name__ in {base.__name__ for base in other.__mro__}
        either = theirs or issubclass(other, keras.optimizers.Optimizer)
        return True if cls is OptimizerBase and either else NotImplemented

    def __init__(self, params, defaults):
        self.defaults, self.state, self.param_groups = defaults, ParamStates(), []
        params = [params] if tf.is_tensor(params) or hasattr(params, "assign") else list(params)
        if not params:
            raise ValueError("optimizer got an empty parameter list")
        grouped = isinstance(params[0], collections.abc.Mapping)
        for group in params if grouped else [{"params": params}]:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        group = ParamGroup(param_group) if type(param_group) is dict else param_group
        given = group["params"]
        one = tf.is_tensor(given) or isinstance(given, keras.Variable)
        group["params"] = [given] if one else list(given)
        for name, value in self.defaults.items():
            group.setdefault(name, copy.deepcopy(value))
        known = {id(param) for other in self.param_groups for param in other["params"]}
        if known & {id(param) for param in group["params"]}:
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(group)

    @property
    def learning_rate(self):
        return self.param_groups[0].learning_rate

    @learning_rate.setter
    def learning_rate(self, rate):
        self.param_groups[0].learning_rate = rate

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none:
                    hold_gradient(param, None)
                elif (held := grad_variable(param)) is not None:
                    held.assign(tf.zeros_like(held))

    def step(self, closure=None):
        raise NotImplementedError

    def state_dict(self):
        params = [param for group in self.param_groups for param in group["params"]]
        places = {id(param): i for i, param in enumerate(params)}
        groups = [
            {**group, "params": [places[id(param)] for param in group["params"]]}
            for group in self.param_groups
        ]
        state = {places.get(id(key), key): entry for key, entry in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        params = [param for group in self.param_groups for param in group["params"]]
        places = [i for group in state_dict["param_groups"] for i in group["params"]]
        groups = [len(group["params"]) for group in state_dict["param_groups"]]
        if groups != [len(group["params"]) for group in self.param_groups]:
            raise ValueError("loaded state dict has other parameter groups than the optimizer")
        owners, state = dict(zip(places, params)), ParamStates()
        for key, entry in state_dict["state"].items():
            state[owners.get(key, key)] = self.as_variables(entry)
        groups = [
            ParamGroup({**group, "params": own["params"]})
            for group, own in zip(state_dict["param_groups"], self.param_groups)
        ]
        self.__setstate__({"state": state, "param_groups": groups})

    def as_variables(self, value):
        if isinstance(value, dict):
            return {key: self.as_variables(one) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(self.as_variables(one) for one in value)
        plain = tf.is_tensor(value) and not isinstance(value, tf.Variable)
        return tf.Variable(value, trainable=False) if plain else value

    def __getstate__(self):
        return {name: vars(self)[name] for name in ("defaults", "state", "param_groups")}

    def __setstate__(self, state):
        vars(self).update(state)

    def __repr__(self):
        lines = [f"{type(self).__name__} ("]
        for i, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {i}")
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
        return "\n".join([*lines, ")"])
